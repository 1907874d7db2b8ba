// «My map»: a game master's own view of the shelf. Kept on this device; the shelf stays whole.
const KEY = "tsup-my-map";
const picks = () => [...document.querySelectorAll("[data-my-map-pick]")];

function read() {
  try {
    return localStorage.getItem(KEY) ?? "";
  } catch {
    return ""; // storage is shut: the choice holds for this page only
  }
}

function keep(map) {
  try {
    localStorage.setItem(KEY, map);
  } catch {
    // nothing to do: see above
  }
}

let chosen = read();

// A map of another day is no choice here.
if (!picks().some((pick) => pick.dataset.myMapPick === chosen)) chosen = "";

// What belongs to no map concerns every game master.
function isOther(card) {
  return chosen !== "" && card.dataset.map !== "" && card.dataset.map !== chosen;
}

function show() {
  for (const pick of picks()) {
    pick.setAttribute("aria-pressed", String(pick.dataset.myMapPick === chosen));
  }
  const cards = [...document.querySelectorAll("#shelf [data-map]")];
  for (const card of cards) card.hidden = isOther(card);
  for (const group of document.querySelectorAll("#shelf [data-my-map-group]")) {
    group.hidden = [...group.querySelectorAll("[data-map]")].every((card) => card.hidden);
  }
  const none = document.querySelector("[data-my-map-none]");
  if (none) none.hidden = !(cards.length > 0 && cards.every((card) => card.hidden));
}

document.addEventListener("click", (event) => {
  const pick = event.target.closest?.("[data-my-map-pick]");
  if (!pick) return;
  chosen = pick.dataset.myMapPick;
  keep(chosen);
  show();
});

show();
document.addEventListener("live:swapped", (event) => {
  if (["shelf", "mymaps"].includes(event.detail.id)) show();
});

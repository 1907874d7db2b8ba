// Own marks on shared regions: which way this person backs. Data from the region #me.
const DEAD_FOR = 300; // ms: a button whose meaning changes under the finger takes no tap

function ballots() {
  const items = document.querySelectorAll("#me [data-ballots] > li");
  return new Map([...items].map((item) => [item.dataset.card, item.dataset.way]));
}

function setMark(button, isMine, isFresh) {
  const was = button.getAttribute("aria-pressed") === "true";
  button.closest("[data-way-row]")?.classList.toggle("is-mine", isMine);
  if (was === isMine) return;
  button.setAttribute("aria-pressed", String(isMine));
  // A tap on one's own way takes the voice back.
  button.setAttribute("hx-vals", JSON.stringify({ way: isMine ? "" : button.dataset.way }));
  if (isFresh) return;
  button.dataset.dead = "1";
  setTimeout(() => delete button.dataset.dead, DEAD_FOR);
}

// The seat's own address as another phone must type it: with the host that this one came by.
function writeAddress() {
  for (const place of document.querySelectorAll("#me [data-address]")) {
    const { address } = place.dataset;
    place.textContent = address.startsWith("/") ? location.host + address : address;
  }
}

const known = new WeakSet(); // buttons marked at least once
function mark() {
  writeAddress();
  const mine = ballots();
  for (const button of document.querySelectorAll("button[data-back]")) {
    setMark(button, mine.get(button.dataset.card) === button.dataset.way, !known.has(button));
    known.add(button);
  }
}

mark();
document.addEventListener("live:swapped", mark);

// «They say it beside me»: people at one tablet, chosen from those the chorus still waits for.
const box = document.querySelector("[data-beside]");
const chosen = new Set();
let drawn = "";

function waiting() {
  const names = new Set(
    [...document.querySelectorAll("#ring [data-waiting]")].map((item) => item.dataset.waiting),
  );
  const own = document.getElementById("me")?.dataset.person;
  return [...document.querySelectorAll("#people [data-person]")].filter(
    (person) => names.has(person.dataset.name) && person.dataset.person !== own,
  );
}

function button(person) {
  const element = document.createElement("button");
  element.type = "button";
  element.className = "button switch";
  element.dataset.besidePerson = person.dataset.person;
  element.textContent = person.dataset.name;
  element.setAttribute("aria-pressed", String(chosen.has(person.dataset.person)));
  return element;
}

function draw() {
  const ring = document.getElementById("ring");
  const people = ring?.dataset.state === "open" ? waiting() : [];
  const key = people.map((person) => person.dataset.person).join(" ");
  if (key === drawn) return;
  drawn = key;
  const left = new Set(people.map((person) => person.dataset.person));
  for (const id of chosen) if (!left.has(id)) chosen.delete(id);
  box.querySelector("[data-beside-names]").replaceChildren(...people.map(button));
  box.hidden = people.length === 0;
}

function start() {
  box.addEventListener("click", (event) => {
    const element = event.target.closest("[data-beside-person]");
    if (!element) return;
    const id = element.dataset.besidePerson;
    if (!chosen.delete(id)) chosen.add(id);
    element.setAttribute("aria-pressed", String(chosen.has(id)));
  });
  document.addEventListener("htmx:configRequest", (event) => {
    if (!event.target.matches?.("[data-speak]")) return;
    for (const id of chosen) event.detail.formData.append("beside", id);
  });
  draw();
  document.addEventListener("live:swapped", draw);
}

if (box) start();

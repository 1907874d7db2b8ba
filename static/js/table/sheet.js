// The sheet that rises from the edge of the screen: one step of an order at a time, with a way back.
const DEAD_FOR = 300; // ms: a button that has just come under the finger takes no tap
const sheet = document.getElementById("sheet");
const body = sheet?.querySelector("[data-sheet-body]");
const foot = sheet?.querySelector("[data-sheet-foot]");
let steps = []; // what «back» shows again
let unit = "";

export const shownUnit = () => (sheet?.open ? unit : "");
export const isAtStart = () => steps.length === 1;

// A part of the page by the name of its template, with its words filled in.
export function part(name, words = {}) {
  const found = document.querySelector(`template[data-part="${name}"]`).content;
  const made = found.firstElementChild.cloneNode(true);
  for (const [place, text] of Object.entries(words)) {
    const spot = made.matches(`[data-${place}]`) ? made : made.querySelector(`[data-${place}]`);
    if (spot) spot.textContent = text;
  }
  return made;
}

export function key(text, press, { look = "", note = "", disabled = false } = {}) {
  const made = part("key", { "key-text": text, "key-note": note });
  made.classList.add(...look.split(" ").filter(Boolean));
  made.disabled = disabled;
  if (press) made.addEventListener("click", press);
  return made;
}

function deaden() {
  for (const button of sheet.querySelectorAll("button")) {
    button.dataset.dead = "1";
    setTimeout(() => delete button.dataset.dead, DEAD_FOR);
  }
}

function render({ title, kind = "", content = [], keys = [] }, { isSame = false } = {}) {
  sheet.querySelector("#sheet-title").textContent = title;
  sheet.dataset.step = kind;
  sheet.querySelector("[data-sheet-back]").hidden = steps.length < 2;
  body.replaceChildren(...content);
  foot.replaceChildren(...keys);
  foot.hidden = keys.length === 0;
  if (!isSame) body.scrollTo(0, 0);
  deaden();
}

// What stood before is forgotten; the next step is the first. `about`: the unit it is about.
export function reset(about = "") {
  steps = [];
  unit = about;
}

// `make` gives the step; it is called again on the way back.
export function go(make) {
  steps.push(make);
  render(make());
  if (!sheet.open) sheet.showModal();
}

// The same step with what has changed since.
export function renew() {
  if (sheet?.open && steps.length) render(steps.at(-1)(), { isSame: true });
}

// In place of the present step: there is no way back to it.
export function instead(make) {
  steps.pop();
  go(make);
}

export function back() {
  if (steps.length < 2) return close();
  steps.pop();
  render(steps.at(-1)());
}

// From here there is no way back: what was done is done.
export function end(make) {
  steps = [];
  go(make);
}

export const isOpen = () => sheet.open;
export const step = () => (sheet.open ? sheet.dataset.step : "");

export const close = () => sheet.close();

sheet?.addEventListener("click", (event) => {
  if (event.target === sheet || event.target.closest("[data-sheet-close]")) close();
  else if (event.target.closest("[data-sheet-back]")) back();
});
sheet?.addEventListener("close", () => {
  steps = [];
  unit = "";
  document.dispatchEvent(new CustomEvent("table:sheet-closed"));
});

// Frames into the page, without touching what a person is touching.
// A swap of a region that is held waits until it is let go; of several the newest wins.
const DEAD_FOR = 300; // ms: a button whose meaning changed under the finger takes no tap
const CLICK_AFTER = 80; // ms: the click comes this much after the finger is lifted, at most
const EDITABLE = "input:not([type=button], [type=submit]), textarea, select, [contenteditable=true]";
const OPEN = "[data-state=sending], dialog[open], [data-hold]"; // a command or a question is open
const MEANING = ["hx-post", "formaction", "data-url", "data-dialog", "name", "value"];

export const place = { epoch: document.body.dataset.epoch, seq: Number(document.body.dataset.seq) };
const ages = new Map(); // region's id → seq of what it shows
const withheld = new Map(); // region's id → { node, seq }
let pressed = null;
let asking = null; // the element whose question is on the screen

// Returns false when something was missed and the whole board must be fetched.
export function take(text, { isWhole = false } = {}) {
  const template = document.createElement("template");
  template.innerHTML = text;
  const label = template.content.querySelector("#live-seq");
  if (!label) return !isWhole;
  const { epoch, since } = label.dataset;
  const seq = Number(label.dataset.seq);
  if (epoch !== place.epoch) {
    if (!isWhole) return false;
    ages.clear();
    withheld.clear();
    Object.assign(place, { epoch, seq: 0 });
  }
  const isGap = !isWhole && Number(since) > place.seq;
  label.remove();
  for (const node of [...template.content.children]) offer(node, seq);
  if (isGap) return false;
  if (seq >= place.seq) {
    place.seq = seq;
    document.getElementById("live-seq")?.replaceWith(label);
  }
  return true;
}

function offer(node, seq) {
  const old = document.getElementById(node.id);
  if (!old || seq < age(old)) return;
  if (!isHeld(old)) swap(old, node, seq);
  else if (seq >= (withheld.get(node.id)?.seq ?? 0)) withheld.set(node.id, { node, seq });
}

// A container was rendered with all it holds, so what it holds is at least as old.
function age(element) {
  let newest = 0;
  for (let at = element; at; at = at.parentElement) newest = Math.max(newest, ages.get(at.id) ?? 0);
  return newest;
}

function isHeld(region) {
  const active = document.activeElement;
  const touched = [pressed, asking, active?.matches(EDITABLE) ? active : null];
  const holds = (element) => region.contains(element);
  return touched.some(holds) || region.querySelector(OPEN) !== null || isFilled(region);
}

// What was typed or chosen in a form and not sent yet stays until the form is sent or emptied.
function isFilled(region) {
  return [...region.querySelectorAll("input, textarea, select")].some((field) => {
    if (field.type === "checkbox" || field.type === "radio") {
      return field.checked !== field.defaultChecked;
    }
    if (!field.options) return field.value !== field.defaultValue;
    const told = [...field.options].findIndex((option) => option.defaultSelected);
    return field.selectedIndex !== Math.max(0, told);
  });
}

function release() {
  for (const [id, { node, seq }] of [...withheld]) {
    withheld.delete(id);
    offer(node, seq);
  }
}

function swap(old, node, seq) {
  withheld.delete(node.id);
  node.removeAttribute("hx-swap-oob");
  for (const inner of node.querySelectorAll("[id]")) {
    if ((ages.get(inner.id) ?? 0) <= seq) continue;
    const newer = document.getElementById(inner.id); // came alone, before its older container
    if (newer && old.contains(newer)) inner.replaceWith(newer);
  }
  const active = old.contains(document.activeElement) ? document.activeElement : null;
  const meanings = new Set([...old.querySelectorAll("button")].map(meaning));
  const scrolled = [old, ...old.querySelectorAll("[id]")].filter((e) => e.scrollTop || e.scrollLeft);
  const scrolls = scrolled.map((element) => [element.id, element.scrollLeft, element.scrollTop]);
  old.replaceWith(node);
  ages.set(node.id, seq);
  for (const details of node.querySelectorAll("details[data-keep]")) {
    const was = old.querySelector(`details[data-keep="${CSS.escape(details.dataset.keep)}"]`);
    if (was) details.open = was.open;
  }
  for (const [id, left, top] of scrolls) document.getElementById(id)?.scrollTo(left, top);
  for (const failed of old.querySelectorAll("[data-state=failed]")) {
    const button = twin(node, failed);
    if (button) button.dataset.state = "failed";
  }
  for (const button of node.querySelectorAll("button")) {
    if (!meanings.has(meaning(button))) deaden(button);
  }
  if (active) twin(node, active)?.focus({ preventScroll: true });
  htmx.process(node);
  node.dispatchEvent(new CustomEvent("live:swapped", { bubbles: true, detail: { id: node.id, seq } }));
}

function meaning(button) {
  const said = MEANING.map((name) => button.getAttribute(name) ?? "").join(" ");
  return `${said.trim() || button.textContent.trim()} ${button.disabled}`;
}

function twin(node, element) {
  if (element.id) return document.getElementById(element.id);
  const same = (each) => meaning(each) === meaning(element);
  return [...node.querySelectorAll(element.tagName)].find(same);
}

function deaden(button) {
  button.dataset.dead = "1";
  setTimeout(() => delete button.dataset.dead, DEAD_FOR);
}

function letGo() {
  pressed = null;
  release();
}

for (const name of ["pointerdown", "keydown"]) {
  document.addEventListener(name, (event) => (pressed = event.target), true);
}
for (const name of ["pointerup", "pointercancel", "keyup"]) {
  document.addEventListener(name, () => setTimeout(letGo, CLICK_AFTER), true);
}
addEventListener("blur", letGo);
document.addEventListener("focusout", () => setTimeout(release));
document.addEventListener("htmx:confirm", (event) => {
  if (event.detail.question) asking = event.detail.elt;
  setTimeout(answered); // the browser's own question is over by now
});
function answered() {
  if (!document.querySelector("dialog[open]")) asking = null;
  release();
}
document.addEventListener("close", () => setTimeout(answered), true); // a dialog's, not bubbling
document.addEventListener("htmx:afterRequest", () => setTimeout(release));
document.addEventListener(
  "click",
  (event) => {
    if (!event.target.closest?.("[data-dead]")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  true,
);

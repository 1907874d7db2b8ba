// Tap a ship: what it may do now, and why not the rest. And what the table waits for.
import { barred, begin, grid, isAside } from "./flow.js";
import * as options from "./options.js";
import { here, isAway, seat, word } from "./server.js";
import * as sheet from "./sheet.js";
import { undo } from "./undo.js";

const quiet = () => (document.getElementById("words").dataset.quiet ?? "").split(" ");
const strip = (unit) => document.querySelector(`[data-unit="${CSS.escape(unit)}"]`);
const nameOf = (unit) => strip(unit)?.dataset.name ?? "";

function lit(option, name) {
  return sheet.key(option.title, () => begin(option, name), { look: "is-choice", note: options.detail(option) });
}

// Without the server nothing is known to be illegal: what was dark then may be tried, and waits.
function dark(found, name) {
  const rows = found.map((option) => ({ name: option.title, why: option.why, option }));
  return barred(rows, isAway() && (({ option }) => begin(option, name)));
}

function step(title, found, { name = "", forms = [], done = null, isWaiting = false } = {}) {
  const content = isWaiting ? [sheet.part("waiting")] : [];
  if (done) {
    const made = sheet.part("done", { told: done.told });
    made.querySelector("button").addEventListener("click", () => undo(done.number));
    content.push(made);
  }
  const legal = found.filter((option) => option.legal);
  if (legal.length) content.push(grid(legal.map((option) => lit(option, name))));
  content.push(...dark(found.filter((option) => !option.legal), name));
  if (!found.length) content.push(sheet.part("refusal", { refusal: word("nothing-now") }));
  if (forms.length) content.push(grid(forms));
  return { title, kind: "acts", content };
}

// What only a game master (or everybody) may write beside the rules' own buttons.
function forms(about, unit) {
  const { role } = seat();
  const found = document.querySelectorAll(`template[data-form-about="${about}"][data-system="${here().system}"]`);
  return [...found]
    .filter(({ dataset }) => !dataset.role || dataset.role === role)
    .map((template) => sheet.key(template.dataset.title, () => fillIn(template, unit), { look: "is-quiet" }));
}

function fillIn(template, unit) {
  sheet.go(() => {
    const form = template.content.firstElementChild.cloneNode(true);
    const give = sheet.key(word("write"), () => {
      if (!form.reportValidity()) return;
      const option = { kind: template.dataset.kind, title: template.dataset.title, unit, fields: gather(form, unit), choices: [] };
      begin(option, nameOf(unit));
    }, { look: "is-now" });
    return { title: [nameOf(unit), template.dataset.title].filter(Boolean).join(" · "), kind: "form", content: [form], keys: [give] };
  });
}

function gather(form, unit) {
  const fields = {};
  if (form.dataset.unitField && unit) fields[form.dataset.unitField] = unit;
  for (const input of form.querySelectorAll("[data-field]")) {
    const value = valueOf(input);
    if (value === undefined) continue;
    const path = input.dataset.field.split(".");
    const last = path.pop();
    const place = path.reduce((at, name) => (at[name] ??= {}), fields);
    if (input.dataset.many !== undefined) place[last] = [...(place[last] ?? []), ...value];
    else place[last] = value;
  }
  return fields;
}

function valueOf(input) {
  if (input.dataset.many !== undefined) return input.checked ? [input.value] : [];
  if (input.type === "checkbox") return input.checked;
  if (input.dataset.make === "id") return `x${crypto.getRandomValues(new Uint32Array(1))[0].toString(36)}`;
  if (input.value === "" && input.dataset.optional !== undefined) return undefined;
  return input.type === "number" ? Number(input.value) : input.value;
}

export function openUnit(unit, { done = null, isWaiting = false } = {}) {
  const name = nameOf(unit);
  const about = { name, forms: forms("unit", unit), done, isWaiting };
  sheet.reset(unit);
  sheet.go(() => step(name, options.ofUnit(unit), about));
}

function openTable() {
  sheet.reset();
  sheet.go(() => step(word("table"), options.ofTable(), { forms: forms("table", "") }));
}

// --- what the table waits for ------------------------------------------------------------------

function waited() {
  const ofSquadrons = options.all().filter((option) => option.unit && !strip(option.unit));
  return [...options.ofTable(), ...ofSquadrons].filter((option) => option.legal && !isAside(option));
}

function drawNow() {
  const box = document.getElementById("now");
  if (!box) return;
  const found = waited();
  box.querySelector("[data-now-keys]").replaceChildren(
    ...found.map((option) => sheet.key(option.title, () => begin(option, option.of ?? ""), { look: "is-now", note: [option.of, options.detail(option)].filter(Boolean).join(" · ") })),
  );
  box.dataset.count = String(found.length);
}

function drawStrips() {
  for (const element of document.querySelectorAll("[data-unit]")) {
    const found = options.ofUnit(element.dataset.unit);
    const can = found.some((option) => option.legal && !quiet().includes(option.kind));
    element.classList.toggle("can-act", can);
    const button = element.querySelector("[data-open-unit]");
    if (button) button.disabled = !found.length && seat().role !== "master";
  }
}

function draw() {
  drawNow();
  drawStrips();
  if (sheet.step() === "acts") sheet.renew();
}

document.addEventListener("click", (event) => {
  const opener = event.target.closest?.("[data-open-unit]");
  if (opener) openUnit(opener.closest("[data-unit]").dataset.unit);
  const other = event.target.closest?.("[data-open-other]");
  if (other && strip(other.dataset.openOther)) openUnit(other.dataset.openOther);
  if (event.target.closest?.("[data-open-table]")) openTable();
});
// Done without dice: the ship goes on from here.
document.addEventListener("table:done", ({ detail: { unit, told, number } }) => {
  if (!sheet.isOpen()) return; // closed while it was sent
  const goesOn = unit && options.ofUnit(unit).some((option) => option.legal && !quiet().includes(option.kind));
  if (goesOn) openUnit(unit, { done: told ? { told, number } : null });
  else sheet.close();
});
// Kept on the phone: what comes next may be tapped too.
document.addEventListener("table:waiting", ({ detail: { unit } }) => {
  if (strip(unit)) openUnit(unit, { isWaiting: true });
  else sheet.close();
});
document.addEventListener("table:options", draw);
document.addEventListener("live:swapped", draw);
options.load();

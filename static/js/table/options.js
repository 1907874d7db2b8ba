// What may be done now, as the server last told it: by unit, and for the table as a whole.
import { Away, get, here } from "./server.js";

const AFTER = 120; // ms: several swaps of one push are one question
let known = { number: -1, options: [] };
let timer = 0;
let wanted = -1; // the number of the newest line that this phone knows of

export const ofUnit = (unit) => known.options.filter((option) => option.unit === unit);
export const ofTable = () => known.options.filter((option) => !option.unit);

// What tells two buttons of one kind apart: a word of the system's page, or figures of the command.
export function detail({ kind, fields }) {
  const notes = document.querySelectorAll(`[data-detail-of="${kind}"]`);
  const fits = ({ dataset }) => {
    const { field, value, missing } = dataset;
    if (!field) return true;
    return fields[field] === undefined ? missing !== undefined : String(fields[field]) === value;
  };
  const found = [...notes].find(fits);
  return found ? found.textContent.replace(/\{(\w+)\}/g, (_all, name) => figure(fields[name])) : "";
}

const figure = (value) => (value > 0 ? `+${value}` : String(value ?? "").replace("-", "−"));
const isHidden = ({ kind, fields }) => Boolean(document.querySelector(`[data-hide-kind="${kind}"][data-field="${Object.keys(fields).find((name) => fields[name] === true) ?? ""}"]`));

// After an own order: what may be done next.
export function loadAfter(number) {
  wanted = Math.max(wanted, number);
  return load();
}
export const all = () => known.options;

export async function load() {
  const { options } = here();
  if (!options) return tell({ number: -1, options: [] });
  try {
    const { isDone, body } = await get(options, { unit: "*" });
    if (isDone && body.number >= wanted) tell(body);
  } catch (fault) {
    if (!(fault instanceof Away)) throw fault;
    document.dispatchEvent(new CustomEvent("table:options"));
  }
}

function tell(found) {
  known = { ...found, options: found.options.filter((option) => !isHidden(option)) };
  document.dispatchEvent(new CustomEvent("table:options"));
}

function soon() {
  clearTimeout(timer);
  timer = setTimeout(load, AFTER);
}

document.addEventListener("live:swapped", ({ detail }) => {
  if (["battle", "holding"].includes(detail.id)) soon();
});

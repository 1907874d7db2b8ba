// From a button to an entry in the log: choices, what the table measures, what was asked aloud,
// hands and odds, dice, result. Knows options, choices and asks; no rule and no system.
import { Pad, rollsShown } from "./dice.js";
import * as options from "./options.js";
import { send } from "./outbox.js";
import { Away, get, here, isAway, word } from "./server.js";
import * as sheet from "./sheet.js";
import { undo } from "./undo.js";

const { part, key } = sheet;
const percent = (chance) => `${Math.round(chance * 100)} %`;
const inSystem = (name, kind) =>
  document.querySelector(`template[data-${name}~="${kind}"][data-system="${here().system}"]`);

class Flow {
  constructor(option, name) {
    this.option = option;
    this.name = name;
    this.fields = { ...option.fields };
    this.chosen = []; // names of what was chosen, in order
    this.asked = new Map(); // field and value → what may be added
    this.told = null; // the newest preview
  }

  get title() {
    const what = [this.option.title, options.detail(this.option)].filter(Boolean).join(": ");
    return this.name ? `${this.name} · ${what}` : what;
  }

  get command() {
    return { kind: this.option.kind, ...this.fields };
  }

  get words() {
    return [this.title, ...this.chosen].filter(Boolean).join(" → ");
  }

  begin() {
    const question = inSystem("sure", this.option.kind);
    if (!question) return this.choose(0);
    sheet.go(() => ({
      title: this.title,
      kind: "sure",
      content: [question.content.firstElementChild.cloneNode(true)],
      keys: [key(word("yes"), () => this.choose(0), { look: "is-danger" })],
    }));
  }

  // --- choices ------------------------------------------------------------------------------

  choose(at) {
    const choice = this.option.choices[at];
    const measure = inSystem("measure", this.option.kind);
    if (measure && measure.dataset.slot === (choice?.field ?? "")) return this.measure(measure, choice);
    if (!choice) return this.preview();
    const only = choice.values.length === 1 && !choice.many && choice.barred.length === 0;
    if (only) return this.pick(choice, choice.values[0], () => this.choose(at + 1));
    const place = this.chosen.length;
    sheet.go(() => {
      this.chosen.length = place;
      return this.choiceStep(choice, () => this.choose(at + 1));
    });
  }

  pick(choice, value, then) {
    this.fields[choice.field] = value.value;
    this.chosen.push(value.name);
    then();
  }

  choiceStep(choice, then) {
    if (choice.many) return this.manyStep(choice, then, []);
    const lit = choice.values.map((value) =>
      key(value.name, () => this.pick(choice, value, then), { look: "is-choice", note: value.note ?? "" }),
    );
    return { title: [this.title, word(`field-${choice.field}`)].join(". "), kind: "choice", content: [grid(lit), ...folded(choice.barred, isAway() && ((value) => this.pick(choice, value, then)))] };
  }

  manyStep(choice, then, drawing) {
    const taken = new Set();
    const done = key(word("go-on", { n: 0 }), () => {
      this.fields[choice.field] = [...taken];
      this.chosen.push(choice.values.filter(({ value }) => taken.has(value)).map(({ name }) => name).join(", "));
      then();
    }, { look: "is-now" });
    const count = done.querySelector("[data-key-text]");
    count.textContent = word("chosen", { n: 0 });
    const lit = choice.values.map((value) => {
      const made = key(value.name, () => {
        if (!taken.delete(value.value)) taken.add(value.value);
        made.setAttribute("aria-pressed", String(taken.has(value.value)));
        count.textContent = word("chosen", { n: taken.size });
      }, { look: "is-choice switch", note: value.note ?? "" });
      made.setAttribute("aria-pressed", "false");
      return made;
    });
    return { title: [this.title, word(`field-${choice.field}`)].join(". "), kind: "choice", content: [...drawing, grid(lit), ...folded(choice.barred)], keys: [done] };
  }

  // --- what only the table can tell ----------------------------------------------------------

  measure(template, choice) {
    const place = this.chosen.length;
    sheet.go(() => {
      this.chosen.length = place;
      const drawn = template.content.firstElementChild.cloneNode(true);
      this.fitDrawing(drawn);
      this.bindSwitches(drawn);
      const then = () => this.preview();
      if (choice?.many) return this.manyStep(choice, then, [drawn]);
      this.bindSlot(drawn, choice, then);
      const keys = choice ? [] : [key(word("go-on"), then, { look: "is-now" })];
      return { title: this.words, kind: "measure", content: [drawn], keys };
    });
  }

  // The zone of the gun that was chosen: parts that are for another arc stay hidden.
  fitDrawing(drawn) {
    const unit = document.querySelector(`[data-unit="${CSS.escape(this.option.unit ?? "")}"]`);
    const facts = Object.values(this.fields).flatMap((value) => {
      const found = unit?.querySelector(`[data-fact="${CSS.escape(String(value))}"]`);
      return found ? [found.dataset.means] : [];
    });
    for (const only of drawn.querySelectorAll("[data-only]")) only.hidden = !facts.includes(only.dataset.only);
    const shown = drawn.querySelectorAll("[data-only]:not([hidden])").length;
    for (const rest of drawn.querySelectorAll("[data-rest]")) rest.hidden = shown > 0;
  }

  bindSwitches(drawn) {
    for (const group of drawn.querySelectorAll("[data-yes-no]")) {
      const field = group.dataset.yesNo;
      const say = (value) => {
        if (value) delete this.fields[field];
        else this.fields[field] = false;
        for (const button of group.querySelectorAll("button")) {
          button.setAttribute("aria-pressed", String((button.dataset.answer === "yes") === value));
        }
        drawn.dataset.missing = drawn.querySelector("[data-answer=no][aria-pressed=true]") ? "1" : "";
      };
      say(this.fields[field] !== false);
      group.addEventListener("click", (event) => {
        const button = event.target.closest("[data-answer]");
        if (button) say(button.dataset.answer === "yes");
      });
    }
  }

  bindSlot(drawn, choice, then) {
    for (const button of drawn.querySelectorAll("[data-pick]")) {
      const value = choice?.values.find((each) => each.value === button.dataset.pick);
      button.disabled = !value;
      button.addEventListener("click", () => value && this.pick(choice, value, then));
    }
  }

  // --- hands, odds, and what was asked aloud -------------------------------------------------

  async preview() {
    const isShown = sheet.isOpen();
    try {
      if (isAway()) throw new Away();
      const { isDone, body, text } = await get(here().look, { command: JSON.stringify(this.command) });
      if (!isDone) return this.refused(text);
      this.told = body;
    } catch (fault) {
      if (!(fault instanceof Away)) throw fault;
      return this.away();
    }
    if (isShown && !sheet.isOpen()) return; // closed before anything was sent
    for (const ask of this.told.asks) this.asked.set(`${ask.field} ${ask.value}`, ask);
    const { legal, forecasts, rolls } = this.told;
    if (legal && !this.asked.size && !forecasts.length && !rolls.length) return this.give([]);
    if (this.isReady) sheet.renew();
    else this.ready();
  }

  ready() {
    this.isReady = true;
    sheet.go(() => this.readyStep());
  }

  readyStep() {
    const { legal, why, forecasts, asks, rolls } = this.told;
    const content = [];
    if (!legal) content.push(part("refusal", { refusal: why }));
    content.push(...forecasts.map(forecastShown));
    const open = new Set(asks.map((ask) => `${ask.field} ${ask.value}`));
    const shown = [...this.asked].filter(([name, ask]) => open.has(name) || this.isYes(ask));
    if (shown.length) content.push(this.asksShown(shown.map(([, ask]) => ask)));
    const odds = forecasts.length === 1 ? mainChance(forecasts[0].chances) : "";
    const roll = key(rolls.length ? word("roll-here") : word("write"), () => this.give([]), { look: "is-now", note: odds, disabled: !legal });
    const type = key(word("type-dice"), () => this.type(rolls), { disabled: !legal });
    return { title: this.words, kind: "ready", content, keys: rolls.length ? [type, roll] : [roll] };
  }

  isYes(ask) {
    return this.fields[ask.field] === ask.value;
  }

  asksShown(asks) {
    const box = part("asks");
    box.append(...asks.map((ask) => {
      const row = part("ask", { "ask-what": ask.name, "ask-who": ask.unit_name || ask.squadron_name, "ask-cost": ask.cost ? word("cost", { n: ask.cost }) : "" });
      for (const button of row.querySelectorAll("[data-answer]")) {
        const isYes = button.dataset.answer === "yes";
        button.setAttribute("aria-pressed", String(this.isYes(ask) === isYes));
        button.addEventListener("click", () => {
          if (isYes) this.fields[ask.field] = ask.value;
          else if (this.isYes(ask)) delete this.fields[ask.field];
          this.preview();
        });
      }
      return row;
    }));
    return box;
  }

  // --- dice ----------------------------------------------------------------------------------

  type(rolls) {
    sheet.go(() => this.padStep(rolls));
  }

  padStep(rolls) {
    const place = part("pad");
    const done = key(word("write"), () => this.give(this.pad.typed, { throwAll: true }), { look: "is-now" });
    this.pad = new Pad(place, rolls, (_typed, isFull) => (done.disabled = !isFull));
    return { title: this.words, kind: "pad", content: [place], keys: [done] };
  }

  // Without the server: the dice are typed in, their sizes said by hand where nobody foresaw them.
  away() {
    const { legal, choices, rolls: foreseen = [] } = this.option;
    if (legal && !choices.length && !foreseen.length) return this.give([]); // known to need no dice
    const rolls = foreseen.length ? foreseen : [{ sides: [6, 6], isLoose: true }, { sides: [6, 6], isLoose: true }];
    sheet.go(() => ({
      title: this.words,
      kind: "ready",
      content: [part("refusal", { refusal: word("away-now") })],
      keys: [
        key(word("type-dice"), () => this.type(rolls)),
        ...(foreseen.length ? [] : [key(word("no-dice"), () => this.give([]), { look: "is-now" })]),
      ],
    }));
  }

  async give(typed, { throwAll = false, again = false } = {}) {
    const isProbe = throwAll && typed.length === 0;
    const isTyped = typed.length > 0;
    if (!isTyped && isAway() && this.told?.rolls.length) return this.refused(word("away-dice"));
    sheet.instead(() => this.waitStep());
    const order = { command: this.command, typed, throwAll, again, isProbe, told: this.words };
    const how = await send(order);
    if (how.state === "done") return this.result(how);
    if (how.state === "wanted") return this.more(typed, how.wanted);
    if (how.state === "same") return this.same(how, () => this.give(typed, { throwAll, again: true }));
    if (how.state === "waiting") return this.waiting();
    if (how.state === "away") return this.away();
    return this.refused(how.text);
  }

  waitStep() {
    return { title: this.words, kind: "wait", content: [part("wait")] };
  }

  // The dice so far lead to another roll: the pad goes on with it.
  more(typed, wanted) {
    const rolls = (this.pad?.rolls ?? []).slice(0, typed.length);
    sheet.instead(() => {
      const step = this.padStep([...rolls, wanted]);
      for (const [at, faces] of typed.entries()) this.pad.rolls[at].faces = faces;
      this.pad.at = [typed.length, 0];
      this.pad.draw();
      return step;
    });
  }

  // --- how it went ---------------------------------------------------------------------------

  refused(text) {
    const step = () => ({
      title: this.words,
      kind: "said",
      content: [part("refusal", { refusal: text })],
      keys: [key(word("understood"), () => sheet.close())],
    });
    if (sheet.step() === "wait") sheet.instead(step);
    else sheet.go(step);
  }

  same({ text }, another) {
    sheet.instead(() => ({
      title: this.words,
      kind: "said",
      content: [part("refusal", { refusal: text })],
      keys: [key(word("another"), another), key(word("same"), () => sheet.close(), { look: "is-now" })],
    }));
  }

  waiting() {
    const { unit } = this.option;
    if (unit) return document.dispatchEvent(new CustomEvent("table:waiting", { detail: { unit } }));
    sheet.end(() => ({
      title: this.words,
      kind: "said",
      content: [part("waiting")],
      keys: [key(word("understood"), () => sheet.close(), { look: "is-now" })],
    }));
  }

  async result({ told, dice, done: { line: number } }) {
    const foreseen = this.pad?.rolls ?? this.told?.rolls ?? [];
    const rolls = dice.map((faces, at) => ({ ...fitting(faces, foreseen[at]), faces }));
    document.dispatchEvent(new CustomEvent("table:given", { detail: { number } }));
    await options.loadAfter(number);
    const detail = { unit: this.option.unit, told, number };
    if (!sheet.isOpen()) return;
    if (!rolls.length) return document.dispatchEvent(new CustomEvent("table:done", { detail }));
    sheet.end(() => {
      const shown = part("result", { told });
      shown.querySelector("[data-thrown]").append(...rollsShown(rolls));
      const next = options.ofTable().filter((option) => option.legal && !isAside(option));
      return {
        title: this.words,
        kind: "result",
        content: [shown],
        keys: [
          key(word("undo"), () => undo(number)),
          ...next.slice(0, 3).map((option) => key(option.title, () => begin(option), { look: "is-now", note: options.detail(option) })),
          key(word("on"), () => document.dispatchEvent(new CustomEvent("table:done", { detail })), { look: next.length ? "" : "is-now" }),
        ],
      };
    });
  }
}

// Which dice they were, where somebody foresaw them; else the smallest that can lie so.
function fitting(faces, roll) {
  const fits = roll?.sides.length === faces.length && faces.every((face, at) => face <= roll.sides[at]);
  return fits ? roll : { sides: faces.map((face) => (face <= 6 ? 6 : 12)) };
}

// --- pieces ----------------------------------------------------------------------------------

export function grid(keys) {
  const made = document.createElement("div");
  made.className = "keys";
  made.append(...keys);
  return made;
}

// What cannot be chosen, with the reason in words; each reason once.
export function barred(values, pick = null) {
  if (!values.length) return [];
  const made = part("barred");
  const list = made.querySelector("[data-barred]");
  const reasons = new Map();
  for (const value of values) {
    reasons.set(value.why, [...(reasons.get(value.why) ?? []), value]);
  }
  for (const [reason, those] of reasons) {
    const row = part("barred-line", { "barred-why": reason });
    const names = row.querySelector("[data-barred-what]");
    if (pick) names.replaceChildren(...those.map((value) => key(value.name, () => pick(value), { look: "is-queued" })));
    else names.textContent = those.map(({ name }) => name).join(", ");
    list.append(row);
  }
  return [made];
}

// The same behind a line to tap: who may not be chosen is rarely asked about.
function folded(values, pick = null) {
  const [shown] = barred(values, pick);
  if (!shown) return [];
  const made = document.createElement("details");
  const head = document.createElement("summary");
  head.textContent = `${shown.querySelector("h3").textContent}: ${values.length}`;
  made.className = "fold-small";
  made.open = Boolean(pick);
  shown.querySelector("h3").remove();
  made.append(head, shown);
  return [made];
}

function mainChance(chances) {
  const [name, chance] = Object.entries(chances)[0] ?? [];
  return name ? `${word(`chance-${name}`)} ${percent(chance)}` : "";
}

// The chances by name; how many hits it may be only where it is asked for.
function chancesShown(chances, isCounted = false) {
  const wanted = Object.entries(chances).filter(([name, chance]) => chance >= 0.005 && name.startsWith("rolls-") === isCounted);
  return wanted.map(([name, chance]) => `${word(`chance-${name}`)} ${percent(chance)}`).join(" · ");
}

function handShown(hand) {
  const made = part("hand", { "hand-who": hand.who_name, "hand-dice": hand.dice, "hand-base": hand.base === hand.dice ? "" : hand.base });
  const list = made.querySelector("[data-hand-why]");
  list.append(...hand.modifiers.map(({ name, shift, bonus }) => {
    const steps = shift ? `${signed(shift)}DT` : "";
    return part("modifier", { "modifier-name": name, "modifier-what": [steps, bonus ? signed(bonus) : ""].filter(Boolean).join(" ") });
  }));
  return made;
}

const signed = (number) => (number > 0 ? `+${number}` : `−${-number}`);

function forecastShown({ target_name: target, own, other, chances, points }) {
  const made = part("forecast", { "forecast-target": target, "forecast-odds": chancesShown(chances), "forecast-counts": chancesShown(chances, true) });
  made.querySelector("[data-forecast-hands]").append(...[own, other].filter(Boolean).map(handShown));
  const list = made.querySelector("[data-forecast-points]");
  const changes = Object.values(points);
  list.append(...changes.map(({ name, chances: changed }) => part("point", { "point-name": name, "point-odds": chancesShown(changed) })));
  list.hidden = changes.length === 0;
  return made;
}

// Kinds of the table that nobody is waiting for: they stand aside, behind «the table».
export const isAside = (option) => (document.getElementById("words").dataset.aside ?? "").split(" ").includes(option.kind);

export function begin(option, name = "") {
  const flow = new Flow(option, name);
  if (!sheet.isOpen() || sheet.step() === "result") sheet.reset(option.unit ?? "");
  return flow.begin();
}

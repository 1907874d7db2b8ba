// Dice as they lie: drawn from the templates of their shapes, and big pads to type them in.
import { word } from "./server.js";

const SHAPES = [4, 6, 8, 10, 12, 20];

// A die with a face, or an empty one.
export function die(sides, face) {
  const shape = SHAPES.find((each) => each >= sides) ?? 20;
  const drawn = document.querySelector(`template[data-die="${shape}"]`).content;
  const made = drawn.firstElementChild.cloneNode(true);
  made.querySelector("[data-face]").textContent = face ?? "";
  made.classList.toggle("is-empty", face === undefined || face === null);
  return made;
}

// Rolls side by side: who throws what, and the sum.
export function rollsShown(rolls) {
  return rolls.map((roll) => {
    const row = document.createElement("div");
    row.className = "thrown";
    const name = document.createElement("span");
    name.className = "thrown-who";
    name.textContent = [roll.roller_name, roll.purpose_name].filter(Boolean).join(" · ");
    const dice = document.createElement("span");
    dice.className = "thrown-dice";
    const faces = roll.faces ?? [];
    dice.append(...faces.map((face, at) => die(roll.sides?.[at] ?? 6, face)));
    const sum = document.createElement("b");
    sum.className = "thrown-sum";
    sum.textContent = faces.length > 1 ? String(faces.reduce((one, other) => one + other, 0)) : "";
    row.append(name, dice, sum);
    return row;
  });
}

// Pads: `rolls` are [{sides, roller, purpose, isLoose}]; a loose roll lets its die be chosen.
// `changed(typed, isFull)` is called after each tap.
export class Pad {
  constructor(place, rolls, changed) {
    this.place = place;
    this.changed = changed;
    this.rolls = rolls.map((roll) => ({ ...roll, faces: roll.sides.map(() => null) }));
    this.at = [0, 0];
    place.addEventListener("click", (event) => this.press(event));
    this.draw();
  }

  get typed() {
    return this.rolls.map((roll) => (roll.isServers ? null : roll.faces));
  }

  get isFull() {
    return this.rolls.every((roll) => roll.isServers || roll.faces.every((face) => face !== null));
  }

  add(roll) {
    this.rolls.push({ ...roll, faces: roll.sides.map(() => null) });
    this.at = [this.rolls.length - 1, 0];
    this.draw();
  }

  press(event) {
    const key = event.target.closest("button");
    if (!key) return;
    const { face, slot, sides, less, more } = key.dataset;
    if (face) this.type(Number(face));
    else if (slot) this.at = slot.split(" ").map(Number);
    else if (sides) this.resize(Number(sides));
    else if (less !== undefined) this.count(-1);
    else if (more !== undefined) this.add({ sides: [6, 6], isLoose: true });
    else return;
    this.draw();
  }

  type(face) {
    const [row, place] = this.at;
    this.rolls[row].faces[place] = face;
    this.at = this.nextEmpty() ?? this.at;
  }

  nextEmpty() {
    for (const [row, roll] of this.rolls.entries()) {
      const place = roll.isServers ? -1 : roll.faces.indexOf(null);
      if (place >= 0) return [row, place];
    }
    return null;
  }

  resize(sides) {
    const roll = this.rolls[this.at[0]];
    roll.sides = roll.sides.map(() => sides);
    roll.faces = roll.faces.map(() => null);
    this.at = [this.at[0], 0];
  }

  count(step) {
    if (step < 0 && this.rolls.length > 1 && this.rolls.at(-1).isLoose) this.rolls.pop();
    this.at = this.nextEmpty() ?? [this.rolls.length - 1, 0];
  }

  draw() {
    const rows = this.rolls.map((roll, row) => this.row(roll, row));
    this.place.replaceChildren(...rows, this.keys());
    this.changed(this.typed, this.isFull);
  }

  row(roll, row) {
    const made = document.createElement("div");
    made.className = "pad-row";
    const name = document.createElement("span");
    name.className = "pad-who";
    name.textContent = [roll.roller_name, roll.purpose_name].filter(Boolean).join(" · ") || word("roll", { n: row + 1 });
    const slots = roll.faces.map((face, place) => this.slot(roll, face, row, place));
    const sum = document.createElement("b");
    sum.className = "pad-sum";
    const isKnown = roll.faces.every((face) => face !== null);
    sum.textContent = isKnown && roll.faces.length > 1 ? String(roll.faces.reduce((a, b) => a + b, 0)) : "";
    made.append(name, ...slots, sum);
    return made;
  }

  slot(roll, face, row, place) {
    const made = document.createElement("button");
    made.type = "button";
    made.className = "pad-slot";
    made.dataset.slot = `${row} ${place}`;
    const isNow = this.at[0] === row && this.at[1] === place;
    made.setAttribute("aria-pressed", String(isNow));
    made.setAttribute("aria-label", `d${roll.sides[place]}: ${face ?? "?"}`);
    made.append(die(roll.sides[place], face ?? undefined));
    return made;
  }

  keys() {
    const roll = this.rolls[this.at[0]];
    const made = document.createElement("div");
    made.className = "pad";
    const sides = roll?.sides[this.at[1]] ?? 6;
    made.dataset.sides = String(sides);
    if (roll?.isLoose) made.append(this.shapes(sides));
    for (let face = 1; face <= sides; face += 1) made.append(this.key(face));
    return made;
  }

  key(face) {
    const made = document.createElement("button");
    made.type = "button";
    made.className = "pad-key";
    made.dataset.face = String(face);
    made.textContent = String(face);
    return made;
  }

  // A roll that the phone cannot foresee without the server: which dice is said here.
  shapes(chosen) {
    const made = document.createElement("div");
    made.className = "pad-shapes";
    for (const sides of SHAPES) {
      const key = document.createElement("button");
      key.type = "button";
      key.className = "chip-key";
      key.dataset.sides = String(sides);
      key.setAttribute("aria-pressed", String(sides === chosen));
      key.textContent = `d${sides}`;
      made.append(key);
    }
    for (const [name, text] of [["less", "−"], ["more", "+"]]) {
      const key = document.createElement("button");
      key.type = "button";
      key.className = "chip-key";
      key.dataset[name] = "";
      key.setAttribute("aria-label", word(`roll-${name}`));
      key.textContent = text;
      made.append(key);
    }
    return made;
  }
}

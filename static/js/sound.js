// Sound: off, on, or wanted and waiting for a touch. What sounds is decided in sounds.js from what
// the page shows; everything that sounds also stands on the page.
import { gameNow } from "./countdown.js";
import { decide, tolls } from "./sounds.js";
import { isRunning, isThere, play, sleep, wake } from "./synth.js";

const KEY = "tsup-sound";
const TOLL_EVERY = 15000; // ms between two bells of the last minute
const SAME = 1500; // ms in which one cause may reach the page twice, by two regions
const switches = document.querySelectorAll("[data-sound]");
let isWanted = read();
let known = null;
let quiet = new Set();
let tolledAt = 0;
let isAsked = false;
const playedAt = new Map();

function read() {
  try {
    return localStorage.getItem(KEY) === "on";
  } catch {
    return false; // storage is shut: the wish holds for this page only
  }
}

function keep() {
  try {
    localStorage.setItem(KEY, isWanted ? "on" : "off");
  } catch {
    // nothing to do: see above
  }
}

function show() {
  let state = isWanted ? "blocked" : "off";
  if (isWanted && isRunning()) state = "on";
  for (const button of switches) {
    button.dataset.state = state;
    button.setAttribute("aria-pressed", String(state === "on"));
  }
}

async function turn() {
  if (isWanted && isRunning()) {
    isWanted = false;
    sleep();
  } else {
    isWanted = true;
    await wake(show);
    sound("bell");
  }
  keep();
  show();
}

// The wish outlived a reload, the browser's leave did not: the first touch anywhere gives it back.
async function retry(event) {
  if (!isWanted || isRunning() || event.target.closest?.("[data-sound]")) return;
  await wake(show);
  show();
}

function sound(name) {
  const now = performance.now();
  if (!isWanted || !isRunning() || now - (playedAt.get(name) ?? -Infinity) < SAME) return;
  playedAt.set(name, now);
  play(name);
  document.dispatchEvent(new CustomEvent("sound:played", { detail: name }));
}

function cards() {
  const signals = document.querySelectorAll("#signals [data-signal]");
  const found = signals.length
    ? [...signals].map(({ dataset: { signal, kind, state } }) => [signal, { kind, state }])
    : [...document.querySelectorAll("[data-card-state]")].map(({ id, dataset }) => [
        id.replace("card-", ""),
        { kind: dataset.kind, state: dataset.cardState },
      ]);
  return new Map(found);
}

function look() {
  const chorus = (document.getElementById("chorus") ?? document.getElementById("ring"))?.dataset;
  const unseen = document.querySelectorAll("#signals [data-unseen]");
  const lasting = '.countdown[data-level="last"]'; // on the ribbon, or in a game master's hand
  const last = document.querySelectorAll(`#ribbon .tape:has(${lasting}), #deadlines li:has(${lasting})`);
  return {
    cards: cards(),
    unseen: new Set([...unseen].map((item) => item.dataset.signal)),
    last: new Set([...last].map(({ hash, id }) => (hash || id).replace(/^#card-|^deadline-/, ""))),
    chorus: chorus?.state ? { id: chorus.chorus, state: chorus.state } : null,
  };
}

function listen() {
  isAsked = false;
  const after = look();
  const names = decide(known, after);
  known = after;
  names.forEach(sound);
  if (names.includes("bell")) tolledAt = performance.now();
}

// A frame swaps several regions one after another: they are one change.
function soon() {
  if (isAsked) return;
  isAsked = true;
  setTimeout(listen);
}

function toll() {
  const isClockRunning = Boolean(document.getElementById("clock")?.dataset.since) && gameNow() >= 0;
  quiet = new Set([...quiet].filter((id) => known.last.has(id)));
  if (performance.now() - tolledAt < TOLL_EVERY) return;
  if (!tolls(known, { quiet, isRunning: isClockRunning })) return;
  tolledAt = performance.now();
  sound("bell");
}

function start() {
  known = look();
  quiet = known.last;
  document.addEventListener("live:swapped", soon);
  document.addEventListener("countdown:level", soon);
  for (const name of ["pointerup", "keyup"]) document.addEventListener(name, retry);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && isWanted) wake(show).then(show);
  });
  for (const button of switches) button.addEventListener("click", turn);
  setInterval(toll, 1000);
  if (isWanted) wake(show).then(show);
  show();
}

if (switches.length && isThere()) start();
else for (const button of switches) button.hidden = true;

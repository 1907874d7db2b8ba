// Every countdown of the page by one timer: game time left, by the server's clock.
import { serverNow } from "./servertime.js";

const EVERY = 250; // ms: no two screens differ by more than a second
const LAST = 60000; // ms of game time
const SOON = 33; // per cent of the time given
const CALM_STEP = 5; // per cent: with reduced motion a bar moves rarely
const isCalm = matchMedia("(prefers-reduced-motion: reduce)");

// Milliseconds of game time: running time only, so it stands during a pause.
export function gameNow() {
  const clock = document.getElementById("clock")?.dataset;
  if (!clock) return NaN;
  const { base, since, speed } = clock;
  return Number(base) + (since ? (serverNow() - Number(since)) * Number(speed || 1) : 0);
}

function inWords(left) {
  const seconds = Math.ceil(left / 1000);
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const two = (value) => String(value).padStart(2, "0");
  const start = hours ? `${hours}:${two(minutes)}` : String(minutes);
  return `${start}:${two(seconds % 60)}`;
}

function level(left, share) {
  if (left <= LAST) return "last";
  return share <= SOON ? "soon" : "calm";
}

function write(element, now) {
  const due = Number(element.dataset.due);
  const left = Math.max(0, due - now);
  const given = due - Number(element.dataset.issued ?? now);
  const exact = given > 0 ? Math.min(100, (left / given) * 100) : 0;
  const step = isCalm.matches ? CALM_STEP : 1;
  const share = String(Math.ceil(exact / step) * step);
  const text = inWords(left);
  if (element.textContent !== text) {
    element.setAttribute("aria-live", "off"); // ears hear milestones, not seconds
    element.textContent = text;
  }
  if (element.dataset.share !== share) {
    element.dataset.share = share;
    element.style.setProperty("--share", share);
  }
  const stage = level(left, exact);
  if (element.dataset.level !== stage) {
    const isFirst = !element.dataset.level;
    element.dataset.level = stage;
    if (!isFirst) element.dispatchEvent(new CustomEvent("countdown:level", { bubbles: true }));
  }
}

function tick() {
  const now = gameNow();
  if (Number.isNaN(now)) return;
  for (const element of document.querySelectorAll(".countdown[data-due]")) write(element, now);
}

tick();
document.addEventListener("live:swapped", tick);
setInterval(tick, EVERY);

// Instruments: a dial sweeps from its old value, a tally grows, the clock face counts.
import { gameNow } from "./countdown.js";

const SWEEP = { duration: 900, easing: "cubic-bezier(0.3, 0.9, 0.3, 1)" };
const DEGREES_PER_SHARE = 2.4; // the scale runs 240 degrees
const seen = new Map(); // what each instrument showed last
const isCalm = matchMedia("(prefers-reduced-motion: reduce)");

const number = (text) => Number(text) || 0;
const dash = (share) => ({ strokeDasharray: `${share} 200` });

function sweep(element, from, to) {
  if (!isCalm.matches && from !== to) element?.animate([dash(from), dash(to)], SWEEP);
}

function showDial(dial) {
  const now = {
    share: number(dial.dataset.share),
    free: number(dial.dataset.free),
    balance: number(dial.dataset.balance),
  };
  const old = seen.get(dial.dataset.dial);
  seen.set(dial.dataset.dial, now);
  if (!old) return;
  sweep(dial.querySelector(".dial-promised"), old.share, now.share);
  sweep(dial.querySelector(".dial-free"), old.free, now.free);
  if (old.balance === now.balance) return;
  dial.classList.add("is-changed");
  const turn = (old.share - now.share) * DEGREES_PER_SHARE;
  if (isCalm.matches || !turn) return;
  const swing = [
    { transform: `rotate(${turn}deg)` },
    { transform: `rotate(${-turn * 0.06}deg)`, offset: 0.75 },
    { transform: "rotate(0deg)" },
  ];
  dial.querySelector(".dial-needle")?.animate(swing, { duration: 1200, easing: "ease-out" });
}

function showBar(bar) {
  const key = `tally-${bar.dataset.tally}`;
  const share = number(bar.dataset.share);
  if (seen.has(key)) sweep(bar, seen.get(key), share);
  seen.set(key, share);
}

function showRing(ring) {
  const key = `ring-${ring.dataset.chorus}`;
  const share = number(ring.dataset.share);
  sweep(ring.querySelector(".ring-fill"), seen.get(key) ?? share, share);
  seen.set(key, share);
}

// Game time in words, for the face and for moments in lists.
function inHours(ms) {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const two = (value) => String(value).padStart(2, "0");
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

function tellTime() {
  const face = document.querySelector("[data-clock-face]");
  const text = inHours(gameNow());
  if (face && face.textContent !== text) face.textContent = text;
}

function writeMoments() {
  for (const moment of document.querySelectorAll("time[data-at]:not([data-told])")) {
    const text = inHours(number(moment.dataset.at)).replace(/:\d\d$/, "");
    moment.textContent = text;
    moment.dataset.told = "1";
  }
}

function refresh() {
  document.querySelectorAll("[data-dial]").forEach(showDial);
  document.querySelectorAll("[data-tally]").forEach(showBar);
  document.querySelectorAll("#ring[data-chorus]").forEach(showRing);
  writeMoments();
  tellTime();
}

refresh();
document.addEventListener("live:swapped", refresh);
setInterval(tellTime, 250);

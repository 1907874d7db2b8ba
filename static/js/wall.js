// The wall: keeps the screen awake where the browser lets it; shows the parts of a card one after
// the other, large enough to be read across a room; holds up a card whose time ran out.
import { gameNow } from "./countdown.js";
import { serverNow } from "./servertime.js";

const PART_FOR = 14000; // ms that one part of the card stays
const TURNED_FOR = 15000; // ms that a failed card stays in view
const SMALLEST = 0.62; // share of the type size below which text is cut rather than shrunk
let seen = { moment: "", at: 0 }; // the failed card held up last

async function stayAwake() {
  try {
    await navigator.wakeLock?.request("screen");
  } catch {
    // not a secure context, or refused: the house's own power settings decide
  }
}

function overflows(text) {
  return text.scrollHeight > text.clientHeight + 1;
}

function fit() {
  const text = document.querySelector("#stage .stage-card .stage-parts");
  if (!text) return;
  let share = 1;
  text.style.removeProperty("font-size");
  const size = parseFloat(getComputedStyle(text).fontSize);
  while (share > SMALLEST && overflows(text)) {
    share -= 0.04;
    text.style.fontSize = `${size * share}px`;
  }
}

// Counted from the server's clock, so that a push does not begin the round anew.
function turnParts() {
  const parts = [...document.querySelectorAll("#stage [data-parts] > [data-part]")];
  const index = Math.floor(serverNow() / PART_FOR) % (parts.length || 1);
  const isNew = parts.length > 0 && !parts[index].classList.contains("is-shown");
  parts.forEach((part, i) => part.classList.toggle("is-shown", i === index));
  if (isNew) fit();
}

// By the game's clock, so that a page loaded later does not begin anew; and by the server's, since
// in a pause and after the end the game's clock stands.
function holdTurned() {
  const turned = document.querySelector("#stage [data-turned]");
  if (!turned) return;
  const moment = turned.dataset.turned;
  if (seen.moment !== moment) seen = { moment, at: serverNow() };
  const isNew = gameNow() - Number(moment) < TURNED_FOR;
  turned.hidden = !(isNew && serverNow() - seen.at < TURNED_FOR);
}

function look() {
  turnParts();
  holdTurned();
}

document.addEventListener("visibilitychange", () => {
  if (!document.hidden) stayAwake();
});
addEventListener("resize", fit);
stayAwake();
document.fonts?.ready.then(fit);
look();
fit();
setInterval(look, 1000);
document.addEventListener("live:swapped", (event) => {
  if (event.detail.id !== "stage") return;
  look();
  fit();
});

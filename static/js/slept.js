// «While you slept»: who comes back after more than a minute sees three lines until they press
// «I see». What was last seen is kept on this device, so a reload does not lose it.
import { place } from "./handsoff.js";

const ASLEEP = 60000; // ms
const KEY = `tsup-seen-${document.body.dataset.board}-${document.body.dataset.person}`;
const box = document.getElementById("slept");
let seen = read();

function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {}; // storage is shut: the page itself remembers
  }
}

function keep(next) {
  seen = next;
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // nothing to do: see above
  }
}

async function tell(since) {
  try {
    const answer = await fetch(`/slept/?since=${since}`, { cache: "no-store" });
    if (answer.status === 204) return acknowledge();
    if (!answer.ok) return;
    box.innerHTML = await answer.text();
    box.hidden = false;
  } catch {
    // no network yet: the next look asks again
    asked = false;
  }
}

function acknowledge() {
  box.hidden = true;
  box.replaceChildren();
  asked = false;
  keep({ at: Date.now(), seq: place.seq });
}

let asked = false;
function look() {
  if (document.hidden) return;
  const now = Date.now();
  if (seen.since === undefined && seen.at && now - seen.at > ASLEEP) {
    keep({ ...seen, since: seen.seq ?? 0 });
  }
  if (seen.since === undefined) return keep({ at: now, seq: place.seq });
  if (asked) return;
  asked = true;
  tell(seen.since);
}

box?.addEventListener("click", (event) => {
  if (event.target.closest("[data-slept-ack], a")) acknowledge();
});
if (box) {
  look();
  setInterval(look, 1000);
  document.addEventListener("visibilitychange", look);
}

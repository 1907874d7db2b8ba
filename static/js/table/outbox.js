// Orders go out one after the other, each with a key of its own, so that each is applied once.
// What the network keeps back waits here; what has become illegal comes back with its reason.
import { Away, here, isAway, newKey, person, post, word } from "./server.js";
import { all, drop, keep } from "./store.js";

const AGAIN = 2500; // ms between tries while something waits
const watchers = new Map(); // key → what to tell whoever gave the order
let isSending = false;
let lastPlace = 0;

const isMine = (order) => order.person === person();
const ofState = async (state) => (await all()).filter((order) => isMine(order) && order.state === state);

// Resolves with how it went: done, refused, wanted (more dice), same (somebody recorded it), waiting.
export async function send(order) {
  lastPlace = Math.max(lastPlace + 1, Date.now());
  const kept = {
    key: newKey(),
    place: lastPlace,
    person: person(),
    state: "waiting",
    url: here().act,
    seen: Number(here().number),
    ...order,
  };
  await keep(kept);
  const answer = new Promise((tell) => watchers.set(kept.key, tell));
  await flush();
  if (watchers.has(kept.key)) await leave(kept);
  return answer;
}

// The network kept it back. A probe only asked which dice are wanted: it is not left to wait, or the
// server would throw them by itself.
async function leave(order) {
  if (order.isProbe) return settle(order, { state: "away" });
  watchers.get(order.key)({ state: "waiting" });
  watchers.delete(order.key);
}

async function flush() {
  if (isSending) return;
  isSending = true;
  try {
    for (let next = await first(); next; next = await first()) await deliver(next);
  } catch (fault) {
    if (!(fault instanceof Away)) throw fault;
  } finally {
    isSending = false;
    await draw();
  }
}

async function first() {
  return (await ofState("waiting"))[0];
}

async function deliver(order) {
  const isWatched = watchers.has(order.key);
  if (isAway()) throw new Away();
  const { command, typed, seen, again } = order;
  // What waited comes back when it lacks dice: the server throws none that nobody asked it for.
  const sent = { command, dice: typed, seen, again: Boolean(again), throw_all: isWatched ? order.throwAll : !order.isRolled };
  const { isDone, body, text } = await post(order.url, sent, order.key);
  if (isDone) return settle(order, { state: "done", ...body });
  if (body.wanted && isWatched) return settle(order, { state: "wanted", wanted: body.wanted });
  if (isWatched) return settle(order, { state: body.same ? "same" : "refused", text });
  await keep({ ...order, state: "refused", text, isSame: Boolean(body.same), isShort: Boolean(body.wanted) });
}

async function settle(order, how) {
  await drop(order.key);
  watchers.get(order.key)?.(how);
  watchers.delete(order.key);
}

// --- what the page shows of it ---------------------------------------------------------------

function line(order) {
  const item = document.getElementById("outbox-line").content.firstElementChild.cloneNode(true);
  item.dataset.state = order.state;
  item.dataset.key = order.key;
  item.querySelector("[data-outbox-what]").textContent = order.told;
  item.querySelector("[data-outbox-dice]").textContent = order.typed
    .map((faces) => faces?.join(" + ") ?? "…")
    .join("; ");
  item.querySelector("[data-outbox-why]").textContent = order.text ?? "";
  const again = item.querySelector("[data-outbox-again]");
  again.hidden = order.state === "waiting";
  if (order.isSame) again.textContent = again.dataset.anew;
  if (order.isShort) again.textContent = word("roll-here");
  return item;
}

async function draw() {
  const box = document.getElementById("outbox");
  if (!box) return;
  const orders = (await all()).filter(isMine);
  const waiting = orders.filter((order) => order.state === "waiting").length;
  box.hidden = orders.length === 0;
  box.dataset.waiting = String(waiting);
  box.dataset.refused = String(orders.length - waiting);
  box.querySelector("[data-outbox-count]").textContent = String(waiting);
  box.querySelector("[data-outbox-lines]").replaceChildren(...orders.map(line));
}

async function press(event) {
  const item = event.target.closest?.("#outbox [data-key]");
  if (!item) return;
  const order = (await all()).find((each) => each.key === item.dataset.key);
  if (!order) return;
  if (event.target.closest("[data-outbox-drop]")) {
    await drop(order.key);
  } else if (event.target.closest("[data-outbox-again]")) {
    lastPlace = Math.max(lastPlace + 1, Date.now());
    const fresh = { key: newKey(), place: lastPlace, state: "waiting", text: "", isSame: false, isShort: false };
    await drop(order.key);
    await keep({ ...order, ...fresh, seen: Number(here().number), again: order.isSame, isRolled: order.isShort });
    await flush();
  }
  await draw();
}

document.addEventListener("click", press);
addEventListener("online", () => setTimeout(flush, 200));
setInterval(async () => !isAway() && (await first()) && flush(), AGAIN);
flush();

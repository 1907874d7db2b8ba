// The link to the server. htmx's ws extension carries the socket; when it comes back, pings, gaps,
// the fallback without a socket and what the page says about it are decided here.
import { place, take } from "./handsoff.js";
import { doubt, learn } from "./servertime.js";
import { fetchAll, sinceFetch } from "./whole.js";

const FINAL = [4401, 4403, 4404]; // no seat, seat revoked, no such board: do not come back
const NEVER = 2 ** 31 - 1; // ms; the extension would come back by itself on four codes only
const JITTER = 3000;
const OPEN_LIMIT = 5000;
const PING_EVERY = 4000;
const PONG_LIMIT = 2000; // after a sleep: no answer by then means the socket only looks open
const REACH_LIMIT = 700; // after a command: its push is here, or we fetch
const LATE_AFTER = 3000;
const LOST_AFTER = 10000; // from then on the page fetches by itself
const FETCH_EVERY = 5000;

const link = document.getElementById("link");
const isOpen = () => socket?.readyState === WebSocket.OPEN;
const fetchBoard = () => fetchAll((status) => stop(4000 + status));
const since = (moment) => performance.now() - moment;
let socket = null;
let wrapper = null; // the extension's handle on the socket
let comeback = 0;
let downAt = performance.now(); // when the socket went away; null while it is open
let wasOpen = false;
let end = 0; // the code after which there is no coming back
let answered = 0; // number of the last answered ping
let unanswered = 0;
let askedAt = 0;
let tickedAt = Date.now();

function ping() {
  if (!isOpen() || since(askedAt) < 500) return;
  if (unanswered >= 2) return renew();
  unanswered += 1;
  askedAt = performance.now();
  socket.send(JSON.stringify({ ping: answered + 1, seq: place.seq, epoch: place.epoch }));
}

function pong({ pong: number, now, epoch, seq }) {
  learn(now, askedAt);
  answered = number;
  unanswered = 0;
  if (epoch !== place.epoch || seq > place.seq) fetchBoard();
  show();
}

function open(url) {
  if (socket) {
    socket.onopen = socket.onclose = socket.onerror = null; // what is given up has no say
    socket.close();
  }
  const made = new WebSocket(url);
  socket = made;
  setTimeout(() => made.readyState === WebSocket.CONNECTING && made.close(), OPEN_LIMIT);
  return made;
}

function renew() {
  clearTimeout(comeback);
  if (end || !wrapper) return;
  downAt ??= performance.now();
  wrapper.reconnect();
}

function stop(code) {
  end = code;
  clearTimeout(comeback);
  socket?.close();
  show();
}

// Back from a sleep: a socket may look open and be dead, and clocks may have been set.
function check() {
  if (end) return;
  doubt();
  fetchBoard();
  if (!isOpen()) return renew();
  unanswered = Math.min(unanswered, 1);
  ping();
  const waiting = answered;
  setTimeout(() => answered === waiting && renew(), PONG_LIMIT);
}

function show() {
  const down = downAt === null ? 0 : since(downAt);
  const silent = unanswered ? since(askedAt) : 0;
  let state = Math.max(down, silent) > LATE_AFTER ? "late" : "live";
  if (end || down > LOST_AFTER) state = "lost";
  document.body.dataset.link = state;
  const words = end ? `code-${end}` : state;
  if (!link || link.dataset.state === words) return;
  link.dataset.state = words;
  link.textContent = link.getAttribute(`data-${words}`) ?? "";
}

function tick() {
  const jump = Date.now() - tickedAt;
  tickedAt = Date.now();
  if (Math.abs(jump) > 5000) check();
  const isDown = !end && downAt !== null && since(downAt) > LOST_AFTER;
  if (isDown && !document.hidden && sinceFetch() > FETCH_EVERY) fetchBoard();
  show();
}

htmx.config.wsReconnectDelay = () => NEVER;
htmx.createWebSocket = open;
document.addEventListener("htmx:wsOpen", ({ detail }) => {
  wrapper = detail.socketWrapper;
  downAt = null;
  unanswered = 0;
  askedAt = -Infinity;
  ping();
  if (wasOpen) fetchBoard();
  wasOpen = true;
  show();
});
document.addEventListener("htmx:wsClose", ({ detail }) => {
  if (detail.event.target !== socket) return;
  wrapper = detail.socketWrapper;
  downAt ??= performance.now();
  if (FINAL.includes(detail.event.code)) return stop(detail.event.code);
  comeback = setTimeout(renew, Math.random() * JITTER);
});
document.addEventListener("htmx:wsBeforeMessage", (event) => {
  event.preventDefault();
  const { message } = event.detail;
  if (message.startsWith("{")) pong(JSON.parse(message));
  else if (!take(message)) fetchBoard();
});
document.addEventListener("live:reach", ({ detail: { seq, epoch } }) => {
  const isThere = () => place.epoch === epoch && place.seq >= seq;
  if (isThere()) return;
  if (!isOpen()) fetchBoard();
  else setTimeout(() => isThere() || fetchBoard(), REACH_LIMIT);
});
document.addEventListener("visibilitychange", () => document.hidden || check());
addEventListener("pageshow", (event) => event.persisted && check());
addEventListener("online", check);
setInterval(ping, PING_EVERY);
setInterval(tick, 1000);

// The ceremony: raised when a chorus opens, let go some seconds after it ended. Enter speaks.
const LETS_GO_AFTER = 8000; // ms that a finished chorus stays in view
const ceremony = document.getElementById("ceremony");
const back = document.querySelector("[data-ceremony-return]");
const isWall = document.body.dataset.board === "screen";
let shown = null; // «id state» handled last
let isFolded = false;
let letGo = 0;

const chorus = () => document.getElementById("chorus");
const me = () => document.getElementById("me");

function isMine() {
  return me()?.dataset.chorus === chorus()?.dataset.chorus && me()?.dataset.chorus !== "0";
}

function standing() {
  if (!me()) return "out";
  if (!isMine()) return "out";
  return me().dataset.spoken === "1" ? "spoken" : "in";
}

function say(text) {
  const place = document.querySelector('[data-say="urgent"]');
  if (place) place.textContent = text;
}

function announce(state) {
  const wording = chorus().querySelector(".chorus-wording")?.textContent ?? "";
  const broken = "failed" in chorus().dataset ? "wordFailed" : "wordBroken";
  const word = { open: "wordOpen", sealed: "wordSealed", broken }[state];
  say(`${ceremony.dataset[word] ?? ""} ${wording}`);
}

function setInert(isOn) {
  for (const part of document.body.children) {
    if (part === ceremony || part.matches("script, i, [data-say], #notice, #link")) continue;
    part.inert = isOn;
  }
}

function raise() {
  isFolded = false;
  ceremony.hidden = false;
  document.getElementById("notice")?.replaceChildren(); // an old refusal must not cover the key
  if (back) back.hidden = true;
  setInert(true);
  ceremony.scrollTop = 0;
  ceremony.focus({ preventScroll: true });
}

function lower() {
  ceremony.hidden = true;
  setInert(false);
  ceremony.classList.remove("is-triumph");
  if (back) back.hidden = !isFolded;
}

function fold() {
  isFolded = chorus().dataset.state === "open";
  lower();
}

function markMine() {
  const mine = standing();
  if (ceremony.dataset.mine !== mine) ceremony.dataset.mine = mine;
  const key = chorus()?.querySelector("[data-speak]");
  if (key && key.dataset.state !== "sending") key.disabled = mine !== "in";
}

function follow(isFirst) {
  const region = chorus();
  if (!region) return;
  markMine();
  const { chorus: id, state } = region.dataset;
  const now = `${id} ${state}`;
  if (now === shown) return;
  const old = shown;
  shown = now;
  ceremony.dataset.state = state;
  clearTimeout(letGo);
  if (state === "open") {
    raise();
    announce(state);
  } else if (!isFirst && old?.endsWith(" open") && old.startsWith(`${id} `)) {
    raise();
    announce(state);
    if (state === "sealed") ceremony.classList.add("is-triumph");
    letGo = setTimeout(lower, LETS_GO_AFTER);
  } else {
    isFolded = false;
    lower();
  }
}

function speakByEnter(event) {
  if (event.key !== "Enter" || event.repeat || ceremony.hidden || isWall) return;
  if (event.target.closest?.("button")) return; // a focused button answers Enter by itself
  const key = chorus()?.querySelector("[data-speak]");
  if (!key || key.disabled) return;
  event.preventDefault();
  key.click();
}

function start() {
  document.addEventListener("keydown", speakByEnter);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !ceremony.hidden && !isWall) fold();
  });
  document.addEventListener("click", (event) => {
    if (event.target.closest?.("[data-ceremony-close]")) fold();
    if (event.target.closest?.("[data-ceremony-return]")) raise();
  });
  // The key gives the focus back, so that no swap of the chorus waits for it.
  document.addEventListener("htmx:afterRequest", (event) => {
    if (!event.target.matches?.("[data-speak]")) return;
    if (document.activeElement === event.target) ceremony.focus({ preventScroll: true });
    markMine(); // the command gives the button back; who has spoken keeps it shut
  });
  follow(true);
  document.addEventListener("live:swapped", () => follow(false));
}

if (ceremony) start();

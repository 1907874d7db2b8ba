// The board: tabs of a card, what has just happened to a card, the thumb bar.
const tabs = new Map(); // group → number of the tab that this reader opened
const cards = new Map(); // id → state shown last
const lines = new Set(); // chronicle lines shown already

function showTab(group, index) {
  const buttons = group.querySelectorAll('[role="tab"]');
  const panels = group.querySelectorAll('[role="tabpanel"]');
  const chosen = Math.min(index, buttons.length - 1);
  buttons.forEach((button, i) => {
    button.setAttribute("aria-selected", String(i === chosen));
    button.tabIndex = i === chosen ? 0 : -1;
  });
  panels.forEach((panel, i) => {
    panel.hidden = i !== chosen;
  });
}

function wakeTabs() {
  for (const group of document.querySelectorAll("[data-tabs]:not(.is-live)")) {
    group.classList.add("is-live");
    showTab(group, tabs.get(group.dataset.tabs) ?? 0);
  }
}

function pickTab(button) {
  const group = button.closest("[data-tabs]");
  if (!group) return;
  const index = [...group.querySelectorAll('[role="tab"]')].indexOf(button);
  tabs.set(group.dataset.tabs, index);
  showTab(group, index);
}

function stepTab(event) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step || !event.target.matches?.('[role="tab"]')) return;
  const all = [...event.target.closest("[data-tabs]").querySelectorAll('[role="tab"]')];
  const next = all[(all.indexOf(event.target) + step + all.length) % all.length];
  next.focus();
  pickTab(next);
}

// A card arrives, fails (turns over) or is sealed (the stamp falls): once, and never on load.
function markCards(isFirst) {
  for (const card of document.querySelectorAll("[data-card-state]")) {
    const state = card.dataset.cardState;
    const old = cards.get(card.id);
    cards.set(card.id, state);
    if (isFirst || old === state) continue;
    if (!old && state === "open") card.classList.add("is-arriving");
    else if (state === "expired") card.classList.add("is-failing");
    else if (state === "resolved") card.classList.add("is-sealed");
    if (!old && state === "open") say("polite", card.getAttribute("aria-label"));
  }
  for (const line of document.querySelectorAll("[data-line]")) {
    if (!isFirst && !lines.has(line.dataset.line)) line.classList.add("is-arriving");
    lines.add(line.dataset.line);
  }
}

function say(how, text) {
  const place = document.querySelector(`[data-say="${how}"]`);
  if (place) place.textContent = text;
}

// A tap on the ribbon leads to the card and lets it be seen which one it is.
function pointAt(hash) {
  const card = /^#card-\d+$/.test(hash) ? document.querySelector(hash) : null;
  if (!card) return;
  card.classList.add("is-pointed");
  setTimeout(() => card.classList.remove("is-pointed"), 1600);
}

function follow() {
  const links = [...document.querySelectorAll(".thumb a")];
  let current = links[0];
  let nearest = -Infinity;
  for (const link of links) {
    const top = document.querySelector(link.hash)?.getBoundingClientRect().top ?? Infinity;
    if (top < innerHeight * 0.4 && top > nearest) [current, nearest] = [link, top];
  }
  for (const link of links) {
    if (link === current) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
}

let isWaiting = false;
function followSoon() {
  if (isWaiting) return;
  isWaiting = true;
  requestAnimationFrame(() => {
    isWaiting = false;
    follow();
  });
}

document.addEventListener("click", (event) => {
  const tab = event.target.closest?.('[role="tab"]');
  if (tab) pickTab(tab);
  const link = event.target.closest?.('a[href^="#card-"]');
  if (link) pointAt(link.hash);
  if (event.target.closest?.("[data-notice-close]")) document.getElementById("notice")?.replaceChildren();
});
document.addEventListener("keydown", stepTab);
// A refusal stands until the next command is taken.
document.addEventListener("htmx:afterRequest", ({ detail }) => {
  if (detail.successful) document.getElementById("notice")?.replaceChildren();
});
addEventListener("scroll", followSoon, { passive: true });

wakeTabs();
markCards(true);
follow();
document.addEventListener("live:swapped", () => {
  wakeTabs();
  markCards(false);
});

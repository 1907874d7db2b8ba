// Own marks on shared regions: which way this person backs, which cards wait for an answer, the
// voices that only those who have voted see. Data from the personal regions #me and #tallies.
const DEAD_FOR = 300; // ms: a button whose meaning changes under the finger takes no tap

function ballots() {
  const items = document.querySelectorAll("#me [data-ballots] > li");
  return new Map([...items].map((item) => [item.dataset.card, item.dataset.way]));
}

function setMark(button, isMine, isFresh) {
  const was = button.getAttribute("aria-pressed") === "true";
  button.closest("[data-way-row]")?.classList.toggle("is-mine", isMine);
  if (was === isMine) return;
  button.setAttribute("aria-pressed", String(isMine));
  // A tap on one's own way takes the voice back.
  button.setAttribute("hx-vals", JSON.stringify({ way: isMine ? "" : button.dataset.way }));
  if (isFresh) return;
  button.dataset.dead = "1";
  setTimeout(() => delete button.dataset.dead, DEAD_FOR);
}

// The seat's own address as another phone must type it: with the host that this one came by.
function writeAddress() {
  for (const place of document.querySelectorAll("#me [data-address]")) {
    const { address } = place.dataset;
    place.textContent = address.startsWith("/") ? location.host + address : address;
  }
}

// Cards that are talked over and have no ballot of mine; the chip leads to the first of them.
function markUnanswered(mine) {
  const open = '[data-card-state="open"][data-phase="deliberation"][data-mode="collective"]';
  const waiting = [];
  for (const card of document.querySelectorAll(open)) {
    const isWaiting = !mine.has(card.id.replace("card-", ""));
    if (isWaiting) waiting.push(card.id);
    card.classList.toggle("is-unanswered", isWaiting);
    const word = card.querySelector("[data-unanswered]");
    if (word) word.hidden = !isWaiting;
  }
  for (const tape of document.querySelectorAll("#ribbon .tape")) {
    tape.classList.toggle("is-unanswered", waiting.includes(tape.hash.slice(1)));
  }
  const chip = document.querySelector("[data-unanswered-chip]");
  if (!chip) return;
  chip.hidden = waiting.length === 0;
  chip.querySelector("[data-unanswered-count]").textContent = String(waiting.length);
  if (waiting.length) chip.hash = waiting[0];
}

function showOwnTallies() {
  for (const slot of document.querySelectorAll("[data-tally-slot]")) {
    const told = document.querySelector(`#tallies [data-tally-of="${slot.dataset.tallySlot}"] .tally`);
    const shown = slot.querySelector(".tally");
    if (told && shown?.isEqualNode(told)) continue;
    shown?.remove();
    if (told) slot.append(told.cloneNode(true));
    slot.querySelector("[data-tally-hidden]").hidden = Boolean(told);
  }
}

const known = new WeakSet(); // buttons marked at least once
function mark() {
  writeAddress();
  const mine = ballots();
  for (const button of document.querySelectorAll("button[data-back]")) {
    setMark(button, mine.get(button.dataset.card) === button.dataset.way, !known.has(button));
    known.add(button);
  }
  markUnanswered(mine);
  showOwnTallies();
}

mark();
document.addEventListener("live:swapped", mark);

// Own marks on what the whole side sees: squadrons in these hands, own lines, whose go it is.
// Data from the personal region #holding.
import { here, person, seat } from "./server.js";

const held = () => (document.getElementById("holding")?.dataset.mine ?? "").split(" ").filter(Boolean);

function mine(squadron, side) {
  const own = held();
  if (own.length) return own.includes(squadron);
  return seat().role === "captain" && (!seat().side || seat().side === side);
}

function mark() {
  for (const element of document.querySelectorAll("[data-squadron]")) {
    element.classList.toggle("is-mine", mine(element.dataset.squadron, element.dataset.side));
  }
  const waits = [...document.querySelectorAll("#battle [data-waits]")];
  const isTurn = waits.some(({ dataset }) => mine(dataset.waits, dataset.side));
  document.body.dataset.turn = isTurn ? "mine" : "";
  // An own line may be taken back, another's may be asked back.
  for (const button of document.querySelectorAll("#battle_log [data-undo]")) {
    const isOwn = button.dataset.person === person() || seat().role === "master";
    button.textContent = isOwn ? button.dataset.own : button.dataset.others;
  }
  showFresh();
  for (const { dataset, lastElementChild } of document.querySelectorAll("[data-asked-by]")) {
    lastElementChild.hidden = seat().role === "captain" && dataset.askedBy === seat().side;
  }
  showUndo();
}

// The own newest line: the log's, or the one just given, which the log may not show yet.
let given = 0;
function showUndo() {
  const undo = document.getElementById("undo-last");
  if (!undo) return;
  const newest = Number(document.querySelector("#story > li")?.dataset.line ?? 0);
  const logged = document.querySelector(`#battle_log [data-person="${person()}"][data-undo]`);
  undo.dataset.undo = given > newest ? String(given) : (logged?.dataset.undo ?? "");
  undo.hidden = !undo.dataset.undo || !here().act;
}
document.addEventListener("table:given", ({ detail }) => {
  given = detail.number;
  showUndo();
});

// The newest line of another side, while it may be disputed: where the eyes are.
function showFresh() {
  const box = document.getElementById("fresh");
  if (!box) return;
  const { role, side } = seat();
  const lines = [...document.querySelectorAll("#story > li")].slice(0, 6);
  const isTheirs = ({ dataset: { ofSide } }) => ofSide && ofSide !== side;
  const line = lines.find((each) => isTheirs(each) && each.querySelector("button[data-dispute]"));
  const isOurs = role === "captain" && side && line;
  if (box.dataset.line === (isOurs ? line.dataset.line : "")) return;
  box.dataset.line = isOurs ? line.dataset.line : "";
  box.hidden = !isOurs;
  if (!isOurs) return box.replaceChildren();
  const parts = [".story-text", "button[data-dispute]"].map((each) => line.querySelector(each).cloneNode(true));
  box.replaceChildren(...parts);
}

// Two minutes are over: the button goes.
setInterval(() => {
  for (const button of document.querySelectorAll("button[data-dispute]")) {
    const isOver = button.querySelector(".countdown")?.textContent === "0:00";
    const isOwn = button.dataset.ofSide === seat().side || seat().role !== "captain";
    button.hidden = isOver || isOwn;
  }
  const box = document.getElementById("fresh");
  if (box && !box.hidden && box.querySelector("button[data-dispute]")?.hidden) box.hidden = true;
}, 1000);

// What was confirmed is taken: the field it was written in lets the region go on.
document.addEventListener("htmx:afterRequest", ({ target, detail }) => {
  if (detail.successful && target.matches?.("#battle_result form")) document.activeElement?.blur();
});

mark();
document.addEventListener("live:swapped", mark);

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
  const last = document.querySelector(`#battle_log [data-person="${person()}"][data-undo]`);
  const undo = document.getElementById("undo-last");
  if (!undo) return;
  undo.hidden = !last || !here().act;
  if (last) undo.dataset.undo = last.dataset.undo;
}

// The newest line of another side, while it may be disputed: where the eyes are.
function showFresh() {
  const box = document.getElementById("fresh");
  if (!box) return;
  const { role, side } = seat();
  const lines = [...document.querySelectorAll("#story > li")].slice(0, 6);
  const isTheirs = ({ dataset: { ofSide } }) => ofSide && ofSide !== side;
  const line = lines.find((each) => isTheirs(each) && each.querySelector("[data-dispute]"));
  const isOurs = role === "captain" && side && line;
  if (box.dataset.line === (isOurs ? line.dataset.line : "")) return;
  box.dataset.line = isOurs ? line.dataset.line : "";
  box.hidden = !isOurs;
  if (!isOurs) return box.replaceChildren();
  const parts = [".story-text", "[data-dispute]"].map((each) => line.querySelector(each).cloneNode(true));
  box.replaceChildren(...parts);
}

// Two minutes are over: the button goes.
setInterval(() => {
  for (const button of document.querySelectorAll("[data-dispute]")) {
    const isOver = button.querySelector(".countdown")?.textContent === "0:00";
    const isOwn = button.dataset.ofSide === seat().side || seat().role !== "captain";
    button.hidden = isOver || isOwn;
  }
  const box = document.getElementById("fresh");
  if (box && !box.hidden && box.querySelector("[data-dispute]")?.hidden) box.hidden = true;
}, 1000);

mark();
document.addEventListener("live:swapped", mark);

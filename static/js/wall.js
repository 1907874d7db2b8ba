// The wall: keeps the screen awake where the browser lets it; the long card text fits the sheet.
const SMALLEST = 0.62; // share of the type size below which text is cut rather than shrunk

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
  const text = document.querySelector("#stage .stage-text");
  if (!text) return;
  let share = 1;
  text.style.removeProperty("font-size");
  const size = parseFloat(getComputedStyle(text).fontSize);
  while (share > SMALLEST && overflows(text)) {
    share -= 0.04;
    text.style.fontSize = `${size * share}px`;
  }
}

document.addEventListener("visibilitychange", () => {
  if (!document.hidden) stayAwake();
});
addEventListener("resize", fit);
stayAwake();
document.fonts?.ready.then(fit);
fit();
document.addEventListener("live:swapped", (event) => {
  if (event.detail.id === "stage") fit();
});

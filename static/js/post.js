// Dispatches on a page: the chip that says how many stand unread, how long a call has waited.
import { serverNow } from "./servertime.js";

let known = null; // unread at the last look

function count() {
  const inbox = document.getElementById("inbox");
  const chip = document.querySelector("[data-inbox-chip]");
  if (!inbox) return;
  const unread = Number(inbox.dataset.unread);
  if (chip) {
    chip.hidden = unread === 0;
    chip.querySelector("[data-inbox-count]").textContent = String(unread);
  }
  if (known !== null && unread > known) {
    const place = document.querySelector('[data-say="polite"]');
    if (place) place.textContent = inbox.querySelector(".is-sealed button")?.getAttribute("aria-label") ?? "";
  }
  known = unread;
}

function age() {
  for (const time of document.querySelectorAll("[data-ago]")) {
    const seconds = Math.max(0, Math.floor((serverNow() - Number(time.dataset.ago)) / 1000));
    const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    if (time.textContent !== text) time.textContent = text;
  }
}

count();
age();
document.addEventListener("live:swapped", () => {
  count();
  age();
});
setInterval(age, 1000);

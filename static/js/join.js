// The gates: letters are typed large, look-alikes and spaces do no harm; no second tap is taken.
const letters = document.querySelector("[data-letters]");

letters?.addEventListener("input", () => {
  const clean = letters.value.toUpperCase().replace(/[^\p{L}\p{N}]/gu, "").slice(0, 6);
  if (letters.value !== clean) letters.value = clean;
});

// One intent, one key: a double tap or a retry after a lost answer leads to the same seat.
for (const field of document.querySelectorAll("[data-key]")) {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  field.value = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

if (matchMedia("(pointer: fine)").matches) {
  document.querySelector("[data-letters], #name")?.focus();
}

document.addEventListener("submit", (event) => {
  if (event.defaultPrevented) return;
  const button = event.submitter ?? event.target.querySelector('[type="submit"]');
  if (!button) return;
  button.dataset.busy = "1";
  // after the form has been read, so that the button's own value is sent
  setTimeout(() => {
    button.disabled = true;
  });
});
addEventListener("pageshow", () => {
  for (const button of document.querySelectorAll("[data-busy]")) {
    delete button.dataset.busy;
    button.disabled = false;
  }
});

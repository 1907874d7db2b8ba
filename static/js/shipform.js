// The form of a ship's card: defence goes with the type of the hull until it is chosen by hand.
const form = document.querySelector("[data-card]");

form?.addEventListener("change", (event) => {
  const defence = event.target.dataset?.defence;
  if (event.target.name !== "type" || !defence) return;
  const wanted = form.querySelector(`input[name="defence"][value="${CSS.escape(defence)}"]`);
  if (wanted) wanted.checked = true;
}, { capture: true });

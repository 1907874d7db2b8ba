// Questions before a command, and dialogs with a reason. htmx asks through htmx:confirm.
const ask = document.getElementById("ask");
let go = null; // what happens on «yes»

function put(question, word, tone) {
  ask.querySelector("#ask-text").textContent = question;
  const yes = ask.querySelector("[data-ask-yes]");
  yes.textContent = word || yes.dataset.word;
  ask.dataset.tone = tone ?? "";
  ask.showModal();
}

document.addEventListener("htmx:confirm", (event) => {
  const { question, target, elt } = event.detail;
  const source = elt ?? target;
  if (!question || !ask) return;
  event.preventDefault();
  go = () => event.detail.issueRequest(true);
  put(question, source?.dataset.yes, source?.dataset.tone);
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.dataset.confirm || !ask) return;
  event.preventDefault();
  go = () => form.submit();
  put(form.dataset.confirm, form.dataset.yes);
});

ask?.addEventListener("click", (event) => {
  if (event.target.closest("[data-ask-yes]")) {
    const then = go;
    ask.close();
    then?.();
  } else if (event.target === ask || event.target.closest("[data-ask-no]")) {
    ask.close();
  }
});
ask?.addEventListener("close", () => {
  go = null;
});

// A button names the dialog it opens and, where the region knows it, the address of the command,
// what the command is about, and values that its fields begin with.
function fill(dialog, opener) {
  const form = dialog.querySelector("form");
  if (form && opener.dataset.url) {
    // What was typed for one thing and left must not be said about another.
    if (form.dataset.fresh === "" && form.dataset.url !== opener.dataset.url) form.reset();
    form.dataset.url = opener.dataset.url;
  }
  const about = dialog.querySelector("[data-about-here]");
  if (about) about.textContent = opener.dataset.about ?? "";
  for (const [name, value] of Object.entries(JSON.parse(opener.dataset.fill ?? "{}"))) {
    form.elements[name].value = value;
  }
}

document.addEventListener("click", (event) => {
  const opener = event.target.closest?.("[data-dialog]");
  if (opener) {
    const dialog = document.getElementById(opener.dataset.dialog);
    if (!dialog) return;
    fill(dialog, opener);
    dialog.showModal();
    return;
  }
  if (event.target.closest?.("[data-dialog-close]")) event.target.closest("dialog").close();
  // A key that sets a field of its form to a figure prepared beforehand.
  const preset = event.target.closest?.("[data-set]");
  if (preset) preset.closest("form").elements[preset.dataset.set].value = preset.dataset.value;
});

document.addEventListener("htmx:configRequest", (event) => {
  const form = event.target;
  if (form.matches?.("[data-needs-url]")) event.detail.path = form.dataset.url;
});

// A command that was taken empties its form and shuts its dialog; a refused one leaves both.
document.addEventListener("htmx:afterRequest", (event) => {
  const form = event.target;
  if (!event.detail.successful || !form.matches?.("form")) return;
  if (form.matches("[data-reset], [data-closes]")) form.reset();
  if (form.matches("[data-closes]")) form.closest("dialog")?.close();
});

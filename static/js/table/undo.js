// Taking back, and saying that it was otherwise: both leave what was written and add to it.
import { Away, here, post, word } from "./server.js";
import * as sheet from "./sheet.js";

const { part, key } = sheet;

async function ask(path, body, then) {
  try {
    const answer = await post(path, body);
    if (answer.isDone) return then(answer.body);
    if (answer.body.fallout) return fallout(path, body, answer, then);
    said(answer.text);
  } catch (fault) {
    if (!(fault instanceof Away)) throw fault;
    said(word("away-now"));
  }
}

function said(text) {
  sheet.go(() => ({
    title: word("undo"),
    kind: "said",
    content: [part("refusal", { refusal: text })],
    keys: [key(word("understood"), () => sheet.close())],
  }));
}

// What would fall along, each with its reason, before anything is taken back.
function fallout(path, body, { text, body: { fallout: lines } }, then) {
  sheet.go(() => {
    const made = part("fallout", { "fallout-text": text });
    made.querySelector("[data-fallout-lines]").append(
      ...lines.map(({ line, told, why }) => part("fallout-line", { "fallout-number": String(line), "fallout-told": told, "fallout-why": why })),
    );
    const all = () => ask(path, { ...body, confirm: true }, then);
    return {
      title: word("undo"),
      kind: "fallout",
      content: [made],
      keys: [key(word("keep"), () => sheet.close()), key(word("undo-all", { n: lines.length + 1 }), all, { look: "is-danger" })],
    };
  });
}

export function undo(number) {
  return ask(here().retract, { number: Number(number) }, ({ done }) => {
    if (done.withdrawal) said(word("undo-asked"));
    else sheet.close();
  });
}

function dispute(number) {
  sheet.reset();
  sheet.go(() => {
    const made = part("dispute");
    const claim = made.querySelector("textarea");
    const send = () => ask(here().dispute, { number: Number(number), claim: claim.value }, () => sheet.close());
    return { title: word("dispute"), kind: "dispute", content: [made], keys: [key(word("dispute"), send, { look: "is-danger" })] };
  });
}

document.addEventListener("click", (event) => {
  const line = event.target.closest?.("button[data-undo], button[data-dispute]");
  if (!line) return;
  if (line.dataset.dispute) dispute(line.dataset.dispute);
  else {
    sheet.reset();
    undo(line.dataset.undo);
  }
});

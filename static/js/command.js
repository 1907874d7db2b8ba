// Commands: each press has a key of its own, is sent once, and its button says how it went.
const GIVE_UP = 20000; // ms of trying while the network does not answer
const TIMEOUT = 6000; // ms that one try may take
const PAUSES = [500, 1000, 2000, 3000]; // ms before the next try; the last one repeats
const SAME = 120000; // ms in which a second press of an unanswered command is the same intent
const AWAY = [0, 502, 503, 504]; // nobody answered: the command may or may not have been taken

htmx.config.allowEval = false;
htmx.config.includeIndicatorStyles = false;
htmx.config.timeout = TIMEOUT;
// A refusal swaps only what it marks out of band (#notice): the form stays as it was left.
htmx.config.responseHandling = [
  { code: "204", swap: false },
  { code: "[23]..", swap: true },
  { code: "409|422", swap: true, swapOverride: "none", error: true },
  { code: "...", swap: false, error: true },
];

const keys = new Map(); // what an unanswered command says → { key, at }
const intents = new WeakMap(); // element → the command it is sending
const again = new WeakSet(); // elements whose command is being sent once more

function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function cookie(name) {
  const pair = document.cookie.split("; ").find((each) => each.startsWith(`${name}=`));
  return pair ? decodeURIComponent(pair.slice(name.length + 1)) : "";
}

const words = (config) => `${config.path}?${new URLSearchParams(config.formData)}`;

// The button that was pressed: of a form, the one that submitted it.
function buttonOf(elt, config) {
  if (!elt.matches("form")) return elt;
  return config.triggeringEvent?.submitter ?? elt.querySelector("button:not([type=button])") ?? elt;
}

function mark(elt, state) {
  const { button, hadFocus } = intents.get(elt);
  const isSending = state === "sending";
  if (isSending) intents.get(elt).hadFocus ||= document.activeElement === button;
  if (state) button.dataset.state = state;
  else delete button.dataset.state;
  button.disabled = isSending;
  button.setAttribute("aria-busy", String(isSending));
  if (!isSending && hadFocus && document.activeElement === document.body) button.focus();
}

// A second press of what failed is the same intent and has the same key, as long as it says the
// same: should the first have been taken after all, the server only repeats its answer.
function intend(elt, config) {
  const saying = words(config);
  const at = performance.now();
  const old = keys.get(saying);
  const key = old && at - old.at < SAME ? old.key : newKey();
  keys.set(saying, { key, at });
  return { key, saying, button: buttonOf(elt, config), tries: 0, at };
}

// What went wrong, in words, where refusals stand too.
function tell(kind, number = "") {
  const words = document.querySelector(`template[data-notice="${kind}"]`);
  if (!words) return;
  const notice = words.content.firstElementChild.cloneNode(true);
  notice.querySelector("p").append(` ${number}`);
  document.getElementById("notice")?.replaceWith(notice);
}

function retry(elt, config) {
  const intent = intents.get(elt);
  if (!elt.isConnected || performance.now() - intent.at > GIVE_UP) {
    tell("away");
    return mark(elt, "failed");
  }
  const pause = PAUSES[Math.min(intent.tries++, PAUSES.length - 1)];
  setTimeout(() => {
    again.add(elt);
    const { verb, path, formData: values, triggeringEvent: event } = config;
    htmx.ajax(verb, path, { source: elt, values, event }).catch(() => {});
  }, pause);
}

// Sent once more, a command says exactly what it said: nobody adds to it, nobody asks again.
document.addEventListener(
  "htmx:confirm",
  (event) => {
    if (!again.has(event.detail.elt)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    event.detail.issueRequest(true);
  },
  true,
);
document.addEventListener(
  "htmx:configRequest",
  (event) => {
    const { elt, headers, verb } = event.detail;
    if (verb === "get") return;
    headers["X-CSRFToken"] = cookie("csrftoken");
    if (!again.has(elt)) return;
    event.stopImmediatePropagation();
    headers["X-Command-Key"] = intents.get(elt).key;
  },
  true,
);
// On the window, so after every module that adds its values to the command.
addEventListener("htmx:configRequest", ({ detail }) => {
  if (detail.verb === "get") return;
  const intent = intend(detail.elt, detail);
  intents.set(detail.elt, intent);
  detail.headers["X-Command-Key"] = intent.key;
});
document.addEventListener("htmx:beforeRequest", ({ detail }) => {
  again.delete(detail.elt);
  if (intents.has(detail.elt)) mark(detail.elt, "sending");
});
document.addEventListener("htmx:afterRequest", ({ detail: { elt, xhr, requestConfig, failed } }) => {
  if (requestConfig.verb === "get" || !intents.has(elt)) return;
  if (AWAY.includes(xhr.status)) return retry(elt, requestConfig);
  keys.delete(intents.get(elt).saying);
  const isFault = failed && ![409, 422].includes(xhr.status);
  if (isFault) tell("fault", xhr.getResponseHeader("X-Request-Id") ?? "");
  mark(elt, isFault ? "failed" : "");
});

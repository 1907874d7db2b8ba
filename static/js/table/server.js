// What the phone asks the server at a table, and how it sends. Answers are JSON.
const TIMEOUT = 6000; // ms that one try may take

// Nobody answered: what was sent may or may not have been taken.
export class Away extends Error {}

export const here = () => document.getElementById("battle")?.dataset ?? {};
export const seat = () => document.getElementById("main").dataset; // role, side, squadron
export const person = () => document.body.dataset.person;
export const isAway = () => !navigator.onLine || document.body.dataset.link === "lost";

export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

// A word of the page in its reader's language, with what stands in {braces} filled in.
export function word(name, values = {}) {
  const text = document.getElementById("words")?.getAttribute(`data-${name}`) ?? name;
  return text.replace(/\{(\w+)\}/g, (_all, key) => values[key] ?? "");
}

function cookie(name) {
  const pair = document.cookie.split("; ").find((each) => each.startsWith(`${name}=`));
  return pair ? decodeURIComponent(pair.slice(name.length + 1)) : "";
}

async function call(path, options) {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), TIMEOUT);
  try {
    const answer = await fetch(path, { cache: "no-store", signal: limit.signal, ...options });
    if ([502, 503, 504].includes(answer.status)) throw new Away();
    const isData = answer.headers.get("Content-Type")?.includes("json");
    const body = isData ? await answer.json() : {};
    const number = answer.headers.get("X-Request-Id") ?? "";
    const text = body.refused?.text ?? word(answer.status === 403 ? "no-seat" : "fault", { number });
    return { isDone: answer.ok && isData, body, text };
  } catch (fault) {
    if (fault instanceof Away || fault.name === "AbortError" || fault instanceof TypeError) {
      throw new Away();
    }
    throw fault;
  } finally {
    clearTimeout(timer);
  }
}

// «HX-Request»: a seat that is gone is told so, instead of being led to the door.
const ASKING = { "HX-Request": "true" };

export const get = (path, query = {}) => call(`${path}?${new URLSearchParams(query)}`, { headers: ASKING });

// Fields that are no text go as JSON; what is false is left out, as a form does.
function fields(body) {
  const sent = new URLSearchParams();
  for (const [name, value] of Object.entries(body)) {
    if (value === false || value === undefined || value === null) continue;
    sent.set(name, typeof value === "object" ? JSON.stringify(value) : String(value));
  }
  return sent;
}

export async function post(path, body, key = newKey()) {
  const headers = { ...ASKING, "X-CSRFToken": cookie("csrftoken"), "X-Command-Key": key };
  const answer = await call(path, { method: "POST", body: fields(body), headers });
  const { seq, epoch } = answer.body;
  if (seq) document.dispatchEvent(new CustomEvent("live:reach", { detail: { seq, epoch } }));
  return answer;
}

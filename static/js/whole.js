// The whole board as one frame: after a gap, a break, a sleep, and while there is no socket.
import { take } from "./handsoff.js";

const LIMIT = 8000; // ms
let fetching = null;
let fetchedAt = -Infinity;

// `refuse(status)` is called when the server says that this board is not ours.
export function fetchAll(refuse) {
  fetchedAt = performance.now();
  fetching ??= fetchOnce(refuse).finally(() => (fetching = null));
}

export const sinceFetch = () => performance.now() - fetchedAt;

async function fetchOnce(refuse) {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), LIMIT);
  const path = `/live/${document.body.dataset.board}/${document.body.dataset.query ?? ""}`;
  try {
    const answer = await fetch(path, { cache: "no-store", signal: limit.signal });
    if ([401, 403, 404].includes(answer.status)) refuse(answer.status);
    else if (answer.ok && !take(await answer.text(), { isWhole: true })) refuse(401); // a door
  } catch {
    // no network: the next ping, poll or reconnect asks again
  } finally {
    clearTimeout(timer);
  }
}

// The server's clock as this page knows it: the answer with the shortest trip is believed.
const FORGET = 300000; // ms after which an old measurement may be replaced by a worse one
const STEP = 1000; // ms that two screens may differ by
const [opened] = performance.getEntriesByType("navigation");
// What performance.now() was when the server's clock stood at 0; the phone's own clock may jump.
let base = Number(document.body.dataset.now) - (opened?.responseStart || performance.now());
let shortest = Infinity;
let learntAt = 0;

// The server said `now` in answer to a question asked at `askedAt` (performance.now).
export function learn(now, askedAt) {
  const answeredAt = performance.now();
  const trip = answeredAt - askedAt;
  // Further off than a trip can explain: the server's clock was set, the newest answer is right.
  const isSet = Math.abs(now - base - askedAt) > trip + STEP;
  if (trip > shortest && answeredAt - learntAt < FORGET && !isSet) return;
  shortest = trip;
  learntAt = answeredAt;
  base = now - askedAt - trip / 2;
}

// After a sleep performance.now() may have stood still: measure anew.
export function doubt() {
  shortest = Infinity;
}

export const serverNow = () => base + performance.now();

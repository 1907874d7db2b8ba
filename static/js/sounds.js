// What sounds when the page goes from one state to the next. No page, no audio in here.
//
// A state: { cards: Map(id → { kind, state }), unseen: Set(id), last: Set(id),
//            chorus: { id, state } | null }
// `last`: open cards in the last minute of their time.

function ended(before, after) {
  const names = [];
  for (const [id, card] of after.cards) {
    if (before.cards.get(id)?.state !== "open") continue;
    if (card.state === "resolved") names.push("seal");
    // A prospect that lapses is no failure.
    if (card.state === "expired" && card.kind === "crisis") names.push("low");
  }
  return names;
}

function sung(before, after) {
  const { chorus } = after;
  if (!chorus) return [];
  const was = before.chorus?.id === chorus.id ? before.chorus.state : "";
  if (chorus.state === was) return [];
  if (chorus.state === "open") return ["rise"];
  if (was !== "open") return []; // it ended before this page knew of it
  return [chorus.state === "sealed" ? "seal" : "low"];
}

function came(before, after) {
  const isNew = [...after.cards].some(([id, { state }]) => state === "open" && !before.cards.has(id));
  const isUnseen = [...after.unseen].some((id) => !before.unseen.has(id));
  return isNew || isUnseen ? ["gong"] : [];
}

function ranLow(before, after) {
  const isLow = (id) => !before.last.has(id) && before.cards.get(id)?.state === "open";
  return [...after.last].some(isLow) ? ["bell"] : [];
}

// Names of what sounds, each once, the weightiest first.
export function decide(before, after) {
  const parts = [sung, ended, came, ranLow].flatMap((part) => part(before, after));
  return [...new Set(parts)];
}

// Whether the bell of the last minute is repeated: a card known from before runs out, the clock
// runs, and no chorus is to be disturbed. `quiet`: cards that were in it when the page was loaded.
export function tolls(state, { quiet, isRunning }) {
  if (!isRunning || state.chorus?.state === "open") return false;
  return [...state.last].some((id) => !quiet.has(id));
}

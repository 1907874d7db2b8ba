// The outbox on this phone: orders that the server has not answered yet, and those that came back.
// In IndexedDB, so that they survive a closed tab; in memory where a browser has none.
const NAME = "tsup-outbox";
const STORE = "orders";
const memory = new Map();
let opened = null;

function open() {
  opened ??= new Promise((done) => {
    const asked = globalThis.indexedDB?.open(NAME, 1);
    if (!asked) return done(null);
    asked.onupgradeneeded = () => asked.result.createObjectStore(STORE, { keyPath: "key" });
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => done(null);
    asked.onblocked = () => done(null);
  });
  return opened;
}

async function within(mode, work) {
  const base = await open();
  return new Promise((done, fail) => {
    const asked = work(base.transaction(STORE, mode).objectStore(STORE));
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => fail(asked.error);
  });
}

export async function keep(order) {
  if (await open()) return within("readwrite", (store) => store.put(order));
  memory.set(order.key, order);
}

export async function drop(key) {
  if (await open()) return within("readwrite", (store) => store.delete(key));
  memory.delete(key);
}

// All of them, in the order in which they were tapped.
export async function all() {
  const base = await open();
  const found = base ? await within("readonly", (store) => store.getAll()) : [...memory.values()];
  return found.sort((one, other) => one.place - other.place);
}

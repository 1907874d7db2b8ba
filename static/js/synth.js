// Five sounds made in the page by Web Audio: no files, and a house without https has it too.
const LOUD = 0.8;

let context = null;
let out = null;

export const isThere = () => "AudioContext" in window || "webkitAudioContext" in window;
export const isRunning = () => context?.state === "running";

// A context before the first touch stands «suspended»; after a touch it may run.
export async function wake(changed) {
  if (!context) {
    const Context = window.AudioContext ?? window.webkitAudioContext;
    context = new Context();
    const squeeze = context.createDynamicsCompressor();
    out = context.createGain();
    out.gain.value = LOUD;
    out.connect(squeeze).connect(context.destination);
    context.addEventListener("statechange", changed);
  }
  // Where no touch was, the promise may stay open for ever.
  await Promise.race([context.resume(), new Promise((done) => setTimeout(done, 300))]).catch(() => {});
  return isRunning();
}

export function sleep() {
  context?.suspend();
}

// One partial: `to` glides the pitch, `attack` and `length` in seconds from `after`.
function tone({ from, to = from, after = 0, attack = 0.008, length, gain, type = "sine" }) {
  const start = context.currentTime + 0.02 + after;
  const voice = context.createOscillator();
  const level = context.createGain();
  voice.type = type;
  voice.frequency.setValueAtTime(from, start);
  if (to !== from) voice.frequency.exponentialRampToValueAtTime(to, start + length);
  level.gain.setValueAtTime(0.0001, start);
  level.gain.exponentialRampToValueAtTime(gain, start + attack);
  level.gain.exponentialRampToValueAtTime(0.0001, start + length);
  voice.connect(level).connect(out);
  voice.start(start);
  voice.stop(start + length + 0.05);
}

const SOUNDS = {
  // A struck plate: uneven partials, the high ones die first.
  gong() {
    const partials = [[1, 0.5, 4.2], [1.49, 0.28, 3.1], [2.04, 0.22, 2.4], [2.76, 0.14, 1.7], [4.07, 0.07, 0.9]];
    for (const [times, gain, length] of partials) tone({ from: 98 * times, gain, length });
  },
  // Two soft strokes.
  bell() {
    for (const after of [0, 0.42]) {
      tone({ from: 784, after, gain: 0.13, length: 1.1 });
      tone({ from: 1877, after, gain: 0.04, length: 0.5 });
    }
  },
  // Three steps up: the room draws breath.
  rise() {
    [294, 392, 587].forEach((from, step) => {
      const length = step === 2 ? 1.3 : 0.42;
      tone({ from: from * 0.97, to: from, after: step * 0.3, attack: 0.05, gain: 0.3, length, type: "triangle" });
    });
  },
  // The stamp falls: a blow on wood, and the metal rings a little.
  seal() {
    tone({ from: 150, to: 46, gain: 0.9, length: 0.32 });
    tone({ from: 900, to: 200, gain: 0.16, length: 0.06, type: "square" });
    tone({ from: 523, after: 0.12, gain: 0.14, length: 1.2 });
    tone({ from: 784, after: 0.12, gain: 0.1, length: 1.5 });
  },
  // Two steps down.
  low() {
    tone({ from: 165, to: 147, attack: 0.04, gain: 0.4, length: 0.9, type: "triangle" });
    tone({ from: 110, to: 92, after: 0.7, attack: 0.04, gain: 0.5, length: 1.6, type: "triangle" });
  },
};

export function play(name) {
  if (isRunning()) SOUNDS[name]();
}

// A card that was in view for two seconds has been opened: the page says so once for each card.
const LONG_ENOUGH = 2000; // ms
const STEPS = Array.from({ length: 21 }, (_, step) => step / 20);
const told = new Set(); // ids of cards that the server has heard of from here
const timers = new Map(); // id → timer while it is in view

function cookie(name) {
  const pair = document.cookie.split("; ").find((each) => each.startsWith(`${name}=`));
  return pair ? decodeURIComponent(pair.slice(name.length + 1)) : "";
}

async function tell(id) {
  timers.delete(id);
  if (told.has(id) || document.hidden) return;
  told.add(id);
  try {
    const answer = await fetch(`/hq/cards/${id}/open/`, {
      method: "POST",
      headers: { "X-CSRFToken": cookie("csrftoken"), "HX-Request": "true" },
    });
    if (!answer.ok) told.delete(id);
  } catch {
    told.delete(id); // no network: the next swap or scroll tries again
  }
}

// Half of the card, or half of the screen filled with it.
function isInView({ isIntersecting, intersectionRect, boundingClientRect, rootBounds }) {
  const enough = Math.min(boundingClientRect.height, rootBounds?.height ?? innerHeight) / 2;
  return isIntersecting && intersectionRect.height >= enough;
}

const observer = new IntersectionObserver(
  (entries) => {
    for (const entry of entries) {
      const id = entry.target.id.replace("card-", "");
      if (!entry.target.isConnected) continue; // swapped: its successor is looked at by itself
      if (!isInView(entry)) {
        clearTimeout(timers.get(id));
        timers.delete(id);
      } else if (!told.has(id) && !timers.has(id)) {
        timers.set(id, setTimeout(tell, LONG_ENOUGH, id));
      }
    }
  },
  { threshold: STEPS },
);

function watch() {
  observer.disconnect();
  for (const card of document.querySelectorAll('#cards [data-card-state="open"]')) observer.observe(card);
}

watch();
document.addEventListener("live:swapped", watch);
document.addEventListener("visibilitychange", () => document.hidden || watch());

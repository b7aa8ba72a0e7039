// Everything works without this: it fetches a part of the page where the browser would fetch all of it.
// Forms and links with data-swap="ID" bring the element with that id anew; data-stream="URL" keeps it fresh.

const FRAGMENT = "Kibitz-Fragment";
const LOOK = 3000; // milliseconds between two looks of a page that may not listen
const streams = new Map(); // the address of an element's stream: its EventSource

let lost = null; // what had the focus before there was nothing to take it

function middle(element) {
  const box = element.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}

function focusKey(element) {
  if (!element || element === document.body) return null;
  if (lost && element.hasAttribute("data-focus")) return lost;
  return {
    id: element.id,
    name: element.getAttribute("name"),
    value: element.getAttribute("value"),
    place: element.dataset.place,
    at: element.dataset.place ? middle(element) : null,
  };
}

function refocus(key, inside) {
  if (!key) return;
  const same = (attribute, text) => text && inside.querySelector(`[${attribute}="${CSS.escape(text)}"]`);
  const far = (one) => Math.hypot(middle(one)[0] - key.at[0], middle(one)[1] - key.at[1]);
  const found =
    (key.id && document.getElementById(key.id)) ||
    (key.name && key.value !== null &&
      inside.querySelector(`[name="${CSS.escape(key.name)}"][value="${CSS.escape(key.value)}"]`)) ||
    same("data-place", key.place) ||
    (key.at && [...inside.querySelectorAll("button[data-place]")].sort((one, other) => far(one) - far(other))[0]);
  const taken = found || inside.querySelector("[data-focus]");
  lost = found ? null : key;
  if (taken) taken.focus({ preventScroll: true });
}

// Whether markup is older than what is shown: a stream may have been quicker than the answer to a form. Marks are "12.3".
function isOlder(fresh, old) {
  const [one, other] = [fresh, old].map((element) => (element.dataset.since || "").split(".").map(Number));
  return one.length === 2 && other.length === 2 && (one[0] < other[0] || (one[0] === other[0] && one[1] < other[1]));
}

// Puts new markup in the place of the element with that id; the focus stays where it was, by its name.
export function swap(id, html) {
  const old = document.getElementById(id);
  if (!old) return;
  const holder = document.createElement("template");
  holder.innerHTML = html.trim();
  const fresh = holder.content.firstElementChild;
  if (!fresh || isOlder(fresh, old)) return;
  const key = old.contains(document.activeElement) ? focusKey(document.activeElement) : null;
  for (const details of old.querySelectorAll("details[id]")) {
    const again = fresh.querySelector(`#${CSS.escape(details.id)}`);
    if (again) again.open = details.open;
  }
  const kept = [...old.querySelectorAll("[data-scroll]")].map((one) => [one.id, one.scrollTop]);
  old.replaceWith(fresh);
  for (const [place, top] of kept) {
    const again = document.getElementById(place);
    if (again) again.scrollTop = again.dataset.scroll === "end" ? again.scrollHeight : top;
  }
  refocus(key, fresh);
  begin(fresh);
  if (document.getElementById("said")?.classList.contains("wrong")) say("", true); // the page is fresh again
  if (fresh.dataset.said && fresh.dataset.said !== old.dataset.said) say(fresh.dataset.said.trim(), true);
  fresh.dispatchEvent(new CustomEvent("kibitz:swapped", { bubbles: true }));
}

// Tells it to those who listen; `seen`: it stands elsewhere on the page for those who look; `wrong`: something failed.
function say(text, seen = false, wrong = false) {
  const place = document.getElementById("said");
  if (!place) return;
  place.classList.toggle("hidden", seen);
  place.classList.toggle("wrong", wrong);
  place.textContent = text;
}

let asked = 0;

// Fetches a fragment and puts it in its place; the newest question counts.
export async function bring(id, url, options = {}, history = "push") {
  const number = ++asked;
  const target = document.getElementById(id);
  if (target) target.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(url, {
      ...options,
      headers: { ...options.headers, [FRAGMENT]: id },
      credentials: "same-origin",
    });
    const text = await answer.text();
    if (number !== asked) return;
    const place = answer.headers.get("Kibitz-Location");
    if (!answer.ok && !text.includes(`id="${id}"`)) {
      const page = new DOMParser().parseFromString(text, "text/html");
      say(page.querySelector(".wrong")?.textContent || text.slice(0, 200), false, true);
      return;
    }
    if (text.includes("<html")) {
      location.assign(answer.url); // another page altogether
      return;
    }
    swap(id, text);
    if (place && place !== location.pathname + location.search && history !== "none") {
      window.history[history === "replace" ? "replaceState" : "pushState"]({ kibitz: id }, "", place);
    }
  } catch {
    if (number === asked) say("The server does not answer. Is it still running?", false, true);
  } finally {
    document.getElementById(id)?.removeAttribute("aria-busy");
  }
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  const button = event.submitter;
  if (button?.getAttribute("aria-disabled") === "true") {
    event.preventDefault();
    return;
  }
  const id = button?.dataset.swap ?? form.dataset.swap;
  if (!id || event.defaultPrevented || !document.getElementById(id)) return;
  event.preventDefault();
  const fields = new URLSearchParams(new FormData(form, button));
  const method = (button?.getAttribute("formmethod") || form.method || "get").toLowerCase();
  const url = new URL(button?.getAttribute("formaction") || form.getAttribute("action") || location.href, location.href);
  if (method === "get") {
    url.search = fields.toString();
    bring(id, url, {}, form.dataset.history);
  } else {
    bring(id, url, { method: "POST", body: fields }, form.dataset.history);
  }
});

document.addEventListener("click", (event) => {
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = event.target.closest?.("a[data-swap]");
  if (!link || !document.getElementById(link.dataset.swap)) return;
  event.preventDefault();
  bring(link.dataset.swap, link.getAttribute("href"), {}, link.dataset.history); // in a picture, link.href is no text
});

document.addEventListener("change", (event) => {
  const form = event.target.form;
  if (form?.dataset.live !== undefined) form.requestSubmit();
});

window.addEventListener("popstate", (event) => {
  const id = event.state?.kibitz || document.querySelector("[data-main]")?.id;
  if (id && document.getElementById(id)) bring(id, location.href, {}, "none");
  else location.reload();
});

// Arrow keys move between the places of a board as the eye sees them; Tab goes through all of them, too.
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

document.addEventListener("keydown", (event) => {
  const way = WAYS[event.key];
  const board = way && event.target.closest?.(".board");
  if (!board || event.altKey || event.ctrlKey || event.metaKey) return;
  const [x, y] = middle(event.target);
  let best = null;
  let least = Infinity;
  for (const one of board.querySelectorAll("button")) {
    if (one === event.target) continue;
    const [right, down] = [middle(one)[0] - x, middle(one)[1] - y];
    const along = right * way[0] + down * way[1];
    const across = Math.abs(right * way[1]) + Math.abs(down * way[0]);
    if (along > 1 && along + 3 * across < least) [best, least] = [one, along + 3 * across];
  }
  if (best) {
    best.focus();
    event.preventDefault();
  }
});

// A stream outlives its element where the one that takes its place names the same address; `data-since` says what is shown.
function listen(element) {
  const address = element.dataset.stream;
  if (streams.has(address)) return;
  const url = new URL(address, location.href);
  if (element.dataset.since) url.searchParams.set("since", element.dataset.since);
  const source = new EventSource(url);
  streams.set(address, source);
  source.addEventListener("message", (event) => {
    if (streams.get(address) !== source) return;
    const news = JSON.parse(event.data);
    const shown = news.mark && document.getElementById(news.id)?.dataset.since === news.mark;
    if (news.html !== undefined && !shown) swap(news.id, news.html);
    if (news.said) say(news.said, false, news.html === undefined);
    if (news.end) source.close();
  });
  source.addEventListener("error", () => {
    if (source.readyState !== EventSource.CLOSED || streams.get(address) !== source) return;
    streams.delete(address); // it was refused: too many pages of this visitor listen
    setTimeout(() => {
      const again = document.querySelector(`[data-stream="${CSS.escape(address)}"]`);
      if (again && !streams.has(address)) look(again);
    }, LOOK);
  });
}

// Asks for an element anew, unless something else is asked for just now; with it comes another try to listen.
async function look(element) {
  const number = asked;
  const answer = await fetch(location.href, { headers: { [FRAGMENT]: element.id }, credentials: "same-origin" }).catch(() => null);
  if (number === asked && answer?.ok) swap(element.id, await answer.text());
  const again = document.getElementById(element.id);
  if (again?.dataset.stream && answer?.status !== 404) listen(again);
}

function begin(root) {
  const wanted = [...document.querySelectorAll("[data-stream]")];
  const addresses = new Set(wanted.map((element) => element.dataset.stream));
  for (const [address, source] of streams) {
    if (!addresses.has(address)) {
      source.close();
      streams.delete(address);
    }
  }
  for (const element of wanted) listen(element);
  for (const element of root.querySelectorAll('[data-scroll="end"]')) element.scrollTop = element.scrollHeight;
}

window.addEventListener("pagehide", () => {
  for (const source of streams.values()) source.close();
  streams.clear();
});
window.addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload();
});

document.documentElement.classList.add("scripted");
const first = document.querySelector("[data-main]");
if (first) history.replaceState({ kibitz: first.id }, "", location.href);
begin(document.body);

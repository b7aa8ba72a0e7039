// Everything works without this: it fetches a part of the page where the browser would fetch all of it.
// Forms and links with data-swap="ID" bring the element with that id anew; data-stream="URL" keeps it fresh.

const FRAGMENT = "Kibitz-Fragment";
const root = document.documentElement;
const streams = new Map(); // by the address of an element's stream
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

// What makes an element of new markup the same one as before: "?" and its kind, where it has no name of its own. A button of a
// move never becomes that of another, while one that picks a piece up becomes the one that puts it back.
function identity(one) {
  if (one.nodeType !== Node.ELEMENT_NODE) return `?${one.nodeType}`;
  const { at, what, owner, place } = one.dataset;
  const [name, action] = [one.getAttribute("name"), one.getAttribute("action")];
  const value = one.tagName === "INPUT" || name === "from" ? null : one.getAttribute("value");
  if (!(one.id || at || place || name || action)) return `?${one.tagName} ${one.getAttribute("class")}`;
  return [one.tagName, one.id, at, what, owner, place, name, value, action].join("\n");
}

const isLoose = (key) => key.startsWith("?");
const isGhost = (node) => node.dataset?.ghost !== undefined; // motion.js shows what is gone, and takes it away

// Makes an element what the fresh one is, and leaves alone all of it that is so already: what is pressed, has the focus, is
// chosen or moves goes on.
function renew(old, fresh) {
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return;
  }
  const own = old.dataset.motion === undefined ? ["open"] : ["open", "style", "data-motion"];
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name) && !own.includes(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) !== value && name !== "open") old.setAttribute(name, value);
  }
  const had = [...old.childNodes].filter((one) => !isGhost(one));
  const keys = had.map(identity);
  const wanted = new Set([...fresh.childNodes].map(identity));
  let at = 0;
  for (const one of [...fresh.childNodes]) {
    const key = identity(one);
    let same = keys.indexOf(key, at);
    if (isLoose(key) && keys.slice(at, same).some((other) => !isLoose(other) && wanted.has(other))) same = -1;
    if (same < 0) {
      old.insertBefore(one, had[at] ?? null);
      continue;
    }
    while (at < same) had[at++].remove();
    renew(had[at++], one);
  }
  while (at < had.length) had[at++].remove();
}

// Puts new markup in the place of the element with that id; the focus stays where it was, by its name.
export function swap(id, html) {
  const old = document.getElementById(id);
  if (!old) return;
  const holder = document.createElement("template");
  holder.innerHTML = html.trim();
  const fresh = holder.content.firstElementChild;
  if (!fresh || isOlder(fresh, old)) return;
  const focused = document.activeElement;
  const key = old.contains(focused) ? focusKey(focused) : null;
  const counts = new Map([...lists(old)].map((one) => [one, one.childElementCount]));
  const before = old.dataset.said;
  old.dispatchEvent(new CustomEvent("kibitz:swapping", { bubbles: true }));
  renew(old, fresh);
  for (const one of lists(old)) showEnd(one, one.childElementCount !== counts.get(one));
  if (key && (key === lost || !focused.isConnected)) refocus(key, old);
  else if (key) lost = null;
  begin(old);
  if (document.getElementById("said")?.classList.contains("wrong")) say("", true); // the page is fresh again
  if (old.dataset.said && old.dataset.said !== before) say(old.dataset.said.trim(), true);
  old.dispatchEvent(new CustomEvent("kibitz:swapped", { bubbles: true }));
}

// While pieces move (motion.js says so) nothing new is shown that nobody has asked for.
async function still() {
  while ("moving" in root.dataset) await new Promise((go) => root.addEventListener("kibitz:still", go, { once: true }));
}

// Tells it to those who listen; `seen`: it stands elsewhere on the page for those who look; `wrong`: something failed.
function say(text, seen = false, wrong = false) {
  const place = document.getElementById("said");
  if (!place) return;
  place.classList.toggle("hidden", seen);
  place.classList.toggle("wrong", wrong);
  place.textContent = text;
}

const SILENT = "The server does not answer. Is it still running?";
const OFFLINE = "This device is offline: the page goes on when it is back.";

// The server does not answer, or it does again: what the page says of it meanwhile may not be so any more.
function isGone(gone) {
  if (gone) {
    root.dataset.gone = "";
    const told = navigator.onLine ? SILENT : OFFLINE;
    if (document.getElementById("said")?.textContent !== told) say(told, false, true);
  } else if ("gone" in root.dataset) {
    delete root.dataset.gone;
    if ([SILENT, OFFLINE].includes(document.getElementById("said")?.textContent)) say("", true);
  }
}

window.addEventListener("online", () => isGone(false));

let asked = 0; // questions so far
let waiting = 0; // of which so many have no answer yet

// Fetches a fragment and puts it in its place; the newest question counts.
async function bring(id, url, options = {}, history = "push") {
  const number = ++asked;
  waiting++;
  const target = document.getElementById(id);
  if (target) target.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(url, {
      ...options,
      headers: { ...options.headers, [FRAGMENT]: id },
      credentials: "same-origin",
    });
    const text = await answer.text();
    isGone(false);
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
    if (number === asked) isGone(true);
  } finally {
    waiting--;
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
  bring(link.dataset.swap, link.getAttribute("href"), {}, link.dataset.history); // in a picture, link.href is not a text
});

document.addEventListener("change", (event) => {
  const form = event.target.form;
  if (form?.dataset.live !== undefined) form.requestSubmit();
});

window.addEventListener("popstate", (event) => {
  const id = event.state?.kibitz || document.querySelector("[data-main]")?.id;
  if (id && document.getElementById(id)) bring(id, location.href, {}, "none");
  else if (!location.hash) location.reload(); // with one it is a place on this page, to which somebody has skipped
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

const POLL = 2000; // milliseconds between two questions, while there is no stream
const PAUSES = [2000, 60000]; // before it is opened again: the first one, and the longest that they grow to
const LONG = 8000; // milliseconds without a stream before the page says so
const SILENCE = 4000; // milliseconds without an answer before the page says so: the browser tries again meanwhile
const FULL = "Too many pages are open: this one asks every few seconds.";

// What is new of an element. A browser gives up a stream that is refused, as it is where there are too many of one visitor or
// of all: then this asks for the element every few seconds, and opens the stream again when there is room.
class Stream {
  constructor(element) {
    this.id = element.id;
    this.address = element.dataset.stream;
    this.pause = PAUSES[0];
    this.last = {}; // what was shown by asking: the same again would only disturb
    this.newest = new Map(); // by element: news that came while pieces moved take the place of those before
    this.open();
  }

  open() {
    const url = new URL(this.address, location.href);
    const since = document.getElementById(this.id)?.dataset.since; // says what is shown
    if (since) url.searchParams.set("since", since);
    this.source = new EventSource(url);
    this.source.addEventListener("message", (event) => this.hear(JSON.parse(event.data)));
    this.source.addEventListener("open", () => this.rest());
    this.source.addEventListener("error", () => {
      if (this.source.readyState === EventSource.CLOSED) this.refused();
      else this.silence ??= setTimeout(isGone, SILENCE, true);
    });
  }

  async hear(news) {
    this.newest.set(news.id, news);
    await still();
    if (streams.get(this.address) !== this) return;
    const shown = news.mark && document.getElementById(news.id)?.dataset.since === news.mark;
    if (news.html !== undefined && !shown && this.newest.get(news.id) === news) swap(news.id, news.html);
    if (news.said) say(news.said, false, news.html === undefined);
    if (news.end) this.close();
  }

  refused() {
    this.asking ??= setInterval(() => this.ask(), POLL);
    this.began ??= Date.now();
    this.again = setTimeout(() => this.open(), this.pause);
    this.pause = Math.min(2 * this.pause, PAUSES[1]);
  }

  async ask() {
    const before = asked;
    const answer = await fetch(location.href, { credentials: "same-origin" }).catch(() => null);
    const text = (await answer?.text().catch(() => "")) || "";
    if (this.asking && streams.get(this.address) === this) isGone(!answer);
    await still();
    if (!this.asking || streams.get(this.address) !== this || asked !== before || waiting) return;
    if (answer && !answer.ok && ![429, 503].includes(answer.status)) this.close(); // it is not there any more
    if (!answer?.ok) return;
    const lasts = Date.now() - this.began >= LONG && !this.told;
    this.show(new DOMParser().parseFromString(text, "text/html"));
    if (lasts && this.asking) say(FULL);
    this.told ||= lasts;
  }

  // What a stream would have brought one by one: its element, and those that this names as changing with it.
  show(page) {
    const others = document.getElementById(this.id)?.dataset.with?.split(" ") ?? [];
    for (const id of [this.id, ...others]) {
      const html = page.getElementById(id)?.outerHTML;
      if (html && html !== this.last[id]) swap(id, (this.last[id] = html));
    }
  }

  rest() {
    clearInterval(this.asking);
    clearTimeout(this.again);
    clearTimeout(this.silence);
    this.silence = undefined;
    isGone(false);
    if (this.told) say("");
    this.asking = this.began = undefined;
    this.told = false;
    this.last = {};
    this.pause = PAUSES[0];
  }

  close() {
    this.rest();
    this.source.close();
  }
}

// A stream outlives its element where the one that takes its place names the same address.
function begin(root) {
  const all = [...document.querySelectorAll("[data-stream]")];
  const wanted = all.filter((one) => !document.hidden || one.dataset.seen === undefined);
  const addresses = new Set(wanted.map((element) => element.dataset.stream));
  for (const [address, stream] of streams) {
    if (!addresses.has(address)) {
      streams.delete(address);
      stream.close();
    }
  }
  for (const element of wanted) {
    if (!streams.has(element.dataset.stream)) streams.set(element.dataset.stream, new Stream(element));
  }
}

const lists = (inside) => inside.querySelectorAll('[data-scroll="end"]');

// The end of a list that is scrolled, `goes` there or was there already: as many whole rows as there is room for.
function showEnd(list, goes) {
  const isThere = goes || list.scrollTop + list.clientHeight >= list.scrollHeight - 2;
  if (!list.matches("ol") || !isThere) {
    if (goes) list.scrollTop = list.scrollHeight;
    return;
  }
  list.style.maxHeight = "";
  const hidden = list.scrollHeight - list.clientHeight;
  const first = hidden > 0 && [...list.children].find((row) => row.offsetTop >= hidden);
  if (first) list.style.maxHeight = `${list.scrollHeight - first.offsetTop}px`;
  list.scrollTop = list.scrollHeight;
}

// Elements with data-seen update only while somebody can see them.
document.addEventListener("visibilitychange", () => begin(document.head));

window.addEventListener("pagehide", () => {
  for (const stream of streams.values()) stream.close();
  streams.clear();
});
window.addEventListener("pageshow", (event) => event.persisted && location.reload());

root.classList.add("scripted");
const first = document.querySelector("[data-main]");
if (first) history.replaceState({ kibitz: first.id }, "", location.href);
begin(document.body);
for (const list of lists(document)) showEnd(list, true);

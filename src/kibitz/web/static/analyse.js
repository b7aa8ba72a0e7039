// The tree of an analysis: every move that was ever made on the board is kept, other ones than the next become variations. The
// board itself comes from the server, position by position, by links; the tree is in this browser only, one for each game.

const page = document.querySelector(".analyse");
const field = (id) => document.getElementById(id);
const store = `kibitz analysis of ${page.dataset.game}`;
const parameters = JSON.parse(page.dataset.parameters);

// A node is a position: the move that led there, a comment, what follows (the main line first), and where one went on last.
// A comment may hold commands of other programs, as [%clk 0:03:00], which stay with it and are shown apart from the words.
const COMMAND = /\[%[^\]]*\]\s*/g;
const CLOCK = /\[%clk\s+([\d:.]+)\]/;
const words = (comment) => comment.replace(COMMAND, "").trim();
const commands = (comment) => (comment.match(COMMAND) ?? []).map((one) => one.trim()).join(" ");
const node = (name, up, comment = "") => ({ name, up, comment, after: [], last: null });

let root = node("", null);
let here = root; // what the board shows
let wanted = null; // what has been asked for and is not shown yet

function read(rows) {
  const nodes = [];
  for (const [up, name, comment] of rows) {
    const one = node(name, nodes[up] ?? null, comment);
    one.up?.after.push(one);
    nodes.push(one);
  }
  return nodes[0] ?? node("", null);
}

function rows() {
  const found = [];
  const waiting = [[root, -1]];
  while (waiting.length) {
    const [one, up] = waiting.pop();
    found.push([up, one.name, one.comment]);
    const number = found.length - 1;
    for (const next of [...one.after].reverse()) waiting.push([next, number]);
  }
  return found;
}

function kept(key) {
  try {
    const found = JSON.parse(localStorage.getItem(key));
    return Array.isArray(found) ? read(found) : null;
  } catch {
    return null; // nothing, or nothing of ours
  }
}

function keep(key, what) {
  try {
    localStorage.setItem(key, JSON.stringify(what));
  } catch {
    // the browser keeps nothing: the analysis lasts as long as the page
  }
}

const chain = (one) => {
  const found = [];
  for (; one?.up; one = one.up) found.unshift(one);
  return found;
};

function address(one) {
  const query = new URLSearchParams(parameters);
  const names = chain(one).map((step) => step.name);
  if (names.length) query.set("moves", names.join(" "));
  return `${page.dataset.place}${query.size ? `?${query}` : ""}`;
}

function follow(names) {
  let one = root;
  for (const name of names) {
    let next = one.after.find((other) => other.name === name);
    if (!next) one.after.push((next = node(name, one)));
    one = next;
  }
  return one;
}

function remember(one) {
  for (; one.up; one = one.up) one.up.last = one;
}

const next = (one) => (one.after.includes(one.last) ? one.last : one.after[0]);

function end(one) {
  while (next(one)) one = next(one);
  return one;
}

const places = {
  First: (one) => (one.up ? root : null),
  Back: (one) => one.up,
  Next: (one) => next(one) ?? null,
  Last: (one) => (next(one) ? end(one) : null),
};

// The moves as text: after each the other ones in its place, in a block of their own, then the line goes on.

function number(ply, alone) {
  if (page.dataset.pairs === undefined) return `${ply}.`;
  const half = ply - 1 + Number(page.dataset.pairs); // a position may begin with the other side to move
  if (half % 2 === 0) return `${half / 2 + 1}.`;
  return alone ? `${(half + 1) / 2}...` : "";
}

function link(one, text) {
  const made = document.createElement("a");
  made.href = address(one);
  made.dataset.swap = "analysis";
  made.textContent = text;
  if (one === (wanted ?? here)) made.setAttribute("aria-current", "true");
  made.node = one;
  return made;
}

function put(one, ply, alone, into) {
  const count = document.createElement("span");
  count.className = "count";
  count.textContent = number(ply, alone);
  const step = document.createElement("span");
  step.className = "step";
  if (count.textContent) step.append(count, " ");
  step.append(link(one, one.name));
  into.append(step, " ");
  const left = CLOCK.exec(one.comment)?.[1];
  if (left) {
    const clock = document.createElement("span");
    clock.className = "clk";
    clock.title = "time left";
    clock.textContent = left.replace(/^0:0?/, "");
    into.append(clock, " ");
  }
  if (words(one.comment)) into.append(comment(one), " ");
}

function comment(one) {
  const said = document.createElement("span");
  said.className = "remark";
  said.textContent = words(one.comment);
  return said;
}

function line(one, ply, into) {
  for (let alone = Boolean(words(one.comment)); one.after.length; one = one.after[0], ply++) {
    const [main, ...others] = one.after;
    put(main, ply + 1, alone, into);
    alone = Boolean(words(main.comment)) || others.length > 0;
    for (const other of others) {
      const block = document.createElement("div");
      block.className = "variation";
      put(other, ply + 1, true, block);
      line(other, ply + 1, block);
      into.append(block);
    }
  }
}

function show() {
  const list = field("variations");
  const focused = list.contains(document.activeElement) && document.activeElement !== list;
  list.replaceChildren();
  const start = document.createElement("span");
  start.className = "step";
  start.append(link(root, "start"));
  list.append(start, " ");
  if (words(root.comment)) list.append(comment(root), " ");
  line(root, 0, list);
  const current = list.querySelector("[aria-current]");
  if (focused) current?.focus({ preventScroll: true });
  if (current) {
    const [top, bottom] = [current.offsetTop - list.offsetTop, current.offsetTop - list.offsetTop + current.offsetHeight];
    if (top < list.scrollTop) list.scrollTop = top - 8;
    else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight + 8;
  }
  for (const step of document.querySelectorAll("[data-step]")) {
    const to = places[step.dataset.step](wanted ?? here);
    for (const [name, value] of Object.entries({ href: to && address(to), "data-swap": to && "analysis" })) {
      if (value) step.setAttribute(name, value);
      else step.removeAttribute(name);
    }
    step.node = to;
    for (const [name, value] of Object.entries({ role: "link", "aria-disabled": "true", tabindex: "0" })) {
      if (to) step.removeAttribute(name);
      else step.setAttribute(name, value);
    }
  }
  const text = field("comment");
  const named = wanted ?? here;
  if (text.node !== named) [text.node, text.value] = [named, words(named.comment)];
  field("pgn").elements.tree.value = JSON.stringify(rows());
  for (const id of ["promote", "prune"]) {
    const idle = !here.up || (id === "promote" && chain(here).every((one) => one.up.after[0] === one));
    field(id).setAttribute("aria-disabled", String(idle));
  }
  field("restore").hidden = !kept(`${store}, before`);
  const whole = [root, ...chain(end(named))];
  const comments = whole.map((one) => one.comment);
  document.dispatchEvent(new CustomEvent("kibitz:line", { detail: { comments, ply: whole.indexOf(named) } }));
}

document.addEventListener("kibitz:to", (event) => {
  const to = [root, ...chain(end(wanted ?? here))][event.detail];
  if (to) go(to);
});

// The board has come: whatever was made on it belongs to the tree.
function seen() {
  const shown = field("analysis").dataset;
  const names = JSON.parse(shown.line);
  follow(names);
  here = follow(names.slice(0, Number(shown.ply)));
  wanted = null;
  remember(here);
  keep(store, rows());
  show();
}

function change(step) {
  keep(`${store}, before`, rows());
  step();
  keep(store, rows());
  const to = wanted;
  show();
  if (to) go(to);
}

// By a link, as everywhere on the page; one of its own, for those that are there change with what is shown.
// A move made before the board has come is made in the position that is named.
function go(one) {
  wanted = one;
  remember(one);
  const names = chain(one).map((step) => step.name);
  for (const { elements } of [field("board"), field("pick")]) {
    [elements.moves.value, elements.ply.value] = [names.join(" "), names.length];
  }
  const made = link(one, "");
  made.node = null;
  made.hidden = true;
  document.body.append(made);
  made.click();
  made.remove();
  show();
}

document.addEventListener("click", (event) => {
  const step = event.target.closest?.("a[data-swap=analysis]");
  if (!step?.node || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  go(step.node);
}, true);

let tabbed = false; // whether one goes about the page with the keyboard: then the arrows go from place to place of a board

for (const kind of ["pointerdown", "keydown"]) {
  document.addEventListener(kind, (event) => { if (kind === "pointerdown" || event.key === "Tab") tabbed = event.key === "Tab"; }, true);
}

const KEYS = { ArrowLeft: "Back", ArrowRight: "Next", Home: "First", End: "Last" };

document.addEventListener("keydown", (event) => {
  const step = KEYS[event.key];
  if (!step || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (event.target.closest?.(`input, textarea, select${tabbed ? ", .board" : ""}`)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const to = places[step](wanted ?? here);
  if (to) go(to);
}, true);

document.addEventListener("kibitz:swapped", (event) => event.target.id === "analysis" && seen());

field("comment").addEventListener("input", (event) => {
  const text = event.target;
  text.node.comment = [commands(text.node.comment), text.value.trim()].filter(Boolean).join(" ");
  keep(store, rows());
  show();
});

field("promote").addEventListener("click", () => {
  if (field("promote").ariaDisabled === "true") return;
  change(() => {
    for (let one = here; one.up; one = one.up) one.up.after = [one, ...one.up.after.filter((other) => other !== one)];
  });
});

field("prune").addEventListener("click", () => {
  if (!here.up) return;
  change(() => {
    const one = here;
    one.up.after = one.up.after.filter((other) => other !== one);
    wanted = one.up;
  });
});

field("anew").addEventListener("click", () => {
  change(() => {
    root = node("", null);
    wanted = here = root;
    announce(null);
  });
});

field("restore").addEventListener("click", () => {
  const before = kept(`${store}, before`);
  change(() => {
    root = before;
    wanted = here = root;
  });
});

// Who played the game that was pasted, and where: above the board, and in the file that is written.
function announce(about) {
  keep(`${store}, about`, about);
  field("about").textContent = about?.text ?? "";
  for (const [side, name] of (about?.players ?? []).entries()) {
    const input = document.createElement("input");
    Object.assign(input, { type: "hidden", name: `player-${side}`, value: name });
    field("pgn").append(input);
  }
  if (!about) field("pgn").querySelectorAll("[name^=player-]").forEach((one) => one.remove());
}

function told() {
  try {
    return JSON.parse(localStorage.getItem(`${store}, about`));
  } catch {
    return null;
  }
}

const pasted = page.dataset.rows;
announce(pasted ? JSON.parse(page.dataset.about) : told());
const stored = kept(store);
if (pasted && stored?.after.length) keep(`${store}, before`, (root = stored) && rows());
root = pasted ? read(JSON.parse(pasted)) : stored ?? root;
if (pasted) history.replaceState(history.state, "", address(follow(JSON.parse(field("analysis").dataset.line))));
seen();

/* The outline: a tree as the WAI-ARIA pattern has it. What is closed is not in the page. */

const outline = byId("outline");
const opened = new Set(), passing = new Set(); /* opened by the reader; because the search is there */
const items = new Map(); /* node: its element; notes are kept by their own keys */
let now = 0, selected = 0, active = "0", hiding = false;
let fetchBelow = null; /* brings what is below a node, or more of all for null; where the page is one file there is no more */

const isOpen = (node) => opened.has(node) || passing.has(node);
const keyOf = (element) => element.dataset.key;
const nodeOf = (key) => parseInt(key, 10);
const seen = (node) => children[node].filter((child) => isIn(child, now));
const known = (node) => isLeft(node, now) && worth(node) !== null;

/* What stands below a node when it is open: nodes, and notes on what is not there. */
function below(node) {
  const keys = seen(node).map(String);
  if (isLeft(node, now) && (!playouts || now === end)) {
    if (hidden(node)) keys.push(`${node}h`);
    if (skipped(node).length) keys.push(`${node}s`);
  }
  return keys;
}

/* Bring an element, and all that is open below it, up to date. */
function sync(key, level, place, among) {
  let item = items.get(key);
  if (!item) {
    const row = make("span", { class: "row", id: `row-${key}` });
    item = make("li", { role: "treeitem", "aria-labelledby": row.id, "aria-level": level, "data-key": key }, row);
    item.tabIndex = key === active ? 0 : -1;
    items.set(key, item);
  }
  set(item, "aria-posinset", place);
  set(item, "aria-setsize", among);
  set(item, "aria-selected", String(key === active));
  if (/\D$/.test(key)) {
    if (!item.firstChild.firstChild) note(item, key);
    return item;
  }
  const node = nodeOf(key), keys = below(node);
  if (keys.length) set(item, "aria-expanded", String(isOpen(node)));
  else item.removeAttribute("aria-expanded");
  label(item, node);
  let group = item.children[1];
  if (!keys.length || !isOpen(node)) {
    if (group) drop(group);
    return item;
  }
  if (!group) group = make("ul", { role: "group" });
  keys.forEach((child, at) => {
    const element = sync(child, level + 1, at + 1, keys.length);
    if (group.children[at] !== element) group.insertBefore(element, group.children[at] || null);
  });
  while (group.children.length > keys.length) drop(group.lastChild);
  if (!group.parentNode) item.append(group);
  return item;
}

function set(element, name, value) {
  if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value);
}

function drop(element) {
  if (element.matches("li")) items.delete(keyOf(element));
  for (const item of element.querySelectorAll("li")) items.delete(keyOf(item));
  element.remove();
}

/* The row of a node. It is written anew only when it says something else. */
function label(item, node) {
  const value = known(node) ? worth(node) : null, current = now < end && places[now] === node;
  const cut = isLeft(node, now) && isCut(node), open = isUnderWay(node);
  const best = node > 0 && data.move[node] >= 0 && isLeft(data.parent[node], now) && bestOf(data.parent[node]) === node;
  const between = open && hasWindows && !isLeaf(node) ? `: α = ${ends(node)[0]}, β = ${ends(node)[1]}` : "";
  const closed = isLeft(node, now) && (!playouts || now === end) && nodesBelow[node] > 0 && !isOpen(node);
  const says = [value && value.words, cut, open, best, current, between, closed].join();
  const row = item.firstChild;
  if (row.dataset.says === says) return;
  row.dataset.says = says;
  row.className = `row${current ? " current" : ""}${open ? " open" : ""}`;
  const hint = isLeft(node, now) || !isLeaf(node) ? sided(node) : "";
  const words = make("span", { class: "words" }, make("b", {}, node === 0 ? capital(called(0)) : called(node)), " ");
  const say = (kindOf, mark, text) => words.append(make("span", { class: kindOf }, unspoken(mark), text), " ");
  if (hint) say(`side ${role(node)}`, `${sign(node)} `, hint);
  if (value) say(`value ${kind(value)}`, "", value.words);
  if (best && isCut(data.parent[node])) say("hint", "", "enough for the cut");
  else if (best) say("best", "★ ", "best");
  if (cut) say("cut", "✂ ", "cut");
  if (open && playouts) say("hint", "", current ? "here this playout left the tree" : "on the way of this playout");
  else if (open) say("hint", "", `${current ? "looked at now" : "under way"}${between}`);
  if (isLater(node)) say("hint", "", "looked at again");
  if (closed) say("hint", "", countOf(nodesBelow[node], "node below", "nodes below"));
  row.replaceChildren(make("span", { class: "twist", "aria-hidden": "true" }), words);
}

const ends = (node) => windowAt(node, now).map(round);

function role(node) {
  if (isLeaf(node)) return "leaf";
  if (byChance(node)) return "chance";
  return data.vectors ? `p${mover(node) % OWNERS}` : maximises(node) ? "max" : "min";
}

const kind = (value) => (value.says === EXACT ? (value.proved ? "exact" : "about") : "limit");

function note(item, key) {
  const node = nodeOf(key), row = item.firstChild;
  row.className = "row absent";
  if (key.endsWith("h")) {
    row.append(`… ${hidden(node)} more looked at, not shown here`);
    return;
  }
  const [word, more] = isCut(node) ? ["cut", ", never looked at"] : ["not looked at", ""];
  row.append(unspoken("✂ "), `${word}: `, make("s", {}, skipped(node).join(", ")), more);
}

function syncAll() {
  const root = sync("0", 1, 1, 1);
  if (!root.parentNode) outline.append(root);
  if (!items.has(active)) choose("0", false);
}

function toggle(node, yes = !isOpen(node)) {
  const item = items.get(String(node));
  if (!item || !below(node).length) return;
  if (yes && fetchBelow && hidden(node) && !children[node].length) {
    fetchBelow(node);
    return;
  }
  if (yes) opened.add(node);
  else {
    opened.delete(node);
    passing.delete(node);
  }
  const chosen = items.get(active);
  if (!yes && item !== chosen && item.contains(chosen)) choose(String(node), outline.contains(document.activeElement));
  const [level, place, among] = ["level", "posinset", "setsize"].map((name) => Number(item.getAttribute(`aria-${name}`)));
  sync(String(node), level, place, among);
  drawPicture();
  tellExplored();
}

/* The node that the keys move from, and whose board is shown. */
function choose(key, focus) {
  const before = items.get(active);
  if (before) {
    before.tabIndex = -1;
    before.setAttribute("aria-selected", "false");
  }
  active = key;
  const item = items.get(key);
  if (item) {
    item.tabIndex = 0;
    item.setAttribute("aria-selected", "true");
    if (focus) item.focus({ preventScroll: true });
    keepInView(item.firstChild, focus);
  }
  selected = nodeOf(key);
  showNode(selected);
  markPicture();
  tellExplored();
}

/* Tell listeners, such as the address bar, about the shown node. */
const tellExplored = () => outline.dispatchEvent(new CustomEvent("explored", { bubbles: true }));

function keepInView(row, always) {
  if (always) return row.scrollIntoView({ block: "nearest", inline: "nearest" });
  const box = row.getBoundingClientRect(), room = outline.getBoundingClientRect();
  if (box.top < room.top || box.bottom > room.bottom) outline.scrollTop += box.top - room.top - room.height / 2;
}

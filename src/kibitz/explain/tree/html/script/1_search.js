"use strict";
/* The search: who leads to whom, what happened when, and what was known by then. */

const EXACT = 0, AT_LEAST = 1, AT_MOST = 2;
const ENTER = 0, LEAVE = 1, RETURN = 2, PLAYOUT = 3;
const CHANCE = -1;

let data = null, size = 0, end = 0, hasWindows = false;
let nodesBelow = []; /* of each node: how many there are, whether they are in the data or not */
let children = [], entered = [], left = []; /* of each node: what is below, and the events with which it was entered and left */
let kinds = [], places = []; /* entered, left, and told to the parent: all events, in the order of the search, and their nodes */
const windows = new Map();
let playouts = null, changes = []; /* of a search by playouts: each of them; and of each node, with which of them it changed */

/* The columns of a tree, and what follows from them. */
function readColumns(columns) {
  data = columns;
  size = data.parent.length;
  hasWindows = data.windows;
  windows.clear();
  children = Array.from({ length: size }, () => []);
  for (let node = 1; node < size; node++) children[data.parent[node]].push(node);
  nodesBelow = new Int32Array(size);
  for (let node = size - 1; node >= 0; node--) {
    if (data.below[node]) nodesBelow[node] = data.below[node];
    if (node > 0) nodesBelow[data.parent[node]] += nodesBelow[node] + 1;
  }
  [kinds, places, entered, left] = [[], [], new Int32Array(size), new Int32Array(size)];
  playouts = data.playouts ? data.playouts.steps : null;
  if (playouts) return readPlayouts();
  const open = [];
  const leave = () => {
    const node = open.pop();
    left[node] = kinds.length;
    kinds.push(LEAVE);
    places.push(node);
    if (node > 0 && worth(node)) {
      kinds.push(RETURN);
      places.push(node);
    }
  };
  for (let node = 0; node < size; node++) {
    while (open.length && open[open.length - 1] !== data.parent[node]) leave();
    entered[node] = kinds.length;
    kinds.push(ENTER);
    places.push(node);
    open.push(node);
  }
  while (open.length) leave();
  end = kinds.length - 1;
}

/* Each playout is an event, at the last node of its way. A node is there, and says what it is worth, from the first one on. */
function readPlayouts() {
  changes = Array.from({ length: size }, () => []);
  playouts.forEach(([, , , way], step) => {
    for (const [node, ...change] of way) changes[node].push([step + 1, ...change]);
  });
  kinds = [ENTER, ...playouts.map(() => PLAYOUT), LEAVE];
  places = [0, ...playouts.map(([, , , way]) => way[way.length - 1][0]), 0];
  end = kinds.length - 1;
  for (let node = 1; node < size; node++) entered[node] = left[node] = changes[node].length ? changes[node][0][0] : end;
}

/* How often a node was visited by now. */
function visits(node) {
  let low = 0, high = changes[node].length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (changes[node][middle][0] <= now) low = middle + 1;
    else high = middle;
  }
  return low;
}

/* What is known of a node by now: its worth, its mean, the move that would be played, the moves that are refuted,
   and how many are left alone without a try. */
function changed(node) {
  const count = visits(node);
  if (!count) return null;
  const [, place, mean, best, refuted, idle] = changes[node][count - 1];
  return { place, mean, best, refuted, idle };
}

/* By what the next playout chooses among the moves of a node: visits, mean and bonus of each that was tried, and the largest sum. */
function termsOf(node) {
  const tried = children[node].filter((child) => visits(child));
  const refuted = new Set(changed(node) ? changed(node).refuted : []);
  const here = tried.reduce((sum, child) => sum + visits(child), 0) + 1;
  const rows = tried.map((child) => {
    const mean = changed(child).mean, bonus = data.playouts.exploring * Math.sqrt(Math.log(here) / visits(child));
    return { child, visits: visits(child), mean, bonus, refuted: refuted.has(child) };
  });
  const largest = Math.max(...rows.filter((row) => !row.refuted).map((row) => row.mean + row.bonus));
  const idle = changed(node) ? changed(node).idle : 0;
  return { rows, largest, untried: (data.playouts.moves[node] || 0) - tried.length - idle, idle };
}

const isOnWay = (node) => playouts[now - 1] !== undefined && playouts[now - 1][3].some(([on]) => on === node);
const isUnderWay = (node) => (playouts ? now < end && isOnWay(node) : isIn(node, now) && !isLeft(node, now));
const isIn = (node, time) => entered[node] <= time;
const isLeft = (node, time) => left[node] <= time;
const isBack = (node, time) => left[node] < time && data.value[node] >= 0;

function worth(node) {
  const change = playouts ? changed(node) : null;
  if (playouts && !change) return null;
  const place = change ? change.place : data.value[node];
  if (place < 0) return null;
  const [words, number, says, result, proved, payoffs] = data.worths[place];
  return { words: words.replaceAll("-", "−"), number: number.replaceAll("-", "−"), says, result, proved, payoffs, visits: playouts ? visits(node) : 0 };
}

/* The child that gives a node its value; of playouts, the move that would be played by now. */
function bestOf(node) {
  if (!playouts) return data.best[node];
  const change = changed(node);
  return change && change.best >= 0 ? change.best : undefined;
}

/* "spared": there was no other move left to cut. */
const reason = (node) => (data.spared[node] ? "spared" : data.reasons[data.reason[node]]);
const isCut = (node) => reason(node) === "cut";
const isWhole = (node) => reason(node) === "searched" || reason(node) === "spared";
const mover = (node) => data.mover[node];
const maximises = (node) => mover(node) === data.hero;
const byChance = (node) => mover(node) === CHANCE;
const isLeaf = (node) => ["over", "horizon", "table", "settled", "recurrence"].includes(reason(node));
const moveName = (node) => (data.move[node] < 0 ? "" : data.names[data.move[node]]);
const skipped = (node) => (data.skipped[node] || []).map((name) => data.names[name]);
const hidden = (node) => data.hidden[node] || 0;
/* A node's number in the whole search; and the node of that number, -1 where it is not in the data. */
const index = (node) => (data.index.length === 1 ? data.index[0] + node : data.index[node]);
function nodeAt(number) {
  if (data.index.length > 1) return data.index.indexOf(number);
  return number >= data.index[0] && number < data.index[0] + size ? number - data.index[0] : -1;
}

/* An event by what happens and to whom, which stays the same when more of the tree is there; -1 for none. */
const eventAt = (time) => [kinds[time], kinds[time] === PLAYOUT ? playouts[time - 1][0] : index(places[time])];
function timeOf([kind, number]) {
  if (kind === PLAYOUT) return playouts ? playouts.findIndex(([step]) => step === number) + 1 || -1 : -1;
  const node = nodeAt(number);
  if (node < 0) return -1;
  return kind === ENTER ? entered[node] : left[node] + (kind === RETURN ? 1 : 0);
}

const isLater = (node) => {
  const siblings = children[data.parent[node]] || [];
  return siblings.some((other) => other < node && data.move[other] === data.move[node]);
};

function pathTo(node) {
  const path = [];
  for (let at = node; at >= 0; at = data.parent[at]) path.unshift(at);
  return path;
}

/* The children that count: of those with one move, the one looked at last. */
function finalChildren(node, time) {
  const found = new Map();
  for (const child of children[node]) if (isBack(child, time)) found.set(data.move[child], child);
  return [...found.values()];
}

/* Alpha and beta at entry. Written down only where the nodes shown before do not make it so. */
function windowOf(node) {
  if (windows.has(node)) return windows.get(node);
  let found = [-Infinity, Infinity];
  if (data.window[node]) {
    const [low, high] = data.window[node];
    found = [low ?? -Infinity, high ?? Infinity];
  } else if (node > 0) found = windowAt(data.parent[node], entered[node]);
  windows.set(node, found);
  return found;
}

function windowAt(node, time) {
  let [low, high] = windowOf(node);
  if (byChance(node)) return [low, high];
  for (const child of children[node]) {
    if (!isBack(child, time)) continue;
    if (maximises(node)) low = Math.max(low, worth(child).result);
    else high = Math.min(high, worth(child).result);
  }
  return [low, high];
}

/* The best of what has come back; null where nothing has, and where an average counts. */
function bestAt(node, time) {
  let best = null;
  if (byChance(node)) return null;
  for (const child of finalChildren(node, time)) {
    if (best === null || gain(node, worth(child)) > gain(node, worth(best))) best = child;
  }
  return best;
}

function gain(node, value) {
  if (data.vectors) return value.payoffs[mover(node)];
  return maximises(node) ? value.result : -value.result;
}

/* The line of best moves, as far as it is shown. */
function bestLine(node) {
  const line = [];
  for (let at = bestOf(node); at !== undefined; at = bestOf(at)) line.push(at);
  return line;
}

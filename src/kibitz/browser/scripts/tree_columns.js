// The shown part of a tree as the columns that the explorer reads: as `kibitz.explain.tree.page_data`.

const SAID = ["exact", "at_least", "at_most"];
const MOST_SHOWN = 10_000; // nodes at once
const MOST_TRACED = 1_000_000;
const PHRASES = /(?<=[.,;:]) /;

class IndexedSet {
  constructor() {
    this.places = new Map();
    this.all = [];
  }

  place(thing) {
    const key = JSON.stringify(thing);
    if (!this.places.has(key)) {
      this.places.set(key, this.all.length);
      this.all.push(thing);
    }
    return this.places.get(key);
  }
}

// The nodes whose children to show, near ones first, until there are about so many children.
function nearestFamilies(trace, top, most) {
  const [ahead, found] = [[top], []];
  for (let at = 0; at < ahead.length && ahead.length < most; at++) {
    const children = trace.childrenOf(ahead[at]);
    if (children.length) {
      found.push(ahead[at]);
      ahead.push(...children);
    }
  }
  return found;
}

// Nodes that were opened, and those on the way there.
function openedFamilies(trace, opened) {
  const found = new Set();
  for (const node of opened) {
    for (let at = node; !found.has(at); at = trace.parents[at]) found.add(at);
  }
  return found;
}

// `families`: the nodes whose children are shown.
function treeColumns(tree, families) {
  const { trace } = tree;
  const [names, worths, phrases] = [new IndexedSet(), new IndexedSet(), new IndexedSet()];
  const full = { parent: [], move: [], value: [], reason: [], mover: [], index: [] };
  const rare = { window: {}, hidden: {}, below: {}, skipped: {}, spared: {}, best: {}, elsewhere: {}, why: {} };
  const places = new Map();
  const made = [];
  const waiting = [[tree.root, -1, [-Infinity, Infinity]]];
  while (waiting.length) {
    const [node, parent, expected] = waiting.pop();
    const here = full.index.length;
    places.set(node.index, here);
    const shown = families.has(node.index) ? node.children : [];
    const { worth, reason } = node;
    full.parent.push(parent);
    full.move.push(parent < 0 ? -1 : names.place(labelOf(node)));
    full.value.push(worth === null ? -1 : worths.place([worthText(worth), numberText(worth), SAID.indexOf(worth.says), worth.result, worth.proved, worth.payoffs]));
    full.reason.push(trace.layout.reasons.indexOf(reason));
    full.mover.push(node.mover);
    full.index.push(node.index);
    made.push(node.move);
    const { window } = node;
    if (window[0] !== expected[0] || window[1] !== expected[1]) rare.window[here] = window.map((end) => (Number.isFinite(end) ? end : null));
    const hidden = trace.childrenOf(node.index).length - shown.length;
    if (hidden) [rare.hidden[here], rare.below[here]] = [hidden, node.count - 1];
    const skipped = LEAVES.includes(reason) ? [] : node.skipped;
    if (skipped.length) rare.skipped[here] = skipped.map((move) => names.place(node.nameOf(move)));
    if (node.best !== null) rare.best[here] = node.best;
    if (reason === "cut" && !skipped.length) rare.spared[here] = 1;
    else if (reason === "cut") {
      const why = cutReason(node);
      if (why !== null) rare.why[here] = new CutSentence(why).text().split(PHRASES).map((phrase) => phrases.place(phrase));
    }
    waiting.push(...windowsOf(node, shown, here).reverse());
  }
  for (const [here, best] of Object.entries(rare.best)) {
    if (places.has(best.index)) rare.best[here] = places.get(best.index);
    else {
      delete rare.best[here];
      rare.elsewhere[here] = names.place(best.name);
    }
  }
  const { index } = full;
  const isEstimated = tree.rules.estimate !== null && full.reason.includes(trace.layout.reasons.indexOf("horizon"));
  const isInARow = index.at(-1) === index[0] + index.length - 1;
  return {
    search: trace.declared.title,
    windows: trace.declared.hasWindow,
    players: tree.players,
    hero: tree.hero,
    vectors: trace.vectors,
    nodes: trace.length,
    depth: trace.depth,
    whole: trace.isWhole,
    start: "",
    reasons: trace.layout.reasons,
    code: trace.declared.code,
    ...(isEstimated ? { estimate: tree.rules.estimate } : {}),
    names: names.all,
    worths: worths.all,
    phrases: phrases.all,
    ...full,
    index: isInARow ? index.slice(0, 1) : index,
    ...rare,
    made,
  };
}

function labelOf(node) {
  const { parent } = node;
  if (!parent.byChance) return node.name;
  const { chances } = parent;
  const weight = chances.find(([move]) => move === node.move)[1];
  return `${node.name} ${Number(((100 * weight) / sum(chances.map(([, one]) => one))).toPrecision(3))}%`;
}

// The children, each with the window that the ones shown before leave to it.
function windowsOf(node, shown, here) {
  let [low, high] = node.window;
  return shown.map((child) => {
    const found = [child, here, [low, high]];
    if (child.worth !== null && !node.byChance) {
      if (node.maximises) low = Math.max(low, child.worth.result);
      else high = Math.min(high, child.worth.result);
    }
    return found;
  });
}

let shownTree = { key: "", tree: null };

// What the explorer shows of a search: its node's nearest, and what is below those that were opened.
function showTree(rules, position, { search, depth, opened, near }) {
  const key = JSON.stringify([search, depth, position.moves]);
  if (shownTree.key !== key) {
    if (position.isOver) throw new RulesError("the game is over here: there is nothing to search");
    const faces = rules.face.isPlain ? new PlainFaces(rules, rules.face) : new Faces(rules, rules.face);
    const tree = new SearchTree(traceOf(rules, position, search, depth, MOST_TRACED), faces);
    shownTree = { key, tree };
  }
  const { tree } = shownTree;
  const families = openedFamilies(tree.trace, opened);
  for (const node of nearestFamilies(tree.trace, 0, near)) families.add(node);
  const count = sum([...families].map((node) => tree.trace.childrenOf(node).length));
  if (count > MOST_SHOWN) throw new RulesError(`at most ${MOST_SHOWN.toLocaleString("en")} nodes are shown at once: close some`);
  return treeColumns(tree, families);
}

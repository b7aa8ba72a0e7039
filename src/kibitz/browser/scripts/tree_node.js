// The nodes of a traced search and what they are worth, as `kibitz.explain.tree.node`. Values are MAX's, the player to move at the root.

const LEAVES = ["over", "horizon", "table", "settled", "recurrence", "unfinished"];
const BOUNDS = { 3: "exact", 2: "at_least", 1: "at_most" };
const SIGN_WORDS = { exact: "", at_least: "at least ", at_most: "at most " };
const tidy = (value) => value || 0;

class SearchTree {
  // `faces` names the moves.
  constructor(trace, faces) {
    const { rules, position } = trace;
    Object.assign(this, { trace, rules, faces, players: rules.sides, hero: Math.max(position.mover, 0) });
    this.nodes = new Map();
    this.claimed = new Map();
    this.provedClaims = new Map();
    this.root = new TreeNode(this, 0, null);
  }

  node(index) {
    if (index === 0) return this.root;
    if (!this.nodes.has(index)) this.nodes.set(index, new TreeNode(this, index, this.node(this.trace.parents[index])));
    return this.nodes.get(index);
  }

  // A value or bound of the search in the units of the game.
  number(value) {
    if (value >= INFINITE) return Infinity;
    if (value <= -INFINITE) return -Infinity;
    return this.trace.scale === null ? value : value / this.trace.scale.unit;
  }

  // The least and the most that one player can get, and what all can get together.
  get limits() {
    const [least, most, together] = this.rules.limits.map((limit, at) => limit ?? (at === 0 ? -Infinity : Infinity));
    return { least: Math.min(least, 0), most: Math.max(most, 0), together, ownLeast: least, ownMost: most };
  }
}

class TreeNode {
  constructor(tree, index, parent) {
    Object.assign(this, { tree, index, parent, reason: tree.trace.reason(index), ply: parent === null ? 0 : parent.ply + 1 });
    this.move = parent === null ? null : parent.offers[tree.trace.number(index)];
    this.position = parent === null ? tree.trace.position : parent.position.play(this.move);
    this.mover = this.position.mover;
    this.maximises = this.mover === tree.hero;
    this.byChance = this.position.seen.chance && !this.position.seen.over;
    if (this.byChance) this.mover = CHANCE;
  }

  get name() {
    return this.parent === null ? "" : this.parent.nameOf(this.move);
  }

  nameOf(move) {
    return this.tree.faces.nameOf(this.position, move);
  }

  // Probabilities of what chance may bring, in order.
  get chances() {
    const { moves, weights } = this.position.seen;
    return moves.map((move, at) => [move, weights[at]]);
  }

  get offers() {
    return this.position.isOver ? [] : this.position.seen.moves;
  }

  get children() {
    this.found ??= this.tree.trace.childrenOf(this.index).map((child) => this.tree.node(child));
    return this.found;
  }

  // The children, each move at its last search only, in the order in which the moves were first searched.
  get finalChildren() {
    const last = new Map();
    for (const child of this.children) last.set(this.tree.trace.number(child.index), child);
    return [...last.values()];
  }

  // The moves that were never searched.
  get skipped() {
    if (!["cut", "searched", "probed"].includes(this.reason)) return [];
    const seen = new Set(this.children.map((child) => child.move));
    const choices = this.tree.rules.recurrence === "forbidden" ? new Set(this.position.legal) : null;
    return this.offers.filter((move) => !seen.has(move) && (choices === null || choices.has(move)));
  }

  get count() {
    return this.tree.trace.ends[this.index] - this.index + 1;
  }

  get above() {
    const found = [];
    for (let node = this.parent; node !== null; node = node.parent) found.push(node);
    return found;
  }

  // Whether the search counts this node's values for MAX.
  get isUpright() {
    return this.tree.trace.scale === null || this.maximises;
  }

  get window() {
    const [low, high] = this.tree.trace.window(this.index).map((bound) => this.tree.number(bound));
    return this.isUpright ? [low, high] : [tidy(-high), tidy(-low)];
  }

  get hopes() {
    return this.maximises ? "at_most" : "at_least";
  }

  // The value found; null where the search was stopped before.
  get worth() {
    if (this.valued === undefined) this.valued = this.reason === "unfinished" ? null : worthOf(this);
    return this.valued;
  }

  // The child this node has its value from; null at a leaf, where chance decides, and where only a limit is known.
  get best() {
    const mine = this.worth;
    if (mine === null || this.byChance || mine.says === this.hopes) return null;
    const isAsSure = (child) => child.worth !== null && child.worth.proved >= mine.proved;
    return this.finalChildren.find((child) => isAsSure(child) && this.isFrom(child)) ?? null;
  }

  isFrom(child) {
    const { trace } = this.tree;
    if (trace.vectors) return String(trace.payoffs(child.index)) === String(trace.payoffs(this.index));
    return brought(child) === trace.value(this.index) && child.worth !== null && child.worth.says !== this.hopes;
  }
}

// A child's value in the units of the side to move at its parent.
function brought(child) {
  const value = child.tree.trace.value(child.index);
  if (child.tree.trace.scale === null || child.parent === null) return value;
  return child.maximises === child.parent.maximises ? value : tidy(-value);
}

function worthOf(node) {
  const { trace, hero } = node.tree;
  const [wanted, held] = claimsOf(node);
  const says = BOUNDS[2 * wanted[0] + Number(wanted[1])];
  const value = trace.value(node.index);
  const ends = trace.scale !== null && trace.scale.isEnd(value, node.tree.rules.layout.deepest);
  const proved = ends || held.every((one, side) => one || !wanted[side]);
  if (trace.vectors) {
    const payoffs = trace.payoffs(node.index);
    return { result: payoffs[hero], says, proved, payoffs, about: says === "exact" ? null : node.mover };
  }
  if (trace.scale === null) return { result: tidy(value), says, proved, payoffs: null, about: null };
  const result = proved ? trace.scale.result(value)[0] : rounded(value / trace.scale.unit, 4);
  if (node.maximises) return { result: tidy(result), says, proved, payoffs: null, about: null };
  return { result: tidy(-result), says: MIRRORED[says], proved, payoffs: null, about: null };
}

function numberText({ result, says, payoffs, about }) {
  if (payoffs !== null && about !== null) {
    const known = SIGN_WORDS[says] + amount(rounded(payoffs[about], 9));
    return `(${payoffs.map((_, player) => (player === about ? known : "?")).join(", ")})`;
  }
  if (payoffs !== null) return `(${payoffs.map((paid) => amount(rounded(paid, 9))).join(", ")})`;
  return amount(rounded(result, 9));
}

// "1", "at most 0", "about 0.31", "at least about 0.3".
const worthText = (worth) => (worth.about === null ? SIGN_WORDS[worth.says] : "") + (worth.proved ? "" : "about ") + numberText(worth);

// Whether the value is a lower and an upper bound for the side that counts it, and which of it is proved.
function claimsOf(node) {
  const { tree } = node;
  const { trace } = tree;
  const both = (read, known, open) => [true, false].map((least) => claim(node, least, read, known, open));
  return [both((at) => trace.says(at), tree.claimed, null), both((at) => trace.proved(at), tree.provedClaims, trace.provable)];
}

// Whether the value is at least (`least`) or at most that; the children decide where the search recorded nothing.
function claim(node, least, read, known, open) {
  if (read(node.index)[Number(!least)]) return true;
  const key = 2 * node.index + Number(least);
  if (!known.has(key)) {
    const isInner = !LEAVES.includes(node.reason) && !node.byChance && !node.tree.trace.vectors;
    known.set(key, isInner && (open === null || open[node.index] === 1) && claimOfChildren(node, least, read, known, open));
  }
  return known.get(key);
}

function claimOfChildren(node, least, read, known, open) {
  const { trace } = node.tree;
  const value = trace.value(node.index);
  const hers = trace.scale === null;
  const climbs = node.maximises || !hers;
  const oneWillDo = least === climbs;
  let valued = node.finalChildren;
  if (oneWillDo) valued = valued.filter((child) => brought(child) === value);
  else if (node.reason !== "searched" || valued.some((child) => (climbs ? brought(child) > value : brought(child) < value))) return false;
  for (const child of valued) {
    const same = hers || child.maximises === node.maximises;
    if (claim(child, least === same, read, known, open) === oneWillDo) return oneWillDo;
  }
  return !oneWillDo;
}

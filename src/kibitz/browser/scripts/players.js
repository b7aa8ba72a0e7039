// The computer's levels, as `kibitz.players.engine` plays them: luck, a proof, a search, a slip.

const PATIENT = 15; // how long a proof may take, in times of the search's limit: where a book says how a game begins ...
const HASTY = 0.3; // ... and elsewhere
const LEVEL_TIME = 2; // seconds

// What one player remembers of one game. `dice`: a number from 0 up to 1.
class Player {
  constructor(rules, level, dice = Math.random) {
    Object.assign(this, { rules, level, dice, continuation: new Continuation(rules), solver: null, before: null });
  }

  pick(list) {
    return list[Math.floor(this.dice() * list.length)];
  }

  // The final thought about a position; `tell` hears better and better ones.
  think(position, tell, ask) {
    const { level, rules } = this;
    if (level.random && this.dice() < level.random) {
      const move = this.pick(position.legal);
      return { best: move, value: worth("estimate", 0), line: [move], moves: [], depth: 0, nodes: 0, isLuck: true };
    }
    const known = level.exact ? this.proof(position, tell, ask) : null;
    if (known && known.value.kind === "exact") return known;
    const slips = level.slip > 0 && this.dice() < level.slip;
    const request = { search: level.search, limit: level.limit, allMoves: slips, playouts: level.playouts };
    request.first = level.isNamedByDice ? this.pick(position.legal) : null;
    if (rules.searches[level.search].isAnytime) request.seed = Math.floor(this.dice() * 2 ** 30);
    request.continuation = this.continued(position);
    let found = think(rules, position, request, (thought) => tell?.(known ? keepProved(thought, known) : thought), ask);
    if (slips && found.moves.length > 1) {
      const second = found.moves[1];
      found = { ...found, best: second.move, value: second.value, line: second.line, bounds: null };
    }
    return known ? keepProved(found, known) : found;
  }

  // The exact value and a move that keeps it; not exact if that takes too long.
  proof(position, tell, ask) {
    const known = lookUp(this.rules, position);
    if (known) return known;
    const time = (this.level.limit.time ?? LEVEL_TIME) * (this.rules.book ? PATIENT : HASTY);
    this.solver ??= createSolver(this.rules, {}, TABLE_BYTES);
    return think(this.rules, position, { search: "solve", limit: { time }, solver: this.solver }, tell, ask);
  }

  // What its searches in the same game have left; null where a move depends on the position alone.
  continued(position) {
    const { limit, search } = this.level;
    const declared = this.rules.searches[search];
    if (limit.time === null || limit.depth !== null || limit.nodes !== null) return null;
    if (!declared.isSelective && !declared.isAnytime) return null;
    const { before } = this;
    this.before = position.moves;
    if (!before || before.some((move, at) => position.moves[at] !== move)) {
      this.continuation.give();
      this.continuation = new Continuation(this.rules);
    }
    return this.continuation;
  }

  give() {
    this.continuation.give();
    this.solver?.give();
  }
}

// A search's thought, as far as it agrees with the proved bounds of the position.
function keepProved(found, proof) {
  if (!proof.bounds) return found;
  const [low, high] = proof.bounds;
  const same = low && proof.value.kind === low.kind && proof.value.result === low.result && proof.value.plies === low.plies;
  if (same && !isBetter(found.value, low)) {
    return { ...found, best: proof.best, value: low, line: proof.line, moves: [], bounds: proof.bounds };
  }
  if (high && found.value.kind === "estimate" && found.value.result >= high.result) return { ...found, value: high };
  return found;
}

// Whether a move of such a value is to be preferred to one that is proved to be worth at least `low`.
function isBetter(value, low) {
  const isProved = ["exact", "at_least"].includes(value.kind);
  if (value.result !== low.result) return value.result > low.result && (isProved || low.result <= 0);
  if (isProved) return value.plies === null || low.plies === null || inOrder(orderOf(value), orderOf(low)) >= 0;
  return low.result < 0;
}

// The value of every move, as far as a few moments tell: proved where that is quick, else estimated.
function weigh(rules, position, level, seconds, tell, ask) {
  const known = lookUp(rules, position);
  if (known) return known;
  const found = new Map();
  const add = (thought) => {
    for (const { move, value } of thought.moves) if (found.get(move)?.kind !== "exact") found.set(move, value);
    tell?.({ ...thought, moves: list() });
  };
  const list = () => {
    const key = ([, value]) => orderOf({ ...value, result: value.payoffs ? value.payoffs[position.mover] : value.result }).map((part) => -part);
    return sortedBy([...found], key).map(([move, value]) => ({ move, value, line: [move] }));
  };
  let last = null;
  if (rules.canBeProved && "solve" in rules.searches) {
    last = think(rules, position, { search: "solve", limit: { time: 0.4 * seconds }, allMoves: true }, undefined, ask);
    add(last);
    if (last.stopped === "solved") return { ...last, moves: list() };
  }
  const search = rules.searches.selective && rules.says.evaluate ? "selective" : level.search;
  const rest = { search, limit: { time: 0.6 * seconds }, allMoves: true, playouts: level.playouts };
  last = think(rules, position, rest, add, ask);
  add(last);
  return { ...last, moves: list() };
}

// The exact solver: bounds that close in on the value, then the line; or the same for each move. As `kibitz.search.drivers.solver`
// and `proof_search`.

class TooDeep extends Error {}

const LARGEST_PROOF_LOG = 30;
const LEAD = 0;
const LEAD_TO_VALUE = 1;
const GUESSED = 300_000; // nodes of a search with estimates that says where a margin may lie ...
const EASY = 20_000; // ... for states that are not settled within so many

const settledAs = (low, high, best = null, kept = -INFINITE) => ({ low, high, best, kept });
const isWhole = (settled) => settled.low === settled.high;
const isNamed = (settled) => settled.kept >= settled.low;

class Solver extends Team {
  constructor(rules, scale, bytes, weak) {
    super(rules, "solve", scale, null);
    const { slots, nearLog } = rules.layout;
    this.weak = weak;
    this.slots = slots;
    this.largest = largestLog(bytes, slots, LARGEST_PROOF_LOG, slots * 2 ** nearLog);
    this.stopped = false;
    this.layOutTable(Math.min(FIRST_LOG, this.largest), this.widest);
  }

  get progress() {
    const { memory } = this.worker;
    const kept = memory.keptValue;
    const best = kept > -INFINITE ? memory.keptMove : null;
    return settledAs(memory.rootLow, memory.rootHigh, best, Math.min(kept, this.widest.high));
  }

  get widest() {
    const most = this.weak ? 1 : this.scale.most * this.scale.unit - Number(this.scale.distance);
    return settledAs(-most, most);
  }

  // Narrow the bounds of a position until it is settled, `nodes` positions are visited, or the search is stopped.
  settle(position, given, { guess = 0, nodes = INFINITE } = {}) {
    const { layout } = this;
    const names = !position.seen.over;
    let known = given;
    this.beginState(known);
    const last = this.nodes + nodes;
    for (;;) {
      if (names && known.best === null) known = { ...known, best: firstOf(position), kept: this.widest.low };
      const size = this.log >= this.largest ? INFINITE : this.slots * 2 ** this.log;
      if (this.stopped) return known;
      this.worker.begin();
      this.worker.memory.nodeLimit = Math.min(size, Math.max(1, last - this.nodes)) + this.worker.nodes;
      this.write(known);
      let status = this.worker.settle(position.state, known.low, known.high, guess, names ? LEAD : LEAD_TO_VALUE);
      known = this.progress;
      if (status === layout.running && this.isBeyond(known)) status = layout.tooLarge;
      if (status === layout.running) return known;
      if (status === layout.stopped && (this.stopped || this.nodes >= last)) return known;
      known = this.makeRoom(status, known);
    }
  }

  isBeyond(known) {
    if (this.scale.known || this.weak) return false;
    return known.low >= this.widest.high || known.high <= this.widest.low;
  }

  beginState(known) {
    this.write(known);
  }

  write(known) {
    const { memory } = this.worker;
    Object.assign(memory, { rootLow: known.low, rootHigh: known.high, keptMove: known.best ?? -1, keptValue: known.kept });
  }

  resume() {
    this.stopped = false;
  }

  end() {
    this.stopped = true;
    this.worker.memory.stop = 1;
  }

  value(settled) {
    return this.scale.value(packedOf(settled.low, LOW | HIGH), null, 0);
  }

  bounds(settled) {
    return [this.scale.value(packedOf(settled.low, LOW), null, 0), this.scale.value(packedOf(settled.high, HIGH), null, 0)];
  }

  makeRoom(status, given) {
    const { layout } = this;
    if (status === layout.tooDeep) throw new TooDeep();
    if (status === layout.noMoves) throw new RulesError(NO_MOVES_LEFT);
    this.widen(status);
    const known = status === layout.tooLarge ? this.widest : given;
    this.layOutTable(status === layout.stopped ? Math.min(this.log + GROWTH, this.largest) : this.log, known);
    return known;
  }

  layOutTable(log, known) {
    const { proofBuckets, slots, nearLog, busy } = this.layout;
    this.log = log;
    const table = this.rules.room.take(proofBuckets + slots * 2 ** nearLog + slots * 2 ** log + busy);
    table.log = log;
    this.createWorker(table);
    this.write(known);
  }
}

// The first move that a proof looks at.
const firstOf = (position) => (position.seen.first >= 0 ? position.seen.first : position.seen.moves[0]);

// A solver of a game; unless the request says so, plies count only where games are won, lost or drawn.
function createSolver(rules, request, bytes) {
  const weak = request.weak ?? false;
  const counts = (request.distance ?? null) === null ? rules.bestResult === 1 : request.distance;
  return new Solver(rules, Scale.of(rules, counts && !weak, true), bytes, weak && !rules.hasReward);
}

class ProofSearch extends Thinking {
  begin(choices) {
    this.choices = choices;
    this.first = this.rules.hasRecurrence ? choices[0] : firstOf(this.position);
    this.found = { ...this.found, best: this.first, line: [this.first] };
    this.solver = this.team = this.request.solver ?? createSolver(this.rules, this.request, this.limit.table);
    this.solver.resume();
    this.spent = this.solver.nodes;
    this.proof = this.solver.widest;
    this.solver.beginState(this.proof);
    this.glanced = this.found.value;
    this.counts = true;
  }

  run() {
    if (this.rules.hasRecurrence) return this.deepened();
    try {
      this.proof = this.settled(this.position, this.proof, rounded(this.position.seen.estimate));
    } catch (wrong) {
      if (!(wrong instanceof TooDeep)) throw wrong;
      return this.deepened();
    }
    if (!(isWhole(this.proof) && isNamed(this.proof))) return this.why ?? "nodes";
    const { best } = this.proof;
    const value = this.asRequested(this.solver.value(this.proof));
    this.found = { ...this.found, best, value, line: [best], bounds: [value, value] };
    this.tell(this.counted(this.found));
    if (!this.request.allMoves) {
      this.found = { ...this.found, line: this.lineFrom(this.position, this.proof) };
      return "solved";
    }
    const valued = this.choices.map((move) => this.valueOf(move));
    const moves = sortedBy(valued, (one) => [...orderOf(one.value).map((part) => -part), Number(one.value.kind !== "exact")]);
    this.found = { ...this.found, best: moves[0].move, line: moves[0].line, moves };
    if (moves.every((one) => one.value.kind === "exact")) return "solved";
    return this.why ?? (this.left > 0 ? "depth" : "nodes");
  }

  // Settle a position, first as if it were easy, then with a better guess if it is a margin.
  settled(position, given, guess) {
    const { solver } = this;
    let known = solver.settle(position, given, { guess, nodes: Math.min(EASY, this.left) });
    if (!(isWhole(known) && isNamed(known)) && this.left > 0 && this.why === null) {
      let better = guess;
      if (!isWhole(known) && solver.scale.most > 1 && !this.request.weak) {
        const limit = { nodes: Math.min(GUESSED, this.left), time: this.limit.time && this.limit.time / 4 };
        const found = this.beside(position, { search: "deepening", limit, distance: false }).result().value.result;
        better = rounded(found - position.score) * solver.scale.unit;
      }
      known = solver.settle(position, known, { guess: better, nodes: this.left });
    }
    return known;
  }

  // Another search, which is stopped when this is.
  beside(position, request) {
    const { rules } = this;
    const other = new ScoreSearch(rules, position, request, (thought) => this.heard?.(thought));
    const ours = this.pause.bind(this);
    const theirs = other.pause.bind(other);
    other.pause = () => {
      ours();
      if (this.why !== null) other.end(this.why);
      theirs();
    };
    const run = other.result.bind(other);
    other.result = () => {
      try {
        return run();
      } finally {
        rules.pause = ours;
      }
    };
    return other;
  }

  // The proof of a deepening search, in the solver's place.
  deepened() {
    const nodes = this.limit.nodes === null ? null : Math.max(1, this.left);
    const request = { ...this.request, search: "deepening", weak: false, solver: null };
    request.limit = { ...this.limit, nodes, time: null };
    request.distance = this.solver.scale.distance;
    this.counts = false;
    const spent = this.solver.nodes - this.spent;
    this.heard = (thought) => {
      this.found = this.bounded({ ...thought, nodes: spent + thought.nodes });
      this.tell(this.found);
    };
    const last = this.beside(this.position, request).result();
    this.found = this.bounded({ ...last, nodes: spent + last.nodes });
    return this.why ?? last.stopped;
  }

  // A thought of another search, with the limits that it has proved.
  bounded(thought) {
    let value = this.signed(thought.value);
    let [low, high] = this.limits(this.solver.widest);
    if (["exact", "at_least"].includes(value.kind)) low = value;
    if (["exact", "at_most"].includes(value.kind)) high = value;
    if (value.kind === "estimate") value = low ?? this.glanced;
    const moves = thought.moves.map((one) => ({ ...one, value: this.signed(one.value) }));
    return { ...thought, value, bounds: [low, high], moves };
  }

  asRequested(value) {
    return this.signed(this.inTotal(value));
  }

  signed(value) {
    if (!this.request.weak || value.kind === "estimate") return value;
    return { ...value, result: Math.sign(value.result) || 0 };
  }

  interrupt() {
    this.solver.end();
  }

  get left() {
    return this.limit.nodes === null ? INFINITE : Math.max(0, this.limit.nodes - (this.solver.nodes - this.spent));
  }

  // The exact value of a move; if stopped, or where games can last too long, only the best move's.
  valueOf(move) {
    const { solver, rules } = this;
    const made = rules.step(this.position.state, move, this.position.mover);
    const after = this.position.play(move);
    if (after.seen.over) {
      const result = after.seen.numbers[Math.max(after.mover, 0)] * made.sign + made.reward;
      const distance = solver.scale.distance && result !== 0;
      return { move, value: this.asRequested(worth("exact", result, distance ? 1 : null)), line: [move] };
    }
    const gain = made.reward * solver.scale.unit;
    let known = this.child(this.proof.low - gain, made.sign);
    const { widest } = solver;
    if (move !== this.found.best) known = made.sign < 0 ? settledAs(known.low, widest.high) : settledAs(widest.low, known.high);
    try {
      known = this.settled(after, known, made.sign < 0 ? known.low : known.high);
    } catch (wrong) {
      if (!(wrong instanceof TooDeep)) throw wrong;
    }
    if (!isWhole(known)) return { move, value: { ...this.found.value, kind: "at_most" }, line: [move] };
    const packed = backUpScore(packedOf(known.low, 3), made.sign, solver.scale.mask) + packedOf(gain, 0);
    return { move, value: this.asRequested(solver.scale.value(packed, null, 0)), line: [move, ...this.lineFrom(after, known)] };
  }

  // The best line from a settled position, as far as it is cheap to find: each of its moves is proved to be the best.
  lineFrom(start, given) {
    const line = [];
    let [position, settled] = [start, given];
    while (settled.best !== null && isNamed(settled)) {
      line.push(settled.best);
      const made = this.rules.step(position.state, settled.best, position.mover);
      const after = position.play(settled.best);
      if (after.seen.over || this.why !== null) break;
      const known = this.child(settled.low - made.reward * this.solver.scale.unit, made.sign);
      try {
        settled = this.solver.settle(after, known, { nodes: EASY + Math.floor(this.left / 8) });
      } catch (wrong) {
        if (!(wrong instanceof TooDeep)) throw wrong;
        break;
      }
      position = after;
    }
    return line;
  }

  // What is known of the position after a best move, when the one before is worth `value`.
  child(value, sign) {
    const low = alphaToChild(value * sign, this.solver.scale.mask);
    return settledAs(low, low);
  }

  counted(thought) {
    const seconds = (performance.now() - this.began) / 1000;
    if (!this.counts) return { ...thought, seconds };
    const told = isWhole(this.proof) && isNamed(this.proof) ? thought : this.unsettled(thought);
    const depth = told.value.kind === "exact" ? told.line.length : 0;
    return { ...told, nodes: this.solver.nodes - this.spent, seconds, hits: this.solver.hits, depth };
  }

  unsettled(thought) {
    const [known, { widest }] = [this.solver.progress, this.solver];
    const [kept, best] = known.best === null ? [widest.low, this.first] : [known.kept, known.best];
    const [low, high] = this.limits(settledAs(kept, known.high));
    const value = kept <= widest.low && known.high < widest.high ? high : low;
    return { ...thought, best, line: [best], value: value ?? this.glanced, bounds: [low, high] };
  }

  limits(known) {
    const [low, high] = this.solver.bounds(known).map((value) => this.asRequested(value));
    if (this.solver.scale.known || this.solver.weak) return [low, high];
    const { widest } = this.solver;
    return [known.low <= widest.low ? null : low, known.high >= widest.high ? null : high];
  }

  leave() {
    if (this.request.solver !== this.solver) super.leave();
  }
}

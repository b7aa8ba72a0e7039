// Searches that write down every node they visit, as `kibitz.search.traces`: run, and read node by node.

const MOST_MOVES_ROOM = 1 << 24; // words for the moves of open nodes
const TRACE_TABLE = 1 << 22; // bytes

// A search whose values are whole numbers, called at the root, which is the first node of the trace.
class ScoreTracer {
  constructor(rules, search, position, nodes) {
    Object.assign(this, { rules, search, position, nodes, layout: rules.layout, room: ROOM, worker: null });
    this.scale = Scale.of(rules, false);
    this.largest = Math.floor(this.layout.trace.widest / this.scale.unit);
  }

  // Raises SearchStopped where the trace has no room for a node more.
  run(depth) {
    for (;;) {
      this.worker?.give();
      const table = this.worker?.table ?? scoreTable(this.rules, false, 0);
      this.worker = new Worker_(this.rules, `traced ${this.search}`, this.scale, this.room, table, this.position, this.nodes);
      try {
        return this.call(depth);
      } catch (wrong) {
        if (!(wrong instanceof TooSmall)) throw wrong;
        this.makeRoom(wrong.status);
      }
    }
  }

  call(depth) {
    const { worker, layout } = this;
    const { trace } = layout;
    const { memory } = worker;
    const wide = BigInt(trace.widest);
    memory.traceCount = 1;
    memory.why = trace.table;
    memory.put(memory.traceStart, BigInt64Array.of(0n, (-wide << 32n) | wide, 0n));
    memory.set(trace.open, 0);
    memory.set(trace.children, 0);
    const packed = worker.search(this.position.state, depth, -INFINITE, INFINITE, 0);
    const why = memory.traceCount === 1 ? memory.why : trace.searched;
    const bits = (why << trace.whyAt) | ((LOW | HIGH) << trace.saysAt) | proofs(packed);
    memory.set(memory.traceStart, bits);
    memory.set(memory.traceStart + 2, number(packed) + memory.get(layout.scores));
  }

  makeRoom(status) {
    const { layout } = this;
    if (status === layout.noRoom && this.room <= MOST_MOVES_ROOM) {
      this.room *= 4;
    } else if (status === layout.tooLarge && !this.scale.known && this.scale.most < this.largest) {
      this.scale = this.scale.wider(layout.largestResult);
      this.scale.most = Math.min(this.scale.most, this.largest);
    } else throw new RulesError("a result, or the number of moves, is too large for a tree");
  }

  get memory() {
    return this.worker.memory;
  }

  give() {
    this.worker?.give();
    this.worker?.table.give();
  }
}

// A search whose values are numbers: several players, any sum, or chance.
class VectorTracer extends VectorSearcher {
  constructor(rules, search, position, nodes) {
    const declared = rules.traced[search];
    const limit = { nodes: null, table: TRACE_TABLE };
    super({ rules, request: { search: `traced ${search}` }, limit, search: declared }, Math.max(position.mover, 0), nodes);
    Object.assign(this, { position, scale: null });
  }

  get ply() {
    return 0;
  }

  called(state, depth, mover) {
    this.memory.traceCount = 0;
    return super.called(state, depth, mover);
  }

  run(depth) {
    this.weight(this.position.state, depth, this.position.mover);
  }
}

// The trace of a search `depth` plies deep; without a depth of the whole tree, or of as many plies as there is room for.
function traceOf(rules, position, search, depth, nodes) {
  const { deepest } = rules.layout;
  const kind = rules.traced[search].values === "score" ? ScoreTracer : VectorTracer;
  const attempt = (plies) => {
    const tracer = new kind(rules, search, position, nodes);
    let isWhole = true;
    try {
      tracer.run(plies);
    } catch (wrong) {
      if (!(wrong instanceof SearchStopped)) {
        tracer.give();
        throw wrong;
      }
      isWhole = false;
    }
    const records = new Trace(rules, position, search, tracer, isWhole);
    tracer.give();
    return records;
  };
  if (depth !== null) return attempt(Math.min(depth, deepest)).of(depth);
  let last = attempt(deepest);
  if (last.isWhole) return last.isCutOff ? last.of(deepest) : last;
  for (let plies = 1; plies < deepest; plies++) {
    const next = attempt(plies);
    if (!next.isWhole) break;
    last = next.of(plies);
  }
  return last;
}

// The records of a search, in the order in which their nodes were entered; node 0 is the root. As `kibitz.search.traces.trace`.
class Trace {
  constructor(rules, position, search, tracer, isWhole) {
    const { trace } = rules.layout;
    Object.assign(this, { rules, position, search, isWhole, scale: tracer.scale, depth: null, layout: trace, declared: rules.traced[search] });
    this.vectors = this.declared.values === "payoffs";
    this.size = this.vectors ? Math.max(trace.record, 1 + Math.floor((2 + rules.players) / 2)) : trace.record;
    const { memory } = tracer;
    const at = memory.traceStart;
    this.length = memory.traceCount;
    this.words = memory.slice(at, at + this.length * this.size);
    this.reals = new Float64Array(this.words.buffer);
    this.halves = new Float32Array(this.words.buffer);
    this.wholes = new Uint32Array(this.words.buffer);
    this.parents = Int32Array.from({ length: this.length }, (_, node) => Number(this.words[node * this.size] >> BigInt(trace.parentAt)));
    this.ends = this.lastBelow();
  }

  of(depth) {
    return Object.assign(this, { depth });
  }

  // The last node below each, itself at a leaf.
  lastBelow() {
    const ends = Int32Array.from({ length: this.length }, (_, node) => node);
    for (let node = this.length - 1; node > 0; node--) {
      const above = this.parents[node];
      if (ends[node] > ends[above]) ends[above] = ends[node];
    }
    return ends;
  }

  childrenOf(node) {
    const found = [];
    for (let child = node + 1; child <= this.ends[node]; child = this.ends[child] + 1) found.push(child);
    return found;
  }

  bits(node) {
    return this.wholes[2 * node * this.size];
  }

  number(node) {
    return Number((this.words[node * this.size] >> BigInt(this.layout.numberAt)) & 0xffffn);
  }

  reason(node) {
    const { whyAt, numberAt, reasons } = this.layout;
    return reasons[(this.bits(node) >> whyAt) & ((1 << (numberAt - whyAt)) - 1)];
  }

  // Whether the value is at least, and at most, the node's: of the depth searched, and proved.
  says(node) {
    const bits = this.bits(node) >> this.layout.saysAt;
    return [(bits & LOW) !== 0, (bits & HIGH) !== 0];
  }

  proved(node) {
    const bits = this.bits(node);
    return [(bits & LOW) !== 0, (bits & HIGH) !== 0];
  }

  window(node) {
    const at = 2 * (node * this.size + 1);
    if (this.scale === null) {
      const [low, high] = [sixDigits(this.halves[at]), sixDigits(this.halves[at + 1])];
      return this.vectors ? [-Infinity, low] : [low, high];
    }
    const { widest } = this.layout;
    const [low, high] = [this.wholes[at + 1] | 0, this.wholes[at] | 0];
    return [low === -widest ? -INFINITE : low, high === widest ? INFINITE : high];
  }

  value(node) {
    const at = node * this.size + 2;
    return this.scale === null ? this.reals[at] : Number(this.words[at]);
  }

  payoffs(node) {
    const at = 2 * node * this.size + 3;
    return Array.from(this.halves.subarray(at, at + this.rules.players), (half) => (Number.isInteger(half) ? half : sixDigits(half)));
  }

  // Whether depth, and not the rules, ended it somewhere.
  get isCutOff() {
    if (this.proved(0).every(Boolean)) return false;
    return this.parents.some((_, node) => this.reason(node) === "horizon");
  }

  // For each node, whether something in it or below may prove its value.
  get provable() {
    if (!this.found) this.found = this.findProvable();
    return this.found;
  }

  findProvable() {
    const { length, parents } = this;
    const proved = Uint8Array.from({ length }, (_, node) => Number(this.proved(node).some(Boolean)));
    if (this.vectors || length === 1) return proved;
    const doubts = Int32Array.from({ length }, (_, node) => Number(this.reason(node) !== "searched")); // children that prove nothing
    const seen = new Set();
    for (let node = length - 1; node >= 0; node--) {
      if (this.ends[node] > node && doubts[node] === 0) proved[node] = 1;
      if (node === 0) break;
      const above = parents[node];
      const key = above * 65536 + this.number(node);
      const isLast = !seen.has(key);
      seen.add(key);
      if (proved[node] && this.carries(node, above)) proved[above] = 1;
      else if (!proved[node] && isLast) doubts[above] += 1;
    }
    return proved;
  }

  // Whether a node has the value of the one above, up to sign.
  carries(node, above) {
    if (this.scale === null) return this.value(node) === this.value(above);
    return Math.abs(this.value(node)) === Math.abs(this.value(above));
  }
}

// As Python rounds them, of two that are equally near to the even one.
function sixDigits(number) {
  const size = Math.floor(Math.log10(Math.abs(number)));
  return Number.isFinite(size) && size < 6 ? rounded(number, 5 - size) : number;
}

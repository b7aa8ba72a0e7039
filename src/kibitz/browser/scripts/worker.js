// The memory of one search, and the calls that search one state: as `kibitz.search.parts.team`.

class TooSmall extends Error {
  constructor(status) {
    super();
    this.status = status;
  }
}

const ROOM = 1 << 14;
const FIRST_LOG = 12;
const GROWTH = 5;
const NO_MOVES_LEFT = "a position of this game is not over and has no moves";

const largestLog = (size, bucket, most, taken = 0) => {
  const words = Math.max(0, Math.floor(Math.max(size, 256) / WORD) - taken);
  return Math.min(most, Math.max(3, Math.floor(Math.log2(Math.floor(words / bucket)))));
};

const tableWords = (layout, log) => layout.buckets + 2 * 2 ** log + layout.busy + 2 * layout.historySize;

function scoreTable(rules, hasTable, log) {
  const table = rules.room.take(hasTable ? tableWords(rules.layout, log) : 2);
  table.log = log;
  return table;
}

// A larger table with the history of the old one, if that has become too small; else null.
function largerTable(rules, worker, largest) {
  const { log } = worker.table;
  if (log >= largest || worker.nodes <= 2 ** log) return null;
  const table = scoreTable(rules, true, Math.min(log + GROWTH, largest));
  const tail = 2 * rules.layout.historySize;
  table.put(table.length - tail, worker.table.slice(worker.table.length - tail, worker.table.length));
  worker.table.give();
  return table;
}

class Worker_ {
  // `trace`: how many nodes are written down at most.
  constructor(rules, kernel, scale, room, table, root, trace = 0) {
    const { layout } = rules;
    Object.assign(this, { rules, kernel, scale, table, root, layout });
    const past = root ? root.past : [];
    const start = layout.moves + room;
    const end = start + trace * layout.trace.record;
    this.memory = rules.room.take(end + past.length);
    Object.assign(this.memory, { traceStart: start, roomEnd: start, traceRoom: trace });
    if (past.length) {
      this.memory.pastStart = end;
      this.remember(root);
    }
    const { memory } = this;
    Object.assign(memory, { scale: scale.unit, mask: scale.mask, valueBits: scale.bits, most: scale.most });
    Object.assign(memory, { ceiling: scale.ceiling, clamp: scale.clamp(layout.deepest), threads: 1 });
    Object.assign(memory, { firstMove: layout.moves, nodeLimit: INFINITE });
    memory.set(layout.scores, (root ? root.score : 0) * scale.unit);
  }

  // Note the positions up to the root.
  remember(root) {
    const seen = new Map();
    const line = [];
    for (let here = root, left = root.past.length; left > 0; here = here.before, left--) line.unshift(here);
    for (const { seen: { mark }, state } of line) {
      seen.set(mark, (seen.get(mark) ?? 0) + 1);
      this.rules.call("repetition", state, seen.get(mark), this.memory);
    }
  }

  give() {
    this.memory.give();
  }

  get nodes() {
    return this.memory.nodes;
  }

  countRoot() {
    this.memory.nodes += 1;
  }

  begin() {
    this.memory.stop = 0;
    this.memory.status = this.layout.running;
  }

  // The packed value of a state to its own side to move. `sign`: of the move that led there from the root.
  search(state, depth, alpha = -INFINITE, beta = INFINITE, ply = 1, sign = -1) {
    const { memory, layout } = this;
    Object.assign(memory, { rootMove: -1, rootDone: 0, status: layout.running, restsOn: layout.nowhere });
    if (ply === 1 && this.rules.hasRecurrence) {
      memory.set(layout.since + 1, memory.get(layout.since));
      memory.set(layout.signs + 1, sign);
    }
    const packed = this.rules.call(this.kernel, state, depth, alpha, beta, ply, memory, this.table);
    this.check();
    return packed;
  }

  // The value of a move for its maker, packed; windows as the child counts them.
  after(position, move, depth, alpha = -INFINITE, beta = INFINITE) {
    const made = this.rules.step(position.state, move, position.mover);
    let packed = backUpScore(this.search(made.state, depth - 1, alpha, beta, 1, made.sign), made.sign, this.scale.mask);
    if (this.rules.hasReward) {
      if (Math.abs(made.reward) > 2 * this.memory.most) this.memory.status = this.layout.tooLarge;
      packed += packedOf(made.reward * this.memory.scale, 0);
      if (Math.abs(number(packed)) > REACH * this.memory.most * this.memory.scale) this.memory.status = this.layout.tooLarge;
      this.check();
    }
    return packed;
  }

  line(ply) {
    const at = this.layout.lines + ply * this.layout.stride;
    return Array.from({ length: this.memory.get(at) }, (_, place) => this.memory.get(at + 1 + place));
  }

  settle(state, low, high, guess, role) {
    this.memory.status = this.layout.running;
    this.rules.call(this.kernel, state, low, high, guess, role, this.memory, this.table);
    return this.memory.status;
  }

  check() {
    const { status } = this.memory;
    if (status === this.layout.stopped) throw new SearchStopped();
    if (status === this.layout.noMoves) throw new RulesError(NO_MOVES_LEFT);
    if (status !== this.layout.running) throw new TooSmall(status);
  }
}

// The search by playouts: one tree in one memory, grown in batches. As `kibitz.search.drivers.playout_search` and `playout_team`.

const FIRST_DESCENTS = 8; // of one call: the first one ...
const BATCH = 20; // ... and milliseconds that one takes
const TICK = 250; // milliseconds between thoughts
const LEAST_WORDS = 64;
const FEWEST_BLOCKS = 16;
const [EXPLORING, INFORMED, CALM] = [0.7, 0.3, 0.25]; // with averages alone; with a knowledge; with averages of moves
const [URGENCY, WINNING, RIPE, RAVE] = [10, 0.9, 3, 300];
const [PRIOR, LEARNED_PRIOR] = [0.5, 3]; // where a knowledge says which moves are likely: by its own words, or as it has learned
const TABLES = 0.25; // of a tree's memory is for tables of move averages
const KEPT = 0.5; // of the memory, at most, when room is made
const LONGEST_LINE = 40;
const FEWEST = 4; // times that each move of a line was made at least
const COUNT_MASK = 2n ** 32n - 1n;
const PLAYOUTS = ["random", "mast", "knowledge", "policy"];

class TreeTeam {
  constructor(thinking) {
    const { rules, position, request, limit, turn } = thinking;
    const { tree: t } = rules.layout;
    const options = { exploration: null, playout: null, randomPlies: 0, rave: null, implicit: 0, prior: null, ...request.playouts };
    Object.assign(this, { rules, position, turn, options, t, kernel: request.search, mostPlayouts: limit.nodes });
    this.asksKnowledge = options.playout === "knowledge" || options.implicit > 0;
    this.rave = options.rave ?? RAVE;
    this.prior = options.prior ?? (rules.says.policy ? LEARNED_PRIOR : rules.says.weight ? PRIOR : 0);
    this.columns = t.columns + Number(this.asksKnowledge) + Number(this.rave > 0) + Number(this.prior > 0);
    const [least, most, known] = rules.payoffRange;
    Object.assign(this, { least, most, proves: known && rules.says.result });
    this.tree = rules.room.take(Math.max(Math.floor(limit.table / WORD), LEAST_WORDS));
    this.tree.rootBlock = 0;
    this.tablesAt = this.tree.length - Math.floor(TABLES * this.tree.length * Number(this.rave > 0));
    this.tree.nextTable = this.tablesAt;
    this.part = [t.firstBlock, this.tablesAt];
    this.memory = this.createMemory(request);
    this.ended = false;
  }

  get hits() {
    return null;
  }

  get nodes() {
    return this.memory.playoutsMade;
  }

  // Continue with the tree of an earlier search in the same game, if it holds this position.
  adopt(kept) {
    const { moves } = this.position;
    const own = this.tree;
    const fits = kept.words.length === own.length && kept.moves.every((move, at) => moves[at] === move);
    this.tree = kept.words;
    let block = fits ? this.tree.rootBlock : 0;
    for (const move of moves.slice(kept.moves.length)) {
      block = block ? (this.branches(block).find((one) => one.move === move)?.block ?? 0) : 0;
    }
    if (block === 0) {
      this.tree = own;
      kept.words.give();
      return;
    }
    own.give();
    this.tree.rootBlock = block;
    Object.assign(this.memory, { arenaAt: 0, arenaEnd: 0, nextRun: 0 });
    this.makeRoom();
  }

  // Leave the tree as another search can adopt it: with the length of its free run at its beginning.
  leave() {
    const { memory } = this;
    if (memory.arenaEnd > memory.arenaAt) this.tree.set(memory.arenaAt, memory.arenaAt - memory.arenaEnd);
  }

  // Make the block of the root.
  plant() {
    const { t, tree } = this;
    while (tree.rootBlock === 0 || this.memory.stuck) {
      this.call(0);
      this.mend();
      const rows = tree.rootBlock ? tree.get(tree.rootBlock + t.rows) : 0;
      const size = t.payoffs + this.rules.players + this.columns * rows;
      if (this.memory.full || tree.length < FEWEST_BLOCKS * size) throw new NoMemory("there is no room for a tree");
    }
  }

  // Grow the tree for so many milliseconds; whether anything is left to do.
  grow(milliseconds) {
    const due = performance.now() + milliseconds;
    if (this.ended) return false;
    this.memory.halt = 0;
    let batch = FIRST_DESCENTS;
    while (!this.memory.halt && !this.memory.full && !this.memory.stuck && performance.now() < due) {
      const began = performance.now();
      if (this.call(batch) < batch) break;
      const spent = performance.now() - began;
      batch = Math.max(1, Math.floor(batch * Math.min(4, BATCH / Math.max(spent, 1e-4))));
    }
    this.mend();
    if (this.memory.full) this.makeRoom();
    return !this.ended && !this.isSettled && !(this.mostPlayouts !== null && this.nodes >= this.mostPlayouts);
  }

  get isSettled() {
    const [least, most] = this.limits;
    return least === most;
  }

  // The payoff limits of the root for the player to move there (where dice decide, for the first player).
  get limits() {
    const root = this.tree.rootBlock;
    if (!this.proves || this.tree.get(root + this.t.proofs) === 0) return [-Infinity, Infinity];
    const branches = this.branches(root);
    const best = this.turn === CHANCE ? Math.min : Math.max;
    return [best(...branches.map((one) => one.least)), Math.max(...branches.map((one) => one.most))];
  }

  payoffs(block) {
    const visits = Math.max(1, this.tree.get(block + this.t.visits));
    return Array.from({ length: this.rules.players }, (_, player) => this.tree.real(block + this.t.payoffs + player) / visits);
  }

  // The figures for each move of a block, in the order of the rules.
  branches(block) {
    const { tree, t } = this;
    const first = block + t.payoffs + this.rules.players;
    const rows = tree.get(block + t.rows);
    return Array.from({ length: rows }, (_, row) => {
      const entry = this.rules.room.whole[tree.first + first + row];
      const below = Number(entry >> 32n);
      const visits = Number(entry & COUNT_MASK);
      const proofsAt = 2 * (first + t.limits * rows + row);
      const [above, short] = [tree.half(proofsAt), tree.half(proofsAt + 1)];
      const [least, most] = this.proves ? [this.least + above, this.most - short] : [-Infinity, Infinity];
      const share = (1 / Math.max(1, visits)) * tree.real(first + t.gains * rows + row);
      const paid = below ? this.payoffs(below) : null;
      const hasPrior = this.prior > 0 && tree.get(block + t.mover) >= 0;
      const likely = hasPrior ? tree.real(first + (this.columns - 1) * rows + row) : 0;
      return { move: tree.get(first + t.moves * rows + row), visits, share, payoffs: paid, least, most, block: below, likely };
    });
  }

  call(descents) {
    return this.rules.call(this.kernel, this.position.state, descents, this.turn, this.memory, this.tree);
  }

  mend() {
    const { memory, t } = this;
    if (memory.stuck === t.stuckWithoutMoves) throw new RulesError(NO_MOVES_LEFT);
    if (memory.stuck !== t.stuckWithoutRoom) return;
    const bits = memory.roomBits + 1;
    this.memory = this.rules.room.extend(memory, t.paid + 2 * this.rules.players + 2 ** bits);
    Object.assign(this.memory, { roomBits: bits, stuck: 0 });
  }

  // Give up the blocks that were not visited for longest, and all that does not hang on the root any more.
  makeRoom() {
    const { t, memory, tree, part } = this;
    const now = tree.clock;
    for (let place = 0; place < t.ages; place++) memory.set(t.agesAt + place, 0);
    this.keepHouse(t.countAges, part);
    let [kept, since] = [0, 0];
    for (let place = t.ages - 1; place >= 0; place--) {
      kept += memory.get(t.agesAt + place);
      if (kept > KEPT * (this.tablesAt - t.firstBlock)) break;
      since = Math.floor((place * (now + 1)) / t.ages);
    }
    this.keepHouse(t.markKept, [0, 0], since);
    memory.nextRun = this.keepHouse(t.freeUnmarked, part);
    Object.assign(memory, { arenaAt: 0, arenaEnd: 0, full: 0 });
    this.keepHouse(t.clearTables, [this.tablesAt, tree.length]);
    tree.nextTable = this.tablesAt;
  }

  keepHouse(task, [first, last], since = 0) {
    Object.assign(this.memory, { task, taskFrom: first, taskTo: last, taskSince: since });
    const found = this.call(0);
    this.memory.task = 0;
    return found;
  }

  createMemory(request) {
    const { rules, t, options } = this;
    const memory = rules.room.take(t.paid + 2 * rules.players + 2 ** t.roomBits);
    Object.assign(memory, { players: rules.players, roomBits: t.roomBits, arenaAt: this.part[0], arenaEnd: this.part[1] });
    memory.dice = mixed(mixed(BigInt(request.seed ?? 0), BigInt(t.seeds)), 0n) & (2n ** 62n - 1n);
    Object.assign(memory, { ripe: RIPE, longestGame: t.longest, urgency: URGENCY, even: Number(request.allMoves ?? false) });
    memory.playout = PLAYOUTS.indexOf(options.playout ?? (rules.says.drops ? "policy" : "random"));
    memory.columns = this.columns;
    memory.opinions = this.asksKnowledge ? t.columns : 0;
    memory.keys = this.rave > 0 ? t.columns + Number(this.asksKnowledge) : 0;
    Object.assign(memory, { priors: this.prior > 0 ? this.columns - 1 : 0, prior: this.prior });
    Object.assign(memory, { randomPlies: options.randomPlies, implicit: options.implicit, rave: this.rave });
    memory.judged = Number(options.rave !== null);
    memory.tableBits = this.rave > 0 ? rules.tableBits : 0;
    const usual = options.rave ? CALM : this.asksKnowledge ? INFORMED : EXPLORING;
    memory.exploring = options.exploration ?? usual;
    memory.calm = options.exploration ?? CALM;
    memory.winning = this.proves ? WINNING : 0;
    Object.assign(memory, { leastPaid: this.least, mostPaid: this.most, proves: Number(this.proves) });
    memory.mostPlayouts = this.mostPlayouts ?? INFINITE;
    memory.pathAt = t.path;
    this.rememberPlayed(memory);
    return memory;
  }

  // Note what was before the position in which games begin.
  rememberPlayed(memory) {
    const { position, t } = this;
    memory.leadBefore = position.mover === 0 ? position.score : -position.score;
    const line = [];
    for (let here = position, left = Math.min(position.past.length, t.mostMarks); left > 0; here = here.before, left--) line.unshift(here);
    for (const { state } of line) this.rules.call("repetition in playouts", state, memory);
    const { before } = position;
    if (this.rules.says.policy && before) this.rules.call("position before", before.state, before.mover, t.lastAt, memory);
  }

  give() {
    this.memory.give();
    if (!this.isKept) this.tree.give();
  }
}

class PlayoutSearch extends Thinking {
  begin() {
    this.team = new TreeTeam(this);
  }

  run() {
    const { team, request: { continuation } } = this;
    if (continuation) {
      const kept = continuation.tree;
      continuation.tree = null;
      if (kept) team.adopt(kept);
    }
    team.plant();
    while (team.grow(TICK)) this.better(this.answer());
    team.leave();
    if (continuation) {
      continuation.tree = { words: team.tree, moves: this.position.moves };
      team.isKept = true;
    }
    this.better(this.answer());
    return team.isSettled ? "solved" : (this.why ?? "nodes");
  }

  // The tree's current answer, as parts of a thought.
  answer() {
    const { team } = this;
    const branches = team.branches(team.tree.rootBlock);
    const [low, high] = team.limits;
    const order = sortedBy(branches, (one) => this.rank(one, low).map((part) => -part));
    const moves = order.map((one) => ({ move: one.move, value: this.valueOf(one), line: [one.move] }));
    const informed = branches.some((one) => one.visits > 0);
    const opinion = { informed, moves: this.request.allMoves || this.turn === CHANCE ? moves : [] };
    if (this.turn === CHANCE) {
      const kind = team.isSettled ? "exact" : "estimate";
      return { value: this.asWorth(kind, team.payoffs(team.tree.rootBlock), low), ...opinion };
    }
    const [best] = order;
    let bounds = null;
    if (low < high && high < Infinity && (best.least > team.least || high < team.most)) {
      bounds = [worth("at_least", best.least), worth("at_most", high)];
    }
    let { value } = moves[0];
    if (value.kind === "exact" && !team.isSettled) value = { ...value, kind: "at_least" };
    return { best: best.move, value, line: this.lineOf(best), bounds, ...opinion };
  }

  // The rank of a root move: a proof that it is best, else how often it was tried, else how likely it was thought.
  rank(one, low) {
    if (this.team.isSettled) return [one.least, one.most, one.visits];
    const refuted = one.most <= low && one.least < low;
    return [refuted ? -1 : one.visits, one.share, one.likely];
  }

  valueOf(one) {
    const { team } = this;
    if (one.least === one.most) return this.asWorth("exact", [], one.least);
    if (one.payoffs) return this.asWorth("estimate", one.payoffs, 0);
    const paid = one.visits ? team.least + one.share * (team.most - team.least) : 0;
    const mine = Math.max(this.turn, 0);
    return this.asWorth("estimate", Array.from({ length: this.rules.players }, (_, player) => (player === mine ? paid : -paid)), 0);
  }

  asWorth(kind, payoffs, proved) {
    const mine = Math.max(this.turn, 0);
    if (this.isShared) return asValue(kind, payoffs.map((one) => rounded(one, 4)), mine);
    if (kind === "exact") return asValue(kind, [proved], 0);
    return asValue(kind, [rounded(payoffs[mine], 4)], 0);
  }

  // The moves made most often, as far as the tree reaches; of a proved move, only that: what follows keeps less.
  lineOf(best) {
    const { team } = this;
    const line = [best.move];
    let block = best.least === best.most ? 0 : best.block;
    while (block && line.length < LONGEST_LINE) {
      const most = team.branches(block).reduce((first, one) => (one.visits > first.visits ? one : first));
      if (most.visits < FEWEST || team.tree.get(block + team.t.mover) === CHANCE) break;
      line.push(most.move);
      ({ block } = most);
    }
    return line;
  }

  get isShared() {
    return !this.rules.says.result;
  }

  ending() {
    return this.isShared ? seenValue(this.position, "exact", true) : worth("exact", this.position.result);
  }

  glance() {
    return seenValue(this.position, "estimate", this.isShared);
  }

  interrupt() {
    this.team.ended = true;
    this.team.memory.halt = 1;
  }
}

// The search that a request names, done: the final thought.
function think(rules, position, request, tell, ask) {
  const declared = rules.searches[request.search];
  if (!declared) throw new Error(`this page has no search ${request.search}`);
  const counting = declared.isSelective ? SelectiveSearch : ScoreSearch;
  const byDepth = declared.solves ? ProofSearch : declared.values === "score" ? counting : VectorSearch;
  const Way = declared.isAnytime ? PlayoutSearch : byDepth;
  return new Way(rules, position, request, tell, ask).result();
}

// Searches with whole numbers and proofs as values: minimax, alpha-beta, deepening. As `kibitz.search.drivers.score_search` and `root`.

const LARGEST_LOG = 28;

class ScoreTeam extends Team {
  constructor(thinking, scale, legal) {
    const { rules, position, request, limit, search } = thinking;
    super(rules, request.search, scale, position);
    Object.assign(this, { search, legal, limit, request, before: null });
    this.largest = largestLog(limit.table, 2, LARGEST_LOG);
    this.layOut();
  }

  iterate(depth) {
    let answer = null;
    while (answer === null) {
      this.worker.begin();
      try {
        answer = this.run(depth);
      } catch (wrong) {
        if (!(wrong instanceof TooSmall)) throw wrong;
        this.widen(wrong.status);
        this.layOut();
      }
    }
    if (answer.whole) {
      this.before = answer;
      this.grow();
    }
    return answer;
  }

  limitNodes(share = 1) {
    const { nodes } = this.limit;
    if (nodes !== null) this.worker.memory.nodeLimit = Math.max(1, Math.floor((nodes - this.spent) / share));
  }

  run(depth) {
    const { search, before, legal } = this;
    if (this.request.allMoves || !search.hasWindow) {
      const known = before !== null && search.hasTable;
      const order = known ? before.moves.map((one) => one.move) : legal;
      const guesses = new Map(known ? before.moves.map((one) => [one.move, one.packed]) : []);
      return this.searchAllMoves(depth, order, guesses);
    }
    return search.hasTable ? this.searchRoot(depth) : this.searchBestMove(depth);
  }

  layOut() {
    const log = Math.min(FIRST_LOG, this.largest);
    this.before = null;
    this.createWorker(this.firstTable(log));
    this.limitNodes();
  }

  firstTable(log) {
    return scoreTable(this.rules, this.search.hasTable, log);
  }

  grow() {
    const table = this.search.hasTable ? largerTable(this.rules, this.worker, this.largest) : null;
    if (table) this.worker.table = table;
  }

  // One iteration at the root.

  searchAllMoves(depth, order, guesses) {
    this.worker.countRoot();
    const found = order.map((move) => {
      const packed = guesses.has(move) ? this.near(move, depth, guesses.get(move)) : this.worker.after(this.root, move, depth);
      return { move, packed, line: [move, ...this.worker.line(1)] };
    });
    return this.answerOf(found, depth);
  }

  searchBestMove(depth) {
    const { worker, scale } = this;
    worker.countRoot();
    let found = [];
    let best = NONE;
    for (const move of this.legal) {
      let packed;
      try {
        packed = this.within(move, depth, number(best), INFINITE);
      } catch (wrong) {
        if (!(wrong instanceof SearchStopped) || !found.length) throw wrong;
        const answer = this.answerOf(found, depth);
        return { ...answer, whole: false, packed: concludeAfterCut(best, scale.ceiling), moves: [] };
      }
      if (number(packed) > number(best) || isSurer(packed, best, scale.clamp(this.layout.deepest))) {
        found = [{ move, packed, line: [move, ...worker.line(1)] }];
      }
      best = betterScore(best, packed);
    }
    return { ...this.answerOf(found, depth), packed: concludeAllMoves(best, scale.ceiling), moves: [] };
  }

  searchRoot(depth) {
    const { worker, before } = this;
    let reach = Math.floor(this.scale.unit / 4);
    let [alpha, beta] = [-INFINITE, INFINITE];
    worker.memory.rootHint = this.request.first ?? -1;
    if (before !== null) {
      [alpha, beta] = [number(before.packed) - reach, number(before.packed) + reach];
      worker.memory.rootHint = before.best.move;
    }
    for (;;) {
      let packed;
      try {
        packed = worker.search(this.root.state, depth, alpha, beta, 0);
      } catch (wrong) {
        if (!(wrong instanceof SearchStopped) || worker.memory.rootMove < 0) throw wrong;
        return { ...this.bestSoFar(depth), whole: false };
      }
      reach *= 8;
      if (number(packed) <= alpha) alpha = Math.max(-INFINITE, number(packed) - reach);
      else if (number(packed) >= beta) beta = Math.min(INFINITE, number(packed) + reach);
      else return { ...this.bestSoFar(depth), packed };
    }
  }

  bestSoFar(depth) {
    const { memory } = this.worker;
    const packed = concludeAfterCut(memory.rootValue, this.scale.ceiling);
    return { best: { move: memory.rootMove, packed, line: this.worker.line(0) }, packed, depth, moves: [], whole: true };
  }

  answerOf(found, depth) {
    const packed = found.reduce((best, one) => betterScore(best, one.packed), NONE);
    const ranked = sortedBy(found, (one) => [-number(one.packed), Number((proofs(one.packed) & LOW) === 0)]);
    return { best: ranked[0], packed: concludeAllMoves(packed, this.scale.ceiling), depth, moves: ranked, whole: true };
  }

  within(move, depth, alpha, beta) {
    const made = this.rules.step(this.root.state, move, this.root.mover);
    const gain = made.reward * this.scale.unit;
    const [low, high] = windowBelow(alpha - gain, beta - gain, made.sign, this.scale.mask);
    return this.worker.after(this.root, move, depth, low, high);
  }

  near(move, depth, guess) {
    const reach = Math.floor(this.scale.unit / 4);
    const [alpha, beta] = [number(guess) - reach, number(guess) + reach];
    const packed = this.within(move, depth, alpha, beta);
    if (number(packed) <= alpha) return this.within(move, depth, -INFINITE, alpha + 1);
    if (number(packed) >= beta) return this.within(move, depth, beta - 1, INFINITE);
    return packed;
  }
}

class ScoreSearch extends Thinking {
  begin(choices) {
    const scale = Scale.of(this.rules, this.request.distance !== false);
    const { first = null } = this.request;
    this.team = this.createTeam(scale, sortedBy(choices, (move) => [Number(move !== first)]));
  }

  createTeam(scale, choices) {
    return new ScoreTeam(this, scale, choices);
  }

  run() {
    const { deepest } = this.layout;
    const depth = Math.min(this.limit.depth ?? deepest, deepest);
    if (!this.search.deepens && this.straight(depth)) return this.why ?? (this.isSolved ? "solved" : "depth");
    return this.deepen((plies) => this.searchDepth(plies));
  }

  searchDepth(depth) {
    const answer = this.team.iterate(depth);
    this.tellAnswer(answer);
    if (!answer.whole) return this.why ?? "nodes";
    return this.isSolved ? "solved" : null;
  }

  // A textbook search goes straight to the depth wanted; within limits it spends a quarter on that, then deepens.
  straight(depth) {
    const { due } = this;
    if (this.limit.time !== null) this.givesUp = this.began + 250 * this.limit.time;
    this.team.limitNodes(4);
    let answer = null;
    try {
      answer = this.team.iterate(depth);
    } catch (wrong) {
      if (!(wrong instanceof SearchStopped)) throw wrong;
    }
    this.givesUp = Infinity;
    this.due = due;
    this.team.limitNodes();
    if (answer && (answer.whole || this.why !== null)) this.tellAnswer(answer);
    return this.why !== null || (answer !== null && answer.whole);
  }

  pause() {
    super.pause();
    if (performance.now() >= this.givesUp) this.interrupt();
  }

  interrupt() {
    this.team.worker.memory.stop = 1;
  }

  // Whether an end within the depth cannot have been missed.
  get seesAll() {
    const { search, rules } = this;
    if (!search.hasTable || search.isSelective) return !search.isSelective;
    return (rules.firstReturnDraws || !rules.hasRecurrence) && this.team.scale.keepsProofs(this.layout);
  }

  get isSolved() {
    const values = this.request.allMoves ? this.found.moves.map((one) => one.value) : [this.found.value];
    return values.every((value) => value.kind === "exact");
  }

  tellAnswer(answer) {
    const depth = answer.whole && this.seesAll ? answer.depth : null;
    const { deepest } = this.layout;
    const valued = (packed) => this.inTotal(this.team.scale.value(packed, depth, deepest));
    const moves = answer.moves.map((one) => ({ move: one.move, value: valued(one.packed), line: one.line }));
    const reached = answer.depth === deepest ? answer.best.line.length : answer.depth;
    this.better({
      best: answer.best.move,
      value: valued(answer.packed),
      line: answer.best.line,
      moves: moves.length ? moves : this.found.moves,
      depth: answer.whole ? reached : this.found.depth,
    });
  }
}

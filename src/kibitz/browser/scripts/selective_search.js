// The selective search: what it proves beside its numbers, and the end of the game. As `kibitz.search.drivers.selective_search`.

const SPEED = 4e6; // nodes a second of a proof, about
const GUESSING = 0.1; // of the time: for a guess, before the end is tried for ...
const PROVING = 0.4; // ... and for that

class SelectiveTeam extends ScoreTeam {
  constructor(thinking, scale, legal) {
    super(thinking, scale, legal);
    this.continuation = thinking.continuation;
  }

  firstTable(log) {
    const kept = this.request.continuation?.tableFor(this.scale, this.largest);
    return kept ?? super.firstTable(log);
  }

  iterate(depth) {
    let answer = super.iterate(depth);
    const { rules, worker, layout } = this;
    const sameEverywhere = rules.firstReturnDraws || !rules.hasRecurrence;
    if (answer.whole && sameEverywhere && this.scale.keepsProofs(layout)) {
      worker.begin();
      worker.memory.fullWidth = 1;
      try {
        answer = this.before = this.proved(answer);
      } catch (wrong) {
        if (!(wrong instanceof SearchStopped || wrong instanceof TooSmall)) throw wrong;
      } finally {
        worker.memory.fullWidth = 0;
      }
    }
    return answer;
  }

  // An answer with the proofs that its wins and losses lack.
  proved(given) {
    const { worker, scale, layout } = this;
    let answer = given;
    if (answer.moves.length) answer = this.answerOf(answer.moves.map((one) => this.provedMove(one)), answer.depth);
    for (;;) {
      const value = number(answer.packed);
      if (!scale.isEnd(value, layout.deepest) || proofs(answer.packed) !== (value > 0 ? LOW : HIGH)) return answer;
      if (value < 0) {
        const best = this.provedMove(answer.best);
        return { ...answer, best, packed: packedOf(value, proofs(answer.packed) | (proofs(best.packed) & LOW)) };
      }
      const [, plies] = scale.result(value);
      if (plies === null) return closed(answer);
      const quicker = worker.search(this.root.state, plies - 1, value, INFINITE, 0);
      if (number(quicker) <= value) return closed(answer);
      if (answer.moves.length) return answer;
      const best = { move: worker.memory.rootMove, packed: quicker, line: worker.line(0) };
      answer = { ...answer, best, packed: quicker };
    }
  }

  // A move that wins or loses, proved from both sides where neither player has a quicker way.
  provedMove(one) {
    const { scale, layout } = this;
    const value = number(one.packed);
    if (!scale.isEnd(value, layout.deepest) || proofs(one.packed) !== (value > 0 ? LOW : HIGH)) return one;
    const [, plies] = scale.result(value);
    if (plies === null) return { ...one, packed: packedOf(value, LOW | HIGH), line: one.line.slice(0, 1) };
    const made = this.rules.step(this.root.state, one.move, this.root.mover);
    const below = unageScore(value, scale.mask) * made.sign;
    const low = below > 0 ? below : below - 1;
    const packed = this.worker.search(made.state, plies - 2, low, low + 1, 1, made.sign);
    const holds = below > 0 ? number(packed) <= low : number(packed) > low;
    if (!holds) return one;
    return { ...one, packed: backUpScore(packedOf(below, LOW | HIGH), made.sign, scale.mask), line: one.line.slice(0, 1) };
  }

  give() {
    if (!this.request.continuation) return super.give();
    this.request.continuation.keepTable(this.scale, this.worker.table);
    this.worker.give();
  }
}

// A win that nothing tops. Its line ends with its first move: the answer in it may lose sooner than is claimed.
function closed(answer) {
  const best = { ...answer.best, line: answer.best.line.slice(0, 1) };
  return { ...answer, best, packed: packedOf(number(answer.packed), proofs(answer.packed) | HIGH) };
}

class SelectiveSearch extends ScoreSearch {
  begin(choices) {
    this.tries = this.limit.time !== null && !this.request.allMoves && !this.rules.hasRecurrence && "solve" in this.rules.searches;
    this.proofNodes = 0;
    super.begin(choices);
  }

  createTeam(scale, choices) {
    return new SelectiveTeam(this, scale, choices);
  }

  searchDepth(depth) {
    return super.searchDepth(depth) ?? (this.tries ? this.tryToSolve() : null);
  }

  // Prove the value with a share of the time, once, when the end may be in reach.
  tryToSolve() {
    const spent = (performance.now() - this.began) / 1000;
    if (spent < GUESSING * this.limit.time) return null;
    this.tries = false;
    const seconds = Math.min(PROVING * this.limit.time, 0.8 * (this.limit.time - spent));
    const continuation = this.request.continuation ?? new Continuation(this.rules);
    if (seconds <= 0 || !continuation.isEndNear(this.position, seconds * SPEED)) return null;
    const solver = continuation.solverFor(() => createSolver(this.rules, { ...this.request, weak: false }, this.limit.table / 2));
    const before = solver.nodes;
    if (this.why !== null) return this.why;
    [this.solver, this.proofDue] = [solver, performance.now() + 1000 * seconds];
    solver.resume();
    let settled;
    try {
      const guess = (rounded(this.found.value.result) - this.position.score) * solver.scale.unit;
      settled = solver.settle(this.position, solver.widest, { guess });
    } catch (wrong) {
      if (!(wrong instanceof TooDeep)) throw wrong;
      continuation.failed = 0;
      return null;
    } finally {
      this.proofNodes = solver.nodes - before;
      this.solver = null;
      if (!this.request.continuation) solver.give();
    }
    if (settled.best === null || !(isWhole(settled) && isNamed(settled))) {
      continuation.failed = continuation.left;
      return this.why;
    }
    this.better({ best: settled.best, value: this.inTotal(solver.value(settled)), line: [settled.best] });
    return "solved";
  }

  pause() {
    super.pause();
    if (this.solver && performance.now() >= this.proofDue) this.solver.end();
  }

  interrupt() {
    super.interrupt();
    this.solver?.end();
  }

  counted(thought) {
    const counted = super.counted(thought);
    return { ...counted, nodes: counted.nodes + this.proofNodes };
  }
}

// What one player's searches in one game leave to the next: as `kibitz.search.drivers.continuation`.

const SAMPLE_GAMES = 3;
const LONGEST_SAMPLE = 160; // plies of such a game: whatever lasts longer is far from its end
const TRIED = 0.8; // of the moves of a node so many times their root are looked at in a proof, on average, ...
const FEWEST_TRIED = 1.6; // ... and no less than this
const NEARER = 2; // plies that the end must come nearer before it is tried for again
const PLAYED = 2; // plies between two searches of one player, as a rule

class Continuation {
  constructor(rules) {
    Object.assign(this, { rules, table: null, scale: null, solver: null, left: null, failed: null, tree: null });
  }

  tableFor(scale, largest) {
    const { table } = this;
    const fits = table && this.scale.unit === scale.unit && this.scale.most === scale.most && table.log <= largest;
    if (table && !fits) table.give();
    this.table = null;
    return fits ? table : null;
  }

  keepTable(scale, table) {
    Object.assign(this, { scale, table });
  }

  solverFor(create) {
    this.solver ??= create();
    return this.solver;
  }

  // Whether a proof is likely within this many nodes.
  isEndNear(position, nodes) {
    const within = (choice) => Math.log(Math.max(2, nodes)) / Math.log(Math.max(FEWEST_TRIED, TRIED * choice ** 0.5));
    if (this.left !== null) this.left -= PLAYED;
    if (this.left === null || this.left < 2 * within(1)) {
      const [longest, choice] = this.lookAhead(position);
      this.left = longest;
      if (longest <= within(choice)) return this.failed === null || longest <= this.failed - NEARER;
    }
    return false;
  }

  // The most plies that some random games last from here, and the moves that there were to choose from, on average.
  lookAhead(position) {
    let [longest, choices, plies] = [0, 0, 0];
    for (let game = 0; game < SAMPLE_GAMES && longest < LONGEST_SAMPLE; game++) {
      let [here, mover, length] = [position.state, position.mover, 0];
      let seen = this.rules.look(here, mover, -1);
      while (length < LONGEST_SAMPLE && !seen.over) {
        const made = this.rules.step(here, seen.moves[Math.floor(Math.random() * seen.moves.length)], mover);
        choices += seen.moves.length;
        [here, mover, length] = [made.state, made.mover, length + 1];
        seen = this.rules.look(here, mover, made.sign);
      }
      longest = Math.max(longest, length);
      plies += length;
    }
    if (position.seen.longest >= 0) longest = Math.min(position.seen.longest, LONGEST_SAMPLE);
    return [longest, choices / Math.max(1, plies)];
  }

  give() {
    this.table?.give();
    this.solver?.give();
    this.tree?.words.give();
    Object.assign(this, { table: null, solver: null, tree: null });
  }
}

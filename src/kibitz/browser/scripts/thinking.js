// A search under way, as `kibitz.search.drivers.handle`: its limits, and better and better thoughts.

const TABLE_BYTES = 64 * 2 ** 20;
const NEWS = 40; // milliseconds between two words on how far it is

class Thinking {
  // `tell` hears each better thought; `ask` says now and then whether to end. The limit's time is in seconds.
  constructor(rules, position, request, tell = () => {}, ask = () => false) {
    Object.assign(this, { rules, position, request, tell, ask, layout: rules.layout });
    this.search = rules.searches[request.search];
    if (!this.search) throw new Error(`this page has no search ${request.search}`);
    this.limit = { depth: null, time: null, nodes: null, table: TABLE_BYTES, ...request.limit };
    this.turn = position.mover;
    this.why = null;
    this.began = performance.now();
    this.due = this.limit.time === null ? Infinity : this.began + 1000 * this.limit.time;
    this.told = this.began;
    this.team = null;
  }

  result() {
    const choices = this.position.legal;
    this.found = this.firstThought(choices);
    if (!choices.length) {
      if (!this.position.isOver) throw new RulesError(NO_MOVES_LEFT);
      return this.found;
    }
    try {
      this.begin(choices);
      this.rules.pause = () => this.pause();
      const stopped = this.run();
      return { ...this.counted(this.found), stopped };
    } finally {
      this.rules.pause = () => {};
      this.leave();
    }
  }

  // Between two steps of a kernel: the clock, and the wish to end.
  pause() {
    const now = performance.now();
    if (now >= this.due) this.end("time");
    else if (now >= this.told + NEWS) {
      this.told = now;
      if (this.ask(this.counted(this.found))) this.end("interrupted");
    }
  }

  end(why) {
    this.why ??= why;
    this.interrupt();
  }

  deepen(searchDepth) {
    const { deepest } = this.layout;
    for (let depth = 1; depth <= Math.min(this.limit.depth ?? deepest, deepest); depth++) {
      try {
        const ended = searchDepth(depth);
        if (ended !== null) return ended;
      } catch (wrong) {
        if (!(wrong instanceof SearchStopped)) throw wrong;
        return this.why ?? "nodes";
      }
    }
    return "depth";
  }

  better(news) {
    this.found = this.counted({ ...this.found, ...news });
    this.tell(this.found);
  }

  firstThought(choices) {
    const { says } = this.rules;
    const thought = { best: null, value: null, line: [], moves: [], depth: 0, nodes: 0, seconds: 0, hits: null, bounds: null };
    if (!choices.length) return { ...thought, value: this.ending(), stopped: "solved" };
    const value = this.glance();
    const best = this.turn === CHANCE ? null : choices[0];
    const moves = this.request.allMoves ? choices.map((move) => ({ move, value, line: [move] })) : [];
    const informed = says.evaluate || says.estimates;
    return { ...thought, best, value, line: best === null ? [] : [best], moves, informed, stopped: "interrupted" };
  }

  ending() {
    const { result } = this.position;
    return worth("exact", result, result && !this.rules.hasReward ? 0 : null);
  }

  glance() {
    return this.inTotal(worth("estimate", rounded(this.position.seen.estimate, 4)));
  }

  // A value at the root plus the rewards won before it.
  inTotal(value) {
    const { score } = this.position;
    return score ? { ...value, result: rounded(value.result + score, 4) } : value;
  }

  counted(thought) {
    const team = this.team;
    return { ...thought, nodes: team.nodes, seconds: (performance.now() - this.began) / 1000, hits: team.hits };
  }

  leave() {
    this.team?.give();
  }
}

// The threads of a search, of which there is one here; enlarged when too small.
class Team {
  constructor(rules, kernel, scale, root) {
    Object.assign(this, { rules, kernel, scale, root, layout: rules.layout, room: ROOM, worker: null });
    this.spent = this.oldProbes = this.oldHits = 0;
  }

  get nodes() {
    return this.spent + (this.worker?.nodes ?? 0);
  }

  get hits() {
    const probes = this.oldProbes + (this.worker?.memory.probes ?? 0);
    return probes ? (this.oldHits + (this.worker?.memory.hits ?? 0)) / probes : null;
  }

  createWorker(table) {
    if (this.worker) {
      this.spent += this.worker.nodes;
      this.oldProbes += this.worker.memory.probes;
      this.oldHits += this.worker.memory.hits;
      this.worker.give();
      if (this.worker.table !== table) this.worker.table.give();
    }
    this.worker = new Worker_(this.rules, this.kernel, this.scale, this.room, table, this.root);
  }

  widen(status) {
    if (status === this.layout.noRoom) this.room *= 4;
    else if (status === this.layout.tooLarge) {
      if (this.scale.known) throw new RulesError(`a result is larger than the largest, which is ${this.scale.most}`);
      if (this.scale.most > this.layout.largestResult) throw new RulesError("a result is larger than any search can hold");
      this.scale = this.scale.wider(this.layout.largestResult);
    }
  }

  give() {
    if (!this.worker) return;
    this.worker.give();
    this.worker.table.give();
  }
}

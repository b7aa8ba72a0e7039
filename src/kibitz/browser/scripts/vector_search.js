// Searches whose values are numbers: several players, any sum, or chance. As `kibitz.search.drivers.vector_search`.

const VECTOR_ROOM = 1 << 12;
const LARGEST_VECTOR_LOG = 26;
const ROUNDING = 1e-10;
const SOME = 1;
const HUGE = 1e300;
const CHEAP = 20_000; // nodes for one more piece of a line
const LONG_NUMBER = 1e15;
const TIES = ["first", "last", "hostile", "kind"];
const BROKEN = "the rules break their contract: a player to move, chances or payoffs that cannot be";

class VectorSearcher {
  // `trace`: how many nodes are written down at most.
  constructor(thinking, hero, trace = 0) {
    const { rules, request, limit, search } = thinking;
    const { layout } = rules;
    Object.assign(this, { rules, kernel: request.search, hero, trace, layout, vectors: search.values === "payoffs" });
    this.ties = TIES.indexOf(request.ties ?? "first");
    this.mostNodes = limit.nodes ?? INFINITE;
    const numbers = this.vectors ? rules.players : 1;
    const log = largestLog(limit.table, layout.vectorHead + numbers, LARGEST_VECTOR_LOG);
    this.table = rules.room.take(layout.buckets + (layout.vectorHead + numbers) * 2 ** log + 2 * layout.historySize);
    this.table.log = log;
    this.memory = null;
    this.layOut(VECTOR_ROOM);
  }

  // Where a call begins: below the root.
  get ply() {
    return 1;
  }

  get nodes() {
    return this.memory.nodes;
  }

  get hits() {
    return this.memory.probes ? this.memory.hits / this.memory.probes : null;
  }

  tied(numbers) {
    const { memory } = this;
    return memory.tolerance * (memory.total === Infinity ? Math.max(1, ...numbers.map(Math.abs)) : 1);
  }

  // The value of a state with `mover` to move, `depth` plies deep; as one number, if it is above `alpha`.
  weight(state, depth, mover, alpha = -Infinity, nodes = INFINITE) {
    const { layout } = this;
    for (;;) {
      const { memory } = this;
      Object.assign(memory, { alpha, beta: Infinity, status: layout.running });
      memory.nodeLimit = Math.min(this.mostNodes, memory.nodes + nodes);
      const proved = this.called(state, depth, mover) !== 0;
      const { status } = memory;
      if (status === layout.noRoom) {
        this.layOut((memory.roomEnd - layout.moves) * 4);
        continue;
      }
      if (status === layout.stopped) throw new SearchStopped();
      if (status !== layout.running) throw new RulesError(BROKEN);
      return { numbers: this.numbers(this.ply), proved, line: this.line(this.ply) };
    }
  }

  called(state, depth, mover) {
    return this.rules.call(this.kernel, state, depth, mover, this.ply, this.memory, this.table);
  }

  numbers(ply) {
    const at = this.layout.moves + ply * (this.rules.players + 1) + 1;
    if (!this.vectors) return [this.memory.real(at + this.hero)];
    return Array.from({ length: this.rules.players }, (_, player) => this.memory.real(at + player));
  }

  line(ply) {
    const at = this.layout.lines + ply * this.layout.stride;
    return Array.from({ length: this.memory.get(at) }, (_, place) => this.memory.get(at + 1 + place));
  }

  layOut(room) {
    const { rules, layout } = this;
    const old = this.memory;
    const end = layout.moves + (layout.deepest + 3) * (rules.players + 1) + room;
    const { record } = layout.trace;
    const size = this.vectors ? Math.max(record, 1 + Math.floor((2 + rules.players) / 2)) : record;
    const memory = rules.room.take(end + this.trace * size);
    Object.assign(memory, { roomEnd: end, traceStart: end, traceRoom: this.trace });
    const [least, most, together] = rules.limits.map((limit) => limit ?? Infinity).map((limit, at) => (at === 0 && limit === Infinity ? -limit : limit));
    this.most = most;
    const span = most - least > 0 && most - least < Infinity ? most - least : SOME;
    Object.assign(memory, { rootHint: -1, hero: this.hero, ties: this.ties });
    if (old) Object.assign(memory, { nodes: old.nodes, probes: old.probes, hits: old.hits });
    const { chances, estimates } = rules.says;
    memory.lowest = Math.max(-HUGE, Math.min(least, 0));
    memory.highest = Math.min(HUGE, Math.max(most, 0));
    memory.total = together;
    memory.tolerance = this.vectors && chances ? (ROUNDING * span) / 2 : 0;
    memory.slack = this.vectors && !chances && !estimates && this.ties === 0 ? 0 : ROUNDING * span;
    old?.give();
    this.memory = memory;
  }

  give() {
    this.memory.give();
    this.table.give();
  }
}

class VectorSearch extends Thinking {
  begin(choices) {
    const { first = null, ties = "first" } = this.request;
    this.chance = this.position.isChance;
    this.choices = first !== null && ties === "first" && !this.chance ? sortedBy(choices, (move) => [Number(move !== first)]) : choices;
    this.hero = Math.max(this.turn, 0);
    this.team = new VectorSearcher(this, this.hero);
  }

  run() {
    return this.deepen((depth) => (this.conclude(this.iterate(depth), depth) ? "solved" : null));
  }

  // The value of each root move at this depth; apart from the best, perhaps only that it is no better.
  iterate(depth) {
    const { team, position } = this;
    team.memory.nodes += 1;
    const exactly = this.request.allMoves || this.chance || team.vectors;
    let best = -Infinity;
    const found = this.choices.map((move) => {
      const made = this.rules.step(position.state, move, this.turn);
      const one = team.weight(made.state, depth - 1, made.mover, exactly ? -Infinity : best);
      best = Math.max(best, one.numbers[0]);
      return { move, numbers: one.numbers, proved: one.proved, line: [move, ...one.line] };
    });
    if (!exactly) this.choices = sortedBy(found, (one) => [-one.numbers[0]]).map((one) => one.move);
    return found;
  }

  // Say what an iteration found; whether it is final.
  conclude(given, depth) {
    let found = given;
    let [numbers, proved, best, line] = [null, false, null, []];
    if (this.chance) {
      numbers = this.expected(found);
      proved = found.every((one) => one.proved);
    } else {
      found = this.ranked(found);
      proved = this.isDecided(found);
      found[0] = { ...found[0], line: this.continued(found[0].line, depth) };
      ({ numbers, line, move: best } = found[0]);
    }
    const moves = found.map((one) => ({ move: one.move, value: this.valueOf(one.numbers, one.proved), line: one.line }));
    const value = this.valueOf(numbers, proved);
    this.better({ best, value, line, moves: this.request.allMoves || this.chance ? moves : [], depth });
    return proved && (found.every((one) => one.proved) || !this.request.allMoves);
  }

  isDecided(ranked) {
    const [first] = ranked;
    if (!first.proved || first.numbers[this.mine] < this.team.most) return ranked.every((one) => one.proved);
    if (!this.team.vectors) return true;
    const { ties = "first" } = this.request;
    const before = ties === "first" ? this.choices.slice(0, this.choices.indexOf(first.move)) : this.choices;
    return ranked.every((one) => one.proved || !before.includes(one.move));
  }

  get mine() {
    return this.team.vectors ? this.hero : 0;
  }

  ranked(found) {
    const mine = found.map((one) => one.numbers[this.mine]);
    const others = found.map((one) => sum(one.numbers) - one.numbers[this.mine]);
    const tied = this.team.tied(mine);
    const [ranks, kindness] = [levels(mine, tied), levels(others, tied * this.rules.players)];
    const ties = this.request.ties ?? "first";
    const isSure = !this.request.allMoves || this.team.vectors;
    const keys = found.map((one, at) => {
      const place = this.choices.indexOf(one.move);
      const rule = { first: place, last: -place, hostile: -kindness[at], kind: kindness[at] }[ties];
      return [ranks[at], Number(!isSure && !one.proved), rule, place];
    });
    return sortedBy(found.map((one, at) => ({ one, at })), ({ at }) => keys[at]).map(({ one }) => one);
  }

  // The average of what chance may bring at the root, summed up as the searches do.
  expected(found) {
    const { weights } = this.position.seen;
    const total = sum(weights);
    return found[0].numbers.map((_, at) => weights.reduce((all, weight, place) => all + (weight / total) * found[place].numbers[at], 0));
  }

  // A line that the table broke off, played on: there its end is known, so little is searched again.
  continued(given, depth) {
    let [line, state, mover] = [given, this.position.state, this.turn];
    const play = (moves) => {
      for (const move of moves) ({ state, mover } = this.rules.step(state, move, mover));
    };
    play(line);
    while (line.length < depth && mover !== CHANCE && !this.rules.look(state, mover, -1).over) {
      let found;
      try {
        found = this.team.weight(state, depth - line.length, mover, -Infinity, CHEAP);
      } catch (wrong) {
        if (!(wrong instanceof SearchStopped)) throw wrong;
        break;
      }
      if (!found.line.length) break;
      play(found.line);
      line = [...line, ...found.line];
    }
    return line;
  }

  valueOf(numbers, proved) {
    const duel = this.rules.says.result;
    const kind = !proved ? "estimate" : duel ? "exact" : this.search.proves;
    return asValue(kind, numbers, this.mine);
  }

  ending() {
    return this.seen("exact");
  }

  glance() {
    return this.seen("estimate");
  }

  seen(kind) {
    return seenValue(this.position, kind, this.search.values === "payoffs");
  }

  interrupt() {
    this.team.memory.stop = 1;
  }
}

// The value of a position that the rules give without any search; `vectors`: a number for each player.
function seenValue(position, kind, vectors) {
  const hero = Math.max(position.mover, 0);
  const numbers = [...position.seen.numbers];
  if (position.score) {
    numbers[hero] += position.score;
    numbers[1 - hero] -= position.score;
  }
  return vectors ? asValue(kind, numbers, hero) : asValue(kind, numbers.slice(hero, hero + 1), 0);
}

// Numbers as a value, `mine` the number of the player to move.
function asValue(kind, numbers, mine) {
  const tidy = numbers.map((one) => (Math.abs(one) < LONG_NUMBER && Number.isInteger(one) ? one || 0 : one));
  return worth(kind, tidy[mine], null, tidy.length > 1 ? tidy : null);
}

// The level of each number: the largest 0, the next 1, and so on; numbers within `tied` share a level.
function levels(numbers, tied) {
  const found = numbers.map(() => 0);
  let [level, top] = [0, Math.max(...numbers)];
  for (const at of sortedBy(numbers.map((_, place) => place), (place) => [-numbers[place]])) {
    if (top - numbers[at] > tied) [level, top] = [level + 1, numbers[at]];
    found[at] = level;
  }
  return found;
}

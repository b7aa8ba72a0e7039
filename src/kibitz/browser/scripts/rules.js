// A game's rules, asked of its kernels, and the positions of one game.

const CHANCE = -1;

// Functions of the C library that rules may call.
const MATHS = Object.fromEntries(
  ["log", "log2", "log10", "log1p", "exp", "expm1", "pow", "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "cbrt"].map(
    (name) => [name, Math[name]],
  ),
);
MATHS.fmod = (one, other) => one % other;

// Kernels of one game in one memory. `data`: what `kibitz.browser.bundle` says of the game; `codes`: its kernels by name, as bytes or
// modules. Without the numbers of its knowledge it plays by the rules, and does not search.
class Rules {
  constructor(data, codes, most) {
    Object.assign(this, data);
    this.codes = codes;
    this.entries = {};
    this.pause = () => {};
    nameWords(data.layout.words);
    this.room = new Room(data.heap, most);
    this.returned = this.room.take(8);
    this.isWhole = data.numbers.length === data.fields;
    this.table = this.layOut(data.numbers);
    this.out = this.room.take(1 << 10);
    const start = this.state(data.start.map(BigInt));
    this.root = new Position(this, start, { mover: data.mover });
  }

  // Two words for each data field of the game and its knowledge: where its numbers are, and how many.
  layOut(fields) {
    const table = this.room.take(Math.max(2, 2 * this.fields));
    fields.forEach(({ bytes, count }, place) => {
      const words = this.room.take(Math.ceil(bytes.length / WORD) + 1);
      this.room.bytes.set(bytes, words.at);
      table.put(2 * place, [words.address, BigInt(count)]);
    });
    return table;
  }

  // A state as kernels take it: an array of its words, the first of which says how many there are.
  state(words) {
    return BigInt64Array.of(BigInt(words.length + 1), ...words);
  }

  entry(name) {
    if (!this.entries[name]) {
      const module = this.codes[name] instanceof WebAssembly.Module ? this.codes[name] : new WebAssembly.Module(this.codes[name]);
      const env = { ...MATHS, memory: this.room.memory, pause: () => this.pause() };
      this.entries[name] = new WebAssembly.Instance(module, { env }).exports.entry;
    }
    return this.entries[name];
  }

  // What a kernel returns for a state, numbers and memories.
  call(name, state, ...rest) {
    const entry = this.entry(name);
    const fields = this.room.take(state.length);
    fields.put(0, state);
    const others = rest.map((one) => (one instanceof Words ? one.address : BigInt(one)));
    const { at } = this.returned;
    const status = entry(at, at + 2 * WORD, BigInt(this.table.at), fields.address, ...others);
    fields.give();
    if (status !== 0) throw new RulesError("the rules of this game raised an exception");
    return Number(this.room.whole[at / WORD]);
  }

  // What a position is: see `kibitz.browser.steps.look`.
  look(state, mover, sign) {
    const guesses = Number(this.isWhole);
    let words = this.call("look", state, mover, sign, guesses, this.out);
    if (words > this.out.length) {
      this.out.give();
      this.out = this.room.take(2 * words);
      words = this.call("look", state, mover, sign, guesses, this.out);
    }
    const { look } = this.layout;
    const [out, first] = [this.out, look.numbers + this.players];
    const count = out.get(look.count);
    const chance = out.get(look.chance) === 1;
    const over = out.get(look.over) === 1;
    const at = (place) => first + (chance ? 2 * place : place);
    return {
      over,
      chance,
      mark: this.room.whole[out.first + look.mark],
      recurred: out.get(look.recurred),
      estimate: out.real(look.estimate),
      first: out.get(look.first),
      longest: out.get(look.longest),
      numbers: Array.from({ length: this.players }, (_, player) => out.real(look.numbers + player)),
      moves: Array.from({ length: count }, (_, place) => out.get(at(place))),
      weights: chance ? Array.from({ length: count }, (_, place) => out.real(at(place) + 1)) : [],
    };
  }

  // What a move does, and the state after it: see `kibitz.browser.steps.step`.
  step(state, move, mover) {
    this.call("step", state, move, mover, this.out);
    const { step } = this.layout;
    const count = this.out.get(step.state);
    return {
      mover: this.out.get(step.mover),
      sign: this.out.get(step.sign),
      reward: this.out.get(step.reward),
      irreversible: this.out.get(step.irreversible) === 1,
      state: this.out.slice(step.state, step.state + count),
    };
  }

  get hasReward() {
    return this.says.reward;
  }

  get hasRecurrence() {
    return this.recurrence !== "";
  }
}

// A position of a game with all that was before it. `past`: the marks of the positions that could have come back, its own last;
// `score`: the lead of the side to move by what moves have brought.
class Position {
  constructor(rules, state, { mover, sign = -1, past = [], score = 0, moves = [], before = null }) {
    Object.assign(this, { rules, state, mover, sign, score, moves, before });
    this.seen = rules.look(state, mover, sign);
    this.past = rules.hasRecurrence ? [...past, this.seen.mark] : [];
  }

  get times() {
    return this.past.filter((mark) => mark === this.seen.mark).length;
  }

  get hasRecurred() {
    return this.rules.hasRecurrence && this.times >= this.rules.recurrenceCount;
  }

  get isOver() {
    return this.seen.over || (this.rules.recurrence !== "forbidden" && this.hasRecurred);
  }

  get isChance() {
    return !this.isOver && this.seen.chance;
  }

  get legal() {
    if (this.isOver) return [];
    if (this.rules.recurrence !== "forbidden" || this.seen.chance) return this.seen.moves;
    return this.seen.moves.filter((move) => !this.play(move).hasRecurred);
  }

  play(move) {
    const made = this.rules.step(this.state, move, this.mover);
    const score = this.score + made.reward;
    return new Position(this.rules, made.state, {
      mover: made.mover,
      sign: made.sign,
      past: made.irreversible ? [] : this.past,
      score: made.sign > 0 ? score : -score || 0,
      moves: [...this.moves, move],
      before: this,
    });
  }

  // The result of a game that is over, for the side to move.
  get result() {
    const own = this.seen.numbers[Math.max(this.mover, 0)];
    return (this.seen.over ? own : this.seen.recurred) + this.score;
  }

  get payoffs() {
    if (!this.isOver) return null;
    if (this.rules.says.payoffs) return this.seen.numbers;
    return this.mover === 0 ? [this.result, -this.result || 0] : [-this.result || 0, this.result];
  }
}

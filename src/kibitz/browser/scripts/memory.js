// The memory that kernels work in: WebAssembly's, handed out in runs of 64-bit words.

const WORD = 8;
const PAGE = 65536;
const MOST_PAGES = 32768; // 2 GB

class NoMemory extends Error {}

// Zeroed words for kernels; word 0 holds the count. The names in `layout.words` are properties, as in `kibitz.search.parts.memory`.
class Words {
  constructor(room, at, length) {
    [this.room, this.at, this.length] = [room, at, length];
    this.first = at / WORD;
  }

  get(index) {
    return Number(this.room.whole[this.first + index]);
  }

  set(index, value) {
    this.room.whole[this.first + index] = BigInt(value);
  }

  real(index) {
    return this.room.real[this.first + index];
  }

  setReal(index, value) {
    this.room.real[this.first + index] = value;
  }

  half(index) {
    return this.room.half[2 * this.first + index];
  }

  slice(start, end) {
    return this.room.whole.slice(this.first + start, this.first + end);
  }

  put(start, words) {
    this.room.whole.set(words, this.first + start);
  }

  get address() {
    return BigInt(this.at);
  }

  give() {
    this.room.give(this);
  }
}

function nameWords(names) {
  for (const [name, [number, kind]] of Object.entries(names)) {
    const access =
      kind === "float"
        ? { get: function () { return this.real(number); }, set: function (value) { this.setReal(number, value); } }
        : { get: function () { return this.get(number); }, set: function (value) { this.set(number, value); } };
    Object.defineProperty(Words.prototype, name, { ...access, configurable: true });
  }
}

class Room {
  // `start`: the first byte that no kernel has for itself; `most`: bytes in all.
  constructor(start, most = MOST_PAGES * PAGE) {
    this.most = Math.floor(most / PAGE);
    this.memory = new WebAssembly.Memory({ initial: Math.ceil(start / PAGE) + 1, maximum: this.most });
    this.free = [[Math.ceil(start / 64) * 64, this.memory.buffer.byteLength]]; // runs of bytes, in order
    this.look();
  }

  // Growing detaches the views.
  look() {
    const { buffer } = this.memory;
    this.bytes = new Uint8Array(buffer);
    this.whole = new BigInt64Array(buffer);
    this.real = new Float64Array(buffer);
    this.half = new Float32Array(buffer);
  }

  // Raises NoMemory where the browser has none.
  take(count) {
    const size = Math.ceil((count * WORD) / 64) * 64;
    let run = this.free.find(([from, to]) => to - from >= size);
    if (!run) {
      this.grow(size);
      run = this.free.at(-1);
    }
    const words = new Words(this, run[0], count);
    run[0] += size;
    this.free = this.free.filter(([from, to]) => from < to);
    this.bytes.fill(0, words.at, words.at + size);
    words.set(0, count);
    return words;
  }

  give(words) {
    const size = Math.ceil((words.length * WORD) / 64) * 64;
    const runs = [...this.free, [words.at, words.at + size]].sort((one, other) => one[0] - other[0]);
    this.free = [];
    for (const run of runs) {
      const last = this.free.at(-1);
      if (last && last[1] === run[0]) last[1] = run[1];
      else this.free.push(run);
    }
  }

  grow(size) {
    const end = this.memory.buffer.byteLength;
    const last = this.free.at(-1);
    const here = last && last[1] === end ? end - last[0] : 0;
    const pages = Math.ceil((size - here) / PAGE);
    try {
      if (end / PAGE + pages > this.most) throw new RangeError();
      this.memory.grow(pages);
    } catch {
      throw new NoMemory(`there is no memory for ${Math.ceil(size / 2 ** 20)} MB more`);
    }
    this.look();
    this.give({ at: end, length: (pages * PAGE) / WORD });
  }

  // The same words with more room at their end.
  extend(words, count) {
    const more = this.take(count);
    more.put(1, words.slice(1, words.length));
    words.give();
    return more;
  }
}

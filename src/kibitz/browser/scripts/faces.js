// Positions as they are seen, from what the game's `grid` declares: as `kibitz.core.on_grid`.

const COUNT = "{}"; // in the text of a kind: the number that is counted there
const NUMBER = 2 ** 20; // in a name: from here on the number itself

class Faces {
  constructor(rules, face) {
    Object.assign(this, { rules, face, seen: new WeakMap() });
  }

  // The square of the picture where a square of the mover's board lies.
  at(place, mover) {
    return this.face.turned && mover === 1 ? this.face.turned[place] : place;
  }

  side(position) {
    const { face } = this;
    if (position.mover === CHANCE && face.turnWord !== null) return Number(position.state[1 + face.turnWord]);
    if (face.knowsTurn) return Math.max(position.mover, 0);
    return face.owners.length ? sum(face.owners.map((words) => this.squares(position, words).length)) % face.owners.length : 0;
  }

  // The squares of a board in a field of the state: `first` of its words, and how many.
  squares(position, [first, count]) {
    const found = [];
    for (let word = 0; word < count; word++) {
      const bits = BigInt.asUintN(64, position.state[1 + first + word]);
      for (let place = 0n; place < 64n; place++) if ((bits >> place) & 1n) found.push(64 * word + Number(place));
    }
    return found;
  }

  // The kind and the count on each square as the first player sees it, the note, and the squares that are marked.
  look(position) {
    const known = this.seen.get(position);
    if (known) return known;
    const { face, rules } = this;
    const count = face.names.length;
    const kinds = new Array(count).fill(0);
    const counts = new Array(count).fill(0);
    let words = rules.call("picture", position.state, count, rules.out);
    if (words > rules.out.length) {
      rules.out.give();
      rules.out = rules.room.take(2 * words);
      words = rules.call("picture", position.state, count, rules.out);
    }
    const side = this.side(position);
    if (face.stands) {
      for (let place = 0; place < count; place++) {
        kinds[this.at(place, side)] = rules.out.get(1 + 2 * place);
        counts[this.at(place, side)] = rules.out.get(2 + 2 * place);
      }
    }
    const note = rules.out.get(1 + 2 * count);
    const marks = Array.from({ length: words - 2 - 2 * count }, (_, number) => this.at(rules.out.get(2 + 2 * count + number), side));
    if (!face.stands) {
      face.owners.forEach((field, number) => {
        const owner = face.isMine ? (number + side) % face.owners.length : number;
        for (const place of this.squares(position, field)) kinds[this.at(place, side)] = owner + 1;
      });
      if (face.nobody) for (const place of this.squares(position, face.nobody)) kinds[this.at(place, side)] = face.owners.length + 1;
    }
    const found = { kinds, counts, note, marks: [...new Set(marks)] };
    this.seen.set(position, found);
    return found;
  }

  // Where a move begins and ends, null where on no square, and its name.
  spell(position, move) {
    const { face, rules } = this;
    const words = rules.call("spell", position.state, move, rules.out);
    const side = this.side(position);
    const chance = position.seen.chance;
    const [begin, end] = chance ? [-1, -1] : [rules.out.get(1), rules.out.get(2)].map((place) => (place < 0 ? -1 : this.at(place, side)));
    const steps = end < 0 ? { source: null, cell: null } : { source: begin === end ? null : begin, cell: end };
    const parts = Array.from({ length: words - 3 }, (_, part) => rules.out.get(3 + part));
    return { ...steps, name: face.spells ? parts.map((part) => this.word(part, side)).join("") : this.plainName(move, steps, chance) };
  }

  nameOf(position, move) {
    return this.spell(position, move).name;
  }

  word(part, side) {
    const { names, words } = this.face;
    if (part >= NUMBER) return String(part - NUMBER);
    return part < 0 ? words[-1 - part] : names[this.at(part, side)];
  }

  plainName(move, { source, cell }, chance) {
    const { names, beyond } = this.face;
    if (cell === null) return move === names.length && !chance ? beyond : String(move);
    return source === null ? names[cell] : `${names[source]}-${names[cell]}`;
  }

  // The moves that can be made, as the picture offers them.
  steps(position) {
    return position.legal.map((move, number) => {
      const spelled = this.spell(position, move);
      return { move, number, label: spelled.name, ...spelled };
    });
  }
}

// A position of a game without a grid: what its fields hold, and moves by the names that were met.
class PlainFaces {
  constructor(rules, face) {
    Object.assign(this, { rules, face });
  }

  text(position) {
    const lines = this.face.fields.map(({ name, first, count, kind }) => {
      const words = position.state.slice(1 + first, 1 + first + count);
      if (kind !== "board") return `${name}: ${[...words].join(" ")}`;
      const squares = [...words].flatMap((word, at) => {
        const bits = BigInt.asUintN(64, word);
        return Array.from({ length: 64 }, (_, place) => place).filter((place) => (bits >> BigInt(place)) & 1n).map((place) => 64 * at + place);
      });
      return `${name}: ${squares.length ? `squares ${squares.join(", ")}` : "empty"}`;
    });
    return lines.join("\n");
  }

  nameOf(position, move) {
    const { names, namesAt } = this.face;
    return names[move] ?? namesAt[position.state.slice(1).join(" ")]?.[move] ?? String(move);
  }

  steps(position) {
    return position.legal.map((move, number) => {
      const name = this.nameOf(position, move);
      return { move, number, name, label: name, source: null, cell: null };
    });
  }
}

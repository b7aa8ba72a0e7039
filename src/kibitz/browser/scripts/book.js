// The opening book of a game: exact values of all positions near the start, as `kibitz.solutions.book` looks them up.

class Book {
  // Meets the positions in the order in which `kibitz.browser.book` wrote their values.
  constructor(rules) {
    const { plies, values, order } = rules.book;
    this.values = new Map();
    let [at, level] = [0, [rules.root]];
    for (let ply = 0; ply <= plies; ply++) {
      for (const position of level) {
        const kind = values[order[at++] - 1];
        if (kind) this.values.set(this.key(position), worth("exact", ...kind));
      }
      if (ply === plies) break;
      const ahead = new Map();
      for (const position of level) {
        for (const move of position.legal) {
          const after = position.play(move);
          if (!ahead.has(this.key(after))) ahead.set(this.key(after), after);
        }
      }
      level = [...ahead.values()];
    }
  }

  key(position) {
    return position.state.join();
  }

  // The moves with their values, best first; none where one of them is not known.
  rank(position) {
    const found = position.legal.map((move) => {
      const after = position.play(move);
      const value = this.values.get(this.key(after));
      return value && { move, after, value: this.before(value, after) };
    });
    return found.includes(undefined) ? [] : sortedBy(found, ({ value }) => orderOf(value).map((part) => -part));
  }

  // What a move is worth to the one who makes it, from the value after it.
  before(value, { sign }) {
    const seen = sign > 0 ? value : opposite(value);
    return seen.plies === null ? seen : { ...seen, plies: seen.plies + 1 };
  }

  line(position) {
    const line = [];
    for (let ranked = this.rank(position); ranked.length; ranked = this.rank(ranked[0].after)) line.push(ranked[0].move);
    return line;
  }

  // All that the book says of a position; null where it does not hold all that the moves lead to.
  lookUp(position) {
    const moves = this.rank(position).map(({ move, after, value }) => ({ move, value, line: [move, ...this.line(after)] }));
    if (!moves.length) return null;
    const [{ move, value, line }] = moves;
    return { best: move, value, line, moves, depth: 0, nodes: 0, seconds: 0, hits: null, bounds: [value, value], stopped: "solved" };
  }
}

// What the book of a game says, if it has one.
function lookUp(rules, position) {
  if (!rules.book) return null;
  rules.openBook ??= new Book(rules);
  return rules.openBook.lookUp(position);
}

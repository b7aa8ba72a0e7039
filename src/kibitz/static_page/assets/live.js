"use strict";
// A game as the page plays it: its rules and searches in WebAssembly, its pictures from what its grid declares.

const BROKEN = "This browser cannot play: it needs WebAssembly with SIMD, as browsers have it since 2023.";
const whyNot = (problem) => (typeof WebAssembly === "undefined" || problem instanceof WebAssembly.CompileError ? BROKEN : problem.message);

// The script with the weights comes last.
const loaded = new Promise((yes) => (document.readyState === "complete" ? yes() : window.addEventListener("load", yes)));

// The parts of a pack, as `numbered.pack_parts` makes it.
async function partsOf(packed) {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  const whole = await new Response(stream).arrayBuffer();
  let at = 4 + new DataView(whole).getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(whole.slice(4, at)));
  const parts = header.parts.map((size) => new Uint8Array(whole.slice(at, (at += size))));
  return { header, parts };
}

// The game of a page: `code`, `weights` and `trees` are packs. The first board needs the rules alone; what searches need comes after it.
const FACES = ["look", "step", "picture", "hands", "spell"];

async function openGame(code, weights, trees = null) {
  const { header, parts } = await partsOf(code);
  const { game, kernels, counts } = header;
  const codes = Object.fromEntries(kernels.map((name, number) => [name, parts[number]]));
  const own = counts.map((count, number) => ({ bytes: parts[kernels.length + number], count }));
  const shown = kernels.filter((name) => FACES.includes(name));
  const modules = await Promise.all(shown.map((name) => WebAssembly.compile(codes[name])));
  const faces = Object.fromEntries(shown.map((name, number) => [name, modules[number]]));
  const known = async () => {
    if (trees !== null) {
      const more = await partsOf(trees);
      more.header.kernels.forEach((name, number) => (codes[name] = more.parts[number]));
      game.traced = more.header.traced;
    }
    const found = await partsOf(await weights());
    const more = found.parts.map((bytes, number) => ({ bytes, count: found.header.counts[number] }));
    return { data: { ...game, numbers: [...own, ...more] }, codes };
  };
  return new LiveGame({ ...game, numbers: own }, faces, known);
}

class LiveGame {
  // `known`: all that a search needs, as a promise.
  constructor(data, codes, known) {
    Object.assign(this, { data, isTurned: false, opened: null });
    this.whole = () => (this.opened ??= known());
    const { Rules, Faces, PlainFaces } = searching();
    this.rules = new Rules(data, codes);
    const { face } = data;
    this.faces = face.isPlain ? new PlainFaces(this.rules, face) : new Faces(this.rules, face);
    this.words = new ValueWords(data);
    this.pieces = [];
    this.numbers = new Map();
    this.stepsKnown = new WeakMap();
    Object.assign(this, { kits: face.kits, letter: face.letter, rise: face.rise, heap: face.heap, unit: face.unit, sides: data.sides });
    this.textBoard = { cells: [], columns: [], order: [] };
  }

  get start() {
    return this.rules.root;
  }

  after(moves) {
    return moves.reduce((position, move) => position.play(move), this.start);
  }

  // What `picture` asks of positions.

  board() {
    return this.data.face.isPlain ? this.textBoard : this.data.face.boards[Number(this.isTurned)];
  }

  marked(position) {
    const { face } = this.data;
    if (face.isPlain) return `${this.faces.text(position)}\n\nThis game draws its board by itself, which needs Python: here is what its fields hold.`;
    return this.faces.look(position).marks.map((place) => face.cellOf[place]);
  }

  row(position) {
    const { face } = this.data;
    if (face.isPlain) return [];
    const { kinds, counts } = this.faces.look(position);
    const row = new Array(this.board().cells.length).fill(0);
    for (const [cell, kind] of face.fixed) row[cell] = this.piece(kind, 0, cell);
    kinds.forEach((kind, place) => {
      const cell = face.cellOf[place];
      if (kind) row[cell] = this.piece(kind, counts[place], cell);
    });
    return row;
  }

  // The number of the picture of a piece in a cell.
  piece(kind, count, cell) {
    const drawn = this.data.face.pieces[kind - 1][this.data.face.classOf[cell]];
    const key = `${kind} ${"digits" in drawn ? count : ""} ${this.data.face.classOf[cell]}`;
    if (!this.numbers.has(key)) {
      this.pieces.push("digits" in drawn ? counted(drawn, count) : drawn);
      this.numbers.set(key, this.pieces.length);
    }
    return this.numbers.get(key);
  }

  worthDrawn(worth, side, isSmall) {
    return this.words.draw(worth, side, isSmall);
  }

  steps(position) {
    if (!this.stepsKnown.has(position)) {
      const { cellOf } = this.data.face;
      const at = (place) => (place === null ? null : cellOf[place]);
      const steps = this.faces.steps(position).map((step) => ({ ...step, cell: at(step.cell), source: at(step.source) }));
      this.stepsKnown.set(position, steps);
    }
    return this.stepsKnown.get(position);
  }

  note(position) {
    const { face } = this.data;
    const note = face.isPlain ? 0 : this.faces.look(position).note;
    return note ? face.notes[note - 1] : "";
  }

  // How many pieces each player has still to place; nothing where the rules say none of this.
  hands(position) {
    const { rules, data } = this;
    if (!data.hasHands) return [];
    rules.call("hands", position.state, rules.out);
    return this.sides.map((_, side) => rules.out.real(1 + side));
  }

  thinker() {
    return new Thinker(this);
  }

  lineNames = lineNames;
}

// A piece with a number: eights stand in its place.
function counted({ few, digits, text }, count) {
  if (count >= 0 && count < few.length) return few[count];
  const wide = Math.min(String(count).length, digits.length);
  const drawn = digits[wide - 1];
  const eights = text.replace("{}", "8".repeat(wide));
  const written = text.replace("{}", String(count));
  return { ...drawn, svg: drawn.svg.replace(`>${eights}<`, `>${written}<`), said: drawn.said.replace(eights, written) };
}

const openTable = () => openGame(packedCode, () => loaded.then(() => packedWeights));

"use strict";
// A game that is looked up in its strong solution, as `table.js` plays games: every position is here, with its value.

const loses = (value) => ({ ...value, result: -value.result || 0 });
const later = (value) => (value.plies === null ? value : { ...value, plies: value.plies + 1 });
const worse = ({ result, plies }) => [-result, result > 0 ? plies : -plies]; // a key: the better, the less

// A position on its way from the start. `here`: its number in the chart.
class SolvedPosition {
  constructor(chart, here, before = null, moves = []) {
    Object.assign(this, { chart, here, before, moves, mover: chart.mover(here), isChance: false });
    const { circles, columns } = chart;
    this.score = columns.lead ? signed(columns.lead[here]) : 0;
    this.isEnd = columns.count[here] === 0;
    this.hasRecurred = circles > 0 && this.times >= circles;
    this.isOver = this.isEnd || this.hasRecurred;
  }

  get times() {
    let count = 0;
    for (let one = this; one; one = one.before) count += Number(one.here === this.here);
    return count;
  }

  get payoffs() {
    const { columns, ends } = this.chart;
    return this.isEnd ? ends[columns.end[this.here] - 1] : [0, 0]; // a position that comes back too often is a draw
  }

  get value() {
    const [result, plies] = this.chart.worths[this.chart.columns.value[this.here]];
    return { kind: "exact", result, plies, payoffs: null };
  }

  play(number) {
    return new SolvedPosition(this.chart, this.chart.steps(this.here)[number].target, this, [...this.moves, number]);
  }

  // The moves with their values for the one who makes them, best first.
  get ranked() {
    if (this.isOver) return [];
    const found = this.chart.steps(this.here).map(({ number }) => {
      const after = this.play(number);
      return { move: number, after, value: later(after.mover === this.mover ? after.value : loses(after.value)) };
    });
    return sortedBy(found, ({ value }) => worse(value));
  }
}

// Answers at once, as a worker that searches does after a while.
class Oracle {
  constructor(game) {
    this.game = game;
  }

  async ask(moves, { kind }) {
    const position = this.game.after(moves);
    const ranked = position.ranked.map(({ move, after, value }) => ({ move, value, line: [move, ...this.line(after)] }));
    const equal = ranked.filter(({ value }) => String(worse(value)) === String(worse(ranked[0].value)));
    const [first] = kind === "play" ? [equal[Math.floor(Math.random() * equal.length)]] : ranked;
    return { best: first.move, value: first.value, line: first.line, moves: ranked, depth: 0, nodes: this.game.chart.length };
  }

  line(position) {
    const [line, seen] = [[], new Set()];
    for (let here = position; !here.isOver && !seen.has(here.here); ) {
      seen.add(here.here);
      const [{ move, after }] = here.ranked;
      line.push(move);
      here = after;
    }
    return line;
  }

  stop() {}

  close() {}
}

class SolvedGame {
  constructor(chart) {
    Object.assign(this, { chart, sides: chart.sides, kits: chart.kits, letter: chart.letter, rise: chart.rise, heap: chart.heap, unit: chart.unit, pieces: chart.pieces });
    this.words = new ValueWords(chart);
    this.rules = { hasReward: Boolean(chart.columns.lead) };
    const perfect = { number: 1, search: "solve" };
    this.data = { levels: [perfect], searches: { solve: { isAnytime: false } }, usual: "solve", canTurn: false, bottom: null };
    this.start = new SolvedPosition(chart, 0);
  }

  thinker() {
    return new Oracle(this);
  }

  after(moves) {
    return moves.reduce((position, move) => position.play(move), this.start);
  }

  board = ({ here }) => this.chart.board(here);
  marked = ({ here }) => this.chart.marked(here);
  row = ({ here }) => this.chart.row(here);
  steps = ({ here }) => this.chart.steps(here).map((step) => ({ ...step, move: step.number }));
  note = () => "";
  hands = ({ here }) => this.sides.map((_, side) => this.chart.columns[`hand${side}`]?.[here] ?? 0);
  worthDrawn = (worth, side, isSmall) => this.words.draw(worth, side, isSmall);
  lineNames = lineNames;
}

const openTable = () => unpack(packed).then((chart) => new SolvedGame(chart));
const whyNot = () => "This page needs a browser of 2023 or later.";

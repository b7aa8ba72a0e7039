"use strict";
// The buttons over the board and beside it, as `kibitz.web.board.html` lays them.
// `mine`: the moves a person can make there; `found`: moves with their values, best first; `picked`: the cell whose piece is in the
// hand; `hint`: a move; `row`: what stands in each cell, 0 or the number of one of the `pieces`, from 1.
function layButtons(board, mine, { words, mover, found, picked, hint, row, pieces }) {
  const worths = new Map(found.map(({ move, value }) => [move, labelOf(words, mover, value, found)]));
  const pair = (step) => `${step.source},${step.cell}`;
  const count = new Map();
  for (const step of mine) count.set(pair(step), (count.get(pair(step)) ?? 0) + 1);
  const sources = new Set(mine.filter((step) => step.source !== null && step.cell !== null).map((step) => step.source));
  const alone = (step) => step.source === null && sources.has(step.cell);
  const placed = mine.filter((step) => step.cell !== null && count.get(pair(step)) === 1 && !alone(step));
  const visible = placed.filter((step) => step.source === null || step.source === picked);
  const crowded = mine.filter((step) => step.cell !== null && count.get(pair(step)) > 1 && !alone(step) && [null, picked].includes(step.source));
  const plain = [...mine.filter((step) => step.cell === null), ...crowded].map((step) => [step, step.label]);
  for (const step of mine) {
    if (alone(step) && step.cell === picked) plain.push([step, step.label === board.cells[step.cell].name ? `${step.label} alone` : step.label]);
  }
  const bests = new Map();
  for (const { move } of found) {
    const step = mine.find((one) => one.move === move);
    const from = step && (step.source ?? (alone(step) ? step.cell : null));
    if (from !== null && from !== undefined && !bests.has(from)) bests.set(from, worths.get(move));
  }
  const worth = new Map(picked === null ? bests : []);
  for (const step of visible) if (worths.has(step.move)) worth.set(step.cell, worths.get(step.move));
  return { mine, spots: spotsOf(board, visible, { sources, bests, worths, picked, hint, row, pieces }), plain, worth, worths };
}

function labelOf(words, mover, value, found) {
  const text = words.mark(value, mover);
  const best = found.length > 1 && text === words.mark(found[0].value, mover);
  return { text, outcome: words.outcome(value, mover), exact: value.kind === "exact", best, words: words.describe(value, mover) };
}

function spotsOf(board, visible, { sources, bests, worths, picked, hint, row, pieces }) {
  const byCell = new Map(visible.map((step) => [step.cell, step]));
  const drops = visible.length > 0 && visible.every((step) => board.columns.includes(step.label) && step.label !== board.cells[step.cell].name);
  const order = drops ? [...board.order].sort((one, other) => board.cells[one].area[0] - board.cells[other].area[0]) : board.order;
  const spots = [];
  for (const number of order) {
    const { name, area, shape } = board.cells[number];
    const step = byCell.get(number);
    const [left, , width] = area;
    if (step) {
      const said = [drops ? `column ${step.label}` : step.label === step.name ? step.name : `${step.name}, ${step.label}`];
      const heap = !drops && row[number] && pieces[row[number] - 1].form === "seeds" ? pieces[row[number] - 1] : null;
      if (heap) said.push(heap.said);
      if (worths.has(step.move)) said.push(worths.get(step.move).words);
      if (step.move === hint) said.push("this is the hint");
      const place = drops ? [left, board.top, width, board.tall] : area;
      spots.push({ number, step, said: said.join(", "), shape: drops ? "tall" : shape, place });
    } else if (number === picked) spots.push({ number, said: `${name}, put it back`, shape, place: area });
    else if (sources.has(number)) {
      const worth = bests.has(number) ? `, at best ${bests.get(number).words}` : "";
      spots.push({ number, said: `${row[number] ? `${pieces[row[number] - 1].said} ` : ""}${name}, pick it up${worth}`, shape, place: area });
    }
  }
  return spots;
}

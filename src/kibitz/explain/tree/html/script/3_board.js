/* The board of a node, drawn as all boards of the house are. */

const UNIT = 60, EDGE = 30, MARGIN = 8, OWNERS = 4;

function board(node) {
  const boards = data.boards;
  const ground = boards.others[node] ?? 0;
  const region = { class: "shown", tabindex: "0", role: "group", "aria-label": "The position" };
  if (ground < 0) return make("pre", region, boards.positions[node]);
  const [cells, columns, rows] = boards.grounds[ground];
  const sides = cells.map(([x, y, , span]) => [x + 0.5 - span / 2, y + 0.5 - span / 2, x + 0.5 + span / 2, y + 0.5 + span / 2]);
  const [leftmost, top] = [0, 1].map((side) => Math.min(...sides.map((at) => at[side])));
  const [right, bottom] = [2, 3].map((side) => Math.max(...sides.map((at) => at[side])));
  const before = columns.length ? EDGE : MARGIN;
  const width = before + (right - leftmost) * UNIT + MARGIN, height = before + (bottom - top) * UNIT + MARGIN;
  const viewBox = `0 0 ${width} ${height}`;
  const svg = draw("svg", { class: "kb", role: "img", viewBox, "aria-label": described(node, cells) });
  svg.append(draw("rect", { class: "kb-ground", width, height, rx: 4 }));
  columns.forEach((label, at) => svg.append(letters("kb-label", before + (at + 0.5) * UNIT, before / 2, 18, label, UNIT)));
  rows.forEach((label, at) => svg.append(letters("kb-label", before / 2, before + (at + 0.5) * UNIT, 18, label, EDGE)));
  const marked = new Set(boards.marked[node] || []);
  cells.forEach(([x, y, shape, span], at) => {
    const middle = [before + (x + 0.5 - leftmost) * UNIT, before + (y + 0.5 - top) * UNIT], wide = span * UNIT;
    svg.append(outlined(marked.has(at) ? "kb-marked" : "kb-cell", shape, middle, wide - 4));
    if (boards.last[node] === at) svg.append(outlined("kb-last", shape, middle, wide - 6));
    const piece = pieceAt(node, at);
    if (piece) svg.append(...drawnPiece(piece, shape, middle, wide));
  });
  return svg;
}

function pieceAt(node, cell) {
  const place = data.boards.letters.indexOf(data.boards.positions[node][cell]);
  return place < 0 ? null : data.boards.pieces[place];
}

function drawnPiece([text, owner], shape, [x, y], wide) {
  const colour = owner === null ? "kb-none" : `kb-p${owner % OWNERS}`;
  const size = wide * (shape === "square" ? 0.62 : 0.42);
  if (shape === "square" || owner === null) return [letters(`${colour} kb-piece`, x, y, size, text, wide * 0.8)];
  return [outlined(colour, "round", [x, y], wide * 0.76), letters("kb-on kb-piece", x, y, size, text, wide * 0.8)];
}

function outlined(kind, shape, [x, y], wide) {
  if (shape === "round") return draw("circle", { class: kind, cx: x, cy: y, r: wide / 2 });
  const corner = { x: x - wide / 2, y: y - wide / 2 };
  if (shape === "square") return draw("rect", { class: kind, ...corner, width: wide, height: wide, rx: 4 });
  const reach = wide / Math.sqrt(3);
  const turns = [0, 1, 2, 3, 4, 5].map((number) => (number * Math.PI) / 3);
  const corners = turns.map((turn) => `${x + reach * Math.sin(turn)},${y - reach * Math.cos(turn)}`);
  return draw("polygon", { class: kind, points: corners.join(" ") });
}

function letters(kind, x, y, size, text, room) {
  const fitting = Math.min(size, room / (0.62 * Math.max(1, text.length)));
  return draw("text", { class: kind, x, y: y + 0.36 * fitting, "font-size": fitting }, text);
}

function described(node, cells) {
  const parts = cells.map((cell, at) => [cell[4], pieceAt(node, at)]).filter(([, piece]) => piece);
  const last = data.boards.last[node];
  const made = last === undefined ? "" : `; last move ${cells[last][4]}`;
  return `Board: ${parts.map(([name, piece]) => `${piece[0]} at ${name}`).join(", ") || "empty"}${made}.`;
}

"use strict";
// What all pages share: positions out of their pack, and the picture of one. Nothing here knows a rule of any game.

const byId = (id) => document.getElementById(id);
const clean = (text) => String(text).replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

// A pack, as `numbered.py` describes it: a header, and columns of numbers.
const ARRAYS = { 1: Uint8Array, 2: Uint16Array, 4: Uint32Array };

async function unpack(packed) {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  const data = await new Response(stream).arrayBuffer();
  let at = 4 + new DataView(data).getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(data.slice(4, at)));
  const columns = {};
  for (const [name, width, count] of header.columns) {
    columns[name] = new ARRAYS[width](data.slice(at, (at += width * count)));
  }
  return new Positions(header, columns);
}

const signed = (number) => (number % 2 ? -(number + 1) / 2 : number / 2);

// The positions of a chart, as `chart.py` describes it.
class Positions {
  constructor(header, columns) {
    Object.assign(this, header);
    this.columns = columns;
    this.length = columns.mover.length;
    this.firsts = new Uint32Array(this.length + 1);
    this.rows = new Uint32Array(this.length + 1);
    this.targets = new Uint32Array(columns.target.length);
    const parents = new Int32Array(this.length).fill(-1);
    const roots = new Set(this.roots);
    let next = 0;
    for (let here = 0, at = 0; here < this.length; here++) {
      if (roots.has(here)) next = here + 1;
      for (const end = at + columns.count[here]; at < end; at++) {
        const target = (this.targets[at] = next - columns.target[at]);
        if (target === next) parents[next++] = here;
      }
      this.firsts[here + 1] = at;
      this.rows[here + 1] = this.rows[here] + this.boards[columns.board[here]].cells.length;
    }
    this.pieceNumbers = new Uint16Array(columns.row.length);
    for (let here = 0; here < this.length; here++) {
      const before = parents[here];
      const alike = before >= 0 && columns.board[before] === columns.board[here];
      for (let at = this.rows[here], cell = 0; at < this.rows[here + 1]; at++, cell++) {
        this.pieceNumbers[at] = signed(columns.row[at]) + (alike ? this.pieceNumbers[this.rows[before] + cell] : 0);
      }
    }
  }

  mover = (here) => this.columns.mover[here];
  board = (here) => this.boards[this.columns.board[here]];
  marked = (here) => this.marks[this.columns.marks[here]];
  row = (here) => this.pieceNumbers.subarray(this.rows[here], this.rows[here + 1]);

  // The moves, each with what the album says of it.
  steps(here) {
    const found = [];
    for (let at = this.firsts[here]; at < this.firsts[here + 1]; at++) {
      const [name, label, cell, source] = this.moves[this.columns.move[at]];
      found.push({ name, label, cell, source, target: this.targets[at], number: at - this.firsts[here] });
    }
    return found;
  }
}

// What a move has changed, as `last_change` of `kibitz.web.board.scenes`: its own cell, null where it only takes men off; and the
// cells of other men that are gone or turned over, or of seeds that were sown.
function lastChange(positions, before, here, step) {
  const nothing = { last: step?.cell ?? null, gone: new Set() };
  if (!step || before === null || positions.board(before) !== positions.board(here)) return nothing;
  const [was, now] = [before, here].map((one) => [...positions.row(one)]);
  const piece = (number) => positions.pieces[number - 1];
  const key = (number) => `${piece(number).form} ${piece(number).owner} ${piece(number).said}`;
  const { last } = nothing;
  const cells = was.map((_, cell) => cell).filter((cell) => was[cell]);
  const sown = cells.filter((cell) => piece(was[cell]).form === "seeds" && now[cell] && now[cell] !== was[cell]);
  if (sown.length) return { last, gone: new Set(sown.filter((cell) => cell !== last)) };
  const count = (row, wanted) => row.filter((number) => number && key(number) === wanted).length;
  const men = cells.filter((cell) => piece(was[cell]).canBeTaken);
  const gone = men.filter((cell) => {
    if (!now[cell]) return cell !== step.source && count(was, key(was[cell])) > count(now, key(was[cell]));
    const [one, other] = [piece(was[cell]), piece(now[cell])];
    const isTurned = one.form === other.form && one.owner !== null && other.owner !== null && one.owner !== other.owner;
    return cell !== last && isTurned;
  });
  const isStill = men.includes(last) && now[last] === was[last];
  return { last: gone.length && (isStill || gone.includes(last)) ? null : last, gone: new Set(gone) };
}

// The picture of a position, as `kibitz.drawing.board` draws it. `last` and `picked` are numbers of cells, `gone` those that the last
// move changed beside its own, `worth` has the numbers of what is written into cells; `steps` are the moves that can be made, none in a picture where nothing can be done.
function picture(positions, here, { last = null, gone = new Set(), picked = null, worth = new Map(), steps = [] } = {}) {
  const board = positions.board(here);
  const marks = positions.marked(here);
  const row = positions.row(here);
  const shown = steps.filter((step) => step.cell !== null);
  const opened = new Set(shown.filter((step) => step.source === picked).map((step) => step.cell));
  const movable = new Set(picked === null ? shown.map((step) => step.source) : []);
  const labels = board.labelled ? labelsOf(positions, board, row, steps) : new Map();
  const put = (svg, [x, y]) => (svg ? `<g transform="translate(${x} ${y})">${svg}</g>` : "");
  const write = (kind, [x, y], size, text, room) => {
    const fits = Math.min(size, room / (positions.letter * Math.max(1, [...text].length)));
    return `<text class="${kind}" x="${x}" y="${y + positions.rise * fits}" font-size="${fits}">${clean(text)}</text>`;
  };
  const drawn = board.cells.map((cell, number) => {
    const kit = positions.kits[cell.kit];
    const piece = row[number] ? positions.pieces[row[number] - 1] : null;
    const label = labels.get(number) ?? "";
    const [x, y] = cell.at;
    let svg = "";
    if (marks.includes(number)) svg += put(kit.marked, cell.at);
    const isNewest = number === last && piece?.form === "bar";
    if (number === last && !isNewest && (kit.isTinted || !marks.includes(number))) svg += put(kit.last, cell.at);
    if (gone.has(number)) svg += put(!piece ? kit.left : piece.canBeTaken ? kit.turned : kit.changed, cell.at);
    if (number === picked) svg += put(kit.picked, cell.at);
    else if (movable.has(number) && number !== last) svg += put(piece?.isRound ? kit.around : kit.movable, cell.at);
    if (piece) {
      const low = piece.form === "letter" && label && !worth.has(number);
      svg += put(isNewest ? `<g class="kb-newest">${piece.svg}</g>` : piece.svg, [x, y - (low && cell.shape === "square" ? cell.side * 0.09 : 0)]);
      if (opened.has(number) && piece.owner !== null && piece.canBeTaken) svg += put(kit.take, cell.at);
      if (worth.has(number)) {
        const beside = [x, y + cell.side * (piece.form === "seeds" ? positions.heap : 0.36)];
        svg += put(positions.worthDrawn(worth.get(number), cell.side, true), beside);
      } else if (label) {
        const [across, down, size] = low ? cell.low : cell.label;
        const kind = low && piece.owned && cell.shape === "hex" ? "kb-on" : low && cell.shape === "round" ? "kb-label kb-halo" : "kb-label";
        svg += write(kind, [across, down], size, label, cell.side * 0.5);
      }
    } else if (worth.has(number)) svg += put(positions.worthDrawn(worth.get(number), cell.side, false), cell.at);
    else if (label) svg += write("kb-label", cell.at, 13, label, cell.side * 0.6);
    else if (opened.has(number)) svg += put(board.open, cell.at);
    return svg;
  });
  drawn.unshift(...board.blocks.filter(({ cells }) => cells.some((cell) => opened.has(cell))).map((block) => block.open));
  for (const { box: [x, y, wide, high], cells } of board.blocks) {
    const line = marks.filter((cell) => cells.includes(cell));
    const won = row[line[0]];
    if (!won) continue;
    const kind = line.length === cells.length ? "kb-marked" : "kb-veil";
    const large = `<g transform="scale(${Math.min(wide, high) / positions.unit})">${positions.pieces[won - 1].svg}</g>`;
    drawn.push(`<rect class="${kind}" x="${x}" y="${y}" width="${wide}" height="${high}"/>`, put(large, [x + wide / 2, y + high / 2]));
  }
  return `<svg class="kb" viewBox="${board.box}" aria-hidden="true" focusable="false">${board.edges}<g class="${board.kind}">${board.ground}${drawn.join("")}${board.names}</g></svg>`;
}

// What the cells are called: where nothing can be done by their names, where one move alone is made by its label.
function labelsOf(positions, board, row, steps) {
  const labels = new Map(board.named.filter((cell) => !row[cell]).map((cell) => [cell, board.cells[cell].name]));
  const count = new Map();
  for (const step of steps) count.set(step.cell, (count.get(step.cell) ?? 0) + 1);
  for (const step of steps) if (step.cell !== null && count.get(step.cell) === 1) labels.set(step.cell, step.label);
  return labels;
}

// A board in its place: the picture, or the text of a game that has none, and the same in words.
function show(place, positions, here, view = {}) {
  const board = positions.board(here);
  const isText = board.cells.length === 0;
  place.classList.toggle("board", !isText);
  if (isText) {
    place.innerHTML = `<pre class="shown" tabindex="0" aria-label="The board">${clean(positions.marked(here))}</pre>`;
    const letters = Math.max(1, ...positions.marked(here).split("\n").map((line) => line.length));
    place.firstChild.style.setProperty("--letters", letters);
    return;
  }
  const { style } = place.closest(".place") ?? place; // of the bars of the players, too
  style.setProperty("--ratio", board.ratio);
  style.setProperty("--least", `${board.least}px`);
  style.setProperty("--most", `${board.most}px`);
  place.innerHTML = picture(positions, here, view);
}

// The board for those who cannot see it, as `kibitz.web.board.html.described`: a summary, then row by row.
function describe(positions, here, last, isOver = false) {
  const board = positions.board(here);
  if (board.cells.length === 0) return [];
  const row = positions.row(here);
  const pieceIn = (cell) => positions.pieces[row[cell] - 1];
  const rows = board.rows.map(([label, cells]) => [label, cells.filter((cell) => row[cell])]);
  const men = rows.flatMap(([, cells]) => cells.map(pieceIn));
  const counts = positions.sides.map((side, number) => [side, men.filter(({ owner, isMan }) => isMan && owner === number).length]);
  const marked = positions.marked(here).map((cell) => board.cells[cell].name);
  const summary = [
    men.length > 1 ? counts.flatMap(([side, count]) => (count ? [`${side} ${count}`] : [])).join(", ") : "",
    men.length ? "" : "The board is empty",
    last === null ? "" : `Last move: ${board.cells[last].name}`,
    marked.length ? `${isOver && marked.length > 1 ? "Winning line" : "Marked"}: ${marked.join(", ")}` : "",
  ];
  const first = summary.flatMap((one) => (one ? [`${one}.`] : [])).join(" ");
  const lines = rows.flatMap(([label, cells]) =>
    cells.length ? [`${label}${cells.map((cell) => `${board.cells[cell].name} ${pieceIn(cell).said}`).join(", ")}.`] : [],
  );
  return first ? [first, ...lines] : lines;
}

function describeIn(list, lines) {
  list.hidden = lines.length === 0;
  list.innerHTML = lines.map((line) => `<li>${clean(line)}</li>`).join(" ");
}

// In a frame of another page there is the board alone, with what belongs to it.
if (window.top !== window.self) document.documentElement.dataset.framed = "";

// From a server the page is kept for times without a network.
if ("serviceWorker" in navigator && location.protocol.startsWith("http") && document.querySelector("link[rel=manifest]")) {
  navigator.serviceWorker.register("offline.js").catch(() => {}); // a browser that forbids it plays on all the same
}

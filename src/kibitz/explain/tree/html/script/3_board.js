/* The board of a node, drawn as all boards of the house are: it brings the empty board and each piece as a picture. */

let drawPosition = null; /* draws the board of a node, on a page that has the rules of the game */

function board(node) {
  if (drawPosition) return drawPosition(node);
  const boards = data.boards;
  const ground = boards.others[node] ?? 0;
  const region = { class: "shown", tabindex: "0", role: "group", "aria-label": "The position" };
  if (ground < 0) return make("pre", region, boards.positions[node]);
  const [cells, empty] = boards.grounds[ground];
  const svg = pictured(empty);
  svg.removeAttribute("aria-hidden");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", described(node, cells));
  const [, , width, height] = svg.getAttribute("viewBox").split(" ");
  svg.prepend(draw("rect", { class: "kb-ground", width, height, rx: 4 }));
  const over = draw("g", { class: `kb-${boards.looks[ground]}` });
  const marked = new Set(boards.marked[node] || []);
  cells.forEach(([x, y, shape, wide], at) => {
    if (marked.has(at)) over.append(outlined("kb-marked", shape, [x, y], wide));
    if (boards.last[node] === at) over.append(outlined("kb-last", shape, [x, y], wide - 2));
    const piece = pieceAt(node, at);
    if (!piece) return;
    const place = draw("g", { transform: `translate(${x} ${y})` });
    place.append(...pictured(`<svg xmlns="http://www.w3.org/2000/svg">${piece[2]}</svg>`).childNodes);
    over.append(place);
  });
  svg.append(over);
  return svg;
}

function pictured(markup) {
  return document.importNode(new DOMParser().parseFromString(markup, "image/svg+xml").documentElement, true);
}

function pieceAt(node, cell) {
  const place = data.boards.letters.indexOf(data.boards.positions[node][cell]);
  return place < 0 ? null : data.boards.pieces[place];
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

function described(node, cells) {
  const parts = cells.map((cell, at) => [cell[4], cell[2] === "side" ? null : pieceAt(node, at)]).filter(([, piece]) => piece);
  const last = data.boards.last[node];
  const made = last === undefined ? "" : `; last move ${cells[last][4]}`;
  return `Board: ${parts.map(([name, piece]) => `${piece[0]} at ${name}`).join(", ") || "empty"}${made}.`;
}

/* The drawing: what is open, leaves side by side, each node above the middle of its children.
   In a small tree nodes keep their places while the search goes on, unless that would give away what is hidden. */

const picture = byId("picture");
const LETTER = 9.8; /* pixels that one of a value takes, on the wide side */
const LEGIBLE = 0.86; /* of its size: the picture is made no smaller, figures of 14 pixels no less than 12 */
const FALL = 86, MOST = 400, SMALL = 80, HALF = 15, PAD = 16;
const UPRIGHT = 14, SHORT = 5; /* an edge so nearly upright has its name beside it, if that has so few letters */
let dots = new Map();

function drawPicture() {
  const spots = new Map(), notes = [];
  let across = 0, deep = 0, many = 0;
  const still = size <= SMALL && !hiding;
  const place = (node, depth) => {
    const inside = !isOpen(node) ? [] : still ? children[node] : seen(node);
    if (++many > MOST) return 0;
    deep = Math.max(deep, depth);
    const all = inside.map((child) => place(child, depth + 1));
    if (inside.length && (still || isLeft(node, now)) && (skipped(node).length || hidden(node))) {
      deep = Math.max(deep, depth + 1);
      notes.push([node, across]);
      all.push(across++);
    }
    const x = all.length ? (all[0] + all[all.length - 1]) / 2 : across++;
    spots.set(node, [x, depth]);
    return x;
  };
  place(0, 0);
  dots = new Map();
  if (many > MOST) {
    picture.replaceChildren(make("p", { class: "hint" }, "Too much is open to be drawn: close some of it."));
    return;
  }
  const step = placeWidth(spots, notes);
  const width = across * step + 2 * PAD + 20, height = deep * FALL + 2 * PAD + 30;
  const at = ([x, depth]) => [(x + 0.5) * step + PAD, depth * FALL + PAD + 12];
  const svg = draw("svg", { class: "tree", viewBox: `0 0 ${width} ${height}`, width, height, "aria-hidden": "true" });
  svg.style.minWidth = `${LEGIBLE * width}px`; /* then it is scrolled, and what is beyond an edge throws a shadow */
  const edges = draw("g"), words = draw("g"), nodes = draw("g");
  svg.append(edges, words, nodes);
  for (const [node, spot] of spots) {
    if (!isIn(node, now)) continue;
    const [x, y] = at(spot);
    if (node > 0) {
      const [above, top] = at(spots.get(data.parent[node]));
      const parent = data.parent[node], best = isLeft(parent, now) && bestOf(parent) === node && !isCut(parent);
      edges.append(draw("path", { class: best ? "edge best" : "edge", d: `M${above} ${top + HALF}L${x} ${y - HALF}` }));
      const name = shorter(moveName(node), 9), isBeside = Math.abs(x - above) < UPRIGHT && name.length <= SHORT;
      const spot = { x: above + (x - above) * 0.78 + (isBeside ? 6 : 0), y: top + HALF + (y - top - 2 * HALF) * 0.78 + 2 };
      words.append(draw("text", { class: isBeside ? "move beside" : "move", ...spot }, name));
    }
    nodes.append(dot(node, x, y));
  }
  for (const [node, x] of notes) {
    const spot = spots.get(node);
    if (isLeft(node, now)) drawNote(node, at(spot), at([x, spot[1] + 1]), edges, words);
  }
  picture.replaceChildren(svg);
  markPicture();
}

/* How wide a place must be, so that no node or note runs into the next one at its depth. */
function placeWidth(spots, notes) {
  const levels = [], put = (depth, x, left, right) => (levels[depth] ||= []).push([x, left, right]);
  for (const [node, [x, depth]] of spots) {
    const text = worth(node) ? LETTER * brief(worth(node)).length : 0;
    if (isLeaf(node)) put(depth, x, text / 2 + 8, text / 2 + 8);
    else put(depth, x, HALF + 4, HALF + 5 + text);
  }
  for (const [node, x] of notes) put(spots.get(node)[1] + 1, x, 32, 32);
  let width = 40;
  for (const level of levels) {
    level.sort(([one], [other]) => one - other);
    for (let at = 1; at < level.length; at++) {
      width = Math.max(width, (level[at - 1][2] + level[at][1]) / (level[at][0] - level[at - 1][0]));
    }
  }
  return width;
}

const shorter = (text, most) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

function drawNote(node, [above, top], [x, y], edges, words) {
  const names = skipped(node), more = hidden(node);
  edges.append(draw("path", { class: "edge absent", d: `M${above} ${top + HALF}L${x} ${y - HALF}` }));
  const lines = [];
  if (names.length) lines.push(isCut(node) ? "✂ cut" : "not seen", shorter(names.join(" "), 9));
  if (more) lines.push(`+ ${more} more`);
  lines.forEach((line, number) => words.append(draw("text", { class: "gone", x, y: y - 4 + 15 * number }, line)));
}

/* ▲ MAX, ▼ MIN, a circle for chance, a letter for one of several players; a leaf is a frame round its value. */
function dot(node, x, y) {
  const group = draw("g", { class: `dot ${role(node)}`, "data-node": node });
  const value = known(node) ? worth(node) : null;
  const text = value ? brief(value) : isLeft(node, now) ? "" : "?";
  const h = HALF;
  const beside = isLeaf(node) ? 0 : LETTER * text.length;
  group.append(draw("rect", { class: "hit", x: x - h - 4, y: y - h - 6, width: 2 * h + 12 + beside, height: 2 * h + 12 }));
  if (isLeaf(node)) {
    const frame = Math.max(26, LETTER * text.length + 10);
    group.append(draw("rect", { class: "shape", x: x - frame / 2, y: y - 12, width: frame, height: 24, rx: 3 }));
  } else if (byChance(node)) group.append(draw("circle", { class: "shape", cx: x, cy: y, r: h }));
  else if (data.vectors) {
    group.append(draw("rect", { class: "shape", x: x - h, y: y - h, width: 2 * h, height: 2 * h, rx: 9 }));
    group.append(draw("text", { class: "inside", x, y: y + 5 }, side(node).charAt(0)));
  } else {
    const up = maximises(node) ? 1 : -1;
    const points = `${x - h - 2},${y + h * up} ${x + h + 2},${y + h * up} ${x},${y - h * up}`;
    group.append(draw("polygon", { class: "shape", points }));
  }
  const kindOf = value ? kind(value) : "none";
  if (isLeaf(node)) group.append(draw("text", { class: `worth ${kindOf}`, x, y: y + 5 }, text));
  else group.append(draw("text", { class: `worth beside ${kindOf}`, x: x + h + 3, y: y - 5 }, text));
  group.append(draw("title", {}, `${called(node)}: ${sided(node)}${value ? `, ${value.words}` : ""}`));
  dots.set(node, group);
  return group;
}

/* Where the search is, and what the reader looks at. */
function markPicture() {
  for (const [node, group] of dots) {
    group.classList.toggle("selected", node === selected);
    group.classList.toggle("current", now < end && node === places[now]);
    group.classList.toggle("path", now < end && isUnderWay(node));
  }
  const spot = dots.get(now < end ? places[now] : selected);
  if (!spot) return;
  const box = spot.getBoundingClientRect(), room = picture.getBoundingClientRect();
  if (box.left < room.left + 20 || box.right > room.right - 20) picture.scrollLeft += box.left - room.left - room.width / 2;
  if (box.top < room.top + 20 || box.bottom > room.bottom - 20) picture.scrollTop += box.top - room.top - room.height / 2;
}

picture.addEventListener("click", (event) => {
  const group = event.target.closest(".dot");
  if (!group) return;
  const node = Number(group.dataset.node);
  if (node === selected && children[node].length) toggle(node);
  choose(String(node), false);
});

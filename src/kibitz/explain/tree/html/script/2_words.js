/* The words for nodes, values and events. */

const SHAPES = ["■", "●", "◆", "★", "▰", "⬟", "⬢", "✚"];
const OWNERS = 4; // players with a colour of their own

const round = (number) => {
  if (number === Infinity) return "+∞";
  if (number === -Infinity) return "−∞";
  return String(Math.round(number * 10000) / 10000).replace("-", "−");
};

/* The side to move, as a sign and as words. */
function sign(node) {
  if (isLeaf(node)) return "□";
  if (byChance(node)) return "⚂";
  if (data.vectors) return SHAPES[mover(node) % SHAPES.length];
  return maximises(node) ? "▲" : "▼";
}

function side(node) {
  if (byChance(node)) return "chance";
  if (data.vectors) return data.players[mover(node)];
  return maximises(node) ? "MAX" : "MIN";
}

/* "X (MAX)", or just "MAX" where the game itself says so. */
function who(node) {
  const role = side(node);
  const name = data.players[mover(node)];
  return byChance(node) || data.vectors || name === role ? role : `${name} (${role})`;
}

/* "" where each player has a number. */
function forHero() {
  const name = data.players[data.hero];
  return data.vectors ? "" : ` for ${name === "MAX" ? "MAX" : `${name} (MAX)`}`;
}

const STATES = { over: "game over", horizon: "depth reached", table: "known from the table", settled: "settled", recurrence: "the position comes back" };
const state = (node) => STATES[reason(node)] || "";
const sided = (node) => (isLeaf(node) ? state(node) : data.vectors && !byChance(node) ? `${side(node)} to move` : side(node));

/* A value as short as it can be, with its sign: "≤ 2" is not 2. */
function brief(value) {
  const mark = value.says === AT_LEAST ? "≥" : value.says === AT_MOST ? "≤" : "";
  return `${mark}${value.proved ? "" : "≈"}${mark || !value.proved ? " " : ""}` + value.number + (value.visits ? ` (${value.visits})` : "");
}

function called(node) {
  if (node === 0) return data.start ? `the position after ${data.start}` : "the root";
  return moveName(node) || `question ${children[data.parent[node]].indexOf(node) + 1}`;
}

/* What has just happened, in a sentence or two. */
function told(time) {
  const node = places[time], parent = data.parent[node];
  if (time === end) return ending();
  if (kinds[time] === PLAYOUT) return playouts[time - 1][2];
  if (kinds[time] === ENTER) return entering(node, parent);
  return kinds[time] === LEAVE ? leaving(node) : returning(node, parent, time);
}

function ending() {
  const value = worth(0);
  if (!value) return "The search was stopped here: this tree is not whole.";
  const nodes = bestLine(0), line = nodes.map(moveName).filter(Boolean);
  const best = data.elsewhere[0] === undefined ? line[0] : data.names[data.elsewhere[0]];
  const isComplete = ["over", "horizon", "recurrence"].includes(reason(nodes.at(-1) ?? 0)); // else the tree knows no more of it
  const more = line.length > 1 ? ` The line expected${isComplete ? "" : " begins"}: ${line.join(" ")}.` : "";
  return `The search has ended: ${value.words}${forHero()}${best ? `; best is ${best}` : ""}.${more}`;
}

function entering(node, parent) {
  if (node === 0) return `The search begins. ${capital(who(0))} is to move.`;
  if (data.move[node] < 0) return `The search asks ${called(node)} about this position: is it worth at least so much?`;
  const again = isLater(node) ? " again, with a wider window" : "";
  const turn = isLeaf(node) ? "" : ` Now ${who(node)} is to move.`;
  if (byChance(parent)) return `Chance brings ${moveName(node)}.${turn}`;
  return `${capital(who(parent))} tries ${moveName(node)}${again}.${turn}`;
}

function leaving(node) {
  const value = worth(node);
  if (!value) return "The search was stopped here.";
  switch (reason(node)) {
    case "over": return `The game is over: ${value.words}${forHero()}.`;
    case "horizon": return `The depth is reached: the position is estimated, ${value.words}${forHero()}.`;
    case "table": return `This position is known from the table: ${value.words}${forHero()}.`;
    case "settled": return `This is settled without a look at its moves: ${value.words}${forHero()}.`;
    case "recurrence": return `The position was on the board before: ${value.words}${forHero()}.`;
    case "probed": return `One move was enough for a limit: ${value.words}${forHero()}.`;
    case "cut": return reasonOfCut(node);
  }
  const spared = reason(node) === "spared" ? " (α ≥ β, but there is no move left to cut.)" : "";
  if (asksBelow(node)) return `Every question is answered: ${called(node)} is worth ${value.words}${forHero()}.`;
  const all = children[node].length + hidden(node) === 1 ? "Its only move is looked at" : "All its moves are looked at";
  return `${all}: ${called(node)} is worth ${value.words}${forHero()}.${spared}`;
}

function reasonOfCut(node) {
  const phrases = data.why[node] || [];
  const why = phrases.map((phrase) => data.phrases[phrase]).join(" ") || `What was found (${worth(node).words}) is beyond the window.`;
  return why.startsWith("Cut") ? why : `Cut. ${why}`;
}

function returning(node, parent, time) {
  const value = worth(node);
  if (data.move[node] < 0) return `The answer: ${value.words}${forHero()}.`;
  const gives = `${moveName(node)} gives ${value.words}`;
  if (byChance(parent)) return `${gives}, which counts by its probability.`;
  const best = bestAt(parent, time), before = bestAt(parent, time - 1);
  if (best === node || before === null) {
    const [low, high] = windowAt(parent, time), [lower, higher] = windowAt(parent, time - 1);
    const raised = low > lower ? `, and α rises to ${round(low)}` : high < higher ? `, and β falls to ${round(high)}` : "";
    const moved = hasWindows ? raised : "";
    return `${gives}: the best so far for ${who(parent)}${moved}.`;
  }
  return `${gives}: no better for ${who(parent)} than ${moveName(best)} (${worth(best).words}).`;
}

/* Whether what is below are questions about the same position, no moves. */
const asksBelow = (node) => children[node].some((child) => data.move[child] < 0);
const countOf = (number, one, several) => `${number.toLocaleString("en")} ${number === 1 ? one : several}`;
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/* The small things that pages are made of. */
function make(tag, attributes = {}, ...inside) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...inside);
  return element;
}

function draw(tag, attributes = {}, text = null) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  if (text !== null) element.textContent = text;
  return element;
}

const unspoken = (mark) => make("span", { "aria-hidden": "true" }, mark);
const byId = (id) => document.getElementById(id);
const show = (element, yes) => { element.hidden = !yes; };

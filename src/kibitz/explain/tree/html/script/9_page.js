/* The page put together. */

const ORDER = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"];
const LEFT = {
  searched: "all moves were looked at",
  spared: "all moves were looked at",
  cut: "the rest was cut",
  unfinished: "the search was stopped",
  probed: "one move gave the limit",
};

/* The facts of a node: what is known of it by now. */
function showNode(node) {
  const path = pathTo(node).slice(1).map(moveName).filter(Boolean);
  byId("node-title").textContent = path.length ? `After ${path.join(" ")}` : capital(called(0));
  byId("board").replaceChildren(...(data.boards || drawPosition ? [board(node)] : []));
  const facts = [], add = (name, text) => facts.push(make("dt", {}, name), make("dd", {}, text));
  if (!isLeaf(node)) add("To move", byChance(node) ? "chance" : who(node));
  const value = known(node) ? worth(node) : null;
  add(`Worth${forHero()}`, value ? value.words : isIn(node, now) && !isLeft(node, now) ? "not known yet" : "unknown");
  const best = !isLeft(node, now) ? bestAt(node, now) : null;
  if (best !== null) add("Best so far", `${moveName(best)} (${worth(best).words})`);
  if (hasWindows) {
    add("α, β when entered", windowOf(node).map(round).join(" … "));
    if (!isLeft(node, now) && children[node].length) add("α, β now", windowAt(node, now).map(round).join(" … "));
  }
  if (isLeft(node, now) && !playouts) {
    add("Left because", LEFT[reason(node)] || state(node));
    const line = bestLine(node).map(moveName).filter(Boolean);
    if (line.length) add(isCut(node) ? "Refuted by" : "Best line", line.join(" "));
  }
  const number = (index(node) - index(0) + 1).toLocaleString("en");
  add("Node", tells() ? `${number} of ${data.nodes.toLocaleString("en")}` : number);
  if (isLeft(node, now) && (!playouts || now === end)) add("Nodes below", nodesBelow[node].toLocaleString("en"));
  byId("facts").replaceChildren(...facts);
  byId("terms").replaceChildren(...(playouts && !byChance(node) && !hidden(node) ? terms(node) : []));
  byId("why").textContent = isLeft(node, now) && isCut(node) ? reasonOfCut(node) : "";
}

/* The terms by which the next playout chooses here, as a table. */
function terms(node) {
  const { rows, largest, untried, idle } = termsOf(node);
  if (!rows.length) return [];
  const row = ({ child, visits: times, mean, bonus, refuted }) => {
    const sum = mean + bonus, cells = [times, mean.toFixed(2), bonus.toFixed(2), refuted ? "refuted" : sum.toFixed(2)];
    const first = !untried && !refuted && sum > largest - 1e-12;
    const shown = [make("th", { scope: "row" }, moveName(child)), ...cells.map((text) => make("td", {}, String(text)))];
    return make("tr", first ? { class: "next" } : {}, ...shown);
  };
  const head = ["Move", "Visits", "Mean", "Bonus", "Sum"].map((text) => make("th", { scope: "col" }, text));
  const more = `${countOf(untried, "move was", "moves were")} never tried, and come${untried === 1 ? "s" : ""} first.`;
  const rest = idle ? ` ${countOf(idle, "other move ends", "other moves end")} the game and ${idle === 1 ? "is" : "are"} no better.` : "";
  const note = (untried ? more : "The largest sum comes next.") + rest;
  const table = make("table", {}, make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...rows.map(row)));
  return [table, make("p", { class: "hint" }, note)];
}

function summary() {
  if (playouts) return summaryOfPlayouts();
  const cuts = data.reason.filter((_, node) => isCut(node)).length;
  const deep = data.depth ? `, ${data.depth} pl${data.depth === 1 ? "y" : "ies"} deep` : "";
  const parts = [`${data.search} looked at ${data.nodes.toLocaleString("en")} position${data.nodes === 1 ? "" : "s"}${deep}`];
  if (size < data.nodes) parts.push(`${size.toLocaleString("en")} of them are on this page`);
  if (cuts) parts.push(`at ${cuts.toLocaleString("en")} of these the rest was cut`);
  const estimates = data.estimate ? ` Estimates: ${data.estimate}.` : "";
  return `${capital(parts.join("; "))}.${data.whole ? "" : " It was stopped before its end."}${estimates}`;
}

function summaryOfPlayouts() {
  const there = `its tree has ${countOf(data.nodes, "position", "positions")}`;
  const part = size < data.nodes ? `, ${size.toLocaleString("en")} of them on this page` : "";
  return `${capital(data.search)} made ${countOf(data.playouts.made, "playout", "playouts")}; ${there}${part}.${data.whole ? "" : " It was stopped before its end."}`;
}

function legend() {
  byId("legend").replaceChildren();
  const entry = (mark, kindOf, text) => {
    const shown = unspoken(mark);
    shown.className = kindOf;
    byId("legend").append(make("li", {}, shown, ` ${text}`));
  };
  if (data.vectors) {
    data.players.forEach((name, at) => entry(SHAPES[at % SHAPES.length], `side p${at % OWNERS}`, `${name}: the largest ${ORDER[at]} number`));
  } else {
    const others = data.players.filter((_, player) => player !== data.hero).join(", ");
    const named = (name, as) => (name === as ? as : `${name} is ${as}`);
    entry("▲", "side max", `${named(data.players[data.hero], "MAX")}: takes the largest value`);
    entry("▼", "side min", `${others.includes(",") ? `${others} are MIN` : named(others, "MIN")}: the smallest`);
  }
  if (data.mover.includes(CHANCE)) entry("⚂", "side chance", "chance: the average");
  if (data.reason.some((_, node) => isCut(node))) entry("✂", "cut", "cut: never looked at");
  if (data.worths.some((value) => value[2] !== EXACT)) entry("≤ 0", "value limit", "“at most 0”: a limit only; the value may be less");
  if (data.worths.some((value) => !value[4])) entry("≈", "side", "“about”: estimated, not proved");
  if (playouts) entry("(12)", "side", "how often it was visited; ± is the standard error of the average");
}

/* Open what is nearest to the root until about so many rows are there: thousands at once would be slow, and read by nobody. */
const AT_ONCE = 500;

function openSome(rows) {
  const ahead = [0];
  for (let at = 0; at < ahead.length && ahead.length < rows; at++) {
    if (children[ahead[at]].length) opened.add(ahead[at]);
    if (isOpen(ahead[at])) ahead.push(...children[ahead[at]]);
  }
}

press("open-all", () => {
  const more = Math.min(size + 1, items.size + AT_ONCE);
  if (fetchBelow && size < data.nodes && children.every((below, node) => !below.length || opened.has(node))) fetchBelow(null);
  else openSome(more);
  goTo(now);
});
press("close-all", () => {
  opened.clear();
  opened.add(0);
  goTo(now);
});
press("open-best", () => {
  opened.clear();
  for (const node of [0, ...bestLine(0)]) if (children[node].length) opened.add(node);
  goTo(now);
});

let totals = "";

/* What is shown of a tree, in numbers that stay the same when more of it is there. */
function currentView() {
  return {
    opened: [...opened].map(index),
    chosen: index(selected),
    event: now < end ? eventAt(now) : null,
    answers: [...answers].map(([time, right]) => [eventAt(time), right]),
  };
}

/* Shows a tree: at its end and with all of a small one open, unless `view` says otherwise. */
function load(columns, view = {}) {
  readColumns(columns);
  outline.replaceChildren();
  for (const kept of [items, opened, passing, answers]) kept.clear();
  totals = summary();
  legend();
  writeCode();
  byId("open-all").textContent = size > AT_ONCE || (fetchBelow && size < data.nodes) ? "Open more" : "Open all";
  show(byId("explorer"), true);
  for (const id of ["predict", "over"]) show(byId(id), !playouts); /* a playout is one step, and nobody can predict it */
  if (!view.opened && size <= SMALL) openSome(size + 1);
  for (const node of view.opened ? view.opened.map(nodeAt) : [0]) if (node >= 0 && children[node].length) opened.add(node);
  active = String(Math.max(0, nodeAt(view.chosen ?? index(0))));
  const time = view.event ? timeOf(view.event) : end;
  for (const [event, right] of view.answers || []) answers.set(timeOf(event), right);
  if (hiding) {
    questions = findQuestions();
    for (const asked of questions) if (asked <= time && !answers.has(asked)) answers.set(asked, null); /* came with this part */
  }
  goTo(time < 0 ? end : time);
}

const embedded = byId("data");
if (embedded) load(JSON.parse(embedded.textContent));

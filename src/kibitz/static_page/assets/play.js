"use strict";
// A game against the perfect computer, or between two people: moves are looked up, and their values with them.

const PAUSE = 400; // milliseconds before the computer moves: one sees where
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

begin((positions) => {
  const computers = { first: [1], second: [0], both: [], none: [0, 1] };
  const game = { who: "first", made: [], picked: null, hint: null, values: false, happened: "" };
  let timer = 0;
  let held = null; // the cell where somebody plays by the keyboard

  const here = () => game.made.at(-1)?.target ?? 0;
  const isComputer = (side) => computers[game.who].includes(side);
  const label = (side) => (game.who === "both" ? "" : isComputer(side) ? " (computer)" : " (you)");
  const called = (side) => positions.sides[side] + label(side);
  const seen = () => [0, ...game.made.map((step) => step.target)];

  // A position that has come back as often as the rules mind is a draw.
  const hasRecurred = () => positions.circles > 0 && seen().filter((one) => one === here()).length >= positions.circles;
  const isOver = () => hasRecurred() || positions.columns.count[here()] === 0;
  const steps = () => (isOver() ? [] : positions.steps(here()));

  // The number of what a move is worth to the one who makes it: the higher the better.
  const worthOf = (from, step) => {
    const same = positions.mover(step.target) === positions.mover(from);
    return positions.worths[positions.columns.value[step.target]].before[Number(same)];
  };

  const best = () => {
    const worths = steps().map((step) => worthOf(here(), step));
    return steps().filter((_, number) => worths[number] === Math.max(...worths));
  };

  function make(step) {
    const from = here();
    const side = positions.mover(from);
    const must = positions.columns.count[from] === 1 && step.name.toLowerCase() === "pass";
    game.made.push({ ...step, side, worth: worthOf(from, step) });
    const isYou = label(side) === " (you)";
    const again = !isOver() && positions.mover(here()) === side ? ` and move${isYou ? "" : "s"} again` : "";
    const what = must ? `${isYou ? "have" : "has"} no move and must pass` : `play${isYou ? "" : "s"} ${step.name}`;
    game.happened += `${game.happened ? " " : ""}${isYou ? "You" : called(side)} ${what}${again}.`;
    [game.picked, game.hint] = [null, null];
  }

  // A player who can only pass does so; then it is somebody's turn.
  function settle() {
    for (let only = steps(); only.length === 1 && only[0].name.toLowerCase() === "pass"; only = steps()) make(only[0]);
  }

  function choose(step) {
    game.happened = "";
    make(step);
    settle();
    render();
  }

  function answer() {
    if (isOver() || !isComputer(positions.mover(here()))) return;
    if (game.who === "none") game.happened = "";
    const chosen = best();
    make(chosen[Math.floor(Math.random() * chosen.length)]);
    settle();
    render();
  }

  function undo() {
    clearTimeout(timer);
    do game.made.pop();
    while (game.made.length && (isComputer(positions.mover(here())) || steps().every((one) => one.name.toLowerCase() === "pass")));
    [game.picked, game.hint, game.happened] = [null, null, ""];
    render();
  }

  function anew() {
    clearTimeout(timer);
    Object.assign(game, { who: byId("who").value, made: [], picked: null, hint: null, happened: "" });
    settle();
    render();
  }

  // Words.
  function lead() {
    if (!positions.columns.lead) return "";
    const points = signed(positions.columns.lead[here()]);
    const side = positions.mover(here());
    return points === 0 ? " The score is even." : ` ${positions.sides[points > 0 ? side : 1 - side]} leads by ${Math.abs(points)}.`;
  }

  function status() {
    if (hasRecurred()) return "The same position has come back so often that the game is a draw.";
    const side = positions.mover(here());
    if (isOver()) {
      const text = positions.ends[positions.columns.end[here()] - 1].replace(/\{([01])\}/g, (_, one) => called(Number(one)));
      return `The game is over: ${text}.`;
    }
    const whose = isComputer(side) ? `${called(side)} thinks ...` : label(side) ? `Your move, ${positions.sides[side]}.` : `${called(side)} to move.`;
    return whose + lead();
  }

  const says = (here) => positions.worths[positions.columns.value[here]].says[positions.mover(here)];

  // The buttons over the board and beside it, as `kibitz.web.board.html` lays them.
  function buttons() {
    const board = positions.board(here());
    const mine = isComputer(positions.mover(here())) ? [] : steps();
    if (board.cells.length === 0) return { mine, spots: [], plain: mine.map((step) => [step, step.label]), worth: new Map() };
    const pair = (step) => `${step.source},${step.cell}`;
    const count = new Map();
    for (const step of mine) count.set(pair(step), (count.get(pair(step)) ?? 0) + 1);
    const sources = new Set(mine.filter((step) => step.source !== null && step.cell !== null).map((step) => step.source));
    const alone = (step) => step.source === null && sources.has(step.cell);
    const placed = mine.filter((step) => step.cell !== null && count.get(pair(step)) === 1 && !alone(step));
    const visible = placed.filter((step) => step.source === null || step.source === game.picked);
    const crowded = mine.filter(
      (step) => step.cell !== null && count.get(pair(step)) > 1 && !alone(step) && [null, game.picked].includes(step.source),
    );
    const plain = [...mine.filter((step) => step.cell === null), ...crowded].map((step) => [step, step.label]);
    for (const step of mine) {
      if (alone(step) && step.cell === game.picked) plain.push([step, step.label === board.cells[step.cell].name ? `${step.label} alone` : step.label]);
    }
    const bests = new Map();
    for (const step of mine) {
      const from = step.source ?? (alone(step) ? step.cell : null);
      if (from !== null) bests.set(from, Math.max(bests.get(from) ?? -1, worthOf(here(), step)));
    }
    const worth = new Map(game.values && game.picked === null ? bests : []);
    if (game.values) for (const step of visible) worth.set(step.cell, worthOf(here(), step));
    return { mine, spots: spotsOf(board, visible, sources, bests), plain, worth };
  }

  function spotsOf(board, visible, sources, bests) {
    const byCell = new Map(visible.map((step) => [step.cell, step]));
    const drops =
      visible.length > 0 && visible.every((step) => board.columns.includes(step.label) && step.label !== board.cells[step.cell].name);
    const order = drops ? [...board.order].sort((one, other) => board.cells[one].area[0] - board.cells[other].area[0]) : board.order;
    const spots = [];
    for (const number of order) {
      const { name, area, shape } = board.cells[number];
      const step = byCell.get(number);
      const [left, top, width, height] = area;
      if (step) {
        const words = [drops ? `column ${step.label}` : step.label === step.name ? step.name : `${step.name}, ${step.label}`];
        if (game.values) words.push(positions.worths[worthOf(here(), step)].words);
        if (step.number === game.hint) words.push("this is the hint");
        const place = drops ? [left, board.top, width, board.tall] : area;
        spots.push({ number, step, words: words.join(", "), shape: drops ? "tall" : shape, place });
      } else if (number === game.picked) spots.push({ number, words: `${name}, put it back`, shape, place: area });
      else if (sources.has(number)) {
        const worth = game.values ? `, at best ${positions.worths[bests.get(number)].words}` : "";
        spots.push({ number, words: `${name}, pick it up${worth}`, shape, place: area });
      }
    }
    return spots;
  }

  function render() {
    const focused = document.activeElement;
    const wasHere = Boolean(focused?.closest("#board, #plain, #status"));
    if (focused?.closest("#board .spot")) held = Number(focused.dataset.cell);
    const last = game.made.at(-1)?.cell ?? null;
    const { mine, spots, plain, worth } = buttons();
    show(byId("board"), positions, here(), { last, picked: game.picked, worth, steps: mine });
    for (const spot of spots) byId("board").append(spotButton(spot));
    byId("plain").replaceChildren(...plain.map(([step, text]) => plainButton(step, text)));
    byId("described").textContent = describe(positions, here(), last);
    byId("happened").textContent = game.happened;
    byId("status").textContent = status();
    byId("status").classList.toggle("yours", mine.length > 0);
    byId("said").textContent = `${game.happened} ${status()}`;
    for (const emblem of document.querySelectorAll("[data-side]")) {
      emblem.hidden = isOver() || Number(emblem.dataset.side) !== positions.mover(here());
    }
    const hinted = mine.find((step) => step.number === game.hint);
    byId("hint").hidden = !hinted;
    byId("hint").textContent = hinted ? `Hint: ${hinted.name} (${positions.worths[worthOf(here(), hinted)].words}).` : "";
    byId("hint-button").disabled = mine.length === 0;
    byId("undo").disabled = game.made.length === 0 || (game.who === "second" && game.made.length === 1);
    byId("worth").textContent = game.values ? `${isOver() ? "" : `Best play: ${says(here())}. `}${positions.legend}` : "";
    for (const [id, pressed] of [["off", !game.values], ["on", game.values]]) byId(id).setAttribute("aria-pressed", pressed);
    list();
    if (wasHere) refocus();
    address();
    clearTimeout(timer);
    if (!isOver() && isComputer(positions.mover(here()))) timer = setTimeout(answer, PAUSE);
  }

  function list() {
    byId("none").hidden = game.made.length > 0;
    byId("moves").hidden = game.made.length === 0;
    byId("moves").innerHTML = game.made
      .map((step, number) => {
        const isEnd = positions.columns.count[step.target] === 0; // the sentence above the board says how
        const worth = (game.values || isOver()) && !isEnd ? `<span class="worth">${clean(says(step.target))}</span>` : "";
        const text = `<span class="by">${clean(positions.sides[step.side])}</span> ${clean(step.name)} ${worth}`;
        return `<li class="by-${step.side}"><span class="count">${number + 1}.</span><span class="made">${text}</span></li>`;
      })
      .join("");
    byId("moves").scrollTop = byId("moves").scrollHeight;
  }

  function spotButton({ number, step, words, shape, place }) {
    const button = document.createElement("button");
    button.className = `spot kb-at-${shape}${step && step.number === game.hint ? " hinted" : ""}`;
    button.dataset.cell = number;
    button.setAttribute("aria-label", words);
    ["left", "top", "width", "height"].forEach((side, at) => (button.style[side] = `${place[at]}%`));
    button.addEventListener("click", () => {
      if (step) return choose(step);
      game.picked = game.picked === number ? null : number;
      render();
    });
    return button;
  }

  function plainButton(step, text) {
    const button = document.createElement("button");
    button.textContent = text;
    if (game.values) {
      const { words, worth, outcome } = positions.worths[worthOf(here(), step)];
      button.innerHTML += ` <span class="mark ${outcome}"><span aria-hidden="true">${clean(worth)}</span><span class="hidden">, ${clean(words)}</span></span>`;
    }
    if (step.number === game.hint) button.className = "hinted";
    button.addEventListener("click", () => choose(step));
    return button;
  }

  // The keyboard focus stays on the board: in the same place, or the nearest that can be chosen.
  function refocus() {
    const all = [...document.querySelectorAll("#board .spot")];
    const cells = positions.board(here()).cells;
    const far = (one) => Math.hypot(...cells[one.dataset.cell].at.map((at, side) => at - cells[held].at[side]));
    const nearest = held === null ? all[0] : all.reduce((best, one) => (best && far(best) <= far(one) ? best : one), null);
    (nearest ?? document.querySelector("#plain button") ?? byId("status")).focus({ preventScroll: true });
  }

  // The address holds the game: it can be kept, sent, and loaded anew.
  function address() {
    const moves = game.made.map((step) => step.number).join(".");
    history.replaceState(null, "", `#${new URLSearchParams({ who: game.who, values: game.values ? "on" : "off", moves })}`);
  }

  function read() {
    const wish = new URLSearchParams(location.hash.slice(1));
    game.who = wish.get("who") in computers ? wish.get("who") : "first";
    game.values = wish.get("values") === "on";
    Object.assign(game, { made: [], picked: null, hint: null, happened: "" });
    for (const number of (wish.get("moves") ?? "").split(".")) {
      const step = number === "" ? null : steps()[Number(number)];
      if (step) make(step);
    }
    if (!game.made.length) settle();
    game.happened = "";
    byId("who").value = game.who;
    render();
  }

  document.addEventListener("keydown", (event) => {
    const way = WAYS[event.key];
    if (event.key === "Escape" && game.picked !== null) {
      game.picked = null;
      return render();
    }
    if (!way || !event.target.closest(".board") || event.altKey || event.ctrlKey || event.metaKey) return;
    const middle = (one) => {
      const box = one.getBoundingClientRect();
      return [box.left + box.width / 2, box.top + box.height / 2];
    };
    const [x, y] = middle(event.target);
    let [best, least] = [null, Infinity];
    for (const one of document.querySelectorAll("#board .spot")) {
      const [right, down] = [middle(one)[0] - x, middle(one)[1] - y];
      const along = right * way[0] + down * way[1];
      const across = Math.abs(right * way[1]) + Math.abs(down * way[0]);
      if (along > 1 && along + 3 * across < least) [best, least] = [one, along + 3 * across];
    }
    best?.focus();
    event.preventDefault();
  });

  byId("anew").addEventListener("click", anew);
  byId("undo").addEventListener("click", undo);
  byId("hint-button").addEventListener("click", () => {
    game.hint = best()[0].number;
    render();
  });
  for (const id of ["off", "on"]) {
    byId(id).addEventListener("click", () => {
      game.values = id === "on";
      render();
    });
  }
  window.addEventListener("hashchange", () => {
    if (new URLSearchParams(location.hash.slice(1)).has("moves")) read(); // else somebody has skipped to a place on the page
  });
  read();
});

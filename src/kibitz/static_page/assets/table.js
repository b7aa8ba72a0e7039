"use strict";
// A game between people and the computer, with hints, values, an exam and an analysis; all of it thought out in this browser.

const PAUSE = 250; // milliseconds before the computer moves: one sees where
const WEIGHING = 1.5; // seconds for the values of moves
const HINTING = 1; // seconds for a hint
const REVIEWING = 0.6; // seconds for each position of a review

function play(game) {
  const { words, rules, sides } = game;
  const [thinker, weigher, analyst] = [game.thinker(), game.thinker(), game.thinker()];
  const seats = [...document.querySelectorAll("#seats select")];
  const table = { seats: [], made: [], shown: null, picked: null, hint: null, values: "off", worths: new Map(), verdict: "", happened: "", problem: "", verdicts: new Map(), lines: [] };
  let timer = 0;
  let held = null; // the cell where somebody plays by the keyboard
  let positions = [game.start];

  const newest = () => positions.at(-1);
  const ply = () => table.shown ?? table.made.length;
  const here = () => positions[ply()];
  const isBack = () => ply() < table.made.length;
  const isComputer = (side) => side >= 0 && table.seats[side] > 0;
  const isPersons = () => !here().isOver && !here().isChance && !isComputer(here().mover);
  const persons = () => table.seats.filter((level) => level === 0).length;
  const label = (side) => (persons() !== 1 ? "" : isComputer(side) ? " (computer)" : " (you)");
  const called = (side) => sides[side] + label(side);
  const steps = (position) => (position.isOver ? [] : game.steps(position));
  const key = (position) => position.moves.join(".");
  const worthsAt = (position) => table.worths.get(key(position)) ?? [];

  const isPass = (step) => step.name.toLowerCase() === "pass";

  function make(step) {
    const side = newest().mover;
    const isYou = label(side) === " (you)";
    const isChance = newest().isChance;
    const only = steps(newest());
    const must = only.length === 1 && isPass(only[0]);
    positions.push(newest().play(step.move));
    table.made.push({ ...step, side: isChance ? -1 : side });
    const again = !isChance && !newest().isOver && newest().mover === side ? ` and move${isYou ? "" : "s"} again` : "";
    const what = must ? `${isYou ? "have" : "has"} no move and must pass` : `play${isYou ? "" : "s"} ${step.name}`;
    const told = isChance ? `Chance: ${step.name}.` : `${isYou ? "You" : called(side)} ${what}${again}.`;
    table.happened = `${table.happened ? `${table.happened} ` : ""}${told}`;
    Object.assign(table, { picked: null, hint: null, shown: null });
  }

  // What nobody chooses: a pass that is the only move, and what dice or cards bring.
  function settle() {
    for (let only = steps(newest()); only.length; only = steps(newest())) {
      if (newest().isChance) make(thrown(only));
      else if (only.length === 1 && isPass(only[0])) make(only[0]);
      else break;
    }
  }

  function thrown(outcomes) {
    const { weights } = newest().seen;
    let left = Math.random() * weights.reduce((total, one) => total + one, 0);
    return outcomes.find((_, number) => (left -= weights[number]) < 0) ?? outcomes.at(-1);
  }

  function choose(step) {
    const before = here();
    if (isBack()) {
      if (table.made[ply()].move === step.move) return stepBy(1);
      keepLine();
      cut(ply());
    }
    table.happened = "";
    table.verdict = table.values === "exam" ? judged(before, step).text : "";
    make(step);
    settle();
    render();
  }

  // Another move where one was made before: the old line stays as a variation.
  function keepLine() {
    const numbers = table.made.map((step) => step.number);
    const known = (line) => line.numbers.join() === numbers.join();
    if (!table.lines.some(known)) table.lines.push({ numbers, names: table.made.map((step) => step.name) });
  }

  // Whether a line is more than a beginning of the one that is shown.
  const isOther = ({ numbers }) => numbers.some((number, at) => table.made[at]?.number !== number);

  function openLine({ numbers }) {
    interrupt();
    table.shown = null;
    if (table.made.length) keepLine();
    cut(0);
    replay(numbers);
    table.happened = "";
    render();
  }

  function replay(numbers) {
    for (const number of numbers) {
      const step = steps(newest())[number];
      if (!step) break;
      make(step);
    }
  }

  function cut(count) {
    for (const at of [...table.verdicts.keys()]) if (at >= count) table.verdicts.delete(at);
    table.made.length = count;
    positions.length = count + 1;
    table.shown = null;
  }

  // The verdict on a move, by the values that were found before it.
  function judged(position, step) {
    const names = new Map(steps(position).map(({ move, name }) => [move, name]));
    const values = new Map(worthsAt(position).map(({ move, value }) => [names.get(move), value]));
    return words.judge(values, step.name, position.mover, names.size);
  }

  // The computer's turn.

  function answer() {
    const position = newest();
    if (position.isOver || position.isChance || !isComputer(position.mover)) return;
    if (persons() === 0) table.happened = "";
    const asked = key(position);
    thinker
      .ask(position.moves, { kind: "play", seat: position.mover, level: table.seats[position.mover] }, (thought) => (table.best = [asked, thought]))
      .then((thought) => {
        if (key(newest()) !== asked) return;
        const found = thought ?? (table.best?.[0] === asked ? table.best[1] : null);
        const step = steps(newest()).find(({ move }) => move === found?.best) ?? steps(newest())[0];
        make(step);
        settle();
        render();
      })
      .catch((wrong) => fail(wrong));
  }

  function fail(wrong) {
    table.problem = `${wrong.message[0].toUpperCase()}${wrong.message.slice(1)}. Two people can play on.`;
    render();
  }

  function undo() {
    interrupt();
    do cut(table.made.length - 1);
    while (table.made.length && (newest().isChance || isComputer(newest().mover) || steps(newest()).every(isPass)));
    Object.assign(table, { picked: null, hint: null, happened: "", verdict: "", problem: "" });
    settle();
    render();
  }

  function interrupt() {
    clearTimeout(timer);
    thinker.close();
    weigher.close();
  }

  function anew() {
    interrupt();
    table.seats = seats.map((select) => Number(select.value));
    cut(0);
    Object.assign(table, { picked: null, hint: null, happened: "", verdict: "", problem: "", worths: new Map(), verdicts: new Map(), lines: [] });
    byId("reviewing").textContent = "";
    settle();
    turnFor();
    render();
  }

  // The only person sits at the bottom of the board.
  function turnFor() {
    const [seat] = table.seats.flatMap((level, side) => (level === 0 ? [side] : []));
    game.isTurned = game.data.canTurn && persons() === 1 && game.data.bottom !== null && game.data.bottom !== seat;
  }

  // Values and hints.

  function weigh() {
    const position = here();
    const asked = key(position);
    if (table.values === "off" || !isPersons() || table.worths.has(asked)) return;
    table.worths.set(asked, []);
    weigher.close();
    const news = (thought) => {
      table.worths.set(asked, thought.moves);
      if (key(here()) === asked && table.values === "on") render();
    };
    weigher
      .ask(position.moves, { kind: "weigh", seconds: WEIGHING }, news)
      .then((thought) => {
        if (thought) news(thought);
        else table.worths.delete(asked);
      })
      .catch(fail);
  }

  function hint() {
    const position = here();
    const asked = key(position);
    byId("hint").hidden = false;
    byId("hint").textContent = "Looking for a move ...";
    weigher.close();
    weigher
      .ask(position.moves, { kind: "weigh", seconds: HINTING })
      .then((thought) => {
        if (!thought || key(here()) !== asked) return;
        const [best] = thought.moves;
        table.hint = best ?? { move: thought.best, value: thought.value };
        render();
      })
      .catch(fail);
  }

  // The analysis: the best lines of the position that is shown, deeper and deeper.

  let isAnalysing = false;
  let analysed = null;

  function analyse() {
    const position = here();
    const asked = key(position);
    if (!isAnalysing || analysed === asked) return;
    analysed = asked;
    analyst.close();
    byId("lines").replaceChildren();
    byId("thought").textContent = position.isOver ? "The game is over." : "";
    if (position.isOver || position.isChance) return;
    const { search, playouts } = game.data.levels.at(-1);
    const isAnytime = game.data.searches[search].isAnytime;
    const request = { search: isAnytime ? search : game.data.usual, limit: { time: 3600 }, allMoves: true, playouts };
    analyst.ask(position.moves, { kind: "search", request }, (thought) => showLines(position, thought)).then(
      (thought) => thought && showLines(position, thought),
      (wrong) => (byId("thought").textContent = wrong.message),
    );
  }

  function showLines(position, thought) {
    if (key(here()) !== key(position)) return;
    const depth = thought.depth ? `${thought.depth} plies deep, ` : "";
    byId("thought").textContent = `${words.say(thought.value, position.mover)}: ${depth}${thought.nodes.toLocaleString("en")} positions`;
    byId("lines").innerHTML = thought.moves
      .slice(0, 5)
      .map(({ value, line }) => `<li><span class="worth">${clean(words.mark(value, position.mover))}</span> ${clean(game.lineNames(position, line).join(" "))}</li>`)
      .join("");
  }

  // The review of the game so far: the values of each position, from the last one to the first, and a verdict on each move.

  async function review() {
    const line = key(newest());
    table.verdicts = new Map();
    for (let at = table.made.length - 1; at >= 0; at--) {
      const position = positions[at];
      const step = table.made[at];
      if (step.side < 0) continue;
      byId("reviewing").textContent = `Reviewing: ${at + 1} moves to go ...`;
      const thought = await weigher.ask(position.moves, { kind: "weigh", seconds: REVIEWING });
      if (!thought || key(newest()) !== line) return (byId("reviewing").textContent = "");
      table.worths.set(key(position), thought.moves);
      table.verdicts.set(at, { ...judged(position, step), value: thought.moves.find(({ move }) => move === step.move)?.value, mover: position.mover });
      list();
    }
    byId("reviewing").textContent = "Each move with its value for the side that made it. Step through the game for the board.";
  }

  // Words.

  function status() {
    if (table.problem) return table.problem;
    if (isBack()) return `After ${ply()} of ${table.made.length} moves.`;
    const position = here();
    const why = position.hasRecurred ? ", for the position has come back too often" : "";
    if (position.isOver) return `The game is over: ${words.ending(position.payoffs, sides.map((_, side) => called(side)))}${why}.`;
    const side = position.mover;
    const whose = isComputer(side) ? `${called(side)} thinks ...` : label(side) ? `Your move, ${sides[side]}.` : `${called(side)} to move.`;
    const note = isComputer(side) ? "" : game.note(position);
    const lead = rules.hasReward && position.score ? ` ${sides[position.score > 0 ? side : 1 - side]} leads by ${Math.abs(position.score)}.` : "";
    return `${whose}${note ? ` ${note}` : ""}${lead}`;
  }

  function render() {
    const focused = document.activeElement;
    const wasHere = Boolean(focused?.closest("#board, #plain, #status"));
    if (focused?.closest("#board .spot")) held = Number(focused.dataset.cell);
    const position = here();
    const { last, gone } = lastChange(game, positions[ply() - 1] ?? null, position, table.made[ply() - 1]);
    const mine = isPersons() ? steps(position) : [];
    const found = table.values === "on" ? worthsAt(position) : [];
    const seen = { row: game.row(position), pieces: game.pieces };
    const wish = { words, mover: position.mover, found: isPersons() ? found : [], picked: table.picked, hint: table.hint?.move, ...seen };
    const { spots, plain, worth, worths } = layButtons(game.board(position), mine, wish);
    show(byId("board"), game, position, { last, gone, picked: table.picked, worth, steps: mine });
    for (const spot of spots) byId("board").append(spotButton(spot));
    byId("plain").replaceChildren(...plain.map(([step, text]) => plainButton(step, text, worths.get(step.move))));
    describeIn(byId("described"), describe(game, position, last, position.isOver));
    byId("happened").textContent = isBack() ? "" : [table.happened, table.verdict].filter(Boolean).join(" ");
    byId("status").textContent = status();
    byId("status").classList.toggle("yours", mine.length > 0);
    byId("said").textContent = `${byId("happened").textContent} ${status()}`;
    for (const emblem of document.querySelectorAll("[data-side]")) {
      emblem.hidden = position.isOver || isBack() || Number(emblem.dataset.side) !== position.mover;
    }
    const hinted = mine.find((step) => step.move === table.hint?.move);
    byId("hint").hidden = !hinted;
    byId("hint").textContent = hinted ? `Hint: ${hinted.name} (${words.describe(table.hint.value, position.mover)}).` : "";
    byId("hint-button").disabled = mine.length === 0 || table.values === "exam";
    byId("undo").disabled = table.made.length === 0;
    byId("turn").hidden = !game.data.canTurn;
    byId("review").disabled = table.made.length === 0;
    byId("stop").hidden = isBack() || position.isOver || !isComputer(position.mover);
    const legend = found.length ? words.legend(found.map(({ value }) => value)) : "";
    byId("worth").textContent = table.values === "exam" ? "Values stay hidden. Your move gets a grade." : legend;
    for (const id of ["off", "on", "exam"]) byId(id).setAttribute("aria-pressed", table.values === id);
    if (seats.length > 1) showPlayers(game, position, table.seats);
    byId("ending").hidden = !newest().isOver;
    if (!byId("ending").hidden) showEnding(byId("ending"), ended());
    list();
    sound();
    if (wasHere) refocus();
    address();
    clearTimeout(timer);
    weigh();
    analyse();
    if (!isBack() && !newest().isOver && isComputer(newest().mover) && !table.problem) timer = setTimeout(answer, PAUSE);
  }

  // What the card after a game tells of, and leads to.
  function ended() {
    const retry = (at) => {
      interrupt();
      keepLine();
      cut(at);
      Object.assign(table, { happened: "", verdict: "" });
      render();
    };
    return { game, positions, made: table.made, worthsAt, seats: table.seats, called: (side) => sides[side], look: (at) => stepBy(at - ply()), retry };
  }

  // What `sound.js` hears: how many moves there are, and who made the last one.
  function sound() {
    document.dispatchEvent(new Event("kibitz:swapping"));
    const { dataset } = byId("table");
    const side = table.made.at(-1)?.side;
    Object.assign(dataset, { ply: table.made.length, madeBy: side === -1 ? "chance" : isComputer(side) ? "program" : "person" });
    if (newest().isOver) dataset.ended = "";
    else delete dataset.ended;
    document.dispatchEvent(new Event("kibitz:swapped"));
  }

  function list() {
    byId("none").hidden = table.made.length > 0;
    byId("moves").hidden = table.made.length === 0;
    byId("moves").innerHTML = table.made
      .map((step, number) => {
        const who = step.side < 0 ? "chance" : sides[step.side];
        const current = isBack() && number + 1 === ply() ? ' aria-current="true"' : "";
        const verdict = table.verdicts.get(number);
        const worth = verdict?.value ? ` <span class="worth">${clean(words.mark(verdict.value, verdict.mover))}</span>` : "";
        const said = verdict?.isGood === false ? `<span class="verdict quiet">${clean(verdict.text)}</span>` : "";
        const text = `<span class="by">${clean(who)}</span> ${clean(step.name)}${worth}`;
        return `<li class="by-${Math.max(step.side, 0) % 4}"><span class="count">${number + 1}.</span><a class="made" href="#" data-ply="${number + 1}"${current}>${text}</a>${said}</li>`;
      })
      .join("");
    if (!isBack()) byId("moves").scrollTop = byId("moves").scrollHeight;
    byId("variations").replaceChildren(
      ...table.lines.filter(isOther).map((line) => {
        const button = document.createElement("button");
        const from = line.numbers.findIndex((number, at) => table.made[at]?.number !== number);
        button.textContent = `${from + 1}. ${line.names.slice(from).join(" ")}`;
        button.addEventListener("click", () => {
          table.lines = table.lines.filter((one) => one !== line);
          openLine(line);
        });
        return button;
      }),
    );
    byId("graph").innerHTML = table.values === "exam" && !newest().isOver ? "" : graphOf(positions, worthsAt, { words, sides, shown: ply() });
  }

  function spotButton({ number, step, said, shape, place }) {
    const button = document.createElement("button");
    button.className = `spot kb-at-${shape}${step && step.move === table.hint?.move ? " hinted" : ""}`;
    button.dataset.cell = number;
    if (!step) button.dataset.pick = "";
    button.setAttribute("aria-label", said);
    ["left", "top", "width", "height"].forEach((side, at) => (button.style[side] = `${place[at]}%`));
    button.addEventListener("click", () => {
      if (step) return choose(step);
      table.picked = table.picked === number ? null : number;
      render();
    });
    return button;
  }

  function plainButton(step, text, worth) {
    const button = document.createElement("button");
    button.textContent = text;
    if (worth) {
      button.innerHTML += ` <span class="mark ${worth.outcome}${worth.exact ? "" : " guess"}"><span aria-hidden="true">${clean(worth.text)}</span><span class="hidden">, ${clean(worth.words)}</span></span>`;
    }
    if (step.move === table.hint?.move) button.className = "hinted";
    button.addEventListener("click", () => choose(step));
    return button;
  }

  // The keyboard focus stays on the board: in the same place, or the nearest that can be chosen.
  function refocus() {
    const all = [...document.querySelectorAll("#board .spot")];
    const { cells } = game.board(here());
    const far = (one) => Math.hypot(...cells[one.dataset.cell].at.map((at, side) => at - cells[held].at[side]));
    const nearest = held === null ? all[0] : all.reduce((best, one) => (best && far(best) <= far(one) ? best : one), null);
    (nearest ?? document.querySelector("#plain button") ?? byId("status")).focus({ preventScroll: true });
  }

  // The address holds the game: it can be kept, sent, and loaded anew.
  function address() {
    const moves = table.made.map((step) => step.number).join(".");
    const wish = `#${new URLSearchParams({ seats: table.seats.join("."), values: table.values, moves })}`;
    history.replaceState(null, "", wish);
    byId("link").href = wish;
    if (!byId("tree")) return;
    const shown = table.made.slice(0, ply()).map((step) => step.number).join(".");
    const fields = new URLSearchParams({ seats: table.seats.join("."), moves: shown });
    byId("tree").href = `${byId("tree").href.split("#")[0]}#${fields}`;
  }

  function read() {
    interrupt();
    const wish = new URLSearchParams(location.hash.slice(1));
    const wanted = (wish.get("seats") ?? "").split(".").map(Number);
    const isLevel = (level) => Number.isInteger(level) && level >= 0 && level <= game.data.levels.length;
    table.seats = wanted.length === sides.length && wanted.every(isLevel) ? wanted : sides.map((_, side) => (side === 0 ? 0 : Math.min(4, game.data.levels.length)));
    table.values = ["on", "exam"].includes(wish.get("values")) ? wish.get("values") : "off";
    cut(0);
    Object.assign(table, { picked: null, hint: null, verdict: "", problem: "" });
    replay((wish.get("moves") ?? "").split(".").filter(Boolean).map(Number));
    settle();
    table.happened = "";
    seats.forEach((select, side) => (select.value = String(table.seats[side])));
    turnFor();
    render();
  }

  // One move back or forth.
  function stepBy(way) {
    const to = Math.max(0, Math.min(table.made.length, ply() + way));
    table.shown = to === table.made.length ? null : to;
    Object.assign(table, { picked: null, hint: null });
    render();
  }

  useHands({
    step: stepBy,
    pick(cell) {
      if (table.picked === cell) return;
      table.picked = cell;
      render();
    },
    pieceAt: (cell) => ({ board: game.board(here()), piece: game.pieces[game.row(here())[cell] - 1] }),
  });
  byId("seats").addEventListener("submit", (event) => {
    event.preventDefault();
    anew();
  });
  byId("undo").addEventListener("click", undo);
  byId("review").addEventListener("click", () => review().catch(fail));
  byId("stop").addEventListener("click", () => thinker.stop());
  byId("hint-button").addEventListener("click", hint);
  byId("turn").addEventListener("click", () => {
    game.isTurned = !game.isTurned;
    render();
  });
  for (const id of ["off", "on", "exam"]) {
    byId(id).addEventListener("click", () => {
      Object.assign(table, { values: id, hint: id === "exam" ? null : table.hint });
      render();
    });
  }
  byId("analyse").addEventListener("click", () => {
    isAnalysing = !isAnalysing;
    byId("analyse").setAttribute("aria-pressed", isAnalysing);
    if (!isAnalysing) analyst.close();
    analysed = null;
    analyse();
  });
  byId("moves").addEventListener("click", (event) => {
    const link = event.target.closest("[data-ply]");
    if (!link) return;
    event.preventDefault();
    stepBy(Number(link.dataset.ply) - ply());
  });
  window.addEventListener("hashchange", () => {
    if (new URLSearchParams(location.hash.slice(1)).has("moves")) read(); // else somebody has skipped to a place on the page
  });
  read();
}

openTable()
  .then(play)
  .catch((problem) => {
    byId("status").textContent = whyNot(problem);
    throw problem;
  });

// The tree of a search at one position: the explorer above, with a search that this browser makes. The address says which.
{
  const NEAR = 400; // nodes shown at first
  const form = byId("asked");
  let [game, thinker, root, asked, near] = [null, null, null, 0, NEAR];

  const wish = () => new URLSearchParams(location.hash.slice(1));
  const numbers = (text) => (text ?? "").split(".").filter(Boolean).map(Number);
  const depthOf = (text) => (/^\d+$/.test(text ?? "") && Number(text) > 0 ? Number(text) : null);

  // Where the game is that these moves lead to, with the players it had.
  function gameAt(made) {
    const seats = wish().get("seats");
    return `${form.dataset.game}#${new URLSearchParams({ ...(seats ? { seats } : {}), moves: made })}`;
  }

  // The position after moves by their numbers, as far as they can be made.
  function after(made) {
    let here = game.start;
    for (const number of made) {
      const step = here.isOver ? undefined : game.steps(here)[number];
      if (!step) break;
      here = here.play(step.move);
    }
    return here;
  }

  // The numbers of the moves from the start to a node, as addresses have them, and its position.
  function walkTo(node) {
    let here = game.start;
    const made = [];
    for (const move of [...root.moves, ...pathTo(node).slice(1).map((one) => data.made[one])]) {
      made.push(game.steps(here).findIndex((step) => step.move === move));
      here = here.play(move);
    }
    return { here, made };
  }

  const drawNode = (node) => {
    const { here } = walkTo(node);
    const place = make("div", { role: "img" });
    const step = here.before && game.steps(here.before).find((one) => one.move === here.moves.at(-1));
    const { last, gone } = window.lastChange(game, here.before, here, step);
    window.show(place, game, here, { last, gone });
    place.setAttribute("aria-label", window.describe(game, here, last, here.isOver).join(" ") || "The position");
    return place;
  };

  async function fetchTree(opened) {
    const number = ++asked;
    const { search, depth } = Object.fromEntries(new FormData(form));
    byId("explorer").setAttribute("aria-busy", "true");
    byId("stop").hidden = false;
    let found = null;
    byId("said").textContent = "";
    try {
      found = await thinker.ask(root.moves, { kind: "tree", search, depth: depthOf(depth), opened, near });
      if (number === asked && found === null) byId("said").textContent = "The search was stopped.";
    } catch (wrong) {
      byId("said").textContent = `${capital(wrong.message)}.`;
    }
    if (number !== asked) return null;
    byId("explorer").removeAttribute("aria-busy");
    byId("stop").hidden = true;
    return found;
  }

  async function fetchMore(node) {
    if (node === null) near *= 2;
    const wanted = [...opened, ...(node === null ? [] : [node])].map(index);
    const found = await fetchTree(wanted);
    if (!found) return;
    const view = currentView();
    load(found, { ...view, opened: [...view.opened, ...wanted] });
    items.get(active)?.focus({ preventScroll: true });
  }

  // What can be done with the chosen node.
  const ways = make("p", { class: "hint" });

  function showWays() {
    const made = walkTo(selected).made.join(".");
    const { search, depth } = Object.fromEntries(new FormData(form));
    const { quiz, ...fields } = Object.fromEntries(wish());
    const begin = `#${new URLSearchParams({ ...fields, search, depth, moves: made })}`;
    ways.replaceChildren(make("a", { href: gameAt(made) }, "Play from here"));
    if (selected > 0 && children[selected].length + hidden(selected) > 0) ways.append(" · ", make("a", { href: begin }, "Search from here"));
  }

  async function read() {
    const { search, depth, moves, quiz } = Object.fromEntries(wish());
    thinker.stop(); // a search under way is of no use any more
    root = after(numbers(moves));
    near = NEAR;
    const known = [...form.elements.search.options].map((option) => option.value);
    form.elements.search.value = known.includes(search) ? search : known[0];
    form.elements.depth.value = depthOf(depth) ?? "";
    const names = game.lineNames(game.start, root.moves);
    byId("before").textContent = names.length ? `The position after ${names.join(" ")}.` : "The position at the start.";
    byId("back-to-game").href = gameAt(moves ?? "");
    byId("waiting").hidden = false;
    const found = await fetchTree([]);
    byId("waiting").hidden = true;
    if (!found) return;
    fetchBelow = fetchMore;
    show(byId("legend"), true);
    load(found);
    byId("node").append(ways);
    showWays();
    if (quiz !== undefined && !hiding) byId("predict").click();
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const { search, depth } = Object.fromEntries(new FormData(form));
    const { quiz, ...fields } = Object.fromEntries(wish());
    const before = location.hash;
    location.hash = new URLSearchParams({ ...fields, search, depth: depthOf(depth) ?? "" });
    if (location.hash === before) read();
  });
  byId("stop").addEventListener("click", () => thinker.stop());
  document.addEventListener("explored", showWays);
  window.addEventListener("hashchange", () => {
    if (location.hash.includes("=") || location.hash === "") read(); // else somebody has skipped to a place on the page
  });

  openGame(packedCode, () => loaded.then(() => packedWeights), packedTrees)
    .then((found) => {
      game = found;
      if (!game.data.face.isPlain) drawPosition = drawNode;
      thinker = new Thinker(game);
      return read();
    })
    .catch((problem) => {
      byId("waiting").hidden = true;
      byId("said").textContent = whyNot(problem);
      throw problem;
    });
}

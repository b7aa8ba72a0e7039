"use strict";
// Games that were played, move by move: with buttons, with the keys, or by themselves.

const PACE = 700; // milliseconds

function watch(positions) {
  const starts = positions.roots;
  const last = (game) => (starts[game + 1] ?? positions.length) - 1 - starts[game];
  const shown = { game: 0, ply: 0 };
  let timer = 0;

  function goTo(ply) {
    shown.ply = Math.max(0, Math.min(ply, last(shown.game)));
    render();
  }

  function open(game, ply = 0) {
    stop();
    shown.game = game in starts ? game : 0;
    byId("which").value = shown.game;
    const start = starts[shown.game];
    byId("moves").innerHTML = Array.from({ length: last(shown.game) }, (_, ply) => {
      const name = positions.steps(start + ply)[0].name;
      return `<li><button data-ply="${ply + 1}">${clean(name)}</button></li>`;
    }).join("");
    goTo(ply);
  }

  function render() {
    const { game, ply } = shown;
    const here = starts[game] + ply;
    const about = positions.games[game];
    const before = ply ? positions.steps(here - 1)[0] : null;
    const { last: cell, gone } = lastChange(positions, ply ? here - 1 : null, here, before);
    show(byId("board"), positions, here, { last: cell, gone });
    describeIn(byId("described"), describe(positions, here, cell, ply === last(game) && about.isOver));
    const end = ply === last(game) ? about.ending : `${positions.sides[positions.mover(here)]} is to move.`;
    byId("status").textContent = `${ply ? `Move ${ply} of ${last(game)}: ${before.name}.` : "The start."} ${end}`;
    byId("players").textContent = about.players.join(", ");
    for (const [id, is] of [["first", ply === 0], ["back", ply === 0], ["next", ply === last(game)], ["last", ply === last(game)]]) {
      byId(id).setAttribute("aria-disabled", is);
    }
    for (const one of document.querySelectorAll("[data-ply]")) {
      if (Number(one.dataset.ply) === ply) one.setAttribute("aria-current", "step");
      else one.removeAttribute("aria-current");
    }
    history.replaceState(null, "", `#${new URLSearchParams({ game: game + 1, ply })}`);
  }

  function stop() {
    clearInterval(timer);
    timer = 0;
    byId("run").textContent = "Play";
    byId("run").setAttribute("aria-pressed", false);
  }

  function run() {
    if (timer) return stop();
    if (shown.ply === last(shown.game)) goTo(0);
    byId("run").textContent = "Pause";
    byId("run").setAttribute("aria-pressed", true);
    timer = setInterval(() => (shown.ply < last(shown.game) ? goTo(shown.ply + 1) : stop()), PACE);
  }

  const ways = { first: () => 0, back: () => shown.ply - 1, next: () => shown.ply + 1, last: () => last(shown.game) };
  const keys = { Home: "first", ArrowLeft: "back", ArrowRight: "next", End: "last" };
  for (const [id, way] of Object.entries(ways)) byId(id).addEventListener("click", () => (stop(), goTo(way())));
  document.addEventListener("keydown", (event) => {
    const id = keys[event.key];
    if (!id || event.target.closest("select, pre") || event.altKey || event.ctrlKey || event.metaKey) return;
    stop();
    goTo(ways[id]());
    event.preventDefault();
  });
  byId("run").addEventListener("click", run);
  byId("moves").addEventListener("click", (event) => {
    const ply = event.target.dataset.ply;
    if (ply) stop(), goTo(Number(ply));
  });
  byId("which").replaceChildren(...positions.games.map((one, number) => new Option([one.title, ...one.players].join(", "), number)));
  byId("which").addEventListener("change", () => open(Number(byId("which").value)));

  function read() {
    const wish = new URLSearchParams(location.hash.slice(1));
    open((Number(wish.get("game")) || 1) - 1, Number(wish.get("ply")) || 0);
  }
  window.addEventListener("hashchange", () => {
    if (new URLSearchParams(location.hash.slice(1)).has("game")) read(); // else somebody has skipped to a place on the page
  });
  read();
}

unpack(packed)
  .then(watch)
  .catch((problem) => {
    byId("status").textContent = "This page needs a browser of 2023 or later.";
    throw problem;
  });

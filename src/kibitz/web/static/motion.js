// Lets the pieces of a board move: what it shows is compared, cell by cell, with what it showed before. A piece slides from the
// cell that it left, falls or appears where it is new, turns over where it is another's now, swells where it has become more or
// less, and fades where it is gone. How that looks stands in motion.css; those who want less motion see none.
// As long as something moves there is <html data-moving>; then comes the event "kibitz:still".
{
  const TIME = 150; // milliseconds, with a little to spare
  const root = document.documentElement;
  const calm = "still" in root.dataset ? { matches: true } : matchMedia("(prefers-reduced-motion: reduce)");
  let before = null;
  let moving = 0;

  const pieces = (board) => new Map([...board.querySelectorAll("g[data-at]:not([data-ghost])")].map((one) => [one.dataset.at, one]));
  const alike = (one, other) => one.dataset.owner === other.dataset.owner && one.dataset.what === other.dataset.what;

  function start(one, motion, from = one) {
    one.style.setProperty("--dx", `${from.dataset.x - one.dataset.x}px`);
    one.style.setProperty("--dy", `${from.dataset.y - one.dataset.y}px`);
    one.dataset.motion = motion;
  }

  // Where the pieces that are new in their cells have come from, as far as they have: what the arrow of the last move tells, or
  // that of a move which was taken back; or the cell that one like it has left.
  function origins(fresh, old, now, arrows) {
    const found = new Map();
    const left = new Set([...old.values()].filter((one) => !now.has(one.dataset.at)));
    const claim = (one, from) => from && left.delete(from) | found.set(one, from);
    for (const { source, target } of arrows) {
      const [from, one] = [old.get(source), now.get(target)];
      if (from && fresh.has(one) && now.get(source) !== from && from.dataset.owner === one.dataset.owner) claim(one, from);
    }
    for (const one of fresh) if (!found.has(one)) claim(one, [...left].find((other) => alike(one, other)));
    return found;
  }

  function animate(board, old, taken) {
    const now = pieces(board);
    const fresh = new Set([...now.values()].filter((one) => old.get(one.dataset.at) !== one));
    const from = origins(fresh, old, now, [arrow(board), taken].filter(Boolean));
    const away = new Set(from.values());
    const ghosts = new Map(); // what is gone, and how it goes
    for (const one of old.values()) if (!now.has(one.dataset.at) && !away.has(one)) ghosts.set(one, "vanish");
    for (const one of fresh) {
      const was = away.has(old.get(one.dataset.at)) ? undefined : old.get(one.dataset.at);
      if (from.has(one)) {
        if (one.dataset.at !== root.dataset.dragged) start(one, "slide", from.get(one));
        if (was) ghosts.set(was, "vanish");
      } else if (!was) {
        start(one, board.classList.contains("falls") ? "fall" : "appear", { dataset: { x: one.dataset.x, y: 0 } });
      } else if (was.dataset.owner === one.dataset.owner) {
        start(one, "swell");
      } else {
        start(one, "turn");
        ghosts.set(was, "turn-away");
      }
    }
    const home = board.querySelector("svg > g:has(.kb-at)") ?? board.querySelector("svg > g");
    for (const [one, motion] of ghosts) {
      one.dataset.ghost = "";
      home.insertBefore(one, now.get(one.dataset.at) ?? null);
      start(one, motion);
    }
    return [...fresh, ...ghosts.keys()];
  }

  function rest(moved) {
    for (const one of moved) {
      if (one.dataset.ghost !== undefined) one.remove();
      delete one.dataset.motion;
      one.removeAttribute("style");
    }
    if (--moving) return;
    delete root.dataset.moving;
    root.dispatchEvent(new CustomEvent("kibitz:still"));
  }

  const board = () => document.querySelector(".board");

  const arrow = (one, data = one.querySelector(".kb-arrow-last")?.dataset) => data && { ...data };

  document.addEventListener("kibitz:swapping", () => {
    const last = board() && arrow(board());
    before = board() && { old: pieces(board()), taken: last && { source: last.target, target: last.source } };
  });
  document.addEventListener("kibitz:swapped", () => {
    const moved = before && board() && !calm.matches ? animate(board(), before.old, before.taken) : [];
    delete root.dataset.dragged;
    if (!moved.length) return;
    moving++;
    root.dataset.moving = "";
    setTimeout(rest, TIME, moved);
  });
}

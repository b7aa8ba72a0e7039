// Lets the pieces of a board move: what it shows is compared, cell by cell, with what it showed before. A piece slides from the
// cell that it left, falls or appears where it is new, turns over where it is another's now, swells where it has become more or
// less, and fades where it is gone. How that looks stands in motion.css; those who want less motion see none.
// As long as something moves there is <html data-moving>; then comes the event "kibitz:still".
{
  const TIME = 190; // milliseconds, with a little to spare
  const root = document.documentElement;
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  let before = null;
  let moving = 0;

  const pieces = (board) => new Map([...board.querySelectorAll("g[data-at]:not([data-ghost])")].map((one) => [one.dataset.at, one]));
  const alike = (one, other) => one.dataset.owner === other.dataset.owner && one.dataset.what === other.dataset.what;

  function start(one, motion, from = one) {
    one.style.setProperty("--dx", `${from.dataset.x - one.dataset.x}px`);
    one.style.setProperty("--dy", `${from.dataset.y - one.dataset.y}px`);
    one.dataset.motion = motion;
  }

  // Which piece that is not there any more has come to the cell of this one: the one that the arrow of the last move tells, or
  // one like it.
  function origin(one, left, arrow) {
    const told = arrow?.dataset.target === one.dataset.at && left.get(arrow.dataset.source);
    if (told && told.dataset.owner === one.dataset.owner) return told;
    return [...left.values()].find((other) => alike(one, other));
  }

  function animate(board, old) {
    const now = pieces(board);
    const left = new Map([...old].filter(([at]) => !now.has(at)));
    const fresh = [...now.values()].filter((one) => old.get(one.dataset.at) !== one);
    const arrow = board.querySelector(".kb-arrow-last");
    const ghosts = new Map(); // what is gone, and how it goes
    for (const one of fresh) {
      const was = old.get(one.dataset.at);
      const from = origin(one, left, arrow);
      if (from) left.delete(from.dataset.at);
      if (from && one.dataset.at !== root.dataset.dragged) start(one, "slide", from);
      else if (!from && was) start(one, was.dataset.owner === one.dataset.owner ? "swell" : "turn");
      else if (!from) start(one, board.classList.contains("falls") ? "fall" : "appear", { dataset: { x: one.dataset.x, y: 0 } });
      if (was && (from || was.dataset.owner !== one.dataset.owner)) ghosts.set(was, from ? "vanish" : "turn-away");
    }
    for (const one of left.values()) ghosts.set(one, "vanish");
    const home = fresh[0]?.parentNode ?? board.querySelector("svg > g:last-of-type");
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

  const board = () => document.querySelector(".board, .seen .picture");

  document.addEventListener("kibitz:swapping", () => {
    before = board() && pieces(board());
  });
  document.addEventListener("kibitz:swapped", () => {
    const moved = before && board() && !calm.matches ? animate(board(), before) : [];
    delete root.dataset.dragged;
    if (!moved.length) return;
    moving++;
    root.dataset.moving = "";
    setTimeout(rest, TIME, moved);
  });
}

"use strict";
// What hands do at a table: keys, and pieces that are dragged.

const FAR = 6; // pixels that a pointer moves before it drags
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const KEYS = { h: "hint-button", u: "undo", f: "turn", v: "on", a: "analyse" };

// `step` goes so many moves on or back; `pick` takes up the piece of a cell, or puts it back (null); `pieceAt`: the board, and what
// stands in a cell.
function useHands({ step, pick, pieceAt }) {
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("select, input")) return;
    if (event.key === "Escape") return pick(null);
    if (event.key in KEYS) return byId(KEYS[event.key]).click();
    const way = WAYS[event.key];
    if (!way) return;
    if (!event.target.closest(".board")) {
      if (way[0]) return step(way[0]);
      return;
    }
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

  // A piece that is picked up by a click may be dragged, too.

  let drag = null; // where it began, and the piece that follows the pointer

  function lift(event) {
    const { cell } = drag;
    const { board, piece } = pieceAt(cell);
    const place = byId("board").getBoundingClientRect();
    const width = (board.cells[cell].area[2] / 100) * place.width;
    drag.ghost = document.createElement("div");
    drag.ghost.className = "ghost";
    drag.ghost.style.width = `${width}px`;
    const half = board.cells[cell].side / 2;
    const box = `${-half} ${-half} ${2 * half} ${2 * half}`;
    drag.ghost.innerHTML = `<svg class="kb" viewBox="${box}" aria-hidden="true"><g class="${board.kind}">${piece?.svg ?? ""}</g></svg>`;
    document.body.append(drag.ghost);
    pick(cell);
    follow(event);
  }

  function follow(event) {
    drag.ghost.style.left = `${event.clientX}px`;
    drag.ghost.style.top = `${event.clientY}px`;
  }

  document.addEventListener("pointerdown", (event) => {
    const spot = event.target.closest?.("#board .spot[data-pick]");
    if (spot && !event.button && event.isPrimary) drag = { cell: Number(spot.dataset.cell), x: event.clientX, y: event.clientY };
  });
  document.addEventListener("pointermove", (event) => {
    if (!drag || !event.isPrimary) return;
    if (drag.ghost) follow(event);
    else if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > FAR) lift(event);
  });
  for (const end of ["pointerup", "pointercancel"]) {
    document.addEventListener(end, (event) => {
      const lifted = drag;
      drag = null;
      if (!lifted?.ghost) return;
      lifted.ghost.remove();
      const stop = (click) => (click.preventDefault(), click.stopPropagation()); // it was not a click
      document.addEventListener("click", stop, { capture: true, once: true });
      setTimeout(() => {
        document.removeEventListener("click", stop, { capture: true });
        const target = document.elementFromPoint(event.clientX, event.clientY)?.closest("#board .spot");
        if (end === "pointerup" && target && target.dataset.pick === undefined) target.click();
        else if (target?.dataset.cell !== String(lifted.cell)) pick(null);
      });
    });
  }
}

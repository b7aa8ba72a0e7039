// Pieces that are picked up by a click may be dragged, too: it is the same picking up and putting down, by the same buttons.
// A click on a piece of the same side that has no button is answered in words.
{
  const FAR = 6; // pixels that a pointer moves before it drags
  const PATIENCE = 1500; // milliseconds that a piece waits where it was put, until the board shows it there
  const root = document.documentElement;
  let held = null;

  const shown = (place) => `g[data-at="${CSS.escape(place)}"]:not([data-ghost])`;
  const isPicked = (place) => document.querySelector(`.board button[name=from][value=""][data-place="${CSS.escape(place)}"]`);

  function follow(event) {
    const rate = held.svg.viewBox.baseVal.width / held.svg.getBoundingClientRect().width;
    held.ghost.style.setProperty("--dx", `${(event.clientX - held.x) * rate}px`);
    held.ghost.style.setProperty("--dy", `${(event.clientY - held.y) * rate}px`);
  }

  function lift(event) {
    const man = held.svg.querySelector(shown(held.place));
    if (!man) return (held = null);
    held.ghost = man.cloneNode(true);
    held.ghost.dataset.ghost = "";
    held.ghost.dataset.motion = "drag";
    held.man = man;
    man.parentNode.append(held.ghost);
    man.dataset.motion = "lifted";
    if (!isPicked(held.place)) held.button.click();
    follow(event);
  }

  function put({ ghost, man }) {
    ghost.remove();
    if (man.dataset.motion === "lifted") delete man.dataset.motion;
  }

  // Once the board has been drawn anew, or never, when that takes too long: what is answered later must move nothing.
  function afterwards(piece, then) {
    const ended = new AbortController();
    const late = setTimeout(() => (ended.abort(), put(piece)), PATIENCE);
    document.addEventListener("kibitz:swapped", (event) => {
      if (!event.target.querySelector(".board")) return;
      clearTimeout(late);
      ended.abort();
      then();
    }, { signal: ended.signal });
  }

  // What was picked up may not be shown so yet: then this waits for the board.
  function drop(piece, x, y) {
    const go = () => {
      const target = document.elementsFromPoint(x, y).find((one) => one.matches(".board button[name=move], .board [data-choose]"));
      if (!target || target.dataset.place === piece.place) return put(piece);
      if (target.dataset.choose) return put(piece), target.click();
      root.dataset.dragged = target.dataset.place;
      afterwards(piece, () => put(piece));
      target.click();
    };
    if (isPicked(piece.place)) return go();
    afterwards(piece, () => (isPicked(piece.place) ? go() : put(piece)));
  }

  document.addEventListener("pointerdown", (event) => {
    const button = event.target.closest?.(".board button[name=from]");
    if (!button || event.button || !event.isPrimary) return;
    const svg = button.closest(".board").querySelector("svg");
    held = { button, svg, place: button.dataset.place, x: event.clientX, y: event.clientY };
  });
  document.addEventListener("pointermove", (event) => {
    if (!held || !event.isPrimary) return;
    if (held.ghost) follow(event);
    else if (Math.hypot(event.clientX - held.x, event.clientY - held.y) > FAR) lift(event);
  });
  document.addEventListener("pointerup", (event) => {
    const piece = held;
    held = null;
    if (!piece?.ghost) return;
    const stop = (click) => (click.preventDefault(), click.stopPropagation()); // it was not a click
    document.addEventListener("click", stop, { capture: true, once: true });
    setTimeout(() => {
      document.removeEventListener("click", stop, { capture: true });
      drop(piece, event.clientX, event.clientY);
    });
  });
  document.addEventListener("click", (event) => {
    const man = event.target.closest?.(".board g[data-at]");
    const able = man && document.querySelector(".board button[name=from]");
    const told = document.querySelector(".happened");
    if (!able || !told || document.querySelector(shown(able.dataset.place))?.dataset.owner !== man.dataset.owner) return;
    told.textContent = `${man.dataset.at} cannot move now.`;
  });
  document.addEventListener("pointercancel", () => {
    if (held?.ghost) put(held);
    held = null;
  });
}

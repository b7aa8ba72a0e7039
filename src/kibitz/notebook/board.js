// Shows what Python has drawn, and tells it what was pressed. Nothing here knows a rule of any game. A board that was made to be
// played offline brings the game as a page of its own, which takes over where Python does not answer.
const PATIENCE = 2500; // milliseconds
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const middle = (one) => {
  const box = one.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
};

// The page of a game, out of the notebook.
async function unpack(packed) {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Blob([await new Response(stream).arrayBuffer()], { type: "text/html" });
}

function render({ model, el }) {
  let waiting = 0; // for an answer
  let url = null; // of the game's own page, once it has taken over
  let number = 0;
  let held = null; // the button that has the focus, or had it before it was gone: its name, and where it is
  let deputy = null; // the one that has it meanwhile

  const name = (one) => one?.dataset?.place ?? null;

  // The keyboard focus stays on the board: at the same button, or the nearest, also after the computer has moved.
  function show() {
    const focused = el.contains(document.activeElement) ? document.activeElement : null;
    if (focused && name(focused) !== deputy) hold(focused);
    clearTimeout(waiting);
    if (url) return; // played on here
    el.innerHTML = model.get("html");
    if (!focused || !held) return;
    const all = [...el.querySelectorAll("[data-place]")];
    const spots = all.filter((one) => one.matches(".kp-spot"));
    const far = (one) => Math.hypot(...middle(one).map((at, side) => at - held.at[side]));
    const nearest = spots.reduce((best, one) => (best && far(best) <= far(one) ? best : one), null);
    const next = all.find((one) => name(one) === held.place) ?? nearest ?? all[0];
    deputy = nearest || name(next) === held.place ? null : name(next);
    next?.focus({ preventScroll: true });
  }

  function hold(button) {
    held = { place: name(button), at: middle(button) };
    deputy = null;
  }

  function send(event) {
    const button = event.target.closest("[data-act]");
    if (!button || !el.contains(button)) return;
    hold(button);
    const { act, value = "", version } = button.dataset;
    model.set("order", { act, value, version: Number(version), number: ++number, time: Date.now() });
    model.save_changes();
    clearTimeout(waiting);
    if (model.get("page")) waiting = setTimeout(offer, PATIENCE);
  }

  // Python is busy, or is not there: the game can go on without it.
  function offer() {
    const row = el.querySelector("[role=status]");
    if (!row || row.querySelector(".kp-offline")) return;
    const button = document.createElement("button");
    button.className = "kp-offline";
    button.textContent = "Play on without Python";
    button.addEventListener("click", takeOver);
    const said = document.createElement("p");
    said.append("Python does not answer. ", button);
    row.append(said);
  }

  async function takeOver() {
    url = URL.createObjectURL(await unpack(model.get("page")));
    const frame = document.createElement("iframe");
    frame.className = "kp-frame";
    frame.title = "The board";
    frame.src = url + model.get("address");
    el.replaceChildren(frame);
    frame.focus();
  }

  function turn(event) {
    const way = WAYS[event.key];
    if (!way || !event.target.closest(".kp-spot") || event.altKey || event.ctrlKey || event.metaKey) return;
    const [x, y] = middle(event.target);
    let [best, least] = [null, Infinity];
    for (const one of el.querySelectorAll(".kp-spot")) {
      const [right, down] = [middle(one)[0] - x, middle(one)[1] - y];
      const along = right * way[0] + down * way[1];
      const across = Math.abs(right * way[1]) + Math.abs(down * way[0]);
      if (along > 1 && along + 3 * across < least) [best, least] = [one, along + 3 * across];
    }
    best?.focus();
    event.preventDefault();
    event.stopPropagation(); // or the notebook would go to another cell
  }

  el.addEventListener("click", send);
  el.addEventListener("keydown", turn);
  model.on("change:html", show);
  show();
  return () => {
    clearTimeout(waiting);
    if (url) URL.revokeObjectURL(url);
    el.removeEventListener("click", send);
    el.removeEventListener("keydown", turn);
    model.off("change:html", show);
  };
}

export default { render };

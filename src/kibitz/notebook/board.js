// Shows what Python has drawn, and tells it what was pressed. Nothing here knows a rule of any game.
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const middle = (one) => {
  const box = one.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
};

function render({ model, el }) {
  let number = 0;
  let held = null; // the name of the place, or the button, that had the focus

  function show() {
    const focused = el.contains(document.activeElement) ? document.activeElement.dataset.place : undefined;
    if (focused !== undefined) held = focused;
    const isHere = focused !== undefined || (held !== null && document.activeElement === document.body);
    el.innerHTML = model.get("html");
    if (!isHere) return;
    const places = [...el.querySelectorAll("[data-place]")];
    (places.find((one) => one.dataset.place === held) ?? el.querySelector(".kp-spot") ?? places[0])?.focus({ preventScroll: true });
  }

  function send(event) {
    const button = event.target.closest("[data-act]");
    if (!button || !el.contains(button)) return;
    held = button.dataset.place ?? null;
    const { act, value = "", version } = button.dataset;
    model.set("order", { act, value, version: Number(version), number: ++number, time: Date.now() });
    model.save_changes();
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
    el.removeEventListener("click", send);
    el.removeEventListener("keydown", turn);
    model.off("change:html", show);
  };
}

export default { render };

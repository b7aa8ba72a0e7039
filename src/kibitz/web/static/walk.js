// Keys for a game that is looked at: left and right, Home and End go through its moves, f turns the board, z takes back, and a
// digit plays the move of that name. On the board the arrow keys go from cell to cell, see kibitz.js.
{
  const STEPS = { ArrowLeft: "Back", ArrowRight: "Next", Home: "First", End: "Last" };
  const BUTTONS = { f: "turn", z: "undo" };

  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target.closest?.("input, select, textarea")) return;
    if (event.key.startsWith("Arrow") && event.target.closest?.(".board")) return;
    const link = STEPS[event.key] && document.querySelector(`.steps a[href][data-place="${STEPS[event.key]}"]`);
    const move = /^[1-9]$/.test(event.key) && document.querySelector(`.board button[name=move][value="${event.key}"]`);
    const pressed = BUTTONS[event.key] ? document.getElementById(BUTTONS[event.key]) : move || link;
    if (!pressed) return;
    event.preventDefault();
    if (document.querySelector("[aria-busy]")) return; // a key that is held down goes on from what is shown
    pressed.dataset.history ??= "replace"; // and leaves one step in the history
    pressed.click();
  });

  // The move that is shown stays in sight of its list, which alone is moved for that.
  document.addEventListener("kibitz:swapped", () => {
    const one = document.querySelector(".moves [aria-current]");
    const list = one?.closest(".moves");
    if (!list) return;
    const [box, around] = [one.getBoundingClientRect(), list.getBoundingClientRect()];
    if (box.top < around.top) list.scrollTop -= around.top - box.top;
    else if (box.bottom > around.bottom) list.scrollTop += box.bottom - around.bottom;
  });
}

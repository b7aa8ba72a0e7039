// Plays a stored game: it follows the link to the next move at a pace, until there is none, or somebody stops it.
{
  const PACE = 700; // milliseconds
  const find = () => document.querySelector("[data-play]");
  const place = () => document.getElementById(find()?.dataset.play);
  let timer = 0;

  // The button comes anew with the board.
  function show() {
    const button = find();
    if (!button) return;
    button.textContent = timer ? "Pause" : "Play";
  }

  function stop() {
    clearTimeout(timer);
    timer = 0;
    show();
  }

  function step() {
    const next = place()?.querySelector('a[rel="next"]');
    if (!next) return stop();
    next.click();
    timer = setTimeout(step, PACE);
  }

  document.addEventListener("click", (event) => {
    if (!event.target.closest?.("[data-play]")) return;
    if (timer) return stop();
    const first = place()?.querySelector('a[rel="next"]') ? null : place()?.querySelector('[data-place="First"]');
    first?.click();
    timer = setTimeout(step, first ? PACE : 0);
    show();
  });
  document.addEventListener("kibitz:swapped", show);
}

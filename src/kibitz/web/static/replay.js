// Plays a stored game: it follows the link to the next move at a pace, until there is none, or it is told to stop.

const PACE = 700; // milliseconds

for (const button of document.querySelectorAll("[data-play]")) {
  const place = () => document.getElementById(button.dataset.play);
  let timer = 0;
  const stop = () => {
    clearTimeout(timer);
    timer = 0;
    button.textContent = "Play";
    button.setAttribute("aria-pressed", "false");
  };
  const step = () => {
    const next = place()?.querySelector('a[rel="next"]');
    if (!next) return stop();
    next.click();
    timer = setTimeout(step, PACE);
  };
  button.addEventListener("click", () => {
    if (timer) return stop();
    button.textContent = "Pause";
    button.setAttribute("aria-pressed", "true");
    const first = place()?.querySelector('a[rel="next"]') ? null : place()?.querySelector('[data-place="First"]');
    first?.click();
    timer = setTimeout(step, first ? PACE : 0);
  });
}

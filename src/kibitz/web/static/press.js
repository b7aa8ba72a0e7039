// Whether a button, a link or a list is being pressed, with a pointer or the space bar: <html data-pressed>, and the event
// "kibitz:released" when the click has come.

const PRESSED = "button, a, label, summary, select";
const LONGEST = 5000; // milliseconds that a press counts as one: its end may never be told
const root = document.documentElement;
let limit = 0;

function press(event) {
  if (!event.target.closest?.(PRESSED)) return;
  root.dataset.pressed = "";
  clearTimeout(limit);
  limit = setTimeout(release, LONGEST);
}

function release() {
  clearTimeout(limit);
  delete root.dataset.pressed;
  root.dispatchEvent(new CustomEvent("kibitz:released"));
}

document.addEventListener("pointerdown", press, true);
document.addEventListener("keydown", (event) => event.key === " " && !event.repeat && press(event), true);
for (const end of ["pointerup", "pointercancel", "keyup"]) document.addEventListener(end, () => setTimeout(release), true);

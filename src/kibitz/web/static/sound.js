// A short sound for a move of a person, for an answer, and for the end of a game, if it is switched on.
{
  const KEY = "kibitz.sound";
  const TONES = { person: [520], program: [390], chance: [310], end: [390, 520, 650] }; // Hertz, one after the other
  const SHORT = 0.09; // seconds
  let context = null;
  let before = 0;

  // Some browsers forbid pages to keep anything.
  function isOn(wanted) {
    try {
      if (wanted !== undefined) localStorage.setItem(KEY, wanted ? "on" : "off");
      return localStorage.getItem(KEY) === "on";
    } catch {
      return wanted ?? false;
    }
  }

  let on = isOn();

  function sound(tones) {
    context ??= new AudioContext();
    tones.forEach((pitch, number) => {
      const [tone, loudness, at] = [context.createOscillator(), context.createGain(), context.currentTime + number * SHORT];
      tone.type = "triangle";
      tone.frequency.value = pitch;
      loudness.gain.setValueAtTime(0.16, at);
      loudness.gain.exponentialRampToValueAtTime(0.001, at + SHORT);
      tone.connect(loudness).connect(context.destination);
      tone.start(at);
      tone.stop(at + SHORT);
    });
  }

  const show = () => document.getElementById("sound")?.setAttribute("aria-pressed", String(on));
  const table = () => document.getElementById("table");

  document.addEventListener("click", (event) => {
    if (!event.target.closest?.("#sound")) return;
    on = isOn(!on);
    show();
    if (on) sound(TONES.person);
  });
  document.addEventListener("kibitz:swapping", () => {
    before = table() ? { ply: Number(table().dataset.ply), ended: "ended" in table().dataset } : null;
  });
  document.addEventListener("kibitz:swapped", () => {
    show();
    if (!on || !before || !table()) return;
    const { ply, madeBy, ended } = table().dataset;
    if (ended !== undefined && !before.ended) sound(TONES.end);
    else if (Number(ply) > before.ply) sound(TONES[madeBy] ?? []);
  });
  show();
}

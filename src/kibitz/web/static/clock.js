// The clocks of people run on here from the server's last reading. Only the server decides who has lost on time.
{
  const LOW = 30; // seconds left at which a clock turns low and screen readers hear of it
  const FINE = 10; // seconds, below which tenths are shown, as the server shows them
  let came = Date.now(); // goes on while a device sleeps
  let before = 0; // what was left of one's own time
  let timer = 0;

  function shown(seconds) {
    if (seconds <= FINE) return `0:${(Math.floor(seconds * 10) / 10).toFixed(1).padStart(4, "0")}`;
    const whole = Math.ceil(seconds);
    const two = (number) => String(number).padStart(2, "0");
    const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
    return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
  }

  function tick() {
    clearTimeout(timer);
    const passed = Math.max(0, Date.now() - came) / 1000;
    for (const one of document.querySelectorAll("[data-left]")) {
      const runs = one.dataset.runs !== undefined;
      const left = Math.max(0, one.dataset.left - (runs ? passed : 0));
      const text = shown(left);
      if (one.textContent !== text) one.textContent = text;
      one.classList.toggle("low", left <= LOW);
      if (one.dataset.own !== undefined) {
        const said = document.getElementById("said");
        if (runs && left > 0 && left <= LOW && before > LOW && said) {
          said.classList.add("hidden");
          said.textContent = `You have ${LOW} seconds left.`;
        }
        before = left;
      }
      if (runs && left > 0) timer = setTimeout(tick, left > FINE ? (left % 1) * 1000 + 5 : 100);
    }
  }

  function hear() {
    came = Date.now();
    tick();
  }

  document.addEventListener("kibitz:swapped", hear);
  document.addEventListener("visibilitychange", tick);
  hear();
}

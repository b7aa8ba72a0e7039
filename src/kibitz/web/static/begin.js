// The form of a new game. An invitation takes a seat: choices that no longer fit are disabled.
const form = document.getElementById("begin");
const box = form.elements.apart;
const seats = [...form.querySelectorAll("select[name^='player-']")];
const PERSON = "human";
const before = new Map(); // what was chosen for a seat that a person has taken

function join() {
  const free = seats.filter((seat) => seat.value !== PERSON);
  for (const seat of free.slice(0, Math.max(0, 2 - (seats.length - free.length)))) {
    before.set(seat, seat.value);
    seat.value = PERSON;
  }
}

function leave() {
  for (const [seat, value] of before) if (seat.value === PERSON) seat.value = value;
  before.clear();
}

function fit() {
  const invites = box.checked;
  for (const seat of seats) {
    const others = seats.filter((one) => one !== seat && one.value === PERSON).length;
    for (const one of seat.options) one.disabled = invites && one.value !== PERSON && others < 2;
  }
  if (form.elements.follows) form.elements.follows.disabled = invites;
}

box?.addEventListener("change", () => {
  if (box.checked) join();
  else leave();
  fit();
});
form.addEventListener("change", (event) => event.target !== box && box && fit());
if (box?.checked) join();
if (box) fit();

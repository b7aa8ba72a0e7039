// Where several moves end in one cell, as promotions do, their buttons stand over the cell once it is chosen.
{
  const close = () => document.querySelector(".choices")?.remove();

  function open(spot) {
    const board = spot.closest(".board");
    const ends = CSS.escape(spot.dataset.choose);
    const buttons = [...document.querySelectorAll(`.plain [data-ends="${ends}"]`)];
    if (!board || !buttons.length) return;
    close();
    const choices = document.createElement("div");
    choices.className = "choices";
    choices.setAttribute("role", "group");
    choices.setAttribute("aria-label", spot.getAttribute("aria-label"));
    for (const one of buttons) {
      const copy = one.cloneNode(true);
      copy.removeAttribute("data-ends");
      copy.title = one.textContent.trim();
      choices.append(copy);
    }
    const [place, around] = [spot.getBoundingClientRect(), board.getBoundingClientRect()];
    const isLow = place.top + place.height / 2 > around.top + around.height / 2;
    choices.style.setProperty("--wide", `${place.width}px`);
    choices.style.left = spot.style.left;
    choices.style[isLow ? "bottom" : "top"] = `${isLow ? around.bottom - place.bottom : place.top - around.top}px`;
    board.append(choices);
    choices.querySelector("button").focus();
  }

  document.addEventListener("click", (event) => {
    const spot = event.target.closest?.("[data-choose]");
    if (spot) open(spot);
    else if (!event.target.closest?.(".choices")) close();
  });
  document.addEventListener("keydown", (event) => event.key === "Escape" && close());
  document.addEventListener("kibitz:swapped", close);
}

// The games on the front page, less and less of them as somebody types what to find.
{
  const field = document.querySelector(".find input");
  const groups = [...document.querySelectorAll(".group")];

  function show() {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    let found = 0;
    for (const group of groups) {
      const cards = [...group.querySelectorAll(".game")];
      for (const card of cards) card.hidden = !words.every((word) => card.dataset.words.includes(word));
      const left = cards.filter((card) => !card.hidden).length;
      group.hidden = !left;
      found += left;
    }
    document.getElementById("found").hidden = found > 0;
  }

  field.addEventListener("input", show);
  addEventListener("pageshow", show);
}

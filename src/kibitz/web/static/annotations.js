// What programs write into comments of PGN, shown as what it is: [%eval] as a graph, [%csl] and [%cal] as marks on the board.
// analyse.js tells it the line, as the event "kibitz:line", and hears "kibitz:to" where somebody wants to go.
{
  const EVAL = /\[%eval\s+(#?-?[\d.]+)/;
  const MARKS = /\[%c[sa]l\s+([^\]]*)\]/g;
  const MARK = /^([GRYB])([a-z]\d+?)([a-z]\d+)?$/;
  const MATE = 1000; // pawns: a mate is more than anything
  const [WIDE, HIGH] = [360, 90];
  const SVG = "http://www.w3.org/2000/svg";

  function made(name, attributes, into) {
    const one = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) one.setAttribute(key, value);
    into?.append(one);
    return one;
  }

  // White's advantage in pawns; null where the comment has none.
  function pawns(comment) {
    const found = EVAL.exec(comment)?.[1];
    if (!found) return null;
    return found.startsWith("#") ? Math.sign(Number(found.slice(1))) * MATE : Number(found);
  }

  function graph(comments, ply) {
    const place = document.getElementById("evals");
    const values = comments.map(pawns);
    place.hidden = !values.some((one) => one !== null);
    if (place.hidden) return;
    const picture = made("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, class: "evals", "aria-hidden": "true" });
    const x = (number) => (WIDE * number) / Math.max(1, comments.length - 1);
    const y = (value) => (HIGH / 2) * (1 - Math.tanh(value / 5));
    made("path", { d: `M0 ${HIGH / 2}H${WIDE}`, class: "even" }, picture);
    const points = values.flatMap((value, number) => (value === null ? [] : [`${x(number).toFixed(1)} ${y(value).toFixed(1)}`]));
    made("polyline", { points: points.join(" "), class: "course" }, picture);
    made("path", { d: `M${x(ply).toFixed(1)} 0V${HIGH}`, class: "here" }, picture);
    picture.addEventListener("click", (event) => {
      const box = picture.getBoundingClientRect();
      const to = Math.round(((event.clientX - box.left) / box.width) * (comments.length - 1));
      document.dispatchEvent(new CustomEvent("kibitz:to", { detail: to }));
    });
    place.querySelector("svg")?.remove();
    place.append(picture);
  }

  function marks(comment) {
    document.getElementById("annotated")?.remove();
    const board = document.querySelector(".analyse .board");
    const cells = JSON.parse(document.getElementById("analysis").dataset.cells || "{}");
    const named = [...comment.matchAll(MARKS)].flatMap((one) => one[1].split(",")).map((one) => MARK.exec(one.trim()));
    const known = named.filter((one) => one && cells[one[2]] && (!one[3] || cells[one[3]]));
    if (!board || !known.length) return;
    const picture = made("svg", { id: "annotated", viewBox: "0 0 100 100", preserveAspectRatio: "none", "aria-hidden": "true" });
    for (const [, colour, from, to] of known) {
      const [x, y, size] = cells[from];
      const of = { class: `noted noted-${colour}` };
      if (!to) made("circle", { cx: x, cy: y, r: size * 0.46, ...of }, picture);
      else {
        const [right, low] = cells[to];
        const long = Math.hypot(right - x, low - y);
        const [across, down] = [(right - x) / long, (low - y) / long];
        const neck = [right - across * size * 0.4, low - down * size * 0.4];
        made("path", { d: `M${x} ${y}L${neck}`, ...of }, picture);
        const wing = size * 0.2;
        const head = [[right, low], [neck[0] - wing * down, neck[1] + wing * across], [neck[0] + wing * down, neck[1] - wing * across]];
        made("polygon", { points: head.join(" "), ...of }, picture);
      }
    }
    board.append(picture);
  }

  document.addEventListener("kibitz:line", (event) => {
    const { comments, ply } = event.detail;
    graph(comments, ply);
    marks(comments[ply] ?? "");
  });
}

"use strict";
// The value over the game for each player, for the first one where two are opponents; as `kibitz.web.board.value_chart` draws it.
// `worthsAt`: the moves of a position with their values, best first, as far as they are known; `shown`: the ply on the board.
function graphOf(positions, worthsAt, { words, sides, shown }) {
  const courses = words.duel ? [0] : sides.map((_, side) => side);
  const at = (number, side) => {
    const [best] = worthsAt(positions[number]);
    if (!best) return null;
    const { mover } = positions[number];
    const value = best.value.payoffs ? best.value.payoffs[side] : best.value.result;
    return { number, value: words.duel && mover === 1 ? -value : value, sure: best.value.kind === "exact" };
  };
  const lines = courses.map((side) => positions.map((_, number) => at(number, side)).filter(Boolean));
  if (lines.every((points) => points.length < 2)) return "";
  const values = lines.flatMap((points) => points.map(({ value }) => value));
  const [least, most] = [Math.min(words.duel ? -1 : 0, ...values), Math.max(1, ...values)];
  const [wide, high, left, edge] = [360, 130, 34, 12];
  const x = (number) => left + ((wide - left - edge) * number) / Math.max(8, positions.length - 1);
  const y = (value) => edge + ((high - 2 * edge) * (most - value)) / (most - least);
  const rules = [least, 0, most].map((value) => {
    const words_ = `<text class="kb-label" x="${left - 6}" y="${y(value) + 4}" font-size="11" text-anchor="end">${minus(amount(Number(value.toFixed(1))))}</text>`;
    return `<path class="kb-rule" d="M${left} ${y(value)}H${wide - edge}"/>${words_}`;
  });
  const drawn = lines.map((points, side) => {
    const path = points.map(({ number, value }, place) => `${place ? "L" : "M"}${x(number)} ${y(value)}`).join("");
    return `<path class="kb-course kb-p${side % 4}${points.every(({ sure }) => sure) ? "" : " kb-guess"}" d="${path}"/>`;
  });
  const here_ = `<path class="course-here" d="M${x(shown)} ${edge}V${high - edge}"/>`;
  return `<svg class="kb course" viewBox="0 0 ${wide} ${high}" aria-hidden="true" focusable="false">${here_}${rules.join("")}${drawn.join("")}</svg>`;
}

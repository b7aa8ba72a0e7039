// Values in words and as marks, as `kibitz.present.values` and `marks` write them.
const SIGNS = { exact: "", at_least: "\u2265", at_most: "\u2264", estimate: "\u2248" };
const LIMITS = { at_least: "at least", at_most: "at most" };
const MINUS = "\u2212";
const minus = (text) => text.replace(/(?<![\w\u2212-])-(?=[\d\u221e])/g, MINUS);
const NEAR = 0.05;

const guessed = (number) => {
  const text = Math.abs(number) >= 10 ? number.toFixed(0) : (Number(number.toFixed(1)) + 0).toFixed(1);
  return number < 0 || text.startsWith("-") ? text : `+${text}`;
};

class ValueWords {
  constructor({ sides, values, widths }) {
    Object.assign(this, values, { names: sides, widths });
  }

  mine(value, mover) {
    return value.payoffs ? value.payoffs[mover] : value.result;
  }

  outcome(value, mover) {
    const number = this.mine(value, mover);
    if (!this.duel) {
      const paid = value.payoffs ?? [number];
      const [least, most] = [Math.min(...paid), Math.max(...paid)];
      return least === most || (least < number && number < most) ? "draw" : number === most ? "win" : "loss";
    }
    const near = value.kind === "estimate" && !this.byMargin ? NEAR : 0;
    return number > near ? "win" : number < -near ? "loss" : "draw";
  }

  // The short text of a value: "+7" wins in 7 (or by 7), "=", "≈−0.3".
  mark(value, mover) {
    const number = this.mine(value, mover);
    let text;
    if (!this.duel || (this.chance && this.byMargin)) text = value.kind === "estimate" ? (Number(number.toFixed(1)) + 0).toFixed(1) : amount(number);
    else if (this.chance) text = `${(50 * (1 + number)).toFixed(0)}%`;
    else if (value.kind === "estimate") text = guessed(number);
    else if (number === 0) text = "=";
    else {
      const size = this.byMargin ? Math.abs(number) : value.plies;
      text = `${number > 0 ? "+" : "-"}${size === null ? "" : amount(size)}`;
    }
    return SIGNS[value.kind] + text.replace("-", MINUS);
  }

  // A position's value: "X wins in 7", "estimate −0.3 for X".
  say(value, mover) {
    const name = this.names[Math.max(mover, 0)];
    if (!this.duel) return minus(this.paid(value, name));
    if (this.chance) return minus(this.expected(value, name));
    if (value.kind === "estimate") return `estimate ${minus(guessed(value.result))} for ${name}`;
    const within = value.plies === null ? "" : ` in ${value.plies}`;
    const by = this.byMargin ? ` by ${amount(Math.abs(value.result))}` : "";
    if (value.kind !== "exact") return minus(`${LIMITS[value.kind]} ${this.result(value, by, within)} for ${name}`);
    if (value.result === 0) return "draw";
    return `${value.result > 0 ? name : this.names[1 - mover]} wins${by}${within}`;
  }

  result(value, by, within) {
    return value.result === 0 ? "a draw" : `${value.result > 0 ? "a win" : "a loss"}${by}${within}`;
  }

  // A move's value: "wins in 7", "loses by 4", "draw", "estimate +2.1".
  describe(value, mover) {
    if (!this.duel || this.chance) return this.say(value, mover);
    if (value.kind === "estimate") return `estimate ${minus(guessed(value.result))}`;
    if (value.kind !== "exact") return this.say(value, mover).replace(` for ${this.names[Math.max(mover, 0)]}`, "");
    if (value.result === 0) return "draw";
    const by = this.byMargin ? ` by ${amount(Math.abs(value.result))}` : "";
    return `${value.result > 0 ? "wins" : "loses"}${by}${value.plies === null ? "" : ` in ${value.plies}`}`;
  }

  paid(value, name) {
    const isGuess = value.kind === "estimate";
    const write = (number) => (isGuess ? number.toFixed(2) : amount(number));
    const average = this.chance && !isGuess ? " on average" : "";
    const text = value.payoffs
      ? value.payoffs.map((number, player) => `${this.names[player]} ${write(number)}`).join(", ") + average
      : `${write(value.result)}${average} for ${name}`;
    return value.kind === "exact" ? text : `${LIMITS[value.kind] ?? "estimate"} ${text}`;
  }

  expected(value, name) {
    const exact = value.kind === "exact";
    if (value.kind in LIMITS) return `${LIMITS[value.kind]} ${amount(value.result)} on average for ${name}`;
    if (!this.decisive) return exact ? `${amount(value.result)} on average for ${name}` : `estimate ${value.result.toFixed(2)} for ${name}`;
    if (exact && Math.abs(value.result) === 1) return `${value.result > 0 ? name : this.names[1 - this.names.indexOf(name)]} wins`;
    const share = 50 * (1 + value.result);
    return exact ? `${name} wins ${share.toFixed(1)} % of games` : `estimate ${name} wins ${share.toFixed(0)} % of games`;
  }

  // How a game ended; `names` for the players'.
  ending(payoffs, names) {
    const most = Math.max(...payoffs);
    const best = names.filter((_, player) => payoffs[player] === most);
    if (this.duel) {
      if (!payoffs.some(Boolean)) return "it is a draw";
      return `${best[0]} wins${this.byMargin ? ` by ${amount(most)}` : ""}`;
    }
    const text = payoffs.map((paid, player) => `${names[player]} ${amount(paid)}`).join(", ");
    if (best.length === names.length) return names.length === 1 ? text : `${text}; ${names.length === 2 ? "both" : "all"} do equally well`;
    return `${text}; ${best.join(" and ")} ${best.length === 1 ? "does" : "do"} best`;
  }

  // The verdict on a move, as `kibitz.present.marks.judged`. `values`: of the moves by their names, best first; `count`: the legal moves.
  judge(values, chosen, mover, count) {
    const said = (text, isGood = null) => ({ text, isGood });
    if (!values.has(chosen)) return said(values.size ? "Nothing is known of that move." : "You moved before the values were known.");
    const [[bestName, best]] = values;
    const got = values.get(chosen);
    const lost = this.mine(best, mover) - this.mine(got, mover);
    const isWhole = values.size === count;
    const sure = isWhole && [...values.values()].every((value) => value.kind === "exact");
    if (this.duel && !this.chance && !this.byMargin && best.kind === "exact" && got.kind === "exact") {
      if (sure || best.result > 0) return this.proved(best, got, values);
    } else if (sure) {
      if (lost <= 0) return said("That was the best move, and it is proved.", true);
      return said(`That gave away ${amount(lost)}: ${bestName} was better, and it is proved.`, false);
    }
    if (!isWhole && this.mine(best, mover) <= 0) {
      return said(`Yours: ${this.describe(got, mover)}; of some other moves nothing is known.`);
    }
    if (chosen === bestName || lost <= 0) return said("By the estimate, that was the best move.", true);
    const [better, yours] = [this.describe(best, mover), this.describe(got, mover)];
    const isAlike = better === yours || (this.duel && !this.chance && guessed(best.result) === guessed(got.result));
    if (isAlike) return said("By the estimate, no move was better.", true);
    return said(`By the estimate, ${bestName} was better: ${better}, and yours ${yours}.`, false);
  }

  // The verdict where both are proved.
  proved(best, got, values) {
    const names = { 1: "win", 0: "draw", "-1": "loss" };
    const [was, now] = [best, got].map((value) => names[Math.sign(value.result)]);
    if (was === now) {
      if (now === "loss") return { text: "It was lost already: every move loses here.", isGood: true };
      const slower = now === "win" && best.plies && got.plies && got.plies > best.plies;
      const more = slower ? `, though it could be won in ${best.plies}, and now takes ${got.plies}` : "";
      return { text: `You kept the ${now}${more}.`, isGood: true };
    }
    const better = [...values].filter(([, value]) => value.kind === "exact" && Math.sign(value.result) === Math.sign(best.result)).map(([name]) => name);
    const few = better.length <= 4 ? better : [...better.slice(0, 3), `${better.length - 3} others`];
    const were = few.length === 1 ? `${few[0]} was` : `${few.slice(0, -1).join(", ")} and ${few.at(-1)} were`;
    return { text: `That gave away a ${was}: now it is a ${now}. ${were} better.`, isGood: false };
  }

  legend(values) {
    const parts = this.duel && !this.chance ? [this.byMargin ? `+7 wins by 7, ${MINUS}7 loses by 7` : `+7 wins in 7, ${MINUS}7 loses in 7`, "= draw"] : [];
    if (values.some((value) => value.kind !== "estimate")) parts.push("solid: proved");
    if (values.some((value) => value.kind === "estimate")) parts.push("dashed, \u2248: an estimate");
    return parts.join("; ");
  }

  width(text) {
    const { narrow, broad, capital, other } = this.widths;
    return [...text].reduce((wide, letter) => {
      if (narrow.includes(letter)) return wide + 0.4;
      if (broad.includes(letter)) return wide + 1;
      return wide + (letter !== letter.toLowerCase() || letter > "~" ? capital : other); // as `kibitz.drawing.pen.width_of`
    }, 0);
  }

  // A label for a cell, as `kibitz.drawing.marks.WorthLabel` draws it.
  draw({ text, outcome, exact, best }, side, isSmall) {
    const [size, high] = isSmall ? [17.5 * 0.7, 24 * 0.7] : [17.5, 24];
    const sure = exact ? "exact" : "estimate";
    const sign = Object.values(SIGNS).includes(text[0]) ? text[0] : "";
    const letters = this.width(text.slice(sign.length)) + 0.6 * this.width(sign);
    const wide = Math.min(0.96 * side, Math.max(high, size * (letters + 0.5)));
    const box = (kind, width, height) => `<rect class="${kind}" x="${-width / 2}" y="${-height / 2}" width="${width}" height="${height}" rx="${height / 2}"/>`;
    const ring = best ? box("kb-w-best", Math.min(wide + 8, side), high + 8) : "";
    const small = Math.min(size, wide / (letters + 0.2));
    const before = sign ? `<tspan font-size="${0.6 * small}">${sign}</tspan>` : "";
    const written = `<text class="kb-wt-${outcome} kb-wt-${sure}" x="0" y="${0.36 * small}" font-size="${small}">${before}${text.slice(sign.length)}</text>`;
    return `${ring}${box(`kb-w-${outcome} kb-w-${sure}`, wide, high)}${written}`;
  }
}

// A line of moves by their names; for a game, whose `steps` it asks.
function lineNames(position, line) {
  const names = [];
  let here = position;
  for (const move of line) {
    const step = here.isOver ? undefined : this.steps(here).find((one) => one.move === move);
    if (!step) break;
    names.push(step.name);
    here = here.play(move);
  }
  return names;
}

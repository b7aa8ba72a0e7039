/* Hide and predict. A question is asked only where what is shown decides it; a right answer is right in any of its forms. */

const answers = new Map(); /* event: true, false, or null for one that was shown */
let questions = []; /* the events before which one is asked */

/* What is asked before the event of that number happens; null for nothing. */
function questionAt(time) {
  if (playouts) return null;
  const node = kinds[time] === ENTER ? data.parent[places[time]] : places[time];
  if (node < 0 || kinds[time] === RETURN || isLeaf(node) || byChance(node) || hidden(node)) return null;
  const back = children[node].filter((child) => isBack(child, time));
  if (!back.length || asksBelow(node)) return null;
  if (kinds[time] === LEAVE && isWhole(node)) return asksValue(node, time) ? { asks: "value", node } : null;
  const cut = kinds[time] === LEAVE && isCut(node);
  const goesOn = kinds[time] === ENTER && data.move[places[time]] !== data.move[back[back.length - 1]];
  const [low, high] = windowAt(node, time);
  if (!hasWindows || (!cut && !goesOn) || !Number.isFinite(low) || !Number.isFinite(high)) return null;
  return cut === low >= high ? { asks: "cut", node, cut } : null;
}

/* Whether the values that have come back make the value of the node. */
function asksValue(node, time) {
  const value = worth(node), final = finalChildren(node, time), best = bestAt(node, time);
  const moves = new Set(children[node].map((child) => data.move[child])).size;
  if (!value || best === null || final.length < moves || moves < 2) return false; /* the only move says it already */
  if (!data.vectors) return Math.abs(worth(best).result - value.result) < 1e-9;
  const equal = final.filter((child) => gain(node, worth(child)) === gain(node, worth(best)));
  return equal.every((child) => String(worth(child).payoffs) === String(value.payoffs));
}

/* How far the reader may go: to the first question that is not answered. */
function barrier() {
  const ahead = questions.find((time) => !answers.has(time));
  return ahead === undefined ? end : ahead - 1;
}

/* Whether an answer in the reader's words is right about a node's value, and what to say of it; null for no answer at all. */
function judge(text, node) {
  const value = worth(node), plain = text.trim().toLowerCase().replace(/[−–]/g, "-");
  const [, front, body] = /^(at\s*least|at\s*most|>=|<=|≥|≤|exactly|about|=|≈|~)?\s*(.*)$/.exec(plain);
  const says = /least|>=|≥/.test(front) ? AT_LEAST : /most|<=|≤/.test(front) ? AT_MOST : null;
  const given = numbersIn(body), real = data.vectors ? value.payoffs : [value.result];
  if (given.some(Number.isNaN) || given.length !== real.length) {
    const wanted = `Type ${real.length} numbers, one for each player.`;
    return { right: null, why: data.vectors ? wanted : "Type a number, or “at most” or “at least” and a number." };
  }
  const is = `it is worth ${value.words}${forHero()}`;
  if (!given.every((one, at) => isShown(one, real[at]))) {
    if (!isLoose(given[0], says, node)) return { right: false, why: `${capital(is)}.` };
    return { right: true, why: `True, and all that matters for its window; this search keeps the sharper number: ${value.words}.` };
  }
  if (value.says === EXACT) return { right: true, why: says === null ? `${capital(is)}.` : `True, and more is known: ${is}, exactly.` };
  if (front === "exactly") return { right: false, why: `The number is right, but only as a limit: ${is}.` };
  if (says === null || says === value.says) return { right: true, why: `${capital(is)}.` };
  return { right: false, why: `The number is right, but not the direction: ${is}.` };
}

function numbersIn(text) {
  const bare = text.replace(/\s+in\s+\d+$/, "").replace(/^[([]|[)\]]$/g, "").trim();
  const parts = data.vectors ? bare.split(/[\s,;]+/) : [bare.replace(",", ".")];
  return parts.map((part) => (part === "" ? NaN : Number(part)));
}

/* A search that keeps to its window would return the window's end: true, if less sharp than what this one returns. */
function isLoose(given, says, node) {
  const { result, says: real } = worth(node), [low, high] = windowOf(node);
  if (data.vectors || says === null || says !== real) return false;
  return says === AT_MOST ? isShown(given, low) && low >= result : isShown(given, high) && high <= result;
}

/* A number counts as given when it is the one that pages show. */
function isShown(given, real) {
  const shown = real === Math.trunc(real) ? 0 : Math.abs(real) >= 0.1 ? 0.005 : Math.abs(real) * 0.05;
  return Math.abs(given - real) <= shown + 1e-9;
}

function showQuiz() {
  show(byId("quiz"), hiding);
  if (!hiding) return;
  const asked = now + 1 <= end && !answers.has(now + 1) ? questionAt(now + 1) : null;
  const marks = [...answers.values()], right = marks.filter((mark) => mark).length;
  const tried = marks.filter((mark) => mark !== null).length;
  show(byId("value-form"), asked && asked.asks === "value");
  show(byId("cut-form"), asked && asked.asks === "cut");
  show(byId("reveal"), asked);
  show(byId("further"), !asked && barrier() < end);
  byId("question").textContent = asked ? wording(asked) : barrier() === end ? "That was the last question." : "";
  const asks = tells() ? `; ${marks.length} of ${questions.length} questions seen` : "";
  byId("score").textContent = tried || tells() ? `${right} of ${tried} right${asks}.` : "";
  if (asked) {
    byId("answer").value = "";
    say("", "");
  }
}

function wording({ asks, node }) {
  const name = node === 0 ? "the root" : `the position after ${pathTo(node).slice(1).map(moveName).join(" ")}`;
  if (asks === "value") return `All moves from ${name} have been looked at. What value does the search return here${forHero()}?`;
  const [low, high] = windowAt(node, now);
  const known = `${capital(who(node))} is to move in ${name}, and now α = ${round(low)}, β = ${round(high)}.`;
  return `${known} Will the search look at another move here, or is the rest cut?`;
}

/* What a value was made of. */
function madeOf(node) {
  const values = finalChildren(node, left[node]).map((child) => worth(child).words);
  if (data.vectors) return `${capital(side(node))} takes the best of ${values.join(", ")}.`;
  return `${capital(side(node))} takes the ${maximises(node) ? "largest" : "smallest"} of ${values.join(", ")}.`;
}

function say(kind, text) {
  byId("verdict").className = kind;
  byId("verdict").textContent = text;
}

/* An answer was given: mark it, and let the search go on by the step that shows it. */
function answered(right, why) {
  const time = now + 1;
  answers.set(time, right);
  goTo(time);
  say(right ? "right" : right === false ? "wrong" : "", `${right ? "✓ Right. " : right === false ? "✗ Not so. " : ""}${why}`);
  byId(byId("further").hidden ? "again" : "further").focus();
}

function answerCut(cuts) {
  const { node, cut } = questionAt(now + 1), [low, high] = windowAt(node, now);
  const goesOn = `It goes on: α = ${round(low)} is still below β = ${round(high)}, so another move here can matter.`;
  const because = cut ? `The rest is cut: α = ${round(low)} is no longer below β = ${round(high)}.` : goesOn;
  answered(cuts === null ? null : cuts === cut, because);
}

byId("value-form").addEventListener("submit", (event) => {
  event.preventDefault();
  const { right, why } = judge(byId("answer").value, questionAt(now + 1).node);
  if (right === null) say("", why);
  else answered(right, `${why} ${madeOf(questionAt(now + 1).node)}`);
});
press("cuts", () => answerCut(true));
press("goes-on", () => answerCut(false));
press("reveal", () => {
  const { asks, node } = questionAt(now + 1);
  if (asks === "cut") answerCut(null);
  else answered(null, `It is worth ${worth(node).words}${forHero()}. ${madeOf(node)}`);
});
press("further", () => {
  walk(barrier());
  const field = byId("value-form").hidden ? byId("goes-on") : byId("answer");
  if (!byId("value-form").hidden || !byId("cut-form").hidden) field.focus();
});
press("again", () => begin());
press("predict", () => {
  hiding = !hiding;
  byId("predict").setAttribute("aria-pressed", hiding);
  play(false);
  if (hiding) begin();
  else goTo(end);
});

const findQuestions = () => kinds.map((_, time) => time).filter((time) => questionAt(time));

/* From the start of the search to its first question. */
function begin() {
  questions = findQuestions();
  answers.clear();
  goTo(questions.length ? barrier() : 0);
  say("", "");
}

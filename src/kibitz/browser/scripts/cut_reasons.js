// Why a textbook search cut, in words: as `kibitz.explain.tree.cut_reason` and `sentences`. A position is cut when one player has
// something as good elsewhere, and only a guarantee counts.

const CLOSE = 1e-4; // payoffs are written down to six digits
const COUNTS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
const pliesText = (count) => `${COUNTS[count] ?? count} ${count === 1 ? "ply" : "plies"}`;
const moveText = (name) => (/^\d+$/.test(name) ? `move ${name}` : name);

// Whether the value is a lower and an upper bound for MAX: as far as the search sees, and proved.
function limitsOf(node) {
  const both = claimsOf(node);
  return node.isUpright ? both : both.map(([least, most]) => [most, least]);
}

// What one move guarantees to a player; numbers are MAX's, or the player's own where each has one.
function promiseOf(node, gains, number, exact, proved) {
  const { scale } = node.tree.trace;
  const result = proved && scale !== null ? scale.result(number)[0] : node.tree.number(number);
  return { player: node.mover, gains, number, result, exact, proved };
}

// The guarantee of the player who moved to `child`; null where the search cannot tell.
function promised(child) {
  const above = child.parent;
  if (above === null || above.byChance || child.reason === "unfinished") return null;
  const gains = above.maximises;
  const [claims, held] = limitsOf(child);
  if (!claims[Number(!gains)]) return null;
  const number = gains || child.tree.trace.scale === null ? brought(child) : tidy(-brought(child));
  return promiseOf(above, gains, number, claims.every(Boolean), held[Number(!gains)]);
}

const isUtmost = ({ gains, result }, { limits }) => (gains ? result >= limits.most : result <= limits.least);
const isHollow = ({ gains, result }, { limits }) => (gains ? result <= limits.least : result >= limits.most) && limits.least < limits.most;
const seenBefore = (child, above) => above.children.filter((one) => one.index < child.index && one.move !== child.move);
const mostBy = (list, key) => list.reduce((best, one) => (best === null || key(one) > key(best) ? one : best), null);

// Why moves of this node were skipped; null where none were.
function cutReason(node) {
  if (node.reason !== "cut" || !node.skipped.length) return null;
  const { trace } = node.tree;
  if (trace.vectors) return reasonByShares(node);
  const value = trace.value(node.index);
  const number = trace.scale !== null && !node.maximises ? tidy(-value) : value;
  let [by, held] = [null, null];
  if (node.byChance) {
    const [[least, most], sure] = limitsOf(node);
    held = promiseOf(node, least, number, least && most, sure[Number(!least)]);
  } else [by, held] = refuter(node);
  const refused = refusalOf(node, held.gains, number);
  if (refused !== null && isHollow(refused.offer, node.tree)) return { node, by, held, refused: null, isUtmost: true };
  return { node, by, held, refused, isUtmost: trace.scale === null && isUtmost(held, node.tree) };
}

function refuter(node) {
  const found = node.children.map((child) => [child, promised(child)]).filter(([, sure]) => sure !== null);
  const numbers = found.map(([, sure]) => sure.number);
  const best = node.maximises ? Math.max(...numbers) : Math.min(...numbers);
  return found.filter(([, sure]) => sure.number === best).at(-1);
}

// The nearest ancestor whose player has as much by another move.
function refusalOf(node, gains, number) {
  let [averaged, seesAll, passed, child] = [false, true, number, node];
  for (const above of node.above) {
    if (above.byChance) {
      const mean = averageOf(child, above, gains, passed);
      if (mean === null) return null;
      averaged = true;
      passed = mean.worth;
      seesAll &&= mean.isSure;
    } else if (above.maximises !== gains) {
      const found = seenBefore(child, above).map((instead) => ({ instead, offer: promised(instead) })).filter(({ offer }) => offer !== null);
      const best = mostBy(found, ({ offer }) => (gains ? -offer.number : offer.number));
      if (best !== null && (gains ? best.offer.number <= passed : best.offer.number >= passed)) {
        return { ancestor: above, ...best, passed, averaged, seesAll };
      }
    }
    child = above;
  }
  return null;
}

// The bound on an average if one outcome is worth `number`, and whether nothing in it is an estimate.
function averageOf(child, chance, gains, number) {
  const { limits, trace } = chance.tree;
  const furthest = gains ? limits.least : limits.most;
  const known = new Map();
  let isSure = true;
  for (const other of seenBefore(child, chance)) {
    const [claims, held] = limitsOf(other);
    if (!claims[Number(!gains)] || other.reason === "unfinished") continue;
    const before = known.get(other.move) ?? furthest;
    const value = trace.value(other.index);
    known.set(other.move, gains ? Math.max(before, value) : Math.min(before, value));
    isSure &&= held[Number(!gains)];
  }
  known.set(child.move, number);
  const { chances } = chance;
  const worth = sum(chances.map(([outcome, weight]) => weight * (known.get(outcome) ?? furthest))) / sum(chances.map(([, weight]) => weight));
  return Number.isFinite(worth) ? { worth, isSure } : null;
}

// The reason where each player has a number: an ancestor refuses, or there is no more to get.
function reasonByShares(node) {
  const { trace, limits, rules } = node.tree;
  const share = (one, player, proved) => {
    const paid = trace.payoffs(one.index)[player];
    return { player, gains: true, number: paid, result: paid, exact: false, proved };
  };
  const by = node.finalChildren.at(-1);
  const held = share(node, node.mover, limitsOf(by)[1][0]);
  const { ownLeast, ownMost, together } = limits;
  let child = node;
  for (const above of node.above) {
    if (above.byChance) break;
    if (above.mover !== node.mover) {
      const passed = together - ownLeast * (rules.players - 2) - held.result;
      const found = seenBefore(child, above).filter((one) => limitsOf(one)[0].every(Boolean));
      if (!found.length) break;
      const instead = mostBy(found, (one) => trace.payoffs(one.index)[above.mover]);
      const offer = share(instead, above.mover, limitsOf(instead)[1].every(Boolean));
      if (passed > offer.number + CLOSE * (1 + Math.abs(passed))) break;
      return { node, by, held, refused: { ancestor: above, instead, offer, passed, averaged: false, seesAll: true }, isUtmost: false, isShared: true };
    }
    child = above;
  }
  const isNoMore = held.result >= together - ownLeast * (rules.players - 1) - CLOSE * (1 + Math.abs(ownMost));
  return { node, by, held, refused: null, isUtmost: isNoMore, isShared: isNoMore };
}

// The reason in words.
class CutSentence {
  constructor(reason) {
    const { node } = reason;
    const { tree } = node;
    Object.assign(this, reason, { tree, names: tree.players, max: tree.players[tree.hero] });
    const { says, bestResult } = tree.rules;
    this.byChance = says.chances;
    this.isDecided = says.result && !says.chances && bestResult === 1;
    this.isProved = this.held.proved && (this.refused === null || (this.refused.offer.proved && this.refused.seesAll));
    this.isHollow = !this.isShared && isHollow(this.held, tree);
  }

  text() {
    const { refused } = this;
    if (refused !== null && this.isHollow && !refused.averaged) return `Cut${this.seen}: ${this.settled(refused)}; ${this.rest}.`;
    let middle = ". Nothing beyond that can matter further up";
    if (refused !== null) middle = this.refusal(refused);
    else if (this.isUtmost) middle = this.isShared ? ", and there is no more to get" : `. ${this.utmost}`;
    return `${this.opening}${middle}; ${this.rest}.`;
  }

  // How far the reason holds: "" where it is proved.
  get seen() {
    const { depth } = this.tree.trace;
    return this.isProved ? "" : `, as far as this search${depth === null ? "" : ` of ${pliesText(depth)}`} sees`;
  }

  get opening() {
    const { held, by, refused } = this;
    if (this.isHollow && refused !== null) return `Cut${this.seen}: whatever comes of this position, ${this.passing(refused)}`;
    if (by === null) {
      const limit = held.gains ? "at least" : "at most";
      return `Cut${this.seen}: whatever the other outcomes bring, ${this.max} gets ${limit} ${this.number(held.result, held.proved)} here`;
    }
    const name = this.names[held.player];
    return `Cut${this.seen}: with ${moveText(by.name)} ${this.isShared ? this.share(name) : `${this.statement(held, name)} here`}`;
  }

  get utmost() {
    const { held, max } = this;
    if (this.names.length === 2) return `Nothing is better for ${this.names[held.player]}`;
    return `Nothing is ${held.gains ? "better" : "worse"} for ${max}`;
  }

  get rest() {
    const [one, many] = this.by === null ? ["outcome", "outcomes"] : ["move", "moves"];
    const others = this.node.skipped.length;
    const count = others === 1 ? `one other ${one}` : `${others} other ${many}`;
    const isAbove = this.isShared || (this.refused !== null && (this.refused.averaged || !this.isHollow));
    return isAbove ? `its ${count} need not be looked at` : `the ${count} here need not be looked at`;
  }

  share(name) {
    const about = this.isProved ? "" : "about ";
    const mine = about + amount(this.held.result);
    if (this.refused === null) return `${name} gets ${mine} here`;
    const { ancestor, passed } = this.refused;
    return `${name} gets at least ${mine} here, which leaves ${this.names[ancestor.mover]} at most ${about}${amount(passed)}`;
  }

  elsewhere({ ancestor, instead, offer }) {
    const shared = `get ${this.isProved ? "" : "about "}${amount(offer.result)}`;
    const does = `can play ${moveText(instead.name)} and ${this.isShared ? shared : this.ability(offer)}`;
    const where = ancestor.ply === 0 ? "at the root" : `${pliesText(this.node.ply - ancestor.ply)} earlier`;
    return [this.names[ancestor.mover], where, does];
  }

  settled(refused) {
    const [name, where, does] = this.elsewhere(refused);
    return `${where} ${name} ${does}, and nothing here can be better for ${name}`;
  }

  passing({ passed, seesAll }) {
    const limit = this.held.gains ? "at least" : "at most";
    const share = this.number(this.tree.number(passed), seesAll && this.held.proved);
    return `to come this way is worth ${limit} ${share} to ${this.max}`;
  }

  refusal(refused) {
    const [name, where, does] = this.elsewhere(refused);
    const passing = refused.averaged && !this.isHollow ? `. T${this.passing(refused).slice(1)}` : "";
    if (this.isEqual(refused)) {
      return `${passing}. ${where[0].toUpperCase()}${where.slice(1)} ${name} ${does} anyway, so ${name} gains nothing by allowing this position`;
    }
    return `${passing}. But ${where} ${name} ${does}, so ${name} never allows this position`;
  }

  // Whether the ancestor does only as well elsewhere, which is enough.
  isEqual({ passed, offer }) {
    const { tree } = this;
    if (passed === offer.number) return true;
    if (tree.trace.vectors) return Math.abs(offer.number - passed) <= CLOSE * (1 + Math.abs(passed));
    const isWhole = tree.trace.scale !== null && this.isProved;
    return !isWhole && amount(tree.number(passed)) === amount(tree.number(offer.number));
  }

  statement(promise, name) {
    const [does, , what] = this.verb(promise);
    return `${name}${this.isHelped(promise) ? ", helped by the others," : ""} ${does} ${what}`;
  }

  ability(promise) {
    const [, do_, what] = this.verb(promise);
    return `${this.isHelped(promise) ? "with the help of the others " : ""}${do_} ${what}`;
  }

  isHelped({ gains }) {
    return this.names.length > 2 && !gains;
  }

  // The verb after the name, after "can", and what follows both.
  verb({ gains, result, exact, proved }) {
    if (this.isDecided && proved && [-1, 0, 1].includes(result)) {
      const mine = gains ? result : -result;
      if (mine === 0) return ["is sure of", "be sure of", exact ? "a draw" : "at least a draw"];
      return mine > 0 ? ["is sure of", "be sure of", "a win"] : ["can do", "do", "no worse than lose"];
    }
    const number = this.number(result, proved);
    if (gains) return ["gets", "get", `${exact ? "" : "at least "}${number}`];
    return ["keeps", "keep", `${this.max} to ${exact ? "" : "at most "}${number}`];
  }

  number(result, proved) {
    return `${proved ? "" : "about "}${amount(rounded(result, 6))}${this.byChance && proved ? " on average" : ""}`;
  }
}

// How searches count what a state is worth, and what of it is proved: as `kibitz.search.parts.scores` and `scale`.
// A packed value is a number times four plus two bits, LOW and HIGH; these exceed 32 bits, so they are taken apart by division.

const LOW = 2;
const HIGH = 1;
const FINE = 4096;
const COARSE = 512;
const PLIES = 256;
const REACH = 3;
const KINDS = ["estimate", "at_most", "at_least", "exact"];

const number = (packed) => Math.floor(packed / 4);
const proofs = (packed) => packed - 4 * Math.floor(packed / 4);
const packedOf = (value, bits) => value * 4 + bits;
const NONE = packedOf(-INFINITE, HIGH);

// A value as people see it, as `kibitz.core.thought.Value`; `payoffs` where each player has a number.
const worth = (kind, result, plies = null, payoffs = null) => ({ kind, result: result || 0, plies, payoffs });
const MIRRORED = { exact: "exact", at_least: "at_most", at_most: "at_least", estimate: "estimate" };
const opposite = (value) => worth(MIRRORED[value.kind], -value.result, value.plies);
const orderOf = (value) => [value.result, value.result > 0 ? -(value.plies ?? 0) : (value.plies ?? 0)];

class Scale {
  constructor(most, known, distance, exact = false, adds = false) {
    Object.assign(this, { most, known, distance, exact, adds });
    this.unit = exact ? (distance ? PLIES : 1) : most === 1 ? FINE : COARSE;
    this.mask = distance ? this.unit - 1 : 0;
    this.bits = Math.floor(Math.log2(most * this.unit * (adds ? REACH : 1))) + 2;
    this.ceiling = known ? most * this.unit - Number(distance) : 2 ** 39;
  }

  static of(rules, distance, exact = false) {
    const adds = rules.hasReward;
    const known = rules.bestResult !== null;
    return new Scale(known ? Math.max(1, rules.bestResult) : 127, known, distance && !adds, exact, adds);
  }

  wider(largest) {
    return new Scale(Math.min(32 * this.most, largest + 1), false, this.distance, this.exact, this.adds);
  }

  keepsProofs(layout) {
    return this.bits <= layout.proofBits;
  }

  clamp(deepest) {
    if (this.adds) return this.most * this.unit;
    return this.most * this.unit - (this.known ? deepest + 2 : 1);
  }

  // `depth`: given for a minimax value of that depth, not a bound of one.
  value(packed, depth, deepest) {
    let kind = KINDS[proofs(packed)];
    if (kind !== "exact" && depth !== null && this.isEnd(number(packed), deepest)) kind = "exact";
    if (kind === "estimate") return worth("estimate", rounded(number(packed) / this.unit, 4));
    return worth(kind, ...this.result(number(packed)));
  }

  isEnd(value, deepest) {
    return this.known && !this.exact && !this.adds && Math.abs(value) > this.clamp(deepest);
  }

  result(value) {
    const whole = Math.abs(value) + this.unit - 1;
    const result = Math.floor(whole / this.unit);
    const plies = this.unit - 1 - (whole % this.unit);
    const signed = value > 0 ? result : -result || 0;
    return value === 0 || !this.distance || plies === this.unit - 1 ? [signed, null] : [signed, plies];
  }
}

// The remainder as Python has it, for the low bits of numbers beyond 32 bits.
const lowBits = (value, mask) => (mask === 0 ? 0 : ((value % (mask + 1)) + mask + 1) % (mask + 1));

function ageScore(value, mask) {
  if (value > 0) return lowBits(value, mask) === 1 || mask === 0 ? value : value - 1;
  if (value < 0) return lowBits(-value, mask) === 1 || mask === 0 ? value : value + 1;
  return 0;
}

const unageScore = (value, mask) => (mask === 0 || value === 0 ? value : value > 0 ? value + 1 : value - 1);

function backUpScore(packed, sign, mask) {
  const value = ageScore(number(packed), mask);
  const bits = proofs(packed);
  return sign > 0 ? packedOf(value, bits) : packedOf(-value, ((bits & 1) << 1) | ((bits & 2) >> 1));
}

function alphaToChild(bound, mask) {
  if (mask === 0) return bound;
  if (bound < 0) return lowBits(-bound, mask) === 1 ? bound : bound - 1;
  return lowBits(bound, mask) === 0 ? bound : bound + 1;
}

const betaToChild = (bound, mask) => -alphaToChild(-bound, mask);

function windowBelow(alpha, beta, sign, mask) {
  const [low, high] = sign > 0 ? [alpha, beta] : [-beta, -alpha];
  return [alphaToChild(low, mask), betaToChild(high, mask)];
}

function betterScore(best, packed) {
  const both = proofs(best) & proofs(packed) & HIGH;
  if (number(packed) > number(best)) return packedOf(number(packed), (proofs(packed) & LOW) | both);
  if (number(packed) === number(best)) return packedOf(number(best), ((proofs(best) | proofs(packed)) & LOW) | both);
  return packedOf(number(best), (proofs(best) & LOW) | both);
}

const isSurer = (packed, best, clamp) =>
  number(packed) === number(best) && (proofs(packed) & LOW & ~proofs(best)) !== 0 && Math.abs(number(best)) <= clamp;

const concludeAllMoves = (best, ceiling) =>
  proofs(best) & LOW && number(best) >= ceiling ? packedOf(number(best), proofs(best) | HIGH) : best;

const concludeAfterCut = (best, ceiling) => concludeAllMoves(packedOf(number(best), proofs(best) & LOW), ceiling);

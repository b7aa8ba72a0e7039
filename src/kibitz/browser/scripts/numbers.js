// Numbers as Python and the kernels have them.

class RulesError extends Error {}
class SearchStopped extends Error {}

const INFINITE = 2 ** 40; // beyond any value of a search
const MASK = (1n << 64n) - 1n;
const SPREAD = 0x9e3779b97f4a7c15n;
const FOLD = 0xd6e8feb86659fd93n;

// A hash of two words, as `kibitz.kernel.hashes.mixed`.
function mixed(seed, word) {
  let stirred = (((seed ^ word) & MASK) * SPREAD) & MASK;
  stirred = ((stirred ^ (stirred >> 32n)) * FOLD) & MASK;
  return stirred ^ (stirred >> 29n);
}

// Rounded to so many decimals as Python rounds: of two that are equally near, to the even one.
function rounded(number, decimals = 0) {
  const exact = number.toFixed(60); // every double between 1e-9 and 1e21 that lies half way is written out here
  const point = exact.indexOf(".");
  const rest = exact.slice(point + 1 + decimals);
  const near = Number(number.toFixed(decimals));
  if (!/^50*$/.test(rest)) return near === 0 ? 0 : near;
  const below = Number(exact.slice(0, decimals ? point + 1 + decimals : point));
  const last = Number(exact[decimals ? point + decimals : point - 1]);
  return (last % 2 === 0 ? below : near) || 0;
}

// A payoff: whole, or with two decimals, or two figures if small.
function amount(number) {
  if (Number.isInteger(number)) return String(number);
  if (Math.abs(number) < 0.1) {
    const near = rounded(number, 1 - Math.floor(Math.log10(Math.abs(number))));
    return Math.abs(near) < 1e-4 ? near.toExponential().replace(/e-(\d)$/, "e-0$1") : String(near);
  }
  const text = String(rounded(number, 2));
  return text.includes(".") ? text : number.toFixed(2);
}

const sum = (numbers) => numbers.reduce((total, one) => total + one, 0);

// `order` sorts by the numbers of a key, one after the other, the least first.
const inOrder = (one, other) => {
  for (let at = 0; at < one.length; at++) if (one[at] !== other[at]) return one[at] - other[at];
  return 0;
};
const sortedBy = (list, key) => list.map((one) => [key(one), one]).sort((a, b) => inOrder(a[0], b[0])).map(([, one]) => one);

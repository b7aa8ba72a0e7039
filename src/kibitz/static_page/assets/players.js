"use strict";
// The players above and below the board, and the card after a game; as the page of `kibitz serve` has them.

// `seats`: the level of each side, 0 for a person.
function showPlayers(game, position, seats) {
  const levels = byId("seats")?.querySelector("select")?.options ?? [];
  const isAlone = seats.filter((level) => level === 0).length === 1;
  const bottom = game.data.bottom ?? 0;
  const lower = game.isTurned ? 1 - bottom : bottom;
  const [before, now] = [game.start, position].map((one) => menOf(game, one));
  const isCounted = game.data.isCounted && String(before) !== String(now);
  const hands = game.hands(position);
  seats.forEach((level, side) => {
    const bar = document.querySelector(`[data-player="${side}"]`);
    const place = byId(seats.length === 2 && side !== lower ? "above" : "below");
    if (bar.parentNode !== place) place.append(bar);
    const [first, ...rest] = level ? levels[level].textContent : isAlone ? "You" : "";
    bar.classList.toggle("moves-now", !position.isOver && !position.isChance && position.mover === side);
    bar.querySelector(".whose").textContent = first ? `${first.toUpperCase()}${rest.join("")}` : game.sides[side];
    bar.querySelector(".quiet").textContent = first ? game.sides[side] : "";
    const [hand, emblem] = [hands[side] ?? 0, bar.querySelector("svg")];
    bar.querySelector(".men").replaceChildren(...Array.from({ length: emblem ? hand : 0 }, () => emblem.cloneNode(true)));
    bar.querySelector(".hand").textContent = hand ? `${hand} in hand` : "";
    bar.querySelector(".counted").hidden = !isCounted;
    bar.querySelector(".counted").firstChild.data = isCounted ? now[side] : "";
  });
}

// How many men each side has on the board.
function menOf(game, position) {
  if (!game.data.isCounted) return [];
  const men = [...game.row(position)].flatMap((piece) => (piece && game.pieces[piece - 1].isMan ? [game.pieces[piece - 1].owner] : []));
  return game.sides.map((_, side) => men.filter((owner) => owner === side).length);
}

// The result as the only person sees it: "You won!", "Black won.", "A draw.".
function resultOf(payoffs, seats, called) {
  const most = Math.max(...payoffs);
  const winners = payoffs.flatMap((paid, side) => (paid === most ? [side] : []));
  if (winners.length === payoffs.length && winners.length > 1) return "A draw.";
  const people = seats.flatMap((level, side) => (level === 0 ? [side] : []));
  if (people.length !== 1 || payoffs.length === 1) return payoffs.length === 1 ? "The game is over." : `${winners.map(called).join(" and ")} won.`;
  if (!winners.includes(people[0])) return "You lost.";
  return winners.length === 1 ? "You won!" : "You share the win.";
}

// The last move that gave a proved win or draw away: its number, the one who made it, and what there was and what was left, each as
// -1, 0 or 1. `worthsAt`: what is known of the moves of a position, the best first.
function turningPoint(positions, made, worthsAt) {
  for (let at = made.length - 1; at >= 0; at--) {
    const known = worthsAt(positions[at]);
    const got = known.find(({ move }) => move === made[at].move)?.value;
    if (!got || made[at].side < 0) continue;
    const [{ value: best }] = known;
    const had = ["exact", "at_least"].includes(best.kind) ? Math.sign(best.result) : -1;
    const left = ["exact", "at_most"].includes(got.kind) ? Math.sign(got.result) : 1;
    if (had > left) return { at, side: made[at].side, had, left };
  }
  return null;
}

// The card of a game that is over. `look` and `retry` go to the position before a move.
function showEnding(card, { game, positions, made, worthsAt, seats, called, look, retry }) {
  const { words } = game;
  const isYou = (side) => seats[side] === 0 && seats.filter((level) => level === 0).length === 1;
  const turned = words.duel && !words.chance ? turningPoint(positions, made, worthsAt) : null;
  card.querySelector(".result").textContent = resultOf(positions.at(-1).payoffs, seats, called);
  const where = card.querySelector(".turned");
  card.querySelector(".row").hidden = !turned;
  if (!turned) return (where.textContent = "A review shows what each move was worth.");
  const { at, side, had, left } = turned;
  const who = isYou(side) ? "You" : called(side);
  const lost = left === 0 ? "gave it away" : "lost the game";
  where.textContent = `${who} could have forced a ${had > 0 ? "win" : "draw"} until move ${at + 1} (${made[at].name}), which ${lost}. Proved.`;
  const [lookAt, again] = card.querySelectorAll("button");
  lookAt.onclick = () => look(at);
  again.onclick = () => retry(at);
  again.hidden = seats[side] !== 0;
}

// What the worker of a page answers: each question has a number, moves from the start, and a job.

function serve(scope) {
  let rules = null;
  const players = new Map(); // by seat
  const at = (moves) => moves.reduce((position, move) => position.play(move), rules.root);
  const jobs = {
    // The move of a level; `seat` keeps what it remembers.
    play({ seat, level }, position, tell) {
      let player = players.get(seat);
      if (player?.level.number !== level) {
        player?.give();
        player = new Player(rules, rules.levels[level - 1]);
        players.set(seat, player);
      }
      return player.think(position, tell);
    },
    weigh({ seconds }, position, tell) {
      return weigh(rules, position, rules.levels.at(-1), seconds, tell);
    },
    search({ request }, position, tell) {
      return think(rules, position, request, tell);
    },
    tree(asked, position) {
      return showTree(rules, position, asked);
    },
  };
  scope.addEventListener("message", ({ data: { number: asked, open, moves, job } }) => {
    try {
      if (open) {
        rules = new Rules(open.data, open.codes, open.most);
        scope.postMessage({ number: asked, thought: null });
        return;
      }
      const tell = (thought) => scope.postMessage({ number: asked, thought, more: true });
      scope.postMessage({ number: asked, thought: jobs[job.kind](job, at(moves), tell) });
    } catch (wrong) {
      scope.postMessage({ number: asked, wrong: wrong instanceof NoMemory ? wrong.message : String(wrong.message || wrong) });
    }
  });
}

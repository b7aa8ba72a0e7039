"""A report in sentences, section by section, each figure with its error."""

from dataclasses import dataclass

from kibitz.core.registry import spec_of
from kibitz.core.rules import says
from kibitz.explain.report.report import DECIDED, HOLDS, GameReport, OpeningScore, Results, SkillStep, TreeSize

ROUGH = 0.5  # of an estimate: beyond that its error says little
DIGITS = 15  # of a number that is written out; larger ones are powers of ten
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
MOST_NAMES = 3  # names of moves that mirror each other, before there are too many


@dataclass(frozen=True)
class ReportSection:
    """A section of a report; `name` is for programs and plots."""

    name: str
    title: str
    sentences: tuple[str, ...]


def sections(report: GameReport) -> tuple[ReportSection, ...]:
    """All sections in order; one without data says so."""
    parts = (
        ("basis", f"Report on {spec_of(report.sample.game)}", basis(report)),
        ("results", "Who wins", results(report)),
        ("length", "How long it takes", length(report)),
        ("branching", "How much choice there is", branching(report)),
        ("positions", "How large it is", positions(report)),
        ("skill", "Whether skill pays", skill(report)),
        ("decided", "How early it is decided", decided(report)),
        ("moves", "How much a move matters", moves(report)),
        ("openings", "First moves", openings(report)),
    )
    return tuple(ReportSection(name, title, tuple(lines)) for name, title, lines in parts)


def basis(report: GameReport) -> list[str]:
    """The basis of the report."""
    sample, order = report.sample, report.sample.order
    games = len(sample.equal) + len(sample.opened) + len(sample.stronger)
    lines = [
        f"From {games:,} games of players and {len(sample.random):,} random games, seed {order.seed}. Equal players search "
        f"{order.playouts:,} random games a move."
    ]
    if not sample.is_whole:
        lines.append(f"Stopped early, after {len(sample.equal)} of {order.games} rounds.")
    if report.endless:
        lines.append(f"{report.endless} of {len(sample.equal)} games of players were cut off after {order.longest:,} plies.")
    if given_up := sum(one.payoffs is None for one in sample.random):
        lines.append(f"{given_up:,} of {len(sample.random):,} random games were cut off after {order.longest:,} plies.")
    return lines


def results(report: GameReport) -> list[str]:
    """How games end."""
    duel, players = says(report.sample.game, "result"), report.sample.game.players
    found = []
    for whose, games in (("between equal players", report.results), ("in random games", report.random_results)):
        if games is None:
            found.append(f"No game {whose} has ended yet.")
        elif players == 1:
            found.append(f"{games.seats[0].name} gets {games.seats[0].payoff} {whose}.")
        else:
            found.append(_describe_results(games, whose, duel))
    if report.results is not None and players > 1 and duel:
        found.append(_describe_advantage(report.results))
    return found


def _describe_results(games: Results, whose: str, duel: bool) -> str:
    win = "wins" if duel else "wins alone in"
    ways = [
        f"the {ORDINALS[place]} player ({one.name}) {win} {one.wins}" for place, one in enumerate(games.seats[: len(ORDINALS)])
    ]
    last = f"{games.shared} are drawn" if duel else f"nobody wins alone in {games.shared}"
    paid = "" if duel else f"; on average they get {', '.join(f'{one.name} {one.payoff}' for one in games.seats)}"
    return f"{whose.capitalize()}, {', '.join(ways)}, and {last}{paid}."


def _describe_advantage(games: Results) -> str:
    """The advantage of moving first, in points."""
    first = games.seats[0].points
    if first.low > 0.5:
        return f"Moving first is an advantage: the first player scores {first}."
    if first.high < 0.5:
        return f"Moving first is a disadvantage: the first player scores {first}."
    return f"There is no clear advantage in moving first: the first player scores {first}."


def length(report: GameReport) -> list[str]:
    """How long games are."""
    found = []
    for whose, row in (("games of equal players", report.length), ("random games", report.random_length)):
        if row is None:
            found.append(f"No {whose} have ended yet.")
        else:
            middle = f"half of them {_short(row.lower)} to {_short(row.upper)}"
            ends = f"the shortest {row.least:g}, the longest {row.most:g}"
            plies = "ply" if row.median == 1 else "plies"
            found.append(f"{whose.capitalize()} last {row.median:g} {plies} (median), {middle}; {ends}.")
    return found


def _short(plies: float) -> str:
    return f"{plies:.1f}".removesuffix(".0")


def branching(report: GameReport) -> list[str]:
    """How many moves there are."""
    choices, rows = report.choices, report.branching
    if choices is None or report.forced is None:
        return ["No player has had a move yet."] if not report.sample.equal else ["Nobody ever moves: chance decides."]
    if max(row.spread.most for row in rows) == 1:
        return ["Nobody ever has a choice: there is always one legal move."]
    most = max(rows, key=lambda row: (row.average.count >= len(report.sample.equal) / 2, row.average.mean))
    forced, first = 100 * report.forced.share, rows[0].average.mean
    return [
        f"A player has {choices} legal moves on average, and no choice in {forced:.0f} % of turns.",
        f"The first turn has {first:.1f} moves; the most, {most.average.mean:.1f}, are legal after {most.ply} plies.",
    ]


def positions(report: GameReport) -> list[str]:
    """How many positions there are, and the size of the tree."""
    count = report.sample.positions
    if count.whole:
        found = [f"There are {count.walked:,} positions, all of them counted."]
    elif not count.met:
        found = ["No positions have been counted yet."]
    else:
        more = f"There are at least about {number(count.least)} positions, judging by how rarely random games repeat one."
        found = [more] if count.least > count.walked else []
        found.append(f"The count stopped at {count.walked:,} positions.")
    if report.tree is not None:
        found.append(f"The tree of all games has about {_describe_tree(report.tree)} nodes.")
    return found


def _describe_tree(tree: TreeSize) -> str:
    size = f"10^{tree.log10:.0f}" if tree.log10 > DIGITS else number(10**tree.log10)
    if tree.error is None or tree.error > ROUGH:
        return f"{size} (roughly)"
    return size if tree.log10 <= DIGITS and 10**tree.log10 * tree.error < 0.5 else f"{size} (± {100 * tree.error:.0f} %)"


def number(amount: float) -> str:
    """A number; a large one to three figures."""
    return f"{amount:,.0f}" if amount < 10_000 else f"{int(float(f'{amount:.2e}')):,}"


def skill(report: GameReport) -> list[str]:
    """Whether more thought makes more points."""
    if not report.skill:
        return ["No games between stronger and weaker players have ended yet."]
    if report.sample.game.players == 1:
        return [f"{_describe_strength(step.playouts).capitalize()} gets {step.payoff}." for step in report.skill]
    steps = [_describe_step(step) for step in report.skill]
    paying = sum(step.pays for step in report.skill)
    summary = {0: "Skill does not clearly pay.", len(steps): "Skill pays at every step."}
    return [summary.get(paying, f"Skill clearly pays at {paying} of {len(steps)} steps."), *steps]


def _describe_step(step: SkillStep) -> str:
    who, below = _describe_strength(step.playouts), _describe_strength(step.below)
    if step.points is None:
        return f"{who.capitalize()} has not finished a round against {below} yet."
    error = "" if step.points.error is None else f" ± {100 * step.points.error:.0f}"
    rounds = f"{step.points.count} round{'s' * (step.points.count > 1)}"
    score = f"{100 * step.points.mean:.0f}{error} %"
    return f"{who.capitalize()} scores {score} against {below} ({rounds}; even: {100 * step.even:.0f} %)."


def _describe_strength(playouts: int) -> str:
    return f"a search of {playouts:,} random games a move" if playouts else "a random mover"


def decided(report: GameReport) -> list[str]:
    """When games are decided, and how often a comeback wins."""
    if report.sample.game.players == 1:
        return ["A single player has no opponent."]
    row, back = report.decided, report.comebacks
    if row is None or back is None:
        return ["No game has been won in which anybody had a choice."]
    low = 50 / report.sample.game.players
    middle = f"half of the won games are decided after {100 * row.median:.0f} % of their plies"
    return [
        f"{middle.capitalize()}, a quarter after {100 * row.lower:.0f} %: from there on the winner's chance stays at "
        f"{100 * DECIDED:.0f} % or more.",
        f"In {back} of them the winner's chance was once below {low:.0f} %.",
    ]


def moves(report: GameReport) -> list[str]:
    """How many moves matter."""
    found = report.moves
    if report.sample.game.players == 1:
        return ["A single player has no points to lose."]
    if found is None:
        return ["No position with a choice has been examined."]
    unit = "points" if says(report.sample.game, "result") else "of what there is to win"
    cost = f"{HOLDS:g} {unit}"
    error = 0.0 if found.dead.error is None else found.dead.error
    return [
        f"{100 * found.dead.mean:.0f} ± {100 * error:.0f} % of the legal moves are dead: they cost more than {cost}.",
        f"Only one move holds in {found.only} of the positions with a choice; every move holds in {found.free}.",
        f"{found.looked} positions were examined, {found.proved} of them by proof.",
    ]


def openings(report: GameReport) -> list[str]:
    """The scores of first moves."""
    rows, groups = report.openings, report.sample.first_moves
    if report.sample.game.players == 1:
        return ["A single player scores no points with a first move."]
    if not rows:
        return ["There is only one first move, or chance begins." if groups < 2 else "No first moves have been compared yet."]
    best, worst = rows[0], rows[-1]
    every = f"All {groups}" if len(rows) == groups else f"{len(rows)} of {groups}"
    found = [f"{every} first moves were compared, mirrored ones as one."]
    if best.points.low > worst.points.high:
        found.append(f"The best is {name(best)}, which scores {best.points}; the worst {name(worst)}, {worst.points}.")
    else:
        found.append(f"There is no clear difference: {name(best)} scores {best.points}, {name(worst)} {worst.points}.")
    return found


def name(opening: OpeningScore) -> str:
    """The first move and its mirror images."""
    names = "=".join(opening.names[:MOST_NAMES])
    return names if len(opening.names) <= MOST_NAMES else f"{names}=..."

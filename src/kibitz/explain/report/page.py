"""A report as an HTML page that stands alone, and as a JSON object for programs."""

from collections import Counter
from dataclasses import asdict, is_dataclass
from typing import Any

from kibitz.core.registry import spec_of, title
from kibitz.core.rules import says
from kibitz.drawing.chart import LOOKS as CHART_LOOKS
from kibitz.drawing.looks import sheet
from kibitz.drawing.pen import Pen
from kibitz.explain.html import document, render
from kibitz.explain.report.charts import Bar, bars, columns, course
from kibitz.explain.report.quantities import Average, Share
from kibitz.explain.report.report import DECIDED, HOLDS, GameReport, Results
from kibitz.explain.report.sample import STEP
from kibitz.explain.report.sentences import ReportSection, name, sections

BEST_AND_WORST = 10  # first moves that are drawn from either end of the list, where there are many
PARTS = 20  # of the length of a game


def page(report: GameReport) -> str:
    """The report as a page."""
    return document(f"Report on {type(report.sample.game).__name__}", f"{sheet()} {CHART_LOOKS}", _body(report))


def part(report: GameReport) -> str:
    """The report without head and heading, for notebooks and other pages."""
    return f'<div class="report"><style>{sheet()} {CHART_LOOKS}</style>{_body(report)}</div>'


def _body(report: GameReport) -> str:
    """The sections with their plots, then the definitions."""
    game, found = report.sample.game, sections(report)
    plots = {section.name: pen.done() if (pen := plot(report, section)) else "" for section in found}
    facts = {"title": title(type(game)), "spec": spec_of(game), "definitions": definitions(report)}
    return render("report.html", sections=found, plots=plots, **facts)


def plot(report: GameReport, section: ReportSection) -> Pen | None:
    """The plot of a section; None if there is nothing to draw."""
    about = " ".join(section.sentences)
    match section.name:
        case "results" if report.results and report.sample.game.players > 1:
            nobody = "drawn" if says(report.sample.game, "result") else "nobody alone"
            by_chance = _endings(report.random_results, "random: ", nobody) if report.random_results else []
            return bars(section.title, about, [*_endings(report.results, "", nobody), *by_chance])
        case "length" if report.sample.ended:
            counts = Counter(one.length for one in report.sample.ended)
            return columns(section.title, about, counts, "length in plies", "Games of equal players")
        case "branching" if report.branching:
            line = [(float(row.ply), row.average.mean) for row in report.branching]
            band = [(float(row.ply), row.spread.lower, row.spread.upper) for row in report.branching]
            return course(section.title, about, line, band, "plies played (band: half of the games)", "Mean of legal moves")
        case "skill" if any(step.points for step in report.skill):
            steps = [
                _bar(f"{step.playouts:,} against {f'{step.below:,}' if step.below else 'random'}", step.points)
                for step in report.skill
                if step.points
            ]
            return bars(section.title, about, steps, report.skill[0].even)
        case "decided" if report.decided_shares:
            shares = report.decided_shares
            parts = [step / PARTS for step in range(PARTS + 1)]
            line = [(100 * part, 100 * sum(one <= part for one in shares) / len(shares)) for part in parts]
            return course(section.title, about, line, (), "% of their plies", "% of won games that are decided")
        case "openings" if report.openings:
            rows = [Bar(name(one), *_ends(one.points), str(one.points)) for one in report.openings]
            many = len(rows) > 2 * BEST_AND_WORST
            return bars(section.title, about, [*rows[:BEST_AND_WORST], *rows[-BEST_AND_WORST:]] if many else rows)
    return None


def _endings(results: Results, whose: str, nobody: str) -> list[Bar]:
    wins = [Bar(f"{whose}{seat.name} wins", *_ends(seat.wins), str(seat.wins)) for seat in results.seats]
    return [*wins, Bar(f"{whose}{nobody}", *_ends(results.shared), str(results.shared))]


def _ends(share: Share) -> tuple[float, float, float]:
    return share.share, share.low, share.high


def _bar(label: str, points: Average) -> Bar:
    error = points.error or 0.0
    return Bar(label, points.mean, points.mean - error, points.mean + error, f"{100 * points.mean:.0f} ± {100 * error:.0f} %")


def definitions(report: GameReport) -> dict[str, str]:
    """The terms of this report, each with its method."""
    order, players = report.sample.order, report.sample.game.players
    strength, steepness = f"{order.playouts:,} random games a move", f"{report.chance.steepness:.3g}"
    return {
        "equal players": f"Monte Carlo tree search with {strength} and no knowledge of the game, in every seat. It counts "
        "games, not time, so the same seed plays the same games.",
        "±": "half the width of a 95 % interval: Wilson's (1927) for shares, which also holds for none and all; 1.96 standard "
        "errors for means.",
        "wins": "gets more than all other players. Points: one for each game, shared among those who get the most.",
        "length": f"in plies: moves of one player, or throws of dice. A game is cut off after {order.longest:,} plies and not "
        "counted; the report says how many were.",
        "branching": "the legal moves where a player is to move, in games of equal players.",
        "positions": f"states with the player to move. A walk from the start counts them for {order.walk:,} moves. If it does "
        "not meet them all, the estimate is a lower one (Chao 1987), from how many positions one or two random games met: ply "
        "by ply, if no position occurs at two numbers of plies. There may be far more.",
        "tree": "all sequences of moves, by Knuth's estimate (1975): the mean, over random games, of the product of the "
        "numbers of moves on the way. A throw of dice counts as one over its probability. In a large tree a few random games "
        "decide the estimate, and it is likely too small.",
        "skill": f"a search's share of the points against one with 1/{STEP} of its random games a move in all other seats; a "
        "round has one game from each seat. The weakest player moves at random.",
        "chance": "to win from a position: the search's expected payoff, from 0 for the least anybody got in these games to 1 "
        "for the most, to the power s, as a share of all players' sum. s is fitted to how the games of equal players ended (s "
        f"= {steepness}). Where the winner is proved, the chance is certain.",
        "decided": f"the ply after which the later winner's chance stays at {100 * DECIDED:.0f} % or more; the end, if it "
        "never does. Positions with a single move do not count.",
        "comeback": f"a win by a player whose chance was once below half of an even one, {50 / players:.0f} %.",
        "dead move": f"a legal move worth over {HOLDS:g} less to its mover than the best one: by proof, where that is quick, "
        "else by a search as strong as the equal players. Worth is the chance to win between two opponents, else the payoff "
        "from 0 to 1. A move that is not dead holds.",
        "only move": "a move that holds where no other does, in random positions with a choice from games of equal players.",
        "openings": "first moves, mirrored ones as one, by the first player's points after them in games of equal players.",
    }


def as_json(report: GameReport) -> dict[str, Any]:
    """The figures, sentences and definitions. Shares are from 0 to 1; unknown is null."""
    sample = report.sample
    return {
        "game": spec_of(sample.game),
        "zero_sum": says(sample.game, "result"),
        "order": asdict(sample.order),
        "whole": sample.is_whole,
        "games": {
            "equal": len(sample.equal),
            "openings": len(sample.opened),
            "skill": len(sample.stronger),
            "random": len(sample.random),
            "given_up": report.endless,
            "random_given_up": sum(one.payoffs is None for one in sample.random),
        },
        "results": _results(report.results),
        "random_results": _results(report.random_results),
        "length": _facts(report.length),
        "random_length": _facts(report.random_length),
        "branching": _facts(report.choices),
        "forced": round(report.forced.share, 6) if report.forced else None,
        "branching_by_ply": [
            {"ply": row.ply, **row.average.as_json(), "quartiles": row.spread.as_json()} for row in report.branching
        ],
        "positions": {**asdict(sample.positions), "at_least": max(sample.positions.least, sample.positions.walked)},
        "tree": asdict(report.tree) if report.tree else None,
        "skill": [_facts(step) | {"pays": step.pays} for step in report.skill],
        "decided": _facts(report.decided),
        "comebacks": _facts(report.comebacks),
        "moves": _facts(report.moves),
        "openings": [{"moves": list(row.names), **row.points.as_json()} for row in report.openings],
        "first_moves": sample.first_moves,
        "sentences": {section.name: list(section.sentences) for section in sections(report)},
        "definitions": definitions(report),
    }


def _results(results: Results | None) -> dict[str, Any] | None:
    if results is None:
        return None
    return {"players": list(map(_facts, results.seats)), "shared": results.shared.as_json()}


def _facts(figure: Any) -> Any:
    """A figure for programs, and the figures within it."""
    if hasattr(figure, "as_json"):
        return figure.as_json()
    return {name: _facts(value) for name, value in vars(figure).items()} if is_dataclass(figure) else figure

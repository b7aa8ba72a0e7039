"""The methods of tuning: SPSA by hand, each of them where the best is known, and one that goes on from kept steps."""

import builtins
import random
from collections.abc import Callable
from typing import Any

import pytest

from kibitz.arena.tuning.methods import Outcome, Schedule, list_methods, make_tuner
from kibitz.arena.tuning.methods.spsa import Gains
from kibitz.arena.tuning.parameters import Parameters, read_parameters
from kibitz.core.registry import knowledge_of, load
from kibitz.errors import TuningError
from kibitz.games.textbook.nim import Nim
from tunings import BEST, LOST, Mixed, elo, four, played, tuned

ASKED = Schedule(steps=12, pairs=4, seed=3)


def test_the_methods_are_found_by_looking() -> None:
    assert list_methods() == ["cma", "logistic", "optuna", "regression", "spsa"]
    with pytest.raises(TuningError, match="there is no method called 'sgd': there are cma, "):
        make_tuner("sgd", four(), ASKED)


def test_spsa_by_hand() -> None:
    """n = 10 pairs, two a step: A = 1, k = 1, 3, 5 ...; c_end = 0.5 of 20 makes it 1, r_end = 0.02."""
    made = make_tuner("spsa", four(), Schedule(5, 2, 0, {"c_end": 0.05, "r_end": 0.02}))
    a = 0.02 * 1.0**2 * 11**0.602
    theta = list(four().start)
    for step, (wins, losses) in enumerate([(3, 1), (0, 4), (2, 2)]):
        k = 2 * step + 1
        c = 10**0.101 / k**0.101
        r = a / (1 + k) ** 0.602 / c**2
        proposal = made.ask(step)
        assert proposal == made.ask(step)
        for place, number in enumerate(theta):
            assert abs(proposal.first[place] - number) == pytest.approx(c)
            assert proposal.first[place] + proposal.second[place] == pytest.approx(2 * number)
            sign = 1 if proposal.first[place] > number else -1
            theta[place] += r * c * (wins - losses) * sign
        made.tell(step, proposal, Outcome(wins, 4 - wins - losses, losses))
        assert made.best() == pytest.approx(theta)


def test_the_first_and_the_last_gains_of_spsa_as_they_were_computed_by_hand() -> None:
    """For n = 1000, c_end = 2, r_end = 0.02: A = 100, a = 0.02 * 4 * 1100^0.602 = 5.420, c = 2 * 1000^0.101 = 4.0182."""
    gains = Gains(2.0, 0.02, 1000)
    assert gains.c(1) == pytest.approx(4.0182, abs=1e-4)
    assert gains.r(1) == pytest.approx(5.420 / 101**0.602 / 4.0182**2, rel=1e-3)
    assert (gains.c(1000), gains.r(1000)) == pytest.approx((2.0, 0.02))


def test_spsa_stays_inside_the_ranges_and_moves_whole_numbers() -> None:
    found = read_parameters(Mixed(Nim()))
    made = make_tuner("spsa", found, Schedule(50, 4, 1, {"r_end": 5.0}))
    for step in range(50):
        proposal = made.ask(step)
        assert proposal.first == found.fitted(proposal.first)
        assert proposal.first[1] != proposal.second[1]
        made.tell(step, proposal, Outcome(8, 0, 0) if step % 3 else Outcome(0, 0, 8))
        assert made.best() == found.fitted(made.best())


@pytest.mark.untraced
def test_spsa_finds_the_best_of_four_numbers() -> None:
    """From 80 Elo below: less than 5 are left after 20,000 games, and less than 20 after 2,000, on the average of some."""
    assert sum(elo(tuned("spsa", Schedule(10_000, 1, seed)).best()) for seed in range(2)) / 2 > -5
    assert sum(elo(tuned("spsa", Schedule(250, 4, seed)).best()) for seed in range(3)) / 3 > -20


def test_a_logistic_fit_finds_the_best_and_says_how_sure_it_is() -> None:
    made = tuned("logistic", Schedule(250, 4, 0))
    assert elo(made.best()) > -LOST / 8
    for found, best, error in zip(made.best(), BEST, made.errors(), strict=True):
        assert error is not None
        assert abs(found - best) < 1.5 * error
        assert 0.5 < error < 10


def test_one_sided_results_leave_a_logistic_fit_finite() -> None:
    made = make_tuner("logistic", four(), ASKED)
    for step in range(ASKED.steps):
        made.tell(step, made.ask(step), Outcome(0, 0, 8))
    assert made.best() == four().fitted(made.best())
    assert all(error is not None and error >= 0 for error in made.errors())


@pytest.mark.parametrize("method", ["cma", "optuna"])
def test_what_libraries_find_is_no_worse_than_the_start(method: str) -> None:
    pytest.importorskip(method)
    assert elo(tuned(method, Schedule(100, 40, 1)).best()) > -LOST


@pytest.mark.parametrize("method", ["spsa", "logistic", "cma", "optuna"])
def test_told_the_same_steps_a_method_goes_on_the_same(method: str) -> None:
    if method in ("cma", "optuna"):
        pytest.importorskip(method)
    steps, dice, first = [], random.Random(1), make_tuner(method, four(), ASKED)
    for step in range(ASKED.steps):
        proposal = first.ask(step)
        steps.append((proposal, played(proposal, ASKED.pairs, dice)))
        first.tell(step, *steps[-1])
    again = make_tuner(method, four(), ASKED)
    for step, (proposal, outcome) in enumerate(steps):
        if step % 2:
            random.random()
            again.ask(step)
        assert again.ask(step) == proposal
        again.tell(step, proposal, outcome)
    assert again.best() == first.best()
    assert make_tuner(method, four(), Schedule(12, 4, 4)).ask(0) != first.ask(0)


@pytest.mark.parametrize("method", ["spsa", "logistic", "cma", "optuna", "regression"])
def test_the_best_of_nothing_is_the_start(method: str) -> None:
    if method in ("cma", "optuna"):
        pytest.importorskip(method)
    made = make_tuner(method, read_parameters(Mixed(Nim()), "reach,steps") if method != "regression" else _linear(), ASKED)
    assert made.best() == pytest.approx(made.ask(0).second if method not in ("spsa",) else (3.0, 2.0, 30.0))


def _linear() -> Parameters:
    return read_parameters(knowledge_of(load("othello")))


@pytest.mark.parametrize(
    ("ask", "sentence"),
    [
        (lambda: make_tuner("logistic", _linear(), ASKED), "logistic is for up to 6 numbers, not 12: choose fewer with --tune"),
        (lambda: make_tuner("spsa", four(), Schedule(1, 1, 0, {"c": 1.0})), "spsa takes c_end and r_end, not c"),
        (lambda: make_tuner("spsa", four(), Schedule(1, 1, 0, {"c_end": 0.0})), "must be above 0"),
        (lambda: make_tuner("logistic", four(), Schedule(1, 1, 0, {"c": 1.0})), "logistic takes no c"),
        (lambda: make_tuner("cma", read_parameters(Mixed(Nim()), "reach"), ASKED), "cma is for two numbers or more"),
        (lambda: make_tuner("regression", four(), ASKED), "Four has no evaluate"),
    ],
)
def test_what_does_not_fit_a_method_is_told(ask: Callable[[], object], sentence: str) -> None:
    pytest.importorskip("cma")
    with pytest.raises(TuningError, match=sentence):
        ask()


@pytest.mark.parametrize("library", ["cma", "optuna"])
def test_a_library_that_is_missing_is_told_in_a_sentence(library: str, monkeypatch: pytest.MonkeyPatch) -> None:
    there = builtins.__import__

    def gone(name: str, *rest: Any, **more: Any) -> Any:
        if name == library:
            raise ImportError(name)
        return there(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", gone)
    with pytest.raises(TuningError, match=rf"{library} is not installed: pip install 'kibitz\[tune\]' brings it"):
        make_tuner(library, four(), ASKED)

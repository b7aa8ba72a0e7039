"""Rows for tables: the same columns in each, plain values, and what the objects themselves say."""

import json
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import kibitz
from kibitz.core.rules import CHANCE
from kibitz.errors import KibitzError

TRIO = "trio"


def plain(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The rows, when they make a table: no column is missing in any, and each value is plain data."""
    assert rows
    assert len({tuple(row) for row in rows}) == 1
    assert json.loads(json.dumps(rows)) == rows
    return rows


@pytest.mark.parametrize("spec", ["tic_tac_toe", "kalah:pits=3,seeds=2", TRIO, "pig:target=20"])
def test_a_thought_has_a_row_for_each_valued_move(spec: str) -> None:
    position = kibitz.Position.after(spec)
    thought = kibitz.think(position, depth=2, all_moves=True)
    rows = plain(thought.rows(position))
    assert [row["name"] for row in rows] == [position.name(one.move) for one in thought.moves]
    assert [(row["kind"], row["result"], row["plies"]) for row in rows] == [
        (one.value.kind, one.value.result, one.value.plies) for one in thought.moves
    ]
    assert [row["move"] for row in rows if row["is_best"]] == [thought.best]
    for row, one in zip(rows, thought.moves, strict=True):
        assert position.play(row["line"][0]).moves == position.play(one.move).moves
        if one.value.payoffs:
            assert one.value.payoffs == tuple(row[f"payoff_{player}"] for player in range(position.game.players))
    without = plain(thought.rows())
    assert "name" not in without[0]
    assert [row["line"] for row in without] == [list(one.line) for one in thought.moves]


def test_a_thought_of_one_move_has_one_row_and_one_of_none_has_none() -> None:
    position = kibitz.Position.after("tic_tac_toe", "1,1 2,2")
    thought = kibitz.think(position, depth=2)
    assert [row["move"] for row in plain(thought.rows(position))] == [thought.best]
    assert kibitz.Thought(None, thought.value).rows() == []


def test_a_record_says_who_made_each_move() -> None:
    record = kibitz.GameRecord("kalah:pits=3,seeds=3", ("1", "2", "1"), ("ann", "ben"), None, opening=1)
    position, movers = kibitz.Position.after(record.game), []
    for name in record.moves:
        movers.append(position.to_move)
        position = position.play(name)
    rows = plain(record.rows())
    assert [row["seat"] for row in rows] == movers
    assert movers != [0, 1, 0], "somebody moves twice"
    assert [row["player"] for row in rows] == [record.players[mover] for mover in movers]
    assert [row["is_opening"] for row in rows] == [True, False, False]


def test_chance_has_no_seat() -> None:
    game = kibitz.play_out("pig:target=6", ("random", "random"), seed=1)
    rows = plain(game.rows())
    assert None in {row["seat"] for row in rows}
    assert all((row["player"] is None) == (row["seat"] is None) for row in rows)


def test_a_move_that_the_rules_do_not_know_is_a_sentence() -> None:
    with pytest.raises(KibitzError, match="9,9"):
        kibitz.GameRecord("tic_tac_toe", ("9,9",), ("a", "b"), None).rows()


def test_a_review_has_a_row_for_each_move() -> None:
    review = kibitz.review("tic_tac_toe", "1,1 1,2 2,2 3,3 2,1", players=("ann", "ben"))
    rows = plain(review.rows())
    assert [row["move"] for row in rows] == ["1,1", "1,2", "2,2", "3,3", "2,1"]
    assert [row["player"] for row in rows] == ["ann", "ben", "ann", "ben", "ann"]
    assert [row["verdict"] for row in rows] == [ply.verdict for ply in review.plies]
    assert (rows[3]["before"], rows[3]["after"]) == (-1, -1)
    assert rows[3]["before_kind"] == rows[3]["after_kind"] == "exact"
    assert [row["lost"] for row in rows] == [ply.lost for ply in review.plies]


def test_a_review_of_dice_has_rows_without_seats() -> None:
    game = kibitz.play_out("pig:target=6", ("random", "random"), seed=1)
    review = kibitz.review(game, limit=kibitz.Limit(depth=1))
    rows = plain(review.rows())
    assert [row["seat"] is None for row in rows] == [ply.mover == CHANCE for ply in review.plies]


def test_a_report_has_a_row_for_each_game_and_playouts_for_each_player() -> None:
    report = kibitz.report("tic_tac_toe", games=4)
    rows = plain(report.rows())
    assert {"equal", "random"} <= {row["kind"] for row in rows}
    assert sum(row["kind"] == "equal" for row in rows) == len(report.sample.equal)
    assert all(row["payoff_0"] == -row["payoff_1"] for row in rows)
    found = kibitz.playouts(TRIO, games=20)
    rows = plain(found.rows())
    assert [row["mean"] for row in rows] == [one.mean for one in found.outcomes]
    assert [row["seat"] for row in rows] == [0, 1, 2]


@pytest.mark.parametrize("players", [("greedy", "random"), ("greedy", "random", "minimax:depth=1")])
def test_a_match_has_a_row_for_each_player_and_gives_its_games_back(players: tuple[str, ...], tmp_path: Path) -> None:
    store = str(tmp_path / "games.db")
    standing = kibitz.match(players, "tic_tac_toe", games=4, seed=1, workers=1, store=store)
    games = list(kibitz.stored_games(standing.number, store))
    rows = plain(standing.rows())
    assert [row["player"] for row in rows] == list(players)
    for row in rows:
        seats = [(game, game.players.index(row["player"])) for game in games if row["player"] in game.players]
        payoffs = [game.payoffs[seat] for game, seat in seats if game.payoffs is not None]
        assert row["games"] == len(payoffs)
        assert row["points"] == sum((1 + paid) / 2 for paid in payoffs)
        assert (row["wins"], row["losses"]) == (payoffs.count(1), payoffs.count(-1))
    if len(players) == 2:
        assert rows[0]["elo"] is None or rows[0]["elo"] == -rows[1]["elo"] > 0
    assert all(kibitz.Position.after(game.game, " ".join(game.moves)).payoffs == game.payoffs for game in games)


def test_of_two_players_one_is_as_much_better_as_the_other_is_worse(tmp_path: Path) -> None:
    store = str(tmp_path / "games.db")
    ahead, behind = kibitz.match(("random", "random"), "nim", games=20, seed=2, workers=1, store=store).rows()
    assert (ahead["wins"], ahead["losses"]) == (behind["losses"], behind["wins"])
    assert ahead["wins"] != behind["wins"]
    assert ahead["elo"] == -behind["elo"]
    assert (ahead["elo"] > 0) == (ahead["wins"] > behind["wins"])
    assert ahead["elo_error"] == behind["elo_error"] > 0


def test_games_that_are_not_there_are_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(KibitzError):
        kibitz.stored_games(1, str(tmp_path / "none.db"))
    with pytest.raises(KibitzError, match="does not fit: give a whole number"):
        kibitz.stored_games("12")  # type: ignore[arg-type]  # on purpose


class Cells(HTMLParser):
    """The text of each cell of a table, row by row."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_data(self, data: str) -> None:
        if self.rows and self.rows[-1]:
            self.rows[-1][-1] += data


def test_notebooks_show_the_rows_as_a_table(tmp_path: Path) -> None:
    position = kibitz.Position.after("tic_tac_toe", "2,2 1,1")
    shown: list[Any] = [
        kibitz.think(position, all_moves=True),
        kibitz.playouts("tic_tac_toe", games=9),
        kibitz.match(["random", "greedy"], "tic_tac_toe", games=2, store=str(tmp_path / "games.db")),
        kibitz.play_out("tic_tac_toe", ["random", "random"], seed=3),
    ]
    for one in shown:
        head, *body = Cells(one._repr_html_()).rows
        assert head == list(one.rows()[0])
        assert len(body) == len(one.rows())
        for cells, row in zip(body, one.rows(), strict=True):
            for text, value in zip(cells, row.values(), strict=True):
                assert text == ("" if value is None else f"{value:.4g}" if isinstance(value, float) else str(value))


def test_a_long_table_is_cut_and_names_are_escaped() -> None:
    record = kibitz.GameRecord("tic_tac_toe", ("<b>",), ("random", "random"), None)
    assert "<b>" not in record._repr_html_()
    assert "&lt;b&gt;" in record._repr_html_()
    long = kibitz.play_out("gomoku", ["random", "random"], seed=1)
    rows = Cells(long._repr_html_()).rows
    assert len(long.moves) > 60
    assert len(rows) == 1 + 61
    assert rows[31] == [f"{len(long.moves) - 60:,} more"]

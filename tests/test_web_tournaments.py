"""Tournaments on the page: begun by its form with the checks of the command, and shown round by round as the command does."""

import html
import json
import re
import urllib.error
from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest

import commandline
import served
from kibitz.arena.crew.batch import Batch, play_batch
from kibitz.arena.match import Match, plan_match
from kibitz.arena.store import Store
from kibitz.cli.strength.match import FORMS as COMMAND_FORMS
from kibitz.core.registry import load
from kibitz.web.new_match import MOST_PLAYERS
from kibitz.web.pages.matches import FORMS
from visitor import PATIENCE, Visitor

if TYPE_CHECKING:
    from playwright.sync_api import Browser

GAME, PLAYERS = "tic_tac_toe", ("random", "greedy", "random", "greedy", "random")
FORM = {f"player-{side}": spec for side, spec in enumerate(PLAYERS)} | {
    "pace": "none",
    "openings": "random",
    "plies": "2",
    "seed": "5",
}


@pytest.fixture(scope="module")
def store_file(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(tmp_path_factory.mktemp("tournaments") / "games.db")


@pytest.fixture(scope="module")
def server(store_file: str) -> Iterator[served.Running]:
    with served.running(store=store_file) as found:
        yield found


@pytest.fixture
def visitor(server: served.Running) -> Visitor:
    return Visitor(server.address)


def played(file: str, form: str, games: int | None = None, number: int | None = None) -> int:
    """A tournament in the store, whole or with so many games; `number`: of one that goes on."""
    with Store.open(file) as store:
        plan, fixtures = plan_match(load(GAME), PLAYERS, form=form, seed=3, openings="random:2")
        match = Match(store, number or store.add(plan, fixtures))
        while left := match.next_fixtures():
            for one in left:
                if games == 0:
                    return match.number
                games = None if games is None else games - 1
                store.keep(match.number, play_batch(Batch(plan, (one,))))
        return match.number


def words(part: str) -> str:
    """The text of some markup."""
    return html.unescape(" ".join(re.sub(r"<[^>]*>", " ", part).split()))


def rows(page: str, title: str) -> list[list[str]]:
    """The table that has this title, row by row."""
    table = page.split(f'aria-label="{title}"', 1)[1].split("</table>", 1)[0]
    found = [re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", row, re.DOTALL) for row in table.split("<tr>")[2:]]
    return [[words(cell) for cell in row] for row in found]


def meetings(page: str) -> list[str]:
    """The meetings of all rounds as texts."""
    return [words(one) for one in re.findall(r'<div class="meeting">(.*?)</div>', page, re.DOTALL)]


def named(player: int) -> str:
    return f"{'ABCDE'[player]}: {PLAYERS[player]}"


def expected(told: dict[str, Any]) -> list[str]:
    """The meetings that the command tells, as the page has them."""
    found = []
    for number, one in enumerate(told["rounds"]):
        wins = "goes on" if told["form"] == "knockout" and number < len(told["rounds"]) - 1 else "wins"
        for met in one["meetings"]:
            if met["second"] is None:
                found.append(f"{named(met['first'])} bye")
                continue
            sides = zip((met["first"], met["second"]), met["points"], strict=True)
            texts = [f"{named(side)}{f' {wins}' if side == met['winner'] else ''} {points:g}" for side, points in sides]
            more = f" after {met['tie_breaks']} further pair{'s' if met['tie_breaks'] > 1 else ''} of games"
            seed = f"still a tie: {named(met['winner'])[0]} goes on as the higher seed" if met["by_seed"] else ""
            note = (more if met["tie_breaks"] else "") + (f", {seed}" if met["tie_breaks"] and seed else seed and f" {seed}")
            found.append(" ".join(texts) + note)
    return found


@pytest.mark.parametrize("form", ["swiss", "knockout"])
def test_the_page_shows_the_rounds_and_the_table_that_the_command_tells(visitor: Visitor, store_file: str, form: str) -> None:
    number = played(store_file, form)
    told = json.loads(commandline.here("match", "--show", str(number), "--store", store_file, "--json"))
    page = visitor.get(f"/match/{number}")
    assert [words(title).removesuffix(" of 3") for title in re.findall("<h3>(.*?)</h3>", page)] == [
        one["title"] for one in told["rounds"]
    ]
    assert meetings(page) == expected(told)
    figures = [
        [f"{one:g}" for one in (row["score"], row["tie_break"]) if one is not None] + [f"{row['points']:g} of {row['games']}"]
        for row in told["table"]
    ]
    assert rows(page, "Table") == [
        [f"{row['place']}.", named(row["number"]), *cells] for row, cells in zip(told["table"], figures, strict=True)
    ]
    assert f"{form}, openings random:2" in page
    assert "<h1>5 players</h1>" in page
    assert page.count("Table after round") == (4 if form == "swiss" else 0), "a title and a label for all rounds but the last"


def test_a_page_that_was_seen_before_has_the_games_since_then(visitor: Visitor, store_file: str) -> None:
    number = played(store_file, "swiss", games=3)
    early = [visitor.get(f"/match/{number}") for _ in range(2)]
    assert meetings(early[0]) == meetings(early[1])
    assert played(store_file, "swiss", number=number) == number
    told = json.loads(commandline.here("match", "--show", str(number), "--store", store_file, "--json"))
    assert meetings(visitor.get(f"/match/{number}")) == expected(told) != meetings(early[0])


def test_a_tournament_under_way_says_what_is_still_to_be_played(visitor: Visitor, store_file: str) -> None:
    page = visitor.get(f"/match/{played(store_file, 'knockout', games=1)}")
    assert [one for one in meetings(page) if "bye" not in one][1:] == ["to be played"] * 3
    assert "being played" in meetings(page)[1]
    assert re.search(r"<b>1</b> of \d+ games", page)
    swiss = visitor.get(f"/match/{played(store_file, 'swiss', games=5)}")
    assert [row[1] for row in rows(swiss, "Table after round 1")] == [
        row[1] for row in sorted(rows(swiss, "Table after round 1"), key=lambda row: -float(row[2]))
    ]
    assert "Table after round 2" not in swiss, "it is not whole"


def test_the_form_offers_the_forms_of_the_command_and_begins_what_it_would(visitor: Visitor, store_file: str) -> None:
    assert list(FORMS) == COMMAND_FORMS
    offered = visitor.get(f"/g/{GAME}/watch")
    assert [form for form in FORMS if f'<option value="{form}"' not in offered] == []
    assert f'name="player-{MOST_PLAYERS - 1}"' in offered
    for fields, settings in (
        ({"form": "knockout"}, {"form": "knockout"}),
        ({"form": "swiss", "rounds": "2", "games": "4"}, {"form": "swiss", "rounds": 2, "games": 4}),
        ({"form": "gauntlet"}, {"form": "gauntlet", "games": 20}),
        ({"form": "round-robin", "games": "2"}, {"form": None, "games": 2}),
    ):
        visitor.post(f"/g/{GAME}/watch", **FORM | fields)
        wanted: dict[str, Any] = settings
        with Store.open(store_file) as store:
            number = int(visitor.at.rpartition("/")[2])
            assert store.plan(number) == plan_match(load(GAME), PLAYERS, seed=5, openings="random:2", **wanted)[0]
        visitor.waits(visitor.at, r"<b>(\d+)</b> of \1 games")
    assert 'name="form"' not in visitor.get("/g/trio/watch"), "games of three have no tournaments"


@pytest.mark.parametrize(
    ("field", "typed", "options"),
    [
        ("rounds", {"form": "swiss", "rounds": "9"}, ("--form", "swiss", "--rounds", "9")),
        ("rounds", {"form": "swiss", "rounds": "0"}, ("--form", "swiss", "--rounds", "0")),
        ("rounds", {"form": "knockout", "rounds": "2"}, ("--form", "knockout", "--rounds", "2")),
        ("rounds", {"form": "gauntlet", "rounds": "2"}, ("--form", "gauntlet", "--rounds", "2")),
        ("form", {"form": "league"}, ()),
        ("games", {"form": "round-robin", "games": "9999"}, ()),
        ("player-4", {"player-4": "computer:level=99"}, ()),
        ("player-16", {"player-16": "random"}, ()),
        ("plies", {"plies": "x"}, ()),
        ("seed", {"seed": "-1"}, ()),
    ],
)
def test_what_does_not_fit_is_said_at_its_field_and_nothing_typed_is_lost(
    visitor: Visitor, store_file: str, field: str, typed: dict[str, str], options: tuple[str, ...]
) -> None:
    with Store.open(store_file) as store:
        before = len(store.matches())
    fields = FORM | {"player-3": "minimax", "depth-3": "2"} | typed
    code, said = visitor.refused(f"/g/{GAME}/watch", fields)
    assert code == 400
    if options:
        command = commandline.refused_here("match", *PLAYERS, "--game", GAME, "--store", f"{store_file}.no", *options)
        assert html.unescape(said).rstrip(".").lower() == command.removeprefix("kibitz: ").rstrip(".").lower()
    page = refused_page(visitor, fields)
    assert page.count('class="wrong"') == 1
    if field != "player-16":
        at = page.index('aria-invalid="true" aria-describedby="wrong" autofocus')
        assert page[:at].rindex(f'name="{field}"') > page[:at].rindex("<label>"), "the field itself says so"
        assert page[at:].index('class="wrong" id="wrong"') < page[at:].index("</div>"), "and the sentence stands beside it"
    for name, text in fields.items():
        kept = rf'name="{name}"[^>]*value="{text}"|name="{name}"[^>]*>(?:(?!</select>).)*value="{text}"[^>]* selected'
        assert name in ("player-16", *typed) or re.search(kept, page, re.DOTALL), name
    assert re.search(r'<details class="more" open>', page), "the other players are seen"
    with Store.open(store_file) as store:
        assert len(store.matches()) == before


def refused_page(visitor: Visitor, fields: dict[str, str]) -> str:
    """The form as it comes back."""
    with pytest.raises(urllib.error.HTTPError) as problem:
        visitor.post(f"/g/{GAME}/watch", **fields)
    with problem.value as answer:
        text: str = answer.read().decode()
    return text


@pytest.mark.parametrize(("width", "dark"), [(390, True), (1280, False)])
def test_a_tournament_in_a_browser(chromium: "Browser", server: served.Running, width: int, dark: bool) -> None:
    from playwright.sync_api import expect

    from browser import violations

    wrong: list[str] = []
    page = chromium.new_context(viewport={"width": width, "height": 800}, color_scheme="dark" if dark else "light").new_page()
    page.set_default_timeout(PATIENCE * 1000)
    expect.set_options(timeout=PATIENCE * 1000)
    page.on("pageerror", lambda error: wrong.append(str(error)))

    def check(step: str) -> None:
        assert violations(page) == [], step
        assert page.evaluate("document.documentElement.scrollWidth") <= width, step

    page.goto(f"{server.address}g/{GAME}/watch")
    summary = page.get_by_text("More players")
    summary.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".rival:visible")).to_have_count(1)
    for side, spec in enumerate(PLAYERS[2:], 2):
        page.select_option(f"[name=player-{side}]", spec)
        expect(page.locator(".rival:visible")).to_have_count(side)
    page.select_option("[name=player-3]", "")
    expect(page.locator(".rival:visible")).to_have_count(4)  # C, the emptied one, the one after it, and a free one
    page.select_option("[name=player-3]", "greedy")
    page.select_option("[name=pace]", "none")
    page.select_option("[name=form]", "swiss")
    page.fill("[name=rounds]", "9")
    page.get_by_role("button", name="Begin").click()
    rounds = page.get_by_label("rounds of a Swiss tournament")
    expect(rounds).to_be_focused()
    expect(rounds).to_have_accessible_description(re.compile("9 rounds are too many for 5 players"))
    check("a form with a mistake")
    rounds.fill("2")
    page.keyboard.press("Enter")
    expect(page.locator("#standing .count")).to_have_text("8 of 8 games")
    expect(page.locator("#going [name=pace]")).to_have_count(0)
    page.get_by_text("Table after round 1").click()
    expect(page.get_by_role("region", name="Table after round 1")).to_be_visible()
    check("a Swiss tournament")
    page.context.close()
    assert wrong == []


def test_a_bracket_has_no_barrier_and_its_meetings_stand_between_those_before(
    chromium: "Browser", server: served.Running, store_file: str
) -> None:
    from browser import violations

    number = played(store_file, "knockout", games=3)
    for width in (390, 1280):
        page = chromium.new_context(viewport={"width": width, "height": 800}).new_page()
        page.goto(f"{server.address}match/{number}")
        assert violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        middles = page.locator(".bracket > li").evaluate_all(
            """(rounds) => rounds.map((round) => [...round.querySelectorAll(".meeting")].map((one) => {
              const { top, height } = one.getBoundingClientRect();
              return top + height / 2;
            }))"""
        )
        assert [len(one) for one in middles] == [4, 2, 1]
        for before, after in pairwise(middles):
            halfway = [(before[at] + before[at + 1]) / 2 for at in range(0, len(before), 2)]
            assert [abs(one - other) < 2 for one, other in zip(halfway, after, strict=True)] == [True] * len(after)
        page.context.close()

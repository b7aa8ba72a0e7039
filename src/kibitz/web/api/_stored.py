"""What the store holds of matches, as programs are told it: files by their names, without the operator's folders."""

from typing import Any

from kibitz.arena.fixture import Plan
from kibitz.arena.standing import Standing
from kibitz.arena.store import Store
from kibitz.arena.told import game_as_json, standing_as_json, summary_as_json
from kibitz.errors import StoreError
from kibitz.web.api._matches import Some
from kibitz.web.api._request import public
from kibitz.web.house import Wrong


def matches(store: Store, some: Some) -> dict[str, Any]:
    """A page of the list of all."""
    found, total = store.some_matches(some.skip, some.most)
    return {"matches": [_public(summary_as_json(one)) for one in found], "total": total}


def standing(store: Store, number: int) -> dict[str, Any]:
    """How a match stands, without ratings. Wrong, 404, where there is none."""
    plan = _plan(store, number)
    return _public(standing_as_json(Standing(number, plan, store.totals(number)), None))


def rated(record: dict[str, Any]) -> dict[str, Any]:
    """The ratings out of what `kibitz match` tells, null where it tells none."""
    rows = record.get("ratings")
    ratings = None if rows is None else [row | {"player": public(row["player"])} for row in rows]
    return {"ratings": ratings, "advantage": record.get("advantage")}


def games(store: Store, number: int, some: Some) -> dict[str, Any]:
    """A page of its games. Wrong, 404, where there is no such match."""
    plan = _plan(store, number)
    found = store.some_games(number, some.skip, some.most)
    return {"games": [_public(game_as_json(number, plan, fixture, played)) for fixture, played in found]}


def game(store: Store, number: int, pair: int, side: int) -> dict[str, Any]:
    """One game. Wrong, 404, where there is none, or it has not been played."""
    plan = _plan(store, number)
    try:
        return _public(game_as_json(number, plan, *store.game(number, pair, side)))
    except StoreError as problem:
        raise Wrong(str(problem), 404) from None


def _plan(store: Store, number: int) -> Plan:
    try:
        return store.plan(number)
    except StoreError as problem:
        raise Wrong(str(problem), 404) from None


def _public(record: dict[str, Any]) -> dict[str, Any]:
    names = {name: public(record[name]) for name in ("game", "a", "b") if name in record}
    return record | names | {"players": [public(one) for one in record["players"]]}

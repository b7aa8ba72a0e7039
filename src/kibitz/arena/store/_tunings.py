"""Tunings and their steps in the store."""

import json
from typing import Any

from sqlalchemy import Connection, func, select

from kibitz.arena.store._database import insert_new, insert_numbered
from kibitz.arena.store._schema import steps, tunings
from kibitz.errors import StoreError


def add(connection: Connection, settings: dict[str, Any]) -> int:
    """Stores a tuning that begins; its number."""
    return insert_numbered(connection, tunings, {"settings": json.dumps(settings)})


def settings(connection: Connection, number: int) -> dict[str, Any]:
    """The settings that a tuning was begun with; StoreError when there is none of this number."""
    text = connection.scalar(select(tunings.c.settings).where(tunings.c.number == number))
    if text is None:
        last = connection.scalar(select(func.max(tunings.c.number)))
        known = "it holds none yet" if last is None else f"the last one is {last}"
        raise StoreError(f"there is no tuning {number} in this games store; {known}")
    found: dict[str, Any] = json.loads(text)
    return found


def tell(connection: Connection, number: int, step: int, outcome: dict[str, Any]) -> bool:
    """Stores what a step brought, unless it is there; whether it was new."""
    settings(connection, number)
    return insert_new(connection, steps, [{"tuning": number, "step": step, "outcome": json.dumps(outcome)}]) == 1


def outcomes(connection: Connection, number: int) -> list[dict[str, Any]]:
    """The outcomes of all steps so far, in their order."""
    settings(connection, number)
    query = select(steps.c.outcome).where(steps.c.tuning == number).order_by(steps.c.step)
    return [json.loads(text) for text in connection.scalars(query)]


def numbers(connection: Connection) -> list[int]:
    """The numbers of all tunings, the oldest first."""
    return list(connection.scalars(select(tunings.c.number).order_by(tunings.c.number)))

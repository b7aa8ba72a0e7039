"""What a knowledge says when it is asked, and how a law reads the answer."""

from typing import Any

from kibitz.checking.ask import RuleAnswer, ask
from kibitz.checking.ground import Ground
from kibitz.checking.solver import Worth

MOST_ITEMS = 1000  # a method that yields more of them yields them without end


def ask_knowledge(ground: Ground, method: str, *arguments: Any) -> RuleAnswer:
    """What a method of the knowledge gives."""
    return ask(getattr(ground.knowledge, method), *arguments)


def ask_knowledge_list(ground: Ground, method: str, state: Any) -> RuleAnswer:
    """What a method of the knowledge yields, as a list that ends."""

    def items() -> list[Any]:
        found = []
        for item in getattr(ground.knowledge, method)(state):
            found.append(item)
            if len(found) > MOST_ITEMS:
                raise ValueError(f"it yields more than {MOST_ITEMS} of them")
        return found

    return ask(items)


def format_worth(worth: Worth) -> str:
    """What a state is worth, in words."""
    result, plies = worth
    return f"{result} in {plies} plies" if result else "a draw"

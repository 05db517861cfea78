"""Notes about the ledger: which one is used, and whether a newer one may be available."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

from comprules.cli.output import say

if TYPE_CHECKING:
    from collections.abc import Iterable

    from graph.ledger import Ledger

_OLD = dt.timedelta(days=365)
_UPDATE = "a newer one is brought by: comprules update"


def say_ledger(ledger: Ledger) -> None:
    """Print a note if the user's own ledger is used, or cannot be read."""
    from graph.ledger import user_ledger_path, user_ledger_problem  # noqa: PLC0415 - slow to import

    if ledger.path == user_ledger_path():
        say(f"From your own ledger, up to {ledger.editions_of()[-1]}: {ledger.path}")
    elif (problem := user_ledger_problem()) is not None:
        say(f"Your own ledger is not used: {problem}; to make it anew: comprules update")


def say_old_ledger(ledger: Ledger, beyond: Iterable[str], today: dt.date | None = None) -> None:
    """Print a line if the ledger is too old for the request.

    Args:
        ledger: The ledger that answered.
        beyond: Cited numbers that may belong to later editions.
        today: The current date; by default that of the clock in UTC.
    """
    newest = ledger.editions_of()[-1:]
    if not newest or ledger.is_sample:
        return
    numbers = sorted(set(beyond))
    if numbers:
        more = f" and {len(numbers) - 1} more" if len(numbers) > 1 else ""
        say(f"The newest edition known is {newest[0]}; {numbers[0]}{more} may be of a later one: {_UPDATE}")
    elif (today or dt.datetime.now(dt.UTC).date()) - dt.date.fromisoformat(newest[0]) > _OLD:
        say(f"The newest edition known is {newest[0]}, more than a year old: {_UPDATE}")

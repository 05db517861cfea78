"""The edition that a name means: a date, a set code, a file date, `latest` or `first`.

Both the registry of all known editions and the ledger that ships with comprules look names up with this module, each
among its own editions.
"""

from bisect import bisect_right
from collections.abc import Sequence
from contextlib import suppress
from datetime import date

from rules.errors import ComprulesError
from rules.late_patterns import compile_late
from rules.records import COMPREHENSIVE_RULES, NamedEdition
from rules.sets_without_edition import find_set_without_edition

_FILE_DATE = compile_late(r"\d{8}")
_ISO_DATE = compile_late(r"\d{4}-\d\d-\d\d")


class UnknownEdition(ComprulesError, LookupError):
    """No edition matches a name. The message says which names are valid."""


def edition_named(name: str, editions: Sequence[NamedEdition], at_hand: Sequence[str]) -> str:
    """Return the id of the edition that `name` means.

    | name | edition |
    |---|---|
    | `latest`, `first` | the newest or the oldest edition at hand |
    | `20090708`, the date in the name of a file | the edition of that file |
    | `2009-07-11`, `2009/07/11`, `20090711` | the edition of that day, or else the edition in force on that day |
    | `M10`, the code of a set | the first edition published with that set, or else that in force on its release |

    The first row that fits counts. A day after the newest edition at hand is an error, because a newer edition may be
    in force by then. Only editions of the Comprehensive Rules are in force.

    Args:
        name: The user's input; case does not matter.
        editions: All known editions, oldest first.
        at_hand: Ids of the editions to choose from, in any order. They need not be in `editions`.

    Raises:
        UnknownEdition: No edition at hand matches `name`.
    """
    name = name.strip()
    ids = sorted(set(at_hand))
    if not ids:
        raise UnknownEdition(
            f"there are no editions here, so {name!r} names none; `comprules fetch` downloads editions"
        )
    of_other_works = {edition.id for edition in editions if edition.work != COMPREHENSIVE_RULES}
    comprehensive = [edition for edition in ids if edition not in of_other_works]
    # `latest` and `first` mean editions of other works only if none of the Comprehensive Rules is at hand.
    if name.lower() == "latest":
        return (comprehensive or ids)[-1]
    if name.lower() == "first":
        return (comprehensive or ids)[0]
    day = _find_day(name, editions)
    if day in ids:
        return day
    # If the name is that of a known edition, the answer must not be the edition before it.
    if any(edition.id == day for edition in editions):
        raise UnknownEdition(
            f"edition {day} is known but not here (there are {len(ids)} editions, {ids[0]} to {ids[-1]}); "
            f"`comprules fetch {day}` downloads it"
        )
    return _find_in_force(day, comprehensive)


def _find_day(name: str, editions: Sequence[NamedEdition]) -> str:
    """Return the day that a name means, as an ISO date: the id of an edition, if one took effect on that day.

    The rows of the table in `edition_named` count in that order, except the first.

    Args:
        name: The user's input.
        editions: All known editions, oldest first.

    Raises:
        UnknownEdition: The name means no day.
    """
    aliased = next((edition.id for edition in editions if name in edition.aliases), None)
    first_of_set = next(iter(editions_of_set(name, editions)), None)
    day = aliased or as_day(name) or first_of_set or _find_release(name)
    if day is None:
        raise UnknownEdition(
            f"no edition is called {name!r}; give a date (2009-07-11), a set code (M10), a file date (20090708), "
            "`latest` or `first`, and see `comprules editions` for all of them"
        )
    return day


def _find_release(name: str) -> str | None:
    """Return the day on which the set with a code was released, if no edition was published with it."""
    card_set = find_set_without_edition(name)
    return card_set.released if card_set else None


def _find_in_force(day: str, editions: Sequence[str]) -> str:
    """Return the edition in force on a day.

    Args:
        day: The day, as an ISO date.
        editions: Ids of the editions of the Comprehensive Rules at hand, oldest first.

    Raises:
        UnknownEdition: The day is before the first of these editions, or after the last.
    """
    if editions and day > editions[-1]:
        raise UnknownEdition(
            f"{day} is after the newest edition here, {editions[-1]}, and another one may have taken effect by then; "
            "write `latest` for the newest one here, or run `comprules update`"
        )
    count_so_far = bisect_right(editions, day)  # how many editions took effect on that day or before
    if count_so_far == 0:
        oldest = f"; the oldest edition here is {editions[0]}" if editions else ""
        raise UnknownEdition(f"no edition was in force on {day}{oldest}")
    return editions[count_so_far - 1]


def editions_of_set(name: str, editions: Sequence[NamedEdition]) -> tuple[str, ...]:
    """Return the ids of all editions published with the set whose code is `name`, oldest first; none for other names.

    Args:
        name: The user's input; case does not matter.
        editions: All known editions, oldest first.
    """
    code = name.strip().casefold()
    return tuple(edition.id for edition in editions if _has_set(edition, code))


def _has_set(edition: NamedEdition, folded_code: str) -> bool:
    return any(card_set.code.casefold() == folded_code for card_set in edition.sets)


def is_iso_date(text: str) -> bool:
    """Return whether `text` is a date of the calendar written `YYYY-MM-DD`."""
    with suppress(ValueError):
        return _ISO_DATE.fullmatch(text) is not None and bool(date.fromisoformat(text))
    return False


def as_day(text: str) -> str | None:
    """Return the ISO date for `2009-07-11`, `2009/07/11` or `20090711`; None for any other text."""
    if _FILE_DATE.fullmatch(text):
        text = f"{text[:4]}-{text[4:6]}-{text[6:]}"
    text = text.replace("/", "-")
    return text if is_iso_date(text) else None

"""Which edition a name means: a date, a set code, a file date, `latest`, `first`.

Both the registry of all known editions and the ledger shipped with comprules use it, each with its own editions.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from datetime import date
from typing import Protocol

from rules.errors import ComprulesError
from rules.records import COMPREHENSIVE_RULES

_FILE_DATE = re.compile(r"\d{8}")
_ISO_DATE = re.compile(r"\d{4}-\d\d-\d\d")


class UnknownEdition(ComprulesError, LookupError):
    """No edition matches a name. The message says which names are valid."""


class EditionNames(Protocol):
    """The fields of an edition that are needed to find it by name."""

    @property
    def id(self) -> str:
        """Return the effective date, ISO."""

    @property
    def set_code(self) -> str | None:
        """Return the code of the set that the edition was published with, or None."""

    @property
    def work(self) -> str:
        """Return `comprehensive-rules` or `rulings-summary`."""

    @property
    def aliases(self) -> tuple[str, ...]:
        """Return the dates in the names of the edition's files, `YYYYMMDD`, if they differ from `id`."""


def edition_named(name: str, editions: Sequence[EditionNames], at_hand: Sequence[str]) -> str:
    """Return the id of the edition that `name` means.

    `name` is an ISO date, a set code (the latest edition of that set), a file date `YYYYMMDD`, `latest` or `first`.
    A date that is not the id of an edition means the edition of the Comprehensive Rules in force on that day; a date
    after the newest edition at hand is an error, because a newer edition may be in force by then. A date with hyphens
    is always a day; eight digits are first looked up among the file dates.

    Args:
        name: The user's input; case does not matter.
        editions: All known editions, oldest first.
        at_hand: Ids of the editions to choose from, in any order. They need not be in `editions`.

    Raises:
        UnknownEdition: No edition at hand matches `name`.
    """
    return _Names(editions, sorted(set(at_hand))).meant(name.strip())


class _Names:
    def __init__(self, editions: Sequence[EditionNames], ids: list[str]) -> None:
        self.editions = editions
        self.ids = ids

    def meant(self, name: str) -> str:
        if not self.ids:
            raise UnknownEdition(f"no edition is at hand, so {name!r} means none; `comprules fetch` downloads editions")
        if name.lower() in {"latest", "first"}:
            line = self._comprehensive() or self.ids
            return line[-1] if name.lower() == "latest" else line[0]
        aliased = next((edition.id for edition in self.editions if name in edition.aliases), None)
        day = aliased or as_day(name)
        if day is None:
            return self._of_set(name)
        if day in self.ids:
            return day
        # A file date or an edition's own date means that edition; it must not silently become its predecessor.
        if aliased is not None or any(edition.id == day for edition in self.editions):
            raise UnknownEdition(self._not_at_hand(day))
        return self._in_force(day)

    def _comprehensive(self) -> list[str]:
        others = {edition.id for edition in self.editions if edition.work != COMPREHENSIVE_RULES}
        return [edition for edition in self.ids if edition not in others]

    def _in_force(self, day: str) -> str:
        line = self._comprehensive()
        if line and day > line[-1]:
            raise UnknownEdition(
                f"{day} is after the newest edition at hand, {line[-1]}: another one may be in force by then; say "
                "`latest` for the newest at hand, or run `comprules update`"
            )
        index = bisect_right(line, day)
        if index == 0:
            oldest = f"; the oldest edition at hand is {line[0]}" if line else ""
            raise UnknownEdition(f"no edition was in force on {day}{oldest}")
        return line[index - 1]

    def _of_set(self, name: str) -> str:
        of_set = [edition.id for edition in self.editions if (edition.set_code or "").casefold() == name.casefold()]
        if not name or not of_set:
            raise UnknownEdition(
                f"no edition is called {name!r}; give a date (2009-07-11), a set code (M10), a file date (20090708), "
                "`latest` or `first`, and see `comprules editions` for all of them"
            )
        at_hand = [edition for edition in of_set if edition in self.ids]
        if not at_hand:
            raise UnknownEdition(self._not_at_hand(of_set[-1]))
        return at_hand[-1]

    def _not_at_hand(self, edition: str) -> str:
        return (
            f"edition {edition} is known but not at hand ({len(self.ids)} editions are, {self.ids[0]} to "
            f"{self.ids[-1]}); `comprules fetch {edition}` downloads it"
        )


def is_iso_date(text: str) -> bool:
    """Return whether `text` is a date of the calendar written `YYYY-MM-DD`."""
    if not _ISO_DATE.fullmatch(text):
        return False
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def as_day(text: str) -> str | None:
    """Return the ISO form of a day written `2009-07-11`, `2009/07/11` or `20090711`, None for anything else."""
    if _FILE_DATE.fullmatch(text):
        text = f"{text[:4]}-{text[4:6]}-{text[6:]}"
    text = text.replace("/", "-")
    return text if is_iso_date(text) else None

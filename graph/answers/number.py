"""What a number was and is: every rule that had it."""

from __future__ import annotations

from msgspec import Struct


class RedirectionAnswer(Struct, frozen=True):
    """A number that the last words of an empty chapter name, and the numbers of that rule in the newest edition."""

    number: str
    numbers: tuple[str, ...]


class OwnerAnswer(Struct, frozen=True):
    """A rule that had a number.

    Attributes:
        first: The first edition in which it had the number.
        last: The last one.
        until: The last day on which it had the number; null if it still has it.
        title: Its title.
        now: Where it is now, in words.
        numbers: Its numbers in the newest edition.
        gone: The edition that dropped the rule; null while it is there.
        last_number: Its last number, if it is gone.
        see: Where its last words send readers, if it had become empty.
    """

    first: str
    last: str
    until: str | None
    title: str | None
    now: str
    numbers: tuple[str, ...]
    gone: str | None
    last_number: str | None
    see: tuple[RedirectionAnswer, ...]


class NumberAnswer(Struct, frozen=True):
    """A number, and the rules that had it, oldest first."""

    number: str
    owners: tuple[OwnerAnswer, ...]

"""What became of a rule in another edition."""

from typing import Literal

from msgspec import Struct

from rules.numbers import is_number, is_term, name_of, number_of

DestinationKind = Literal["kept", "moved", "reworded", "split", "merged", "ambiguous", "deleted", "absent"]
"""What became of a rule. `kept`: it has the same number, perhaps other words; `moved`: another number and the same
words; `reworded`: another number and other words; `split`, `merged`: parts of it are elsewhere, or it went into another
rule; `ambiguous`: several continuations are equally good, or its number there does not name it alone; `absent`: the
number had no rule in the first place."""


class Destination(Struct, frozen=True):
    """Where the rule of a number is in another edition.

    Attributes:
        number: Its number in the first edition.
        kind: What became of it.
        keys: Its keys there: mostly one, several if parts of it are elsewhere, none if it is gone. That of its own
            lineage is the first.
        same: Whether it continues under its own lineage; otherwise `keys` are its parts, or the rule into which it was
            merged.
        sure: Whether the aligner chose these keys; otherwise they are equally good candidates.
    """

    number: str
    kind: DestinationKind
    keys: tuple[str, ...] = ()
    same: bool = False
    sure: bool = True

    @property
    def numbers(self) -> tuple[str, ...]:
        """Return the keys that are rule numbers, without the ordinals of duplicates."""
        return tuple(dict.fromkeys(number_of(key) for key in self.keys if not is_term(key)))

    @property
    def terms(self) -> tuple[str, ...]:
        """Return the terms of the glossary entries among the keys."""
        return tuple(name_of(key) for key in self.keys if is_term(key))

    @property
    def successor(self) -> str | None:
        """Return the number that continues the rule beyond doubt; None if there is none."""
        if not self.same or self.kind == "ambiguous" or not is_number(self.keys[0]):
            return None
        return self.keys[0]

    @property
    def suggested(self) -> tuple[str, ...]:
        """Return the numbers to write instead: that of its lineage, else all; none if they are not certain."""
        if not self.sure:
            return ()
        if self.same and is_number(number_of(self.keys[0])):
            return self.numbers[:1]
        return self.numbers

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the keys of its parts elsewhere, besides that of its lineage."""
        return self.keys[1:] if self.same else self.keys

    @property
    def is_verbatim(self) -> bool:
        """Return whether a citation may be rewritten without reading the rule's new words."""
        return self.kind in {"kept", "moved"}

    @property
    def needs_consent(self) -> bool:
        """Return whether the rule has a successor that has other words, or only a part of the rule."""
        return self.successor is not None and not self.is_verbatim

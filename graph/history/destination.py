"""The answer to the question what became of a rule in another edition."""

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from rules.keys import is_entry, name_of, number_of
from rules.numbers import is_number, sort_key

DestinationKind = Literal["kept", "moved", "reworded", "split", "merged", "ambiguous", "deleted", "absent"]
"""What became of a rule.

`kept`: it has the same number, perhaps other words. `moved`: another number and the same words. `reworded`: another
number and other words. `split`: parts of it are in other rules. `merged`: it went into another rule. `ambiguous`:
several continuations are equally good, or the rule's number there names a second rule too. `deleted`: nothing continues
it. `absent`: the number had no rule in the first place."""


class Destination(Struct, frozen=True):
    """Where the rule of a number is in another edition.

    Attributes:
        number: The rule's number in the first edition.
        kind: What became of the rule.
        keys: The rule's keys in the other edition: mostly one; several if it was split; none if it was deleted. The key
            of its own lineage is the first.
        lineage_continues: Whether the rule's own lineage is in the other edition, so that the first key is the rule
            itself. Otherwise `keys` are its parts, or the rule into which it was merged.
        sure: Whether the aligner chose these keys; otherwise they are equally good candidates.
    """

    number: str
    kind: DestinationKind
    keys: tuple[str, ...] = ()
    lineage_continues: bool = False
    sure: bool = True

    @property
    def numbers(self) -> tuple[str, ...]:
        """Return the keys that are rule numbers, without the ordinals of duplicates."""
        return tuple(dict.fromkeys(number_of(key) for key in self.keys if not is_entry(key)))

    @property
    def terms(self) -> tuple[str, ...]:
        """Return the terms of the glossary entries among the keys."""
        return tuple(name_of(key) for key in self.keys if is_entry(key))

    @property
    def successor(self) -> str | None:
        """Return the number under which the rule's own lineage goes on; None if it ended or the number is ambiguous."""
        if not self.lineage_continues or self.kind == "ambiguous" or not is_number(self.keys[0]):
            return None
        return self.keys[0]

    @property
    def suggested(self) -> tuple[str, ...]:
        """Return the numbers to write instead: the one of the rule's own lineage, or else all; none if not `sure`."""
        if not self.sure:
            return ()
        if self.lineage_continues and is_number(number_of(self.keys[0])):
            return self.numbers[:1]
        return self.numbers

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the keys that have parts of the rule, without the key of its own lineage."""
        return self.keys[1:] if self.lineage_continues else self.keys

    @property
    def is_verbatim(self) -> bool:
        """Return whether a citation may be rewritten without reading the rule's new words."""
        return self.kind in {"kept", "moved"}

    @property
    def needs_consent(self) -> bool:
        """Return whether a person must agree before a citation is rewritten to `successor`.

        That is so if the successor has other words, or only a part of the rule. False if there is no successor.
        """
        return self.successor is not None and not self.is_verbatim


def add_parts(destination: Destination, of_versions: Iterable[Destination]) -> Destination:
    """Return the destination of a rule that still exists, with the parts to which its other versions lead.

    Since the rule itself is known, parts that are only possible do not count.

    Args:
        destination: The destination of the rule's last version, whose first key is the rule itself.
        of_versions: The destinations of all its versions.
    """
    rule = destination.keys[0]
    keys = {key for of_version in of_versions if of_version.sure for key in of_version.keys}
    parts = sorted(keys - {rule}, key=order_keys)
    if len(parts) == len(destination.parts):
        return destination  # whose parts are among them, so the other versions lead nowhere else
    return replace(destination, keys=(rule, *parts))


def order_keys(key: str) -> tuple[bool, tuple[int, ...], str]:
    """Return the sort key of a key, which sorts as in a document: the rules by number, then the glossary.

    Rules of one number (`702.1` and `702.1#2`) are sorted by their keys.
    """
    number = number_of(key)
    if is_entry(key) or not is_number(number):
        return True, (), key
    section, chapter, rule, length, letters = sort_key(number)
    return False, (section, chapter, rule, length), f"{letters} {key}"

"""The versions of rules whose words only rephrase those of the version before (`rules.change.rephrasing`)."""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from rules.change import Passage
from rules.change.rephrasing import is_rephrased
from rules.links import Version


def list_rephrased(versions: Sequence[Version], read: Callable[[str, str], Passage]) -> Iterator[Version]:
    """Yield the versions that only rephrase the one before.

    Args:
        versions: The versions of one lineage, oldest first.
        read: Returns the words of the record that an edition has under a key.
    """
    for before, version in pairwise(versions):
        if version.change == "wording":
            old, new = read(before.last, before.key), read(version.first, version.key)
            if is_rephrased(old, new):
                yield version

"""Packing the links, the lineages and their versions, after all editions were packed.

A *lineage* is a rule, followed through all its numbers; a *version* is a lineage for as long as its key and its words
stay the same, such as 702.37a from 2009-07-11 to 2011-06-16 (`rules.links`). An edition is named by its *place*, which
counts the editions. The places of a work's editions are consecutive; those of *retyped* editions, which are in no
chain, come after all others of the work.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from operator import attrgetter
from typing import NamedTuple

from rules.grouping import grouped
from rules.links import LinkAttributes, StepRecords, Version
from rules.store.record_table import Row, pack


class _VersionPlaces(NamedTuple):
    """Three columns of `packed_versions`.

    Attributes:
        first: The first place of the version.
        last: The last place of the version.
        since: The place of the retyped edition in which it began; None if it began in an edition of the chain, or is of
            that retyped edition alone.
    """

    first: int
    last: int
    since: int | None


class PackedHistory:
    """The links, lineages and versions of a knowledge base, as rows of its tables.

    Args:
        line: The ids of all editions by their places.
        works: The work of each edition in `line`.
        key_ids: Key of a record → its id in the table `keys`, the lowest if it has several.
    """

    def __init__(self, line: Sequence[str], works: Sequence[str], key_ids: Mapping[str, int]) -> None:
        self._line = line
        self._works = works
        self._places = {edition: place for place, edition in enumerate(line)}
        self._key_ids = key_ids

    def list_tables(
        self, steps: Sequence[StepRecords], versions: Iterable[Version]
    ) -> Iterator[tuple[str, Iterable[Row]]]:
        """Yield the name and the rows of each table of links, lineages and versions.

        Args:
            steps: The steps, oldest first.
            versions: The versions, those of each lineage oldest first.
        """
        by_lineage = sorted(versions, key=attrgetter("lineage"))
        attributes_of_versions = [version.attributes for version in by_lineage]
        attributes_of_links = [link.attributes for step in steps for link in step.links]
        attributes = _number_attributes(chain(attributes_of_versions, attributes_of_links))
        yield "link_attributes", ((number, *_attribute_row(value)) for value, number in attributes.items())
        yield "packed_links", self._link_rows(steps, attributes)
        # The number of a version is its index among all versions, that of a lineage its index among all lineages.
        version_numbers = grouped((version.lineage, number) for number, version in enumerate(by_lineage))
        lineages = {lineage: number for number, lineage in enumerate(version_numbers)}
        yield "packed_lineages", _lineage_rows(lineages, version_numbers)
        yield "packed_versions", self._version_rows(by_lineage, lineages, attributes)

    def _link_rows(self, steps: Sequence[StepRecords], attributes: dict[LinkAttributes, int]) -> Iterator[Row]:
        """Yield the rows of `packed_links`.

        Args:
            steps: The steps, oldest first.
            attributes: Attributes of links → their id.
        """
        key_ids = self._key_ids
        for step_number, step in enumerate(steps):
            for position, link in enumerate(step.links):
                old, new = key_ids.get(link.old or ""), key_ids.get(link.new or "")  # None for no key
                yield step_number, position, old, new, attributes[link.attributes]

    def _version_rows(
        self, versions: Sequence[Version], lineages: dict[str, int], attributes: dict[LinkAttributes, int]
    ) -> Iterator[Row]:
        """Yield the rows of `packed_versions`.

        Args:
            versions: The versions, those of a lineage together, oldest first.
            lineages: Lineage id → number of the lineage.
            attributes: Attributes of versions → their id.
        """
        for number, version in enumerate(versions):
            yield (
                number,
                lineages[version.lineage],
                self._key_ids[version.key],
                *self._find_places(version),
                attributes[version.attributes],
                None if version.sources == (version.key,) else pack(version.sources),
            )

    def _find_places(self, version: Version) -> _VersionPlaces:
        """Return the places of the editions of a version.

        If a version began in a retyped edition and continues in the chain, its first and last place are those of
        editions of the chain. The place of the retyped edition, which comes after all of these in the line, is `since`.
        Example: the editions of 2001, 2003 and 2005 have the places 0, 1 and 2, and the retyped one of 2002 has place
        3. A version from 2002 to 2005 has the first place 1, the last place 2, and `since` 3.
        """
        first, last = self._places[version.first], self._places[version.last]
        has_begun_in_retyped = first > last
        if not has_begun_in_retyped:
            return _VersionPlaces(first, last, since=None)
        return _VersionPlaces(self._find_first_after(version.first, last), last, since=first)

    def _find_first_after(self, edition: str, last: int) -> int:
        """Return the place of the first edition of a chain that is newer than a retyped edition.

        Args:
            edition: Id of a retyped edition.
            last: The place of a newer edition in the chain of its work.
        """
        first = last
        while first > 0:
            before = first - 1
            if self._works[before] != self._works[last] or self._line[before] <= edition:
                break
            first = before
        return first


def _lineage_rows(lineages: Mapping[str, int], version_numbers: Mapping[str, Sequence[int]]) -> Iterator[Row]:
    """Yield the rows of `packed_lineages`.

    Args:
        lineages: Lineage id → number of the lineage.
        version_numbers: Lineage id → the numbers of its versions, oldest first.
    """
    for lineage, numbers in version_numbers.items():
        yield lineages[lineage], lineage, numbers[0], numbers[-1]


def _number_attributes(attributes: Iterable[LinkAttributes]) -> dict[LinkAttributes, int]:
    """Return different attributes → their number, from 0.

    The most frequent have the lowest numbers, because small numbers take less space in the file.
    """
    counts = Counter(attributes)
    by_count = sorted(counts, key=lambda value: (-counts[value], repr(_attribute_row(value))))
    return {value: number for number, value in enumerate(by_count)}


def _attribute_row(attributes: LinkAttributes) -> Row:
    """Return the columns of `link_attributes` after the id."""
    return attributes.kind, attributes.change, attributes.method, attributes.score, int(attributes.main)

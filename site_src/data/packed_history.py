"""The history of `data/history.py` packed, as `assets/js/compare/unpack.js` reads it for the page that compares."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from msgspec import Struct, structs

from rules.links import ChangeClass, ChangeKind
from site_src.data.deltas import encode_deltas
from site_src.data.folded import fold
from site_src.data.history import HistoryColumns, LinkColumns, RetypedRow, VersionColumns, number_names

_DIGITS = re.compile(r"(\d+)")


class VersionForm(NamedTuple):
    """The values that many versions share, because most are differences; the previous version is the one before it.

    Attributes:
        lineage: The lineage, less that of the previous version.
        kind: How the version came to be.
        change: How much the words changed then.
        gap: The number of editions between its end and the next version of its lineage, or the newest edition.
        words: How many versions before it the first one with its words is.
        plain: How many versions before it the first one with its words but for typography is.
        sources: Its sources, each less the key of the previous version; 0 for its own key.
    """

    lineage: int
    kind: int
    change: int | None
    gap: int
    words: int
    plain: int
    sources: int | tuple[int, ...]


class PackedHistory(Struct, frozen=True):
    """The packed history. Versions and links are those of `HistoryColumns`, with other numbers for keys.

    Attributes:
        editions: All editions, oldest first.
        kinds: What can happen to a record.
        classes: How much its words can change.
        keys: All keys in order, folded.
        named: Lineages that are not called by their first key and edition: id by lineage.
        key: Key of each version, less that of the version before.
        first: First edition of each version.
        forms: All forms, the most frequent first.
        form: The form of each version.
        links: The links that no version describes.
        retyped: The records of retyped editions by edition: key, lineage, number of the words, 0, number of the words
            without typography. These numbers are the index of the first version or record with the words, plus 1.
        remnants: Three columns about pairs of versions that share too little, in which each number is less the one
            before: the older version, the newer one, and the percentage of words that they share.
    """

    editions: tuple[str, ...]
    kinds: tuple[ChangeKind, ...]
    classes: tuple[ChangeClass, ...]
    keys: list[str]
    named: dict[int, str]
    key: list[int]
    first: list[int]
    forms: list[VersionForm]
    form: list[int]
    links: LinkColumns
    retyped: dict[str, list[RetypedRow]]
    remnants: list[list[int]]


def pack_history(columns: HistoryColumns) -> PackedHistory:
    """Return the packed history."""
    key_order = sorted(range(len(columns.keys)), key=lambda key: _pad_digits(columns.keys[key]))
    # A key has two numbers: its index in the columns → its index in that order, in which the keys are packed.
    key_numbers = number_names(key_order)
    version_keys = [key_numbers[key] for key in columns.versions.key]
    texts = _list_texts(columns)
    # for each text the index of the first text with its words, and of the first one with them but for typography
    first_with_words = _find_first(text.words or text.text for text in texts)
    first_plain = _find_first(text.plain or text.text for text in texts)
    forms = list(_list_forms(columns.versions, len(columns.editions), key_numbers, first_with_words, first_plain))
    by_frequency = Counter(forms).most_common()
    form_numbers = number_names(form for form, _ in by_frequency)
    # the texts of the records of retyped editions follow those of the versions
    version_count = len(version_keys)
    retyped = _pack_retyped(columns.retyped, key_numbers, first_with_words[version_count:], first_plain[version_count:])
    remnants = zip(*sorted(columns.remnants), strict=True)
    return PackedHistory(
        editions=columns.editions,
        kinds=columns.kinds,
        classes=columns.classes,
        keys=list(fold(columns.keys[key] for key in key_order)),
        named=_find_named(columns),
        key=encode_deltas(version_keys),
        first=columns.versions.first,
        forms=list(form_numbers),
        form=[form_numbers[form] for form in forms],
        links=_pack_links(columns.links, key_numbers),
        retyped=retyped,
        remnants=[encode_deltas(column) for column in remnants],
    )


def _pad_digits(key: str) -> list[str]:
    """Return a sorting key for keys: `702.40a` → `["0702", "." …]` with all numbers in four digits.

    In this order keys compress best; in that of `addresses.in_order` the file is 0.4 % larger.
    """
    return [part.zfill(4) for part in _DIGITS.split(key)]


class _TextNumbers(NamedTuple):
    """The numbers of a text, as `VersionColumns` has them: `words` and `plain` are 0 for the first text with them."""

    text: int
    words: int
    plain: int


def _list_texts(columns: HistoryColumns) -> list[_TextNumbers]:
    """Return the texts of all versions, then of all records of retyped editions."""
    rows = columns.versions
    texts = list(map(_TextNumbers, rows.text, rows.words, rows.plain))
    for _, _, text, words, plain in chain.from_iterable(columns.retyped.values()):
        texts.append(_TextNumbers(text, words, plain))
    return texts


def _find_first(values: Iterable[int]) -> list[int]:
    """Return the first index of each value: `7, 5, 7` → `[0, 1, 0]`."""
    firsts: dict[int, int] = {}
    return [firsts.setdefault(value, index) for index, value in enumerate(values)]


def _list_forms(
    versions: VersionColumns,
    editions: int,
    key_numbers: Mapping[int, int],
    first_with_words: Sequence[int],
    first_plain: Sequence[int],
) -> Iterator[VersionForm]:
    """Yield the form of each version.

    Args:
        versions: The versions.
        editions: The number of editions.
        key_numbers: The index of each key in the order of the packed keys.
        first_with_words: The first version with the words of each version.
        first_plain: The first version with its words but for typography.
    """
    ends = _find_ends(versions, editions)
    previous_lineage = previous_key = 0
    for version, lineage in enumerate(versions.lineage):
        yield VersionForm(
            lineage=lineage - previous_lineage,
            kind=versions.kind[version],
            change=versions.change[version],
            gap=ends[version] - versions.last[version],
            words=version - first_with_words[version],
            plain=version - first_plain[version],
            sources=_pack_sources(versions.sources[version], key_numbers, previous_key),
        )
        previous_lineage, previous_key = lineage, key_numbers[versions.key[version]]


def _pack_sources(
    sources: int | Sequence[int], key_numbers: Mapping[int, int], previous_key: int
) -> int | tuple[int, ...]:
    """Return the sources of a version as its form has them; 0, for its own key, remains."""
    if isinstance(sources, int):
        return sources
    return tuple(key_numbers[key] - previous_key for key in sources)


def _find_ends(versions: VersionColumns, editions: int) -> list[int]:
    """Return for each version the edition before the next version of its lineage, else the newest edition."""
    ends = [editions - 1] * len(versions.lineage)
    for version in range(len(ends) - 1):
        if versions.lineage[version + 1] == versions.lineage[version]:
            ends[version] = versions.first[version + 1] - 1
    return ends


def _find_named(columns: HistoryColumns) -> dict[int, str]:
    """Return the ids of the lineages that are not named by their first key and edition, `502.30a@2003-05-26`."""
    versions = columns.versions
    expected: dict[int, str] = {}
    for lineage, key, first in zip(versions.lineage, versions.key, versions.first, strict=True):
        expected.setdefault(lineage, f"{columns.keys[key]}@{columns.editions[first]}")
    return {lineage: name for lineage, name in enumerate(columns.lineages) if name != expected[lineage]}


def _pack_links(links: LinkColumns, key_numbers: Mapping[int, int]) -> LinkColumns:
    """Return the links with the packed numbers of their keys."""
    old = [key_numbers[key] for key in links.old]
    new: list[int | None] = []
    for key in links.new:
        if key is None:
            new.append(None)
        else:
            new.append(key_numbers[key])
    return structs.replace(links, old=old, new=new)


def _pack_retyped(
    retyped: Mapping[str, Sequence[RetypedRow]],
    key_numbers: Mapping[int, int],
    first_with_words: Sequence[int],
    first_plain: Sequence[int],
) -> dict[str, list[RetypedRow]]:
    """Return the records of retyped editions, as `PackedHistory.retyped` has them.

    Args:
        retyped: The records by edition.
        key_numbers: The index of each key in the order of the packed keys.
        first_with_words: The first text with the words of each record, of all editions one after the other, counted
            from 0.
        first_plain: The first text with its words but for typography.
    """
    packed: dict[str, list[RetypedRow]] = {}
    record = 0
    for edition, rows in retyped.items():
        packed[edition] = []
        for key, lineage, *_ in rows:
            packed[edition].append(
                (key_numbers[key], lineage, first_with_words[record] + 1, 0, first_plain[record] + 1)
            )
            record += 1
    return packed

"""`history`, `announcements` and manifests of the data, packed for the page that compares any editions.

`assets/js/compare/unpack.js` makes of them the documents that they were made of, as far as a comparison needs them.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import count, groupby, pairwise

from msgspec import Struct, structs
from rapidfuzz.distance import Prefix

from graph.announcements import UnannouncedAnswer
from rules.links import ChangeClass, ChangeKind
from site_src.data.announcements import Announcements, BulletinTitle
from site_src.data.columns import HistoryColumns, LinkColumns
from site_src.data.manifest import Manifest

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_OWN, _NONE, _BEFORE = range(3)

Form = tuple[int, int | None, int | None, int | None]
"""Kind, class, words and sources of a version.

Words: 0 for new ones, 2 for those of the version two before it, -2 for new ones that differ from those in typography;
None where `words` tells. Sources: 0 for the version's own key, 1 for none, 2 for that of the version before; None where
`sources` tells.
"""


class PackedAnnouncements(Struct, frozen=True):
    """What was announced, in columns.

    Attributes:
        bulletins: By id.
        unannounced: The steps of which no announcement is known.
        bulletin: Place of the bulletin.
        days: Editions that are named.
        old: Place of the edition before the change.
        new: Place of the edition with it.
        rule: A number, or a range of numbers.
        subject: What it is about.
        lineages: The lineages that are meant, each less the one before.
    """

    bulletins: dict[str, BulletinTitle]
    unannounced: tuple[UnannouncedAnswer, ...]
    bulletin: list[int]
    days: list[str]
    old: list[int]
    new: list[int]
    rule: list[str]
    subject: list[str]
    lineages: list[list[int]]


class PackedHistory(Struct, frozen=True):
    """The packed history. Versions and links are as there, with other numbers for keys.

    Attributes:
        editions: All editions, oldest first.
        before: For each edition the one with which most versions ended whose lineages go on in it; -1 for none.
        kinds: What can happen to a record.
        classes: How much its words can change.
        keys: All keys in order, each without the characters that it shares with the one before; first how many.
        sizes: How many versions each lineage has.
        named: Lineages that are not called by their first key and edition: lineage, id.
        key: Key of each version, less that of the version before; of the first version of a lineage, less that of the
            first version of the lineage before.
        first: First edition of each version.
        last: Last editions of versions that do not end with the edition before that of the next version, or the newest:
            version, edition.
        forms: All combinations of kind, class, words and sources.
        form: The form of each version.
        words: Numbers of words and of words without typography, where the form has none: that of the first version with
            them, counted from 1.
        sources: Keys in the edition before that a version came from, where the form has none.
        links: The links that no version describes.
        retyped: The records of retyped editions by edition: key, lineage, words, words without typography.
        remnants: Pairs of versions that share too little: columns of the older version, less that of the pair before,
            of the newer version, less the older one, and of the percentage.
    """

    editions: tuple[str, ...]
    before: list[int]
    kinds: tuple[ChangeKind, ...]
    classes: tuple[ChangeClass, ...]
    keys: list[str]
    sizes: list[int]
    named: list[tuple[int, str]]
    key: list[int]
    first: list[int]
    last: list[tuple[int, int]]
    forms: list[Form]
    form: list[int]
    words: list[tuple[int, int]]
    sources: list[list[int]]
    links: LinkColumns
    retyped: dict[str, list[tuple[int, int, int, int]]]
    remnants: tuple[list[int], list[int], list[int]]


class PackedManifest(Struct, frozen=True):
    """The records of an edition, and where their texts are; a newer edition does not change it.

    Attributes:
        edition: Its id and work.
        keys: In the order of the document, rules before glossary, each shortened like those of the history.
        texts: Number of each record's text.
        buckets: The files of the texts, each with the number of records in a row that it is for.
        headings: By key.
    """

    edition: dict[str, str]
    keys: list[str]
    texts: list[int]
    buckets: list[tuple[str, int]]
    headings: dict[str, str]


def pack_manifest(manifest: Manifest) -> PackedManifest:
    """Return what a comparison needs of a manifest."""
    rows = (*manifest.rules, *manifest.glossary)
    return PackedManifest(
        edition={"id": manifest.edition.id, "work": manifest.edition.work},
        keys=list(_shorten(row.key for row in rows)),
        texts=[row.text for row in rows],
        buckets=[(name, len(list(found))) for name, found in groupby(row.bucket for row in rows)],
        headings=manifest.headings,
    )


def pack_history(columns: HistoryColumns) -> PackedHistory:
    """Return the packed history."""
    rows = columns.versions
    names = [re.split(r"(\d+)", key) for key in columns.keys]
    order = sorted(range(len(names)), key=lambda key: [part.zfill(4) for part in names[key]])
    at = {key: place for place, key in enumerate(order)}
    keys = [at[key] for key in rows.key]
    starts = _find_starts(rows.lineage)
    firsts = [version for version, start in enumerate(starts) if version == start]
    before = _find_editions_before(columns, starts)
    beside = [row for edition in columns.retyped.values() for row in edition]
    words, plain = (
        _find_first([*(first or text for first, text in zip(column, rows.text, strict=True)), *more])
        for column, more in (
            (rows.words, [first or text for _, _, text, first, _ in beside]),
            (rows.plain, [first or text for _, _, text, _, first in beside]),
        )
    )
    codes = [_code_words(words, plain, start, version) for version, start in enumerate(starts)]
    origins = [_code_sources(columns, start, version) for version, start in enumerate(starts)]
    forms = list(zip(rows.kind, rows.change, codes, origins, strict=True))
    known = [form for form, _ in Counter(forms).most_common()]
    place_of = {form: place for place, form in enumerate(known)}
    place = count(len(starts))
    return PackedHistory(
        editions=columns.editions,
        before=before,
        kinds=columns.kinds,
        classes=columns.classes,
        keys=list(_shorten(columns.keys[key] for key in order)),
        sizes=[after - start for start, after in pairwise([*firsts, len(starts)])],
        named=[
            (lineage, columns.lineages[lineage])
            for lineage, start in enumerate(firsts)
            if columns.lineages[lineage] != f"{columns.keys[rows.key[start]]}@{columns.editions[rows.first[start]]}"
        ],
        key=_list_steps(keys, starts),
        first=rows.first,
        last=[
            (version, last)
            for version, last in enumerate(rows.last)
            if last != _expect_last(columns, starts, before, version)
        ],
        forms=known,
        form=[place_of[form] for form in forms],
        words=[(words[version], plain[version]) for version, code in enumerate(codes) if code is None],
        sources=[
            [at[key] for key in sources]
            for sources, code in zip(rows.sources, origins, strict=True)
            if code is None and isinstance(sources, list)
        ],
        links=structs.replace(
            columns.links,
            old=[at[key] for key in columns.links.old],
            new=[None if key is None else at[key] for key in columns.links.new],
        ),
        retyped={
            edition: [(at[key], lineage, words[row := next(place)], plain[row]) for key, lineage, *_ in records]
            for edition, records in columns.retyped.items()
        },
        remnants=_pack_remnants(columns.remnants),
    )


def _find_starts(lineages: Sequence[int]) -> list[int]:
    """Return for each version the first one of its lineage."""
    starts: list[int] = []
    for version, lineage in enumerate(lineages):
        starts.append(starts[-1] if version and lineages[version - 1] == lineage else version)
    return starts


def _find_first(values: Iterable[Hashable]) -> list[int]:
    """Return for each value the first place that has it, counted from 1."""
    places: dict[Hashable, int] = {}
    return [places.setdefault(value, place) for place, value in enumerate(values, 1)]


def _find_editions_before(columns: HistoryColumns, starts: Sequence[int]) -> list[int]:
    rows = columns.versions
    ends: dict[int, Counter[int]] = defaultdict(Counter)
    for version in range(1, len(starts)):
        if starts[version] != version:
            ends[rows.first[version]][rows.last[version - 1]] += 1
    return [ends[edition].most_common(1)[0][0] if edition in ends else -1 for edition in range(len(columns.editions))]


def _expect_last(columns: HistoryColumns, starts: Sequence[int], before: Sequence[int], version: int) -> int:
    is_followed = version + 1 < len(starts) and starts[version + 1] == starts[version]
    return before[columns.versions.first[version + 1]] if is_followed else len(columns.editions) - 1


def _code_words(words: Sequence[int], plain: Sequence[int], start: int, version: int) -> int | None:
    numbers, sign = (words, 1) if words[version] <= version else (plain, -1)
    if numbers[version] == version + 1:
        return 0
    back = (back for back in range(1, version - start + 1) if numbers[version - back] == numbers[version])
    found = next(back, None)
    return None if found is None else sign * found


def _code_sources(columns: HistoryColumns, start: int, version: int) -> int | None:
    sources = columns.versions.sources[version]
    if not sources:
        return _OWN if sources == 0 else _NONE
    return _BEFORE if version > start and sources == [columns.versions.key[version - 1]] else None


def _list_steps(keys: Sequence[int], starts: Sequence[int]) -> list[int]:
    compared = [starts[version - 1] if start == version else version - 1 for version, start in enumerate(starts)]
    return [key - (keys[compared[version]] if version else 0) for version, key in enumerate(keys)]


def _shorten(keys: Iterable[str]) -> Iterator[str]:
    before = ""
    for key in keys:
        shared = min(int(Prefix.similarity(before, key)), len(_DIGITS) - 1)
        yield _DIGITS[shared] + key[shared:]
        before = key


def pack_announcements(columns: HistoryColumns, announcements: Announcements) -> PackedAnnouncements:
    """Return the packed announcements; the places of lineages are those of the history."""
    rows = announcements.announcements
    # the bulletins know editions that a knowledge base may lack
    days = sorted({day for row in rows for day in (row.old, row.new)})
    lineages, bulletins = (
        {name: place for place, name in enumerate(names)} for names in (columns.lineages, announcements.bulletins)
    )
    return PackedAnnouncements(
        bulletins=announcements.bulletins,
        unannounced=announcements.unannounced,
        bulletin=[bulletins[row.bulletin] for row in rows],
        days=days,
        old=[days.index(row.old) for row in rows],
        new=[days.index(row.new) for row in rows],
        rule=[row.rule for row in rows],
        subject=[row.subject for row in rows],
        lineages=[_subtract(lineages[lineage] for lineage in row.lineages) for row in rows],
    )


def _subtract(numbers: Iterable[int]) -> list[int]:
    return [number - before for before, number in pairwise([0, *numbers])]


def _pack_remnants(remnants: Iterable[tuple[int, int, int]]) -> tuple[list[int], list[int], list[int]]:
    pairs = sorted(remnants)
    return (
        _subtract(old for old, _, _ in pairs),
        [new - old for old, new, _ in pairs],
        [percent for _, _, percent in pairs],
    )

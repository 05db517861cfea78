"""Every version of every lineage as columns: everything needed to compare any two editions.

`history.json` of the data has them, and packed, as `assets/js/compare/unpack.js` reads them, the page that compares.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import chain, count, pairwise

from msgspec import Struct, structs

from graph.announcements import UnannouncedAnswer
from graph.compare.comparison import remnants
from graph.history import History
from rules.change.passages import plain_form
from rules.links import ChangeClass, ChangeKind, Link, StepEnds, Version
from rules.records import RETYPED
from site_src.data.announcements import Announcements, BulletinTitle
from site_src.data.corpus import Corpus
from site_src.data.folded import fold

RetypedRow = tuple[int, int, int, int, int]
"""A record of a retyped edition: key, lineage, and the columns `text`, `words` and `plain`."""


class VersionColumns(Struct, frozen=True, rename={"change": "class"}):
    """The versions, by lineage, then oldest first; all columns are of one length.

    Attributes:
        lineage: Its lineage.
        key: Its key.
        first: First edition of the version.
        last: Last edition of the version.
        kind: How it came to be from the version before.
        change: How much the words changed then.
        text: Number of its words, by which they are compared; where they are, the manifest of an edition says.
        words: Number of the first passage with exactly these words; 0 for that passage itself.
        plain: Number of the first passage with these words but for typography; 0 for that passage itself.
        sources: Keys in the edition before that it came from; 0 for its own key.
    """

    lineage: list[int]
    key: list[int]
    first: list[int]
    last: list[int]
    kind: list[int]
    change: list[int | None]
    text: list[int]
    words: list[int]
    plain: list[int]
    sources: list[int | list[int]]


class LinkColumns(Struct, frozen=True, rename={"change": "class"}):
    """The links that no version describes: splits, merges, what is doubtful, and all to and from retyped editions.

    Attributes:
        edition: The newer edition.
        previous: The older edition.
        old: Key in the older edition.
        new: Key in the newer one; null for a deletion, which only steps to and from retyped editions list.
        kind: What became of the older record.
        change: How much the words changed.
        main: 1 where the lineage goes on here.
    """

    edition: list[int]
    previous: list[int]
    old: list[int]
    new: list[int | None]
    kind: list[int]
    change: list[int | None]
    main: list[int]


class HistoryColumns(Struct, frozen=True):
    """Every version of every lineage, in columns.

    Numbers are places in the lists above them, counted from 0. An edition has a lineage if it is in the span of one of
    the lineage's versions.

    Attributes:
        editions: All editions, oldest first.
        lineages: All lineages.
        keys: All keys that a record had.
        kinds: What can happen to a record.
        classes: How much its words can change.
        versions: The versions.
        links: The links that no version describes.
        retyped: The records of retyped editions by edition: key, lineage and the columns `text`, `words` and `plain`.
        remnants: Pairs of versions that splits and merges join but that share too little for a piece to count over
            several steps: the older version, the newer one, and the percentage of the shorter one's words that the
            other one has.
    """

    editions: tuple[str, ...]
    lineages: tuple[str, ...]
    keys: tuple[str, ...]
    kinds: tuple[ChangeKind, ...]
    classes: tuple[ChangeClass, ...]
    versions: VersionColumns
    links: LinkColumns
    retyped: dict[str, list[RetypedRow]]
    remnants: list[tuple[int, int, int]]


def make_columns(history: History, corpus: Corpus) -> HistoryColumns:
    """Return every version of every lineage as columns: everything needed to compare any two editions."""
    # by lineage, then oldest first
    versions = list(chain.from_iterable(history.by_lineage.values()))
    editions = list(corpus.contents)
    # counted here, because the numbers of the manifests are long
    counted = {0: 0, **{number: count for count, number in enumerate(corpus.passages, 1)}}
    links = tuple(_list_unshown_links(history, versions))
    lineages = list(dict.fromkeys(version.lineage for version in versions))
    beside = {edition: corpus.contents[edition].rows for edition in sorted(history.retyped)}
    in_order = chain(
        (key for version in versions for key in (version.key, *version.sources)),
        (key for _, link in links for key in (link.old, link.new) if key),
        (row.key for rows in beside.values() for row in rows),
    )
    keys = list(dict.fromkeys(in_order))
    changes: list[Version | Link] = [*versions, *(link for _, link in links)]
    kinds = sorted({change.kind for change in changes})
    classes = sorted({change.change for change in changes if change.change is not None})
    at_edition = {name: place for place, name in enumerate(editions)}
    at_lineage = {name: place for place, name in enumerate(lineages)}
    at_key: dict[str | None, int] = {name: place for place, name in enumerate(keys)}
    at_class: dict[ChangeClass | None, int | None] = {None: None}
    at_class |= {name: place for place, name in enumerate(classes)}
    numbers = [corpus.rows[version.first][version.key].text for version in versions]
    every = [*numbers, *(row.text for rows in beside.values() for row in rows)]
    passages = {number: corpus.words(number) for number in dict.fromkeys(every)}
    words = _first_alike(every, passages.__getitem__)
    plain = _first_alike(every, lambda number: plain_form(passages[number]))
    records = [
        Version(row.lineage or "", row.key, edition, edition, "kept", None, RETYPED, 1.0, ())
        for edition, rows in beside.items()
        for row in rows
    ]
    shown, words, plain = ([counted[number] for number in column] for column in (every, words, plain))
    alike = zip(*(column[len(numbers) :] for column in (shown, words, plain)), strict=True)
    retyped = {
        edition: [(at_key[row.key], at_lineage[row.lineage or ""], *next(alike)) for row in rows]
        for edition, rows in beside.items()
    }

    return HistoryColumns(
        editions=tuple(editions),
        lineages=tuple(lineages),
        keys=tuple(keys),
        kinds=tuple(kinds),
        classes=tuple(classes),
        versions=VersionColumns(
            lineage=[at_lineage[version.lineage] for version in versions],
            key=[at_key[version.key] for version in versions],
            first=[at_edition[version.first] for version in versions],
            last=[at_edition[version.last] for version in versions],
            kind=[kinds.index(version.kind) for version in versions],
            change=[at_class[version.change] for version in versions],
            text=shown[: len(numbers)],
            words=words[: len(numbers)],
            plain=plain[: len(numbers)],
            # a version whose only source has its own number needs no sources
            sources=[
                0 if version.sources == (version.key,) else [at_key[source] for source in version.sources]
                for version in versions
            ],
        ),
        links=LinkColumns(
            edition=[at_edition[step.edition] for step, _ in links],
            previous=[at_edition[step.previous] for step, _ in links],
            old=[at_key[link.old] for _, link in links],
            new=[None if link.new is None else at_key[link.new] for _, link in links],
            kind=[kinds.index(link.kind) for _, link in links],
            change=[at_class[link.change] for _, link in links],
            main=[int(link.main) for _, link in links],
        ),
        retyped=retyped,
        remnants=list(
            remnants(
                history,
                versions,
                lambda version: passages[corpus.rows[version.first][version.key].text],
                records,
            )
        ),
    )


def _list_unshown_links(history: History, versions: Sequence[Version]) -> Iterator[tuple[StepEnds, Link]]:
    """Yield the links between two records that are not steps from one version to the next.

    Of the steps to and from retyped editions these are all links of the older edition's records, deletions too.
    """
    in_versions = {(version.first, version.key, version.sources, version.kind, version.change) for version in versions}
    for step in history.steps():
        beside = not history.retyped.isdisjoint(step)
        for link in history.links(step.edition, step.previous):
            in_version = (step.edition, link.new, (link.old,), link.kind, link.change) in in_versions
            if link.old is not None and (beside or (link.new is not None and not (link.main and in_version))):
                yield step, link


def _first_alike(numbers: Sequence[int], form: Callable[[int], Hashable]) -> list[int]:
    """Return for each passage the first one with an equal form; 0 if that is the passage itself."""
    firsts: dict[Hashable, int] = {}
    first_of = {number: firsts.setdefault(form(number), number) for number in dict.fromkeys(numbers)}
    return [0 if first_of[number] == number else first_of[number] for number in numbers]


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
        keys=list(fold((columns.keys[key] for key in order), 35)),
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

"""Every version of every lineage as columns: everything needed to compare any two editions.

`history.json` of the data has them, and packed, as `assets/js/compare/unpack.js` reads them, the page that compares;
what was announced is packed here, too, because it names lineages by their places.
"""

import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import chain, islice, pairwise
from typing import Any

from msgspec import Struct, structs

from graph.announcements.changes import announced_anywhere
from graph.announcements.file import bulletins
from graph.announcements.records import UnannouncedAnswer
from graph.announcements.unannounced import find_unannounced_steps
from graph.compare.remnants import remnants
from graph.history import History
from rules.change.passages import plain_form
from rules.grouping import grouped
from rules.links import ChangeClass, ChangeKind, Link, StepEnds, Version
from rules.records import RETYPED
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
    retyped = sorted(history.retyped)
    records = [
        Version(row.lineage or "", row.key, edition, edition, "kept", None, RETYPED, 1.0, ())
        for edition in retyped
        for row in corpus.contents[edition].rows
    ]
    links = tuple(_list_unshown_links(history, versions))
    at_edition = _number(corpus.contents)
    at_lineage = _number(version.lineage for version in versions)
    at_key = _number(
        chain(
            (key for version in versions for key in (version.key, *version.sources)),
            (key for _, link in links for key in (link.old, link.new) if key),
            (record.key for record in records),
        )
    )
    changes: list[Version | Link] = [*versions, *(link for _, link in links)]
    at_kind = _number(sorted({change.kind for change in changes}))
    at_class = _number(sorted({change.change for change in changes if change.change is not None}))

    def text_of(version: Version) -> int:
        return corpus.rows[version.first][version.key].text

    numbers = list(map(text_of, chain(versions, records)))
    passages = {number: corpus.words(number) for number in dict.fromkeys(numbers)}
    # counted here, because the numbers of the manifests are long
    counted = {0: 0, **{number: place for place, number in enumerate(corpus.passages, 1)}}
    text, words, plain = (
        [counted[number] for number in column]
        for column in (
            numbers,
            _first_alike(numbers, passages.__getitem__),
            _first_alike(numbers, lambda number: plain_form(passages[number])),
        )
    )
    size = len(versions)
    beside = grouped(
        (record.first, (at_key[record.key], at_lineage[record.lineage], *alike))
        for record, alike in zip(records, zip(text[size:], words[size:], plain[size:], strict=True), strict=True)
    )

    return HistoryColumns(
        editions=tuple(at_edition),
        lineages=tuple(at_lineage),
        keys=tuple(at_key),
        kinds=tuple(at_kind),
        classes=tuple(at_class),
        versions=VersionColumns(
            lineage=[at_lineage[version.lineage] for version in versions],
            key=[at_key[version.key] for version in versions],
            first=[at_edition[version.first] for version in versions],
            last=[at_edition[version.last] for version in versions],
            kind=[at_kind[version.kind] for version in versions],
            change=[at_class.get(version.change) for version in versions],
            text=text[:size],
            words=words[:size],
            plain=plain[:size],
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
            new=[at_key.get(link.new) for _, link in links],
            kind=[at_kind[link.kind] for _, link in links],
            change=[at_class.get(link.change) for _, link in links],
            main=[int(link.main) for _, link in links],
        ),
        retyped={edition: beside[edition] for edition in retyped},
        remnants=list(remnants(history, versions, lambda version: passages[text_of(version)], records)),
    )


def _number(names: Iterable[Any]) -> dict[Any, int]:
    """Return the place of each distinct name, in their order."""
    return {name: place for place, name in enumerate(dict.fromkeys(names))}


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


Form = tuple[int, int, int | None, int, int, int, int | tuple[int, ...]]
"""What is alike of many versions: lineage, less that of the version before; kind; class; the editions between its end
and the next version of its lineage, or the newest edition; how many versions before it the first one with its words is,
and the first with these words but for typography; its sources, each less the key of the version before, or 0 for its
own key.
"""


class PackedHistory(Struct, frozen=True):
    """The packed history. Versions and links are as there, with other numbers for keys.

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
            without typography; that of the first version or record with them, counted from 1.
        remnants: Pairs of versions that share too little: columns, in which each number is less the one before.
    """

    editions: tuple[str, ...]
    kinds: tuple[ChangeKind, ...]
    classes: tuple[ChangeClass, ...]
    keys: list[str]
    named: dict[int, str]
    key: list[int]
    first: list[int]
    forms: list[Form]
    form: list[int]
    links: LinkColumns
    retyped: dict[str, list[RetypedRow]]
    remnants: list[list[int]]


def pack_history(columns: HistoryColumns) -> PackedHistory:
    """Return the packed history."""
    rows = columns.versions
    names = [re.split(r"(\d+)", key) for key in columns.keys]
    order = sorted(range(len(names)), key=lambda key: [part.zfill(4) for part in names[key]])
    at = _number(order)
    keys = [at[key] for key in rows.key]
    alike = [
        *zip(rows.text, rows.words, rows.plain, strict=True),
        *(record[2:] for records in columns.retyped.values() for record in records),
    ]
    words = _find_first(words or text for text, words, _ in alike)
    plain = _find_first(plain or text for text, _, plain in alike)
    newest = len(columns.editions) - 1
    # Of no version there is none that follows.
    following = zip(rows.lineage, [*rows.lineage[1:], -1], [*rows.first[1:], 0], strict=False)
    ends = (first - 1 if lineage == after else newest for lineage, after, first in following)
    sources = (
        tuple(at[key] - before for key in found) if isinstance(found, list) else found
        for found, before in zip(rows.sources, [0, *keys[:-1]], strict=False)
    )
    forms = list(
        zip(
            _subtract(rows.lineage),
            rows.kind,
            rows.change,
            (end - last for end, last in zip(ends, rows.last, strict=True)),
            (version - first for version, first in enumerate(words[: len(keys)])),
            (version - first for version, first in enumerate(plain[: len(keys)])),
            sources,
            strict=True,
        )
    )
    known = _number(form for form, _ in Counter(forms).most_common())
    called = {
        lineage: f"{columns.keys[key]}@{columns.editions[first]}"
        for lineage, key, first in reversed([*zip(rows.lineage, rows.key, rows.first, strict=True)])
    }
    beside = zip(words[len(keys) :], plain[len(keys) :], strict=True)
    return PackedHistory(
        editions=columns.editions,
        kinds=columns.kinds,
        classes=columns.classes,
        keys=list(fold(columns.keys[key] for key in order)),
        named={lineage: name for lineage, name in enumerate(columns.lineages) if name != called[lineage]},
        key=_subtract(keys),
        first=rows.first,
        forms=list(known),
        form=[known[form] for form in forms],
        links=structs.replace(
            columns.links,
            old=[at[key] for key in columns.links.old],
            new=[at.get(key) for key in columns.links.new],
        ),
        retyped={
            edition: [
                (at[key], lineage, first + 1, 0, like + 1)
                for (key, lineage, *_), (first, like) in zip(records, islice(beside, len(records)), strict=True)
            ]
            for edition, records in columns.retyped.items()
        },
        remnants=[_subtract(column) for column in zip(*sorted(columns.remnants), strict=True)],
    )


class BulletinTitle(Struct, frozen=True):
    """A bulletin: its title, and its date if that is known."""

    title: str
    date: str | None


class AnnouncedRules(Struct, frozen=True):
    """What a bulletin announced of some rules.

    Attributes:
        bulletin: Its id.
        old: The edition before the change.
        new: The edition with it.
        rule: A number, or a range of numbers.
        subject: What it is about, in this project's words.
        lineages: The lineages that are meant.
    """

    bulletin: str
    old: str
    new: str
    rule: str
    subject: str
    lineages: tuple[str, ...]


class Announcements(Struct, frozen=True):
    """What the publisher's bulletins announced of rules, oldest first.

    Attributes:
        bulletins: By id, which names the bulletin's page below `bulletins/`.
        announcements: What they announced.
        unannounced: The steps of which no announcement is known, oldest first.
    """

    bulletins: dict[str, BulletinTitle]
    announcements: tuple[AnnouncedRules, ...]
    unannounced: tuple[UnannouncedAnswer, ...]


def collect_announcements(history: History) -> Announcements:
    """Return what was announced, but nothing of editions that `history` lacks."""
    announced = announced_anywhere(history)
    used = {announcement.bulletin for announcement in announced}
    return Announcements(
        {
            bulletin.id: BulletinTitle(bulletin.title, bulletin.date or None)
            for bulletin in bulletins()
            if bulletin.id in used
        },
        tuple(
            AnnouncedRules(said.bulletin, said.old, said.new, said.rule, said.subject, tuple(lineages))
            for said, lineages in announced.items()
        ),
        find_unannounced_steps(
            history.editions,
            min(history.works),
            max(history.works),
        ),
    )


class PackedAnnouncements(Struct, frozen=True):
    """What was announced, for the page that compares.

    Attributes:
        bulletins: By id.
        announcements: A list for each field of an announcement; of lineages their places, each less the one before.
        unannounced: The steps of which no announcement is known.
    """

    bulletins: dict[str, BulletinTitle]
    announcements: dict[str, list[Any]]
    unannounced: tuple[UnannouncedAnswer, ...]


def pack_announcements(lineages: Sequence[str], announcements: Announcements) -> PackedAnnouncements:
    """Return what was announced; `lineages` are all, in the order of the packed history."""
    at = _number(lineages)
    rows = announcements.announcements
    columns = {name: [getattr(row, name) for row in rows] for name in AnnouncedRules.__struct_fields__}
    columns["lineages"] = [_subtract([at[lineage] for lineage in row.lineages]) for row in rows]
    return PackedAnnouncements(announcements.bulletins, columns, announcements.unannounced)


def _find_first(values: Iterable[int]) -> list[int]:
    """Return for each value the first place that has it."""
    places: dict[int, int] = {}
    return [places.setdefault(value, place) for place, value in enumerate(values)]


def _subtract(numbers: Sequence[int]) -> list[int]:
    return [number - before for before, number in pairwise([0, *numbers])]

"""Every version of every lineage as columns: everything needed to compare any two editions."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence

from msgspec import Struct

from graph.compare.distant import remnants
from graph.history import History
from rules.change.passages import plain_form
from rules.links import ChangeClass, ChangeKind, Link, StepEnds, Version
from rules.records import RETYPED
from site_src.data.corpus import Corpus

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


def make_columns(
    history: History,
    corpus: Corpus,
    versions: Sequence[Version],
    texts: Mapping[tuple[str, str], int],
) -> HistoryColumns:
    """Return every version of every lineage as columns: everything needed to compare any two editions.

    Args:
        history: The links.
        corpus: All editions.
        versions: All versions, by lineage, then oldest first.
        texts: Number of the passage by edition and key.
    """
    editions = list(corpus.contents)
    # counted here, because the numbers of the manifests are long
    counted = {0: 0, **{number: count for count, number in enumerate(corpus.passages, 1)}}
    links = tuple(_list_unshown_links(history, versions))
    lineages = list(dict.fromkeys(version.lineage for version in versions))
    keys = [key for version in versions for key in (version.key, *version.sources)]
    keys += [key for _, link in links for key in (link.old, link.new) if key]
    keys += [row.key for edition in sorted(history.retyped) for row in corpus.contents[edition].rows]
    keys = list(dict.fromkeys(keys))
    changes: list[Version | Link] = [*versions, *(link for _, link in links)]
    kinds = sorted({change.kind for change in changes})
    classes = sorted({change.change for change in changes if change.change is not None})
    at_edition = {name: place for place, name in enumerate(editions)}
    at_lineage = {name: place for place, name in enumerate(lineages)}
    at_key: dict[str | None, int] = {name: place for place, name in enumerate(keys)}
    numbers = [texts[version.first, version.key] for version in versions]
    beside = {edition: corpus.contents[edition].rows for edition in sorted(history.retyped)}
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

    def class_number(change: ChangeClass | None) -> int | None:
        return None if change is None else classes.index(change)

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
            change=[class_number(version.change) for version in versions],
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
            change=[class_number(link.change) for _, link in links],
            main=[int(link.main) for _, link in links],
        ),
        retyped=retyped,
        remnants=[
            (older, newer, share)
            for older, newer, share in remnants(
                history, versions, lambda version: passages[texts[version.first, version.key]], records
            )
        ],
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

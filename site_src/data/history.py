"""Every version of every lineage as columns: everything needed to compare any two editions."""

from bisect import bisect_right
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain
from typing import TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from graph.compare.remnants import remnants
from graph.history import History
from graph.history.paths import SAME_TEXT
from rules.change import Passage
from rules.change.passages import plain_form
from rules.links import ChangeClass, ChangeKind, Link, StepEnds, Version, make_version_of_edition
from rules.records import RETYPED
from site_src.data.corpus import Corpus

Name = TypeVar("Name", bound=Hashable)

RetypedRow: TypeAlias = tuple[int, int, int, int, int]
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
        text: Number of its passage, by which it is compared; where it is, the manifest of an edition says.
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
    """Return every version of every lineage as columns."""
    return _ColumnMaker(history, corpus).make()


def number_names(names: Iterable[Name]) -> dict[Name, int]:
    """Return the index of each distinct name, in their order."""
    return {name: number for number, name in enumerate(dict.fromkeys(names))}


class _ColumnMaker:
    """Makes the columns: versions and links, with indexes in the lists of all lineages, keys, kinds and classes."""

    def __init__(self, history: History, corpus: Corpus) -> None:
        self._history, self._corpus = history, corpus
        # by lineage, then oldest first
        self._versions = list(_divide_by_text(history, corpus))
        self._retyped = sorted(history.calendar.retyped)
        self._records = list(self._list_retyped_records())
        self._links = list(_list_links_beside_versions(history, self._versions))
        changes: list[Version | Link] = [*self._versions, *(link for _, link in self._links)]
        self._kinds = number_names(sorted({change.kind for change in changes}))
        self._classes = number_names(sorted({change.change for change in changes if change.change is not None}))
        self._editions = number_names(corpus.contents)
        self._lineages = number_names(version.lineage for version in self._versions)
        self._keys = number_names(self._list_keys())

    def make(self) -> HistoryColumns:
        """Return all columns."""
        return HistoryColumns(
            editions=tuple(self._editions),
            lineages=tuple(self._lineages),
            keys=tuple(self._keys),
            kinds=tuple(self._kinds),
            classes=tuple(self._classes),
            versions=self._write_versions(),
            links=self._write_links(),
            retyped=self._write_retyped(),
            remnants=list(remnants(self._history, self._versions, self._passage_of, self._records)),
        )

    def _list_retyped_records(self) -> Iterator[Version]:
        """Yield the records of retyped editions, each as a version of that edition alone."""
        for edition in self._retyped:
            for row in self._corpus.contents[edition].rows:
                yield make_version_of_edition(row.lineage or "", row.key, edition, RETYPED)

    def _list_keys(self) -> Iterator[str]:
        """Yield every key that the columns name; keys are repeated."""
        for version in self._versions:
            yield version.key
            yield from version.sources
        for _, link in self._links:
            for key in (link.old, link.new):
                if key:
                    yield key
        for record in self._records:
            yield record.key

    def _number_of(self, version: Version) -> int:
        """Return the number of a version's passage in the corpus."""
        return _passage_number(self._corpus, version.first, version.key)

    def _passage_of(self, version: Version) -> Passage:
        return self._passages[self._number_of(version)]

    @cached_property
    def _passages(self) -> dict[int, Passage]:
        """The passages of all versions and records of retyped editions, by number."""
        numbers = dict.fromkeys(map(self._number_of, [*self._versions, *self._records]))
        return {number: self._corpus.words(number) for number in numbers}

    @cached_property
    def _first_words(self) -> dict[int, int]:
        """The first passage with the words of a passage, by number."""
        return _find_first_alike(self._passages, lambda passage: passage)

    @cached_property
    def _first_plain(self) -> dict[int, int]:
        """The first passage with the words of a passage but for typography, by number."""
        return _find_first_alike(self._passages, plain_form)

    @cached_property
    def _counted(self) -> dict[int, int]:
        """The number of each passage in the columns, counted from 1, because the numbers of the manifests are long."""
        return {number: count for count, number in enumerate(self._corpus.passages, 1)}

    def _write_text(self, version: Version) -> tuple[int, int, int]:
        """Return the values of a version in the columns `text`, `words` and `plain`."""
        number = self._number_of(version)
        words = self._refer_to(self._first_words[number], number)
        plain = self._refer_to(self._first_plain[number], number)
        return self._counted[number], words, plain

    def _refer_to(self, first: int, number: int) -> int:
        """Return the number that the columns use for the first passage alike; 0 if that is the passage itself."""
        if first == number:
            return 0
        return self._counted[first]

    def _write_versions(self) -> VersionColumns:
        columns = VersionColumns(
            lineage=[], key=[], first=[], last=[], kind=[], change=[], text=[], words=[], plain=[], sources=[]
        )
        for version in self._versions:
            text, words, plain = self._write_text(version)
            columns.lineage.append(self._lineages[version.lineage])
            columns.key.append(self._keys[version.key])
            columns.first.append(self._editions[version.first])
            columns.last.append(self._editions[version.last])
            columns.kind.append(self._kinds[version.kind])
            columns.change.append(self._class_of(version))
            columns.text.append(text)
            columns.words.append(words)
            columns.plain.append(plain)
            columns.sources.append(self._write_sources(version))
        return columns

    def _write_sources(self, version: Version) -> int | list[int]:
        """Return the value of a version in the column `sources`: 0 for its own key, which is most frequent."""
        if version.sources == (version.key,):
            return 0
        return [self._keys[source] for source in version.sources]

    def _class_of(self, change: Version | Link) -> int | None:
        if change.change is None:
            return None
        return self._classes[change.change]

    def _write_links(self) -> LinkColumns:
        columns = LinkColumns(edition=[], previous=[], old=[], new=[], kind=[], change=[], main=[])
        for step, link in self._links:
            columns.edition.append(self._editions[step.edition])
            columns.previous.append(self._editions[step.previous])
            columns.old.append(self._keys[link.old or ""])
            columns.new.append(self._keys[link.new] if link.new else None)
            columns.kind.append(self._kinds[link.kind])
            columns.change.append(self._class_of(link))
            columns.main.append(int(link.main))
        return columns

    def _write_retyped(self) -> dict[str, list[RetypedRow]]:
        rows: dict[str, list[RetypedRow]] = {edition: [] for edition in self._retyped}
        for record in self._records:
            row = (self._keys[record.key], self._lineages[record.lineage], *self._write_text(record))
            rows[record.first].append(row)
        return rows


def _divide_by_text(history: History, corpus: Corpus) -> Iterator[Version]:
    """Yield the versions of all lineages, divided where a later copy prints the same words with another typography.

    Each later stretch of a version is `unchanged`. So the columns have the text of every edition exactly as its copy
    prints it: a version of the editions A, B and C, of which B alone prints curly quotes, becomes three.
    """
    for version in chain.from_iterable(history.versions.by_lineage.values()):
        line = history.calendar.chain(history.calendar.work_of[version.first])
        later = line[bisect_right(line, version.first) : bisect_right(line, version.last)]
        stretch = replace(version, last=version.first)
        for edition in later:
            if _passage_number(corpus, edition, version.key) == _passage_number(corpus, stretch.first, version.key):
                stretch = replace(stretch, last=edition)
                continue
            yield stretch
            stretch = Version(
                lineage=version.lineage,
                key=version.key,
                first=edition,
                last=edition,
                kind="kept",
                change="unchanged",
                method=SAME_TEXT,
                score=1.0,
                sources=(version.key,),
            )
        yield stretch


def _passage_number(corpus: Corpus, edition: str, key: str) -> int:
    """Return the number under which the corpus has the passage of a record."""
    return corpus.rows[edition][key].text


def _list_links_beside_versions(history: History, versions: Sequence[Version]) -> Iterator[tuple[StepEnds, Link]]:
    """Yield the links that no version describes, with their steps.

    A version describes the main link to its first record. Steps to and from retyped editions have no versions that
    would describe their links, so all links of the older edition's records are listed, including deletions.
    """
    described = {(version.first, version.key, version.sources, version.kind, version.change) for version in versions}
    for step in history.calendar.steps():
        is_retyped = not history.calendar.retyped.isdisjoint(step)
        for link in history.links.of_step(step.edition, step.previous):
            if link.old is None:
                continue
            first_of_version = (step.edition, link.new, (link.old,), link.kind, link.change)
            is_described = link.main and first_of_version in described
            if is_retyped or (link.new is not None and not is_described):
                yield step, link


def _find_first_alike(passages: Mapping[int, Passage], form: Callable[[Passage], Hashable]) -> dict[int, int]:
    """Return the number of each passage → the number of the first passage with an equal form."""
    firsts: dict[Hashable, int] = {}
    return {number: firsts.setdefault(form(passage), number) for number, passage in passages.items()}

"""What became of single records: `now.json`, and the documents of `/api/v1/` by number and by lineage.

`now.json` is the one document about the records of all editions that each new edition changes. The others call the
newest edition `latest`, so that a new one changes those of the rules that it changed, and no other.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import asdict, replace

from graph.answers.history import HistoryAnswer, answer_history
from graph.answers.rule import RuleAnswer, answer_rule
from graph.history import History
from rules.change.passages import plain_form
from rules.grouping import grouped
from rules.links import CLASSES, ChangeClass, Place, Version
from rules.records import RETYPED
from rules.store import Store
from site_src.data.corpus import Corpus, Manifest, ManifestRow
from site_src.layout import LATEST, lineage_file


class NowRow(NamedTuple):
    """A record of the newest edition of its work.

    Attributes:
        lineage: Its lineage.
        key: Its key.
        text: Number of its words, as in the manifests; the same number in an older edition means that nothing changed.
        changes: Classes of change, gravest first, each with the last edition that changed the words so gravely. The
            gravest change since an edition is the first one of a later date.
    """

    lineage: str
    key: str
    text: int
    changes: tuple[tuple[ChangeClass, str], ...]


class Now(Struct, frozen=True):
    """What became of each record of an older edition; a lineage that is not listed is gone.

    Attributes:
        editions: The newest edition of each work.
        columns: Names of the values of a row of `records`.
        records: The records of the newest editions.
        retyped: By retyped edition, how much the words of each lineage differ from those of today, if they do.
    """

    editions: dict[str, str]
    columns: tuple[str, ...]
    records: tuple[NowRow, ...]
    retyped: dict[str, dict[str, ChangeClass]]


def collect_now(corpus: Corpus, versions: Mapping[str, Sequence[Version]]) -> Now:
    """Return what became of each record; `versions` are those of each lineage, oldest first."""
    editions = {}
    rows_today = {}
    records = []
    for newest in corpus.newest:
        content = corpus.contents[newest]
        editions[content.edition.work] = newest
        for row in content.rows:
            if row.lineage:
                rows_today[row.lineage] = row
                changes = tuple(_list_changes(versions[row.lineage]))
                records.append(NowRow(row.lineage, row.key, row.text, changes))
    # no version says how the words of a retyped edition differ
    retyped = {}
    for edition, content in corpus.contents.items():
        if content.edition.condition == RETYPED:
            retyped[edition] = _compare_words(corpus, content, rows_today)
    return Now(editions=editions, columns=NowRow._fields, records=tuple(records), retyped=retyped)


def _list_changes(versions: Sequence[Version]) -> Iterable[tuple[ChangeClass, str]]:
    """Yield each class of change with its last edition, gravest first, without those that a graver one follows."""
    last_editions = {version.change: version.first for version in versions}
    _, *classes = CLASSES
    latest = ""
    for change in reversed(classes):
        edition = last_editions.get(change, "")
        if edition > latest:
            latest = edition
            yield change, edition


def _compare_words(corpus: Corpus, content: Manifest, rows_today: Mapping[str, ManifestRow]) -> dict[str, ChangeClass]:
    """Return how much the words of each lineage of an edition differ from those of today, if they do."""
    changes: dict[str, ChangeClass] = {}
    for row in content.rows:
        if not row.lineage:
            continue
        today = rows_today.get(row.lineage)
        if today is None or today.text == row.text:
            continue
        before = plain_form(corpus.words(row.text))
        after = plain_form(corpus.words(today.text))
        if before == after:
            changes[row.lineage] = "typographic"
        else:
            changes[row.lineage] = "wording"
    return changes


class Holder(Struct, frozen=True):
    """A lineage that had a number.

    Attributes:
        lineage: Its id.
        spans: The runs of editions in which it had the number, each the first and the last, which may be `latest`.
        heading: Its heading in the last of them.
        now: Its number in the newest edition; null if it is no longer there.
        last: Its current or last number, and the last edition that has it.
    """

    lineage: str
    spans: tuple[tuple[str, str], ...]
    heading: str | None
    now: str | None
    last: Place


class CurrentNumber(RuleAnswer, frozen=True, kw_only=True):
    """The rule with a number in the newest edition, called `latest`, and every lineage that ever had the number.

    Attributes:
        history: The document with the history of its lineage: `lineages/17`.
        bearers: The lineages, in the order of their first use.
    """

    history: str | None
    bearers: tuple[Holder, ...]


class RetiredNumbers(Struct, frozen=True):
    """The numbers that the newest edition has not.

    Attributes:
        latest: The newest edition.
        numbers: By number, the lineages that had it, in the order of their first use.
    """

    latest: str
    numbers: dict[str, tuple[str, ...]]


class Lineages(Struct, frozen=True):
    """Some rules or glossary entries, each through all its numbers.

    Attributes:
        lineages: Their histories, by the id of the lineage; a version that still stands is there until `latest`.
    """

    lineages: dict[str, HistoryAnswer]


class NumberDocuments:
    """Makes the documents of single rules."""

    def __init__(self, store: Store, corpus: Corpus, history: History) -> None:
        self._store = store
        self._corpus = corpus
        self._history = history

    def lineages(self) -> Iterator[tuple[str, Lineages]]:
        """Yield the histories of all lineages, by the name of the file that has them."""
        files: dict[str, dict[str, HistoryAnswer]] = defaultdict(dict)
        for lineage in self._history.by_lineage:
            history = answer_history(self._history, lineage)
            *earlier, last = history.entries
            entries = (*earlier, replace(last, last=self._name_edition(last.last)))
            files[lineage_file(lineage)][lineage] = replace(history, entries=entries)
        for name, lineages in files.items():
            yield name, Lineages(lineages)

    def numbers(self) -> Iterator[tuple[str, CurrentNumber]]:
        """Yield every key of a rule of the newest edition, and its document."""
        latest = self._corpus.latest
        for key in dict.fromkeys(row.key for row in self._corpus.contents[latest].rules):
            rule = _hide_date(answer_rule(self._store, latest, key))
            history = None
            if rule.lineage:
                history = f"lineages/{lineage_file(rule.lineage)}"
            yield key, CurrentNumber(**asdict(rule), history=history, bearers=self._list_holders(key))

    def retired(self) -> RetiredNumbers:
        """Return the numbers of older editions of the Comprehensive Rules that the newest one has not."""
        current = self._corpus.contents[self._corpus.latest]
        current_keys = self._corpus.rows[self._corpus.latest]
        gone: dict[str, None] = {}
        for content in self._corpus.contents.values():
            if content.edition.work == current.edition.work:
                gone.update(dict.fromkeys(row.key for row in content.rules if row.key not in current_keys))
        lineages = {}
        for key in gone:
            lineages[key] = tuple(holder.lineage for holder in self._list_holders(key))
        return RetiredNumbers(self._corpus.latest, lineages)

    def _list_holders(self, key: str) -> tuple[Holder, ...]:
        """Return the lineages that had a number, in the order of their first use."""
        holders = []
        by_lineage = grouped((period.lineage, period) for period in self._history.all_periods(key))
        for lineage, held in by_lineage.items():
            spans = tuple((period.first, self._name_edition(period.last)) for period in held)
            heading = self._corpus.contents[held[-1].last].headings.get(key)
            last = self._history.by_lineage[lineage][-1]
            now = None
            if last.last == self._corpus.latest:
                now = last.key
            last_known = Place(last.key, self._name_edition(last.last))
            holders.append(Holder(lineage, spans, heading, now, last_known))
        holders.sort(key=lambda holder: holder.spans[0])
        return tuple(holders)

    def _name_edition(self, edition: str) -> str:
        if edition == self._corpus.latest:
            return LATEST
        return edition


def _hide_date(rule: RuleAnswer) -> RuleAnswer:
    """Return a rule of the newest edition without the date and the set of that: a newer one changes only its own."""
    cited_by = tuple(replace(citing, edition=LATEST) for citing in rule.cited_by)
    standing = rule.standing.replace(rule.latest, LATEST)
    return replace(rule, edition=LATEST, latest=LATEST, set_name=None, standing=standing, cited_by=cited_by)

"""The history of single rules: the documents of `/api/v1/` by number and by lineage.

They call the newest edition `latest`, so that a new one changes those of the rules that it changed, and no other.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import asdict, replace

from graph.answers.history import HistoryAnswer, answer_history
from graph.answers.rule import RuleAnswer, answer_rule
from graph.history import History, Period
from rules.grouping import grouped
from rules.links import Place
from rules.store import Store
from site_src.addresses import LATEST, lineage_file
from site_src.data.corpus import Corpus


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
        for lineage in self._history.versions.by_lineage:
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
        """Return the numbers of older editions of the Comprehensive Rules that the newest edition lacks."""
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
        periods_by_lineage = grouped((period.lineage, period) for period in self._history.periods.in_all_works(key))
        holders = [self._make_holder(lineage, key, periods) for lineage, periods in periods_by_lineage.items()]
        holders.sort(key=lambda holder: holder.spans[0])
        return tuple(holders)

    def _make_holder(self, lineage: str, key: str, periods: Sequence[Period]) -> Holder:
        """Return a lineage that had a number.

        Args:
            lineage: The lineage.
            key: The number.
            periods: The runs of editions in which the lineage had it, oldest first.
        """
        last_period = periods[-1]
        newest_version = self._history.versions.by_lineage[lineage][-1]
        number_now = None
        if newest_version.last == self._corpus.latest:
            number_now = newest_version.key
        return Holder(
            lineage,
            spans=tuple((period.first, self._name_edition(period.last)) for period in periods),
            heading=self._corpus.contents[last_period.last].headings.get(key),
            now=number_now,
            last=Place(newest_version.key, self._name_edition(newest_version.last)),
        )

    def _name_edition(self, edition: str) -> str:
        """Return `latest` for the newest edition, else its date."""
        if edition == self._corpus.latest:
            return LATEST
        return edition


def _hide_date(rule: RuleAnswer) -> RuleAnswer:
    """Return a rule of the newest edition with `latest` for its date, so that a newer edition changes few documents."""
    cited_by = tuple(replace(citing, edition=LATEST) for citing in rule.cited_by)
    standing = rule.standing.replace(rule.latest, LATEST)
    return replace(rule, edition=LATEST, latest=LATEST, set_name=None, standing=standing, cited_by=cited_by)

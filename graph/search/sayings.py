"""The sayings of players with the rules of an edition that decide them.

A *saying* is a phrase for something that the rules say in other words: `copy every spell` for storm. A *lineage* is a
rule through all editions, whatever its number.
"""

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from graph.search.asked_file import read_asked
from graph.search.forebears import Forebears
from graph.search.index import join_stems, list_references
from graph.search.lives import read_lives
from graph.search.sayings_file import read_sayings
from graph.search.text import fold, words_in
from rules.caching import cached_method, cached_property
from rules.grouping import grouped
from rules.store import Store

_Sayings = Mapping[str, tuple[str, ...]]
"""The sayings, each with the numbers in one edition of the rules that decide it."""
ALWAYS = "9999"
"""A day after all editions."""


class SayingRow(Struct, frozen=True):
    """Sayings that the same rules decide.

    Attributes:
        sayings: The sayings.
        rules: The rules, with the numbers of an edition.
        given: That edition.
        until: The last edition in which these rules decide the sayings; `ALWAYS` if they still do.
    """

    sayings: tuple[str, ...]
    rules: tuple[str, ...]
    given: str
    until: str = ALWAYS


class SayingBook:
    """The sayings in every edition of a knowledge base.

    Rules are followed along their lineages; a rule that an edition lacks is replaced by the nearest one there that it
    continues, because it began where that one was split or merged. Rules that decided a saying in former editions come
    before those of today.

    Args:
        store: The knowledge base.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._newest = store.chained()[-1]
        self._forebears = Forebears(store)

    @cached_method
    def sayings_of(self, edition: str) -> _Sayings:
        """Return the sayings with the numbers that their rules have in an edition, without those that have none."""
        if edition == self._newest:
            return self._current
        return self._carry_rows(self.rows, edition)

    @cached_method
    def asked_of(self, edition: str) -> _Sayings:
        """Return the questions that were asked before, with the numbers that their rules have in an edition."""
        if edition == self._newest:
            return self._current_asked
        return self._carry_rows(self.asked_rows, edition)

    def _carry_rows(self, rows: Iterable[SayingRow], edition: str) -> _Sayings:
        """Return the sayings of some rows with the numbers that their rules have in an edition before the newest."""
        keys = {lineage: key for key, lineage in self._lineages_at(edition).items()}
        carried: dict[str, dict[str, None]] = {}  # the rules of each saying, each once, in their order
        for row in rows:
            if edition > row.until:
                continue
            rules = dict.fromkeys(self._list_rules(row, edition, keys))
            for saying in row.sayings:
                carried.setdefault(saying, {}).update(rules)
        return {saying: tuple(rules) for saying, rules in carried.items() if rules}

    @cached_property
    def rows(self) -> list[SayingRow]:
        """Return all sayings: of former editions, of today, and names of today that are sayings in older editions."""
        return [*self._list_former(), *_make_rows(self._current, self._newest), *self._list_names()]

    @cached_property
    def asked_rows(self) -> list[SayingRow]:
        """Return all questions that were asked before, as if they were sayings."""
        return _make_rows(self._current_asked, self._newest)

    def lineages_of(self, row: SayingRow) -> list[tuple[str, ...]]:
        """Return for each rule of a row its lineage, then those that it continues, the nearest first."""
        return [self._forebears.find(rule, row.given) for rule in row.rules]

    def _list_rules(self, row: SayingRow, edition: str, keys: Mapping[str, str]) -> Iterator[str]:
        """Yield the rules of a row with the numbers of an edition, in order; one may come several times.

        Args:
            row: The row.
            edition: The edition.
            keys: The keys of the edition by their lineages.
        """
        if edition == row.given:
            yield from row.rules
            return
        lineages = self._lineages_at(row.given)
        for rule in row.rules:
            # To search for the rules that a rule continues is slow, and only needed if the edition lacks the rule.
            key = keys.get(lineages.get(rule, "")) or self._find_continued(rule, row.given, keys)
            if key:
                yield key

    def _find_continued(self, rule: str, given: str, keys: Mapping[str, str]) -> str:
        """Return the key of the nearest rule that a rule continues and that an edition has; empty if there is none.

        Args:
            rule: The number of the rule.
            given: The edition that has the rule with this number.
            keys: The keys of the older edition by their lineages.
        """
        for forebear in self._forebears.find(rule, given):
            if forebear in keys:
                return keys[forebear]
        return ""

    @cached_method
    def _lineages_at(self, edition: str) -> dict[str, str]:
        """Return the lineage of each record of an edition, by its key."""
        return self._store.lineages(edition)

    @cached_property
    def _current(self) -> _Sayings:
        """Return the sayings with the numbers of the newest edition."""
        given = read_sayings()
        return self._carry_to_newest(given.edition, given.rules)

    @cached_property
    def _current_asked(self) -> _Sayings:
        """Return the questions that were asked before, with the numbers of the newest edition."""
        given = read_asked()
        return self._carry_to_newest(given.edition, given.rules)

    def _carry_to_newest(self, given: str, sayings: _Sayings) -> _Sayings:
        """Return sayings with the numbers of the newest edition.

        Args:
            given: The edition whose numbers they have.
            sayings: The sayings.
        """
        if given in self._store.edition_ids:
            return _carry(self._store, sayings, given, self._newest)
        return _carry_with_ledger(given, sayings, self._newest)

    def _list_former(self) -> Iterator[SayingRow]:
        """Yield the sayings that only former editions decide, if the knowledge base has the last of these editions."""
        for until, sayings in read_sayings().former.items():
            if until in self._store.edition_ids:
                yield from _make_rows(sayings, until, until)

    def _list_names(self) -> Iterator[SayingRow]:
        """Yield names of glossary entries that are younger than the rules to which the entries refer.

        In an edition before the entry, its name is such a saying: `mana value` for the rules about converted mana cost.
        """
        editions = self._store.chained()
        lives = read_lives(self._store)
        for entry in self._store.glossary(self._newest):
            life = lives.get(join_stems(words_in(entry.term)))
            if life is None or life.first == editions[0]:
                continue
            rules = [rule for rule in list_references(entry.text) if self._is_older(rule, life.first)]
            if rules:
                until = self._store.previous(life.first) or editions[0]
                yield SayingRow((fold(entry.term),), tuple(rules), self._newest, until)

    def _is_older(self, rule: str, day: str) -> bool:
        """Return whether a rule of the newest edition, or one that it continues, is older than a day; no chapter is."""
        is_chapter = "." not in rule
        if is_chapter:
            return False
        lineages = self._forebears.find(rule, self._newest)
        return any(self._store.versions(lineage)[0].first < day for lineage in lineages)


def _make_rows(sayings: _Sayings, given: str, until: str = ALWAYS) -> list[SayingRow]:
    """Return sayings as rows, those of the same rules together."""
    by_rules = grouped((rules, saying) for saying, rules in sayings.items())
    return [SayingRow(tuple(same), rules, given, until) for rules, same in by_rules.items()]


def _carry_with_ledger(given: str, sayings: _Sayings, newest: str) -> _Sayings:
    """Return sayings with the numbers of the last edition that the ledger has up to an edition; none if it cannot."""
    from graph.ledger import open_ledger  # noqa: PLC0415 - slow to import

    with open_ledger() as ledger:
        editions = [edition for edition in ledger.chained() if edition <= newest]
        if not editions or given not in ledger.edition_ids:
            return {}
        return _carry(ledger, sayings, given, editions[-1])


def _carry(facts: Store, sayings: _Sayings, old: str, new: str) -> _Sayings:
    """Return sayings with the numbers of another edition, without rules and sayings that this edition lacks.

    Example: `copy every spell` is decided by 502.30 in the old edition, whose lineage has the number 702.40 in the new
    one → `copy every spell` with 702.40.
    """
    if old == new:
        return sayings
    old_lineages = facts.lineages(old)
    new_keys = {lineage: key for key, lineage in facts.lineages(new).items()}
    carried: dict[str, tuple[str, ...]] = {}
    for saying, rules in sayings.items():
        lineages = [old_lineages[rule] for rule in rules if rule in old_lineages]
        keys = tuple(new_keys[lineage] for lineage in lineages if lineage in new_keys)
        if keys:
            carried[saying] = keys
    return carried

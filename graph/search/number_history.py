"""The history of the numbers in a question: since when a rule exists, under which numbers, when its words changed.

A question asks for the history of a number if it has an aim and a number: `when was 603.4 changed`. A number may have
named several rules, one after another; if no edition says which of them is meant, all of them are named.

The *life* of a rule is what its lineage says about it: its numbers, each with the edition since which the rule has had
it, and the editions that changed its words. The *rules below* a rule or chapter are its subrules, or all of its rules.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from msgspec import Struct

from graph.answers.history import Status, answer_history
from graph.history import History
from graph.history.rule_versions import list_rewordings
from graph.search.definition import Aim, read_definition
from graph.search.understand import Query
from rules.caching import cached_method
from rules.keys import is_entry, name_of, number_of
from rules.links import Version
from rules.numbers import without_letters
from rules.sentences import join_words
from rules.store import Store

HISTORY_PAGE = "history:"
"""The beginning of the source of an answer that is the history of a rule, before its last number: `history:603.4`."""
_SHOWN = 3
"""Maximum number of editions, or of other rules with the number, that a sentence names."""
_NUMBERS_SHOWN = 6
"""Maximum number of numbers of a rule that a sentence names; of more, only the first and the last one are named."""
_HOLDERS = """
    SELECT DISTINCT lineage FROM versions JOIN editions ON editions.id = first_edition
    WHERE (key = ? OR key GLOB ? || '#*') AND work = ?
"""
_BELOW = "SELECT key FROM records WHERE edition = ? AND number GLOB ? ORDER BY ordinal"
_ENDS: Mapping[Status, str] = {
    "deleted": "it was deleted",
    "merged": "it was merged into another rule",
    "split": "it was split into others",
    "ambiguous": "it went on in one of several rules",
}


class _Span(Struct, frozen=True):
    """Consecutive editions in which a rule had a number."""

    number: str
    first: str
    last: str


class _Life(Struct, frozen=True):
    """The life of a rule.

    Attributes:
        lineage: The id of its lineage.
        spans: The spans of all its numbers, oldest first. Spans of one number follow each other if the rule was not
            there in between, or was the second rule of that number.
        reworded: The editions that changed its words.
        status: Whether it still exists, and if not, how it ended.
        entry: The glossary entry as which it goes on; empty for almost every rule.
    """

    lineage: str
    spans: tuple[_Span, ...]
    reworded: tuple[str, ...]
    status: Status
    entry: str

    @property
    def number(self) -> str:
        """Return its number today, or its last one."""
        return self.spans[-1].number

    @property
    def first(self) -> str:
        """Return the first edition that has it."""
        return self.spans[0].first

    @property
    def last(self) -> str:
        """Return the last edition that has it."""
        return max(span.last for span in self.spans)

    @property
    def is_current(self) -> bool:
        """Return whether it is a rule of the newest edition."""
        return self.status == "current" and not self.entry

    def spans_of(self, number: str) -> list[_Span]:
        """Return the spans of one of its numbers."""
        return [span for span in self.spans if span.number == number]


class NumberHistory(Struct, frozen=True):
    """The answer to a question for the history of numbers; empty for any other query.

    Attributes:
        notes: Sentences about the history of each number.
        pages: The last numbers of the rules whose histories are answers.
    """

    notes: tuple[str, ...] = ()
    pages: tuple[str, ...] = ()


class NumberHistories:
    """The histories of the numbers of one knowledge base."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._history = History(store)
        self._editions = store.chained()

    def answer(self, query: Query, edition: str) -> NumberHistory:
        """Return the history of the numbers of a query, if it asks for that.

        Args:
            query: The query.
            edition: The edition that is searched, which may say which rule a number means.
        """
        if not query.aim or query.kind != "number":
            return NumberHistory()
        found = [self._answer_number(number, edition, query.aim) for number in query.numbers]
        # two numbers may be those of one rule, and two rules may have a sentence in common
        notes = dict.fromkeys((history.pages, note) for history in found for note in history.notes)
        pages = dict.fromkeys(page for history in found for page in history.pages)
        limit = read_definition().limits["meanings"]
        return NumberHistory(tuple(note for _, note in notes), tuple(pages)[:limit])

    def _answer_number(self, number: str, edition: str, aim: Aim) -> NumberHistory:
        """Return the history of a number; empty if no edition has it.

        The rule that has the number in the edition is meant, or the only rule that ever had it.
        """
        lives = self._list_lives(number)
        holders = [life for life in lives if _has_number(life, number, edition)] or lives
        meant = holders[0] if len(holders) == 1 else None
        if not lives:
            return NumberHistory()
        if meant is None:
            newest_first = [life.number for life in reversed(lives)]
            return NumberHistory((_describe_several(number, lives),), tuple(newest_first[:_SHOWN]))
        other_lives = [life for life in lives if life is not meant]
        of_rules_below = self._describe_rules_below(meant)
        notes = [
            *self._describe_lost_number(number, meant),
            self._describe_numbers(meant),
            _describe_words(meant, has_rules_below=bool(of_rules_below)),
            *of_rules_below,
        ]
        if aim == "until" and meant.is_current and meant.number == number:
            notes.append("It is still in the rules.")
        if other_lives:
            notes.append(_describe_other_rules(number, other_lives))
        return NumberHistory(tuple(notes), (meant.number,))

    def _list_lives(self, number: str) -> list[_Life]:
        """Return the lives of the rules that had a number, in the order in which they got it."""
        work = self._store.work_of[self._editions[-1]]
        lineages = [lineage for (lineage,) in self._store.select(_HOLDERS, number, number, work)]
        lives = [self._read_life(lineage) for lineage in lineages]
        return sorted(
            (life for life in lives if life.spans_of(number)),
            key=lambda life: (life.spans_of(number)[0].first, life.first, life.lineage),
        )

    @cached_method
    def _read_life(self, lineage: str) -> _Life:
        """Return the life of a rule."""
        versions = self._store.versions(lineage)
        last_key = versions[-1].key
        return _Life(
            lineage=lineage,
            spans=tuple(self._list_spans(versions)),
            reworded=tuple(list_rewordings(versions)),
            status=answer_history(self._history, lineage).status,
            entry=name_of(last_key) if is_entry(last_key) else "",
        )

    def _list_spans(self, versions: Iterable[Version]) -> list[_Span]:
        """Return the spans of the numbers of a rule, in editions that are not retyped alone.

        A span may begin with a retyped edition. As a glossary entry the rule had no number.
        """
        spans: list[_Span] = []
        key_before = ""
        for version in versions:
            if is_entry(version.key) or version.last in self._store.retyped:
                continue
            follows = bool(spans) and self._history.calendar.edition_after(spans[-1].last) == version.first
            if follows and version.key == key_before:
                spans[-1] = _Span(spans[-1].number, spans[-1].first, version.last)
            else:
                spans.append(_Span(number_of(version.key), version.first, version.last))
            key_before = version.key
        return spans

    def _describe_lost_number(self, number: str, life: _Life) -> list[str]:
        """Return what a number is now, as a list with a sentence; empty if the rule never lost it for another."""
        if life.number == number:
            return []
        became = "is now" if life.is_current else "was later"
        lost = self._name_next_edition(life.spans_of(number)[-1].last)
        return [f"{number} {became} {life.number}; the rule lost the number {number} with the edition of {lost}."]

    def _describe_numbers(self, life: _Life) -> str:
        """Return since when a rule exists, under which numbers, and how it ended."""
        oldest = ", the oldest edition known" if life.first == self._editions[0] else ""
        numbers = _list_numbers(life)
        if life.is_current:
            return f"{life.number} has been in the rules since {life.first}{oldest}, {numbers}."
        end = f"it went on as the glossary entry “{life.entry}”" if life.entry else _ENDS.get(life.status, "it ended")
        lost = self._name_next_edition(life.last)
        span = f"from {life.first}{oldest}, to {life.last}" if oldest else f"from {life.first} to {life.last}"
        return f"{life.number} was in the rules {span}, {numbers}; {end} with the edition of {lost}."

    def _name_next_edition(self, edition: str) -> str:
        """Return the edition after one that is not the newest."""
        return self._history.calendar.edition_after(edition) or edition

    def _describe_rules_below(self, life: _Life) -> list[str]:
        """Return when the rules below a rule changed, as a list with a sentence; empty if it has none."""
        lives = self._list_lives_below(life)
        if not lives:
            return []
        changed: set[str] = set()
        for below in lives:
            changed.update(below.reworded)
            if below.first > life.first:
                changed.add(below.first)
        changed = {edition for edition in changed if edition <= life.last}
        when = "today" if life.is_current else "at the end"
        rules = f"rule below it {when} was" if len(lives) == 1 else f"{len(lives):,} rules below it {when} were"
        if not changed:
            return [f"The {rules} never reworded."]
        return [f"The {rules} added or reworded {_name_editions(sorted(changed))}."]

    def _list_lives_below(self, life: _Life) -> list[_Life]:
        """Return the lives of the rules below a rule in the last edition that has it."""
        number = life.number
        if without_letters(number) != number:
            return []
        keys = [key for (key,) in self._store.select(_BELOW, life.last, _pattern_below(number))]
        lineages = [self._store.lineage_at(life.last, key) for key in keys]
        lives = [self._read_life(lineage) for lineage in dict.fromkeys(lineages) if lineage]
        return [life for life in lives if life.spans]


def _pattern_below(number: str) -> str:
    """Return the pattern that the numbers below a rule without letters, a chapter or a section match."""
    if "." in number:
        return f"{number}[a-z]*"
    is_section = len(number) == 1
    return f"{number}[0-9][0-9]*" if is_section else f"{number}.*"


def _has_number(life: _Life, number: str, edition: str) -> bool:
    """Return whether a rule has a number in an edition."""
    return any(span.first <= edition <= span.last for span in life.spans_of(number))


def _list_numbers(life: _Life) -> str:
    """Return the numbers of a rule, each with the edition since which the rule has had it."""
    starts = [life.spans[0], *(later for before, later in pairwise(life.spans) if later.number != before.number)]
    if len(starts) == 1:
        return "always under this number"
    first, *between, last = starts
    words = [f"as {first.number} at first"]
    if len(starts) > _NUMBERS_SHOWN:
        words.append(f"under {len(between)} more numbers")
    else:
        words += [f"as {span.number} since {span.first}" for span in between]
    words.append(f"under this number since {last.first}")
    return join_words(words)


def _describe_words(life: _Life, *, has_rules_below: bool) -> str:
    """Return how many wordings a rule had, and which editions changed its words, apart from those of rules below it."""
    words = "its own words" if has_rules_below else "its words"
    if not life.reworded:
        return f"No edition changed {words}."
    verb = "has had" if life.is_current else "had"
    return f"It {verb} {len(life.reworded) + 1} wordings; {words} changed {_name_editions(life.reworded)}."


def _name_editions(editions: Sequence[str]) -> str:
    """Return in which editions something happened: `in 5 editions, most recently in those of A, B and C`."""
    if len(editions) == 1:
        return f"in the edition of {editions[0]}"
    if len(editions) <= _SHOWN:
        return f"in the editions of {join_words(editions)}"
    return f"in {len(editions)} editions, most recently in those of {join_words(editions[-_SHOWN:])}"


def _describe_several(number: str, lives: Sequence[_Life]) -> str:
    """Return that a number, which the edition lacks or has twice, meant several rules."""
    return f"{number} has meant {len(lives)} different rules: {_name_holders(number, lives)}."


def _describe_other_rules(number: str, lives: Sequence[_Life]) -> str:
    """Return which other rules a number meant."""
    meaning = "another rule" if len(lives) == 1 else f"{len(lives)} other rules"
    return f"In other editions, {number} meant {meaning}: {_name_holders(number, lives)}."


def _name_holders(number: str, lives: Sequence[_Life]) -> str:
    """Return the rules that had a number, the last ones first, each with the editions that gave it the number."""
    named = [_name_holder(number, life) for life in reversed(lives)]
    if len(named) > _SHOWN:
        named = [*named[:_SHOWN], f"{len(named) - _SHOWN} more"]
    return join_words(named)


def _name_holder(number: str, life: _Life) -> str:
    """Return what a rule that had a number is today, with the editions that gave it the number."""
    if life.is_current:
        name = f"today’s {life.number}"
    elif life.number == number:
        name = "a rule that is gone"
    else:
        name = f"a rule that was last {life.number}"
    spans = [
        span.first if span.first == span.last else f"{span.first} to {span.last}" for span in life.spans_of(number)
    ]
    return f"{name} ({join_words(spans)})"

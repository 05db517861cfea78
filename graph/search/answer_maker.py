"""Answers of a search as records with all their fields: one method for each kind of answer.

The *source* of an answer is the key of a record (`702.40a`), or the kind of a page with its name (`term:mana burn`).
"""

from collections.abc import Callable, Sequence

from graph.announcements.records import Bulletin
from graph.answers.search import SearchAnswer
from graph.answers.why import EDITION, Why
from graph.search.citing_questions import REFERENCES_PAGE
from graph.search.comparisons import ChangesPage
from graph.search.definition import read_definition
from graph.search.index import Index
from graph.search.marks import marks_in
from graph.search.number_history import HISTORY_PAGE
from graph.search.numbered import NUMBER_PAGE, NumberMeaning
from graph.search.past import TERM, PastRecord, TermPage
from graph.search.rank import Found
from graph.search.searchable import SearchableStore
from graph.search.text import stem_of
from graph.search.understand import Query
from rules.keys import is_entry, number_of
from rules.numbers import is_number, kind_of
from rules.store.search import span_of

_BULLETIN = "bulletin:"
"""The beginning of the source of an answer that is a bulletin."""
_TIER_VALUE = 10000
"""The value of each tier in the score that is shown, so that the scores of all tiers can be compared."""

Link = Callable[[str, str], str]
"""Returns the address of a record's page from its edition and key; empty if the page has none."""


class AnswerMaker:
    """Makes the answers of a search: records of editions, and pages that are no record.

    Args:
        searchable: The knowledge base.
        link: Returns the addresses of the answers.
    """

    def __init__(self, searchable: SearchableStore, link: Link) -> None:
        self._searchable = searchable
        self._link = link
        self._definition = read_definition()

    def answer_edition(self, edition: str) -> SearchAnswer:
        """Return an edition as an answer, with the names of the sets that it was published with as its heading."""
        rows = [row for row in self._searchable.edition_rows if row.date == edition]
        names = ", ".join(row.name for row in rows if row.name and not row.released)
        return self._make_page_answer(f"edition:{edition}", edition, names, "", EDITION)

    def answer_bulletin(self, bulletin: Bulletin) -> SearchAnswer:
        """Return a bulletin as an answer about the last edition that it announces."""
        _, edition = bulletin.steps[-1]
        return self._make_page_answer(f"{_BULLETIN}{bulletin.id}", edition, bulletin.title, "", Why("bulletin"))

    def answer_changes_page(self, page: ChangesPage, edition: str) -> SearchAnswer:
        """Return a page about changes up to an edition as an answer."""
        return self._make_page_answer(page.source, edition, page.heading, page.text, Why("changes"))

    def answer_number_page(self, page: NumberMeaning, why: Why) -> SearchAnswer:
        """Return the page of all that a number meant as an answer; its heading is the number."""
        return self._make_page_answer(page.key, page.edition, page.key.removeprefix(NUMBER_PAGE), "", why)

    def answer_history_page(self, number: str) -> SearchAnswer:
        """Return the page with the history of a rule as an answer; its heading is the last number of the rule."""
        source = f"{HISTORY_PAGE}{number}"
        return self._make_page_answer(source, self._searchable.latest, number, "", Why("history", number))

    def answer_references_page(self, number: str, edition: str) -> SearchAnswer:
        """Return the page with the references of a rule in an edition as an answer; its heading is the number."""
        time = "" if edition == self._searchable.latest else f"@{edition}"
        return self._make_page_answer(
            f"{REFERENCES_PAGE}{number}{time}", edition, number, "", Why("references", number)
        )

    def answer_past(self, query: Query, found: TermPage | PastRecord) -> SearchAnswer:
        """Return a record of a former edition, or the page of a term, as an answer."""
        if isinstance(found, PastRecord):
            return self.answer_number(query, NumberMeaning(found.key, found.edition), found.why)
        return self._make_page_answer(f"{TERM}{found.name}", found.edition, found.name, found.text, Why("term"))

    def answer_number(self, query: Query, meaning: NumberMeaning, why: Why) -> SearchAnswer:
        """Return the rule that a number of a query means as an answer."""
        index = self._searchable.index(meaning.edition)
        position = index.position_of[meaning.key]
        field, text = index.shown(position)
        found = Found(
            position=position,
            field=field,
            text=text,
            tier=self._definition.tiers["number"],
            score=self._definition.weights["number"],
            why=why,
            stems=frozenset(map(stem_of, query.content)),
            whole=True,
        )
        first, last = span_of(self._searchable.store, meaning.edition, meaning.key)
        return self.answer_found(index, found, edition=meaning.edition, first=first, last=last)

    def answer_found(
        self,
        index: Index,
        found: Found,
        *,
        edition: str,
        first: str,
        last: str,
        phrases: Sequence[str] = (),
        term: str | None = None,
        wordings: int = 1,
    ) -> SearchAnswer:
        """Return a record that was found as an answer.

        Args:
            index: The index that has the record.
            found: What was found; in a search of all editions the newest wording.
            edition: The edition of the record.
            first: The first edition with the passage.
            last: The last edition with the passage.
            phrases: Phrases to mark.
            term: The present name of the record, if the query used an old one.
            wordings: How many wordings of the record were found.
        """
        key = index.records[found.position].key
        return SearchAnswer(
            source=key,
            number=None if is_entry(key) else number_of(key),
            edition=edition,
            kind=_kind_of(key),
            heading=index.title(found.position) or None,
            chapter=index.chapter_title(found.position),
            field=found.field,
            text=found.text,
            marks=marks_in(found.text, found.stems, phrases),
            why=str(found.why),
            why_kind=found.why.kind,
            why_name=found.why.name,
            first=first,
            last=last,
            link=self._link(edition, key),
            score=found.score + found.tier * _TIER_VALUE,
            term=term,
            wordings=wordings,
        )

    def _make_page_answer(self, source: str, edition: str, heading: str, text: str, why: Why) -> SearchAnswer:
        """Return a page that is no record as an answer.

        Args:
            source: The kind of page, with its name: `edition:2009-07-11`.
            edition: The edition that it is about.
            heading: Its title.
            text: A sentence about its content; may be empty.
            why: Why it is an answer.
        """
        return SearchAnswer(
            source=source,
            number=None,
            edition=edition,
            kind=source.partition(":")[0],
            heading=heading or None,
            chapter="",
            field="",
            text=text,
            marks=(),
            why=str(why),
            why_kind=why.kind,
            why_name=why.name,
            first=edition,
            last=edition,
            link=self._link(edition, source),
            score=self._definition.weights["edition"],
        )


def _kind_of(key: str) -> str:
    """Return the kind of a record: `glossary`, the kind of a rule of the Comprehensive Rules, or `ruling`."""
    if is_entry(key):
        return "glossary"
    number = number_of(key)
    return kind_of(number) if is_number(number) else "ruling"

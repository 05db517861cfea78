"""The terms of a knowledge base, with the facts for their pages."""

from collections.abc import Sequence
from functools import cache
from itertools import chain

from markupsafe import Markup

from graph.answers.editions import EditionAnswer
from graph.history import History
from graph.lineages.inventory import Inventory
from graph.terms.names import TermNames
from graph.terms.work_texts import Series, WorkTexts
from rules.grouping import grouped
from rules.keys import is_entry
from rules.links import Group, Term
from site_src.addresses import SitePlace
from site_src.context import BuildContext
from site_src.data.corpus import Corpus
from site_src.pages.terms.names import TermPages
from site_src.pages.terms.outcome import describe_term
from site_src.pages.terms.touched import TouchedRecords

MOST_NAMES = 8
"""Maximum number of names of one thing in a picture."""
NEWER_NAMES = 2
"""Number of names in such a picture that are newer than the name of the page, if older ones must be left out."""


class Terms:
    """The terms of a knowledge base, with the facts for their pages.

    Attributes:
        terms: The renamed and retired terms.
        pages: The page of each name.
        given_up: The terms whose old name has a page, by its address, oldest first.
        taken_up: The terms whose new name has a page, by its address, oldest first.
        editions: All editions, oldest first.
        find_touched: Returns the records that changed with a term.
        print_name: Returns a name as the editions print it.
    """

    def __init__(self, context: BuildContext, corpus: Corpus) -> None:
        history = History(context.store)
        self._titles = history.titles
        self._corpus = corpus
        self.terms = context.store.best_terms()
        self.pages = TermPages(self.terms)
        by_age = sorted(self.terms, key=lambda term: term.edition)
        self.given_up = grouped((self.pages.page(term.old), term) for term in by_age)
        self.taken_up = grouped((self.pages.page(term.new), term) for term in by_age if term.new)
        self.find_touched = TouchedRecords(history, corpus).find
        self._confirmed = TermNames(term for term in self.terms if term.curated and term.kind == "renamed")
        self.editions = context.store.chained()
        inventories = []
        for edition in self.editions:
            rows = corpus.contents[edition].rows
            # the counts need no parents of records
            inventories.append(Inventory(edition, [row.key for row in rows], [row.text for row in rows], ()))
        self._texts = WorkTexts(inventories, corpus.words)
        self.print_name = cache(self._texts.printed)

    def link(self, name: str, page: str) -> tuple[str, str]:
        """Return a name as printed, and the address of its page as seen from another page."""
        return self.print_name(name), SitePlace(self.pages.page(name)).seen_from(page)

    def edition(self, term: Term) -> EditionAnswer:
        """Return the edition that renamed or retired a term."""
        return self._corpus.contents[term.edition].edition

    def list_further(self, term: Term) -> list[str]:
        """Return the further forms of a term, in words."""
        first = (term.old, term.new or "")
        return [self._print_form(form) for form in term.forms if form != first]

    def _print_form(self, form: Sequence[str]) -> str:
        return " → ".join(self.print_name(side) for side in form if side)

    def describe(self, term: Term, page: str) -> Markup:
        """Return sentences about the old words of a term and the words that replaced them, for a page."""
        index = self.editions.index(term.edition)
        forms = [(term.old, term.new or ""), *term.forms]
        new_forms = dict.fromkeys(new for _, new in forms if new)
        # the inflections that the picture of the page counts
        old_uses = self._texts.sum([old for old in self._list_forms(term.old) if old not in new_forms])
        if term.new is None:
            return describe_term(term, index, old_uses, None, "")
        new_uses = self._texts.sum(new_forms)
        if f" {term.old} " in f" {term.new} ":
            # the new words contain the old ones: such uses are not uses of the old words by themselves
            old_uses = tuple(max(0, old - new) for old, new in zip(old_uses, new_uses, strict=True))
        words, href = self.link(term.new, page)
        name = Markup('“<a href="{}">{}</a>”').format(href, words)
        return describe_term(term, index, old_uses, new_uses, name)

    def find_title(self, edition: str, touched: Group) -> str:
        """Return the title of a record that an edition changed: its heading, or that of the nearest record above it.

        It is empty if there is no heading, and for a glossary entry, whose key has its term.
        """
        (key,) = touched.new or touched.old
        if is_entry(key):
            return ""
        is_deleted = not touched.new or key not in self._corpus.rows[edition]
        if is_deleted:
            # the edition before still has it
            edition = self._corpus.contents[edition].previous or edition
        title = self._titles.shown(edition, key)
        if title is None:
            return ""
        return title[0]

    def uses(self, name: str) -> dict[str, Series]:
        """Return the number of uses of each name of a thing in each edition, oldest name first.

        If there are many names, the oldest ones are left out, so that `name` and the next newer ones are shown.
        """
        # the inflections of a name share a page: the last of them is shown
        names_by_page = {}
        for inflection in self._confirmed.list_names(name):
            names_by_page[self.pages.find(inflection) or inflection] = inflection
        names = list(names_by_page.values())
        pages = [self.pages.find(shown) for shown in names]
        index = pages.index(self.pages.find(name))
        first = max(0, index + NEWER_NAMES + 1 - MOST_NAMES)
        uses = {}
        for shown in names[first : first + MOST_NAMES]:
            uses[self.print_name(shown)] = self._texts.sum(self._list_forms(shown))
        return uses

    def _list_forms(self, name: str) -> list[str]:
        """Return all inflections of a name that occur in the terms."""
        page = self.pages.find(name)
        inflections: dict[str, None] = {}
        for term in self.terms:
            for side in chain((term.old, term.new), *term.forms):
                if side and self.pages.find(side) == page:
                    inflections[side] = None
        return list(inflections) or [name]

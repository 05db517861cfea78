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


class Terms:
    """The terms of a knowledge base, with the facts for their pages."""

    def __init__(self, context: BuildContext, corpus: Corpus) -> None:
        self._titles = History(context.store)
        self._corpus = corpus
        self.terms = context.store.best_terms()
        self.pages = TermPages(self.terms)
        by_age = sorted(self.terms, key=lambda term: term.edition)
        self.given_up = grouped((self.pages.page(term.old), term) for term in by_age)
        self.taken_up = grouped((self.pages.page(term.new), term) for term in by_age if term.new)
        self.find_touched = TouchedRecords(self._titles, corpus).find
        self._confirmed = TermNames(term for term in self.terms if term.curated and term.kind == "renamed")
        self.editions = context.store.chained()
        inventories = []
        for edition in self.editions:
            rows = corpus.contents[edition].rows
            # the counts need no parents of records
            inventories.append(Inventory(edition, [row.key for row in rows], [row.text for row in rows], ()))
        self._history = WorkTexts(inventories, corpus.words)
        self.print_name = cache(self._history.printed)

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
        forms = dict.fromkeys(((term.old, term.new or ""), *term.forms))
        old_forms = dict.fromkeys(before for before, _ in forms)
        old = self._history.sum(old_forms)
        if term.new is None:
            return describe_term(term, index, old, None, "")
        new_forms = dict.fromkeys(after for _, after in forms if after)
        new = self._history.sum(new_forms)
        if f" {term.old} " in f" {term.new} ":
            # the new words contain the old ones: such uses are not uses of the old words by themselves
            old = tuple(max(0, before - after) for before, after in zip(old, new, strict=True))
        words, href = self.link(term.new, page)
        name = Markup('“<a href="{}">{}</a>”').format(href, words)
        return describe_term(term, index, old, new, name)

    def find_title(self, edition: str, touched: Group) -> str:
        """Return the title of a record that an edition changed: its heading, or that of the nearest record above it.

        It is empty for a glossary entry, whose key has its term.
        """
        (key,) = touched.new or touched.old
        if is_entry(key):
            return ""
        if not touched.new or key not in self._corpus.rows[edition]:
            edition = self._corpus.contents[edition].previous or edition
        return (self._titles.titles.shown(edition, key) or ("",))[0]

    def uses(self, name: str) -> dict[str, Series]:
        """Return the number of uses of each name of a thing in each edition, oldest name first.

        If there are many names, those around `name` are shown.
        """
        names = {self.pages.find(term) or term: term for term in self._confirmed.list_names(name)}
        pages = [self.pages.find(term) for term in names.values()]
        index = pages.index(self.pages.find(name))
        first = max(0, index - MOST_NAMES + 3)
        shown = list(names.values())[first : first + MOST_NAMES]
        return {self.print_name(term): self._history.sum(self._list_forms(term)) for term in shown}

    def _list_forms(self, name: str) -> list[str]:
        """Return all inflections of a name that occur in the terms."""
        page = self.pages.find(name)
        inflections: dict[str, None] = {}
        for term in self.terms:
            for side in chain((term.old, term.new), *term.forms):
                if side and self.pages.find(side) == page:
                    inflections[side] = None
        return list(inflections) or [name]

"""The history part of the site: pages, permanent links, keywords, the table of old numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from graph.history import History
from rules.records import COMPREHENSIVE_RULES
from site_src.context import BuildContext
from site_src.layout.addresses import HISTORY_PATH, KEYWORD_PATH, RESOLVER
from site_src.markup.shell import Frame
from site_src.markup.words import count, date_in_words
from site_src.pages.history.ids import write_ids
from site_src.pages.history.keywords import by_letter, keywords
from site_src.pages.history.numbers import write_numbers
from site_src.pages.history.outcomes import Outcomes
from site_src.pages.history.pages import Pages
from site_src.pages.history.plan import HistoryPage, history_pages, split_terms
from site_src.pages.history.workers import writing


def write_history(context: BuildContext) -> None:
    """Write everything about histories; nothing if no editions were aligned.

    Raises:
        rules.workers.WorkerError: A worker process was killed.
    """
    histories = History(context.store)
    pages = history_pages(histories)
    if not pages:
        return
    context.progress(f"writing the history of {count(len(histories.by_lineage), 'rule')}")
    # the rest is written here while the workers write the pages
    with writing(context, len(pages)):
        outcomes = Outcomes(histories)
        write_ids(outcomes, context.store, context.site_dir, context.shell.site_url)
        write_numbers(outcomes, context.site_dir)
        _Lists(context, outcomes, pages).write()


class _Lists:
    """Writes the single pages, and those of keywords."""

    def __init__(self, context: BuildContext, outcomes: Outcomes, pages: Sequence[HistoryPage]) -> None:
        self._context = context
        self._outcomes = outcomes
        self._all = pages

    def write(self) -> None:
        """Write the lists, the keyword pages and the page of old numbers."""
        self._write_histories()
        self._write_keywords()
        self._write_resolver()

    def _write_histories(self) -> None:
        rows = Pages(self._outcomes, self._context.places, self._all)
        chapters = [rows.row(page) for page in self._all if page.is_chapter]
        terms = [rows.row(term) for page in self._all if page.of_glossary for term in split_terms(page)]
        self._write(HISTORY_PATH, "History", "histories.html.j2", rows=chapters, of_glossary=False)
        if terms:
            address = f"{HISTORY_PATH}glossary/"
            self._write(address, "History of the glossary", "histories.html.j2", rows=terms, of_glossary=True)

    def _write_keywords(self) -> None:
        all_of_them = list(keywords(self._outcomes, self._context.places))
        for keyword in all_of_them:
            self._write(keyword.address, keyword.heading, "keyword.html.j2", one=keyword)
        figure = count(len(all_of_them), "heading")
        letters = by_letter(all_of_them)
        self._write(KEYWORD_PATH, "Keywords", "keywords.html.j2", letters=letters, figure=figure)

    def _write_resolver(self) -> None:
        editions = self._context.store.editions_of(COMPREHENSIVE_RULES)
        first, last = date_in_words(editions[0]), date_in_words(editions[-1])
        self._write(RESOLVER, "Former numbers", "resolver.html.j2", ("numbers",), first=first, last=last)

    def _write(self, address: str, title: str, template: str, scripts: Sequence[str] = (), **values: Any) -> None:
        frame = Frame(address, title, scripts=scripts, styles=("history",))
        self._context.write(frame, template, href=lambda link: link.seen_from(address), **values)

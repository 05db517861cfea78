"""Pages of terms: all inflections of a name share one page, named after the inflection with the most records."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from graph.terms import Term
from rules.text import stem_words
from site_src.layout.book import in_short_parts, slug

TERMS_PATH = "terms/"


class TermPages:
    """The page of each name.

    Attributes:
        names: Address of each page and the name that it shows, sorted by address.
    """

    def __init__(self, terms: Iterable[Term]) -> None:
        votes: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
        for term in terms:
            for name in filter(None, (term.old, term.new)):
                votes[stem_words(name)][name] += term.support
        self._pages: dict[str, str] = {}
        called: dict[str, str] = {}
        for stems in sorted(votes):
            forms = votes[stems]
            name = max(forms, key=lambda form: (forms[form], -len(form), form))
            page = f"{TERMS_PATH}{in_short_parts(slug(name))}/"
            # two names may differ only in signs that addresses lack
            while page in called:
                page = f"{page.removesuffix('/')}-2/"
            self._pages[stems] = page
            called[page] = name
        self.names = dict(sorted(called.items()))

    def page(self, name: str) -> str:
        """Return the page of a name in any inflection.

        Raises:
            KeyError: No term has or had this name.
        """
        return self._pages[stem_words(name)]

    def find(self, name: str) -> str | None:
        """Return the page of a name; None if it has none."""
        return self._pages.get(stem_words(name))

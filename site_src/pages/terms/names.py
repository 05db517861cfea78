"""The page of each name of a term.

All inflections of a name share one page, named after the inflection with the most records.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from graph.terms.names import TermNames
from rules.links import Term
from rules.stems import stem_words
from site_src.addresses import in_short_parts, slug

TERMS_PATH = "terms/"


class TermPages:
    """The page of each name.

    Attributes:
        names: Address of each page and the name that it shows, sorted by address.
    """

    def __init__(self, terms: Iterable[Term]) -> None:
        self._page_by_stems: dict[str, str] = {}
        names: dict[str, str] = {}
        inflections = _count_inflections(terms)
        for stems in sorted(inflections):
            name = _choose_inflection(inflections[stems])
            page = f"{TERMS_PATH}{in_short_parts(slug(name))}/"
            # two names may differ only in characters that addresses cannot have
            while page in names:
                page = f"{page.removesuffix('/')}-2/"
            self._page_by_stems[stems] = page
            names[page] = name
        self.names = dict(sorted(names.items()))

    def page(self, name: str) -> str:
        """Return the page of a name in any inflection.

        Raises:
            KeyError: No term has or had this name.
        """
        return self._page_by_stems[stem_words(name)]

    def find(self, name: str) -> str | None:
        """Return the page of a name; None if it has none."""
        return self._page_by_stems.get(stem_words(name))


def _count_inflections(terms: Iterable[Term]) -> dict[str, Counter[str]]:
    """Return the inflections of each name with their numbers of records, by the stems that they share.

    `counter` and `counters` have the same stem: `{"counter": Counter({"counters": 12, "counter": 5})}`.
    """
    inflections: dict[str, Counter[str]] = defaultdict(Counter)
    for term in terms:
        for name in filter(None, (term.old, term.new)):
            inflections[stem_words(name)][name] += term.support
    return inflections


def _choose_inflection(counts: Counter[str]) -> str:
    """Return the inflection with the most records; of several the shortest one."""
    return max(counts, key=lambda form: (counts[form], -len(form), form))


def renamed_rows(terms: Sequence[Term]) -> list[list[Any]]:
    """Return a row for each form of each confirmed term, as in `jump.json`.

    Returns:
        Old name, first edition without it, kind (`renamed`, `split`, `retired`), address of the term's page, and the
        names since, oldest first. Terms of other kinds are left out: reworded phrases are no names, and after the
        others the old name is still in use.
    """
    pages = TermPages(terms)
    confirmed = [term for term in terms if term.curated and term.kind in ("renamed", "split", "retired")]
    names = TermNames(term for term in confirmed if term.kind == "renamed")
    rows: dict[str, list[Any]] = {}
    for term in sorted(confirmed, key=lambda item: (item.kind != "renamed", item.edition)):
        page = pages.page(term.old)
        for old, new in dict.fromkeys(((term.old, term.new or ""), *term.forms)):
            # the first form is the most frequent one; later ones are less certain
            if old not in rows:
                rows[old] = [old, term.edition, term.kind, page, _list_since(names, term, old, new)]
    return sorted(rows.values(), key=lambda row: str(row[0]))


def _list_since(names: TermNames, term: Term, old: str, new: str) -> list[str]:
    """Return the names that a form of a term has had since, oldest first."""
    if not new:
        return []
    since = [new, *names.newer_names(new)]
    if term.kind == "renamed":
        return [name for name in since if name != old]
    return since

"""`terms/`: renamed and retired terms, and a page for every name that a term has or had.

All inflections of a name share one page, named after the inflection with the most records.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, partial
from itertools import groupby
from operator import itemgetter
from typing import Any

from markupsafe import Markup

from graph.history import History, last_day
from graph.lineages.chains import Inventory
from graph.terms.names import TermNames
from graph.terms.step import Series, WorkTexts
from rules.grouping import grouped
from rules.links import Group, Term
from rules.numbers import is_term, name_of
from rules.records import Edition
from rules.text import stem_words
from site_src.context import BuildContext
from site_src.data.corpus import Corpus
from site_src.layout import SitePlace, id_page, in_short_parts, slug
from site_src.markup.passages import text_html
from site_src.markup.shell import Frame
from site_src.markup.words import count, date_in_words, say, say_html
from site_src.pages.history.lineages import WIDTH, Axis, draw_years, format_key
from site_src.pages.touched import Changes

TERMS_PATH = "terms/"


class TermPages:
    """The page of each name.

    Attributes:
        names: Address of each page and the name that it shows, sorted by address.
    """

    def __init__(self, terms: Iterable[Term]) -> None:
        votes: dict[str, Counter[str]] = defaultdict(Counter)
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


def renamed_rows(terms: Sequence[Term]) -> list[list[Any]]:
    """Return a row for each form of each confirmed term, as in `jump.json`.

    Returns:
        Old name, first edition without it, kind (`renamed`, `split`, `retired`), address of the term's page, and the
        names since, oldest first. Reworded phrases are no terms, and headings, keywords and classes replace nothing.
    """
    pages = TermPages(terms)
    known = [term for term in terms if term.curated and term.kind in ("renamed", "split", "retired")]
    names = TermNames(term for term in known if term.kind == "renamed")
    rows: dict[str, list[Any]] = {}
    for term in sorted(known, key=lambda item: (item.kind != "renamed", item.edition)):
        page = pages.page(term.old)
        for old, new in dict.fromkeys(((term.old, term.new or ""), *term.forms)):
            since = [new, *names.newer_names(new)] if new else []
            if term.kind == "renamed":
                since = [name for name in since if name != old]
            # the first form is the most frequent one; later ones are less certain
            rows.setdefault(old, [old, term.edition, term.kind, page, since])
    return sorted(rows.values(), key=lambda row: str(row[0]))


MOST_NAMES = 8
"""Maximum number of names of one thing in a picture."""
KINDS = {
    "renamed": "renamed",
    "split": "in part",
    "reworded": "worded differently",
    "retired": "retired",
    "heading": "heading",
    "keyword": "keyword for a phrase",
    "reclassified": "reclassified",
}
"""Kinds of terms, in words."""


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
        self.find_touched = cache(Changes(self._titles, corpus).find_touched)
        self._confirmed = TermNames(term for term in self.terms if term.curated and term.kind == "renamed")
        self.editions = context.store.chained()
        self._history = history_of(corpus, self.editions)
        self.print_name = cache(self._history.printed)

    def link(self, name: str, here: str) -> tuple[str, str]:
        """Return a name as printed, and the address of its page as seen from the page `here`."""
        return self.print_name(name), SitePlace(self.pages.page(name)).seen_from(here)

    def edition(self, term: Term) -> Edition:
        """Return the edition that renamed or retired a term."""
        return self._corpus.contents[term.edition].edition

    def list_further(self, term: Term) -> list[str]:
        """Return the further forms of a term, in words."""
        first = (term.old, term.new or "")
        return [" → ".join(self.print_name(side) for side in form if side) for form in term.forms if form != first]

    def values(self, here: str) -> dict[str, Any]:
        """Return what a template needs besides a term to show it on the page `here`."""
        return {
            "link": partial(self.link, here=here),
            "edition": self.edition,
            "kinds": KINDS,
            "note": lambda term: re.sub(r"\d{4}-\d\d-\d\d", lambda day: date_in_words(day[0]), term.note),
            "forms": self.list_further,
            "records": self.find_touched,
            "statement": partial(self.describe, here=here),
        }

    def describe(self, term: Term, here: str) -> Markup:
        """Return what became of the old words of a term, for the page `here`."""
        at = self.editions.index(term.edition)
        forms = dict.fromkeys(((term.old, term.new or ""), *term.forms))
        old = self._history.sum(dict.fromkeys(before for before, _ in forms))
        if term.new is None:
            return describe_term(term, at, old, None, "")
        now = self._history.sum(dict.fromkeys(after for _, after in forms if after))
        if f" {term.old} " in f" {term.new} ":
            # the new words have the old ones in them, which are not used by themselves there
            old = tuple(max(0, each - other) for each, other in zip(old, now, strict=True))
        words, href = self.link(term.new, here)
        name = Markup('“<a href="{}">{}</a>”').format(href, words)
        return describe_term(term, at, old, now, name)

    def find_title(self, edition: str, touched: Group) -> str:
        """Return the title of a record that an edition changed: its heading, or that of what is above it."""
        (key,) = touched.new or touched.old
        if not touched.new or key not in self._corpus.rows[edition]:
            edition = self._corpus.contents[edition].previous or edition
        return (self._titles.shown_title(edition, key) or ("",))[0]

    def uses(self, name: str) -> dict[str, Series]:
        """Return how often each name of a thing occurs in each edition, its oldest name first."""
        names = {self.pages.find(term) or term: term for term in self._confirmed.chain(name)}
        own = self.pages.find(name)
        at = next(at for at, term in enumerate(names.values()) if self.pages.find(term) == own)
        shown = list(names.values())[max(0, at - MOST_NAMES + 3) :][:MOST_NAMES]
        return {self.print_name(term): self._history.sum(self._list_forms(term)) for term in shown}

    def _list_forms(self, name: str) -> list[str]:
        """Return all inflections of a name that occur in the terms."""
        page = self.pages.find(name)
        sides = (side for term in self.terms for form in ((term.old, term.new or ""), *term.forms) for side in form)
        return list(dict.fromkeys(side for side in sides if side and self.pages.find(side) == page)) or [name]


def write_terms(context: BuildContext) -> None:
    """Write the list of terms and a page for each name; nothing if no terms are known."""
    context.progress("writing the terms")
    terms = Terms(context, context.corpus)
    if not terms.terms:
        return
    _write_list(context, terms)
    for page, name in terms.pages.names.items():
        taken_up = terms.taken_up[page]
        uses = terms.uses(name)
        context.write(
            Frame(page, f"“{terms.print_name(name)}”", styles=("terms",)),
            "term.html.j2",
            name=terms.print_name(name),
            given_up=terms.given_up[page],
            taken_up=taken_up,
            took_over=_describe_taken_up(terms, taken_up, page),
            uses=uses,
            pictures=pictures(uses, terms.editions),
            first_year=terms.editions[0][:4],
            table=_make_table(uses, terms.editions),
            entry=_find_entry(context.places, name, page),
            address=id_page,
            key=format_key,
            title=terms.find_title,
            figure=lambda number: count(number, "rule or entry", "rules and entries"),
            **terms.values(page),
        )


def _describe_taken_up(terms: Terms, taken_up: Sequence[Term], here: str) -> list[Markup]:
    """Return what a name took over: in whole, then in part or as another way to say it."""
    whole = [term for term in taken_up if term.kind in ("renamed", "heading")]
    groups = (("term_took_over", whole), ("term_took_over_in_part", [term for term in taken_up if term not in whole]))

    def link(term: Term) -> Markup:
        words, href = terms.link(term.old, here)
        return Markup('“<a href="{}">{}</a>” ({})').format(href, words, term.edition[:4])

    return [say_html(name, old=Markup(", ").join(map(link, group))) for name, group in groups if group]


def _write_list(context: BuildContext, terms: Terms) -> None:
    confirmed = _by_edition(term for term in terms.terms if term.curated)
    others = _by_edition(term for term in terms.terms if not term.curated)
    figures = (sum(len(group) for _, group in groups) for groups in (confirmed, others))
    context.write(
        Frame(
            TERMS_PATH,
            "Old and new terms",
            "Renamed and retired terms of the rules of Magic, each with the edition and the rules that changed.",
            styles=("terms",),
        ),
        "terms.html.j2",
        groups=confirmed,
        others=others,
        figures=(count(next(figures), "term"), f"{next(figures):,}"),
        **terms.values(TERMS_PATH),
    )


def _by_edition(terms: Iterable[Term]) -> list[tuple[str, list[Term]]]:
    """Group terms by edition, newest first; those of an edition in alphabetical order."""
    by_name = sorted(terms, key=lambda term: term.old)
    return sorted(grouped((term.edition, term) for term in by_name).items(), reverse=True)


def _make_table(uses: Mapping[str, Series], editions: Sequence[str]) -> list[tuple[str, str, tuple[int, ...]]]:
    """Return the figures of the picture: first and last edition and counts of each run with equal counts.

    The last edition of the newest run is empty: the run goes on.
    """
    counts = zip(editions, zip(*uses.values(), strict=True), strict=True)
    runs = ((now, [edition for edition, _ in run]) for now, run in groupby(counts, itemgetter(1)))
    return [(run[0], run[-1] if run[-1] != editions[-1] else "", now) for now, run in runs]


def _find_entry(places: Mapping[str, SitePlace], name: str, here: str) -> tuple[str, str] | None:
    """Return term and address of a name's entry in the latest glossary; None without one."""
    terms = ((name_of(key), place) for key, place in places.items() if is_term(key))
    same = ((term, place) for term, place in terms if term.casefold().replace("-", " ") == name)
    return next(((term, place.seen_from(here)) for term, place in same), None)


_OF_KIND = {
    "split": "term_split",
    "reworded": "term_reworded",
    "heading": "term_heading",
    "keyword": "term_keyword",
    "reclassified": "term_reclassified",
}
_OF_WORDS = ("renamed", "split", "retired")
"""Kinds that are about words wherever they occur; of the others, the old words go on with another meaning."""


def describe_term(term: Term, at: int, old: Sequence[int], new: Sequence[int] | None, new_name: Markup | str) -> Markup:
    """Return what became of the old words, and whether they or the new ones are used today.

    Args:
        term: The change.
        at: Place of its edition among all.
        old: How often the old words are used in each edition, with all inflections.
        new: The same of the new words; None for a retired term.
        new_name: The new words, in quotes or as a link; ignored for a retired term.
    """
    before, then, year = old[at - 1] if at else 0, old[at], term.edition[:4]
    still_used = ""
    if old[-1] and term.kind in _OF_WORDS and then < max(1, before):
        still_used = say("term_still_used" if then else "term_used_again", places=count(old[-1], "place"))
    if new is None:
        name = ("term_retired" if max(old[at:]) else "term_retired_for_good") if term.dated else "term_retired_by"
        return _join([say(name, year=year), still_used])
    name = _OF_KIND.get(term.kind, "")
    if not name:
        # of words that did not become fewer, it cannot be said that others took their place
        name = "term_also" if then and then >= before else "term_replaced"
        name = name if term.dated else "term_replaced_by"
    unused = [] if new[-1] or term.kind not in _OF_WORDS else [say("term_new_unused")]
    return _join([say_html(name, new=new_name, year=year), still_used, *unused])


def _join(sentences: Sequence[str | Markup]) -> Markup:
    return Markup(" ").join(sentence for sentence in sentences if sentence)


HEIGHT = 20
"""Height in units of the picture; the style sheet sets the size on the page."""


def history_of(corpus: Corpus, editions: Sequence[str]) -> WorkTexts:
    """Return the texts of some editions of the Comprehensive Rules, oldest first."""
    return WorkTexts(
        [
            Inventory(
                content.edition.id,
                [row.key for row in content.rows],
                [row.text for row in content.rows],
                [row.parent for row in content.rows],
            )
            for content in map(corpus.contents.__getitem__, editions)
        ],
        corpus.words,
    )


def pictures(uses: Mapping[str, Series], editions: Sequence[str]) -> dict[str, Markup]:
    """Return a picture of the uses of each name in the editions: years from left to right, their number as height.

    Names share one scale, so that their pictures can be compared.
    """
    axis = Axis(editions)
    most = max((max(counts, default=0) for counts in uses.values()), default=0)
    return {name: _draw_picture(name, counts, axis, most) for name, counts in uses.items()} if most else {}


def _draw_picture(name: str, counts: Series, axis: Axis, most: int) -> Markup:
    curve = _draw_steps(counts, axis, most)
    paths = f'<path class="uses-curve" d="{curve}"/><path class="uses-floor" d="M0 {HEIGHT}H{WIDTH}"/>'
    return draw_years(paths, "uses", text_html(describe_uses(name, counts, axis.editions)))


def _draw_steps(counts: Series, axis: Axis, most: int) -> str:
    """Return the outline: flat while an edition is in force, with a step at the start of the next one."""
    parts = []
    standing = 0
    for edition, number in zip(axis.editions, counts, strict=True):
        if number == standing:
            continue
        parts.append(f"H{axis.at(edition)}" if standing else f"M{axis.at(edition)} {HEIGHT}")
        parts.append(f"V{HEIGHT - round(HEIGHT * number / most, 1):g}" + ("" if number else "Z"))
        standing = number
    return "".join(parts) + (f"H{WIDTH}V{HEIGHT}Z" if standing else "")


def describe_uses(name: str, counts: Series, editions: Sequence[str]) -> str:
    """Return the uses of a name in words: `mana value: from 2021 to today, in at most 49 places`."""
    there = [place for place, number in enumerate(counts) if number]
    if not there:
        return f"{name}: in no edition"
    first, most = editions[there[0]][:4], max(counts)
    places = "place" if most == 1 else "places"
    ended = last_day(editions, editions[there[-1]])
    until = f"to {ended[:4]}" if ended else "to today"
    return f"{name}: from {first} {until}, in at most {most:,} {places}"

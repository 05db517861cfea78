"""`terms/`: renamed and retired terms, and a page for every name that a term has or had.

All inflections of a name share one page, named after the inflection with the most records.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, groupby, pairwise
from operator import itemgetter
from typing import Any

from markupsafe import Markup

from graph.answers.editions import EditionAnswer
from graph.history import History, last_day
from graph.lineages.inventory import Inventory
from graph.terms.names import TermNames
from graph.terms.work_texts import Series, WorkTexts, join_with_spaces
from rules.caching import cached_method
from rules.grouping import grouped
from rules.links import Group, Term, Version
from rules.numbers import is_term, name_of
from rules.records import COMPREHENSIVE_RULES
from rules.text import masked_words, stem_words
from site_src.context import BuildContext
from site_src.data.corpus import Corpus
from site_src.layout import SitePlace, in_short_parts, slug
from site_src.markup.passages import plain_title, text_html
from site_src.markup.shell import Frame
from site_src.markup.words import count, date_in_words, say, say_html
from site_src.pages.history.years import WIDTH, Years, draw_years

TERMS_PATH = "terms/"
_ABOUT_TERMS = "Renamed and retired terms of the rules of Magic, each with the edition and the rules that changed."
_DATE = re.compile(r"\d{4}-\d\d-\d\d")

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
_OF_KIND = {
    "split": "term_split",
    "reworded": "term_reworded",
    "heading": "term_heading",
    "keyword": "term_keyword",
    "reclassified": "term_reclassified",
}
_OF_WORDS = ("renamed", "split", "retired")
"""Kinds that are about words wherever they occur; of the others, the old words go on with another meaning."""
HEIGHT = 20
"""Height in units of the picture; the style sheet sets the size on the page."""


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


class Changes:
    """The rules that changed when a term was renamed or retired: all of them, not only those with the evidence."""

    def __init__(self, history: History, corpus: Corpus) -> None:
        self._corpus = corpus
        steps = []
        ends = []
        for versions in history.by_lineage.values():
            if history.work_of[versions[0].first] != COMPREHENSIVE_RULES:
                continue
            steps += [(after.first, (before, after)) for before, after in pairwise(versions)]
            ends.append((versions[-1].last, versions[-1]))
        self._steps = grouped(steps)
        self._ends = grouped(ends)

    @cached_method
    def find_touched(self, term: Term) -> list[Group]:
        """Return the records in which the term was replaced or that were deleted with it, in document order.

        Each is a group with its key before and in the first edition with the new words.
        """
        found = list(self._find_replaced(term))
        if term.new is None:
            found += self._find_dropped(term)
        lineages = {rule.lineage for rule in found}
        found += [touched for touched in self._find_sighted(term) if touched.lineage not in lineages]
        ranks = {key: index for index, key in enumerate(self._corpus.rows[term.edition])}

        def rank(touched: Group) -> tuple[bool, int, str]:
            (key,) = touched.new or touched.old
            return not touched.new, ranks.get(key, 0), key

        return sorted(found, key=rank)

    def _find_replaced(self, term: Term) -> Iterator[Group]:
        for before, after, was, now in self._find_reworded(term.edition):
            if any(_took_place(was, now, old, new) for old, new in _list_forms(term)):
                yield Group((before.key,), (after.key,), after.kind, after.change, after.lineage)

    @cached_method
    def _find_reworded(self, edition: str) -> list[tuple[Version, Version, str, str]]:
        """Return the versions that an edition reworded: previous version, version, and the words of both."""
        reworded = []
        for before, after in self._steps[edition]:
            old, new = self._read_words(before), self._read_words(after)
            if old != new:
                reworded.append((before, after, old, new))
        return reworded

    def _find_dropped(self, term: Term) -> Iterator[Group]:
        previous = self._corpus.contents[term.edition].previous
        if previous is None:
            return
        for end in self._ends[previous]:
            if any(f" {old} " in self._read_words(end) for old, _ in _list_forms(term)):
                yield Group((end.key,), (), "deleted", None, end.lineage)

    def _find_sighted(self, term: Term) -> Iterator[Group]:
        """Yield the records with the evidence, with merged and split rules, which have no single previous version."""
        for seen in term.evidence:
            row = self._corpus.rows[seen.edition].get(seen.key)
            if row and row.lineage:
                if seen.edition == term.edition:
                    yield Group((seen.key,), (seen.key,), "kept", None, row.lineage)
                else:
                    yield Group((seen.key,), (), "deleted", None, row.lineage)

    def _read_words(self, version: Version) -> str:
        return self._join_words(self._corpus.rows[version.first][version.key].text)

    @cached_method
    def _join_words(self, number: int) -> str:
        """Return the words of a passage, each between blanks."""
        passage = self._corpus.words(number)
        parts = (passage.heading or "", passage.text, *passage.examples, *passage.notes)
        return join_with_spaces(masked_words("\n".join(parts)))


def _list_forms(term: Term) -> tuple[tuple[str, str], ...]:
    return term.forms or ((term.old, term.new or ""),)


def _took_place(was: str, now: str, old: str, new: str) -> bool:
    """Return whether old words became fewer and new ones more; if one contains the other, one of these suffices."""
    fewer = was.count(f" {old} ") > now.count(f" {old} ")
    more = bool(new) and now.count(f" {new} ") > was.count(f" {new} ")
    if new and f" {new} " in f" {old} ":
        return fewer and f" {new} " in now
    if new and f" {old} " in f" {new} ":
        return more and f" {old} " in was
    return fewer and (more or not new)


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
        self.find_touched = Changes(self._titles, corpus).find_touched
        self._confirmed = TermNames(term for term in self.terms if term.curated and term.kind == "renamed")
        self.editions = context.store.chained()
        inventories = []
        for edition in self.editions:
            rows = corpus.contents[edition].rows
            # no count needs what is above a record
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
        """Return what became of the old words of a term, for a page."""
        index = self.editions.index(term.edition)
        forms = dict.fromkeys(((term.old, term.new or ""), *term.forms))
        old_forms = dict.fromkeys(before for before, _ in forms)
        old = self._history.sum(old_forms)
        if term.new is None:
            return describe_term(term, index, old, None, "")
        new_forms = dict.fromkeys(after for _, after in forms if after)
        new = self._history.sum(new_forms)
        if f" {term.old} " in f" {term.new} ":
            # the new words have the old ones in them, which are not used by themselves there
            old = tuple(max(0, before - after) for before, after in zip(old, new, strict=True))
        words, href = self.link(term.new, page)
        name = Markup('“<a href="{}">{}</a>”').format(href, words)
        return describe_term(term, index, old, new, name)

    def find_title(self, edition: str, touched: Group) -> str:
        """Return the title of a record that an edition changed: its heading, or that of what is above it."""
        (key,) = touched.new or touched.old
        if not touched.new or key not in self._corpus.rows[edition]:
            edition = self._corpus.contents[edition].previous or edition
        return (self._titles.shown_title(edition, key) or ("",))[0]

    def uses(self, name: str) -> dict[str, Series]:
        """Return how often each name of a thing occurs in each edition, its oldest name first."""
        names = {self.pages.find(term) or term: term for term in self._confirmed.chain(name)}
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


def write_terms(context: BuildContext) -> None:
    """Write the list of terms and a page for each name; nothing if no terms are known."""
    context.progress("writing the terms")
    terms = Terms(context, context.corpus)
    if not terms.terms:
        return
    values = {"terms": terms, "kinds": KINDS, "say_html": say_html}
    frame = Frame(TERMS_PATH, "Old and new terms", _ABOUT_TERMS, scripts=("terms",), styles=("terms",))
    confirmed = _by_edition(term for term in terms.terms if term.curated)
    unconfirmed = _by_edition(term for term in terms.terms if not term.curated)
    context.write(frame, "terms.html.j2", confirmed=confirmed, others=unconfirmed, **values)
    for page, name in terms.pages.names.items():
        uses = terms.uses(name)
        printed = terms.print_name(name)
        about = say("term_about", term=printed)
        context.write(
            Frame(page, f"“{printed}”", about, styles=("terms",)),
            "term.html.j2",
            page=page,
            name=printed,
            uses=uses,
            pictures=pictures(uses, terms.editions),
            table=_make_table(uses, terms.editions),
            entry=_find_entry(context.places, name, page),
            with_dates=_write_dates,
            **values,
        )


def _write_dates(note: str) -> str:
    """Return a note with its dates in words."""
    return _DATE.sub(lambda day: date_in_words(day[0]), note)


def _by_edition(terms: Iterable[Term]) -> list[tuple[str, list[Term]]]:
    """Group terms by edition, newest first; those of an edition in alphabetical order."""
    by_name = sorted(terms, key=lambda term: term.old)
    return sorted(grouped((term.edition, term) for term in by_name).items(), reverse=True)


def _make_table(uses: Mapping[str, Series], editions: Sequence[str]) -> list[tuple[str, str, tuple[int, ...]]]:
    """Return the figures of the picture: first and last edition and counts of each run with equal counts.

    The last edition of the newest run is empty: the run goes on.
    """
    rows = []
    by_edition = zip(editions, zip(*uses.values(), strict=True), strict=True)
    for counts, run in groupby(by_edition, itemgetter(1)):
        days = [edition for edition, _ in run]
        last = "" if days[-1] == editions[-1] else days[-1]
        rows.append((days[0], last, counts))
    return rows


def _find_entry(places: Mapping[str, SitePlace], name: str, page: str) -> tuple[str, str] | None:
    """Return term and address of a name's entry in the latest glossary; None without one."""
    for key, place in places.items():
        term = name_of(key)
        if is_term(key) and term.casefold().replace("-", " ") == name:
            return plain_title(term), place.seen_from(page)
    return None


def describe_term(
    term: Term, index: int, old: Sequence[int], new: Sequence[int] | None, new_name: Markup | str
) -> Markup:
    """Return what became of the old words, and whether they or the new ones are used today.

    Args:
        term: The change.
        index: Index of its edition among all.
        old: How often the old words are used in each edition, with all inflections.
        new: The same of the new words; None for a retired term.
        new_name: The new words, in quotes or as a link; ignored for a retired term.
    """
    year = term.edition[:4]
    before = 0
    if index:
        before = old[index - 1]
    still_used = _describe_still_used(term, before, old[index], old[-1])
    if new is None:
        retired = say(_name_retirement(term, old[index:]), year=year)
        return _join([retired, still_used])
    replacement = _name_replacement(term, before, old[index])
    replaced = say_html(replacement, new=new_name, year=year)
    unused = ""
    if not new[-1] and term.kind in _OF_WORDS:
        unused = say("term_new_unused")
    return _join([replaced, still_used, unused])


def _describe_still_used(term: Term, before: int, then: int, today: int) -> str:
    """Return that words which became fewer are used today; empty if they are not, or did not become fewer."""
    if not today or term.kind not in _OF_WORDS or then >= max(1, before):
        return ""
    return say("term_still_used" if then else "term_used_again", places=count(today, "place"))


def _name_retirement(term: Term, uses: Sequence[int]) -> str:
    """Return the name of the sentence on a retired term; `uses` are those from its edition on."""
    if not term.dated:
        return "term_retired_by"
    if max(uses):
        return "term_retired"
    return "term_retired_for_good"


def _name_replacement(term: Term, before: int, then: int) -> str:
    """Return the name of the sentence on a term that was replaced, or is of another kind."""
    if term.kind == "reworded" and then:
        return "term_reworded_in_part"
    if term.kind in _OF_KIND:
        return _OF_KIND[term.kind]
    if not term.dated:
        return "term_replaced_by"
    # of words that did not become fewer, it cannot be said that others took their place
    if then and then >= before:
        return "term_also"
    return "term_replaced"


def _join(sentences: Sequence[str | Markup]) -> Markup:
    return Markup(" ").join(sentence for sentence in sentences if sentence)


def pictures(uses: Mapping[str, Series], editions: Sequence[str]) -> dict[str, Markup]:
    """Return a picture of the uses of each name in the editions: years from left to right, their number as height.

    Names share one scale, so that their pictures can be compared.
    """
    most = max(chain.from_iterable(uses.values()), default=0)
    if not most:
        return {}
    years = Years(editions)
    floor = f'<path class="uses-floor" d="M0 {HEIGHT}H{WIDTH}"/>'
    drawn = {}
    for name, counts in uses.items():
        curve = f'<path class="uses-curve" d="{_draw_steps(counts, years, most)}"/>'
        label = text_html(describe_uses(name, counts, editions))
        drawn[name] = draw_years(curve + floor, "uses", label)
    return drawn


def _draw_steps(counts: Series, years: Years, most: int) -> str:
    """Return the outline: flat while an edition is in force, with a step at the start of the next one."""
    d = ""
    standing = 0
    for edition, number in zip(years.editions, counts, strict=True):
        if number != standing:
            x = years.at(edition)
            d += f"H{x}" if standing else f"M{x} {HEIGHT}"
            d += f"V{HEIGHT - round(HEIGHT * number / most, 1):g}"
            if not number:
                d += "Z"
        standing = number
    if standing:
        d += f"H{WIDTH}V{HEIGHT}Z"
    return d


def describe_uses(name: str, counts: Series, editions: Sequence[str]) -> str:
    """Return the uses of a name in words: `mana value: from 2021 to today, in at most 49 places`."""
    used_in = [index for index, number in enumerate(counts) if number]
    if not used_in:
        return f"{name}: in no edition"
    first = editions[used_in[0]]
    until = "today"
    ended = last_day(editions, editions[used_in[-1]])
    if ended:
        until = ended[:4]
    most_uses = count(max(counts), "place")
    return f"{name}: from {first[:4]} to {until}, in at most {most_uses}"

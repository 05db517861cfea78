"""The comparisons of editions: a page for each edition and the one before it, and the page that compares any two."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import Any
from urllib.parse import quote

from markupsafe import Markup

from graph.announcements import bulletins, by_bulletin
from graph.answers.comparison import (
    ComparedChange,
    ComparedRecord,
    ComparisonAnswer,
    answer_comparison,
    order_chapter,
)
from graph.compare.changed import PassageChange
from graph.compare.comparison import is_sure
from graph.history import History
from graph.terms.step import printed_form
from rules.change import Segment
from rules.links import Place
from rules.numbers import GLOSSARY, chapter_of_key, is_term
from rules.records import COMPREHENSIVE_RULES, Edition
from rules.store import Store, open_store
from rules.workers import RUN, map_with_workers
from site_src.context import BuildContext
from site_src.layout import PageLink, anchor_of, free_anchor, history_page, id_page
from site_src.markup.changes import (
    CATEGORIES,
    CLASSES,
    KINDS,
    RENAMED,
    Mark,
    category_of,
    count_categories,
    in_words,
)
from site_src.markup.differences import ComparedPart, mark_segments
from site_src.markup.shell import Frame, Shell
from site_src.markup.words import count, cut_words, date_in_words, retyped_in_words
from site_src.pages.history.lineages import format_key

COMPARE_PATH = "compare/"
"""Below it is a page for each edition and the one before it."""


def pair_address(old: str, new: str) -> str:
    """Return the address of a comparison: `compare/2009-05-01..2009-07-11/`."""
    return f"{COMPARE_PATH}{old}..{new}/"


def _print_terms(
    store: Store, old: str, new: str, terms: Sequence[tuple[str, str | None]]
) -> tuple[tuple[str, str], ...]:
    """Return renamed terms as the editions print them: the old words in the older one, the new ones in the newer."""
    if not terms:
        return ()
    before, after = _list_texts(store, old), _list_texts(store, new)
    return tuple((printed_form(was, before), printed_form(now or "", after)) for was, now in terms)


def _list_texts(store: Store, edition: str) -> list[str]:
    """Return all texts of an edition, headings and terms included."""
    rules, entries = store.rules(edition), store.glossary(edition)
    texts = [text for rule in rules for text in (rule.heading or "", rule.text, *rule.examples)]
    return [*texts, *(text for entry in entries for text in (entry.term, entry.text))]


def pair_values(store: Store, old: Edition, new: Edition) -> dict[str, Any]:
    """Compare an edition with the one before it; return the values of `compare.html.j2`."""
    changes = answer_comparison(History(store), old.id, new.id)
    groups = [change.group for change in changes.changes]
    numbers = count_categories(groups)
    counts = [(category, numbers[category.name]) for category in CATEGORIES if numbers[category.name]]
    terms = [term for term in store.terms(old.id, new.id) if term.kind == "renamed" and term.new and is_sure(term)]
    comparison = ComparedPair(store, changes, read=new.work == COMPREHENSIVE_RULES)
    return {
        "old": old,
        "new": new,
        "sentences": in_words(groups),
        "terms": _print_terms(store, old.id, new.id, [(term.old, term.new) for term in terms]),
        "unannounced": next(iter(changes.unannounced), None),
        "partial": [bulletin for bulletin in bulletins() if bulletin.partial and (old.id, new.id) in bulletin.steps],
        "counts": counts,
        "total": numbers.total(),
        "at_first": sum(number for category, number in counts if category.shown),
        "comparison": comparison,
        "chapters": list(comparison.list_chapters()),
        "same": changes.summary.same,
    }


class ComparedPair:
    """Answers what the template asks of the changes from one edition to the next."""

    def __init__(self, store: Store, changes: ComparisonAnswer, *, read: bool) -> None:
        self._found = changes
        self._read = read
        self._titles = {edition: store.headings(edition) for edition in (changes.old, changes.new)}

    def list_chapters(self) -> Iterator[tuple[Place, list[tuple[str, ComparedChange]]]]:
        """Yield the chapters, by number, the glossary last, with their changes, each with an anchor of its own."""
        anchors = set[str]()
        listed = sorted(self._found.changes, key=lambda change: order_chapter(change.chapter, self._found.new))
        for chapter, changes in groupby(listed, attrgetter("chapter")):
            wanted = ((("" if change.new else "was-") + anchor_of(key_of(change)), change) for change in changes)
            yield chapter, [(free_anchor(anchor.replace(" ", "_"), anchors, "~"), change) for anchor, change in wanted]

    def heading(self, chapter: Place) -> str:
        """Return the heading of a chapter; may be empty."""
        return "Glossary" if chapter.number == GLOSSARY else self._titles[chapter.edition].get(chapter.number, "")

    def sides(self, records: Iterable[ComparedRecord], edition: str) -> list[PageLink]:
        """Return links to records of an edition, from the site's root; without addresses if it is not read here."""
        numbers = [record.number for record in records]
        places = (quote(number if is_term(number) else anchor_of(number), safe=":@") for number in numbers)
        addresses = (f"e/{edition}/#{place}" if self._read else "" for place in places)
        return [PageLink(format_key(number), address) for number, address in zip(numbers, addresses, strict=True)]

    def words(self, change: ComparedChange) -> Markup | None:
        """Return the text of a rule with changes marked; None if it did not change."""
        if change.kind == "ambiguous" and change.new:
            return mark_segments([Segment("equal", "\n".join(record.text for record in change.new))])
        has_class = change.change in CLASSES and change.change != "unchanged"
        changed = has_class and any(segment.op != "equal" for segment in change.segments)
        return mark_segments(change.segments) if changed or not (change.old and change.new) else None

    def title(self, change: ComparedChange) -> str:
        """Return the words that identify a rule whose text is not shown: its heading, or its beginning."""
        edition = self._found.new if change.new else self._found.old
        heading = self._titles[edition].get(key_of(change))
        if heading or chapter_of_key(key_of(change)) == GLOSSARY:
            return heading or ""
        return cut_words((change.new or change.old)[0].text, 9)


def key_of(change: ComparedChange) -> str:
    """Return the first key of a changed record, in the newer edition if that has it."""
    return (change.new or change.old)[0].number


def category_of_change(change: ComparedChange) -> str:
    """Return the name of the category of a change."""
    return category_of(change.kind, change.change)


def list_passages(change: ComparedChange) -> list[ComparedPart]:
    """Return the examples and notes that changed."""
    return [
        ComparedPart(_format_label(name, passage), mark_segments(passage.segments))
        for name, passages in (("Example", change.examples), ("Note", change.notes))
        for passage in passages
    ]


def link_history(change: ComparedChange) -> str:
    """Return the address of the history of a changed record, from the site's root."""
    return id_page(change.lineage) if change.lineage else history_page(key_of(change))


def name_categories(changes: Iterable[tuple[str, ComparedChange]]) -> str:
    """Return the classes of a chapter that has changes, one for each of their categories."""
    kinds = {category_of_change(change) for _, change in changes}
    return "".join(f"h-{category.name} " for category in CATEGORIES if category.name in kinds)


def list_marks(change: ComparedChange) -> Iterator[Mark]:
    """Yield the mark of the kind, unless the rule was kept; then of the class, unless the text is unchanged."""
    if change.kind == "renumbered" and chapter_of_key(key_of(change)) == GLOSSARY:
        yield RENAMED
    elif change.kind != "kept":
        yield KINDS[change.kind]
    if change.change not in (None, "unchanged"):
        yield CLASSES[change.change]


def render_heading(change: ComparedChange) -> Markup:
    """Return the heading, if it changed; for a glossary entry its terms, shown above, suffice."""
    if change.heading is None or change.chapter.number == GLOSSARY:
        return Markup("")
    sides: Sequence[tuple[str, str | None]] = (("delete", change.heading.old), ("insert", change.heading.new))
    return Markup(" ").join(mark_segments([Segment(op, text)]) for op, text in sides if text)  # type: ignore[arg-type]


def _format_label(name: str, change: PassageChange) -> str:
    if change.moved_from or change.moved_to:
        return f"{name}, moved from {format_key(change.old_number or '')} to {format_key(change.new_number or '')}"
    if change.old is None or change.new is None:
        return f"{name}, {'added' if change.old is None else 'removed'}"
    return name


_FUNCTIONS = {
    function.__name__: function
    for function in (
        by_bulletin,
        category_of_change,
        link_history,
        list_marks,
        list_passages,
        name_categories,
        render_heading,
    )
}
"""Functions that the template calls by their names."""


class ComparisonWorker:
    """Renders and writes pages."""

    def __init__(self, store: Path, site_dir: Path, shell: Shell, pairs: Sequence[tuple[str, str]]) -> None:
        """Prepare for all pairs of editions to compare, oldest first; each process opens the knowledge base itself."""
        self._store = open_store(store)
        self._site_dir = site_dir
        self._shell = shell
        self._pairs = pairs
        self._editions: Mapping[str, Edition] = {edition.id: edition for edition in self._store.editions()}

    def write(self, number: int) -> str:
        """Write the page of a pair, by its position; return the changes in words."""
        old, new = self._pairs[number]
        values = self.values(number)
        title = f"What {date_in_words(new)} changed since {date_in_words(old)}"
        words = " ".join(values["sentences"])
        self._shell.write(
            self._site_dir,
            Frame(pair_address(old, new), title, words, scripts=("compare",), styles=("compare",)),
            "compare.html.j2",
            **values,
        )
        return words

    def values(self, number: int) -> dict[str, Any]:
        """Return the values of `compare.html.j2` for a pair."""
        old, new = (self._editions[edition] for edition in self._pairs[number])
        neighbours = {"previous": self._find_neighbour(number, -1), "next": self._find_neighbour(number, 1)}
        return pair_values(self._store, old, new) | neighbours | _FUNCTIONS

    def _find_neighbour(self, number: int, by: int) -> str:
        """Return the folder name of the next comparison in a direction if it adjoins this one; else an empty string."""
        at = number + by
        if not 0 <= at < len(self._pairs):
            return ""
        first, second = sorted((self._pairs[number], self._pairs[at]))
        return "..".join(self._pairs[at]) if first[1] == second[0] else ""


def write_comparisons(context: BuildContext) -> None:
    """Write all comparisons; nothing if no editions were aligned.

    Raises:
        WorkerError: A worker process was killed.
    """
    pairs = pairs_of(context.store)
    if not pairs:
        return
    context.progress(f"comparing {count(len(pairs), 'edition')} with the one before")
    worker = partial(ComparisonWorker, context.store.path, context.site_dir, context.shell, pairs)
    numbers = range(len(pairs))
    with map_with_workers(worker, ComparisonWorker.write, numbers, context.jobs, run=RUN) as written:
        words = list(written)
    editions = {edition.id: edition for edition in context.store.editions()}
    rows = [
        {
            "address": pair_address(old, new),
            "day": date_in_words(new),
            "code": editions[new].set_code,
            "set": ", ".join(filter(None, (editions[new].set_name, retyped_in_words(editions[new])))),
            "words": said,
        }
        for (old, new), said in zip(pairs, words, strict=True)
        if editions[new].work == COMPREHENSIVE_RULES
    ]
    context.write(
        Frame(
            COMPARE_PATH,
            "Compare two editions",
            "What changed between any two editions of the Comprehensive Rules, rule by rule.",
            scripts=("compare",),
            styles=("compare",),
            days=" ".join(editions),
        ),
        "comparisons.html.j2",
        rows=rows[::-1],
    )


def pairs_of(store: Store) -> tuple[tuple[str, str], ...]:
    """Return each edition that was aligned with the one before it, by work, oldest first."""
    pairs = ((store.previous(edition), edition) for edition in store.edition_ids)
    aligned = [(old, new) for old, new in pairs if old is not None]
    return tuple(sorted(aligned, key=lambda pair: (store.works[pair[1]], pair)))

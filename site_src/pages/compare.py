"""The comparisons of editions: a page for each edition and the one before it, and the page that compares any two."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from urllib.parse import quote

from markupsafe import Markup
from msgspec import Struct

from graph.announcements import Bulletin, UnannouncedAnswer, bulletins
from graph.answers.changes import AnnouncementAnswer, by_bulletin
from graph.answers.comparison import (
    ComparedChange,
    ComparedRecord,
    ComparisonAnswer,
    answer_comparison,
    order_chapter,
)
from graph.compare.changed import PassageChange
from graph.compare.passages import is_sure
from graph.history import History
from graph.terms.step import printed_form
from rules.change import Segment
from rules.numbers import GLOSSARY, chapter_of_key, is_term
from rules.records import COMPREHENSIVE_RULES, Edition
from rules.store import Store, open_store
from rules.workers import RUN, map_with_workers
from site_src.context import BuildContext
from site_src.layout import PageLink, anchor_of, history_page, id_page
from site_src.markup.changes import (
    CATEGORIES,
    CLASSES,
    KINDS,
    RENAMED,
    Category,
    Mark,
    category_of,
    count_categories,
    in_words,
)
from site_src.markup.differences import ComparedPart, mark_segments
from site_src.markup.shell import Frame, Shell, write_page
from site_src.markup.words import count, cut_words, date_in_words, retyped_in_words
from site_src.pages.history.lineages import format_key

COMPARE_PATH = "compare/"
"""Below it is a page for each edition and the one before it."""


def pair_address(old: str, new: str) -> str:
    """Return the address of a comparison: `compare/2009-05-01..2009-07-11/`."""
    return f"{COMPARE_PATH}{old}..{new}/"


class View(Struct, frozen=True):
    """A change as shown.

    Attributes:
        anchor: Unique anchor on the page.
        category: The category by which it is filtered.
        old: Records in the edition compared from.
        new: Records in the edition compared to.
        marks: Marks of its kind and class.
        title: Its subject, if its text is not shown.
        heading: Its heading or term with changes marked; empty if that is unchanged.
        words: Its text with changes marked; None if it did not change.
        passages: Examples and notes that changed.
        history: Address of its history, from the site's root.
        reasons: The announcements of it, by bulletin.
    """

    anchor: str
    category: str
    old: tuple[PageLink, ...]
    new: tuple[PageLink, ...]
    marks: tuple[Mark, ...]
    title: str
    heading: Markup
    words: Markup | None
    passages: tuple[ComparedPart, ...]
    history: str
    reasons: Sequence[Sequence[AnnouncementAnswer]]

    @property
    def stayed(self) -> bool:
        """Return whether the change keeps its number."""
        return [side.words for side in self.old] == [side.words for side in self.new]


class ChapterView(Struct, frozen=True):
    """A chapter: its number (empty for the glossary), heading, date of the old edition if gone, changes, categories."""

    number: str
    heading: str
    old: str
    anchor: str
    changes: tuple[View, ...]
    categories: tuple[str, ...]


class Pair(Struct, frozen=True):
    """A comparison.

    Attributes:
        old: The edition compared from.
        new: The edition compared to.
        sentences: The changes in words.
        terms: Renamed terms: old and new words.
        unannounced: Why no announcement is known of any change; None if one is.
        partial: The bulletins of this step of which only a part was found.
        counts: Each category that occurs, with its number of changes.
        chapters: By number, the glossary last.
        same: Number of records that are unchanged under their number.
    """

    old: Edition
    new: Edition
    sentences: tuple[str, ...]
    terms: tuple[tuple[str, str], ...]
    unannounced: UnannouncedAnswer | None
    partial: tuple[Bulletin, ...]
    counts: tuple[tuple[Category, int], ...]
    chapters: tuple[ChapterView, ...]
    same: int

    @property
    def total(self) -> int:
        """Return the number of changes."""
        return sum(number for _, number in self.counts)

    @property
    def at_first(self) -> int:
        """Return the number of changes shown at first."""
        return sum(number for category, number in self.counts if category.shown)


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


def pair_of(store: Store, old: Edition, new: Edition) -> Pair:
    """Compare an edition with the one before it."""
    changes = answer_comparison(History(store), old.id, new.id)
    groups = [change.group for change in changes.changes]
    numbers = count_categories(groups)
    terms = [term for term in store.terms(old.id, new.id) if term.kind == "renamed" and term.new and is_sure(term)]
    return Pair(
        old,
        new,
        in_words(groups),
        _print_terms(store, old.id, new.id, [(term.old, term.new) for term in terms]),
        next(iter(changes.unannounced), None),
        tuple(bulletin for bulletin in bulletins() if bulletin.partial and (old.id, new.id) in bulletin.steps),
        tuple((category, numbers[category.name]) for category in CATEGORIES if numbers[category.name]),
        tuple(_Chapters(store, changes, read=new.work == COMPREHENSIVE_RULES)),
        changes.same,
    )


class _Chapters:
    """The changes by chapter."""

    def __init__(self, store: Store, changes: ComparisonAnswer, *, read: bool) -> None:
        self._found = changes
        self._read = read
        self._anchors: set[str] = set()
        self._titles = {edition: store.headings(edition) for edition in (changes.old, changes.new)}

    def __iter__(self) -> Iterator[ChapterView]:
        listed = sorted(self._found.changes, key=lambda change: order_chapter(change.chapter, self._found.new))
        for chapter, changes in groupby(listed, attrgetter("chapter")):
            views = tuple(map(self._make_view, changes))
            is_glossary = chapter.number == GLOSSARY
            heading = "Glossary" if is_glossary else self._titles[chapter.edition].get(chapter.number, "")
            was = "" if chapter.edition == self._found.new else date_in_words(chapter.edition)
            anchor = f"chapter-{chapter.number}{'-old' if was else ''}"
            kinds = {view.category for view in views}
            present = tuple(category.name for category in CATEGORIES if category.name in kinds)
            yield ChapterView("" if is_glossary else chapter.number, heading, was, anchor, views, present)

    def _make_view(self, change: ComparedChange) -> View:
        category = category_of(change.kind, change.change)
        has_class = change.change in CLASSES and change.change != "unchanged"
        shows_words = (has_class and any(segment.op != "equal" for segment in change.segments)) or not (
            change.old and change.new
        )
        ambiguous = change.kind == "ambiguous" and bool(change.new)
        words = [Segment("equal", "\n".join(record.text for record in change.new))] if ambiguous else change.segments
        key = (change.new or change.old)[0].number
        return View(
            self._make_anchor(change, key),
            category,
            tuple(self._make_side(record, self._found.old) for record in change.old),
            tuple(self._make_side(record, self._found.new) for record in change.new),
            tuple(_list_marks(change)),
            "" if shows_words or ambiguous else self._find_title(change, key),
            _render_heading(change),
            mark_segments(words) if shows_words or ambiguous else None,
            tuple(
                ComparedPart(_format_label(name, passage), mark_segments(passage.segments))
                for name, passages in (("Example", change.examples), ("Note", change.notes))
                for passage in passages
            ),
            id_page(change.lineage) if change.lineage else history_page(key),
            by_bulletin(change.announced),
        )

    def _make_side(self, unit: ComparedRecord, edition: str) -> PageLink:
        place = quote(unit.number if is_term(unit.number) else anchor_of(unit.number), safe=":@")
        return PageLink(format_key(unit.number), f"e/{edition}/#{place}" if self._read else "")

    def _make_anchor(self, change: ComparedChange, key: str) -> str:
        wanted = ("" if change.new else "was-") + anchor_of(key).replace(" ", "_")
        anchor, number = wanted, 2
        while anchor in self._anchors:
            anchor, number = f"{wanted}~{number}", number + 1
        self._anchors.add(anchor)
        return anchor

    def _find_title(self, change: ComparedChange, key: str) -> str:
        """Return the words that identify a rule whose text is not shown: its heading, or its beginning."""
        edition = self._found.new if change.new else self._found.old
        heading = self._titles[edition].get(key)
        if heading or chapter_of_key(key) == GLOSSARY:
            return heading or ""
        return cut_words((change.new or change.old)[0].text, 9)


def _list_marks(change: ComparedChange) -> Iterator[Mark]:
    """Yield the mark of the kind, unless the rule was kept; then of the class, unless the text is unchanged."""
    if change.kind == "renumbered" and chapter_of_key((change.new or change.old)[0].number) == GLOSSARY:
        yield RENAMED
    elif change.kind != "kept":
        yield KINDS[change.kind]
    if change.change not in (None, "unchanged"):
        yield CLASSES[change.change]


def _render_heading(change: ComparedChange) -> Markup:
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
        pair = pair_of(self._store, self._editions[old], self._editions[new])
        address = pair_address(old, new)
        title = f"What {date_in_words(new)} changed since {date_in_words(old)}"
        words = " ".join(pair.sentences)
        frame = Frame(address, title, words, scripts=("compare",), styles=("compare",))
        write_page(
            self._shell,
            self._site_dir,
            frame,
            "compare.html.j2",
            pair=pair,
            previous=self._find_neighbour(number, -1),
            next=self._find_neighbour(number, 1),
        )
        return words

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
    frame = Frame(
        COMPARE_PATH,
        "Compare two editions",
        "What changed between any two editions of the Comprehensive Rules, rule by rule.",
        scripts=("compare",),
        styles=("compare",),
        days=" ".join(editions),
    )
    context.write(frame, "comparisons.html.j2", rows=rows[::-1])


def pairs_of(store: Store) -> tuple[tuple[str, str], ...]:
    """Return each edition that was aligned with the one before it, by work, oldest first."""
    pairs = ((store.previous(edition), edition) for edition in store.edition_ids)
    aligned = [(old, new) for old, new in pairs if old is not None]
    return tuple(sorted(aligned, key=lambda pair: (store.works[pair[1]], pair)))

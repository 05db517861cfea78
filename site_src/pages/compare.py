"""The comparisons of editions: a page for each edition and the one before it, and the page that compares any two."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby, zip_longest
from operator import attrgetter
from typing import Any, NamedTuple
from urllib.parse import quote

from markupsafe import Markup
from msgspec import json
from msgspec.structs import replace

from graph.announcements.file import bulletins
from graph.answers.chapters import order_chapter
from graph.answers.compared_changes import ComparedChange
from graph.answers.comparison import ComparisonAnswer, answer_comparison
from graph.answers.copies import describe_copies
from graph.compare.categories import category_of, count_categories
from graph.compare.renamed import is_sure
from graph.history import History
from graph.terms.printed import printed_form
from rules.change import Segment
from rules.keys import GLOSSARY, is_entry
from rules.records import COMPREHENSIVE_RULES, Edition
from rules.store import Store
from rules.workers import RUN, map_in_pool
from site_src.addresses import anchor_of, free_anchor
from site_src.context import BuildContext
from site_src.markup.changes import CATEGORIES, Category, in_words
from site_src.markup.differences import mark_segments
from site_src.markup.passages import plain_title
from site_src.markup.shell import Frame
from site_src.markup.words import count, cut_words, date_in_words, retyped_in_words

COMPARE_PATH = "compare/"
"""Below it is a page for each edition and the one before it."""
_LARGE = 120_000
"""Characters of changed words from which a comparison has several pages, so that a phone soon shows the first changes.
"""
_FIRST_PART = 100_000
"""Maximum number of these characters on the first of several pages, unless its first chapter alone has more."""
_FURTHER_PART = 120_000
"""The same for each further page. These are longer, since each page repeats the frame, which scripts load in vain."""


def pair_address(old: str, new: str) -> str:
    """Return the address of a comparison: `compare/2009-05-01..2009-07-11/`."""
    return f"{COMPARE_PATH}{old}..{new}/"


def pair_values(store: Store, old: Edition, new: Edition) -> dict[str, Any]:
    """Compare an edition with the one before it; return the values of `compare.html.j2`.

    `same` is the number of records that did not change, `shown_first` that of the changes that the boxes show at first.
    """
    comparison = answer_comparison(History(store), old.id, new.id)
    groups = [change.group for change in comparison.changes]
    numbers = count_categories(groups)
    step = (old.id, new.id)
    copies = ""
    if comparison.copies:
        copies = describe_copies(comparison.copies)
    return {
        "old": old,
        "new": new,
        "sentences": in_words(groups),
        "terms": _list_renamed(store, old.id, new.id),
        "copies": copies,
        "unannounced": next(iter(comparison.unannounced), None),
        "partial": [bulletin for bulletin in bulletins() if bulletin.partial and step in bulletin.steps],
        "counts": _list_counts(numbers),
        "total": numbers.total(),
        "shown_first": _count_shown(numbers),
        "chapters": list(_list_chapters(store, comparison)),
        "same": comparison.summary.same,
        "are_on_pages": new.work == COMPREHENSIVE_RULES,  # the page of an issue of a summary does not have its rules
        "fragment": _make_fragment,
        "mark_segments": mark_segments,
        "issues": restating_issues(store),
    }


def _list_renamed(store: Store, old: str, new: str) -> list[tuple[str, str]]:
    """Return the terms that were surely renamed, each name as its edition prints it."""
    renamed = [term for term in store.terms(old, new) if term.kind == "renamed" and is_sure(term)]
    if not renamed:
        return []
    before = list(_list_texts(store, old))
    after = list(_list_texts(store, new))
    return [(printed_form(term.old, before), printed_form(term.new, after)) for term in renamed if term.new]


def _list_texts(store: Store, edition: str) -> Iterator[str]:
    """Yield all texts of an edition, headings and terms included."""
    for rule in store.rules(edition):
        yield from (rule.heading or "", rule.text, *rule.examples)
    for entry in store.glossary(edition):
        yield from (entry.term, entry.text)


def _list_chapters(store: Store, comparison: ComparisonAnswer) -> Iterator[dict[str, Any]]:
    """Yield the chapters with their changes, by number, the glossary last."""
    titles = {edition: store.headings(edition) for edition in (comparison.old, comparison.new)}
    anchors = set[str]()
    listed = sorted(comparison.changes, key=lambda change: order_chapter(change.chapter, comparison.new))
    for chapter, changes in groupby(listed, attrgetter("chapter")):
        rows = []
        for change in changes:
            # a row has the number of the newer edition, or of the older one if the rule was deleted
            edition = comparison.new if change.new else comparison.old
            rows.append(_describe_change(change, titles[edition], anchors))
        heading = "Glossary"
        if chapter.number != GLOSSARY:
            heading = plain_title(titles[chapter.edition].get(chapter.number))
        anchor = f"chapter-{chapter.number}"
        if chapter.edition != comparison.new:
            anchor += "-old"
        yield {
            "place": chapter,
            "anchor": anchor,
            "heading": heading,
            "classes": _list_classes(rows),
            "rows": rows,
        }


def _list_classes(rows: Sequence[Mapping[str, Any]]) -> str:
    """Return a class for each category of changes in the rows of a chapter, each with a blank after it."""
    categories = {row["category"] for row in rows}
    return "".join(f"h-{category.name} " for category in CATEGORIES if category.name in categories)


def _describe_change(change: ComparedChange, titles: Mapping[str, str], anchors: set[str]) -> dict[str, Any]:
    """Return the row of a change, as `compare.html.j2` reads it.

    Args:
        change: The change.
        titles: The headings of the edition whose number is shown, by number.
        anchors: The anchors of earlier rows; that of this one is added.
    """
    first = (change.new or change.old)[0]
    anchor = anchor_of(first.number).replace(" ", "_")
    if not change.new:
        anchor = f"was-{anchor}"
    title = titles.get(first.number)
    if not title and not is_entry(first.number):
        # a rule without a heading is recognised by its first words
        title = cut_words(first.text, 9)
    return {
        "anchor": free_anchor(anchor, anchors, "~"),
        "change": change,
        "category": category_of(change.kind, change.change),
        "key": first.number,
        "words": _mark_words(change),
        "title": title or "",
    }


def _mark_words(change: ComparedChange) -> Markup | None:
    """Return the text of a rule with changes marked; None if it did not change, and is not shown."""
    if change.kind == "ambiguous" and change.new:
        # it is not known which old record it continues, so no word of it can be marked as changed
        text = "\n".join(record.text for record in change.new)
        return mark_segments([Segment("equal", text)])
    if change.old and change.new and not _has_changed_text(change):
        return None
    return mark_segments(change.segments)


def _has_changed_text(change: ComparedChange) -> bool:
    """Return whether the text differs, and not only the number."""
    if change.change in (None, "unchanged"):
        return False
    return any(segment.op != "equal" for segment in change.segments)


def _make_fragment(key: str) -> str:
    """Return the anchor of a record on the page of its edition, as a part of an address."""
    anchor = key
    if not is_entry(key):
        anchor = anchor_of(key)
    return quote(anchor, safe=":@")


def divide_chapters(chapters: Sequence[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    """Divide the chapters of a comparison into those of its page, and those of further pages, if it is large.

    Args:
        chapters: As `pair_values` returns them.

    Returns:
        The chapters of each page, at least one for each. Without any chapters, there is one page.
    """
    lengths = [_measure_words(chapter) for chapter in chapters]
    if sum(lengths) < _LARGE:
        return [list(chapters)]
    pages: list[list[dict[str, Any]]] = [[]]
    on_page = 0
    most = _FIRST_PART
    for chapter, length in zip(chapters, lengths, strict=True):
        if pages[-1] and on_page + length > most:
            pages.append([])
            on_page = 0
            most = _FURTHER_PART
        pages[-1].append(chapter)
        on_page += length
    return pages


def _measure_words(chapter: Mapping[str, Any]) -> int:
    """Return the characters of the marked words of a chapter's changes."""
    return sum(len(row["words"] or "") for row in chapter["rows"])


def _count_rows(chapters: Iterable[Mapping[str, Any]]) -> Counter[str]:
    """Return the number of changes of each category, by its name."""
    return Counter(row["category"] for chapter in chapters for row in chapter["rows"])


def _count_shown(numbers: Counter[str]) -> int:
    """Return the number of changes that the boxes show at first, of the number of each category."""
    return sum(numbers[category.name] for category in CATEGORIES if category.shown)


def _list_counts(numbers: Counter[str]) -> list[tuple[Category, int]]:
    """Return the categories with changes, each with their number."""
    return [(category, numbers[category.name]) for category in CATEGORIES if numbers[category.name]]


class _Part(NamedTuple):
    """A further page of a large comparison.

    Attributes:
        name: The last part of its address: `2009-05-01..2009-07-11-rest`, or `2009-05-01..2009-07-11-rest-2`.
        title: Its chapters in words: `chapters 601 to 702`.
        chapters: Its chapters.
    """

    name: str
    title: str
    chapters: list[dict[str, Any]]


def _list_parts(step: str, pages: Iterable[list[dict[str, Any]]]) -> list[_Part]:
    """Return the further pages of a comparison.

    Args:
        step: The last part of the comparison's address: `2009-05-01..2009-07-11`.
        pages: The chapters of each further page.
    """
    parts = []
    for number, chapters in enumerate(pages, 1):
        name = f"{step}-rest"
        if number > 1:
            name += f"-{number}"
        parts.append(_Part(name, _name_chapters(chapters), chapters))
    return parts


def _name_chapters(chapters: Iterable[Mapping[str, Any]]) -> str:
    """Return some chapters in words: `chapters 601 to 702`, `chapter 905 and the glossary`."""
    numbers = [chapter["place"].number for chapter in chapters]
    names = []
    rules = [number for number in numbers if number != GLOSSARY]
    if len(rules) == 1:
        names.append(f"chapter {rules[0]}")
    elif rules:
        names.append(f"chapters {rules[0]} to {rules[-1]}")
    if GLOSSARY in numbers:
        names.append("the glossary")
    return " and ".join(names)


def write_pair(context: BuildContext, pairs: Sequence[tuple[str, str]], position: int) -> str:
    """Write the page of the pair of editions at a position among all pairs, and further pages if it is large.

    Returns:
        The changes in words.
    """
    store = context.store
    old, new = pairs[position]
    values = pair_values(store, store.edition(old), store.edition(new))
    previous, following = _find_adjoining(pairs, position)
    words = " ".join(values["sentences"])
    title = f"What {date_in_words(new)} changed since {date_in_words(old)}"
    frame = Frame(pair_address(old, new), title, words, scripts=("compare",), styles=("compare",), has_side_list=False)
    values["chapters"], *further = divide_chapters(values["chapters"])
    later = _list_parts(f"{old}..{new}", further)
    figures = {chapter["anchor"]: _count_rows([chapter]) for part in later for chapter in part.chapters}
    context.write(
        frame,
        "compare.html.j2",
        **values,
        previous=previous,
        next=following,
        later=later,
        figures_of_later=json.encode(figures).decode(),
    )
    values["first"] = f"{old}..{new}"
    for part, following_part in zip_longest(later, later[1:]):
        # at the same depth as the first page, so that links lead to the same place on both
        frame = replace(frame, address=f"{COMPARE_PATH}{part.name}/", title=f"{title}: {part.title}", indexed=False)
        numbers = _count_rows(part.chapters)
        values |= {"chapters": part.chapters, "part": part, "following_part": following_part}
        values |= {"counts": _list_counts(numbers), "total": numbers.total(), "shown_first": _count_shown(numbers)}
        context.write(frame, "compare_rest.html.j2", **values)
    return words


def _find_adjoining(pairs: Sequence[tuple[str, str]], position: int) -> tuple[str, str]:
    """Return the names of the comparisons that end with the older edition, and that begin with the newer one.

    For `2009-05-01..2009-07-11` they are `2008-11-01..2009-05-01` and `2009-07-11..2009-10-01`; empty if there is none.
    """
    old, new = pairs[position]
    previous = following = ""
    if position > 0 and pairs[position - 1][1] == old:
        previous = "..".join(pairs[position - 1])
    if position + 1 < len(pairs) and pairs[position + 1][0] == new:
        following = "..".join(pairs[position + 1])
    return previous, following


def write_comparisons(context: BuildContext) -> None:
    """Write all comparisons; nothing if no editions were aligned.

    Raises:
        WorkerError: A worker process was killed.
    """
    store = context.store
    pairs = pairs_of(store)
    if not pairs:
        return
    editions = count(len(pairs), "edition")
    context.progress(f"comparing {editions} with the one before")
    write = partial(write_pair, context, pairs)
    positions = range(len(pairs))
    with map_in_pool(write, positions, context.jobs, run=RUN) as written:
        summaries = list(written)
    _write_list(context, pairs, summaries)


def _write_list(context: BuildContext, pairs: Sequence[tuple[str, str]], summaries: Sequence[str]) -> None:
    """Write the page that compares any two editions, with a list of the comparisons that have pages.

    Args:
        context: The input of the generator.
        pairs: Each edition after the one before it.
        summaries: The changes of each pair in words, in the same order.
    """
    store = context.store
    rows = []
    for (old, new), summary in zip(pairs, summaries, strict=True):
        if store.work_of[new] == COMPREHENSIVE_RULES:
            rows.append((store.edition(new), pair_address(old, new), summary))
    rows.reverse()
    frame = Frame(
        COMPARE_PATH,
        "Compare two editions",
        "What changed between any two editions of the Comprehensive Rules, rule by rule.",
        scripts=("compare",),
        styles=("compare",),
        days=" ".join(store.edition_ids),
    )
    context.write(
        frame,
        "comparisons.html.j2",
        rows=rows,
        correspondences=[(*pair, pair_address(*pair)) for pair in list_correspondences(store)],
        issues=restating_issues(store),
        retyped_in_words=retyped_in_words,
    )


def pairs_of(store: Store) -> tuple[tuple[str, str], ...]:
    """Return the pairs of adjacent editions of each work: `(("2009-05-01", "2009-07-11"), …)`.

    They are sorted by work, then from the oldest to the newest. Pairs that were not aligned are left out.
    """
    pairs = []
    for edition in store.edition_ids:
        before = store.previous(edition)
        if before is not None:
            pairs.append((before, edition))
    pairs.sort(key=lambda pair: (store.work_of[pair[1]], pair))
    return tuple(pairs)


def list_correspondences(store: Store) -> list[tuple[str, str]]:
    """Return the pairs that the page lists: each issue with the editions that it restates, and with the newest one."""
    newest = store.chained()[-1]
    pairs: list[tuple[str, str]] = []
    for issue in restating_issues(store):
        restated = sorted({found.other_edition for found in store.correspondences(issue)})
        pairs += [(issue, edition) for edition in dict.fromkeys([*restated, newest])]
    return pairs


def restating_issues(store: Store) -> list[str]:
    """Return the issues of rulings summaries that restate some edition, oldest first; each can be compared with all."""
    issues = [edition for edition, work in store.work_of.items() if work != COMPREHENSIVE_RULES]
    return [issue for issue in issues if store.correspondences(issue)]

"""The changes of an edition as Markdown, without a sentence of the rules."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from comprules.templates import render_template
from graph.audit.wording import describe_fault, describe_meant
from graph.compare.comparison import compare
from graph.history import History
from rules.counts import format_count, format_rules_and_headings
from rules.faults import AuditFault
from rules.keys import is_entry, name_of, number_of
from rules.links import Group, Term
from rules.numbers import chapter_of
from rules.store import Store
from site_src.markup.changes import in_words

_MOST = 40
"""Maximum number of faults or problems listed of each kind, to keep the digest readable."""
_GLOSSARY = "Glossary"
_MARKUP = str.maketrans({**{sign: f"\\{sign}" for sign in "\\`*_[]>#|~&"}, "<": "&lt;", "@": "@\u200b"})


class _Step(Struct, frozen=True):
    """The changes of an edition from the one before it.

    Attributes:
        groups: The changed records.
        chapters: Chapter → sort of change, such as `moved` → the changes in Markdown, such as `702.36e → 702.37e`.
        terms: Terms that were renamed, retired or new.
        faults: The publisher's faults in one of the two editions.
    """

    groups: tuple[Group, ...]
    chapters: Mapping[str, Mapping[str, Sequence[str]]]
    terms: Sequence[Term]
    faults: Sequence[AuditFault]


def digest(store: Store, edition: str) -> str:
    """Return the digest of an edition against the one before it, as Markdown.

    Args:
        store: A knowledge base in which the two were aligned.
        edition: Id of the edition.

    Raises:
        LookupError: There is no such edition.
    """
    record = store.edition(edition)
    before = store.previous(edition)
    step = _Step((), {}, (), ())
    if before is not None:
        step = _compare_step(store, before, edition)
    rules, entries, references = store.counts()[edition]
    return render_template(
        "digest.md.j2",
        edition=record,
        name=record.set_name or record.set_code,
        counts=f"{format_rules_and_headings(rules)}, {format_count(entries, 'glossary entry', 'glossary entries')}, "
        f"{format_count(references, 'reference')}; condition: {record.condition}.",
        before=before,
        changed=" ".join(in_words(step.groups)),
        chapters=step.chapters,
        terms=step.terms,
        new_faults=[
            _format_fault(fault) for fault in step.faults if fault.edition == edition and fault.since == edition
        ],
        corrected_faults=[
            _format_fault(fault) for fault in step.faults if fault.edition == before and fault.until == before
        ],
        faults_as_before=sum(fault.edition == edition and fault.since != edition for fault in step.faults),
        problems=_list_problems(store, edition),
        most=_MOST,
        words=_escape_words,
    )


def _compare_step(store: Store, before: str, edition: str) -> _Step:
    comparison = compare(History(store), before, edition)
    groups = tuple(group for group in comparison.groups if not group.is_same)
    faults = [fault for fault in store.faults((before, edition)) if fault.status != "untidy-number"]
    return _Step(groups, _list_chapters(store, edition, before, groups), store.terms(before, edition), faults)


def _list_problems(store: Store, edition: str) -> list[str]:
    """Return the warnings and errors that were reported when the copies of an edition were read."""
    serious = [problem for problem in store.diagnostics(edition) if problem.severity != "info"]
    return [f"{problem.severity} {problem.code}, line {problem.line}" for problem in serious]


def _list_chapters(store: Store, edition: str, before: str, groups: Iterable[Group]) -> dict[str, dict[str, list[str]]]:
    """Return the changes by chapter and sort, as in `_Step.chapters`; the glossary is the last chapter."""
    old_headings = _headings_of(store, before)
    new_headings = _headings_of(store, edition)
    chapters: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for group in groups:
        if group.new:
            headings = new_headings
        else:
            headings = old_headings
        key = (group.new or group.old)[0]
        number = chapter_of(number_of(key))
        chapter = _GLOSSARY
        if not is_entry(key):
            chapter = f"{number} {headings.get(number, '')}".strip()
        for sort, words in _describe_group(group, headings):
            chapters[chapter][sort].append(_escape_words(words))
    return dict(sorted(chapters.items(), key=lambda item: (item[0] == _GLOSSARY, item[0])))


def _headings_of(store: Store, edition: str) -> dict[str, str]:
    """Return the headings of an edition's rules, by number."""
    return {rule.number: rule.heading for rule in store.rules(edition) if rule.heading}


def _describe_group(group: Group, headings: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the sorts of change under which a group is listed, each with the words for it: `"moved", "1.2 → 1.3"`."""
    old = ", ".join(map(name_of, group.old))
    new = ", ".join(map(name_of, group.new))
    named = new or old
    title = headings.get((group.new or group.old)[0])
    if title:
        named = f"{named} {title}"
    if group.kind in ("added", "returned") or not group.old:
        yield "added", named
    elif not group.new:
        yield "deleted", named
    elif group.kind == "ambiguous":
        yield "split or merged", f"{old} → {new} (uncertain)"
    elif group.kind in ("split", "merged"):
        yield "split or merged", f"{old} → {new}"
    else:
        yield from _describe_kept(group, old, new, named)


def _describe_kept(group: Group, old: str, new: str, named: str) -> Iterator[tuple[str, str]]:
    """Yield the sorts of change of a rule that became one rule: it moved, its words changed, or both."""
    if old != new:
        yield "moved", f"{old} → {new}"
    if group.change == "wording":
        yield "reworded", named
    elif group.change not in (None, "unchanged"):
        yield "slight", named


def _format_fault(fault: AuditFault) -> str:
    line = f"{_escape_words(fault.source)}: {_escape_words(describe_fault(fault))}"
    reason = describe_meant(fault)
    if reason:
        line += f"; {_escape_words(reason)}"
    return line


def _escape_words(words: str) -> str:
    """Return words on one line, escaped so that Markdown shows them literally, without mentions and links."""
    return " ".join(words.split()).translate(_MARKUP).replace("://", ":\u200b//")

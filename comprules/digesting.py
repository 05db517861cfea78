"""What an edition changed, in Markdown, without a sentence of the rules."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from comprules.templates import render_template
from graph.audit.wording import describe_fault, describe_meant
from graph.compare.comparison import compare
from graph.history import History
from rules.faults import AuditFault
from rules.links import Group
from rules.numbers import chapter_of, is_term, name_of, number_of
from rules.store import Store
from site_src.markup.changes import in_words

_MOST = 40
"""Maximum number of faults or problems listed of each kind, to keep the digest readable."""
_GLOSSARY = "Glossary"
_MARKUP = str.maketrans({**{sign: f"\\{sign}" for sign in "\\`*_[]>#|~&"}, "<": "&lt;", "@": "@\u200b"})


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
    rules, entries, references = store.counts()[edition]
    groups: tuple[Group, ...] = ()
    faults: list[AuditFault] = []
    if before is not None:
        groups = tuple(group for group in compare(History(store), before, edition).groups if not group.is_same)
        faults = [fault for fault in store.faults((before, edition)) if fault.status != "untidy-number"]
    return render_template(
        "digest.md.j2",
        edition=record,
        name=record.set_name or record.set_code,
        counts=f"{rules:,} rules, {entries:,} glossary entries, {references:,} references; "
        f"condition: {record.condition}.",
        before=before,
        changed=" ".join(in_words(groups)),
        chapters=_list_chapters(store, edition, before, groups) if before else {},
        terms=store.terms(before, edition) if before else (),
        came=[_format_fault(fault) for fault in faults if fault.edition == edition and fault.since == edition],
        went=[_format_fault(fault) for fault in faults if fault.edition == before and fault.until == before],
        stay=sum(fault.edition == edition and fault.since != edition for fault in faults),
        problems=[
            f"{row.severity} {row.code}, line {row.line}"
            for row in store.diagnostics(edition)
            if row.severity != "info"
        ],
        most=_MOST,
        words=_escape_words,
    )


def _list_chapters(store: Store, edition: str, before: str, groups: Iterable[Group]) -> dict[str, dict[str, list[str]]]:
    """Return by chapter what was added, deleted, reworded, and where numbers moved."""
    headings = {at: {rule.number: rule.heading for rule in store.rules(at) if rule.heading} for at in (edition, before)}
    chapters: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for group in groups:
        key = (group.new or group.old)[0]
        where = before
        if group.new:
            where = edition
        number = chapter_of(number_of(key))
        chapter = _GLOSSARY
        if not is_term(key):
            chapter = f"{number} {headings[where].get(number, '')}".strip()
        for sort, words in _describe_group(group, headings[where]):
            chapters[chapter][sort].append(_escape_words(words))
    return dict(sorted(chapters.items(), key=lambda item: (item[0] == _GLOSSARY, item[0])))


def _describe_group(group: Group, headings: Mapping[str, str | None]) -> Iterator[tuple[str, str]]:
    old, new = (", ".join(name_of(key) for key in keys) for keys in (group.old, group.new))
    title = headings.get((group.new or group.old)[0])
    if title:
        named = f"{new or old} {title}"
    else:
        named = new or old
    if group.kind in ("added", "returned") or not group.old:
        yield "added", named
    elif not group.new:
        yield "deleted", named
    elif group.kind in ("split", "merged", "ambiguous"):
        yield "split or merged", f"{old} → {new}" + (" (uncertain)" if group.kind == "ambiguous" else "")
    else:
        if old != new:
            yield "moved", f"{old} → {new}"
        if group.change == "wording":
            yield "reworded", named
        elif group.change not in (None, "unchanged"):
            yield "slight", named


def _format_fault(fault: AuditFault) -> str:
    reason = describe_meant(fault)
    return f"{_escape_words(fault.source)}: {_escape_words(describe_fault(fault))}" + (
        f"; {_escape_words(reason)}" if reason else ""
    )


def _escape_words(words: str) -> str:
    """Return words on one line, escaped so that Markdown shows them literally, without mentions and links."""
    return " ".join(words.split()).translate(_MARKUP).replace("://", ":\u200b//")

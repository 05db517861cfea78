"""`comprules audit` and `digest`: the publisher's faults; what an edition changed, without a sentence of the rules."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import get_args

import click

from comprules.cli.shared import (
    Answer,
    answers_from,
    dim,
    edition_of,
    number_style,
    open_knowledge_base,
    render_template,
    store_option,
)
from comprules.lint.findings import format_count
from comprules.printable import safe_lines
from graph.audit.audit import audit
from graph.audit.times import AuditFault, FaultStatus, by_run, describe_fault, describe_meant, describe_span
from graph.compare.comparison import compare
from graph.history import History
from rules.links import Group
from rules.numbers import chapter_of, is_term, name_of, number_of
from rules.store import Store
from site_src.markup.changes import in_words


@click.command(
    "audit",
    epilog="""\b
Examples:
  comprules audit                            the latest edition
  comprules audit M10 2009-09-04
  comprules audit --all                      every fault once, with the editions that have it
  comprules audit --all --only drifted
  comprules audit --all --json               one record for each fault and edition

Exit status 1: there are faults.

\b
JSON: [{edition, source, field, kind, raw, start, end, targets,
  quoted_title, status, heading, place, lineage, since, until, suggestion,
  evidence, doubted}]
  as for `refs`; heading: of the rule cited; place: where, in words
  since, until: the first and the last edition that have the fault
  doubted: copies that do not have it
  evidence: {by, meant, edition, printed}
""",
)
@click.argument("edition", nargs=-1)
@click.option("--all", "every", is_flag=True, help="All editions.")
@click.option(
    "--only",
    metavar="STATUS",
    multiple=True,
    type=click.Choice(get_args(FaultStatus)),
    help="Only faults of this kind.",
)
@click.option("--untidy", is_flag=True, help="Also numbers of which a full stop or a blank alone is wrong.")
@answers_from(open_knowledge_base)
def audit_command(store: Store, edition: Sequence[str], every: bool, only: Sequence[str], untidy: bool) -> Answer:
    """List the publisher's own faults in an edition.

    References that lead nowhere (missing), to a rule that is called something else (title-mismatch), to one of several
    (ambiguous), to another one since the rule moved away (drifted), or to a wrong one from the beginning (mistaken);
    numbers that are doubled, missing, misplaced or misprinted; contents that disagree with the body. Each is shown with
    the editions that have it and with what was probably meant.
    """
    if every and edition:
        raise click.UsageError("--all and an edition exclude each other")
    named = dict.fromkeys(edition_of(store, name) for name in edition or ("latest",))
    editions = store.edition_ids if every else tuple(named)
    wanted = only or {*get_args(FaultStatus)} - ({"untidy-number"} if not untidy else set())
    faults = [fault for fault in audit(store, editions) if fault.status in wanted]
    return faults, _format_audit(store, editions, faults), 1 if faults else 0


def _format_audit(store: Store, editions: Sequence[str], faults: Sequence[AuditFault]) -> Iterator[str]:
    for run in by_run(faults):
        fault = max(
            run, key=lambda audit_fault: audit_fault.edition
        )  # with the numbers of the newest of these editions
        count = "" if len(editions) == 1 or len(run) == 1 else f", {len(run)} editions"
        yield f"{number_style(fault.source)}  {describe_fault(fault)}  {dim(f'{describe_span(fault)}{count}')}"
        for part in filter(
            None, (describe_meant(fault), f"but not in {', '.join(fault.doubted)}" if fault.doubted else "")
        ):
            yield f"    {part}"
    where = (
        f"edition {editions[0]}" if len(editions) == 1 else f"{len(editions):,} of {len(store.edition_ids):,} editions"
    )
    runs = len(by_run(faults))
    yield f"{where}: {format_count(runs, 'fault') if runs else 'no fault'}" + (
        f", {len(faults):,} counted in every edition" if len(faults) > runs else ""
    )


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
    record, before = store.edition(edition), store.previous(edition)
    rules, entries, references = store.counts()[edition]
    groups: tuple[Group, ...] = ()
    faults: list[AuditFault] = []
    if before is not None:
        groups = tuple(group for group in compare(History(store), before, edition).groups if not group.is_same)
        faults = [fault for fault in audit(store, (before, edition)) if fault.status != "untidy-number"]
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
        where = edition if group.new else before
        number = chapter_of(number_of(key))
        chapter = _GLOSSARY if is_term(key) else f"{number} {headings[where].get(number, '')}".strip()
        for sort, words in _describe_group(group, headings[where]):
            chapters[chapter][sort].append(_escape_words(words))
    return dict(sorted(chapters.items(), key=lambda item: (item[0] == _GLOSSARY, item[0])))


def _describe_group(group: Group, headings: Mapping[str, str | None]) -> Iterator[tuple[str, str]]:
    old, new = (", ".join(name_of(key) for key in keys) for keys in (group.old, group.new))
    title = headings.get((group.new or group.old)[0])
    named = f"{new or old} {title}" if title else new or old
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


@click.command(
    "digest",
    epilog="""\b
Examples:
  comprules digest                 the latest edition
  comprules digest M10 > digest.md
""",
)
@click.argument("edition", default="latest")
@store_option
def digest_command(edition: str, db: Path | None) -> None:
    """Show in Markdown what an edition changed since the one before.

    What was added, deleted, reworded and moved, chapter by chapter; renamed terms; the publisher's faults that came and
    went; what was odd while it was read. Numbers and headings only, so that it may be published.
    """
    with open_knowledge_base(db) as store:
        click.echo(safe_lines(digest(store, edition_of(store, edition))), nl=False)

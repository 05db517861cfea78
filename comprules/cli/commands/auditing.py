"""`comprules audit` and `digest`: the publisher's faults; what an edition changed, without a sentence of the rules."""

from collections.abc import Iterator, Sequence
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
    store_option,
)
from comprules.digesting import digest
from comprules.lint.findings import format_count
from comprules.printable import safe_lines
from graph.audit.audit import audit
from graph.audit.times import AuditFault, FaultStatus, by_run, describe_fault, describe_meant, describe_span
from rules.store import Store


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

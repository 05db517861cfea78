"""Every edition, audited as a file, has the faults that the knowledge base tells of it, each with its place."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest

from comprules.document_audit import FileAudit, audit_files, report_audit
from comprules.rules_document import read_rules_document
from graph.answers.references import all_references
from graph.audit.document import list_spans
from graph.audit.known import compare_with_faults
from graph.ledger.ledger import Ledger
from rules.faults import FaultStatus
from rules.grouping import grouped
from rules.store import Store

pytestmark = pytest.mark.archive

WITHOUT_NUMBER = frozenset({"CR207", "CR211"})
"""A number that is missing is not there to be marked; of contents the title is."""


def test_editions_as_files_have_the_faults_of_the_knowledge_base(
    whole_store: Store, whole_ledger: Ledger, real_archive: Path
) -> None:
    known = grouped((fault.edition, fault) for fault in whole_store.faults(whole_store.edition_ids))
    audited = 0
    for edition in whole_store.editions():
        if edition.id in whole_store.retyped:
            continue
        chosen = next(witness for witness in edition.witnesses if witness.chosen)
        document = read_rules_document([(chosen.file, (real_archive / chosen.file).read_bytes())])
        alone = audit_files(document, whole_ledger, edition=edition.id)
        references = all_references(whole_store, edition.id)
        compared = compare_with_faults(alone.audit, known[edition.id], references, list_spans(document.parsed))
        rows = [(fault.source, fault.raw, fault.status, fault.suggestion) for fault in compared.faults]
        assert sorted(map(str, rows)) == sorted(
            str((fault.source, fault.raw, fault.status, fault.suggestion)) for fault in known[edition.id]
        ), edition.id
        only_history = [fault for fault in known[edition.id] if fault.status in ("drifted", "mistaken")]
        assert len(alone.audit.faults) == len(known[edition.id]) - len(only_history), edition.id
        report = report_audit(document, FileAudit(edition.id, True, compared), set(get_args(FaultStatus)))
        unmarked = [
            finding
            for finding in report.findings
            if finding.code not in WITHOUT_NUMBER and finding.marked != finding.number
        ]
        assert unmarked == [], edition.id
        audited += 1
    assert audited > 120

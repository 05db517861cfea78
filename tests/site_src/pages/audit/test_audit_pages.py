"""Pages of the audit: each fault once on the whole, and in each edition that has it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import get_args

import pytest

from graph.audit import AuditEvidence, AuditFault
from graph.audit.records import FaultStatus
from site_src.pages.audit import write as pages
from tests.site_src.pages.history.moved_rules import A, B, C
from tests.site_src.pages.written import moved_rules_site, read_page, text_at

STANDS = AuditFault(
    C, "702.2a", "text", "rule", "702.9", 0, 5, ("702.9",), None, "missing",
    lineage=f"702.3a@{A}", since=B, until=C, suggestion="702.3", evidence=(AuditEvidence("title", "702.3"),),
    doubted=("copy.txt",),
)  # fmt: skip
STOOD = replace(STANDS, edition=B, since=B, until=B, source="glossary:Old & <New>", raw="See <Hay>", lineage=None)
UNTIDY = replace(STANDS, status="untidy-number", raw="702.1.")


def test_each_fault_is_told_once_with_what_was_meant_and_in_its_editions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    faults = [replace(STANDS, edition=B), STOOD, STANDS, UNTIDY]
    monkeypatch.setattr(pages, "audit", lambda _, editions: (fault for fault in faults if fault.edition in editions))
    with moved_rules_site(tmp_path) as context:
        pages.write_audit(context)
    soup = read_page(context.site_dir, "audit")
    assert text_at(soup, ".lead").startswith("2 faults in 3 editions")
    standing, former = soup.select(".faults")
    words = " ".join(standing.get_text(" ").split())
    assert words == (
        "702.2a leads nowhere 702.9: there is no such rule Probably meant: 702.3 (702.3 alone is called so). "
        "In the editions from 5 May 2005 to today, 2 editions 1 copy of this edition without it: copy.txt"
    )
    assert standing.select("h3 a[href]")[0]["href"] == f"../id/702.3a@{A}/"
    assert [tag.get_text() for tag in former.select("h3")] == ["Glossary, “Old & <New>” leads nowhere"]
    assert "One edition has none." in soup.get_text()
    assert [row.get_text() for row in soup.select("tbody td")] == ["1", "2"]

    edition = read_page(context.site_dir, f"audit/{B}")
    assert text_at(edition, "h1") == "Faults in the edition of 5 May 2005"
    assert len(edition.select(".faults > li")) == 2
    assert edition.select(".lead a")[0]["href"] == f"../../e/{B}/"
    clean = read_page(context.site_dir, f"audit/{A}")
    assert text_at(clean, ".lead").startswith("No fault of the publisher’s own was found.")
    assert not clean.select(".faults")


def test_every_kind_of_fault_has_its_words() -> None:
    assert set(get_args(FaultStatus)) - set(pages.KINDS) == {"untidy-number"}

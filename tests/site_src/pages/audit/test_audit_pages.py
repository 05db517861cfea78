"""Pages of the audit: each fault once on the whole, and in each edition that has it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import get_args

import pytest
from bs4 import BeautifulSoup

from graph.audit import AuditEvidence, AuditFault
from graph.audit.records import FaultStatus
from rules.store import open_store
from site_src.context import BuildContext
from site_src.pages.audit import write as pages
from tests.rules.histories import write_history
from tests.site_src.pages.history.moved_rules import EDITIONS, LINKS, A, B, C
from tests.site_src.pages.terms.test_term_pages import SHELL

STANDS = AuditFault(
    C, "702.2a", "text", "rule", "702.9", 0, 5, ("702.9",), None, "missing",
    lineage=f"702.3a@{A}", since=B, until=C, suggestion="702.3", evidence=(AuditEvidence("title", "702.3"),),
    doubted=("copy.txt",),
)  # fmt: skip
STOOD = replace(STANDS, edition=B, since=B, until=B, source="glossary:Old & <New>", raw="See <Hay>", lineage=None)
UNTIDY = replace(STANDS, status="untidy-number", raw="702.1.")


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    faults = [replace(STANDS, edition=B), STOOD, STANDS, UNTIDY]
    monkeypatch.setattr(pages, "audit", lambda _, editions: (fault for fault in faults if fault.edition in editions))
    with open_store(write_history(tmp_path / "moved_rules.sqlite", EDITIONS, LINKS)) as store:
        pages.write_audit(BuildContext(store, tmp_path / "site", SHELL, {}, lambda _: None))
    return tmp_path / "site"


def page(site: Path, address: str) -> BeautifulSoup:
    return BeautifulSoup((site / address / "index.html").read_text(encoding="utf-8"), "html.parser")


def test_each_fault_is_told_once_with_what_was_meant(site: Path) -> None:
    soup = page(site, "audit")
    assert soup.select_one(".lead").get_text().startswith("2 faults in 3 editions")  # type: ignore[union-attr]
    standing, former = soup.select(".faults")
    words = " ".join(standing.get_text(" ").split())
    assert words == (
        "702.2a leads nowhere 702.9: there is no such rule Probably meant: 702.3 (702.3 alone is called so). "
        "In the editions from 5 May 2005 to today, 2 editions 1 copy of this edition without it: copy.txt"
    )
    assert standing.h3.a["href"] == f"../id/702.3a@{A}/"  # type: ignore[index,union-attr]
    assert former.h3.get_text() == "Glossary, “Old & <New>” leads nowhere"  # type: ignore[union-attr]
    assert "One edition has none." in soup.get_text()
    assert [row.get_text() for row in soup.select("tbody td")] == ["1", "2"]


def test_an_edition_has_its_own(site: Path) -> None:
    soup = page(site, f"audit/{B}")
    assert soup.h1.get_text() == "Faults in the edition of 5 May 2005"  # type: ignore[union-attr]
    assert len(soup.select(".faults > li")) == 2
    assert soup.select_one(".lead a")["href"] == f"../../e/{B}/"  # type: ignore[index]
    clean = page(site, f"audit/{A}")
    assert clean.select_one(".lead").get_text().startswith("No fault of the publisher’s own was found.")  # type: ignore[union-attr]
    assert not clean.select(".faults")


def test_every_kind_of_fault_has_its_words() -> None:
    assert set(get_args(FaultStatus)) - set(pages.KINDS) == {"untidy-number"}

"""Pages written from the rules that move: the audit, bulletins, terms."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest
from msgspec.structs import replace

from graph.announcements import answers, changes, unannounced
from graph.announcements.file import bulletins
from graph.announcements.match import AnnouncementMatch, Fit
from graph.announcements.records import Announcement
from graph.history import History
from rules.faults import AuditEvidence, AuditFault, FaultStatus
from rules.links import Term
from rules.store import Store, open_store
from rules.store.connection import ReadConnection
from site_src.context import BuildContext
from site_src.data.corpus import Corpus
from site_src.markup.shell import Shell
from site_src.pages import audit as audit_pages
from site_src.pages import bulletins as bulletin_pages
from site_src.pages import compare as compare_pages
from site_src.pages.history import write as history_pages
from site_src.pages.history.years import Years
from site_src.pages.terms.facts import Terms
from site_src.pages.terms.pictures import describe_uses, pictures
from site_src.pages.terms.touched import TouchedRecords
from site_src.pages.terms.write import write_terms
from tests.graph.lineages.small import merged, split
from tests.rules.histories import write_history
from tests.site_src.pages.history.moved_rules import A, B, C
from tests.site_src.pages.written import SHELL, moved_rules_site, read_page, text_at

STANDS = AuditFault(
    "702.2a", "text", "702.9", "rule", ("702.9",), None, 0, 5, edition=C, status="missing",
    lineage=f"702.3a@{A}", since=B, until=C, suggestion="702.3", evidence=(AuditEvidence("title", "702.3"),),
    doubted=("copy.txt",),
)  # fmt: skip
STOOD = replace(STANDS, edition=B, since=B, until=B, source="glossary:Old & <New>", raw="See <Hay>", lineage=None)
UNTIDY = replace(STANDS, status="untidy-number", raw="702.1.")


def test_each_fault_is_told_once_with_what_was_meant_and_in_its_editions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    faults = [replace(STANDS, edition=B), STOOD, STANDS, UNTIDY]
    monkeypatch.setattr(Store, "faults", lambda _, editions: (fault for fault in faults if fault.edition in editions))
    with moved_rules_site(tmp_path) as context:
        audit_pages.write_audit(context)
    soup = read_page(context.site_dir, "audit")
    assert text_at(soup, ".lead").startswith("2 faults in 3 editions")
    standing, former = soup.select(".faults")
    words = " ".join(standing.get_text(" ").split())
    assert words == (
        "702.2a leads nowhere 702.9: there is no such rule "
        "Probably meant: 702.3 (702.3 is the only rule with that title). "
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


def test_a_rule_that_was_announced_as_changed_and_has_the_same_words_was_to_change() -> None:
    announced = Announcement("orchard-bulletin", A, B, "702.1", "new", "changed", "", "the shade of trees")
    shown = []
    fits: tuple[Fit, ...] = ("change", "no-change")
    for fit in fits:
        (sentence,) = bulletin_pages._join_equal([AnnouncementMatch(announced, fit, (), "")])
        shown.append((sentence.predicate, sentence.result))
    assert shown == [("changed", ""), ("was to change", "The wording is unchanged.")]


def test_every_kind_of_fault_has_its_words() -> None:
    assert set(get_args(FaultStatus)) - set(audit_pages.KINDS) == {"untidy-number"}


BULLETINS = f"""
[[bulletin]]
id = "orchard-bulletin"
title = "Orchard & Bulletin"
partial = "only <half> was found"
address = "https://example.org/orchard-bulletin"
changes = '''
{A} | {B} | 702 | new | changed | | the <keyword> chapter
{A} | {B} | 999.9 | new | added | | no such rule
{A} | {B} | 999.8 | new | added | | no such rule
{A} | {B} | 999.6 | old | renumbered | 999.7 | swap
{A} | {B} | 999.7 | old | renumbered | 999.6 | swap
{A} | {B} | 702.1 | new | changed | | a <keyword> | | told <otherwise>
1990-01-01 | {A} | 702.2 | new | changed | | an edition that is not there
'''

[[bulletin]]
id = "elsewhere-bulletin"
title = "Elsewhere"
date = "1990-05-01"
address = "https://example.org/elsewhere-bulletin"
changes = "1990-01-01 | 1990-02-01 | 702 | new | changed | | of other editions"
"""


def test_an_announcement_leads_to_its_changes_or_says_why_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The list has the bulletins of the editions at hand."""
    for module in (bulletin_pages, answers, changes, unannounced):
        monkeypatch.setattr(module, "bulletins", lambda: bulletins(BULLETINS))
    # not what was remembered of other bulletins
    monkeypatch.setattr(bulletin_pages, "find_unannounced_steps", unannounced.find_unannounced_steps.__wrapped__)
    for name in ("_by_step", "_all_announcements"):
        monkeypatch.setattr(changes, name, getattr(changes, name).__wrapped__)
    with moved_rules_site(tmp_path) as context:
        bulletin_pages.write_bulletins(context)
    folder = context.site_dir / "bulletins"
    links = [(link["href"], link.get_text()) for link in read_page(folder, "").select("table")[0].select("a")]
    assert links == [("orchard-bulletin/", "Orchard & Bulletin")]
    assert not (folder / "elsewhere-bulletin").exists()
    said = text_at(read_page(folder, ""), ".bulletins li p")
    assert said.startswith("Published on a day that is not known, with at least 7 announcements: only <half> was found")
    assert "found. The edition of" in said, "what the edition changed, in sentences"
    assert read_page(folder, "").select("details table"), "the figures open on demand"
    without = read_page(folder, "").select("#unannounced ~ * tbody tr")
    assert [row.select("a")[0]["href"] for row in without] == [f"../compare/{B}..{C}/"]
    assert "No update bulletin is known" in without[0].get_text()
    page = read_page(folder, "orchard-bulletin")
    assert "only <half> was found" in text_at(page, ".lead")
    told = []
    for heading in page.select("h3"):
        listed = heading.find_next("ul")
        assert listed is not None
        told.append((heading.get_text(), [" ".join(item.get_text().split()) for item in listed.select("li")]))
    assert told == [
        (
            "Changed rules",
            ["702.2 changed: an edition that is not there. One of the two editions is not on this site."],
        ),
        ("New rules", ["999.9 and 999.8 are new: no such rule. The edition has no such number."]),
        ("Changed rules", ["702 changed: the <keyword> chapter.", "702.1 changed: a <keyword>. Told <otherwise>."]),
        ("Renumbered rules", ["999.6 became 999.7 and 999.7 became 999.6: swap. The edition has no such number."]),
    ]
    assert [str(link["href"]).startswith("../../id/702.") for link in page.select(".announcements a")] == [True, True]
    table = page.select("details.numbers-of tbody tr")
    rows = {row.select("th")[0].get_text(): row.select("td")[0] for row in table}
    assert rows["702"].select("a[href^='../../id/702.']")
    assert rows["702.1"].get_text().endswith("(told <otherwise>)")
    assert rows["999.9"].get_text() == "the edition has no such number"
    assert page.select_one(f"h2 a[href='../../compare/{A}..{B}/']")


CRATES = Term(
    "basket", "crate", C, "renamed", 1, 0.9, forms=(("basket", "crate"),), curated=True, note="<b>Bigger</b>."
)
SCYTHE = Term("scythe", None, B, "retired", 1, 0.3, forms=(("scythe", ""),))


@pytest.fixture(scope="module")
def context(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BuildContext]:
    with moved_rules_site(tmp_path_factory.mktemp("terms"), [CRATES, SCYTHE]) as made:
        write_terms(made)
        yield made


def test_all_rules_that_changed_or_went_with_a_term_are_found(context: BuildContext) -> None:
    """Words within each other are no change where they stay."""
    touched = TouchedRecords(History(context.store), Corpus(context.store))
    assert [(found.lineage, found.old, found.new) for found in touched.find(CRATES)] == [
        (f"702.3@{A}", ("702.2",), ("702.2",)),
        (f"702.3a@{A}", ("702.2a",), ("702.2a",)),
    ]
    (dropped,) = touched.find(SCYTHE)
    assert (dropped.lineage, dropped.old, dropped.new) == (f"702.4@{A}", ("702.4",), ())
    for old, new in (("ladder leans", "ladder"), ("ladder", "ladder leans")):
        assert touched.find(replace(CRATES, old=old, new=new, forms=((old, new),))) == []


def test_parts_of_a_split_rule_and_merged_rules_change_with_a_term(tmp_path: Path) -> None:
    before = {
        "7": "Orchard|",
        "702.1": "A basket hangs from the tree. A basket stands on the ground. Nobody mows alone.",
        "702.2": "Crates are old.",
        "702.3": "A basket is emptied in the evening.",
    }
    after = {
        "7": "Orchard|",
        "702.1": "A crate hangs from the tree.",
        "702.1a": "A crate stands on the ground.",
        "702.1b": "Nobody mows alone.",
        "702.2": "Crates are old. A crate is emptied in the evening.",
    }
    links = {C: [*split("702.1", "702.1", "702.1a", "702.1b"), *merged("702.2", "702.2", "702.3")]}
    path = write_history(tmp_path / "split.sqlite", {A: before, C: after}, links, terms=[])
    with open_store(path) as store:
        touched = TouchedRecords(History(store), Corpus(store))
        renamed = replace(CRATES, old="basket", new="crate", forms=(("basket", "crate"),), evidence=())
        assert [(found.old, found.new) for found in touched.find(renamed)] == [
            (("702.1",), ("702.1",)),
            (("702.1",), ("702.1a",)),
            (("702.2",), ("702.2",)),
        ]
        retired = replace(renamed, new=None, kind="retired", forms=())
        assert [found.new for found in touched.find(retired)] == [("702.1",), ("702.2",), ()]


def test_the_page_of_an_old_name_leads_to_the_new_one_and_to_the_rules(context: BuildContext) -> None:
    soup = read_page(context.site_dir, "terms/basket")
    assert text_at(soup, "h1") == "“basket”"
    assert text_at(soup, ".lead").startswith("Replaced by “ crate ” in 2011.")
    assert soup.select(".lead a")[0]["href"] == "../../terms/crate/"
    links = soup.select(".touched a")
    assert [link["href"] for link in links] == [f"../../id/702.3@{A}/", f"../../id/702.3a@{A}/"]
    assert [link.get_text().split() for link in links] == [["702.2", "Crate"], ["702.2a", "Crate"]]
    assert "confirmed by reading" in text_at(soup, ".renaming .when")
    assert soup.b is None, "a note is text"
    assert "<b>Bigger</b>." in soup.get_text()
    caption = "Uses per edition, also where the glossary calls a name obsolete."
    assert text_at(soup, ".uses-figure figcaption") == caption, "what the picture counts"
    confirmed, unread = read_page(context.site_dir, "terms").select(".terms-of")
    assert confirmed.select("li")[0].get_text().split()[:3] == ["basket", "→", "crate"]
    assert "Scythe" in unread.get_text()
    assert unread.find_all_previous("h2")[0].get_text() == "Found by the program"


def test_the_sentence_counts_the_old_words_that_the_picture_counts(context: BuildContext) -> None:
    """A further form of a term can be another name, which has a page and a picture of its own."""
    term = replace(CRATES, forms=(*CRATES.forms, ("apples", "crate")))
    sentence = Terms(context, Corpus(context.store)).describe(term, "terms/basket/").striptags()
    assert sentence == "Replaced by “crate” in 2011."


def test_the_counts_are_those_of_the_editions(context: BuildContext) -> None:
    uses = Terms(context, Corpus(context.store)).uses("crate")
    # "basket" and "baskets" are counted apart: only forms that were seen belong to a name
    assert uses == {"basket": (2, 2, 0), "crate": (0, 0, 2)}
    soup = read_page(context.site_dir, "terms/crate")
    rows = [[cell.get_text() for cell in row.select("th, td")] for row in soup.select("figure tbody tr")]
    assert rows == [[f"{A} to {B}", "2", "0"], [f"since {C}", "0", "2"]]
    assert [tag["aria-label"] for tag in soup.select("svg.uses")] == [
        "basket: from 2001 to 2011, in at most 2 places",
        "crate: from 2011 to today, in at most 2 places",
    ]


def test_a_picture_steps_with_the_editions() -> None:
    editions = ("2001-01-01", "2002-01-01", "2003-01-01", "2004-01-01")
    picture = pictures({"hay": (0, 2, 4, 0)}, editions)["hay"]
    second, third, fourth = (Years(editions).at(edition) for edition in editions[1:])
    assert f'd="M{second} 20V10H{third}V0H{fourth}V20Z"' in picture
    assert pictures({"hay": (0, 0, 0, 0)}, editions) == {}
    assert describe_uses("hay", (0, 0, 0, 0), editions) == "hay: in no edition"


def test_without_terms_there_are_no_pages(tmp_path: Path) -> None:
    with moved_rules_site(tmp_path, []) as context:
        write_terms(context)
    assert not context.site_dir.exists()


def test_no_worker_uses_the_connection_that_its_parent_opened(
    sample_store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parent, inherited, open_connection = os.getpid(), sample_store._connection._connection, ReadConnection._open

    def open_here(connection: ReadConnection) -> sqlite3.Connection:
        opened = open_connection(connection)
        assert os.getpid() == parent or opened is not inherited, "SQLite connections must not be used after a fork"
        return opened

    monkeypatch.setattr(ReadConnection, "_open", open_here)
    monkeypatch.setattr(compare_pages, "RUN", 1)
    files = dict.fromkeys(["ages", "compare", "history", "numbers", "strip"], "of-a-page")
    assets = SHELL.extra["assets"] | {"pages": files, "styles": files}
    context = BuildContext(sample_store, tmp_path, Shell({**SHELL.extra, "assets": assets}), {}, str)
    monkeypatch.setattr(BuildContext, "jobs", 2)
    compare_pages.write_comparisons(context)
    history_pages.write_history(context)
    assert len([*tmp_path.glob("compare/*/index.html")]) > 2
    assert len([*tmp_path.glob("history/*/index.html")]) > 40

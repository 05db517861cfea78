"""A rulings summary in our own words, the customs of a meadow: as records beside the tiny edition, and as a text."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from rules.links import Correspondence
from rules.numbers import RuleKind
from rules.provenance import tags_in
from rules.records import RULINGS_SUMMARY, Edition, Matter, Reading, Rule, Variant, Witness
from rules.store.tables import CORRESPONDENCES, FRAGMENT_VARIANTS, FRAGMENTS
from rules.store.write import StoreWriter
from tests.site_src.tiny import HOSTILE, TINY_REFERENCES, make_edition, make_resolution, tiny_reading

ISSUE = "1999-04-21"
OLD_ISSUE = "1998-02-01"


def custom(
    number: str, text: str = "", heading: str | None = None, notes: tuple[str, ...] = (), edition: str = ISSUE
) -> Rule:
    kinds: dict[bool, RuleKind] = {True: "ruling", False: "rule"}
    kind: RuleKind = ("section", "chapter")[number.count(".")] if heading else kinds[".Ruling." in number]
    parent = number.partition(".Ruling")[0] if ".Ruling." in number else number.rpartition(".")[0] or None
    return Rule(edition, number, kind, heading, text, (), notes, tags_in([text, *notes]), parent)


CUSTOMS = (
    custom("B", heading="Barns & <Byres>"),
    custom("B.1", heading="Doors:"),
    custom(
        "B.1.1", "A door is written as <-width->. [bethmo 02/03/96] It opens (see Rule B.2.1). [Old Almanac, Page 12]"
    ),
    custom("B.1.2", "No door is a wall. [Bethmo 03/04/97]\nNo wall is a door. [Aahz 05/06/96] [Aahz 05/06/96]"),
    custom("B.1.3", "Nobody knows who said this. See rule 702.40a."),
    custom("B.1.Ruling.1", "A gate is a door. [Fence Magazine #12, Page 59-60]", notes=("Unless shut. [Jan 1997]",)),
    custom("B.2", heading="Lofts"),
    custom("B.2.1", f"{HOSTILE[1]} [CompRules 1999/04/23]"),
    custom("S", heading="Sheep"),
    custom("S.1", "Lambs are sheep. [Sam Hill 1994]", heading="Lambs"),
    custom("S.1.1", "A lamb is counted where it is found. [Fence Magazine #9]"),
)
"""Tags of several sources, twice in a paragraph, in a note, with a page, a month or a year alone, and none."""

OLD_CUSTOMS = (
    custom("B", heading="Barns", edition=OLD_ISSUE),
    custom("B.1", heading="Old doors", edition=OLD_ISSUE),
    custom("B.1.1", "An old door. [bethmo 02/03/95]", edition=OLD_ISSUE),
    custom("W", heading="Wells", edition=OLD_ISSUE),
    custom("W.1", heading="Buckets", edition=OLD_ISSUE),
    custom("W.1.1", "A bucket is a small well. [bethmo 04/05/95]", edition=OLD_ISSUE),
)
"""An older issue: one chapter that the newer has too, and one that it has not."""

REFERENCES = (
    make_resolution("B.1.1", CUSTOMS[2].text, "B.2.1", ("B.2.1",)),
    make_resolution("B.1.3", CUSTOMS[4].text, "702.40a", ("702.40a",), "missing"),
)
RESTATED = (
    Correspondence(ISSUE, "B.1.2", "2026-04-17", "702.40a", "words", 0.55),
    Correspondence(ISSUE, "B.1.Ruling.1", "1999-04-23", "402.10", "words", 0.6),
    Correspondence(ISSUE, "B.2", "1999-04-23", "402.9", "heading", 1.0),
)
FRAGMENT = Witness("fragments/page.html", "meadow.example", "a" * 64, 900, "utf-8", "fragment", None, 2, 0)
FRAGMENT_VARIANT = Variant("702.41a", FRAGMENT.file, "damage", "Costs less.", "Co sts less.")


def issue(identifier: str) -> Edition:
    return make_edition(identifier, work=RULINGS_SUMMARY, sets=(), dialect="rulings-summary")


def write_issues(path: Path, *, old_issue: bool = False) -> Path:
    """Writes a knowledge base of the tiny edition, an empty one of 1999, and one or two issues of the summary."""
    matter = (Matter("contents", "B - Barns"), Matter("credits", f"Gathered by hand.\n{HOSTILE[3]}"))
    empty = make_edition("1999-04-23", sets=())
    with StoreWriter(path) as writer:
        if old_issue:
            writer.add(Reading(issue(OLD_ISSUE), OLD_CUSTOMS, (), (), (), (), fingerprint="test"))
        writer.add(Reading(issue(ISSUE), CUSTOMS, (), matter, (), (), REFERENCES, fingerprint="test"))
        writer.add(Reading(empty, (), (), (), (), (), fingerprint="test"))
        writer.add(replace(tiny_reading(), references=TINY_REFERENCES, fingerprint="test"))
        writer.settle()
        writer.add_records(CORRESPONDENCES, RESTATED)
        writer.add_records(FRAGMENTS, [FRAGMENT], "2026-04-17")
        writer.add_records(FRAGMENT_VARIANTS, [FRAGMENT_VARIANT], "2026-04-17")
        writer.finish({"sample": "no"})
    return path


def as_document() -> str:
    """The customs as the compiler would have typed them."""
    lines = ["These customs of the meadow were gathered by hand."]
    for rule in CUSTOMS:
        lines.append(f"{rule.number} - {rule.heading or rule.text}".replace("\n", " "))
        lines += [rule.text] if rule.heading and rule.text else []
        lines += [f"Note - {note}" for note in rule.notes]
    return "\n".join([*lines, "Acknowledgements and Disclaimers", "Thanks to the sheep.", ""])

"""A knowledge base of a few editions of a made-up game, and documents that say nothing of themselves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from rules.records import COMPREHENSIVE_RULES, ParsedDocument
from rules.store.rows import rows_of
from rules.store.write import StoreWriter
from tests.rules.histories import Texts, reading_of

BOARD: dict[str, str] = {
    "100": "The Board|",
    "100.1": "The board is a disc of oak with nine rings, and every ring has twelve notches.",
    "100.2": "A stone rests in a notch. A notch can't hold two stones, whoever owns them.",
    "100.2a": "A stone between two rings is lifted off the board at the end of the round. EX Anna's stone lies loose.",
    "100.3": "Turning a ring takes one token; turning it back takes two tokens.",
    "100.4": "The heron moves along the outermost ring only, against the sun.",
    "101": "The Round|",
    "101.1": "A round begins when both players have drawn, and ends when neither of them will turn a ring.",
    "101.2": "Whoever has the lantern turns first; the other one answers or passes the lantern on.",
    "glossary:Heron": "The piece that no player owns.",
    "glossary:Lantern": "What tells whose turn it is. See rule 101.2.",
}


def with_changes(texts: Texts, changes: Mapping[str, str | None]) -> dict[str, str]:
    """Texts with some replaced, added at the end, or (None) left out."""
    changed_texts = {**texts, **{key: text for key, text in changes.items() if text is not None}}
    return {key: text for key, text in changed_texts.items() if changes.get(key, "") is not None}


def document(texts: Texts, work: str = COMPREHENSIVE_RULES, edition: str | None = None) -> ParsedDocument:
    """A document as a dialect gives it."""
    reading = reading_of("", work, texts)
    return ParsedDocument(
        name="page",
        work=work,
        dialect="official",
        encoding="utf-8",
        edition=edition,
        condition="good",
        rules=reading.rules,
        glossary=reading.glossary,
        matter=(),
        dropped=(),
        diagnostics=(),
    )


def write(path: Path, editions: Mapping[str, Texts], works: Mapping[str, str] | None = None) -> Path:
    """A knowledge base of these editions, not aligned."""
    with StoreWriter(path) as writer:
        for edition, texts in editions.items():
            reading = reading_of(edition, (works or {}).get(edition, COMPREHENSIVE_RULES), texts)
            writer.add(rows_of(reading, (), f"print of {edition}"))
        writer.finish({"sample": "no"})
    return path


def part(texts: Texts, keys: Sequence[str]) -> dict[str, str]:
    """Some of the texts."""
    return {key: texts[key] for key in keys}

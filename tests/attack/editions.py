"""Archives of made-up editions, written as the publisher writes its text files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path

from tests.scraper import archives

OLD, NEW = "2021-04-22", "2026-04-17"
FILLER = [
    f"The {word} lies in the river, and a player may take it." for word in ("stone", "lamp", "boat", "rope", "bell")
]


def edition_text(day: str, chapters: Mapping[str, Sequence[str]], glossary: Mapping[str, str] | None = None) -> str:
    """Return an edition of one section with chapters from 100 on.

    Args:
        day: Its date.
        chapters: Heading → rules; each is numbered, unless it begins with a newline and brings what it needs itself.
        glossary: Term → text.
    """
    parsed = date.fromisoformat(day)
    headings = [f"{100 + at}. {heading}" for at, heading in enumerate(chapters)]
    lines = [
        "Magic: The Gathering Comprehensive Rules",
        f"These rules are effective as of {parsed:%B} {parsed.day}, {parsed.year}.",
        "Introduction",
        "A made-up edition.",
        "Contents",
        "1. Game Concepts",
        *headings,
        "Glossary",
        "Credits",
        "1. Game Concepts",
    ]
    for heading, rules in zip(headings, chapters.values(), strict=True):
        lines.append(heading)
        number = heading[:3]
        for at, rule in enumerate(rules, 1):
            lines.append(rule[1:] if rule.startswith("\n") else f"{number}.{at}. {rule}")
    lines.append("Glossary")
    lines += [f"{term}\n{text}" for term, text in (glossary or {"Stone": "See rule 100."}).items()]
    lines += ["Credits", "Nobody."]
    return "\n\n".join(lines) + "\n"


def write_archive(folder: Path, editions: Mapping[str, str | bytes]) -> Path:
    """Write an archive with one copy of each edition; return its folder."""
    texts = {day: text if isinstance(text, bytes) else text.encode() for day, text in editions.items()}
    return archives.write_archive(folder, {day: {"copy.txt": text} for day, text in texts.items()})

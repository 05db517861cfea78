"""Writing files into folders that need not exist."""

from pathlib import Path

import msgspec


def write_text(target: Path, text: str) -> None:
    """Write a text in UTF-8, and the folders above it."""
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text, encoding="utf-8")


def write_json(target: Path, document: object) -> None:
    """Write a document as compact JSON in UTF-8, and the folders above it."""
    write_text(target, msgspec.json.encode(document).decode() + "\n")

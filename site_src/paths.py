"""Folders of the project's own files, and writing files into new folders."""

from pathlib import Path

import msgspec

SOURCE = Path(__file__).resolve().parent
"""The package `site_src`."""

ROOT = SOURCE.parent
"""The checkout of the project."""

ASSETS = SOURCE / "assets"
TEMPLATES = SOURCE / "templates"
THEME = SOURCE / "theme"

PROJECT_SETTINGS = ROOT / "mkdocs.yml"
"""Settings of mkdocs for the documentation alone, and its contents."""
SITE_SETTINGS = SOURCE / "mkdocs.yml"
"""Settings of the site, which are merged into those of the project."""


def write_text(target: Path, text: str) -> None:
    """Write a text in UTF-8, and the folders above it."""
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text, encoding="utf-8")


def write_json(target: Path, document: object) -> None:
    """Write a document as compact JSON in UTF-8, and the folders above it."""
    write_text(target, msgspec.json.encode(document).decode() + "\n")

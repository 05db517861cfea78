"""Folders of the project's own files."""

from __future__ import annotations

from pathlib import Path

SOURCE = Path(__file__).resolve().parent
"""The package `site_src`."""

ROOT = SOURCE.parent
"""The checkout of the project."""

ASSETS = SOURCE / "assets"
TEMPLATES = SOURCE / "templates"
THEME = SOURCE / "theme"

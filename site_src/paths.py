"""The folders of the project's own files."""

from pathlib import Path

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

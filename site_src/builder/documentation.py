"""The project's documentation as pages of the site: the Markdown files of `docs`, and two from outside that folder.

mkdocs identifies a file by its path in the project, so that links between files work on GitHub and on the site.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

from msgspec import Struct

from site_src.errors import PagesError
from site_src.markup.shell import DOCUMENTATION_SHELF

FOLDER = "docs"

GROUPS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("Start", ("README", "tutorial")),
    (
        "How to",
        ("following", "checking", "upgrading", "integrations", "archive", "publishing"),
    ),
    ("Reference", ("commands", "library", "knowledge-base", "data", "survey", "api", "ledger")),
    (
        "How it works",
        (
            "architecture",
            "alignment",
            "references",
            "citations",
            "terms",
            "announcements",
            "audit",
            "rulings-summary",
            "site",
        ),
    ),
    ("The project", ("../CONTRIBUTING", "../CHANGELOG", "dependencies")),
)
"""Heading and pages of each part of the contents, in order; page names are relative to `docs`."""


class Document(Struct, frozen=True, dict=True):
    """A file of the documentation.

    Attributes:
        source: Its path in the project: `docs/tutorial.md`.
        path: Its path on this machine.
    """

    source: str
    path: Path

    @property
    def address(self) -> str:
        """Return the address of the document's page from the site's root: `docs/tutorial/`."""
        name = Path(self.source).stem.lower()
        return DOCUMENTATION_SHELF if name == "readme" else f"{DOCUMENTATION_SHELF}{name}/"

    @cached_property
    def title(self) -> str:
        """Return the document's first heading."""
        with self.path.open(encoding="utf-8") as file:
            first = file.readline()
        if not first.startswith("# "):
            raise PagesError(f"{self.path} does not begin with a heading (`# …`)")
        return first.removeprefix("# ").strip()


class Documentation(Struct, frozen=True):
    """All files of the documentation, in the order of its contents."""

    groups: tuple[tuple[str, tuple[Document, ...]], ...]
    pictures: tuple[Path, ...]

    def __iter__(self) -> Iterator[Document]:
        return (document for _, documents in self.groups for document in documents)

    def at(self, source: str) -> Document | None:
        """Return the document with a path in the project; None if there is none."""
        return next((document for document in self if document.source == source), None)

    def contents(self) -> list[dict[str, Any]]:
        """Return the contents for the drawer and the sidebar, in the format of an edition's contents."""
        return [
            {
                "number": "",
                "heading": heading,
                "expanded": True,
                "chapters": [
                    {"number": "", "heading": document.title, "address": document.address} for document in documents
                ],
            }
            for heading, documents in self.groups
        ]

    def group_of(self, document: Document) -> str:
        """Return the heading of the part of the contents to which a document belongs."""
        return next(heading for heading, documents in self.groups if document in documents)

    def find_in_neighbour(self, document: Document) -> tuple[tuple[str, str] | None, tuple[str, str] | None]:
        """Return address and title of the pages before and after a document; None if there is none."""
        every = [None, *self, None]
        at = every.index(document)
        before, after = every[at - 1], every[at + 1]
        return before and (before.address, before.title), after and (after.address, after.title)


def read_documentation(root: Path) -> Documentation:
    """Find the files of the documentation in a checkout of the project.

    Raises:
        PagesError: A file is missing, or a file of the folder is in no part of the contents.
    """
    folder = root / FOLDER
    groups = tuple((heading, tuple(_find_document(root, name) for name in names)) for heading, names in GROUPS)
    known = {document.path for _, documents in groups for document in documents}
    if left := sorted(path.name for path in folder.glob("*.md") if path not in known):
        raise PagesError(f"site_src/builder/documentation.py has no place for {', '.join(left)} of {folder}")
    return Documentation(groups, tuple(sorted((folder / "images").glob("*.svg"))))


def _find_document(root: Path, name: str) -> Document:
    parts = f"{FOLDER}/{name}.md".replace(f"{FOLDER}/../", "")
    path = root / parts
    if not path.is_file():
        raise PagesError(f"{path} is missing: the site is built from a checkout of the project, with `make site`")
    return Document(parts, path)

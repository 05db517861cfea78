"""The project's documentation as pages of the site: the Markdown files of `docs`, and two from outside that folder.

Links between files work on GitHub; in the pages they are those of a single folder.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from msgspec import Struct

from site_src.errors import PagesError
from site_src.layout import RULES_PATH
from site_src.markup.shell import DOCUMENTATION_PATH, Frame, front_matter
from site_src.paths import ROOT, SOURCE

FOLDER = "docs"

GROUPS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("Start", ("README", "tutorial")),
    (
        "How to",
        ("following", "checking", "upgrading", "integrations", "archive", "publishing"),
    ),
    ("Reference", ("commands", "library", "knowledge-base", "data", "survey", "api", "scale", "ledger")),
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
        path: Its path on this machine.
    """

    path: Path

    @property
    def name(self) -> str:
        """Return the name of the file for mkdocs, in the folder of the documentation: `tutorial.md`."""
        return _rename(self.path.name)

    @property
    def address(self) -> str:
        """Return the address of the document's page from the site's root: `docs/tutorial/`."""
        name = self.name.removesuffix(".md")
        return DOCUMENTATION_PATH if name == "index" else f"{DOCUMENTATION_PATH}{name}/"

    @cached_property
    def title(self) -> str:
        """Return the document's first heading."""
        with self.path.open(encoding="utf-8") as file:
            first = file.readline()
        if not first.startswith("# "):
            raise PagesError(f"{self.path} does not begin with a heading (`# …`)")
        return first.removeprefix("# ").strip()


Documentation = Mapping[str, tuple[Document, ...]]
"""All files of the documentation by the parts of its contents, in their order."""


def list_contents(documentation: Documentation) -> list[dict[str, Any]]:
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
        for heading, documents in documentation.items()
    ]


def write_documentation(documentation: Documentation, folder: Path, fill_in: Callable[[str], str]) -> None:
    """Write the pages for mkdocs into a folder; `fill_in` puts what is made from the code into their texts."""
    folder.mkdir()
    pages = [(heading, document) for heading, documents in documentation.items() for document in documents]
    links = [(document.address, document.title) for _, document in pages]
    for (heading, document), before, after in zip(pages, [None, *links], [*links[1:], None], strict=False):
        frame = Frame(
            document.address,
            document.title,
            f"{document.title}: documentation of comprules",
            base_path=DOCUMENTATION_PATH,
            section=heading,
            previous=before,
            next=after,
            prose=True,
        )
        text = _complete(fill_in(document.path.read_text(encoding="utf-8")))
        (folder / document.name).write_text(front_matter(frame.meta()) + text, encoding="utf-8")


def write_about(folder: Path, is_sample: bool) -> None:
    """Write the page about the site, which is not of the documentation; only a sample's tells what a sample is."""
    page = Document(SOURCE / "docs" / "about.md")
    frame = Frame("about/", page.title, base_path=RULES_PATH, prose=True)
    text = page.path.read_text(encoding="utf-8")
    if not is_sample:
        text = _OF_SAMPLE.sub("", text)
    (folder / page.path.name).write_text(front_matter(frame.meta()) + text, encoding="utf-8")


def _complete(text: str) -> str:
    """Return a text of the documentation with links within one folder, and drawings in the page.

    A drawing that is part of the page has the site's colours.
    """
    text = _LINK.sub(lambda link: f"]({_rename(link[1])}", text)
    folder = ROOT / FOLDER / "images"
    return _DRAWING.sub(lambda name: f"<div>{(folder / name[1]).read_text(encoding='utf-8').strip()}</div>", text)


def _rename(name: str) -> str:
    return "index.md" if name == "README.md" else name.lower()


_OF_SAMPLE = re.compile(r"^## The sample\n.*?(?=^## )", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\]\((?:\.\./|docs/)?([\w-]+\.md\b)")
_DRAWING = re.compile(r"^!\[[^\]]*\]\(images/([\w-]+\.svg)\)$", re.MULTILINE)


def read_documentation() -> Documentation:
    """Find the files of the documentation in this checkout of the project.

    Raises:
        PagesError: A file is missing, or a file of the folder is in no part of the contents.
    """
    folder = ROOT / FOLDER
    documentation = {heading: tuple(map(_find_document, names)) for heading, names in GROUPS}
    known = {document.path for documents in documentation.values() for document in documents}
    if left := sorted(path.name for path in folder.glob("*.md") if path not in known):
        raise PagesError(f"site_src/builder/documentation.py has no place for {', '.join(left)} of {folder}")
    return documentation


def _find_document(name: str) -> Document:
    path = ROOT / f"{FOLDER}/{name}.md".replace(f"{FOLDER}/../", "")
    if not path.is_file():
        raise PagesError(f"{path} is missing: the site is built from a checkout of the project, with `make site`")
    return Document(path)

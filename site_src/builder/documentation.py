"""The project's documentation as pages of the site: the Markdown files of `docs`, and two from outside that folder.

In the files, links are relative to the file, so that they work on GitHub; all pages are in one folder.
"""

import re
from collections.abc import Callable, Mapping
from html import escape
from itertools import chain
from pathlib import Path
from typing import Any

from site_src.errors import SiteError
from site_src.layout import with_neighbours
from site_src.markup.options import join_options
from site_src.markup.shell import Frame, front_matter
from site_src.page_kinds import DOCUMENTATION_PATH
from site_src.paths import PROJECT_SETTINGS, ROOT, SOURCE
from site_src.writing import write_text

FOLDER = "docs"

Documentation = Mapping[str, tuple[Path, ...]]
"""The parts of the documentation by their headings: the files of each, in order."""

_ABOUT = "Who made this site of the rules of Magic: The Gathering, from which sources, and what it stores about you."
_SAMPLE_SECTION = re.compile(r"^## The sample\n.*?(?=^## )", re.MULTILINE | re.DOTALL)
_PAGES_WITH_OPTIONS = ("docs/**/index.html", "about/index.html", "api/index.html")
"""The pages whose running text names commands."""
_LINK = re.compile(r"\]\((?:\.\./|docs/)?([\w-]+\.md\b)")
"""The target of a link to another file: `](docs/tutorial.md`, `](../CONTRIBUTING.md`."""
_DRAWING = re.compile(r"^!\[([^\]]*)\]\(images/([\w-]+\.svg)\)$", re.MULTILINE)


def address_of(path: Path) -> str:
    """Return the address of a file's page from the site's root: `docs/tutorial/`."""
    name = _rename(path.name).removesuffix(".md")
    if name == "index":
        return DOCUMENTATION_PATH
    return f"{DOCUMENTATION_PATH}{name}/"


def title_of(path: Path) -> str:
    """Return the heading on the first line of a file.

    Raises:
        SiteError: The first line is no heading.
    """
    first = path.read_text(encoding="utf-8").partition("\n")[0]
    if not first.startswith("# "):
        raise SiteError(f"{path} does not begin with a heading (`# …`)")
    return first.removeprefix("# ").strip()


def list_contents(documentation: Documentation) -> list[dict[str, Any]]:
    """Return the contents for the drawer and the sidebar, in the format of an edition's contents."""
    sections = []
    for heading, paths in documentation.items():
        chapters = [{"number": "", "heading": title_of(path), "address": address_of(path)} for path in paths]
        sections.append({"number": "", "heading": heading, "expanded": True, "chapters": chapters})
    return sections


def write_documentation(documentation: Documentation, folder: Path, fill_in: Callable[[str], str]) -> None:
    """Write the pages for mkdocs into a folder; `fill_in` puts the parts that are made from the code into a text."""
    headings = {path: heading for heading, paths in documentation.items() for path in paths}
    links = {path: (address_of(path), title_of(path)) for path in headings}
    for before, path, after in with_neighbours(list(headings)):
        address, title = links[path]
        frame = Frame(
            address,
            title,
            f"{title}: documentation of comprules",
            base_path=DOCUMENTATION_PATH,
            section=headings[path],
            previous=links[before] if before else None,
            next=links[after] if after else None,
            prose=True,
        )
        text = _complete(fill_in(path.read_text(encoding="utf-8")))
        write_text(folder / _rename(path.name), front_matter(frame.meta()) + text)


def write_about(folder: Path, is_sample: bool) -> None:
    """Write the page about the site, which is not part of the documentation; only a sample's explains the sample."""
    path = SOURCE / "docs" / "about.md"
    frame = Frame("about/", title_of(path), _ABOUT, prose=True)
    text = path.read_text(encoding="utf-8")
    if not is_sample:
        text = _SAMPLE_SECTION.sub("", text)
    write_text(folder / path.name, front_matter(frame.meta()) + text)


def _complete(text: str) -> str:
    """Return a text of the documentation with links within one folder, and drawings in the page.

    A drawing that is part of the page has the site's colours, and can be scrolled where the page is narrower.
    """
    text = _LINK.sub(lambda link: f"]({_rename(link[1])}", text)
    return _DRAWING.sub(_embed_drawing, text)


def _embed_drawing(image: re.Match[str]) -> str:
    """Return the drawing of a match of `_DRAWING` as HTML; its description is read out."""
    description, name = image.groups()
    drawing = (ROOT / FOLDER / "images" / name).read_text(encoding="utf-8").strip()
    label = escape(" ".join(description.split()))
    return f'<div class="wide" tabindex="0" role="region" aria-label="{label}">{drawing}</div>'


def _rename(name: str) -> str:
    """Return the name of a file among the pages, in small letters; `README.md` is the index of the folder."""
    if name == "README.md":
        return "index.md"
    return name.lower()


def read_documentation() -> Documentation:
    """Find the files of the documentation in this checkout of the project, as the contents in `mkdocs.yml` order them.

    Raises:
        SiteError: A file is missing, or a file of the folder is in no part of the contents.
    """
    documentation: dict[str, tuple[Path, ...]] = {}
    for part in _read_contents():
        for heading, names in part.items():
            documentation[heading] = tuple(map(_find_document, names))
    listed = set(chain.from_iterable(documentation.values()))
    left = sorted(path.name for path in (ROOT / FOLDER).glob("*.md") if path not in listed)
    if left:
        raise SiteError(f"the contents (`nav`) in {PROJECT_SETTINGS} have no place for {', '.join(left)} of {FOLDER}/")
    return documentation


def _read_contents() -> list[dict[str, list[str]]]:
    """Return the parts of the contents: each a heading with the names of its files."""
    # imported here, so that `comprules` installed without the site still has its other commands
    from mkdocs.utils.yaml import yaml_load  # noqa: PLC0415

    contents: list[dict[str, list[str]]] = yaml_load(PROJECT_SETTINGS.read_text(encoding="utf-8"))["nav"]
    return contents


def _find_document(name: str) -> Path:
    """Return the file of a page, which is in the folder of the documentation or beside it.

    Raises:
        SiteError: It is in neither.
    """
    for path in (ROOT / FOLDER / name, ROOT / name):
        if path.is_file():
            return path
    raise SiteError(
        f"{ROOT / FOLDER / name} is missing: the site is built from a checkout of the project, with `make site`"
    )


def join_options_of_pages(site_dir: Path) -> None:
    """Keep each option of a command in one piece, on all pages of a site whose running text names commands.

    This is not done while mkdocs makes the pages, because that would need a hook, which not every generator runs.
    """
    for pattern in _PAGES_WITH_OPTIONS:
        for path in site_dir.glob(pattern):
            html = path.read_text(encoding="utf-8")
            write_text(path, join_options(html))

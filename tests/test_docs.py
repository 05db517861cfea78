"""The documentation: every link leads somewhere, every page has its place, every dependency its line."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest

from comprules.lint.formats.choice import FORMATS
from comprules.reference import help_of
from graph.citations.codes import AUDIT_CODES, CODES
from graph.export.write import FILE_FORMATS, TABLE_FORMATS
from graph.network.format_names import GRAPH_FORMATS
from graph.network.schema import RELATIONS
from site_src.builder import documentation
from site_src.builder.documentation import address_of, read_documentation
from site_src.errors import SiteError

ROOT = Path(__file__).parents[1]
PAGES = sorted(
    [*(ROOT / "docs").glob("*.md"), *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md"))]
)


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as GitHub and mkdocs make them."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading).strip().lower().replace(" ", "-") for heading in headings}


def test_every_link_leads_to_a_file_and_a_heading() -> None:
    broken = []
    for page in PAGES:
        text = re.sub(r"`[^`\n]*`", "", page.read_text(encoding="utf-8"))  # a link in code leads nowhere
        for target in re.findall(r"\]\(\s*([^)\s]+)\s*\)", text):
            name, _, anchor = target.partition("#")
            aim = (page.parent / name).resolve() if name else page
            if target.startswith(("https://", "../../actions/")):  # the second is an address of GitHub's
                continue
            if not aim.is_file() or (anchor and anchor not in anchors(aim)):
                broken.append(f"{page.name}: {target}")
    assert broken == []


def test_files_that_are_named_exist() -> None:
    """Of those in code: a path with a slash and an ending, of one of our folders."""
    named = re.compile(r"`((?:bench|comprules|docs|graph|rules|scraper|site_src|tests)/[\w/.-]+\.\w+)`")
    named_files = [(page.name, name) for page in PAGES for name in named.findall(page.read_text(encoding="utf-8"))]
    assert len(named_files) > 20
    assert [entry for entry in named_files if "NAME" not in entry[1] and not (ROOT / entry[1]).exists()] == []


def test_what_is_chosen_by_name_is_documented() -> None:
    checking = (ROOT / "docs" / "checking.md").read_text(encoding="utf-8")
    rows = {(code.code, code.name, code.severity) for code in CODES.values()}
    assert set(re.findall(r"^\| (CR\d+) \| ([\w-]+) \| (\w+) \|", checking, re.MULTILINE)) == rows
    audit = (ROOT / "docs" / "audit.md").read_text(encoding="utf-8")
    rows = {(code.code, code.name, code.severity) for code in AUDIT_CODES.values()}
    assert set(re.findall(r"^\| (CR\d+) \| ([\w-]+) \| (\w+) \|", audit, re.MULTILINE)) == rows
    _, formats = checking.split("\n## Formats\n")
    assert [name for name in FORMATS if f"`{name}`" not in formats] == []
    data = (ROOT / "docs" / "data.md").read_text(encoding="utf-8")
    assert [name for name in (*TABLE_FORMATS, *FILE_FORMATS) if name not in data.lower()] == []
    graph = (ROOT / "docs" / "graph.md").read_text(encoding="utf-8")
    assert [name for name in GRAPH_FORMATS if f"| `{name}` |" not in graph] == []
    assert [name for name in RELATIONS if f"  {name} " not in help_of("graph")] == []


def test_every_page_has_its_place_in_the_contents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    documents = [document for group in read_documentation().values() for document in group]
    assert set(documents) == {*PAGES} - {ROOT / "README.md"}
    addresses = list(map(address_of, documents))
    assert addresses[0] == "docs/"
    assert len({*addresses}) == len(addresses)
    (tmp_path / "docs").mkdir()
    for document in documents:
        (tmp_path / document.relative_to(ROOT)).write_text("# T\n", encoding="utf-8")
    monkeypatch.setattr(documentation, "ROOT", tmp_path)
    (tmp_path / "docs" / "stray.md").write_text("# S\n", encoding="utf-8")
    with pytest.raises(SiteError, match=r"no place for stray\.md"):
        read_documentation()
    (tmp_path / "docs" / "site.md").unlink()
    with pytest.raises(SiteError, match=r"site\.md is missing"):
        read_documentation()


def test_every_dependency_is_explained() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = [requirement for extra in project["optional-dependencies"].values() for requirement in extra]
    packages = {re.split(r"[<>=\[]", extra)[0] for extra in [*project["dependencies"], *extras]} - {"comprules"}
    scripts = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))
    packages |= scripts["dependencies"].keys() | scripts["devDependencies"].keys()
    page = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8")
    rows = [row.split("|")[1] for row in page.splitlines() if row.startswith("| ")]
    explained = {name.strip() for row in rows for name in re.sub(r"`.*?`", "", row).split(",")}
    assert packages <= explained
    assert explained - packages == {"package"}


def test_the_citation_names_this_version() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\nversion: {project['version']}\n" in citation
    assert f"\nlicense: {project['license']}\n" in citation

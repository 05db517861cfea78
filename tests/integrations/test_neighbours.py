"""The wheel beside packages that are called `rules`, `graph`, `scraper` and `site_src`, installed and in the folder."""

from __future__ import annotations

import asyncio
import hashlib
import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from lsprotocol import types as lsp
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client
from pytest_lsp import client_capabilities
from pytest_lsp.client import make_test_lsp_client

from comprules.code import list_covered
from comprules.facts import SAMPLE
from tests.comprules.running import ROOT, run_apart
from tests.integrations.conftest import Installed, environment, make_environment
from tests.scraper.document_files import make_docx

NAMES = ("graph", "rules", "scraper", "site_src")
BESIDE_THE_PACKAGES = ("docs", "CONTRIBUTING.md", "CHANGELOG.md", "mkdocs.yml", "package.json", "node_modules")
CITING = "# see CR 702.36e for turning it up\n"
USES = {
    "rules": "assert rules.add_rule and rules.permissions",  # django-rules
    "scraper": "assert scraper.__file__",
}
"""Distributions of the package index that have our names, and what their users do."""
API = """
import multiprocessing
from concurrent.futures import ProcessPoolExecutor
import comprules

def main():
    context = multiprocessing.get_context("spawn")
    with comprules.open_store() as store, ProcessPoolExecutor(1, mp_context=context) as pool:
        (findings,) = pool.map(comprules.check_text, ["CR" + " 702.36e"])
        print(findings[0].suggestion)
        print(pool.submit(comprules.trace, store, "702.40a").result().entries[0].key)
    print([finding.path for finding in comprules.check_tree(".").findings])
    print(comprules.check_tree(".", jobs=2).citations)

if __name__ == "__main__":
    main()
"""


def make_wheel(folder: Path, name: str) -> Path:
    """A wheel with one package, of one module beside its own."""
    path = folder / f"{name}_example-1.0-py3-none-any.whl"
    metadata = f"{name}_example-1.0.dist-info"
    files = {
        f"{name}/__init__.py": f"from {name}.text import WORD\n",
        f"{name}/text.py": f"WORD = {name!r}\n",
        f"{metadata}/METADATA": f"Metadata-Version: 2.1\nName: {name}_example\nVersion: 1.0\n",
        f"{metadata}/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = "".join(f"{file},,\n" for file in (*files, f"{metadata}/RECORD"))
    with zipfile.ZipFile(path, "w") as archive:
        for file, text in (files | {f"{metadata}/RECORD": record}).items():
            archive.writestr(file, text)
    return path


def hash_files(folder: Path, packages: tuple[str, ...]) -> dict[str, str]:
    files = [file for name in packages for file in (folder / name).rglob("*.py")]
    assert len(files) >= len(packages)
    return {str(file): hashlib.sha256(file.read_bytes()).hexdigest() for file in files}


def run_python(installed: Installed, *arguments: str, cwd: Path, **variables: str) -> str:
    """What Python prints in that environment."""
    completed = subprocess.run(
        [str(installed.python), *arguments],
        cwd=cwd,
        env=environment(cwd, **variables),
        capture_output=True,
        text=True,
        check=False,
    )
    assert completed.returncode == 0, completed.stderr
    return completed.stdout


@pytest.fixture(scope="module")
def beside(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """An environment that has the four packages already, of other distributions."""
    folder = tmp_path_factory.mktemp("neighbours")
    environment = make_environment(folder / "environment")
    environment.install(*(make_wheel(folder, name) for name in NAMES))
    environment.install(wheel)
    return environment


@pytest.fixture
def crowded(tmp_path: Path) -> Path:
    """A user's folder that has the four names, too; whatever imports one of them fails."""
    for name in NAMES:
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("raise ImportError('not this one')\n", encoding="utf-8")
    (tmp_path / "rules" / "stack.py").write_text(CITING, encoding="utf-8")
    return tmp_path


@pytest.fixture(scope="module")
def built(beside: Installed, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A knowledge base of the sample, made by the installed command in several processes."""
    folder = tmp_path_factory.mktemp("built")
    for name in NAMES:
        (folder / name).mkdir()
    completed = beside.run("ingest", "--db", "rules.sqlite", "--jobs", "2", "--archive", str(SAMPLE), cwd=folder)
    assert completed.returncode == 0, completed.stderr
    return folder / "rules.sqlite"


def test_only_one_package_is_at_the_top(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        assert {name.partition("/")[0] for name in names if ".dist-info/" not in name} == {"comprules"}
        assert "comprules/py.typed" in names
        assert "comprules/graph/ledger/comprules.ledger" in names


def test_the_others_work_and_stay_when_comprules_goes(wheel: Path, tmp_path: Path) -> None:
    installed = make_environment(tmp_path / "environment")
    installed.install(*(make_wheel(tmp_path, name) for name in NAMES))
    before = hash_files(installed.packages, NAMES)
    script = f"import comprules, {', '.join(NAMES)}\nprint({', '.join(f'{name}.WORD' for name in NAMES)})"
    installed.install(wheel)
    assert run_python(installed, "-c", script, cwd=tmp_path).split() == list(NAMES)
    installed.uninstall("comprules")
    assert hash_files(installed.packages, NAMES) == before
    assert not (installed.packages / "comprules" / "__init__.py").exists()
    assert run_python(installed, "-c", script.replace("comprules, ", ""), cwd=tmp_path).split() == list(NAMES)


@pytest.mark.long
@pytest.mark.parametrize("name", USES)
def test_those_of_the_package_index_work_and_stay(name: str, wheel: Path, tmp_path: Path) -> None:
    pip = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--retries", "0", "-w", str(tmp_path), name]
    brought = subprocess.run(pip, capture_output=True, text=True, check=False)
    if brought.returncode != 0:
        pytest.skip(f"{name} could not be fetched from the package index")
    (theirs,) = tmp_path.glob(f"{name}-*.whl")
    installed = make_environment(tmp_path / "environment")
    installed.install(theirs)
    before = hash_files(installed.packages, (name,))
    installed.install(wheel)
    run_python(installed, "-c", f"import {name}, comprules, comprules.{name}; {USES[name]}", cwd=tmp_path)
    installed.uninstall("comprules")
    assert hash_files(installed.packages, (name,)) == before
    run_python(installed, "-c", f"import {name}; {USES[name]}", cwd=tmp_path)


@pytest.mark.parametrize("as_module", [pytest.param(False, marks=pytest.mark.long), True])
def test_commands(as_module: bool, beside: Installed, crowded: Path, built: Path) -> None:
    start = [str(beside.python), "-m", "comprules"] if as_module else [str(beside.command)]

    def run(*arguments: str, status: int = 0) -> str:
        completed = subprocess.run(
            [*start, *arguments],
            cwd=crowded,
            env=environment(crowded, COMPRULES_DB=str(built)),
            capture_output=True,
            text=True,
            check=False,
        )
        assert completed.returncode == status, completed.stderr
        return completed.stdout + completed.stderr

    assert "rules/stack.py:1:10: CR002" in run("check", ".", "--format", "concise", status=1)
    assert "rules/stack.py:1:10: CR002" in run("check", "rules", "--format", "concise", "--jobs", "2", status=1)
    assert "702.40a" in run("show", "702.40a")
    assert "502.30a" in run("trace", "702.40a")
    run("export", "data", "--format", "csv")
    run("survey", ".", "--out", "survey.parquet", "--jobs", "2")
    sample = (SAMPLE / "editions" / "2009-07-11" / "sample.txt").read_text(encoding="utf-8")
    (crowded / "rules.docx").write_bytes(make_docx(sample))
    assert '"number": "702.37a"' in run("parse", "rules.docx", "--json"), "a process of its own opens it"
    assert "is built in a checkout of the project, with `make site`" in run("site", status=2)


@pytest.mark.parametrize("script_beside", [False, True])
def test_the_api_and_a_pool(script_beside: bool, beside: Installed, crowded: Path, built: Path) -> None:
    script = crowded / "use.py" if script_beside else crowded.parent / f"{crowded.name}.py"
    script.write_text(API, encoding="utf-8")
    lines = run_python(beside, str(script), cwd=crowded, COMPRULES_DB=str(built)).splitlines()
    assert lines == ["702.37e", "502.30a", "['rules/stack.py']", "1"]


def test_the_server_for_editors(beside: Installed, crowded: Path, built: Path) -> None:
    async def open_document() -> list[lsp.Diagnostic]:
        client = make_test_lsp_client()
        command = (str(beside.python), "-m", "comprules", "lsp", "--db", str(built))
        await client.start_io(*command, cwd=crowded, env=environment(crowded))
        await client.initialize_session(
            lsp.InitializeParams(capabilities=client_capabilities("visual-studio-code"), root_uri=crowded.as_uri())
        )
        uri = (crowded / "rules" / "stack.py").as_uri()
        item = lsp.TextDocumentItem(uri=uri, language_id="python", version=1, text=CITING)
        client.text_document_did_open(lsp.DidOpenTextDocumentParams(item))
        await client.wait_for_notification(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        await client.shutdown_session()
        await client.stop()  # type: ignore[no-untyped-call]
        return list(client.diagnostics[uri])

    assert [found.code for found in run_apart(asyncio.wait_for(open_document(), timeout=600))] == ["CR002"]


def test_the_server_for_assistants(beside: Installed, crowded: Path, built: Path) -> None:
    async def ask() -> str:
        command = StdioServerParameters(
            command=str(beside.python),
            args=["-m", "comprules", "mcp", "--db", str(built)],
            cwd=str(crowded),
            env=environment(crowded),
        )
        async with Client(stdio_client(command)) as client:
            result = await client.call_tool("rule", {"number": "702.40a"})
            return "\n".join(getattr(content, "text", "") for content in result.content)

    assert json.loads(run_apart(asyncio.wait_for(ask(), timeout=600)))["number"] == "702.40a"


def test_the_hashes_cover_the_same_files(beside: Installed, tmp_path: Path) -> None:
    """Else what other code read would be kept."""
    script = "from comprules.code import list_covered; print(*sorted(list_covered()), sep='\\n')"
    assert run_python(beside, "-c", script, cwd=tmp_path).splitlines() == sorted(list_covered())


@pytest.mark.long
def test_the_site_is_built_from_the_nested_packages(beside: Installed, built: Path, crowded: Path) -> None:
    """With what a checkout has beside the packages; users build it in the checkout."""
    package = beside.packages / "comprules"
    for name in BESIDE_THE_PACKAGES:
        if not (ROOT / name).exists():
            pytest.skip(f"there is no {name}")
        (package / name).symlink_to(ROOT / name)
    try:
        completed = beside.run("site", "--db", str(built), "--out", "site", cwd=crowded)
    finally:
        for name in BESIDE_THE_PACKAGES:
            (package / name).unlink()
    assert completed.returncode == 0, completed.stderr
    assert "702.40a" in (crowded / "site" / "cr" / "702.40" / "index.html").read_text(encoding="utf-8")

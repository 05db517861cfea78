"""Remembered results: the same bytes as a search, for as long as nothing changes that a result follows from."""

from __future__ import annotations

import ast
import importlib
import shutil
import sqlite3
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from importlib.machinery import ModuleSpec
from pathlib import Path

import pytest

from comprules.lint import cache, cache_keys, patterns, reuse
from comprules.lint.cache import ResultCache, open_cache
from comprules.lint.config import FoundConfig
from comprules.lint.scan import Scanner
from comprules.lint.settings import settings_of
from graph.ledger import open_ledger
from tests.comprules.lint.trees import write
from tests.comprules.running import run

ROOT = Path(__file__).parents[3]
TREES = sorted(path.name for path in (ROOT / "tests" / "trees").iterdir() if path.is_dir())
COMMANDS = [
    ("check", "."),
    ("check", ".", "--json"),
    ("check", ".", "--json", "--show-citations"),
    ("check", ".", "--no-config", "--format", "full"),
    ("coverage", ".", "--json"),
]


@pytest.fixture(autouse=True)
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of the cache, which is used for runs of any size."""
    monkeypatch.setenv(cache.CACHE_VARIABLE, str(tmp_path / "cache"))
    monkeypatch.setattr(reuse, "_LEAST_BYTES", 0)
    return tmp_path / "cache" / "results-1.sqlite"


@pytest.fixture
def scanned(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The paths of the files that are searched."""
    paths: list[str] = []
    scan_bytes = Scanner.scan_bytes

    def note(self: Scanner, path: str, data: bytes, *, named: bool) -> object:
        paths.append(path)
        return scan_bytes(self, path, data, named=named)

    monkeypatch.setattr(Scanner, "scan_bytes", note)
    return paths


def answer(*arguments: str) -> tuple[int, str, str]:
    result = run(*arguments)
    assert "Traceback" not in result.output
    return result.exit_code, result.stdout, result.stderr


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("tree", TREES)
def test_the_same_bytes(
    tree: str, command: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, scanned: list[str]
) -> None:
    shutil.copytree(ROOT / "tests" / "trees" / tree, tmp_path / tree)
    monkeypatch.chdir(tmp_path / tree)
    without = answer(*command, "--no-cache", "--jobs", "1")
    first = answer(*command, "--jobs", "1")
    assert scanned
    scanned.clear()
    assert without == first == answer(*command, "--jobs", "1")
    assert not scanned, "nothing is searched again"


def test_another_file_is_searched_alone(workdir: Path, scanned: list[str]) -> None:
    write(workdir, {"a.py": "# CR 115.2a\n", "b.py": "# CR 702.36e\n"})
    answer("check", ".")
    write(workdir, {"b.py": "# CR 702.36e, CR 999.9\n"})
    scanned.clear()
    changed = answer("check", ".")
    assert set(scanned) == {"b.py"}
    assert changed == answer("check", ".", "--no-cache")


CONFIGURATIONS = [
    'edition = "2018-04-27"\n',
    'edition = "2009-07-11"\n',
    '[editions]\n"a.py" = "2018-04-27"\n',
    "cites-rules = true\n",
    "cites-rules = false\n",
    'ignore = ["CR002"]\n',
    'severity = {CR002 = "note"}\n',
    'target = "2018-04-27"\n',
    'stamp-left = true\nedition = "2018-04-27"\n',
    '[per-file-ignores]\n"a.py" = ["CR002", "CR003", "CR007"]\n',
    'works = ["rulings-summary"]\n',
    'max-size = 1\nexclude = ["b.py"]\n',
]
TEXT = "# CR 702.36e morphs, CR 115.2a, CR 999.9, 702.5a and 103.1; see Rule A.2.3\n"


def test_every_configuration_has_results_of_its_own(workdir: Path, scanned: list[str]) -> None:
    for folder in ("", "lib/"):
        write(workdir, {f"{folder}a.py": TEXT, f"{folder}b.py": TEXT})
    for place in ("comprules.toml", "lib/comprules.toml"):
        for configuration in CONFIGURATIONS:
            write(workdir, {place: configuration})
            scanned.clear()
            changed = answer("check", ".", "--json")
            assert scanned, configuration
            assert changed == answer("check", ".", "--json", "--no-cache"), configuration


@pytest.mark.parametrize(
    "options",
    [
        ("--edition", "2018-04-27"),
        ("--to", "2018-04-27"),
        ("--since", "2018-04-27"),
        ("--select", "CR007"),
        ("--ignore", "CR007"),
        ("--severity", "CR002=note"),
        ("--max-size", "1"),
        ("--show-citations",),
    ],
)
def test_every_option_has_results_of_its_own(workdir: Path, scanned: list[str], options: tuple[str, ...]) -> None:
    write(workdir, {"a.py": TEXT})
    answer("check", ".", "--json")
    scanned.clear()
    changed = answer("check", ".", "--json", *options)
    assert scanned
    assert changed == answer("check", ".", "--json", "--no-cache", *options)


def test_names_decide(workdir: Path) -> None:
    write(workdir, {"a.svg": TEXT, "docs/a.py": TEXT, "yarn.lock": TEXT})
    for command in (("check", "."), ("check", "a.svg", "yarn.lock"), ("coverage", ".", "--json")):
        first = answer(*command)
        assert first == answer(*command) == answer(*command, "--no-cache"), command
    Path("a.svg").rename("a.py")
    assert answer("check", ".") == answer("check", ".", "--no-cache")


def test_roles_decide(workdir: Path) -> None:
    write(workdir, {"sim/a.py": TEXT})
    before = answer("coverage", ".", "--json")
    write(workdir, {"comprules.toml": '[coverage]\ntests = ["sim/"]\n'})
    after = answer("coverage", ".", "--json")
    assert before != after == answer("coverage", ".", "--json", "--no-cache")


def test_a_description_decides_for_bytes_as_for_files(file: Path) -> None:
    ledger = open_ledger()
    keys = cache_keys.ResultKeys("roles", ledger)
    settings = settings_of(FoundConfig(root=Path()), ledger)

    def find(role: str) -> str:
        results: reuse.Reuse[str] = reuse.Reuse(
            ResultCache(file), keys, str, is_lasting=lambda _result: True, describe=lambda _file: role
        )
        return results.use_for_bytes(settings, "a.rs", b"CR 100.1", lambda: role, remember=True)

    assert [find("book"), find("game"), find("book")] == ["book", "game", "book"]


def test_a_text_with_the_name_of_any_file_is_remembered(file: Path) -> None:
    name = "caf\udce9.rs"
    assert reuse.recall_text(ResultCache(file), b"key", lambda: name) == name
    assert reuse.recall_text(ResultCache(file), b"key", lambda: "made anew") == name


def test_a_link_leads_to_another_file(workdir: Path) -> None:
    write(workdir, {"comprules.toml": '[editions]\n"new/" = "2026-08-07"\n"old/" = "2018-04-27"\n'})
    write(workdir, {"old/a.py": TEXT, "new/a.py": TEXT})
    seen = []
    for folder in ("old", "new"):
        Path("link").unlink(missing_ok=True)
        Path("link").symlink_to(folder)
        for remembered in (patterns._resolve, patterns._find_below):
            remembered.cache_clear()
        seen.append(answer("check", "link/a.py", "--json"))
        assert seen[-1] == answer("check", "link/a.py", "--json", "--no-cache")
    assert seen[0] != seen[1]


def test_another_ledger(
    workdir: Path, sample_ledger: Path, scanned: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    write(workdir, {"a.py": TEXT})
    answer("check", ".")
    monkeypatch.setattr("comprules.cli.tree.open_ledger", partial(open_ledger, sample_ledger))
    scanned.clear()
    assert answer("check", ".") == answer("check", ".", "--no-cache")
    assert len(scanned) >= 2


def test_another_version(workdir: Path, scanned: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    write(workdir, {"a.py": TEXT})
    answer("check", ".")
    monkeypatch.setattr(cache_keys, "hash_program", lambda: b"another")
    scanned.clear()
    answer("check", ".")
    assert scanned


@pytest.mark.parametrize("name", ["ahocorasick_rs", "msgspec", "pathspec", "rapidfuzz"])
def test_another_version_of_a_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    hash_program = cache_keys.hash_program.__wrapped__
    before = hash_program()
    assert hash_program() == before
    (tmp_path / name).mkdir()
    (tmp_path / name / "__init__.py").touch()
    other = ModuleSpec(name, None, is_package=True)
    other.submodule_search_locations = [str(tmp_path / name)]
    monkeypatch.setattr(importlib.import_module(name), "__spec__", other)
    assert hash_program() != before


def test_the_libraries_that_decide_findings_are_in_the_keys() -> None:
    """The others that are imported there lock files, find folders, ask users or write settings."""
    imported: set[str] = set()
    for folder in ("comprules/lint", "graph/citations", "graph/ledger", "rules"):
        for path in (ROOT / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.Import):
                    imported.update(name.name.partition(".")[0] for name in node.names)
                elif isinstance(node, ast.ImportFrom) and not node.level:
                    imported.add((node.module or "").partition(".")[0])
    libraries = imported - sys.stdlib_module_names - {"comprules", "graph", "rules", "scraper"}
    assert libraries - set(cache_keys._LIBRARIES) == {"click", "filelock", "platformdirs", "tomlkit"}


def test_an_internal_error_is_not_remembered(workdir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(workdir, {"a.py": TEXT})
    with monkeypatch.context() as patched:
        patched.setattr(Scanner, "scan_bytes", lambda *_, **__: 1 / 0)
        assert "CR900" in answer("check", ".")[1]
    assert "CR900" not in answer("check", ".")[1]


def cut(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:5000])


def empty(file: Path) -> None:
    file.write_bytes(b"")


def overwrite(file: Path) -> None:
    file.write_bytes(b"no results at all" * 1000)


def replace_by_folder(file: Path) -> None:
    file.unlink()
    file.mkdir()


def hide_behind_file(file: Path) -> None:
    shutil.rmtree(file.parent)
    file.parent.touch()


def change_table(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript("DROP TABLE results; CREATE TABLE results (other TEXT)")


def change_values(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("UPDATE results SET value = substr(value, 1, length(value) - 1) || x'00'")
        connection.commit()


def swap_values(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("UPDATE results SET value = (SELECT value FROM results ORDER BY number LIMIT 1)")
        connection.commit()


def change_types(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("UPDATE results SET value = 7")
        connection.commit()


DAMAGES = [
    *(cut, empty, overwrite, replace_by_folder, hide_behind_file),
    *(change_table, change_values, swap_values, change_types),
]


@pytest.mark.parametrize("damage", DAMAGES)
def test_damage_is_no_error_and_no_wrong_answer(workdir: Path, file: Path, damage: Callable[[Path], None]) -> None:
    write(workdir, {"a.py": TEXT, "b.py": "# CR 103.1\n", "c.py": "# CR 702.36e\n"})
    expected = answer("check", ".", "--json")
    damage(file)
    for _ in range(2):
        assert answer("check", ".", "--json") == expected


def test_any_damaged_page(workdir: Path, file: Path) -> None:
    write(workdir, {f"{number}.py": TEXT * 20 for number in range(4)})
    expected = answer("check", ".", "--json")
    data = file.read_bytes()
    for place in range(0, len(data), len(data) // 23):
        file.write_bytes(data[:place] + bytes(byte ^ 0xFF for byte in data[place : place + 64]) + data[place + 64 :])
        assert answer("check", ".", "--json") == expected, place


def test_another_run_that_writes_is_not_waited_for_long(
    workdir: Path, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "_PATIENCE", 0)
    write(workdir, {"a.py": TEXT})
    expected = answer("check", ".", "--json")
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("BEGIN EXCLUSIVE")
        assert answer("check", ".", "--json") == expected


def test_several_runs_at_once(tmp_path: Path) -> None:
    results = ResultCache(tmp_path / "many" / "results.sqlite")
    rows = [{f"{run}-{row}".encode(): bytes(1000) for row in range(50)} for run in range(8)]
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(results.write, rows))
    for part in rows:
        assert results.read(list(part)) in ({}, part), "a run that had to wait too long wrote nothing"
    assert any(results.read(list(part)) for part in rows)


def test_the_size_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "_LARGEST", 200_000)
    path = tmp_path / "results.sqlite"
    results = ResultCache(path)
    for number in range(1000):
        results.write({str(number).encode(): bytes(1000)})
        assert path.stat().st_size < 220_000
    assert results.read([b"999"])
    assert not results.read([b"0"])


def test_the_cache_is_not_in_the_tree(workdir: Path) -> None:
    write(workdir, {"a.py": TEXT})
    answer("check", ".")
    assert [path.name for path in workdir.iterdir()] == ["a.py"]


def test_no_cache_writes_nothing(workdir: Path, file: Path) -> None:
    write(workdir, {"a.py": TEXT})
    answer("check", ".", "--no-cache")
    answer("coverage", ".", "--no-cache")
    assert not file.exists()
    assert open_cache(off=True) is None

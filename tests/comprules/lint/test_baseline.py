"""The baseline: by content, never by line."""

from __future__ import annotations

import json
import os
from functools import partial
from pathlib import Path

import pytest

from comprules.lint import baseline
from tests.comprules.lint.trees import write
from tests.comprules.running import read_output

check = partial(read_output, "check")


def test_what_is_known_passes_wherever_it_stands(stub_workdir: Path) -> None:
    write(stub_workdir, {"src/a.rs": "// CR 111.1a\n//   CR 222.2b x\n"})
    output = check("src", "--baseline", "ci/known.json", "--write-baseline", status=2)
    assert "ci" in output
    (stub_workdir / "ci").mkdir()
    output = check("src", "--baseline", "ci/known.json", "--write-baseline")
    assert "2 entries" in output
    document = json.loads((stub_workdir / "ci/known.json").read_text())
    assert document["comprules-baseline"] == 2
    assert {entry["path"] for entry in document["findings"]} == {"../src/a.rs"}
    write(stub_workdir, {"src/a.rs": "\n\n\t// CR 111.1a\n// new\n// CR 222.2b  x\n"})
    assert "no findings (2 known from the baseline)" in check("src", "--baseline", "ci/known.json")


def test_what_is_wrong_with_a_number_is_no_part_of_an_entry(workdir: Path) -> None:
    """Whether a number is retired or drifted depends on what is declared; an old baseline has the code, too."""
    write(workdir, {"a": "CR 702.36\nCR 119.3a\n"})
    check("a", "--edition", "2018-07-13", "--write-baseline")
    file = workdir / "comprules-baseline.json"
    document = json.loads(file.read_text())
    assert "no findings (1 known" in check("a")
    rows = [{"code": "CR009", **entry} for entry in document["findings"]]
    file.write_text(json.dumps({"comprules-baseline": 1, "findings": rows}))
    assert "no findings (2 known" in check("a", "--edition", "2018-07-13")


def test_what_is_new_does_not_pass(stub_workdir: Path) -> None:
    write(stub_workdir, {"a": "CR 111.1a\n"})
    check(".", "--baseline", "b.json", "--write-baseline")
    write(stub_workdir, {"a": "CR 111.1a\nCR 111.1a\n"})
    assert "1 finding (1 known" in check("a", "--baseline", "b.json", status=1), "the same once more is new"
    write(stub_workdir, {"a": "CR 111.1a, changed\n"})
    output = check("a", "--baseline", "b.json", status=1)
    assert "1 entry of the baseline no longer occurs: 111.1a in a; update it" in output


def test_only_checked_or_vanished_files_are_said_to_be_gone(stub_workdir: Path) -> None:
    write(stub_workdir, {"a": "CR 111.1a\n", "b": "CR 222.2b\n", "c": "CR 444.4d\n"})
    check("a", "b", "c", "--baseline", "base.json", "--write-baseline")
    (stub_workdir / "c").unlink()
    output = check("a", "--baseline", "base.json")
    assert "in c" in output
    assert "in b" not in output
    check("a", "--baseline", "base.json", "--write-baseline")
    findings = json.loads((stub_workdir / "base.json").read_text())["findings"]
    assert [entry["path"] for entry in findings] == ["a", "b"], "what was not checked stays, what is gone goes"


def test_it_is_named_in_the_configuration_and_its_bytes_are_those_of_the_findings(stub_workdir: Path) -> None:
    write(stub_workdir, {"comprules.toml": 'baseline = "known.json"\n', "sub/a": "CR 111.1a\nCR 222.2b\n"})
    write(stub_workdir, {"sub/b": "CR 111.1a\n"})
    assert "known.json: No such file" in check("sub", status=2)
    check("sub", "--write-baseline")
    check("sub")
    check("sub", "--no-config", status=1)
    check("sub/b", "sub/a", "--baseline", "2.json", "--write-baseline")
    assert (stub_workdir / "known.json").read_bytes() == (stub_workdir / "2.json").read_bytes()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('{"comprules-baseline": 3, "findings": {}}', "a baseline of version 3; this comprules reads version 2"),
        ('{"comprules-baseline": 1, "findings": [{}]}', "this is not a baseline"),
        ('{"comprules-baseline": 1, "findings"', "this is not a baseline"),
        ("", "this is not a baseline"),
    ],
)
def test_a_baseline_that_cannot_be_used(stub_workdir: Path, content: str, message: str) -> None:
    write(stub_workdir, {"a": "CR 111.1a\n", "known.json": content})
    output = check("a", "--baseline", "known.json", status=2)
    assert message in output
    assert "--write-baseline" in output
    assert (stub_workdir / "known.json").read_bytes() == content.encode()
    assert "not a baseline of this version" in check("a", "--baseline", "known.json", "--write-baseline")
    check("a", "--baseline", "known.json")


@pytest.mark.parametrize("content", [b'{"name": "game"}\n', b"[]", b"\xff\xfe"])
def test_a_file_that_is_none_of_ours_is_not_overwritten(stub_workdir: Path, content: bytes) -> None:
    write(stub_workdir, {"a": "CR 111.1a\n", "package.json": content})
    output = check("a", "--baseline", "package.json", "--write-baseline", status=2)
    assert "package.json: this is not a baseline" in output
    assert "name another file" in output
    assert (stub_workdir / "package.json").read_bytes() == content
    write(stub_workdir, {"old.json": '{"comprules-baseline": 0}\n'})
    assert "1 entry, 1 finding" in check("a", "--baseline", "old.json", "--write-baseline")


def test_one_command_makes_a_baseline_and_the_next_run_is_clean(stub_workdir: Path) -> None:
    write(stub_workdir, {f"{number}.c": "CR 111.1a, CR 222.2b, CR 444.4d\n" * 9 for number in range(9)})
    check(".", status=1)
    assert "243 findings of this run" in check(".", "--write-baseline")
    output = check(".")
    assert "no findings (243 known from the baseline)" in output
    assert "note:" not in output
    write(stub_workdir, {"new.c": "CR 111.1a\n"})
    assert "1 finding (243 known" in check(".", status=1)
    assert "244 findings" in check(".", "--no-config", status=1)


class TestOfSomebodyElse:
    """A configuration that came with the tree names the baseline."""

    @pytest.fixture
    def tree(self, stub_workdir: Path) -> Path:
        write(stub_workdir, {"tree/.git/HEAD": "", "tree/sub/a": "CR 111.1a\n"})
        write(stub_workdir, {"outside.json": '{"comprules-baseline": 2, "findings": []}', "outside/x": ""})
        return stub_workdir / "tree"

    @pytest.mark.parametrize("name", ["../outside.json", "{above}/outside.json", "link.json", "folder/new.json"])
    def test_only_files_of_the_tree_are_read_and_written(self, tree: Path, name: str) -> None:
        (tree / "link.json").symlink_to("../outside.json")
        (tree / "folder").symlink_to("../outside")
        write(tree, {"comprules.toml": f'baseline = "{name.format(above=tree.parent)}"\n'})
        before = (tree.parent / "outside.json").read_bytes()
        for options in ([], ["--write-baseline"]):
            output = check("tree", *options, status=2)
            assert "is outside of" in output
            assert "--baseline" in output
        assert (tree.parent / "outside.json").read_bytes() == before
        assert [path.name for path in (tree.parent / "outside").iterdir()] == ["x"]
        check("tree", "--baseline", str(tree.parent / "outside.json"), status=1)

    def test_the_usual_one_may_be_no_link_out_of_the_tree(self, tree: Path) -> None:
        write(tree, {"comprules.toml": ""})
        (tree / "comprules-baseline.json").symlink_to("../new.json")
        check("tree", status=1)
        assert "is outside of" in check("tree", "--write-baseline", status=2)
        assert not (tree.parent / "new.json").exists()

    def test_a_folder_above_in_the_same_repository_is_inside(self, tree: Path) -> None:
        write(tree, {"sub/comprules.toml": 'baseline = "../known.json"\n'})
        check("tree/sub", "--write-baseline")
        assert (tree / "known.json").exists()
        check("tree/sub")

    def test_pipes_and_devices_are_not_read(self, tree: Path) -> None:
        os.mkfifo(tree / "pipe")
        os.mkfifo(tree / "comprules-baseline.json")
        write(tree, {"comprules.toml": 'baseline = "pipe"\n'})
        assert "pipe: not a regular file" in check("tree", status=2)
        assert "not a regular file" in check("tree", "--write-baseline", status=2)
        write(tree, {"comprules.toml": ""})
        check("tree", status=1)
        assert "not a regular file" in check("tree", "--baseline", "/dev/zero", status=2)

    def test_one_that_is_larger_than_any_is_not_read(self, tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(baseline, "LARGEST_BASELINE", 100)
        write(tree, {"comprules.toml": 'baseline = "b.json"\n', "b.json": '{"comprules-baseline": 2}' + " " * 100})
        assert "at most 100 are read" in check("tree", status=2)

    def test_entries_with_impossible_paths_are_gone(self, tree: Path) -> None:
        rows = [{"path": path, "number": "111.1a", "line_sha256": "0", "count": 1} for path in ("x" * 300, "a\0b")]
        write(tree, {"comprules.toml": 'baseline = "b.json"\n'})
        write(tree, {"b.json": json.dumps({"comprules-baseline": 2, "findings": rows})})
        assert "2 entries of the baseline no longer occur" in check("tree", status=1)
        write(tree, {"comprules.toml": f'baseline = "{"x" * 300}"\n'})
        assert "name too long" in check("tree", status=2)
        assert "name too long" in check("tree", "--write-baseline", status=2)

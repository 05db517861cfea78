"""`comprules upgrade` as a command: diffs that apply, files written as they were, the pin, what is refused."""

from __future__ import annotations

import json
import re
import signal
import subprocess
from functools import partial
from pathlib import Path

import pytest

from comprules.cli.patch import unified_diff
from comprules.lint import transaction
from comprules.lint.config import ConfigError
from comprules.lint.declaration import with_keys
from comprules.lint.names import JOURNAL
from comprules.lint.own_reports import is_report
from comprules.lint.transaction import Rewrite, RewriteError, write_all
from graph.ledger import open_ledger
from rules.files import put_in_place, stage_file
from tests.comprules.lint.trees import read_report, write
from tests.comprules.running import read_output, run

OLD, NEW = "2018-07-13", open_ledger().resolve("latest")
WAY = ("--from", OLD, "--to", NEW)
"""In between 119.3a became 120.3a and 702.36e became 702.37e, their words the same; 112.7a became 113.7a, reworded."""

pytestmark = pytest.mark.usefixtures("known_comparisons")


upgrade = partial(read_output, "upgrade")

TREE: dict[str, str | bytes] = {
    "src/a.rs": "".join(f"line {n}\n" for n in range(40))
    + "// CR 119.3a\n"
    + "".join(f"line {n}\n" for n in range(30))
    + "fn cr_702_36e() {} // CR 119.3a",
    "crlf.txt": "one\r\nCR 119.3a\r\n",
    "old mac.txt": "one\rCR 119.3a\rtwo",
    "latin.txt": b"\xe9 CR 119.3a\n",
    "wide.txt": "é CR 119.3a\n".encode("utf-16"),
    "mark.txt": b"\xef\xbb\xbfCR 119.3a\n",
    'wo"rd\\s é.txt': "CR 119.3a\n",
    "comprules.toml": f"# ours\nedition = '{OLD}'  # the pin\nexclude = ['x']\n",
    "none.txt": "CR 100.1\n",
}


class TestDiff:
    @pytest.mark.parametrize("tool", [("git", "apply", "--whitespace=nowarn"), ("patch", "-p1", "--binary", "-s")])
    def test_applied_it_is_what_write_writes(self, workdir: Path, tool: tuple[str, ...]) -> None:
        before = {path.relative_to(workdir): path.read_bytes() for path in write(workdir, TREE).rglob("*.*")}
        diff = run("upgrade", ".", *WAY).stdout_bytes
        assert {path: path.read_bytes() for path in before} == before
        subprocess.run(["git", "init", "-q", "."], check=True)
        subprocess.run(tool, input=diff, check=True)
        applied = {path: path.read_bytes() for path in before}
        write(workdir, TREE)
        upgrade(".", *WAY, "--write")
        assert {path: path.read_bytes() for path in before} == applied
        assert sum(applied[path] != before[path] for path in before) == len(before) - 1
        for name, content in TREE.items():  # encodings and line ends stay
            data = content if isinstance(content, bytes) else content.encode()
            encoding = "utf-16-le" if name == "wide.txt" else "ascii"
            if name.endswith(".txt"):
                wanted = data.replace("119.3a".encode(encoding), "120.3a".encode(encoding))
                assert applied[Path(name)] == wanted, name
        pinned = f"# ours\nedition = \"{NEW}\"  # the pin\nexclude = ['x']\n"
        assert applied[Path("comprules.toml")].decode() == pinned

    @pytest.mark.parametrize(
        ("old", "new"),
        [
            (b"", b"a\n"),
            (b"a", b"a\n"),
            (b"a\nb", b"a\nc\nb"),
            (b"1\n2\n3\n4\n5\n6\n7\n8\n9\n", b"0\n2\n3\n4\n5\n6\n7\n8\n9"),
            (b"a\n" * 30, b"a\n" * 10 + b"b\n" + b"a\n" * 18),
        ],
    )
    def test_any_change(self, workdir: Path, old: bytes, new: bytes) -> None:
        write(workdir, {"x": old})
        subprocess.run(["patch", "-p1", "-s"], input=unified_diff("x", old, new), check=True)
        assert Path("x").read_bytes() == new


class TestDeclaration:
    def test_it_moves_and_a_second_run_changes_nothing(self, workdir: Path) -> None:
        write(workdir, {"pyproject.toml": f'[tool.comprules]\nedition = "{OLD}"\n', "a.py": "# CR 119.3a\n"})
        upgrade(".", "--write")
        assert Path("a.py").read_text() == "# CR 120.3a\n"
        assert Path("pyproject.toml").read_text() == f'[tool.comprules]\nedition = "{NEW}"\n'
        for again in ((), ("--from", OLD), WAY):
            output = upgrade(".", *again, "--write")
            assert f"pyproject.toml already declares {NEW} for these files" in output, again
            assert "nothing to write" in output, again
        assert Path("a.py").read_text() == "# CR 120.3a\n"
        run("upgrade", ".", "--to", OLD, "--write")
        assert Path("a.py").read_text() == "# CR 119.3a\n"

    def test_several_configurations_that_declare_it_already(self, workdir: Path) -> None:
        declared = f'edition = "{NEW}"\n'
        files = {"a.py": "# CR 120.3a\n", "lib/a.py": "# CR 120.3a\n"}
        write(workdir, {**files, "comprules.toml": declared, "lib/comprules.toml": declared})
        names = "(comprules.toml and lib/comprules.toml|lib/comprules.toml and comprules.toml)"
        assert re.search(f"note: {names} already declare {NEW} for these files", upgrade("."))

    def test_without_a_configuration_the_files_are_said_to_be_up_to_date(self, workdir: Path) -> None:
        write(workdir, {"a.py": "# CR 120.3a\n"})
        output = upgrade("a.py", "--no-config", "--from", "latest")
        assert f"note: these files are already written for {NEW}; only citations that show another edition" in output

    def test_places_to_record_it(self, workdir: Path) -> None:
        write(workdir, {"src/a.py": "# CR 119.3a\n"})
        for place, message in {
            "other/comprules.toml": "is not in a folder at or above",
            "x.toml": "found only as comprules.toml or pyproject.toml",
        }.items():
            assert message in upgrade("src", *WAY, "--record", place, status=2)
        upgrade("src", *WAY, "--record", "comprules.toml", "--write")
        assert Path("comprules.toml").read_text() == f'[editions]\n"/src/" = "{NEW}"\n'
        assert "already" in upgrade("src", *WAY, "--write")
        assert "already applies to these paths" in upgrade("src", *WAY, "--record", "comprules.toml", status=2)

    def test_without_a_configuration_one_is_made_where_something_needs_it(self, workdir: Path) -> None:
        write(workdir, {"a": "// 20180713 - 119.3a\n", "none": ""})
        upgrade(".", *WAY, "--write")
        assert Path("a").read_text() == f"// {NEW.replace('-', '')} - 120.3a\n"
        assert "nothing to write" in upgrade(".", *WAY, "--write")
        assert sorted(path.name for path in workdir.iterdir()) == ["a", "none"], "a stamp records it"
        write(workdir, {"sub/b": "CR 119.3a\n", ".git/HEAD": ""})
        upgrade("sub/b", *WAY, "--write", "--no-config")
        assert "nothing in this tree declares" in upgrade("sub/b", *WAY, "--no-config")
        assert not Path("comprules.toml").exists()
        write(workdir, {"sub/b": "CR 119.3a\n"})
        diff = run("upgrade", "sub/b", *WAY).stdout_bytes
        upgrade("sub/b", *WAY, "--write")
        assert Path("comprules.toml").read_text() == f'[editions]\n"/sub/b" = "{NEW}"\n', "in the repository's root"
        write(workdir, {"sub/b": "CR 119.3a\n"})
        Path("comprules.toml").unlink()
        subprocess.run(["patch", "-p1", "-s"], input=diff, check=True)
        assert Path("comprules.toml").read_text() == f'[editions]\n"/sub/b" = "{NEW}"\n'

    @pytest.mark.parametrize(
        ("declared", "paths", "renumbered", "after"),
        [
            # a whole tree: each file from its own edition, and nothing of it is left to say
            ('edition = "{O}"\n[editions]\n"b/" = "{N}"\n"b/d/" = "{O}"\n', ".", "a/x b/d/z", 'edition = "{N}"\n'),
            ('[editions]\n"b/" = "{O}"\n', ".", "b/y b/d/z", '[editions]\n"b/" = "{N}"\n'),
            # what is named moves with its declaration, which goes before all others
            ('edition = "{O}"\n', "a", "a/x", 'edition = "{O}"\n\n[editions]\n"/a/" = "{N}"\n'),
            ('edition = "{O}"\n', "a b/y", "a/x b/y", 'edition = "{O}"\n\n[editions]\n"/a/" = "{N}"\n"/b/y" = "{N}"\n'),
            (
                'edition = "{O}" # x\n[editions]\n"/b/d/" = "{O}"\n"*" = "{O}" # y\n',
                "b",
                "b/y b/d/z",
                'edition = "{O}" # x\n[editions]\n"*" = "{O}" # y\n"/b/" = "{N}"\n',
            ),
            # the old name
            ('folder-editions = {{"b/" = "{O}"}}\n', "b/y", "b/y", '\n[editions]\n"b/" = "{O}"\n"/b/y" = "{N}"\n'),
            # done already
            ('edition = "{N}"\n', ".", "", 'edition = "{N}"\n'),
            ('edition = "{O}"\n[editions]\n"a" = "{N}"\n', "a", "", 'edition = "{O}"\n[editions]\n"a" = "{N}"\n'),
        ],
    )
    def test_files_move_together_with_their_declaration(
        self, workdir: Path, declared: str, paths: str, renumbered: str, after: str
    ) -> None:
        names = ("a/x", "b/y", "b/d/z")
        write(workdir, {**dict.fromkeys(names, "CR 119.3a\n"), "comprules.toml": declared.format(O=OLD, N=NEW)})
        upgrade(*paths.split(), "--write")
        assert [name for name in names if "120.3a" in Path(name).read_text()] == sorted(
            renumbered.split(), key=names.index
        )
        assert Path("comprules.toml").read_text() == after.format(O=OLD, N=NEW)
        assert "nothing to write" in upgrade(*paths.split(), "--write")

    def test_what_cannot_be_written_keeps_its_declaration(self, workdir: Path) -> None:
        damaged = b"\xff\xfe" + "CR 119.3a".encode("utf-16-le") + b"\x00\xd8x"
        write(workdir, {"a [1]*": damaged, "b": "CR 119.3a\n", "comprules.toml": f'edition = "{OLD}"\n'})
        upgrade(".", "--write")
        assert Path("comprules.toml").read_text() == (
            f'edition = "{NEW}"\n\n[editions]\n"/a \\\\[1\\\\]\\\\*" = "{OLD}"\n'
        )
        assert [finding["path"] for finding in read_report(".")["findings"]] == ["a [1]*"]

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            ((), "no edition is declared: pass --from EDITION"),
            (("--from", "M99"), "--from: "),
            (("--from", OLD, "--to", "nonsense"), "--to: "),
            (("--from", OLD, "gone"), "gone: No such file"),
            (("--config", "gone.toml"), "gone.toml"),
            (("--from", "M10", "--config", "c.toml"), f"declared for {OLD}, and --from says"),
        ],
    )
    def test_what_cannot_be_done(self, workdir: Path, arguments: tuple[str, ...], message: str) -> None:
        write(workdir, {"x": "CR 119.3a", "c.toml": f"edition = '{OLD}'\n"})
        assert message in upgrade("x", *arguments, "--write", status=2)
        assert Path("x").read_text() == "CR 119.3a"

    @pytest.mark.parametrize(
        ("name", "before", "after"),
        [
            ("comprules.toml", "", 'edition = "E"\n'),
            ("comprules.toml", "# x\n[per-file-ignores]\n", '# x\nedition = "E"\n\n[per-file-ignores]\n'),
            ("comprules.toml", "edition = 'M10'\r\n", 'edition = "E"\r\n'),
            ("comprules.toml", "exclude = []\r\n", 'exclude = []\r\nedition = "E"\r\n'),
            ("pyproject.toml", "tool.comprules.edition='x'\n", 'tool.comprules.edition="E"\n'),
            ("pyproject.toml", "[project]\nname='x'\n", "[project]\nname='x'\n\n[tool.comprules]\nedition = \"E\"\n"),
            ("pyproject.toml", "[tool.a]\r\n[b]\r\n", '[tool.a]\r\n[b]\r\n\r\n[tool.comprules]\r\nedition = "E"\r\n'),
            (
                "pyproject.toml",
                "[tool.a]\n[b]\n[tool.c]\n[d]\n",
                '[tool.a]\n[b]\n[tool.c]\n[d]\n\n[tool.comprules]\nedition = "E"\n',
            ),
            ("pyproject.toml", "[tool]\ncomprules={edition='x'}\n", '[tool]\ncomprules={edition="E"}\n'),
        ],
    )
    def test_written_into_any_toml(self, name: str, before: str, after: str) -> None:
        assert with_keys(Path(name), before.encode(), {"edition": "E", "editions": {}}).decode() == after
        with pytest.raises(ConfigError, match="by hand"):
            with_keys(Path("comprules.toml"), b"edition = = 1", {"edition": "E"})


class TestFiles:
    def test_what_is_left_is_told_and_can_be_stamped(self, workdir: Path) -> None:
        write(workdir, {"a": "CR 112.7a\nCR 999.9\n"})
        output = upgrade(".", *WAY)
        assert "a:1:4: 112.7a left: 112.7a is 113.7a and was reworded; --unsafe follows it" in output
        assert f"a:2:4: 999.9 left: {OLD} has no 999.9" in output
        upgrade(".", *WAY, "--unsafe", "--write")
        assert Path("a").read_text() == "CR 113.7a\nCR 999.9\n"
        write(workdir, {"a": "CR 112.7a, CR 119.3a\n", "comprules.toml": f"edition = '{OLD}'\n"})
        upgrade(".", "--write", "--stamp-left")
        assert Path("a").read_text() == f"CR 112.7a @{OLD}, CR 120.3a\n"
        upgrade(".", "--write", "--unsafe")
        assert Path("a").read_text() == f"CR 113.7a @{NEW}, CR 120.3a\n"

    def test_ignored_citations_stay(self, workdir: Path) -> None:
        write(workdir, {"a": "CR 119.3a // comprules: ignore[CR002] history\nCR 119.3a\n"})
        write(workdir, {what: f"# comprules: ignore-{what}\nCR 119.3a\n" for what in ("file", "next-line")})
        assert "3 ignored by comments" in upgrade(".", *WAY, "--write")
        assert Path("a").read_text().endswith("history\nCR 120.3a\n")
        assert "120" not in Path("file").read_text() + Path("next-line").read_text()

    def test_codes_that_are_not_reported_protect_no_citation(self, workdir: Path) -> None:
        ignored = "[per-file-ignores]\na = ['retired', 'drifted', 'text-mismatch']\n"
        write(workdir, {"a": "CR 119.3a\n", "comprules.toml": f"edition = '{OLD}'\n{ignored}"})
        assert read_report(".")["findings"] == []
        upgrade(".", "--write")
        assert Path("a").read_text() == "CR 120.3a\n"

    def test_mode_stays_and_read_only_is_refused(self, workdir: Path) -> None:
        write(workdir, {"a": "CR 119.3a\n", "z": "CR 119.3a\n"})
        Path("a").chmod(0o751)
        Path("z").chmod(0o444)
        assert "z: this file is read-only" in upgrade(".", *WAY, "--write", status=2)
        assert Path("a").read_text() == "CR 119.3a\n", "nothing is written where one file cannot be"
        upgrade("a", *WAY, "--write")
        assert Path("a").stat().st_mode & 0o777 == 0o751

    def test_symbolic_links_and_damaged_utf16_are_left(self, workdir: Path) -> None:
        damaged = b"\xff\xfe" + "CR 119.3a".encode("utf-16-le") + b"\x00\xd8x"
        write(workdir, {"in/a": "CR 119.3a\n", "out/b": "CR 119.3a\n", "wide/c": damaged})
        Path("in/link").symlink_to("a")
        Path("link").symlink_to("out/b")
        assert "link: skipped: a symbolic link" in upgrade("link", *WAY, "--write")
        assert Path("out/b").read_text() == "CR 119.3a\n"
        upgrade("in/link", "in", *WAY, "--write")
        assert Path("in/a").read_text() == "CR 120.3a\n"
        assert Path("in/link").is_symlink()
        assert "its UTF-16 is damaged" in upgrade("wide", *WAY, "--write")
        assert Path("wide/c").read_bytes() == damaged

    def test_a_file_that_changed_meanwhile(self, workdir: Path) -> None:
        write(workdir, {"a": "mine", "b": "old"})
        rewrites = [Rewrite(name, Path(name), b"old", b"new") for name in ("b", "a")]
        with pytest.raises(RewriteError, match="a: the file changed during"):
            write_all(rewrites, workdir, NEW)
        assert (Path("a").read_text(), Path("b").read_text()) == ("mine", "old")

    def test_a_full_disk(self, workdir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        write(workdir, {"a": "CR 119.3a\n", "b": "CR 119.3a\n"})

        def fail_on_full_disk(target: Path, data: bytes) -> Path:
            if target.name == "b":
                raise OSError(28, "No space left on device", str(target))
            return stage_file(target, data)

        monkeypatch.setattr(transaction, "stage_file", fail_on_full_disk)
        assert "No space left" in upgrade(".", *WAY, "--write", status=2)
        assert [path.read_text() for path in sorted(workdir.iterdir())] == ["CR 119.3a\n"] * 2

    def test_json(self, workdir: Path) -> None:
        write(workdir, {"a": "CR 119.3a CR 112.7a CR 100.1\n"})
        printed = run("upgrade", ".", *WAY, "--json").stdout
        assert is_report(printed.encode()), "a document of ours is never linted"
        report = json.loads(printed)
        assert (report["from"], report["to"], report["written"]) == (OLD, NEW, False)
        assert (report["renumbered"], report["unchanged"], report["left"], report["ignored"]) == (1, 1, 1, 0)
        assert [(citation["old"], citation["new"], citation["status"]) for citation in report["citations"]] == [
            ("119.3a", "120.3a", "renumbered"),
            ("112.7a", "112.7a", "left"),
        ]


def test_what_was_interrupted_between_two_files_is_completed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rewrites = []
    for name in ("a", "b"):
        (tmp_path / name).write_bytes(b"old")
        rewrites.append(Rewrite(name, tmp_path / name, b"old", b"new"))

    def interrupt(temporary: Path, place: Path) -> None:
        put_in_place(temporary, place)
        signal.raise_signal(signal.SIGINT)

    with monkeypatch.context() as patched:
        patched.setattr(transaction, "put_in_place", interrupt)
        with pytest.raises(RewriteError, match="Interrupted; some files have been written"):
            write_all(rewrites, tmp_path, NEW)
    assert {(tmp_path / name).read_bytes() for name in ("a", "b")} == {b"new", b"old"}
    transaction.complete_upgrade(tmp_path / JOURNAL)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()} == {"a": b"new", "b": b"new"}


class TestMeaning:
    """What is written is what `check` says that a citation means."""

    BLOCK = "// CR 702.36. Provoke\n// CR 702.36a\n// CR 702.36b, no man may flee for fear\n"

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("// CR 702.36. Provoke\n", ["// CR 702.39. Provoke\n"]),
            ("// CR 702.49. Ninjutsu\n", ["// CR 702.49. Ninjutsu\n"]),  # renewed already
            ("// CR 702.36: Bushido\n", ["// CR 702.36: Bushido\n"]),  # neither what it is nor what it was
            ("// CR 702.28. Echo\n// CR 702.28b\n", ["// CR 702.30. Echo\n// CR 702.30b\n"]),  # of a later edition
            # of the rule's citations only those stay whose words contradict it
            (BLOCK, [BLOCK.replace("702.36", "702.39").replace("702.39b", "702.36b")]),
        ],
    )
    def test_words_go_before_the_edition(self, workdir: Path, text: str, expected: list[str]) -> None:
        write(workdir, {"a": text})
        run("upgrade", ".", "--from", "2011-05-01", "--to", "2026-04-17", "--write")
        assert Path("a").read_text() in expected

    @pytest.mark.parametrize(
        ("beside", "written"),
        [
            ("// CR 704.5j", True),
            ("// CR 704.5k", False),
            ("// CR 704.5k @2026-04-17", True),
            ("// legend rule (CR 704.5k)", False),
            ("// world rule (CR 704.5k)", True),
        ],
        ids=["another letter", "a bare number", "a stamp", "outdated, too", "already new"],
    )
    def test_a_letter_moves_only_if_its_new_place_is_free(self, workdir: Path, beside: str, written: bool) -> None:
        text = f"// world rule (CR 704.5m)\n\n{beside}\n"
        write(workdir, {"a": text, "comprules.toml": f"edition = '{NEW}'\n"})
        upgrade(".", "--write")
        assert ("world rule (CR 704.5k)" in Path("a").read_text().split("\n")[0]) is written

    @pytest.mark.parametrize(
        ("text", "after", "count"),
        [
            ("// CR 702.36. Provoke\n", "// CR 702.39. Provoke\n", "1 citation renumbered, 0 unchanged, 0 left"),
            ("// CR 702.36: Bushido\n", "// CR 702.36: Bushido\n", "0 citations renumbered, 0 unchanged, 1 left"),
            ("// CR 119.99a\n", "// CR 119.99a\n", "0 citations renumbered, 0 unchanged, 1 left"),
            ("// CR 702.36. Fear\n", "// CR 702.36. Fear\n", "0 citations renumbered, 1 unchanged, 0 left"),
        ],
        ids=["words of an older rule", "words of a rule without the number", "a number of no rule", "right"],
    )
    def test_findings_in_a_tree_of_the_newest_edition(self, workdir: Path, text: str, after: str, count: str) -> None:
        """What `check` reports there is renumbered or listed, and a second run changes nothing."""
        write(workdir, {"a": text, "comprules.toml": f"edition = '{NEW}'\n"})
        assert count in upgrade(".", "--write")
        assert Path("a").read_text() == after
        assert count.replace("1 citation renumbered, 0 u", "0 citations renumbered, 1 u") in upgrade(".", "--write")
        assert Path("a").read_text() == after

"""`comprules upgrade` as a command: diffs that apply, files written as they were, the pin, what is refused."""

from __future__ import annotations

import json
import signal
import subprocess
from functools import partial
from pathlib import Path

import pytest

from comprules.lint import journal, rewriting
from comprules.lint.config import ConfigError
from comprules.lint.patch import unified_diff
from comprules.lint.pins import with_pin
from comprules.lint.rewriting import Rewrite, RewriteError, write_all
from graph.ledger import open_ledger
from rules.files import put_in_place, stage_file
from tests.comprules.lint.trees import write
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


class TestPin:
    def test_it_moves_and_a_second_run_changes_nothing(self, workdir: Path) -> None:
        write(workdir, {"pyproject.toml": f'[tool.comprules]\nedition = "{OLD}"\n', "a.py": "# CR 119.3a\n"})
        upgrade(".", "--write")
        assert Path("a.py").read_text() == "# CR 120.3a\n"
        assert Path("pyproject.toml").read_text() == f'[tool.comprules]\nedition = "{NEW}"\n'
        for again in ((), ("--from", OLD), WAY):
            output = upgrade(".", *again, "--write")
            assert f"pyproject.toml says that these files are for {NEW} already" in output, again
            assert "nothing to write" in output, again
        assert Path("a.py").read_text() == "# CR 120.3a\n"
        run("upgrade", ".", "--to", OLD, "--write")
        assert Path("a.py").read_text() == "# CR 119.3a\n"

    def test_places_to_record_it(self, workdir: Path) -> None:
        write(workdir, {"src/a.py": "# CR 119.3a\n"})
        for place, message in {
            "other/comprules.toml": "is not at or above",
            "x.toml": "found only as comprules.toml or pyproject.toml",
        }.items():
            assert message in upgrade("src", *WAY, "--record", place, status=2)
        upgrade("src", *WAY, "--record", "comprules.toml", "--write")
        assert Path("comprules.toml").read_text() == f'edition = "{NEW}"\n'
        assert "already" in upgrade("src", *WAY, "--write")
        assert "applies to these paths already" in upgrade("src", *WAY, "--record", "comprules.toml", status=2)

    def test_without_a_place_only_stamps_record_it(self, workdir: Path) -> None:
        write(workdir, {"a": "# CR 119.3a\n"})
        output = upgrade(".", *WAY, "--write")
        assert f"a second run with --from {OLD} would take their new numbers for old ones" in output
        assert f'edition = "{NEW}"' in output
        assert sorted(path.name for path in workdir.iterdir()) == ["a"]
        write(workdir, {"a": "// 20180713 - 119.3a\n"})
        upgrade(".", *WAY, "--write")
        assert Path("a").read_text() == f"// {NEW.replace('-', '')} - 120.3a\n"
        output = upgrade(".", *WAY, "--write")
        assert "nothing to write" in output
        assert "second run" not in output

    def test_one_pin_cannot_mean_two_editions(self, workdir: Path) -> None:
        files = {"comprules.toml": f'edition = "{OLD}"\n', "a/x": "CR 119.3a\n", "b/y": "CR 702.36e\n"}
        write(workdir, files)
        assert "applies to other files too (b/y)" in upgrade("a")
        assert "name the whole tree. Nothing was written" in upgrade("a", "--write", status=2)
        assert {name: Path(name).read_text() for name in files} == files
        write(workdir, {"b/y": "CR 100.1\n"})
        upgrade("a", "--write")
        assert Path("a/x").read_text() == "CR 120.3a\n"

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            ((), "for which edition were the citations written?"),
            (("--from", "M99"), "--from: "),
            (("--from", OLD, "--to", "nonsense"), "--to: "),
            (("--from", OLD, "gone"), "gone: No such file"),
            (("--config", "gone.toml"), "gone.toml"),
            (("--from", "M10", "--config", "c.toml"), f"pinned to {OLD}, and --from says"),
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
            ("pyproject.toml", "[tool]\ncomprules={edition='x'}\n", '[tool]\ncomprules={edition="E"}\n'),
        ],
    )
    def test_written_into_any_toml(self, name: str, before: str, after: str) -> None:
        assert with_pin(Path(name), before.encode(), "E").decode() == after
        with pytest.raises(ConfigError, match="by hand"):
            with_pin(Path("comprules.toml"), b"edition = = 1", "E")


class TestFiles:
    def test_what_is_left_is_told_and_can_be_stamped(self, workdir: Path) -> None:
        write(workdir, {"a": "CR 112.7a\nCR 999.9\n"})
        output = upgrade(".", *WAY)
        assert "a:1:4: 112.7a left: 112.7a is 113.7a and was reworded; --unsafe follows it" in output
        assert f"a:2:4: 999.9 left: {OLD} has no 999.9" in output
        upgrade(".", *WAY, "--unsafe", "--write")
        assert Path("a").read_text() == "CR 113.7a\nCR 999.9\n"
        write(workdir, {"a": "CR 112.7a, CR 119.3a\n", "comprules.toml": f"edition = '{OLD}'\n"})
        assert "--stamp-left" in upgrade(".")
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

    def test_mode_stays_and_read_only_is_refused(self, workdir: Path) -> None:
        write(workdir, {"a": "CR 119.3a\n", "z": "CR 119.3a\n"})
        Path("a").chmod(0o751)
        Path("z").chmod(0o444)
        assert "z: it is read-only" in upgrade(".", *WAY, "--write", status=2)
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
        with pytest.raises(RewriteError, match="a: it changed while"):
            write_all(rewrites, workdir, OLD, NEW)
        assert (Path("a").read_text(), Path("b").read_text()) == ("mine", "old")

    def test_a_full_disk(self, workdir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        write(workdir, {"a": "CR 119.3a\n", "b": "CR 119.3a\n"})

        def fail_on_full_disk(target: Path, data: bytes) -> Path:
            if target.name == "b":
                raise OSError(28, "No space left on device", str(target))
            return stage_file(target, data)

        monkeypatch.setattr(rewriting, "stage_file", fail_on_full_disk)
        assert "No space left" in upgrade(".", *WAY, "--write", status=2)
        assert [path.read_text() for path in sorted(workdir.iterdir())] == ["CR 119.3a\n"] * 2

    def test_json(self, workdir: Path) -> None:
        write(workdir, {"a": "CR 119.3a CR 112.7a CR 100.1\n"})
        report = json.loads(run("upgrade", ".", *WAY, "--json").stdout)
        assert (report["from"], report["to"], report["written"]) == (OLD, NEW, False)
        assert (report["renumbered"], report["unchanged"], report["left"], report["ignored"]) == (1, 1, 1, 0)
        assert [(citation["old"], citation["new"], citation["status"]) for citation in report["citations"]] == [
            ("119.3a", "120.3a", "renumbered"),
            ("112.7a", "112.7a", "left"),
        ]


def test_it_is_not_interrupted_between_two_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rewrites = []
    for name in ("a", "b"):
        (tmp_path / name).write_bytes(b"old")
        rewrites.append(Rewrite(name, tmp_path / name, b"old", b"new"))

    def interrupt(temporary: Path, place: Path) -> None:
        signal.raise_signal(signal.SIGINT)
        put_in_place(temporary, place)

    monkeypatch.setattr(journal, "put_in_place", interrupt)
    write_all(rewrites, tmp_path, OLD, NEW)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()} == {"a": b"new", "b": b"new"}
    with pytest.raises(KeyboardInterrupt):  # and the next one counts again
        signal.raise_signal(signal.SIGINT)


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
            (BLOCK, [BLOCK, BLOCK.replace("702.36", "702.39")]),  # renumbered whole or not at all
        ],
    )
    def test_words_go_before_the_edition(self, workdir: Path, text: str, expected: list[str]) -> None:
        write(workdir, {"a": text})
        run("upgrade", ".", "--from", "2011-05-01", "--to", "2026-04-17", "--write")
        assert Path("a").read_text() in expected

"""Which files a path means, and every kind of thing that is no file."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pathspec import GitIgnoreSpec

from bench.growth import grows_in_proportion
from comprules.lint.config import find_config
from comprules.lint.notices import Notice, report_skipped
from comprules.lint.patterns import find_pattern_problem, read_verdict, verdict_of
from comprules.lint.read import File, PathError, read_file
from comprules.lint.select import Selection, find_files
from comprules.lint.transaction import write_all
from tests.comprules.lint.trees import write
from tests.comprules.running import read_refusal

ATOMS = ("*", "**", "***", "?", "a", "b", "[a]", "[]]", "/", "**/", "/**", "\\*", ".", "a*", "*a", "(", "+")
LONG_PATHS = ("a" * 250, "a/" * 125 + "a", "ab" * 125, "a" * 120 + "/" + "a" * 120, "b/a" * 80)


def select(*paths: str, **selection: object) -> tuple[list[str], list[str]]:
    """The files that are found, and what is said of others."""
    selected = find_files(paths or (".",), Selection(Path(), **selection))  # type: ignore[arg-type]
    notices = [f"{notice.path}: {notice.message}" for notice in selected.notices]
    return [file.path for file in selected.files], notices


def names(*paths: str, **selection: object) -> list[str]:
    return select(*paths, **selection)[0]


class TestWalk:
    def test_in_the_order_of_names_without_version_control(self, workdir: Path) -> None:
        write(workdir, {"b/x": "", "a": "", "b/.hidden": "", ".git/config": "", "b/.svn/y": "", "B": ""})
        assert names() == ["B", "a", "b/.hidden", "b/x"]
        assert names("./b", "b/x", "a") == ["b/.hidden", "b/x", "a"]
        assert names(str(workdir / "b")) == [f"{workdir}/b/.hidden", f"{workdir}/b/x"]

    def test_nested_ignore_files_the_deepest_decides(self, workdir: Path) -> None:
        ignored = {".gitignore": "*.log\n/out/\n!bad[\n\\\n", "sub/.gitignore": "!keep.log\n*.tmp\n"}
        paths = ("x.log", "x.tmp", "out/x", "sub/keep.log", "sub/other.log", "sub/deep/x.tmp", "sub/out/x")
        write(workdir, {**ignored, **dict.fromkeys(paths, "")})
        assert names() == [".gitignore", "sub/.gitignore", "sub/keep.log", "sub/out/x", "x.tmp"]

    def test_the_repository_above_counts(self, workdir: Path) -> None:
        ignored = {".git/info/exclude": "notes\n", ".gitignore": "*.o\n/pkg/gen/\n", "pkg/.gitignore": "!kept.o\n"}
        paths = ("pkg/src/a.o", "pkg/src/kept.o", "pkg/src/notes", "pkg/src/b", "pkg/gen/c")
        write(workdir, {**ignored, **dict.fromkeys(paths, "")})
        assert names("pkg/src") == ["pkg/src/b", "pkg/src/kept.o"]
        assert names("pkg") == ["pkg/.gitignore", "pkg/src/b", "pkg/src/kept.o"]
        assert names("pkg/gen") == ["pkg/gen/c"], "whoever names an ignored folder wants it walked"

    def test_a_worktree_knows_its_repository(self, workdir: Path) -> None:
        write(
            workdir,
            {
                "main/.git/info/exclude": "local\n",
                "main/.git/worktrees/side/commondir": "../..\n",
                "side/.git": f"gitdir: {workdir}/main/.git/worktrees/side\n",
                "side/local": "",
                "side/x": "",
            },
        )
        assert names("side") == ["side/x"]

    def test_include_and_exclude(self, workdir: Path) -> None:
        write(workdir, {"src/a.rs": "", "src/a.py": "", "src/vendor/b.rs": "", "docs/c.rs": "", "d.rs": ""})
        assert names(include=("*.rs",), exclude=("vendor/", "/d.rs")) == ["docs/c.rs", "src/a.rs"]
        assert names("src/vendor/b.rs", "d.rs", exclude=("vendor/",)) == ["d.rs"], "named or not"
        assert names("src/a.rs", "src/a.py", include=("/src/*.py",)) == ["src/a.py"]
        assert names("src", include=("/src/*.py",)) == ["src/a.py"], "patterns are relative to the configuration"

    def test_links_are_not_followed_so_that_loops_end_and_a_tree_may_be_deep(self, workdir: Path) -> None:
        write(workdir, {"a/x": ""})
        (workdir / "a" / "loop").symlink_to("..")
        (workdir / "a" / "self").symlink_to("self")
        (workdir / "link").symlink_to("a/x")
        assert names() == ["a/x"]
        assert names("link") == ["link"]
        with pytest.raises(PathError, match="a/self: Too many levels"):
            names("a/self")
        deep = Path("deep", *["d"] * 300)
        deep.mkdir(parents=True)
        (deep / "x").touch()
        assert len(names("deep")) == 1

    def test_an_ignore_file_that_cannot_be_read_is_told_and_the_rest_is_walked(self, workdir: Path) -> None:
        write(workdir, dict.fromkeys((".git/HEAD", "sub/x", "sub/deep/y", "long/x"), ""))
        write(workdir, {"long/.gitignore": "x\n" * 9_000_000})
        for place in (".gitignore", "sub/.gitignore"):
            (workdir / place).symlink_to(workdir / place)
        found, notices = select()
        assert [name for name in found if "gitignore" not in name] == ["long/x", "sub/deep/y", "sub/x"]
        assert [notice.partition(":")[0] for notice in notices] == [".gitignore", "long/.gitignore", "sub/.gitignore"]
        found, notices = select("sub/deep")
        assert found == ["sub/deep/y"]
        assert all("Too many levels" in notice for notice in notices)

    @pytest.mark.parametrize(
        ("pattern", "path", "fits"),
        [
            ("*a" * 40 + "b", "a" * 250, False),
            ("*a*a*a*a*ab", "a" * 249 + "b", True),
            ("**/a/" * 40 + "b", "a/" * 200 + "c", False),
            ("a/**/" * 40 + "b", "a/" * 200 + "b", True),
            ("*[!x]*?*y", "axyzzy", True),
            ("a*[!b]*c", "a/c", False),
            ("x" * 3_000_000, "x" * 250, False),
            ("*" * 21 + " Build output", "a" * 250, False),
            ("*******b", "a" * 250, False),
            ("/******/******/******//b", "a/" * 100, False),
            ("a***********b***********", "a" * 249 + "b", True),
        ],
        ids=range(11),
    )
    def test_hostile_patterns_are_matched_in_bounded_time(
        self, workdir: Path, pattern: str, path: str, fits: bool
    ) -> None:
        """One that tries every length of every wildcard would take longer than the universe has existed."""
        (workdir / ".gitignore").write_text(pattern)
        verdict = read_verdict(workdir / ".gitignore")
        assert bool(verdict and verdict(path)) is fits

    def test_many_patterns_cost_in_proportion(self, workdir: Path) -> None:
        def patterns(count: int) -> Callable[[], object]:
            (workdir / ".gitignore").write_text("".join(f"*{number}*a*b*\n" for number in range(count)))
            return lambda: read_verdict(workdir / ".gitignore")

        assert grows_in_proportion(patterns, 400)

    @given(st.lists(st.sampled_from(ATOMS), min_size=1, max_size=5), st.sampled_from(LONG_PATHS))
    def test_no_repetition_of_wildcards_hangs(self, atoms: list[str], path: str) -> None:
        """Each would take longer than anybody waits if two of its wildcards tried each other's lengths."""
        for pattern in (60 * "".join(atoms), 60 * "".join(atoms) + "c", f"/{60 * ''.join(atoms)}/c"):
            if find_pattern_problem(pattern) is None:
                verdict = verdict_of([pattern])
                assert verdict is not None
                assert verdict(path) in {None, True, False}

    @given(
        st.lists(st.sampled_from(ATOMS), min_size=1, max_size=6).map("".join),
        st.lists(st.text("ab.*", min_size=1, max_size=3), min_size=1, max_size=4).map("/".join),
    )
    def test_patterns_fit_what_their_library_says(self, pattern: str, path: str) -> None:
        verdict = verdict_of([pattern])
        expected = GitIgnoreSpec.from_lines([pattern]).check_file(path).include
        assert (verdict(path) if verdict else None) == expected

    def test_sets_are_read_without_warnings(self, recwarn: pytest.WarningsRecorder) -> None:
        for pattern, fitting, other in (("[[]x", "[x", "ax"), ("[a&&b|~[]", "&", "c"), ("[!]a]", "b", "]")):
            verdict = verdict_of([pattern])
            assert verdict is not None
            assert verdict(fitting), pattern
            assert not verdict(other), pattern
        assert not recwarn.list

    @pytest.mark.parametrize("commondir", [b"\xff\xfe\n", b"x" * 5000, b"a\0b", b"", b"x" * 100_000])
    def test_a_worktree_with_a_damaged_name_of_its_repository_is_walked(self, workdir: Path, commondir: bytes) -> None:
        write(workdir, {"main/.git/worktrees/side/HEAD": "", "side/x": "", "odd/x": ""})
        (workdir / "main/.git/worktrees/side/commondir").write_bytes(commondir)
        (workdir / "side/.git").write_text(f"gitdir: {workdir}/main/.git/worktrees/side\n")
        (workdir / "odd/.git").write_bytes(commondir)
        for folder in ("side", "odd"):
            found, notices = select(folder)
            assert f"{folder}/x" in found
            assert bool(notices) == (len(commondir) == 100_000), "told if it was not read"


class TestWhatIsNoFile:
    def test_missing_paths_are_all_named_and_nothing_is_read(self, workdir: Path) -> None:
        write(workdir, {"x": ""})
        with pytest.raises(PathError) as caught:
            names("x", "gone", "x/y", "")
        messages = str(caught.value).splitlines()
        assert [line.partition(":")[0] for line in messages] == ["gone", "x/y", "''"]
        assert "No such file" in messages[0]

    def test_pipes_sockets_and_devices(self, workdir: Path) -> None:
        os.mkfifo(workdir / "pipe")
        with socket.socket(socket.AF_UNIX) as unix_socket:
            unix_socket.bind("plug")
            assert select() == ([], ["pipe: skipped: a pipe, not a file", "plug: skipped: a socket, not a file"])
        assert "pipe it in with -" in select("pipe")[1][0]
        assert "a device" in select("/dev/null")[1][0]
        assert read_file(File("pipe", 10), 100) == b"", "a pipe in a file's place is not waited for"

    @pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
    def test_no_permission(self, workdir: Path) -> None:
        write(workdir, {"x": "CR", "d/y": ""})
        (workdir / "x").chmod(0)
        (workdir / "d").chmod(0)
        assert select()[1] == ["d/: skipped: Permission denied"]
        for path in ("x", "d", "d/y"):
            assert find_config([path]).file is None
            with pytest.raises(PathError, match=f"{path}: Permission denied"):
                names(path)
        (workdir / "d").chmod(0o700)

    def test_no_permission_as_the_system_tells_it(self, workdir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        def refuse(path: str, *_: object) -> int:
            raise PermissionError(13, "Permission denied", path)

        write(workdir, {"x": "CR"})
        monkeypatch.setattr(os, "open", refuse)
        assert read_file(File("x", 2), 100) == report_skipped("x", "unread", "Permission denied")
        with pytest.raises(PathError, match="x: Permission denied; check its permissions"):
            read_file(File("x", 2, named=True), 100)
        with pytest.raises(PathError, match="x: Permission denied"):
            names("x")

    def test_what_is_large_is_read_up_to_a_limit(self, workdir: Path) -> None:
        with (workdir / "dump").open("wb") as dump:
            dump.truncate(2_000_000_000)
        assert select() == ([], ["dump: skipped: it has more than 64 MB (2,000); read it with --max-size"])
        assert select("dump")[1] == select()[1]
        write(workdir, {"x": "y" * 5000, "binary": b"\0" + b"y" * 2_000_000, "text": b"y" * 3_000_000})
        assert isinstance(read_file(File("x", 10), 1000), Notice), "it grows"
        assert read_file(File("x", 10), 5000) == read_file(File("x", 9000), 9000) == b"y" * 5000
        data = read_file(File("binary", 2_000_001), 64_000_000)
        assert isinstance(data, bytes)
        assert len(data) == 8192, "only the head is read"
        assert read_file(File("text", 3_000_000), 64_000_000) == b"y" * 3_000_000

    def test_a_name_that_is_no_utf8(self, workdir: Path) -> None:
        Path(os.fsdecode(os.fsencode(workdir) + b"/\xff")).touch()
        assert names() == ["\udcff"]


def test_a_file_that_became_a_folder_is_said_and_leaves_no_handle_open(workdir: Path) -> None:
    folder = workdir / "a.py"
    folder.mkdir()
    handles = Path("/proc/self/fd")
    before = len(list(handles.iterdir())) if handles.exists() else 0
    for _ in range(5):
        assert read_file(File("a.py", 5), 100) == report_skipped("a.py", "unread", "Is a directory")
        with pytest.raises(
            PathError, match=r"a\.py: Is a directory; it was a file when the run began; run the command again"
        ):
            read_file(File("a.py", 5, named=True), 100)
    assert (len(list(handles.iterdir())) if handles.exists() else 0) == before


@pytest.mark.parametrize("path", ["b.py", "comprules.toml"])
def test_an_upgrade_of_a_file_that_became_a_folder_writes_nothing(
    workdir: Path, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    texts = {"a.py": "# CR 115.2a\n", "b.py": "# CR 115.2a\n", "comprules.toml": 'edition = "2018-04-27"\n'}
    write(workdir, texts)

    def write_late(*arguments: Any) -> None:
        Path(path).unlink()
        Path(path).mkdir()
        write_all(*arguments)

    monkeypatch.setattr("comprules.lint.upgrading.write_all", write_late)
    assert f"{path}: Is a directory" in read_refusal("upgrade", ".", "--write")
    assert {file.name: file.read_text() for file in workdir.iterdir() if file.is_file()} == {
        name: text for name, text in texts.items() if name != path
    }

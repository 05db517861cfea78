"""Of an output folder only what comprules wrote and nobody changed is replaced, whole or not at all."""

from __future__ import annotations

import errno
import os
import shutil
import stat
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path, PurePosixPath
from typing import NoReturn

import msgspec
import pytest
from hypothesis import event, example, given
from hypothesis import strategies as st

import rules.folders
from rules.exchange import exchange
from rules.file_list import MARKER, read_list
from rules.folders import FolderError, FolderKind, replacing_folder
from tests.attack.kills import count, fill_disk_at, kill_at, killed_at_each_step

KIND = FolderKind("site", ("index",))
OTHER = FolderKind("CSV export", ("*.csv",))
Picture = dict[str, tuple[str, bytes]]
Files = Mapping[str, bytes]


def write(out: Path, files: Files, kind: FolderKind = KIND) -> list[str]:
    """Replaces a folder by some files; returns what was told."""
    told: list[str] = []
    with replacing_folder(out, kind, told.append) as place:
        place.fresh.mkdir()
        for path, content in files.items():
            (place.fresh / path).parent.mkdir(parents=True, exist_ok=True)
            (place.fresh / path).write_bytes(content)
        (place.workspace / "parts").mkdir()
        place.commit()
    return told


def picture(folder: Path) -> Picture:
    """What is in a folder: its files, links and pipes, and the folders that are empty; no list."""
    seen: Picture = {}
    for parent, folders, files in os.walk(folder):
        for name in (*folders, *files):
            path = Path(parent, name)
            inner = path.relative_to(folder).as_posix()
            if path.is_symlink():
                seen[inner] = ("link", os.fsencode(path.readlink()))
            elif path.is_dir():
                if not any(path.iterdir()):
                    seen[inner] = ("folder", b"")
            elif path.is_file():
                seen[inner] = ("file", path.read_bytes())
            else:
                seen[inner] = ("pipe", b"")
    seen.pop(MARKER, None)
    return seen


def as_picture(files: Files) -> Picture:
    return {path: ("file", content) for path, content in files.items()}


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


class TestWhatStays:
    def test_only_unchanged_files_of_the_list_are_replaced(self, tmp_path: Path) -> None:
        out = tmp_path / "site"
        assert write(out, {"index": b"1", "kw/a": b"1", "kw/b": b"1"}) == []
        (out / "CNAME").write_bytes(b"example.org")
        (out / "mine" / "deep").mkdir(parents=True)
        (out / "mine" / "deep" / "analysis.sql").write_bytes(b"select")
        (out / "kw" / "mine").write_bytes(b"my own")
        (out / "kw" / "a").write_bytes(b"corrected")
        (out / "empty").mkdir()
        (out / "away").symlink_to("../elsewhere")
        told = write(out, {"index": b"2", "kw/a": b"2", "new": b"2"})
        assert picture(out) == {
            "index": ("file", b"2"),
            "new": ("file", b"2"),
            "kw/a": ("file", b"corrected"),
            "kw/mine": ("file", b"my own"),
            "CNAME": ("file", b"example.org"),
            "mine/deep/analysis.sql": ("file", b"select"),
            "empty": ("folder", b""),
            "away": ("link", b"../elsewhere"),
        }
        kept = f"{out}: kept files that comprules did not write: CNAME, away, empty/, kw/mine, mine/"
        assert told == [f"{kept}; kept changed files and did not write the new ones: kw/a"]
        (out / "kw" / "a").unlink()
        assert write(out, {"index": b"3", "kw/a": b"3"}) == [kept]
        assert picture(out)["kw/a"] == ("file", b"3")
        assert names(tmp_path) == {"site", ".site.lock"}

    def test_what_was_changed_stays_changed_in_the_next_run(self, tmp_path: Path) -> None:
        out = tmp_path / "site"
        write(out, {"index": b"1"})
        (out / "index").write_bytes(b"mine")
        for version in (b"2", b"3"):
            (told,) = write(out, {"index": version})
            assert told.endswith("did not write the new ones: index")
            assert picture(out) == {"index": ("file", b"mine")}
        (out / "index").write_bytes(b"3")
        assert write(out, {"index": b"4"}) == []
        assert picture(out) == {"index": ("file", b"4")}

    def test_a_file_stays_the_same_file(self, tmp_path: Path) -> None:
        """Whoever has it open goes on writing into it."""
        out = tmp_path / "site"
        write(out, {"index": b"1"})
        with (out / "log").open("wb", buffering=0) as log:
            log.write(b"before ")
            write(out, {"index": b"2"})
            log.write(b"after")
        assert (out / "log").read_bytes() == b"before after"

    def test_modes_stay(self, tmp_path: Path) -> None:
        out = tmp_path / "site"
        write(out, {"index": b"1"})
        (out / "mine").mkdir()
        (out / "mine" / "file").write_bytes(b"mine")
        (out / "mine" / "file").chmod(0o440)
        (out / "mine").chmod(0o550)
        out.chmod(0o750)
        write(out, {"index": b"2"})
        modes = [stat.S_IMODE(path.stat().st_mode) for path in (out, out / "mine", out / "mine" / "file")]
        assert modes == [0o750, 0o550, 0o440]
        assert names(tmp_path) == {"site", ".site.lock"}
        (out / "mine").chmod(0o750)

    def test_many_names_are_counted_and_controls_are_not_shown(self, tmp_path: Path) -> None:
        out = tmp_path / "site"
        write(out, {"index": b"1"})
        for number in range(12):
            (out / f"mine-{number:02}").touch()
        (out / "a\nb").touch()
        (told,) = write(out, {"index": b"2"})
        assert told.endswith(
            "a\N{REPLACEMENT CHARACTER}b, " + ", ".join(f"mine-{n:02}" for n in range(9)) + " and 3 more"
        )

    def test_without_second_names_files_are_copied(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        out = tmp_path / "site"
        write(out, {"index": b"1"})
        (out / "mine").write_bytes(b"mine")

        def refuse(*_: object) -> NoReturn:
            raise OSError(errno.EPERM, "no links here")

        monkeypatch.setattr(Path, "hardlink_to", refuse)
        write(out, {"index": b"2"})
        assert picture(out) == {"index": ("file", b"2"), "mine": ("file", b"mine")}

    def test_what_comes_late_stays(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Also what is written after the old folder was read, just before and just after the swap."""
        out = tmp_path / "site"
        write(out, {"index": b"1", "kw/a": b"1", "kw/b": b"1"})

        def interrupt(first: Path, second: Path) -> bool:
            (second / "before").write_bytes(b"mine")
            (second / "kw" / "a").write_bytes(b"corrected")
            (second / "both").write_bytes(b"older")
            swapped = exchange(first, second)
            (first / "after").write_bytes(b"mine")
            (second / "both").write_bytes(b"newer")
            return swapped

        monkeypatch.setattr(rules.folders, "exchange", interrupt)
        (told,) = write(out, {"index": b"2", "kw/a": b"2", "kw/b": b"2"})
        assert picture(out) == {
            **as_picture({"index": b"2", "kw/a": b"corrected", "kw/b": b"2", "before": b"mine", "after": b"mine"}),
            **as_picture({"both": b"newer", "both.kept-1": b"older"}),
        }
        assert told.endswith("under another name: both.kept-1")


class TestWhatIsRefused:
    def test_folders_of_others(self, tmp_path: Path) -> None:
        (tmp_path / "home").mkdir()
        (tmp_path / "home" / "thesis").write_bytes(b"mine")
        (tmp_path / ".site.comprules").mkdir()
        (tmp_path / ".site.comprules" / "notes").write_bytes(b"mine, too")
        before = picture(tmp_path)
        for out in ("home", "home/thesis", "site"):
            with pytest.raises(FolderError):
                write(tmp_path / out, {"index": b"new"})
        after = picture(tmp_path)
        assert {path: seen for path, seen in after.items() if not path.endswith(".lock")} == before

    def test_output_of_another_kind(self, tmp_path: Path) -> None:
        out = tmp_path / "data"
        write(out, {"rules.csv": b"1"}, OTHER)
        before = picture(out)
        with pytest.raises(
            FolderError, match="CSV export, so site cannot be written there; name another folder, or move"
        ):
            write(out, {"index": b"2"})
        (out / MARKER).write_bytes(b"")
        with pytest.raises(FolderError, match="output of another kind"):
            write(out, {"index": b"2"})
        assert picture(out) == before

    @pytest.mark.parametrize("mine", ["kw", "index/mine", "index/"])
    def test_what_stands_in_the_way(self, tmp_path: Path, mine: str) -> None:
        out = tmp_path / "site"
        write(out, {"first": b"1"})
        if mine.endswith("/"):
            (out / mine).mkdir()
        else:
            (out / mine).parent.mkdir(exist_ok=True)
            (out / mine).write_bytes(b"mine")
        before = picture(out)
        with pytest.raises(FolderError, match=f"move them elsewhere and try again: {mine.rstrip('/')}"):
            write(out, {"index": b"2", "kw/a": b"2"})
        assert picture(out) == before
        assert names(tmp_path) == {"site", ".site.lock"}

    def test_two_runs_at_once(self, tmp_path: Path) -> None:
        (tmp_path / "real").mkdir()
        (tmp_path / "link").symlink_to("real")
        write(tmp_path / "link", {"index": b"new"})
        assert (tmp_path / "link").is_symlink()
        assert (tmp_path / "real" / "index").read_bytes() == b"new"
        with replacing_folder(tmp_path / "real", KIND), pytest.raises(FolderError, match="another run"):
            write(tmp_path / "link", {"index": b"other"})

    def test_a_full_disk_is_told_with_the_folder(self, tmp_path: Path) -> None:
        with pytest.raises(OSError, match="site") as caught, replacing_folder(tmp_path / "site", KIND):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        assert caught.value.errno == errno.ENOSPC

    def test_a_file_system_of_its_own(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        (tmp_path / "site").mkdir()
        monkeypatch.setattr(Path, "is_mount", lambda path: path.name == "site")
        with pytest.raises(FolderError, match="name a folder in it"):
            write(tmp_path / "site", {"index": b"new"})


class TestEarlierVersions:
    @pytest.mark.parametrize("marker", [b"", b"no list", b'{"kind": "site"}'])
    def test_nothing_of_a_folder_without_a_list_is_lost(self, tmp_path: Path, marker: bytes) -> None:
        out = tmp_path / "site"
        for version in ("earlier", "earlier-2"):
            shutil.rmtree(out, ignore_errors=True)
            old = {"index": version.encode(), "stale": b"1", "notes/a": b"mine", "kw": b"1"}
            for path, content in old.items():
                (out / path).parent.mkdir(parents=True, exist_ok=True)
                (out / path).write_bytes(content)
            (out / MARKER).write_bytes(marker)
            kept, earlier = write(out, {"index": b"2", "kw/a": b"2"})
            assert picture(out) == as_picture({"index": b"2", "kw/a": b"2", "stale": b"1", "notes/a": b"mine"})
            assert kept.endswith("kept files that are not part of the new output: notes/, stale")
            assert f"kept in {out}.{version};" in earlier
            assert picture(tmp_path / f"site.{version}") == as_picture(old)
        assert write(out, {"index": b"3"}) == [f"{out}: kept files that comprules did not write: notes/, stale"]

    def test_what_a_killed_run_of_an_earlier_version_left(self, tmp_path: Path) -> None:
        workspace = tmp_path / ".site.comprules"
        for folder in ("fresh", "old"):
            (workspace / folder).mkdir(parents=True)
            (workspace / folder / "index").write_text(folder)
        (workspace / MARKER).touch()
        (workspace / "old" / MARKER).touch()
        with pytest.raises(ZeroDivisionError), replacing_folder(tmp_path / "site", KIND):
            _ = 1 // 0
        assert picture(tmp_path / "site") == {"index": ("file", b"old")}
        assert names(tmp_path) == {"site", ".site.lock"}


@pytest.mark.parametrize("can_swap", [True, False])
def test_killed_at_each_step_the_old_or_the_new_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, can_swap: bool
) -> None:
    out = tmp_path / "site"
    if not can_swap:
        monkeypatch.setattr(rules.folders, "exchange", lambda _first, _second: False)
    mine = {"mine/a": b"mine", "changed": b"mine"}
    old, new = {"index": b"old", "changed": b"old"}, {"index": b"new", "changed": b"new"}

    def reset() -> None:
        shutil.rmtree(out, ignore_errors=True)
        write(out, old)
        (out / "mine").mkdir()
        for path, content in mine.items():
            (out / path).write_bytes(content)

    killed = 0
    reset()
    wanted = [as_picture({**files, **mine}) for files in (old, new)]
    for step in killed_at_each_step(lambda: write(out, new)):
        killed += 1
        if can_swap:
            assert picture(out) in wanted, step
        with pytest.raises(ZeroDivisionError), replacing_folder(out, KIND):
            _ = 1 // 0  # a rerun that fails restores what was set aside
        assert picture(out) in wanted, step
        assert names(tmp_path) == {"site", ".site.lock"}
        reset()
    assert killed > 8
    assert picture(out) == wanted[1]


PARTS = st.sampled_from("abc")
PATHS = st.lists(PARTS, min_size=1, max_size=3).map("/".join)
CONTENTS = st.sampled_from([b"", b"1", b"22"])
CHANGES = ("write", "remove", "link", "pipe", "folder", "read-only")


def without_parents(files: dict[str, bytes]) -> dict[str, bytes]:
    """The files that can be in one folder: none is a folder of another one."""
    folders = {str(parent) for path in files for parent in PurePosixPath(path).parents}
    return {path: content for path, content in files.items() if path not in folders}


OUTPUTS = st.dictionaries(PATHS, CONTENTS, min_size=1, max_size=6).map(without_parents)


def change(folder: Path, what: str, path: str, content: bytes) -> None:
    """Does to a folder what a user may do to it; nothing if that is impossible."""
    place = folder / path
    with suppress(OSError):
        if what == "remove":
            if place.is_dir() and not place.is_symlink():
                shutil.rmtree(place)
            else:
                place.unlink()
            return
        if what == "read-only":
            if not place.is_symlink():
                place.chmod(0o555)
            return
        place.parent.mkdir(parents=True, exist_ok=True)
        match what:
            case "write":
                place.write_bytes(content)
            case "link":
                place.symlink_to(f"nowhere-{len(content)}")
            case "pipe":
                os.mkfifo(place)
            case "folder":
                place.mkdir()


def expected(before: Picture, first: Files, second: Files) -> Picture | None:
    """What must be in the folder in the end; None if something is in the way."""
    foreign = {path: seen for path, seen in before.items() if seen != ("file", first.get(path))}
    folders = {str(parent) for path in second for parent in PurePosixPath(path).parents}
    wanted = as_picture(second)
    for path, seen in foreign.items():
        is_folder = seen[0] == "folder"
        parents = {str(parent) for parent in PurePosixPath(path).parents}
        if parents & second.keys() or (path in folders and not is_folder) or (is_folder and path in second):
            return None
        if not (is_folder and path in folders):
            wanted[path] = seen
    return wanted


@contextmanager
def temporary_folder() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp())
    try:
        yield folder
    finally:
        for parent, _, _ in os.walk(folder):
            Path(parent).chmod(0o700)
        shutil.rmtree(folder)


def attempt(work: Callable[[], object]) -> bool:
    try:
        work()
    except FolderError:
        return False
    return True


@example({"a": b""}, [], {"a/a": b""}, 0.8125, "kill")  # when only a part of the old folder is removed
@example({"a/a": b""}, [], {"a": b""}, 0.75, "kill")
@given(
    OUTPUTS,
    st.lists(st.tuples(st.sampled_from(CHANGES), PATHS, CONTENTS), max_size=8),
    OUTPUTS,
    st.floats(0, 1),
    st.sampled_from(["kill", "full disk"]),
)
def test_any_folder_any_change_any_fault(
    first: Files, changes: list[tuple[str, str, bytes]], second: Files, moment: float, fault: str
) -> None:
    """Undisturbed, killed at any step, and on a disk that is full from any step on."""
    with temporary_folder() as home:
        out, copy = home / "out", home / "copy" / "out"
        write(out, first)
        for what, path, content in changes:
            change(out, what, path, content)
        before = picture(out)
        wanted = expected(before, first, second)
        event("refused" if wanted is None else "replaced")
        shutil.copytree(home, copy.parent, symlinks=True, copy_function=copy_anything)
        steps, _ = count(lambda: attempt(lambda: write(copy, second)))
        disturb = kill_at if fault == "kill" else fill_disk_at
        disturb(lambda: attempt(lambda: write(out, second)), 1 + round(moment * (steps - 1)))
        assert picture(out) in (before, wanted)
        assert attempt(lambda: write(out, second)) is (wanted is not None)
        assert picture(out) == (before if wanted is None else wanted)
        assert names(home) == {"copy", "out", ".out.lock"}
        if wanted is not None:
            file_list = read_list(out)
            assert file_list is not None
            assert file_list.files.keys() == second.keys()


def copy_anything(source: str, target: str) -> None:
    """Copies a file, a link or a pipe."""
    if stat.S_ISFIFO(os.lstat(source).st_mode):
        os.mkfifo(target)
    else:
        shutil.copy2(source, target, follow_symlinks=False)


def test_the_list_is_plain(tmp_path: Path) -> None:
    write(tmp_path / "site", {"index": b"", "kw/a": b"1"})
    assert msgspec.json.decode((tmp_path / "site" / MARKER).read_bytes()) == {
        "kind": "site",
        "files": {
            "index": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
            "kw/a": "6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b",
        },
    }

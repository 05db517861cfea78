"""A file takes its place whole, or what was there stays."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from rules.files import (
    PendingFile,
    is_temporary,
    read_regular,
    remove_temporary,
    stage_file,
    temporary_path,
    write_file,
)
from tests.attack.kills import killed_at_each_step


def tree(folder: Path) -> dict[str, bytes]:
    """Path → content of all files, but for locks."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.suffix != ".lock"
    }


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def fail_on_full_disk(*_: object) -> None:
    raise OSError(28, "No space left on device")


class TestFiles:
    def test_links_are_followed_and_modes_kept(self, tmp_path: Path) -> None:
        (tmp_path / "far").mkdir()
        real, link, dangling = tmp_path / "far" / "real", tmp_path / "link", tmp_path / "dangling"
        real.write_bytes(b"old")
        real.chmod(0o640)
        link.symlink_to("far/real")
        dangling.symlink_to(tmp_path / "far" / "new")
        write_file(link, b"new")
        write_file(dangling, b"made")
        assert (link.is_symlink(), dangling.is_symlink()) == (True, True)
        assert tree(tmp_path / "far") == {"real": b"new", "new": b"made"}
        assert stat.S_IMODE(real.stat().st_mode) == 0o640

    def test_what_is_no_regular_file_is_written_directly(self, tmp_path: Path) -> None:
        pipe, null, read = tmp_path / "pipe", tmp_path / "null", list[bytes]()
        os.mkfifo(pipe)
        reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()))
        reader.start()
        write_file(pipe, b"through the pipe")
        reader.join(10)
        assert read == [b"through the pipe"]
        null.symlink_to("/dev/null")
        for device in (Path("/dev/null"), null):
            write_file(device, b"gone")
            assert stat.S_ISCHR(device.stat().st_mode)
        assert stat.S_ISFIFO(pipe.stat().st_mode)
        assert names(tmp_path) == {"null", "pipe"}
        with pytest.raises(OSError, match="Not a regular file"), PendingFile(pipe, direct=False):
            pass
        (tmp_path / "file").write_bytes(b"twelve bytes")
        assert read_regular(tmp_path / "file", 12) == b"twelve bytes"
        for name, most, problem in (("file", 11, "12 bytes, at most 11"), ("pipe", 12, "not a regular file")):
            with pytest.raises(OSError, match=problem):
                read_regular(tmp_path / name, most)

    @pytest.mark.parametrize("name", ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "link"])
    def test_an_open_descriptor_is_written_where_it_stands(self, tmp_path: Path, name: str) -> None:
        (tmp_path / "link").symlink_to("/dev/stdout")
        script = (
            "import sys; from pathlib import Path; from rules.files import write_file\n"
            f"print('before'); write_file(Path({name!r}), b'written\\n'); print('after')"
        )
        with (tmp_path / "out").open("wb") as out:
            environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
            subprocess.run([sys.executable, "-c", script], cwd=tmp_path, stdout=out, env=environment, check=True)
        assert (tmp_path / "out").read_text() == "before\nwritten\nafter\n"

    @pytest.mark.parametrize("fault", ["fsync", "replace", "write", "folder", "loop"])
    def test_a_failure_leaves_the_old_file(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: str) -> None:
        path, loop = tmp_path / "kept", tmp_path / "x"
        path.write_bytes(b"old")
        loop.symlink_to("x")
        if fault in ("fsync", "replace"):
            monkeypatch.setattr(os if fault == "fsync" else Path, fault, fail_on_full_disk)
        target = {"folder": tmp_path, "loop": loop}.get(fault, path)
        with pytest.raises(OSError), PendingFile(target) as pending:  # noqa: PT011, PT012 - the system names it
            pending.file.write(b"n" * 100_000)
            if fault == "write":
                fail_on_full_disk()
            pending.commit()
        assert path.read_bytes() == b"old"
        assert names(tmp_path) == {"kept", "x"}

    @pytest.mark.skipif(os.geteuid() == 0, reason="root may write everything")
    def test_a_file_that_may_not_be_written_is_not_replaced(self, tmp_path: Path) -> None:
        (tmp_path / "file").touch(0o400)
        with pytest.raises(PermissionError):
            write_file(tmp_path / "file", b"new")

    def test_killed_at_each_step(self, tmp_path: Path) -> None:
        path = tmp_path / "file"
        path.write_bytes(b"old" * 50_000)
        old, new = path.read_bytes(), b"new" * 50_000
        killed = 0
        for step in killed_at_each_step(lambda: write_file(path, new)):
            killed += 1
            assert path.read_bytes() in {old, new}, step
            assert {name for name in names(tmp_path) if not is_temporary(name)} == {"file"}, step
            path.write_bytes(old)
        assert killed > 2
        assert tree(tmp_path) == {"file": new}, "the last run took away what the others left"

    def test_writers_of_one_file_take_turns(self, tmp_path: Path) -> None:
        path = tmp_path / "file"
        texts = [bytes([65 + number]) * 200_000 for number in range(8)]
        threads = [threading.Thread(target=write_file, args=(path, text)) for text in texts]
        with PendingFile(path) as pending:
            for thread in threads:
                thread.start()
            assert not remove_temporary(temporary_path(path)), "a run is writing it"
            pending.file.write(b"first")
            pending.commit()
        for thread in threads:
            thread.join(30)
        assert path.read_bytes() in texts
        assert names(tmp_path) == {"file"}

    def test_a_link_in_the_place_of_the_temporary_file_leads_nowhere(self, tmp_path: Path) -> None:
        path, victim = tmp_path / "file", tmp_path / "victim"
        victim.write_bytes(b"untouched")
        temporary_path(path).symlink_to(victim)
        assert stage_file(path, b"new").read_bytes() == b"new"
        assert victim.read_bytes() == b"untouched"

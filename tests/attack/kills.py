"""Kills a process of its own at each of its steps on the file system, one after the other."""

from __future__ import annotations

import errno
import os
import re
import signal
import sys
import traceback
from collections.abc import Callable, Iterator

KILLED = 99
FAILED = 98
_STEPS = frozenset(
    {
        "open", "os.chmod", "os.chown", "os.link", "os.mkdir", "os.remove", "os.rename", "os.rmdir", "os.symlink",
        "os.truncate", "os.utime", "sqlite3.connect",
    }
)  # fmt: skip
_NEED_ROOM = frozenset({"open", "os.link", "os.mkdir", "os.rename", "os.symlink", "sqlite3.connect"})
_IMPORTING = frozenset({"import", "compile", "exec", "marshal.dumps", "marshal.load", "marshal.loads"})
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC


def killed_at_each_step(work: Callable[[], object], *, stride: int = 1) -> Iterator[int]:
    """Run `work` in a child that dies before its first step, its second one, and so on until it ends undisturbed.

    Args:
        work: What is killed.
        stride: How many steps to go on each time.

    Yields:
        The number of each step, after the child has died before it.
    """
    step = 1
    while _run(work, step) == KILLED:
        yield step
        step += stride


def count(work: Callable[[], object]) -> tuple[int, int]:
    """Run `work` undisturbed in a child; count its steps, and its audit events of every kind."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        counted = _count(sys.maxsize)
        status = _end(work)
        os.write(writer, f"{counted[False]} {counted[True]}".encode())
        os._exit(status)
    os.close(writer)
    with os.fdopen(reader, "rb") as pipe:
        steps, events = pipe.read().split() or (0, 0)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 0, "it failed undisturbed"
    return int(steps), int(events)


def kill_at(work: Callable[[], object], step: int) -> bool:
    """Run `work` in a child that dies before one step; return whether it died."""
    return _run(work, step) == KILLED


def fill_disk_at(work: Callable[[], object], step: int) -> bool:
    """Run `work` in a child for which the disk is full from one step on; return whether that made it fail."""
    child = os.fork()
    if child == 0:
        _count(sys.maxsize, full_from=step)
        try:
            work()
        except OSError as error:
            if error.errno == errno.ENOSPC:
                os._exit(KILLED)
            traceback.print_exc()
            os._exit(FAILED)
        except BaseException:  # noqa: BLE001 - whatever it is, the parent tells it
            traceback.print_exc()
            os._exit(FAILED)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    code = os.waitstatus_to_exitcode(status)
    assert code in {0, KILLED}, f"it failed otherwise on a disk that was full from step {step}"
    return code != 0


def kill_at_event(work: Callable[[], object], event: int) -> bool:
    """Run `work` in a child that SIGKILL ends at one of its audit events; return whether it died."""
    child = os.fork()
    if child == 0:
        _count(event, every=True)
        os._exit(_end(work))
    _, status = os.waitpid(child, 0)
    code = os.waitstatus_to_exitcode(status)
    assert code in {0, -signal.SIGKILL}, f"it failed by itself before event {event}"
    return code != 0


def _run(work: Callable[[], object], step: int) -> int:
    child = os.fork()
    if child == 0:
        _count(step)
        os._exit(_end(work))
    _, status = os.waitpid(child, 0)
    code = os.waitstatus_to_exitcode(status)
    assert code in {0, KILLED}, f"it failed by itself before step {step}"
    return code


def _end(work: Callable[[], object]) -> int:
    try:
        work()
    except SystemExit as error:
        return FAILED if error.code else 0
    except BaseException:  # noqa: BLE001 - whatever it is, the parent tells it
        traceback.print_exc()
        return FAILED
    return 0


def _count(last: int, *, every: bool = False, full_from: int = sys.maxsize) -> dict[bool, int]:
    """Count this process's steps and, under True, all events; die before the last one. Hooks stay: only in a child.

    From step `full_from` on the disk is full: what needs room on it fails.
    """
    counted = {False: 0, True: 0}
    process = os.getpid()
    sys.dont_write_bytecode = True  # the first run would have steps that the next one has not

    def hook(event: str, details: tuple[object, ...]) -> None:
        if os.getpid() != process:
            return  # a process that this one has started has the hook, too
        if event in _IMPORTING or (details and re.search(r"__pycache__|\.pyc?\Z", str(details[0]))):
            return  # what one run compiles, the next one finds
        counted[True] += 1
        if every and counted[True] == last:
            os.kill(os.getpid(), signal.SIGKILL)
        if event not in _STEPS:
            return
        if event == "open" and not (isinstance(details[2], int) and details[2] & _WRITING):
            return
        counted[False] += 1
        if counted[False] >= full_from and event in _NEED_ROOM:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        if not every and counted[False] == last:
            os._exit(KILLED)

    sys.addaudithook(hook)
    return counted

"""`upgrade --write` is a transaction: killed at any step and run again, or run twice at once, it ends undisturbed."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from functools import partial
from pathlib import Path

import pytest

from comprules.lint.names import JOURNAL
from comprules.lint.transaction import TreeBusyError, hold_folders
from rules.files import is_temporary, temporary_path
from tests.attack.kills import count, kill_at, kill_at_event, killed_at_each_step
from tests.attack.rounds import factor
from tests.comprules.lint.trees import read_report, write
from tests.comprules.running import ROOT, read_output, run
from tests.tiers import is_thorough

OLD, NEW = "2018-07-13", "2026-04-17"
WAY = ("--from", OLD, "--to", NEW)
PIN = f'edition = "{OLD}"\n'
TREE: dict[str, str | bytes] = {
    "src/a.rs": "// CR 119.3a and 702.36e\n",
    "src/deep/b.rs": "fn cr_702_36e() {}\n",
    "notes.txt": "CR 119.3a\n",
    "none.txt": "nothing is cited here\n",
}
CASES = {
    "declared": ({"comprules.toml": PIN}, ()),
    "not declared": ({}, WAY),
    "recorded": ({}, (*WAY, "--record", "comprules.toml")),
}


upgrade = partial(read_output, "upgrade")


def texts(folder: Path) -> dict[str, str]:
    return {path.relative_to(folder).as_posix(): path.read_text() for path in folder.rglob("*") if path.is_file()}


def reset(folder: Path, files: Mapping[str, str]) -> None:
    """Leave these files in a folder and nothing else."""
    shutil.rmtree(folder / "src")
    for path in folder.iterdir():
        path.unlink()
    write(folder, files)


pytestmark = pytest.mark.usefixtures("known_comparisons")


@pytest.mark.long
@pytest.mark.parametrize("case", CASES)
def test_killed_at_each_step_and_run_again(workdir: Path, case: str) -> None:
    more, options = CASES[case]
    before = texts(write(workdir, TREE | more))
    upgrade(".", "--write", *options)
    after = texts(workdir)
    assert after["notes.txt"] == "CR 120.3a\n"

    reset(workdir, before)
    killed = journals = 0
    stride = 1 if factor() > 1 else 3 if is_thorough() else 6
    for step in killed_at_each_step(lambda: upgrade(".", "--write", *options), stride=stride):
        killed += 1
        now = texts(workdir)
        started = JOURNAL in now
        journals += started
        assert {now[name] for name in before} <= {*before.values(), *after.values()}, step
        if started and (workdir / "comprules.toml").exists() and case != "recorded":
            assert "interrupted" in upgrade(".", *options, status=2), "a diff would be of something half done"
        if case == "recorded" and started and now != before and "comprules.toml" in now:
            upgrade("src", *WAY, "--write")  # found from a folder below, too
        else:
            upgrade(".", "--write", *options)
        assert texts(workdir) == after, step
        reset(workdir, before)
    assert killed > 24 // stride
    assert journals > 5 // stride


@pytest.mark.parametrize("case", CASES)
def test_killed_in_the_middle_and_run_again(workdir: Path, case: str) -> None:
    more, options = CASES[case]
    before = texts(write(workdir, TREE | more))
    steps, _ = count(lambda: upgrade(".", "--write", *options))
    after = texts(workdir)
    reset(workdir, before)
    assert kill_at(lambda: upgrade(".", "--write", *options), 4 * steps // 5)
    assert JOURNAL in texts(workdir)
    result = run("upgrade", ".", "--write", "--json", *options)
    assert result.exit_code == 0, result.stderr
    assert "that was interrupted here is finished: " in result.stderr
    assert json.loads(result.stdout)
    assert texts(workdir) == after


def test_the_same_command_finishes_a_run_that_had_written_its_record(workdir: Path) -> None:
    more, options = CASES["recorded"]
    before = texts(write(workdir, TREE | more))
    steps, _ = count(lambda: upgrade(".", "--write", *options))
    after = texts(workdir)
    for step in range(steps, 0, -1):
        reset(workdir, before)
        kill_at(lambda: upgrade(".", "--write", *options), step)
        if {JOURNAL, "comprules.toml"} <= texts(workdir).keys():
            break
    assert (workdir / JOURNAL).exists()
    upgrade(".", "--write", *options)
    assert texts(workdir) == after


@pytest.mark.long
def test_a_tree_that_changed_after_a_kill(workdir: Path) -> None:
    """What is done stays done, what is not is said: nothing that somebody wrote is overwritten."""
    before = texts(write(workdir, TREE))
    steps, _ = count(lambda: upgrade(".", "--write", *WAY))
    halves = []
    for step in range(steps // 2, steps + 1):
        reset(workdir, before)
        kill_at(lambda: upgrade(".", "--write", *WAY), step)
        if (workdir / JOURNAL).exists():
            halves.append(step)
            waiting = [name for name in TREE if temporary_path(workdir / name).exists()]
            for name in TREE:
                Path(name).write_text("mine\n")
            message = upgrade(".", "--write", *WAY, status=2 if waiting else 0)
            assert not waiting or "was changed after" in message, step
            assert {texts(workdir)[name] for name in TREE} == {"mine\n"}, step
            for path in [*workdir.rglob(".comprules*")]:
                path.unlink()
    assert len(halves) > 2


def test_what_somebody_did_after_a_kill_is_kept_and_said(workdir: Path) -> None:
    before = texts(write(workdir, TREE))
    steps, _ = count(lambda: upgrade(".", "--write", *WAY))
    reset(workdir, before)
    assert kill_at(lambda: upgrade(".", "--write", *WAY), 4 * steps // 5)
    waiting = [name for name in TREE if temporary_path(workdir / name).exists()]
    assert waiting
    (workdir / waiting[0]).write_text("mine\n")
    assert "this file was changed" in upgrade(".", "--write", *WAY, status=2)
    temporary_path(workdir / waiting[0]).unlink()
    (workdir / waiting[0]).write_text(before[waiting[0]])
    assert "was to write is gone; delete" in upgrade(".", "--write", *WAY, status=2)
    (workdir / waiting[0]).write_text("mine\n")
    upgrade(".", "--write", *WAY)
    assert (workdir / waiting[0]).read_text() == "mine\n"


def test_killed_after_its_last_step_and_run_again(workdir: Path) -> None:
    """The new numbers look like those it began with; the declaration, which is written with them, tells."""
    before = texts(write(workdir, {name: text for name, text in TREE.items() if "deep" not in name}))
    upgrade(".", "--write", *WAY)
    after = texts(workdir)
    reset(workdir, before)
    event = count(lambda: upgrade(".", "--write", *WAY))[1] + 1
    late = 0
    while True:
        event -= 1
        reset(workdir, before)
        assert kill_at_event(lambda: upgrade(".", "--write", *WAY), event)
        if JOURNAL in texts(workdir):
            break
        late += 1
        assert f"comprules.toml already declares {NEW} for these files" in upgrade(".", "--write", *WAY)
        assert texts(workdir) == after, event
    assert late


def test_what_an_earlier_run_wrote(workdir: Path) -> None:
    write(workdir, TREE)
    upgrade(".", "--write", *WAY)
    after = texts(workdir)
    again = json.loads(run("upgrade", ".", "--write", "--unsafe", "--stamp-left", "--json", *WAY).stdout)
    assert (again["renumbered"], again["files_changed"]) == (0, [])
    assert f"the citations are declared for {NEW}, and --from says" in upgrade(
        ".", "--from", "2019-01-25", "--to", "2020-01-24", "--write", status=2
    )
    assert texts(workdir) == after
    # Back, and forth again.
    upgrade(".", "--to", OLD, "--write")
    assert (workdir / "notes.txt").read_text() == "CR 119.3a\n"
    upgrade(".", "--write", "--to", NEW)
    assert texts(workdir) == after


def test_leftovers_are_no_input(workdir: Path) -> None:
    write(workdir, {".comprules-0123456789abcdef.tmp": "CR 999.9z\n", JOURNAL: '{"CR": "999.9z"}'})
    write(workdir, {"a.txt": "CR 119.3a\n"})
    report = read_report(".")
    assert report["citations"] == 1
    assert [notice["path"] for notice in report["notices"]] == [JOURNAL]
    assert "interrupted" in report["notices"][0]["message"]
    read_output("check", ".comprules-0123456789abcdef.tmp")
    assert "cannot read this journal" in upgrade(".", *WAY, "--write", status=2)
    Path(JOURNAL).unlink()
    upgrade(".", *WAY, "--write")
    assert not [path for path in workdir.iterdir() if is_temporary(path.name)]


def test_one_run_at_a_time_works_in_a_tree(workdir: Path) -> None:
    for name in ("a/b", "a/c"):
        (workdir / name).mkdir(parents=True)
    with hold_folders([workdir / "a" / "b"]):
        with hold_folders([workdir / "a" / "c"]):
            pass
        for folder in (workdir, workdir / "a", workdir / "a" / "b"):
            with pytest.raises(TreeBusyError), hold_folders([folder]):
                pass
        assert "is running here" in upgrade(".", *WAY, "--write", status=2)


@pytest.mark.long
@pytest.mark.parametrize("case", ["declared", "not declared"])
def test_two_runs_at_once(workdir: Path, case: str) -> None:
    more, options = CASES[case]
    files = {f"src/{number}.txt": f"CR 119.3a file{number}\n" for number in range(150)}
    write(workdir, {**files, **more})
    command = [sys.executable, "-m", "comprules", "upgrade", ".", "--write", *options]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    processes = [
        subprocess.Popen(command, cwd=workdir, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        for _ in range(2)
    ]
    messages = [run.communicate()[1].decode() for run in processes]
    for process, words in zip(processes, messages, strict=True):
        assert process.returncode == 0 or "is running here" in words or "changed meanwhile" in words, words
    assert 0 in {process.returncode for process in processes}
    wanted = {name: text.replace("119.3a", "120.3a") for name, text in files.items()}
    assert {name: text for name, text in texts(workdir).items() if name in files} == wanted

"""Runs commands over and over, disturbs them, and compares what they leave with a run that was left alone.

`python -m bench.endurance [--minutes N] [--seed N]` keeps two worlds, each with an archive, a knowledge base, a site,
an export and a tree that cites rules. In both, the same commands run in the same order. In one of them each command is
first disturbed: killed at some moment, stopped by a disk that takes no more, given a knowledge base that is replaced or
damaged, or started twice. Then it runs again. After each command the two worlds must hold the same bytes, among them
files that a user put into the folders of the output.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from msgspec import Struct

from comprules.facts import SAMPLE
from rules.file_list import read_list

KILLED, FULL_DISK, REPLACED, TWICE = "killed", "full disk", "replaced", "two writers"
DISTURBANCES = (KILLED, FULL_DISK, REPLACED, TWICE)
_COMMAND = (sys.executable, "-m", "comprules")
_STORE = "comprules.sqlite"
_LONGEST = 600
"""Seconds after which a command is taken to hang."""
_SMALLEST_FILE, _LARGEST_FILE = 6, 22
"""Powers of two between which the size lies that files may have on a disk that takes no more, in bytes."""
_TREE_FILES = 12
_ROUNDS_OF_GROWTH = 6
"""Rounds after which both worlds begin again with few editions."""
_NUMBERS = ("119.3a", "702.36e", "502.30a", "603.4", "704.5f", "702.40a", "613.1a", "409.1b")
_FIRST, _LAST = "2009-07-11", "2026-04-17"
"""Editions from and to which the tree is upgraded."""


_OPENED = {"uri": "file:///tree/open.rs", "languageId": "rust", "version": 1, "text": "// CR 702.36e and 409.1b\n"}
_SESSION: tuple[dict[str, object], ...] = (
    {"id": 1, "method": "initialize", "params": {"processId": None, "rootUri": None, "capabilities": {}}},
    {"method": "initialized", "params": {}},
    {"method": "textDocument/didOpen", "params": {"textDocument": _OPENED}},
    {"id": 2, "method": "shutdown", "params": None},
    {"method": "exit", "params": None},
)
"""What an editor sends: it opens a document and leaves."""


class Action(Struct, frozen=True):
    """A command that both worlds run.

    Attributes:
        name: Its name in the report.
        arguments: Its arguments; `{source}` stands for the archive to take editions from.
        output: The folder that it writes, if there is one; a user has files in it.
        reads_store: Whether it reads the knowledge base from beginning to end.
        writes_store: Whether it writes the knowledge base.
        messages: What it reads from standard input.
    """

    name: str
    arguments: tuple[str, ...]
    output: str = ""
    reads_store: bool = False
    writes_store: bool = False
    messages: tuple[dict[str, object], ...] = ()


class Ended(Struct, frozen=True):
    """How a command ended: its status, what it printed, and what it complained of to people."""

    status: int
    printed: bytes
    complaints: bytes


ACTIONS = (
    Action("update", ("update", "--from", "{source}", "--archive", "archive", "--db", _STORE), writes_store=True),
    Action("fetch", ("fetch", "--all", "--from", "{source}", "--archive", "archive")),
    Action("ingest", ("ingest", "--archive", "archive", "--db", _STORE, "--jobs", "2"), writes_store=True),
    Action("build", ("site", "--db", _STORE, "--out", "site"), output="site", reads_store=True),
    Action("export", ("export", "data", "--format", "csv", "--db", _STORE), output="data", reads_store=True),
    Action("check", ("check", "tree", "--edition", _FIRST, "--format", "json")),
    Action("upgrade", ("upgrade", "tree", "--from", _FIRST, "--to", _LAST, "--write")),
    Action("serve", ("lsp",), messages=_SESSION),
)


class World:
    """A folder with all that the commands read and write.

    Every world stands at the same path while it is used, because some of what is written names its folder.

    Args:
        name: Its name.
        base: The folder that worlds are kept in.
    """

    def __init__(self, name: str, base: Path) -> None:
        self._kept = base / name
        self.place = base / "place"
        self._kept.mkdir()

    @contextmanager
    def standing(self) -> Iterator[Path]:
        """Put the world at its place and yield the path."""
        self._kept.rename(self.place)
        try:
            yield self.place
        finally:
            self.place.rename(self._kept)

    def replace_by(self, world: World) -> None:
        """Make this world a copy of another one."""
        shutil.rmtree(self._kept)
        shutil.copytree(world._kept, self._kept, symlinks=True)


def start(action: Action, source: Path, place: Path, largest_file: int | None = None) -> subprocess.Popen[bytes]:
    """Start a command in a world.

    Args:
        action: The command.
        source: The archive that `update` takes editions from.
        place: Where the world stands.
        largest_file: Size in bytes above which no file can be written; None for no limit.
    """
    limit = None if largest_file is None else partial(_limit_files, largest_file)
    return subprocess.Popen(
        [*_COMMAND, *(argument.format(source=source) for argument in action.arguments)],
        cwd=place,
        env={**os.environ, "XDG_DATA_HOME": str(place / "user"), "NO_COLOR": "1"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=limit,  # noqa: PLW1509 - this program has one thread
    )


def _limit_files(largest: int) -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (largest, largest))


def await_end(process: subprocess.Popen[bytes], messages: Sequence[dict[str, object]] = ()) -> Ended:
    """Send a command its messages, and wait for its end.

    Raises:
        subprocess.TimeoutExpired: It hangs; it is killed.
    """
    sent = b"".join(map(_frame, messages))
    try:
        printed, complaints = process.communicate(sent, timeout=_LONGEST)
    except subprocess.TimeoutExpired:
        kill(process)
        raise
    return Ended(process.returncode, printed, complaints)


def _frame(message: dict[str, object]) -> bytes:
    content = json.dumps({"jsonrpc": "2.0", **message}).encode()
    return b"Content-Length: %d\r\n\r\n%s" % (len(content), content)


def kill(process: subprocess.Popen[bytes]) -> None:
    """Kill a command with all processes that it started."""
    os.killpg(process.pid, signal.SIGKILL)
    process.communicate()


def hash_files(folder: Path) -> dict[str, str]:
    """Return the SHA-256 of each file of a folder and the target of each link, but for locks, which stay empty."""
    hashes = {}
    for path in folder.rglob("*"):
        name = path.relative_to(folder).as_posix()
        if path.is_symlink():
            hashes[name] = str(path.readlink())
        elif path.is_file() and path.suffix != ".lock":
            hashes[name] = hashlib.sha256(path.read_bytes()).hexdigest()
    return hashes


def list_differences(first: dict[str, str], second: dict[str, str]) -> list[str]:
    """Return the names that only one of two folders has, or with other content."""
    return sorted(name for name in first.keys() | second.keys() if first.get(name) != second.get(name))


def list_output(folder: Path) -> dict[str, str]:
    """Return the hashes of the files that comprules wrote into a folder, whatever a user did to them."""
    file_list = read_list(folder)
    return {} if file_list is None else file_list.files


def make_sources(base: Path) -> list[Path]:
    """Make an archive with the first edition of the sample, one with the first two, and so on."""
    manifest = json.loads((SAMPLE / "manifest.json").read_text(encoding="utf-8"))
    editions = sorted(manifest, key=lambda entry: str(entry["edition"]))
    sources = []
    for count in range(1, len(editions) + 1):
        source = base / f"source-{count}"
        shutil.copytree(SAMPLE, source)
        (source / "manifest.json").write_text(json.dumps(editions[:count]), encoding="utf-8")
        sources.append(source)
    return sources


def prepare(action: Action, place: Path, seed: int) -> None:
    """Do in a world what a user does before a command: write a tree anew, put files into the folders of the output."""
    chance = random.Random(seed)  # noqa: S311 - as below
    if action.name in {"check", "upgrade"}:
        shutil.rmtree(place / "tree", ignore_errors=True)
        (place / "tree").mkdir()
        for number in range(_TREE_FILES):
            lines = [f"// CR {chance.choice(_NUMBERS)}, line {line}\n" for line in range(chance.randrange(1, 40))]
            (place / "tree" / f"{number}.rs").write_text("".join(lines), encoding="utf-8")
    folder = place / action.output
    if action.output and folder.is_dir():
        notes = folder / "notes" / str(chance.randrange(20))
        notes.mkdir(parents=True, exist_ok=True)
        (notes / "mine.txt").write_text(f"Written by a user: {seed}", encoding="utf-8")
        written = sorted(path for path in folder.rglob("*") if path.is_file() and not path.name.startswith("."))
        changed = chance.choice(written)
        if chance.random() < 0.5:
            changed.unlink()
        else:
            changed.write_text(f"Changed by a user: {seed}", encoding="utf-8")


class Trial:
    """Both worlds, and what happened in them.

    Args:
        base: A folder for all of it.
        seed: Draws commands, disturbances and moments.
    """

    def __init__(self, base: Path, seed: int) -> None:
        self.counts: Counter[tuple[str, str]] = Counter()
        self.effects: Counter[tuple[str, str]] = Counter()
        self.failures: list[str] = []
        self._base = base
        self._chance = random.Random(seed)  # noqa: S311 - nothing secret is drawn
        self._sources = make_sources(base)
        self._source = self._sources[0]
        self._alone = World("alone", base)
        self._disturbed = World("disturbed", base)
        self._beginning = World("beginning", base)
        self._spare = base / "spare.sqlite"
        for action in ACTIONS:
            ended = self._run_alone(action, seed)
            print(f"{action.name}: status {ended.status}", flush=True)
        shutil.copyfile(base / "alone" / _STORE, self._spare)
        self._spare_lists = {
            action.name: list_output(base / "alone" / action.output) for action in ACTIONS if action.reads_store
        }
        self._beginning.replace_by(self._alone)
        self._disturbed.replace_by(self._alone)

    def begin_again(self) -> None:
        """Give both worlds back the few editions that they began with."""
        self._source = self._sources[0]
        self._alone.replace_by(self._beginning)
        self._disturbed.replace_by(self._beginning)

    def run_round(self) -> None:
        """Run every command once, in drawn order, each with a drawn disturbance."""
        for action in self._chance.sample(ACTIONS, len(ACTIONS)):
            if action.name in {"update", "fetch"}:
                self._source = self._chance.choice(self._sources)
            self._run_both(action, self._choose_disturbance(action))

    def _choose_disturbance(self, action: Action) -> str:
        """Return one of the disturbances that a command met least often."""
        possible = [KILLED, FULL_DISK, TWICE]
        if action.reads_store or action.writes_store:
            possible.append(REPLACED)
        least = min(self.counts[action.name, disturbance] for disturbance in possible)
        return self._chance.choice([each for each in possible if self.counts[action.name, each] == least])

    def _run_both(self, action: Action, disturbance: str) -> None:
        seed = self._chance.randrange(10**9)
        started = time.monotonic()
        wanted = self._run_alone(action, seed)
        duration = time.monotonic() - started
        self.counts[action.name, disturbance] += 1
        with self._disturbed.standing() as place:
            prepare(action, place, seed)
            disturb: dict[str, Callable[[Action, Path, float], bool]] = {
                KILLED: self._kill,
                FULL_DISK: self._fill_disk,
                REPLACED: self._replace,
                TWICE: self._run_twice,
            }
            self.effects[action.name, disturbance] += disturb[disturbance](action, place, duration)
            ended = await_end(start(action, self._source, place), action.messages)
        differences = list_differences(hash_files(self._base / "alone"), hash_files(self._base / "disturbed"))
        if ended.status != wanted.status:
            differences.append(f"status {ended.status}, not {wanted.status}: {ended.complaints.decode()[-500:]}")
        if action.name in {"check", "serve"} and ended.printed != wanted.printed:
            differences.append("what it printed")
        if differences:
            self._report(action, disturbance, f"{len(differences)} differ: {', '.join(differences[:5])}")
            self._disturbed.replace_by(self._alone)

    def _run_alone(self, action: Action, seed: int) -> Ended:
        with self._alone.standing() as place:
            prepare(action, place, seed)
            return await_end(start(action, self._source, place), action.messages)

    def _kill(self, action: Action, place: Path, duration: float) -> bool:
        """Kill a command at some moment; return whether it was still running."""
        process = start(action, self._source, place)
        time.sleep(self._chance.uniform(0, duration))
        was_running = process.poll() is None
        kill(process) if was_running else process.communicate()
        return was_running

    def _fill_disk(self, action: Action, place: Path, _duration: float) -> bool:
        """Run a command where no file can grow over some size; return whether that made it fail."""
        largest = int(2 ** self._chance.uniform(_SMALLEST_FILE, _LARGEST_FILE))
        ended = await_end(start(action, self._source, place, largest), action.messages)
        if b"Traceback" in ended.complaints:
            self._report(action, FULL_DISK, f"a traceback: {ended.complaints.decode()[-500:]}")
        return ended.status not in {0, 1}

    def _replace(self, action: Action, place: Path, duration: float) -> bool:
        """Replace the knowledge base while a command reads it, or damage it before a command writes it."""
        store = place / _STORE
        if action.writes_store:
            store.write_bytes(store.read_bytes()[: self._chance.randrange(1, store.stat().st_size)])
            return True
        right = store.read_bytes()
        process = start(action, self._source, place)
        time.sleep(self._chance.uniform(0, duration))
        was_running = process.poll() is None
        shutil.copyfile(self._spare, place / "waiting")
        (place / "waiting").replace(store)
        ended = await_end(process)
        store.write_bytes(right)
        written = list_output(place / action.output)
        of_one_store = (list_output(self._base / "alone" / action.output), self._spare_lists[action.name])
        if ended.status != 0:
            self._report(action, REPLACED, f"status {ended.status}: {ended.complaints.decode()[-500:]}")
        elif written not in of_one_store:
            self._report(action, REPLACED, "the output is of no single knowledge base")
        return was_running

    def _run_twice(self, action: Action, place: Path, _duration: float) -> bool:
        """Start a command twice at once; return whether one of the two was refused."""
        processes = [start(action, self._source, place) for _ in range(2)]
        statuses = {await_end(process, action.messages).status for process in processes}
        return 2 in statuses

    def _report(self, action: Action, disturbance: str, outcome: str) -> None:
        self.failures.append(f"{action.name}, {disturbance}: {outcome}")
        print(self.failures[-1], flush=True)


def print_counts(trial: Trial) -> None:
    """Print how often each command was disturbed, and how often the disturbance met it."""
    print(f"{'command':10}" + "".join(f"{disturbance:>20}" for disturbance in DISTURBANCES))
    for action in ACTIONS:
        cells = []
        for disturbance in DISTURBANCES:
            count, effects = trial.counts[action.name, disturbance], trial.effects[action.name, disturbance]
            cells.append(f"{count:>8} ({effects} met)" if count else "")
        print(f"{action.name:10}" + "".join(f"{cell:>20}" for cell in cells))


def main(arguments: Sequence[str]) -> int:
    """Run the trial for some time and print what came of it; return 1 if the two worlds ever differed."""
    parser = argparse.ArgumentParser(prog="python -m bench.endurance", description=__doc__.partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=60, help="how long it goes on [60]")
    parser.add_argument("--seed", type=int, default=1, help="draws commands, disturbances and moments [1]")
    options = parser.parse_args(arguments)
    end = time.monotonic() + 60 * options.minutes
    with tempfile.TemporaryDirectory(prefix="endurance-") as base:
        trial = Trial(Path(base), options.seed)
        rounds = 0
        while time.monotonic() < end:
            if rounds and rounds % _ROUNDS_OF_GROWTH == 0:
                trial.begin_again()
            trial.run_round()
            rounds += 1
            print(f"round {rounds}: {sum(trial.counts.values())} runs, {len(trial.failures)} failed", flush=True)
        print_counts(trial)
        runs = sum(trial.counts.values())
        print(f"{rounds} rounds, {runs} disturbed runs, {len(trial.failures)} of them with another outcome")
    return 1 if trial.failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

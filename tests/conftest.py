"""What all tests share: the tiers, and the knowledge bases that are made once for all workers of a run."""

from __future__ import annotations

import os
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from filelock import FileLock
from hypothesis import HealthCheck, settings

from comprules.facts import SAMPLE
from comprules.ingest import ingest
from graph.ledger import Ledger, open_ledger
from graph.ledger.make import ledger_of
from rules.store import Store, open_store

# The machine's speed decides nothing: no deadline, and the same examples in each run of the fast tier.
settings.register_profile(
    "fast",
    max_examples=25,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
settings.register_profile("long", settings.get_profile("fast"), max_examples=400, derandomize=False, print_blob=True)
settings.load_profile("fast")


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """Named files or folders run in one process; starting more costs more than it saves."""
    return 0 if config.args_source is pytest.Config.ArgsSource.ARGS else None


def pytest_configure() -> None:
    """Make of the environment what the tests expect of it, whoever started them."""
    # Compiled modules are kept; without, each run, and each program that a test starts, compiles all of them.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False
    # A shell starts what runs in its background deaf to interrupts, and so would be all that the tests start.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests marked `archive` run only where `$ARCHIVE` names the folder of the real editions."""
    if not os.environ.get("ARCHIVE"):
        skip = pytest.mark.skip(reason="no archive: set ARCHIVE to the folder of the real editions")
        for item in items:
            if item.get_closest_marker("archive"):
                item.add_marker(skip)


def made_once(temporary: pytest.TempPathFactory, name: str, make: Callable[[Path], object]) -> Path:
    """Makes a folder that all workers of a run read and none changes.

    Args:
        temporary: pytest's factory of temporary folders.
        name: The folder's name, one for each thing made.
        make: Fills the empty folder; called by the worker that comes first, while the others wait.

    Returns:
        The folder. Several runs over one state of the code share it where `$MADE_ONCE` names a folder for all.
    """
    base = temporary.getbasetemp()
    shared = os.environ.get("MADE_ONCE")
    home = Path(shared) if shared else base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    folder = home / f"once-{name}"
    done = folder.with_name(f"{folder.name}.done")
    with FileLock(f"{folder}.lock"):
        if not done.exists():
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            make(folder)
            done.touch()
    return folder


@pytest.fixture(scope="session", autouse=True)
def _cache(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Results of the linter are remembered for this run alone."""
    os.environ["COMPRULES_CACHE"] = str(tmp_path_factory.mktemp("cache"))


@pytest.fixture(scope="session")
def sample_kb(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A knowledge base made from the sample editions."""
    folder = made_once(tmp_path_factory, "sample", lambda folder: ingest(SAMPLE, folder / "kb.sqlite", jobs=1))
    return folder / "kb.sqlite"


@pytest.fixture(scope="session")
def sample_store(sample_kb: Path) -> Iterator[Store]:
    """The same, open."""
    with open_store(sample_kb) as opened:
        yield opened


@pytest.fixture(scope="session")
def real_archive() -> Path:
    """The folder of the real editions."""
    return Path(os.environ["ARCHIVE"])


@pytest.fixture(scope="session")
def whole(real_archive: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A knowledge base made from the real archive."""
    folder = made_once(tmp_path_factory, "whole", lambda folder: ingest(real_archive, folder / "kb.sqlite"))
    return folder / "kb.sqlite"


@pytest.fixture(scope="session")
def whole_store(whole: Path) -> Iterator[Store]:
    """The same, open."""
    with open_store(whole) as opened:
        yield opened


@pytest.fixture(scope="session")
def whole_ledger(whole: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ledger]:
    """The ledger that the real archive yields."""

    def make(folder: Path) -> None:
        with open_store(whole) as opened:
            (folder / "whole.ledger").write_bytes(ledger_of(opened))

    with open_ledger(made_once(tmp_path_factory, "whole-ledger", make) / "whole.ledger") as opened:
        yield opened

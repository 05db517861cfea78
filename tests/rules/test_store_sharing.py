"""One knowledge base for many threads and processes; and "damaged" is said of damage only."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import random
import shutil
import sqlite3
import sys
import threading
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from rules.store import DamagedStoreError, Store, StoreError, open_store
from tests.rules.conftest import reading_of
from tests.rules.test_store import write

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

THREADS = 8
ASKED_BY_EACH = 150
needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
DAYS = [f"20{year:02}-01-01" for year in range(1, 31)]


@pytest.fixture
def many(tmp_path: Path) -> Iterator[Store]:
    """A knowledge base whose editions differ."""
    readings = [reading_of(day, f"word{place}") for place, day in enumerate(DAYS)]
    with open_store(write(tmp_path / "kb.sqlite", readings)) as opened:
        yield opened


def ask(store: Store, day: str) -> object:
    return store.rule(day, "702.40a"), store.heading(day, "702.40"), store.cited_by(day, "702.40"), store.edition(day)


def run_in_child(function: Callable[[], object]) -> object:
    """Returns what a function returns, or the error that it raises, in a process that is forked."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        with os.fdopen(writing, "wb") as file:
            try:
                file.write(pickle.dumps(function()))
            except StoreError as error:
                file.write(pickle.dumps(error))
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as file:
        result = file.read()
    assert os.waitpid(child, 0) == (child, 0)
    return pickle.loads(result)


def test_threads_have_the_answers_of_one(many: Store) -> None:
    expected = {day: ask(many, day) for day in DAYS}

    def ask_often(seed: int) -> list[str]:
        days = random.Random(seed).choices(DAYS, k=ASKED_BY_EACH)
        return [day for day in days if ask(many, day) != expected[day]]

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(THREADS) as pool:
            wrong = list(pool.map(ask_often, range(THREADS)))
    finally:
        sys.setswitchinterval(interval)
    assert wrong == [[]] * THREADS


def test_any_thread_closes_it(many: Store) -> None:
    thread = threading.Thread(target=many.close)
    thread.start()
    thread.join()
    with pytest.raises(StoreError, match=r"kb\.sqlite: the knowledge base was closed; open it again"):
        many.edition(DAYS[0])


@needs_fork
def test_a_process_that_was_forked_has_the_same_answers(many: Store) -> None:
    expected = ask(many, DAYS[3])
    assert run_in_child(lambda: ask(many, DAYS[3])) == expected
    assert ask(many, DAYS[4]) != expected, "the parent goes on"


@needs_fork
def test_a_fork_while_threads_ask(many: Store) -> None:
    expected = ask(many, DAYS[3])
    stopped = threading.Event()

    def ask_on() -> None:
        while not stopped.is_set():
            ask(many, DAYS[5])

    threads = [threading.Thread(target=ask_on) for _ in range(3)]
    for thread in threads:
        thread.start()
    try:
        answers = [run_in_child(lambda: ask(many, DAYS[3])) for _ in range(5)]
    finally:
        stopped.set()
        for thread in threads:
            thread.join()
    assert answers == [expected] * 5


@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
def test_a_pool_of_processes_takes_it(many: Store, method: str) -> None:
    context = multiprocessing.get_context(method)
    with ProcessPoolExecutor(1, mp_context=context) as pool:
        assert pool.submit(ask, many, DAYS[3]).result() == ask(many, DAYS[3])


@needs_fork
def test_another_file_in_its_place_is_no_substitute(many: Store, tmp_path: Path) -> None:
    sent = pickle.dumps(many)
    write(tmp_path / "other.sqlite", [reading_of(DAYS[0])]).replace(many.path)
    with pytest.raises(StoreError, match="the knowledge base was replaced"):
        pickle.loads(sent)
    error = run_in_child(lambda: ask(many, DAYS[3]))
    assert isinstance(error, StoreError)
    assert "the knowledge base was replaced before the fork" in str(error)
    assert ask(many, DAYS[3]), "whoever has it open reads it to the end"


def test_a_wrong_query_is_no_damage(many: Store) -> None:
    wrong = ("SELECT nonsense FROM editions", "SELECT FROM", "SELECT 1 FROM nowhere", "SELECT ?, ?")
    for query in wrong:
        with pytest.raises(StoreError, match="cannot answer the query") as raised:
            many.select(query, "x")
        assert not isinstance(raised.value, DamagedStoreError)


def test_a_table_that_is_gone_is_damage(many: Store, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite"
    shutil.copy(many.path, copy)
    with closing(sqlite3.connect(copy)) as connection:
        connection.execute("DROP TABLE matter")
    with open_store(copy) as damaged, pytest.raises(DamagedStoreError, match="no such table: matter"):
        damaged.matter(DAYS[0])


def test_a_file_that_may_not_be_read(many: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("pathlib.Path.open", refuse)
    with pytest.raises(StoreError, match=r"cannot be opened \(Permission denied\)") as raised:
        open_store(many.path)
    assert type(raised.value) is StoreError


@needs_fork
def test_what_is_held_stays_whatever_happens_to_the_file(tmp_path: Path, sample_kb: Path) -> None:
    """In this process, in one that is forked, and in one that it is sent to."""
    path = tmp_path / "kb.sqlite"
    shutil.copyfile(sample_kb, path)
    with open_store(path) as store:
        rules = store.rules("2026-04-17")
        assert store.hold() == sample_kb.read_bytes()
        path.write_bytes(b"something else")
        sent = pickle.loads(pickle.dumps(store))
        path.unlink()
        assert store.rules("2026-04-17") == sent.rules("2026-04-17") == rules
        assert run_in_child(lambda: store.rules("2026-04-17")) == rules
        assert store.hold() == sample_kb.read_bytes()
        sent.close()


def test_what_is_damaged_is_not_held(tmp_path: Path, sample_kb: Path) -> None:
    path = tmp_path / "kb.sqlite"
    data = bytearray(sample_kb.read_bytes())
    data[-5] ^= 1
    path.write_bytes(data)
    with open_store(path) as store, pytest.raises(DamagedStoreError, match="changed after it was written"):
        store.hold()


@needs_fork
def test_a_fork_while_threads_open_files(many: Store) -> None:
    stopped = threading.Event()

    def open_on() -> None:
        while not stopped.is_set():
            with open_store(many.path) as store:
                store.lineages(DAYS[5])

    def open_once() -> object:
        with open_store(many.path) as store:
            return ask(store, DAYS[3])

    expected = ask(many, DAYS[3])
    threads = [threading.Thread(target=open_on) for _ in range(3)]
    for thread in threads:
        thread.start()
    try:
        answers = [run_in_child(open_once) for _ in range(20)]
    finally:
        stopped.set()
        for thread in threads:
            thread.join()
    assert answers == [expected] * 20

"""Passes over the documents that are open in an editor: each analyses one document, in another thread.

A pass begins a moment after the last key, and is abandoned when its document changes. The thread that answers the
editor never waits for a pass.
"""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Generic, TypeVar

from msgspec import Struct

PAUSE = 0.15
"""Seconds after the last key before a pass begins, so that none begins while somebody is typing."""
_Document = TypeVar("_Document")
_Result = TypeVar("_Result")


class AbandonedPass(BaseException):
    """The document of a pass has changed, or was closed."""


class _Pass(Struct, Generic[_Document]):
    """A pass over a document.

    Attributes:
        document: The document as it was when the pass was started.
        abandoned: Set once the result is not wanted any more.
        task: The task of the event loop that runs the pass.
    """

    document: _Document
    abandoned: threading.Event
    task: asyncio.Task[None] | None = None

    def proceed(self) -> None:
        """Check that the pass is still wanted.

        Raises:
            AbandonedPass: It is not.
        """
        if self.abandoned.is_set():
            raise AbandonedPass


class Passes(Generic[_Document, _Result]):
    """The passes over documents, at most one at a time; used by the thread of an event loop.

    Args:
        analyse: Returns the result for a document; called in another thread, with a function that it must call often:
            if the pass was abandoned, that function ends the work by an error.
        report: Called with each document and its result.
    """

    def __init__(
        self,
        analyse: Callable[[_Document, Callable[[], None]], _Result],
        report: Callable[[_Document, _Result], None],
    ) -> None:
        self._analyse = analyse
        self._report = report
        self._passes: dict[str, _Pass[_Document]] = {}
        self._results: dict[str, _Result] = {}
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="pass")

    def start(self, name: str, document: _Document, pause: float = PAUSE) -> None:
        """Start a pass over a document, which begins after a pause; abandon the previous pass over it.

        Args:
            name: The name of the document.
            document: The document as it is now.
            pause: Seconds.
        """
        self.abandon(name)
        started = _Pass(document, threading.Event())
        self._passes[name] = started
        started.task = asyncio.get_running_loop().create_task(self._run(name, started, pause))

    def abandon(self, name: str) -> None:
        """Abandon the pass over a document, and forget its result."""
        self._results.pop(name, None)
        started = self._passes.pop(name, None)
        if started is None:
            return
        started.abandoned.set()
        if started.task is not None:
            started.task.cancel()

    def find_result(self, name: str) -> _Result | None:
        """Return the result for a document as it is now; None if its pass is not done."""
        return self._results.get(name)

    async def wait_for_result(self, name: str) -> _Result | None:
        """Return the result for a document as it is now, once it is there.

        None if the document is not open, or if its pass ended without a result, as after an error.
        """
        while name in self._passes and name not in self._results:
            task = self._passes[name].task
            if task is None or task.done():
                return None
            await asyncio.wait([task])
        return self._results.get(name)

    def stop(self) -> None:
        """Abandon all passes."""
        for name in list(self._passes):
            self.abandon(name)
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def _run(self, name: str, started: _Pass[_Document], pause: float) -> None:
        """Wait, analyse the document in the pool, then keep and report the result, unless the pass was abandoned."""
        if pause:
            await asyncio.sleep(pause)
        loop = asyncio.get_running_loop()
        analyse = partial(self._analyse_wanted, started)
        result = await loop.run_in_executor(self._pool, analyse)
        if result is None or started.abandoned.is_set():
            return
        self._results[name] = result
        self._report(started.document, result)

    def _analyse_wanted(self, started: _Pass[_Document]) -> _Result | None:
        """Return the result of a pass; None if it was abandoned."""
        try:
            started.proceed()
            return self._analyse(started.document, started.proceed)
        except AbandonedPass:
            return None

"""Work that may be abandoned half-way, because nobody wants its result any more.

An editor wants the findings of a text until the next key. Long work calls `proceed` between its pieces; while a thread
works `abandonable`, that function may end the work by an error. Otherwise the call does nothing.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class _Work(threading.local):
    """The work of a thread: the function that ends it if it is not wanted; None if it is always wanted."""

    check_wanted: Callable[[], None] | None = None


_WORK = _Work()


@contextmanager
def abandonable(check_wanted: Callable[[], None]) -> Iterator[None]:
    """Let a function end the work of this thread.

    Args:
        check_wanted: Raises an error if the work is not wanted any more. The error must be no `Exception`, so that
            nobody takes it for a failure of the work.
    """
    before = _WORK.check_wanted
    _WORK.check_wanted = check_wanted
    try:
        yield
    finally:
        _WORK.check_wanted = before


def proceed() -> None:
    """End the work of this thread if it is not wanted any more; called often by long work, between its pieces."""
    check_wanted = _WORK.check_wanted
    if check_wanted is not None:
        check_wanted()

"""Worker processes that neither answer interrupts nor outlive the process that started them."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading


def start_worker() -> None:
    """Ready a worker process: it leaves interrupts to the main process, and ends when that one is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    # A worker whose parent was killed would wait for its next task for ever, and keep the parent's lock file open.
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)

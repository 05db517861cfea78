"""Conversations in a thread of their own: the browser's tests leave an event loop running in the main one."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


def run_apart(conversation: Coroutine[Any, Any, T]) -> T:
    """Runs a conversation to its end and returns what it returned."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, conversation).result()

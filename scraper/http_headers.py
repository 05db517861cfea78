"""Rate limiting and reading of HTTP headers. Pure except for the waiting; no network access."""

from __future__ import annotations

import datetime as dt
import email.utils
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from time import monotonic
from urllib.parse import urlsplit, urlunsplit


class RateLimiter:
    """Limits the concurrent requests to one host, with a pause between two.

    Args:
        seats: Maximum number of concurrent requests.
        pause: Minimum seconds between the starts of two requests.
        stop: Ends all waiting when it is set.
    """

    def __init__(self, seats: int, pause: float, stop: threading.Event) -> None:
        self._seats = threading.Semaphore(seats)
        self._pause = pause
        self._stop = stop
        self._turn = threading.Lock()
        self._next = 0.0

    @contextmanager
    def entered(self) -> Iterator[None]:
        """Wait for a free place and for the end of the pause, and keep the place while the context lasts."""
        with self._seats:
            with self._turn:
                self._stop.wait(max(0.0, self._next - monotonic()))
                self._next = monotonic() + self._pause
            yield


def retry_after(headers: Mapping[str, str], now: dt.datetime) -> float | None:
    """Return the seconds until a server wants to be asked again, stated in seconds or as a date; else None."""
    text = headers.get("Retry-After", "").strip()
    if text.isdecimal():
        return float(text) if len(text) < 12 else float("inf")
    try:
        day = email.utils.parsedate_to_datetime(text)
        day = day if day.tzinfo is not None else day.replace(tzinfo=dt.UTC)
        return max(0.0, (day - now).total_seconds())
    except (ValueError, OverflowError):
        return None


def without_credentials(address: str) -> str:
    """Return an address without a name and a password in it, for messages and manifests."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return address.rpartition("@")[2]
    return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2])) if "@" in parts.netloc else address

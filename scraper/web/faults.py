"""Faults of a server that may be over at the next try, and the wait until then."""

import datetime as dt
import email.utils
from collections.abc import Mapping
from http import HTTPStatus

from scraper.web.steps import SourceError

WORTH_A_RETRY = frozenset({408, 425, 429, 500, 502, 503, 504})
"""HTTP statuses of faults that may be gone at the next try."""
_MOST_DIGITS = 11
"""Maximum length of a number of seconds; a longer one means never."""


class RetryableError(SourceError):
    """A fault that may be temporary.

    Attributes:
        after: The wait in seconds that the server asked for, or None.
        silent: Whether the host did not answer at all.
        spoils_part: Whether the bytes received so far are of no use for the next try.
    """

    def __init__(
        self,
        reason: str,
        after: float | None = None,
        *,
        status: int | None = None,
        silent: bool = False,
        spoils_part: bool = False,
    ) -> None:
        super().__init__(reason, status, host_wide=silent or status == HTTPStatus.TOO_MANY_REQUESTS)
        self.after = after
        self.silent = silent
        self.spoils_part = spoils_part


def retry_after(headers: Mapping[str, str], now: dt.datetime) -> float | None:
    """Return the seconds until a server wants to be asked again, stated in seconds or as a date; else None."""
    text = headers.get("Retry-After", "").strip()
    if text.isdecimal():
        if len(text) > _MOST_DIGITS:
            return float("inf")
        return float(text)
    try:
        time = email.utils.parsedate_to_datetime(text)
        if time.tzinfo is None:
            time = time.replace(tzinfo=dt.UTC)
        return max(0.0, (time - now).total_seconds())
    except (ValueError, OverflowError):
        return None

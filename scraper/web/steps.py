"""Messages about a download while it runs."""

from collections.abc import Callable
from typing import Literal

from rules.errors import ComprulesError

FetchStep = Literal["files", "bytes", "started", "advanced", "finished", "abandoned", "note"]
"""What happens during a fetch.

`files` and `bytes`: how many are planned, once before the first download; of a file `started`, `advanced` (bytes
received so far, resumed ones included; fewer when a download starts again), `finished` (it is verified and in the
archive) and `abandoned` (no source had it); `note`, a sentence for the user: a retry, a source given up, an unverified
copy taken."""

FetchProgress = Callable[[FetchStep, str, int], None]
"""Is called with each step, the file's path in the archive or the sentence, and the number; without one with 0."""


class SourceError(ComprulesError):
    """A source did not deliver the expected bytes; the message is a clause. The next source is tried.

    Attributes:
        status: The status of HTTP that the server answered with; None if the fault is another.
        host_wide: Whether nothing else can be downloaded from the host now either: it is silent, or wants no more
            requests.
    """

    def __init__(self, reason: str, status: int | None = None, *, host_wide: bool = False) -> None:
        super().__init__(reason)
        self.status = status
        self.host_wide = host_wide

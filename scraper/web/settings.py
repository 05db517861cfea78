"""The treatment of servers: timeouts, retries, pauses, and who asks."""

from msgspec import Struct

from rules.version import own_version

AGENT = "comprules"
"""The name by which a robots.txt addresses comprules."""


class FetchSettings(Struct, frozen=True):
    """What to fetch, timeouts, retries and rate limits. The defaults suit a public server; times are in seconds.

    Attributes:
        connect_timeout: Maximum time to connect.
        read_timeout: Maximum time without data from the server.
        file_timeout: Maximum time for one file from one source, all tries together; a host that needs more is given up.
        attempts: Number of tries per source before the next source is tried.
        backoff: Wait after the first failed try; doubled each time, plus a random part of up to this value.
        longest_wait: Maximum wait before a try; a source whose server asks for more is given up.
        pause: Minimum time between two requests to one host.
        largest: Maximum size in bytes of a file whose size is not known beforehand.
        until: Editions that take effect after this day are left out; None for all.
        contact: Where the owner of a site can write to whoever runs comprules: an address of mail or of a page; None
            if nobody said so.
        check_network: Whether to ask first if there is a network at all; False if the caller has asked.
    """

    connect_timeout: float = 10.0
    read_timeout: float = 30.0
    file_timeout: float = 300.0
    attempts: int = 4
    backoff: float = 1.0
    longest_wait: float = 60.0
    pause: float = 0.25
    largest: int = 16 * 2**20
    until: str | None = None
    contact: str | None = None
    check_network: bool = True

    @property
    def agent(self) -> str:
        """What requests name as their sender."""
        sender = "run by a person who gave no address to write to"
        if self.contact:
            sender = f"+{self.contact}"
        return f"{AGENT}/{own_version()} ({sender})"

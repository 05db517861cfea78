"""The pauses between requests to one host."""

from time import monotonic, sleep


class Pace:
    """Says when a host may be asked again.

    Args:
        pause: Minimum time in seconds between two requests to one host.
    """

    def __init__(self, pause: float) -> None:
        self._pause = pause
        self._longer_pauses: dict[str, float] = {}
        self._next_turns: dict[str, float] = {}

    def slow_down(self, host: str, pause: float) -> None:
        """Make the pause between two requests to a host at least this long, in seconds."""
        self._longer_pauses[host] = max(pause, self._longer_pauses.get(host, 0.0))

    def wait_turn(self, host: str) -> None:
        """Wait until the pause since the request to a host before is over."""
        sleep(max(0.0, self._next_turns.get(host, 0.0) - monotonic()))
        self._next_turns[host] = monotonic() + max(self._pause, self._longer_pauses.get(host, 0.0))

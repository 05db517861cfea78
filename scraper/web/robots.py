"""The permissions in the robots.txt files of hosts, which are read once a run.

Guarantees (RFC 9309): without a robots.txt everything is allowed; one that cannot be read because of the server, or
that is larger than `LARGEST`, allows nothing. `Crawl-delay` and `Request-rate` are pauses between two requests.
"""

from collections.abc import Callable

from msgspec import Struct
from protego import Protego

from scraper.web.addresses import origin_of
from scraper.web.client import WebClient
from scraper.web.settings import AGENT
from scraper.web.steps import SourceError

LARGEST = 512 * 2**10
"""Maximum size in bytes: what a crawler has to read at least."""


class HostRules(Struct, frozen=True):
    """What one robots.txt says to comprules.

    Attributes:
        refusal: Why nothing may be fetched, as a clause; None if the file could be read.
        allows: Whether the page at an address may be fetched.
        pause: The wanted pause between two requests in seconds; 0 if none is stated.
    """

    refusal: str | None
    allows: Callable[[str], bool]
    pause: float


class Robots:
    """The robots.txt files of the hosts that a run visits.

    Args:
        client: What fetches them.
    """

    def __init__(self, client: WebClient) -> None:
        self._client = client
        self._rules: dict[str, HostRules] = {}

    def refusal(self, address: str) -> str | None:
        """Return, as a clause, why a page may not be fetched; None if it may.

        Raises:
            SourceError: The host does not answer.
        """
        rules = self._rules_for(address)
        if rules.refusal is not None:
            return rules.refusal
        if rules.allows(address):
            return None
        return f"{origin_of(address)}/robots.txt forbids it; save the page yourself and name the file"

    def pause(self, address: str) -> float:
        """Return the pause in seconds that the host of an address wants between two requests."""
        return self._rules_for(address).pause

    def _rules_for(self, address: str) -> HostRules:
        origin = origin_of(address)
        if origin not in self._rules:
            self._rules[origin] = self._read(f"{origin}/robots.txt")
        return self._rules[origin]

    def _read(self, address: str) -> HostRules:
        """Return the rules in the robots.txt at an address.

        Raises:
            SourceError: The host does not answer, or wants no requests at present.
        """
        try:
            answer = self._client.get(address, LARGEST, paced=False)
        except SourceError as error:
            if error.host_wide:  # first, since a status such as 429 says nothing about the file
                raise
            is_missing = error.status is not None and 400 <= error.status < 500
            if is_missing:
                return HostRules(None, lambda _: True, 0.0)
            refusal = f"{address} cannot be read ({error}), so no page of this site may be requested"
            return HostRules(refusal, lambda _: False, 0.0)
        rules = Protego.parse(answer.body.decode("utf-8", "replace"))
        return HostRules(None, lambda page: rules.can_fetch(page, AGENT), _read_pause(rules))


def _read_pause(rules: Protego) -> float:
    """Return the pause in seconds that a robots.txt wants: the longer one of `Crawl-delay` and `Request-rate`."""
    rate = rules.request_rate(AGENT)
    seconds_per_request = 0.0
    if rate is not None and rate.requests:
        seconds_per_request = rate.seconds / rate.requests
    return max(rules.crawl_delay(AGENT) or 0.0, seconds_per_request)

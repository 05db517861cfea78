"""Getting pages politely: as robots.txt allows, at the pace that it wants, from no other host than is meant."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from scraper.web.addresses import AddressError, host_and_port_of, name_of_host, normal_address
from scraper.web.client import WebAnswer, WebClient
from scraper.web.robots import Robots
from scraper.web.steps import SourceError

LONGEST_PAUSE = 120.0
"""Maximum pause between two pages in seconds; a site that wants a longer one gives one page a run."""


class PolitePages:
    """The pages of the web, as a polite reader gets them.

    Args:
        client: What touches the network.
    """

    def __init__(self, client: WebClient) -> None:
        self._client = client
        self._robots = Robots(client)
        self._visited: set[str] = set()

    def get(
        self, address: str, limit: int, hosts: Collection[str], conditions: Mapping[str, str] | None = None
    ) -> WebAnswer:
        """Return a server's answer. Each redirect on the way to it needs the same permission and pause as the page.

        Args:
            address: The page, in normal form.
            limit: Maximum number of bytes.
            hosts: Names of the hosts to which a redirect may lead; `address` itself may be on any host.
            conditions: Headers that let the server answer that the page did not change.

        Raises:
            SourceError: The page may not be fetched, or cannot be.
        """
        # A page and the redirects to it count as one page of a host, or a site that gives one page a run could not
        # even add a slash to its address.
        hosts_of_earlier_pages = frozenset(self._visited)
        self._prepare_request(address, hosts_of_earlier_pages)

        def approve_redirect(target: str) -> None:
            try:
                normal = normal_address(target)
            except AddressError as error:
                raise SourceError(f"it leads to {target[:200]}, which is not a web address") from error
            if name_of_host(normal) not in hosts:
                raise SourceError(f"it leads to another host; if that page is meant, name it: {normal}")
            self._prepare_request(normal, hosts_of_earlier_pages)

        return self._client.get(address, limit, conditions, approve_redirect)

    def _prepare_request(self, address: str, hosts_of_earlier_pages: Collection[str]) -> None:
        """Make the client wait before a request for as long as the robots.txt of the host asks.

        Args:
            address: The address to request, in normal form.
            hosts_of_earlier_pages: The hosts, with their ports, from which the run requested earlier pages.

        Raises:
            SourceError: The robots.txt forbids the page, or its pause is too long to wait for a second page.
        """
        refusal = self._robots.refusal(address)
        if refusal is not None:
            raise SourceError(refusal)
        host = host_and_port_of(address)
        pause = self._robots.pause(address)
        if pause > LONGEST_PAUSE and host in hosts_of_earlier_pages:
            reason = f"{host} wants {pause:,.0f} s between two pages, and a run waits {LONGEST_PAUSE:,.0f} s at most"
            raise SourceError(reason, host_wide=True)
        self._visited.add(host)
        self._client.slow_down(host, min(pause, LONGEST_PAUSE))

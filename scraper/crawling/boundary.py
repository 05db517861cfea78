"""Decide which pages belong to the part of a site that the user named."""

from collections.abc import Iterable
from urllib.parse import urlsplit

from msgspec import Struct
from msgspec.structs import replace

from scraper.registry import RegistryEdition
from scraper.sources.leads import Lead
from scraper.web.addresses import host_and_port_of, name_of_host
from scraper.web.scope import Scope, scope_of


class Boundary(Struct, frozen=True):
    """The part of a site that the user named, with the hosts on which the publisher keeps documents.

    Attributes:
        publisher_hosts: The names of these hosts.
        scope: The part of the site; None before the first page has shown where its address leads.
    """

    publisher_hosts: frozenset[str]
    scope: Scope | None = None

    def begun_at(self, address: str) -> "Boundary":
        """Return this boundary with the part of the site around the first page; later pages do not change it."""
        if self.scope is not None:
            return self
        return replace(self, scope=scope_of(address))

    def list_hosts(self, lead: Lead) -> set[str]:
        """Return the names of the hosts that may answer for a page, after redirects."""
        hosts = {name_of_host(lead.address)}
        if lead.kind == "document":
            hosts |= self.publisher_hosts
        return hosts

    def refusal(self, lead: Lead) -> str | None:
        """Return, as a clause, why a page lies outside of what the user named; None if it does not."""
        if self.scope is None:
            return None
        if lead.kind == "document" and name_of_host(lead.address) in self.publisher_hosts:
            return None
        if host_and_port_of(lead.address) != self.scope.host:
            return f"it is on another host, {host_and_port_of(lead.address)}"
        if lead.kind == "document":
            return None
        return self.scope.refusal(lead.page)


def find_publisher_hosts(editions: Iterable[RegistryEdition]) -> frozenset[str]:
    """Return the names of the hosts on which the publisher has put editions."""
    hosts = [urlsplit(edition.publisher or "").hostname for edition in editions]
    return frozenset(host for host in hosts if host is not None)

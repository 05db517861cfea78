"""The part of a site that a user named by one address."""

import posixpath
from urllib.parse import urlsplit

from msgspec import Struct

from scraper.web.addresses import host_and_port_of


class Scope(Struct, frozen=True):
    """The part of a site that a user named: a host, and the folder of the address.

    Attributes:
        host: The host with its port.
        folder: The path that all pages begin with; ends in a slash.
    """

    host: str
    folder: str

    def refusal(self, address: str) -> str | None:
        """Return, as a clause, why a page is outside; None if it is inside."""
        if host_and_port_of(address) != self.host:
            return f"it is on another host, {host_and_port_of(address)}"
        if not urlsplit(address).path.startswith(self.folder):
            return f"it is not below {self.folder}"
        return None


def scope_of(address: str) -> Scope:
    """Return the part of a site that an address in its normal form stands for: its folder, with all below."""
    folder = posixpath.dirname(urlsplit(address).path)
    return Scope(host_and_port_of(address), folder if folder.endswith("/") else f"{folder}/")

"""Addresses of the web in their normal form."""

import re
from urllib.parse import quote, urljoin, urlsplit, urlunsplit

from rules.errors import ComprulesError

_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+)://")
_DEFAULT_PORTS = {"http": 80, "https": 443}
_ENCODED_DOT = re.compile(r"%2e", re.IGNORECASE)
_PATH_SAFE = "/%:@!$&'()*+,;=~"
_QUERY_SAFE = f"{_PATH_SAFE}?[]"
LONGEST = 2000
"""Maximum number of characters of an address: no server takes more, and a trap makes longer and longer ones."""


class AddressError(ComprulesError):
    """A text is no address of the web. The message names it and says what to write."""


def has_scheme(text: str) -> bool:
    """Return whether a text looks like an address (`https://…`), whether or not it is one of the web."""
    return _SCHEME.match(text) is not None


def without_credentials(address: str) -> str:
    """Return an address without a name and a password in it, for messages and manifests."""
    return re.sub(r"^([^/?#]*//)[^/?#]*@", r"\1", address)


def normal_address(text: str, base: str = "") -> str:
    """Return an address of the web in its normal form: absolute, without fragment, dots and default port.

    Two spellings of one address have the same normal form, so a page is fetched once.

    Args:
        text: The address, or a link relative to `base`.
        base: The address of the page that has the link.

    Raises:
        AddressError: It is no address of the web, has a name or a password in it, or is too long.
    """
    shown = without_credentials(text)[:200]
    wrong = AddressError(f"{shown}: not a web address; give one that begins with https:// and a host")
    try:
        parts = urlsplit(urljoin(base, text.strip()))
        host, port = (parts.hostname or "").encode("idna").decode("ascii"), parts.port
    except ValueError as error:  # also what cannot be a name of a host
        raise wrong from error
    scheme = parts.scheme.lower()
    if scheme not in _DEFAULT_PORTS or not host:
        raise wrong
    if "@" in parts.netloc:
        raise AddressError(
            f"{shown}: has a name or a password in it, which would be written into the archive; save the "
            "page yourself and name the file"
        )
    authority = f"[{host}]" if ":" in host else host
    if port not in (None, _DEFAULT_PORTS[scheme]):
        authority += f":{port}"
    path = _remove_dots(parts.path)
    address = urlunsplit((scheme, authority, quote(path, _PATH_SAFE), quote(parts.query, _QUERY_SAFE), ""))
    if len(address) > LONGEST:
        raise AddressError(f"{shown}…: is longer than any address that servers accept")
    return address


def _remove_dots(path: str) -> str:
    """Return a path without `.` and `..` in it: `/rules/%2e%2e/cr.txt` → `/cr.txt`."""
    plain = _ENCODED_DOT.sub(".", "/" + path.lstrip("/"))
    return urlsplit(urljoin("http://x/", plain)).path or "/"


def host_and_port_of(address: str) -> str:
    """Return the host of an address in its normal form, with a port other than the usual: `example.org:8080`."""
    return urlsplit(address).netloc


def name_of_host(address: str) -> str:
    """Return the name of the host of an address, without its port."""
    return urlsplit(address).hostname or ""


def origin_of(address: str) -> str:
    """Return scheme, host and port of an address, as `https://example.org`; one robots.txt holds for it."""
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc}"

"""Addresses of the web: their normal form, and which ones belong together."""

import re


def without_credentials(address: str) -> str:
    """Return an address without a name and a password in it, for messages and manifests."""
    return re.sub(r"^([^/?#]*//)[^/?#]*@", r"\1", address)

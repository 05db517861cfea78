"""Rules as legislation in the vocabulary of schema.org, which search engines read.

The last version of a rule consolidates the former ones: `legislationConsolidates` names each of them, with the page of
an edition that has it. In the same way an edition consolidates the edition before it.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote

from msgspec import Struct

from graph.answers.history import HistoryEntry
from rules.links import SLIGHT
from site_src.addresses import SitePlace
from site_src.markup.words import date_in_words

CONTEXT = "https://schema.org"
COMPREHENSIVE_RULES_NAME = "Magic: The Gathering Comprehensive Rules"
_IN_FORCE = "https://schema.org/InForce"
_NOT_IN_FORCE = "https://schema.org/NotInForce"
_UNESCAPED = "/:#@=~"
"""The signs that stay as they are in an address; an anchor may have a space or a quotation mark, which are escaped."""
_PUBLISHER = {"@type": "Organization", "name": "Wizards of the Coast"}


class Wording(Struct, frozen=True):
    """A version of a rule.

    Attributes:
        identifier: Number or term with the short name of its work: `CR 702.40a`.
        first: The edition that brought it.
        place: Where the site shows that edition's text.
    """

    identifier: str
    first: str
    place: SitePlace


class Law(Struct, frozen=True):
    """A rule, an entry or an edition.

    Attributes:
        name: Its name: `702.40a Storm`.
        work: Name of the work that it is part of; empty for a whole edition.
        place: Its permanent address.
        first: The day since which it is in force.
        wordings: All its versions, the oldest first. The last one is the law itself, which consolidates the others.
        last_day: The last day on which it was in force; empty if it still is.
    """

    name: str
    work: str
    place: SitePlace
    first: str
    wordings: Sequence[Wording]
    last_day: str = ""


def drop_slight(versions: Sequence[HistoryEntry]) -> list[HistoryEntry]:
    """Return the first version of a rule, and those that changed its number or its words more than slightly."""
    changed = list(versions[:1])
    for version in versions[1:]:
        if version.key != changed[-1].key or version.change_class not in SLIGHT:
            changed.append(version)
    return changed


def describe_law(law: Law, page: str, site_url: str = "") -> dict[str, Any]:
    """Return a law as a node of JSON-LD; `as_json_ld` adds the name of the vocabulary.

    Args:
        law: The law.
        page: Address of the page that has the metadata, from the site's root.
        site_url: Address of the site; empty for addresses relative to the page.
    """
    newest = law.wordings[-1]
    address = _address(law.place, page, site_url)
    node: dict[str, Any] = {
        "@type": "Legislation",
        "@id": address,
        "url": address,
        "name": law.name,
        "legislationIdentifier": newest.identifier,
        "legislationDate": law.first,
        "legislationDateVersion": newest.first,
        "legislationLegalForce": _NOT_IN_FORCE if law.last_day else _IN_FORCE,
        "temporalCoverage": f"{law.first}/{law.last_day or '..'}",
        "inLanguage": "en",
    }
    if law.work:
        node["isPartOf"] = {"@type": "Legislation", "name": law.work}
    else:
        node["publisher"] = _PUBLISHER
    *former, _ = law.wordings
    if former:
        former.reverse()
        node["legislationConsolidates"] = [_describe_wording(wording, page, site_url) for wording in former]
    return node


def describe_current(name: str, identifier: str, since: str, address: str) -> dict[str, Any]:
    """Return a rule of the Comprehensive Rules of today as a node of JSON-LD, without its history.

    `as_json_ld` adds the name of the vocabulary.

    Args:
        name: Its name.
        identifier: Its number, as in `CR 702.40a`.
        since: Since when it has its words; empty if that is not known.
        address: Its address: whole, or relative to its page.
    """
    node: dict[str, Any] = {
        "@type": "Legislation",
        "url": address,
        "name": name,
        "legislationIdentifier": identifier,
    }
    if since:
        node["legislationDateVersion"] = since
    node["legislationLegalForce"] = _IN_FORCE
    node["inLanguage"] = "en"
    node["isPartOf"] = {"@type": "Legislation", "name": COMPREHENSIVE_RULES_NAME}
    return node


def as_json_ld(nodes: Sequence[Mapping[str, Any]]) -> str:
    """Return the metadata of a page as JSON-LD; empty for none."""
    if not nodes:
        return ""
    content: Mapping[str, Any] = {"@graph": nodes}
    if len(nodes) == 1:
        content = nodes[0]
    return json.dumps({"@context": CONTEXT, **content}, ensure_ascii=False, separators=(",", ":"))


def _describe_wording(wording: Wording, page: str, site_url: str) -> dict[str, str]:
    return {
        "@type": "Legislation",
        "url": _address(wording.place, page, site_url),
        "name": f"{wording.identifier}, {date_in_words(wording.first)}",
        "legislationIdentifier": wording.identifier,
        "legislationDateVersion": wording.first,
    }


def _address(place: SitePlace, page: str, site_url: str) -> str:
    address = f"{site_url}{place.seen_from('')}" if site_url else place.seen_from(page)
    return quote(address, safe=_UNESCAPED)

"""Citations of a rule as of a day, in the forms that papers, wikis and forums use.

`site_src/assets/js/lib/cite.js` writes the same forms on the site; a test compares the two.
"""

import json
import re
from collections.abc import Callable, Mapping
from datetime import date, datetime
from typing import Any

from msgspec import Struct

from graph.answers.rule import RuleAnswer
from rules.errors import NotFound
from rules.keys import name_of

PUBLISHER = "Wizards of the Coast"
WORK = "Magic: The Gathering Comprehensive Rules"

# Characters that are markup in a form.
_BIBTEX_SPECIAL = re.compile(r"[\\{}$&#^_%~]")
_BIBTEX_ESCAPES = {"\\": r"\textbackslash{}", "^": r"\textasciicircum{}", "~": r"\textasciitilde{}"}
_MARKDOWN_SPECIAL = re.compile(r"[\\`*_\[\]<>]")
_WIKITEXT_SPECIAL = re.compile(r"[|\[\]{}<>'=&]")
_NOT_IN_A_KEY = re.compile(r"[^0-9A-Za-z]+")
_SPACES = re.compile("[ \t\n\v\f\r\u00a0\u2028\u2029]+")


class Citable(Struct, frozen=True):
    """The facts about a rule that a citation states.

    Attributes:
        number: Number of the rule, or the term of a glossary entry.
        title: Heading of the rule, or of the nearest rule above it; empty without one.
        edition: Id of the edition.
        set_name: Name of the set that the edition came with; empty if it is not known.
        link: Permanent address of the rule; empty if no site is configured.
        accessed: The day on which the rule was read, as an ISO date.
        ordinal: 1, or 2 for the second rule with the number in its edition, and so on.
    """

    number: str
    title: str
    edition: str
    set_name: str
    link: str
    accessed: str
    ordinal: int = 1

    @property
    def id(self) -> str:
        """Return the id in a bibliography: `cr-702.40a-2012-07-01`; `cr-502.35b-2-2004-06-01` for a second 502.35b."""
        number = self.number if self.ordinal == 1 else f"{self.number}-{self.ordinal}"
        return f"cr-{number}-{self.edition}"


class RuleCitation(Struct, frozen=True):
    """A citation of a rule.

    Attributes:
        number: Number of the rule.
        edition: Id of the edition cited.
        form: The form, a name in `FORMS`.
        citation: The citation in that form.
    """

    number: str
    edition: str
    form: str
    citation: str


def cite_rule(rule: RuleAnswer, form: str, accessed: date | None = None) -> RuleCitation:
    """Return a citation of a rule as an edition has it.

    Args:
        rule: The rule. If it has a permanent address, the citation states that too.
        form: A name in `FORMS`.
        accessed: The day on which it was read; None for today.

    Raises:
        KeyError: There is no such form.
        NotFound: Only a page has the rule, and no edition that could be cited.
    """
    if rule.lineage is None:
        raise NotFound(f"{rule.number} is only on the page {rule.edition}; a citation needs an edition that has it")
    citable = Citable(
        number=name_of(rule.number),
        title=rule.title or "",
        edition=rule.edition,
        set_name=rule.set_name or "",
        link=rule.link,
        accessed=(accessed or datetime.now().astimezone().date()).isoformat(),
        ordinal=rule.ordinal,
    )
    return RuleCitation(rule.number, rule.edition, form, cite(citable, form))


def cite(citable: Citable, form: str) -> str:
    """Return a citation.

    Args:
        citable: What to cite.
        form: A name in `FORMS`.

    Raises:
        KeyError: There is no such form.
    """
    return FORMS[form](citable)


def _write_day(iso: str) -> str:
    """Return a date as it is printed in a citation: `17 April 2026`."""
    day = date.fromisoformat(iso)
    return f"{day.day} {day:%B} {day.year}"


def _name_with_title(citable: Citable) -> str:
    """Return number and title: `702.40a (Storm)`."""
    title = _SPACES.sub(" ", citable.title).strip(" ")
    if not title or title == citable.number:
        return citable.number
    return f"{citable.number} ({title})"


def _describe_edition(citable: Citable) -> str:
    """Return the edition in words: `edition of 17 April 2026 (Secrets of Strixhaven)`."""
    edition = f"edition of {_write_day(citable.edition)}"
    if not citable.set_name:
        return edition
    return f"{edition} ({citable.set_name})"


def _cite_plain(citable: Citable) -> str:
    words = f"{PUBLISHER}. {WORK}, {_name_with_title(citable)}, {_describe_edition(citable)}."
    words += f" Accessed {_write_day(citable.accessed)}."
    if not citable.link:
        return words
    # at the end, where no punctuation mark can be taken for a part of it
    return f"{words} {citable.link}"


def _cite_markdown(citable: Citable) -> str:
    name = _MARKDOWN_SPECIAL.sub(r"\\\g<0>", f"CR {_name_with_title(citable)}")
    shown = name
    if citable.link:
        shown = f"[{name}]({citable.link})"
    edition = _MARKDOWN_SPECIAL.sub(r"\\\g<0>", _describe_edition(citable))
    return f"{shown}, *{WORK}*, {edition}, accessed {_write_day(citable.accessed)}."


def _cite_wikitext(citable: Citable) -> str:
    name = _escape_wikitext(f"CR {_name_with_title(citable)}")
    shown = name
    if citable.link:
        shown = f"[{citable.link} {name}]"
    edition = _escape_wikitext(_describe_edition(citable))
    return f"{shown}, ''{WORK}'', {edition}, accessed {_write_day(citable.accessed)}."


def _cite_web(citable: Citable) -> str:
    """Return a citation as the template `cite web` of Wikipedia, without empty fields."""
    fields = {
        "title": _escape_wikitext(f"Comprehensive Rules, {_name_with_title(citable)}"),
        "work": WORK,
        "publisher": PUBLISHER,
        "edition": _escape_wikitext(citable.set_name),
        "date": _write_day(citable.edition),
        "url": citable.link,
        "access-date": _write_day(citable.accessed) if citable.link else "",
    }
    written = " ".join(f"|{name}={value}" for name, value in fields.items() if value)
    return f"{{{{cite web {written}}}}}"


def _escape_wikitext(text: str) -> str:
    """Return a text in which no character is markup."""
    return _WIKITEXT_SPECIAL.sub(lambda match: f"&#{ord(match[0])};", text)


def _cite_bibtex(citable: Citable) -> str:
    """Return a citation as an entry for BibTeX, without empty fields."""
    key = _NOT_IN_A_KEY.sub("-", citable.id).strip("-")
    fields = {
        "author": f"{{{PUBLISHER}}}",
        "title": f"{{{WORK}}}, {_escape_bibtex(_name_with_title(citable))}",
        "edition": _escape_bibtex(citable.set_name),
        "date": citable.edition,
        "year": citable.edition[:4],
        "url": citable.link,
        "urldate": citable.accessed,
    }
    written = "".join(f"  {name} = {{{value}}},\n" for name, value in fields.items() if value)
    return f"@misc{{{key},\n{written}}}"


def _escape_bibtex(text: str) -> str:
    """Return a text in which no character is a command of LaTeX."""
    return _BIBTEX_SPECIAL.sub(lambda match: _BIBTEX_ESCAPES.get(match[0], f"\\{match[0]}"), text)


def _cite_csl(citable: Citable) -> str:
    """Return a citation as an item of CSL-JSON, without empty fields."""
    item: dict[str, Any] = {
        "id": citable.id,
        "type": "webpage",
        "title": f"{WORK}, {_name_with_title(citable)}",
        "author": [{"literal": PUBLISHER}],
        "container-title": WORK,
        "edition": citable.set_name,
        "issued": {"date-parts": [_date_parts(citable.edition)]},
        "accessed": {"date-parts": [_date_parts(citable.accessed)]},
        "section": citable.number,
        "URL": citable.link,
    }
    return json.dumps([{name: value for name, value in item.items() if value}], ensure_ascii=False, indent=2)


def _date_parts(iso: str) -> list[int]:
    return [int(part) for part in iso.split("-")]


FORMS: Mapping[str, Callable[[Citable], str]] = {
    "plain": _cite_plain,
    "markdown": _cite_markdown,
    "wikitext": _cite_wikitext,
    "cite-web": _cite_web,
    "bibtex": _cite_bibtex,
    "csl-json": _cite_csl,
}
"""The forms by name, and the functions that write them."""

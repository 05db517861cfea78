"""Recognise text about rules that are not those of Magic: of another game, a court, an account.

A *cue* is the word before a number that announces a citation, such as `rule` or `CR`.
"""

import re

from rules.late_patterns import compile_late

_REACH_BEFORE = 40
"""Characters before a cue in which an authority can be named."""

_COURTS = (
    r"\bFed(?:eral|\.)|\bEvid\w*\.?|\bCiv\w*\.?|\bCrim\w*\.?|\bLocal|\bF\.?R\.?E\.?|\bF\.?R\.?C\.?P\.?|\bSEC|\bFINRA"
    r"|\bBankr?\w*\.?|\bApp\.|\bSup\.[ ]?Ct\.|\bSuperior[ ]Court|\bU\.?S\.?C\.?|\bC\.?F\.?R\.?"
)
_AUTHORITY = compile_late(
    rf"""
    (?:
        {_COURTS}
        | \bESLint | \bHTTP | \bDIN | \bISO | \bRFC
        | \b(?:DR|Dr|[Dd]ebit)\b[^\n]{{0,30}}/?              # in accounts CR is credit, with a debit before it
    )
    [ ,.]{{0,3}}(?:R(?:ules?)?\.?\s{{1,3}})?(?:of[ ]\w+\s)?\Z
    """,
    re.VERBOSE,
)
"""The name of another authority at the end of the text before a cue."""
_LAW_AFTER = compile_late(
    r"""
      \s{1,2}(?:of[ ](?:the[ ])?(?:Federal|[Ee]vidence|[Cc]ivil|[Cc]riminal|Texas|California|Rules|Court)|F\.R\.|Fed\.)
    | \([a-z0-9]\)\(\d                                       # 404(b)(1)
    """,
    re.VERBOSE,
)
"""The text after a number of a law, or of rules of procedure."""
_OTHER_FORM = compile_late(r"\.[a-z](?![a-z])|\.[1-9]")
"""The rest of a number in the form that other games use: `426.1.c`, `426.1.2`."""
_OTHER_NUMBER = compile_late(
    r"""
    \bCR[ ]
    (?: \d{4}\.\d{1,2}[a-z]? | \d{1,2}\.(?:\d{1,2}(?:\.\d{1,2})?[a-z]?|[a-z]) )
    (?![\w%]|\.\d)
    """,
    re.VERBOSE,
)
"""A cited number whose chapter does not have three digits: `CR 7.6.8`, `CR 16.c`, `CR 1077.1`. No public tree about
Magic that was read, of more than 60, has one."""
_OTHER_GAMES = ("Riftbound", "riftbound", "Netrunner", "netrunner", "NISEI", "Flesh and Blood", "Lorcana", "Yu-Gi-Oh")
_NAMES_OF_MAGIC = (
    "Magic: The",
    "Magic the Gathering",
    "MTG",
    "mtg",
    "laneswalker",
    "scryfall",
    "Scryfall",
    "wizards.com",
)
"""Words that name Magic in a text which names another game too; "Magic" or "Wizards" alone may belong to that game."""
_WORDS_OF_LAW = (
    "R. Evid",
    "Rules of Evidence",
    "Fed. R.",
    "U.S.C.",
    "Civ. P.",
    "F.R.E.",
    "CrR ",
    "CrRLJ",
    "Superior Court",
    "laintiff",
    "Debit",
    "debit",
    "Invoice",
    "invoice",
)
"""Words of texts about law or accounting."""
_WORDS_OF_MAGIC = compile_late(
    r"""
    万智牌 | 萬智牌 | マジック：ザ | 매직:[ ]더                                  # its name where words have no blanks
    | \b(?:
        MTG | [Mm]tg | [Mm]agic(?::?[ ][Tt]he)?[ ]Gathering
        | import[ ]mage | package[ ]mage | forge\.(?:game|card|ai)          # programs that play it
        | [Ss]cryfall | (?:[Cc]omprehensive[ ]|(?:Magic)?Comp)[Rr]ules | wizards\.com
        | [Bb]attlefield | [Pp]laneswalkers? | [Gg]raveyard | [Cc]reatures? | [Mm]ana
        | [Ss]pells? | [Ss]orcer(?:y|ies) | [Tt]rample | [Bb]lockers? | [Uu]ntap\w*
        | [Kk]eyword[ ](?:action|abilit)\w* | [Ss]tate[ _-]based | [Ee]xtra[ -]turns?
        | [Ii]ndestructible | [Hh]exproof | [Dd]eathtouch | [Ll]ifelink
    )\b
    """,
    re.VERBOSE,
)


def has_words_of_magic(text: str) -> bool:
    """Return whether a text has a word that is typical of Magic, such as `battlefield`."""
    return _WORDS_OF_MAGIC.search(text) is not None


def find_other_game(text: str) -> str | None:
    """Return the name of another game, as it is printed in a text; None if the text names none."""
    return next((name for name in _OTHER_GAMES if name in text), None)


def list_other_numbers(text: str) -> frozenset[str]:
    """Return the different numbers cited in a text in the form of another game, each with its cue: `CR 7.6.8`."""
    if "CR " not in text:
        return frozenset()
    return frozenset(match[0] for match in _OTHER_NUMBER.finditer(text))


def names_magic(text: str) -> bool:
    """Return whether a text names Magic, or something that belongs to it alone, such as Scryfall."""
    return any(name in text for name in _NAMES_OF_MAGIC)


def is_about_other_rules(text: str) -> bool:
    """Return whether a text is about rules of another game without naming Magic, or about law or accounting.

    A text with words of law is about Magic nevertheless if it has a word of Magic.
    """
    if find_other_game(text) is not None and not names_magic(text):
        return True
    return any(word in text for word in _WORDS_OF_LAW) and not has_words_of_magic(text)


def has_other_authority(text: str, cue_start: int, end: int) -> bool:
    """Return whether a citation names a rule of another authority: `Fed. R. Evid. 702`, `Rule 404(b)(1)`.

    Args:
        text: The whole text.
        cue_start: Offset of the cue.
        end: Offset after the number.
    """
    if _AUTHORITY.search(text[max(0, cue_start - _REACH_BEFORE) : cue_start]):
        return True
    return _LAW_AFTER.match(text, end) is not None


def has_other_form(text: str, end: int) -> bool:
    """Return whether a number goes on after `end` in the form of another game: `426.1.c`, `426.1.2`."""
    return _OTHER_FORM.match(text, end) is not None

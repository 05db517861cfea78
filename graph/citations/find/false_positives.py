"""Detecting what only looks like a citation: amounts, versions, addresses, rules other than the Comprehensive Rules.

Each test examines a few characters around a number, or a whole file once. Whatever they reject is never found, so each
test names the kind of thing that it rejects.
"""

from __future__ import annotations

from rules.late_patterns import compile_late

_UNITS = (
    r"px|p[tc]|r?em|[mµnu]?s|[kKMGT]i?[bB](?:/s)?|[kmcµ]?m|mi|ft|[kmµ]?g|lbs?|fps|[kKMG]?[hH]z|dB|[kM]?W|V|€"
    r"|USD|EUR|tix"
)
_COUNTED = (
    "percent|seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|years?|weeks?|months?|points?|pixels?|million|billion"
    "|thousand|dollars?|euros?|cents|bytes|inch(?:es)?|miles|meters|degrees|times|x|ops|lines|req|rows|files"
)
_AMOUNT_BEFORE_UNIT = compile_late(
    rf"[%‰°²³]|\s?(?:{_UNITS})(?![\w])|\s(?:{_COUNTED})\b|\s?[-+*/^]\s?\d(?!\d\d\.\d)|\s?[<>=]=?\s?\d"
    r"|,?\s{1,2}-?\d(?!\d\d\.\d)|-?\.\d|\s?±|\s?\)\s?\*"
)
"""What makes the number before it an amount."""
_MEASURED = (
    r"\bv(?:er(?:sion|\.)?)?s?\.?|\bbuild|\brelease|\bpython|\bjava|\bnode|\bpage|\bport|\bprice[sd]?\W{0,4}"
    r"|\busd\W{0,4}|\beur\W{0,4}|\btix\W{0,4}|\bcosts?|\brating\W{0,4}|\babout|\bapprox\w*\.?|\bup to"
    r"|\btook|\btakes?|\blasts?|\blasted|\bwaits?|\bwithin"
)
_AMOUNT_AFTER_SIGN = compile_late(
    r"(?:[A-Za-z0-9_$€£¥~≈±@\\^=]|\d[,:]|[-+−]|[\w)\]]\s?(?!//|--)[<>+*/=−-]{1,2}\s|[<>=]\s|\.|[A-Za-z]-|\d,?\s{1,2}"
    rf"|(?i:{_MEASURED})\s{{0,2}})\Z"
)
"""What makes the number after it an amount, a version or a part of one."""
_KEY = compile_late(
    r"(?P<rule>(?i:(?:comp_?)?rules?|cr)[_-]?(?i:number|num|no|id|ref(?:erence)?|citation|key)?s?)?"
    r"(?P<number>(?i:number|num|no|id|ref|reference|citation|section|from|to))?[\"'`]?\s{0,2}[:=]\s{0,4}(?(rule)(?:\[\s{0,4})?)[\"']\Z"
)
_ESCAPES = (r"\n", r"\r", r"\t")
_LETTER = compile_late(r"[^\W\d_]")
_SUFFIXES = frozenset("fdlmksxgFDLMKSX")
_UNITS_OF_ONE_LETTER = frozenset("smkgx")

_COURTS = (
    r"\bFed(?:eral|\.)|\bEvid\w*\.?|\bCiv\w*\.?|\bCrim\w*\.?|\bLocal|\bF\.?R\.?E\.?|\bF\.?R\.?C\.?P\.?|\bSEC|\bFINRA"
    r"|\bBankr?\w*\.?|\bApp\.|\bSup\. ?Ct\.|\bSuperior Court|\bU\.?S\.?C\.?|\bC\.?F\.?R\.?"
)
_AUTHORITY = compile_late(
    rf"(?:{_COURTS}|\bESLint|\bHTTP|\bDIN|\bISO|\bRFC|\b(?:DR|Dr|[Dd]ebit)\b[^\n]{{0,30}}/?)"
    r"[ ,.]{0,3}(?:R(?:ules?)?\.?\s{1,3})?(?:of \w+\s)?\Z"
)
"""Another authority before the cue. In accounts `CR` is credit, with a debit before it."""
_LAW_BEHIND = compile_late(
    r"\s{1,2}(?:of (?:the )?(?:Federal|[Ee]vidence|[Cc]ivil|[Cc]riminal|Texas|California|Rules|Court)|F\.R\.|Fed\.)"
    r"|\([a-z0-9]\)\(\d"
)
_OTHER_FORM = compile_late(r"\.[a-z](?![a-z])|\.[1-9]")

_OTHER_GAMES = ("riftbound", "Riftbound", "netrunner", "Netrunner", "NISEI", "Flesh and Blood", "Lorcana", "Yu-Gi-Oh")
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
_LAW = (
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
)
_BOOKS = ("Debit", "debit", "Invoice", "invoice")
_WORDS_OF_MAGIC = compile_late(
    r"\b(?:MTG|[Mm]tg|[Mm]agic(?::? [Tt]he)? Gathering|import mage|package mage|forge\.(?:game|card|ai)|[Ss]cryfall"
    r"|(?:[Cc]omprehensive |(?:Magic)?Comp)[Rr]ules"
    r"|wizards\.com|[Bb]attlefield|[Pp]laneswalkers?|[Gg]raveyard|[Cc]reatures?|[Mm]ana"
    r"|[Ss]pells?|[Ss]orcer(?:y|ies)|[Tt]rample|[Bb]lockers?|[Uu]ntap\w*|[Kk]eyword (?:action|abilit)\w*"
    r"|[Ss]tate[ _-]based|[Ee]xtra[ -]turns?|[Ii]ndestructible|[Hh]exproof|[Dd]eathtouch|[Ll]ifelink)\b"
)
_RULES_ADDRESS = compile_late(r"(?i)rule|magic|mtg|/cr\b|cr/|yawgatog|wizards")
_ADDRESS = compile_late(r"[^\s\"'()<>\[\]]{1,120}\Z")


def of_magic(text: str) -> bool:
    """Return whether a text has words of the game, or names it: enough to accept a lone `CR 702` in it."""
    return _WORDS_OF_MAGIC.search(text) is not None


def of_other_rules(text: str) -> bool:
    """Return whether a text is about other rules than those of Magic.

    This is true of a text about another game that does not name Magic, and of one about law or accounting without a
    word of Magic.
    """
    if any(word in text for word in _OTHER_GAMES) and not any(word in text for word in _NAMES_OF_MAGIC):
        return True
    return any(word in text for word in _LAW + _BOOKS) and not of_magic(text)


def another_authority(text: str, cue_start: int, end: int) -> bool:
    """Return whether the rule cited is of another authority: `Fed. R. Evid. 702`, `Rule 404(b)(1)`."""
    return bool(_AUTHORITY.search(text[max(0, cue_start - 40) : cue_start]) or _LAW_BEHIND.match(text, end))


def is_amount(text: str, start: int, end: int) -> bool:
    """Return whether the characters around a number without a cue make it an amount, a version or a part of one."""
    signed = not is_behind_escape(text, start) and _AMOUNT_AFTER_SIGN.search(text[max(0, start - 16) : start])
    return bool(signed) or has_unit(text, end)


def is_behind_escape(text: str, start: int) -> bool:
    r"""Return whether a number begins a line or a column of a string: behind `\n` or `\t`."""
    return text[max(0, start - 2) : start] in _ESCAPES


def key_of_value(text: str, start: int, end: int) -> str | None:
    """Return what the key is of which a number in quotes is the whole value; None if it is not the value of a key.

    Returns:
        `rule` for `"rule_number": "702.2"`, `number` for a key that numbers anything, empty for another, such as `usd`.
    """
    key = _KEY.search(text, max(0, start - 40), start) if text[end : end + 1] in ("'", '"') else None
    return None if key is None else "rule" if key["rule"] else "number" if key["number"] else ""


def has_words_nearby(text: str, start: int, end: int) -> bool:
    """Return whether there are letters on the same line, at most 120 characters away."""
    low = text.rfind("\n", max(0, start - 120), start) + 1 or max(0, start - 120)
    high = text.find("\n", end, end + 120)
    return _LETTER.search(text[low:start] + text[end : high if high >= 0 else end + 120]) is not None


def has_unit(text: str, end: int) -> bool:
    """Return whether what follows a number makes it an amount."""
    return _AMOUNT_BEFORE_UNIT.match(text, end) is not None


def numbered_otherwise(text: str, end: int) -> bool:
    """Return whether a number continues in the form that other games use: `426.1.c`."""
    return _OTHER_FORM.match(text, end) is not None


def may_be_suffix(letter: str) -> bool:
    """Return whether the letter behind a number may be a literal's type or a unit, not a subrule's letter: `100.5f`."""
    return letter in _SUFFIXES


def may_be_unit(letter: str) -> bool:
    """Return whether the letter behind a number may be a unit in prose too: `took 120.5s`."""
    return letter in _UNITS_OF_ONE_LETTER


def address_before(text: str, start: int) -> str:
    """Return the characters of an address, a path or a word that end at `start`."""
    match = _ADDRESS.search(text[max(0, start - 120) : start])
    return match[0] if match else ""


def of_the_rules(address: str) -> bool:
    """Return whether an address can lead to the rules."""
    return _RULES_ADDRESS.search(address) is not None

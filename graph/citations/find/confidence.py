"""How certain it is that a place is a citation, judged by itself, and what the rest of the file must confirm.

A cue, a letter, a stamp, a name and an address each give some confidence; what makes a number an amount, a version, an
address or a rule of another authority takes it all. A file with one certain citation cites the rules, so that less
certain places in it are accepted too. Each test examines a few characters around a number, or a whole file once.
"""

from enum import IntEnum

import msgspec

from graph.citations.find.forms import Cue, Stamp, is_plausible, stamp_of
from graph.citations.find.layout import NEW_LINE, Place, line_around, place_of
from graph.citations.records import Citation
from rules.late_patterns import compile_late


class Confidence(IntEnum):
    """What must be known about the file before a place counts as a citation."""

    NONE = 0
    """Nothing suffices: the place is something else."""
    CITING = 1
    """The file must cite the rules elsewhere."""
    MAGIC = 2
    """The file must be about Magic, or cite the rules elsewhere."""
    CERTAIN = 3
    """Nothing: the place is a citation in any file."""


_SET_OFF = compile_late(r"(?:[(\[{`\"'|]|(?:^|\n)[ \t]*[-*]?[ \t]*|(?<!:)//+[ \t]*|(?:/\*+|#+|--|;|%)[ \t]*)\Z")
"""What separates a number from a sentence: a bracket, a quote, the beginning of a line or of a comment."""
_GOES_ON = compile_late(r"\s?[—–:)\]]|\s-\s|\.\s")
_HEADS = compile_late(r"\.\s{1,2}[A-Z][a-z]*,? [A-Za-z]|\.?[ \t]*\r?\n[ \t]*(?://+|\*|#+|--)[ \t]+[A-Z][a-z]*,? [a-z]")
"""What follows a rule's number as the rules print it: a full stop and a sentence."""
_SENTENCE = compile_late(r"\s{1,2}(?:[\"“(]|[A-Z]|\.\.\.)")


class PossibleCitation(msgspec.Struct):
    """A place that may be a citation.

    Attributes:
        printed: The number as printed.
        begins: Its offset, including its cue.
        cue: The word that announces it, as in `Citation`.
        confidence: How certain it is a citation, whatever the rest of the file is.
        joined: Whether it is a later item of a list.
        stamp: The edition written next to it.
    """

    printed: Citation
    begins: int
    cue: str | None
    confidence: Confidence
    joined: bool = False
    stamp: Stamp | None = None


_UNITS = (
    r"px|p[tc]|r?em|[mµnu]?s|[kKMGT]i?[bB](?:/s)?|[kmcµ]?m|mi|ft|[kmµ]?g|lbs?|fps|[kKMG]?[hH]z|dB|[kM]?W|V|€"
    r"|USD|EUR|tix"
)
_COUNTED = (
    "percent|seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|years?|weeks?|months?|points?|pixels?|million|billion"
    "|thousand|dollars?|euros?|cents|bytes|inch(?:es)?|miles|meters|degrees|times|x|ops|lines|req|rows|files"
)
AMOUNT_BEFORE_UNIT = compile_late(
    rf"[%‰°²³]|\s?(?:{_UNITS})(?![\w])|\s(?:{_COUNTED})\b|\s?[-+*/^]\s?\d(?!\d\d\.\d)|\s?[<>=]=?\s?\d"
    r"|,?\s{1,2}-?\d(?!\d\d\.\d)|-?\.\d|\s?±|\s?\)\s?\*"
)
"""What makes the number before it an amount."""
_COUNTED_BEHIND = compile_late(rf"\s(?:{_COUNTED})\b|-[a-z]")
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
"""The key of which a number in quotes is the whole value: `"rule_number": "702.2"`, `"no": "702.2"`, `usd: "702.2"`."""
_ESCAPES = (NEW_LINE, r"\r", r"\t")
_LETTER = compile_late(r"[^\W\d_]")
_SUFFIXES = frozenset("fdlmksxgFDLMKSX")
"""Letters behind a number that may be a literal's type or a unit, not a subrule's letter: `100.5f`."""
UNITS_OF_ONE_LETTER = frozenset("smkgx")
"""Those that may be a unit in prose too: `took 120.5s`."""

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
"""How a number continues in the form that other games use: `426.1.c`."""

_OTHER_GAMES = ("riftbound", "Riftbound", "netrunner", "Netrunner", "NISEI", "Flesh and Blood", "Lorcana", "Yu-Gi-Oh")
# beside another game's name, "Magic" or "Wizards" alone can be of that game
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
_OTHERS = (
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
WORDS_OF_MAGIC = compile_late(
    r"\b(?:MTG|[Mm]tg|[Mm]agic(?::? [Tt]he)? Gathering|import mage|package mage|forge\.(?:game|card|ai)|[Ss]cryfall"
    r"|(?:[Cc]omprehensive |(?:Magic)?Comp)[Rr]ules"
    r"|wizards\.com|[Bb]attlefield|[Pp]laneswalkers?|[Gg]raveyard|[Cc]reatures?|[Mm]ana"
    r"|[Ss]pells?|[Ss]orcer(?:y|ies)|[Tt]rample|[Bb]lockers?|[Uu]ntap\w*|[Kk]eyword (?:action|abilit)\w*"
    r"|[Ss]tate[ _-]based|[Ee]xtra[ -]turns?|[Ii]ndestructible|[Hh]exproof|[Dd]eathtouch|[Ll]ifelink)\b"
)
RULES_ADDRESS = compile_late(r"(?i)rule|magic|mtg|/cr\b|cr/|yawgatog|wizards")
_NO_ADDRESS = compile_late(r"[\s\"'()<>\[\]]")


def confidence_of_cue(text: str, printed: Citation, cue: Cue) -> Confidence:
    """Return the confidence that a cue gives to a number with a dot, or to a placeholder."""
    if _another_authority(text, cue.start, printed.end) or (not cue.sure and _OTHER_FORM.match(text, printed.end)):
        return Confidence.NONE
    if cue.sure and not cue.in_code:
        return Confidence.CERTAIN if printed.numbers else Confidence.MAGIC
    if not printed.numbers or not is_plausible(printed.numbers[0]):
        return Confidence.CITING
    if printed.lettered:
        doubtful = cue.in_code and printed.numbers[0][-1] in _SUFFIXES
        certain = not cue.word.startswith(("section", "chapter", "ruling", "§")) and not doubtful
        return Confidence.CERTAIN if certain else Confidence.MAGIC
    if cue.in_code and not cue.gap.rstrip("`*").endswith(('"', "'", "[", "(")):
        return Confidence.NONE
    return Confidence.CITING if cue.word.startswith(("section", "chapter", "ruling")) else Confidence.MAGIC


def confidence_of_chapter(text: str, printed: Citation, cue: Cue) -> Confidence:
    """Return the confidence that a cue gives to three digits, or to a placeholder."""
    if _another_authority(text, cue.start, printed.end):
        return Confidence.NONE
    if cue.word.endswith("s") and _COUNTED_BEHIND.match(text, printed.end):
        return Confidence.NONE  # "rules (144 files)", "rules (100-card decks)"
    if not cue.gap and "§" not in cue.word:  # `CR613` may also be the name of a device
        certain = cue.word == "cr" and cue.sure and printed.numbers and is_plausible(printed.numbers[0])
        return Confidence.CITING if certain else Confidence.NONE
    if not printed.numbers:
        return Confidence.MAGIC if cue.sure else Confidence.CITING
    if not is_plausible(printed.numbers[0]):
        return Confidence.NONE
    if cue.sure and cue.word not in ("cr", "crs", "c.r."):
        return Confidence.CERTAIN
    if any(mark in cue.gap for mark in "#-:"):
        return Confidence.CITING
    return Confidence.MAGIC if cue.sure or cue.word.startswith("rule") else Confidence.CITING


def confidence_of_name(printed: Citation) -> Confidence:
    """Return the confidence of a number in an identifier with a cue, or in an address of the rules."""
    if not is_plausible(printed.numbers[0]):
        return Confidence.NONE
    return Confidence.CERTAIN if printed.lettered else Confidence.MAGIC


def confidence_of_bare(text: str, printed: Citation) -> Confidence:
    """Return the confidence of a number without a cue."""
    if (
        printed.problem
        or not is_plausible(text[printed.start : printed.start + 3])
        or _OTHER_FORM.match(text, printed.end)
    ):
        return Confidence.NONE
    if not printed.numbers:
        return Confidence.CITING if place_of(text, printed.start) in ("comment", "prose") else Confidence.NONE
    if text[printed.start - 1 : printed.start] in ("/", "#"):
        address = address_before(text, printed.start)
        if "://" in address or address.strip("/#*"):
            return confidence_of_name(printed) if RULES_ADDRESS.search(address) else Confidence.NONE
    stamp = stamp_of(text, printed.start, printed.end)
    if stamp is not None and stamp.before:
        return confidence_of_name(printed)
    signed = _AMOUNT_AFTER_SIGN.search(text[max(0, printed.start - 16) : printed.start])
    if (signed and not is_behind_escape(text, printed.start)) or AMOUNT_BEFORE_UNIT.match(text, printed.end):
        return Confidence.NONE
    place = place_of(text, printed.start)
    return _of_lettered(text, printed, place) if printed.lettered else _of_unlettered(text, printed, place)


def _of_unlettered(text: str, printed: Citation, place: Place) -> Confidence:
    in_quotes = text[printed.end : printed.end + 1] in ("'", '"')
    key = _KEY.search(text, max(0, printed.start - 40), printed.start) if in_quotes else None
    if place == "code" or (place == "string" and key and not (key["rule"] or key["number"])):
        return Confidence.NONE
    if key and key["rule"]:
        return Confidence.MAGIC
    if (
        place == "comment"
        and _SET_OFF.search(text[max(0, printed.start - 40) : printed.start])
        and _HEADS.match(text, printed.end)
    ):
        return Confidence.MAGIC
    # A line of numbers alone is data; a rule's number is among words, or before its heading.
    line = line_around(text, printed.start, printed.end)
    is_row = text[line.start : line.start + 9].lstrip().startswith("|")
    near = (
        text[max(line.start, printed.start - 120) : printed.start]
        + text[printed.end : min(line.stop, printed.end + 120)]
    )
    in_words = (place != "prose" and not is_row) or _LETTER.search(near)
    return Confidence.CITING if in_words else Confidence.NONE


def _of_lettered(text: str, printed: Citation, place: Place) -> Confidence:
    letter = text[printed.parts[0].end - 1]
    in_code = place == "code"
    if letter not in _SUFFIXES:
        return Confidence.CITING if in_code or letter.isupper() else Confidence.MAGIC
    if in_code or letter.isupper():
        return Confidence.NONE
    if _SET_OFF.search(text[max(0, printed.start - 40) : printed.start]):
        heads = _GOES_ON.match(text, printed.end) or (
            letter not in UNITS_OF_ONE_LETTER and _SENTENCE.match(text, printed.end)
        )
        return Confidence.MAGIC if heads else Confidence.CITING
    return Confidence.CITING


def of_other_rules(text: str) -> bool:
    """Return whether a text is about other rules than those of Magic.

    This is true of a text about another game that does not name Magic, and of one about law or accounting without a
    word of Magic.
    """
    if any(word in text for word in _OTHER_GAMES) and not any(word in text for word in _NAMES_OF_MAGIC):
        return True
    return any(word in text for word in _OTHERS) and not WORDS_OF_MAGIC.search(text)


def _another_authority(text: str, cue_start: int, end: int) -> bool:
    """Return whether the rule cited is of another authority: `Fed. R. Evid. 702`, `Rule 404(b)(1)`."""
    return bool(_AUTHORITY.search(text[max(0, cue_start - 40) : cue_start]) or _LAW_BEHIND.match(text, end))


def is_behind_escape(text: str, start: int) -> bool:
    r"""Return whether a number begins a line or a column of a string: behind `\n` or `\t`."""
    return text[max(0, start - 2) : start] in _ESCAPES


def address_before(text: str, start: int) -> str:
    """Return the characters of an address, a path or a word that end at `start`."""
    return _NO_ADDRESS.split(text[max(0, start - 120) : start])[-1]

"""What each kind of finding means for its reader: why it matters, an example, what to do, how to suppress it."""

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import asdict

from graph.citations.codes import AUDIT_CODES, DESCRIBED_CODES, INTERNAL
from graph.citations.records import Code


class ExplainedCode(Code, frozen=True, kw_only=True):
    """A kind of finding with what its reader needs to know.

    Attributes:
        why: Why it matters.
        example: Text with such a finding, and what is wrong with it.
        remedy: What to do about it.
        suppression: How to suppress it.
    """

    why: str
    example: str
    remedy: str
    suppression: str


class _Explanation(Struct, frozen=True):
    why: str
    example: str
    remedy: str


_EXPLANATIONS: Mapping[str, _Explanation] = {
    "CR001": _Explanation(
        "Nobody can look the rule up, so the claim next to the number cannot be checked. It is usually a typing error.",
        "// CR 702.999a\nChapter 702 never had that many rules.",
        "Look for the rule with `comprules search WORDS`, and write its number.",
    ),
    "CR002": _Explanation(
        "A reader who looks the number up in today's rules finds nothing, though the rule is still there elsewhere.",
        "// CR 702.36e\nThat was a rule of Morph until 2021-04-21; since then it is 702.37e.",
        "Write the number that the message suggests, or let `comprules upgrade` renumber the whole file.",
    ),
    "CR003": _Explanation(
        "A reader who looks the number up finds another rule than the author read, and cannot tell.",
        "// CR 702.36a @2016-04-08\nOn that day 702.36 was Morph, which is now 702.37.",
        "Run the `comprules upgrade` command in the message: it fixes the number together with its edition. A new "
        "number with the old edition next to it would be wrong again.",
    ),
    "CR004": _Explanation(
        "Number and words contradict each other, so a reader does not know which of the two to believe.",
        "// Special Actions (CR 115.1)\nThe chapter of that title was 115 until 2019-07-11; since then it is 116.",
        "Find out which of the two was meant. If the words are right, write the number that the message names.",
    ),
    "CR005": _Explanation(
        "The number leads to the rules of another keyword than the one that the text is about.",
        "// trample (CR 702.9b)\n702.9 is Flying; Trample is 702.19.",
        "Write the number that the message suggests, unless the keyword is the mistake.",
    ),
    "CR006": _Explanation(
        "The number or range cannot be resolved, so no tool can check it or renumber it.",
        "// CR 601.2h-c\nThe range runs backwards.",
        "Write the number or range as the rules print it: 702.40a, 601.2c-h.",
    ),
    "CR007": _Explanation(
        "The number may be right, but comprules cannot know: it would be the next one of its chapter.",
        "// CR 702.196a\nThe newest known edition ends with 702.195.",
        "Run `comprules update` to get the newest edition. If that has no such rule either, it is a typing error.",
    ),
    "CR008": _Explanation(
        "The rule kept its number, but the code or text may rely on words that changed.",
        "// CR 601.2b, with --since 2009-07-11\nIts words changed several times since then.",
        "Read the change with `comprules trace NUMBER`, and adapt what relies on the old words.",
    ),
    "CR009": _Explanation(
        "Nothing in the text around the number is about that rule, which happens if the number was mistyped or copied.",
        "// CR 702.9a: scoops lunch out of the fridge, wrapped in paper\n702.9a is about flying.",
        "Read the rule with `comprules show NUMBER`. This check is a hint and wrong more often than the others, so "
        "it runs only if you select it.",
    ),
    "CR100": _Explanation(
        "The comment would hide a finding that somebody makes there later.",
        "// CR 702.40a  comprules: ignore[CR002]\nNothing is retired on this line.",
        "Remove the comment, or the code that does not occur from its brackets.",
    ),
    INTERNAL: _Explanation(
        "One file or citation was not checked; everything else was.",
        "comprules failed here and went on without it (KeyError at judge.py:12: 'x').",
        "Report the line, the words next to it, and the output of `comprules --version`.",
    ),
    "CR201": _Explanation(
        "Readers are sent to a rule that does not exist in the document.",
        "“See rule 702.999.”, where the document has no such rule.",
        "Correct the number, or name all files of the document if the rule is in another one.",
    ),
    "CR202": _Explanation(
        "Number and title contradict each other, so readers do not know where to look.",
        "“See rule 601, ‘Combat Phase’”, where 601 has another title.",
        "Correct the number or the title.",
    ),
    "CR203": _Explanation(
        "Readers cannot know which of them is meant.",
        "“See rule 100.4”, where two rules have that number.",
        "Give each rule a number of its own, then refer to one of them.",
    ),
    "CR204": _Explanation(
        "The reference was right once; since the rule moved, it leads to another rule.",
        "“See rule 702.36”, written when that was another keyword.",
        "Write the number that the rule has now; the message names it.",
    ),
    "CR205": _Explanation(
        "The reference was wrong from the beginning, so no renumbering explains it.",
        "“See rule 104.3”, next to words that were always those of another rule.",
        "Write the number that the message suggests.",
    ),
    "CR206": _Explanation(
        "References to this number lead to two rules.",
        "100.4 The first rule …\n100.4 The next one …",
        "Renumber one of the rules.",
    ),
    "CR207": _Explanation(
        "Readers look for a rule that was forgotten, or that the contents list alone.",
        "100.4 …\n100.6 …",
        "Insert the rule, or close the gap.",
    ),
    "CR208": _Explanation(
        "Readers do not find a rule that is not where its number belongs.",
        "100.4 …\n100.9 …\n100.5 …",
        "Move the rule, or correct its number.",
    ),
    "CR209": _Explanation(
        "Neither readers nor programs recognise the number.",
        "1OO.4 …, with the letter O.",
        "Write the number with digits, one full stop and, for a subrule, a letter.",
    ),
    "CR210": _Explanation(
        "Programs that read the document may take the line for something else.",
        "100 .4 …",
        "Write the number without a blank and with its full stop.",
    ),
    "CR211": _Explanation(
        "Readers of the contents look for a title that the body does not have.",
        "The contents say “3. Spells”, the body “3. Casting”.",
        "Give both the same title.",
    ),
}


def explain_code(code: str) -> ExplainedCode:
    """Return a kind of finding with what its reader needs to know.

    Args:
        code: One of `DESCRIBED_CODES`.
    """
    return ExplainedCode(
        **asdict(DESCRIBED_CODES[code]),
        **asdict(_EXPLANATIONS[code]),
        suppression=_describe_suppression(code),
    )


def _describe_suppression(code: str) -> str:
    if code == INTERNAL:
        return "Cannot be suppressed. To go on without the file, leave it out with `exclude` in the configuration."
    if code in AUDIT_CODES:
        return "Write a baseline: comprules audit FILE --baseline BASELINE --write-baseline"
    return (
        f"Write next to it `comprules: ignore[{code}] reason`, or in the configuration `ignore` or `per-file-ignores`."
    )

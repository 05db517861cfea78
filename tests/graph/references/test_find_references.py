"""What counts as a reference, form by form. « and » mark the items; everything unmarked must be left alone."""

from collections.abc import Iterable
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.growth import grows_in_proportion
from graph.references.find import find_references
from rules.records import Reference
from tests.graph.citations.judge.judged_history import unmarked

# A case: the passage with its items marked, then for each item its quoted title.
FORMS: dict[str, tuple[str, tuple[str | None, ...]]] = {
    "one rule": ("Blocks come later (see rule «103.4»).", (None,)),
    "at the end of a sentence": ("Compare rule «214.5». Then go on.", (None,)),
    "subrule": ("As rule «702.40a» puts it.", (None,)),
    "chapter": ("Rule «304» tells when.", (None,)),
    "subrule by its own word": ("After it comes subrule «704.5m».", (None,)),
    "reference broken over a line": ("This is told in rule\n«409.1f» and elsewhere.", (None,)),
    "space lost after the word": ("To hide it see rule«702.72», “Champion.”", ("Champion",)),
    "dot lost before a letter": ("Pay by rules «409.1b» and «4091f–h».", (None, None)),
    "two spaces in a list": ("Follow rules «607.2a» and  «607.2b».", (None, None)),
    "list": ("Both rules «308.1» and «308.2» are at work.", (None, None)),
    "list with commas": ("See rules «112.6a», «607.2b», «607.2g», and «800.4f».", (None,) * 4),
    "list of chapters": ("See rules «212», «213», «214», and «215»)", (None,) * 4),
    "list after one word in the singular": ("Mind rule «402.2» and «514.1».", (None, None)),
    "either": ("Unless rule «402.8» or «402.9» speaks.", (None, None)),
    "the word doubled": ("See rule «203», “Mana Cost,” and rule rule «403».", ("Mana Cost", None)),
    "range of letters": ("Costs, rules «409.1b» and «409.1f-h», are paid.", (None, None)),
    "range with a capital": ("Rules «212.4d-k» hold for players.", (None,)),
    "range, en dash": ("For delays, see rules «603.7d–f».", (None,)),
    "range, spaces around the dash": ("For delays, see rules «603.7d - f».", (None,)),
    "range, spaces, in a sentence": ("Then the steps «601.2a - g» of rule «601» follow.", (None, None)),
    "range of rules": ("Rules «509.1–3», then «119.9–10».", (None, None)),
    "range without l and o": ("Predefined things: «111.10j–r».", (None,)),
    "range of full numbers": ("All of «509.1-509.3».", (None,)),
    "range of full subrules": ("The steps in «409.1a–409.1f» come first.", (None,)),
    "range of chapters": ("Printed under the picture. (See rules «212-215».)", (None,)),
    "range whose dash became a question mark": ("It follows rules «409.1f?h».", (None,)),
    "range whose dash was lost": ("It follows rules «409.1b\ufffdi», then ends.", (None,)),
    "range in words": ("By Rule «510.1c through Rule 510.1d» it is so.", (None,)),
    "ranges in a list": ("As in rules «701.28a–f», «712.5–6», and «712.14».", (None,) * 3),
    "letters with slashes": ("Compare «702.145b/c/e/f» and «601.2c/2d».", (None, None)),
    "title": ("Heroes duel: rule «702.72», “Champion.”", ("Champion",)),
    "title, straight quotes": ('See rule «217.6», "Stack" and rule «408.1», "Timing, Priority, and the Stack."',
                               ("Stack", "Timing, Priority, and the Stack")),
    "title in parentheses": ("First the land (see rule «306», “Combat Phase”) and so on.", ("Combat Phase",)),
    "title without a comma": ('See rule «419.8» "Sources of Damage."', ("Sources of Damage",)),
    "title after a full stop": ('(See rule «418.5». "Layers," and rule «503», "Copies.")', ("Layers", "Copies")),
    "titles with semicolons": ("See rule «901», “Planechase”; rule «902», “Vanguard”; and rule «905», “Draft.”",
                               ("Planechase", "Vanguard", "Draft")),
    "semicolon inside the quotes": ("See rule «718», “Attraction Cards;” rule «901», “Planechase.”",
                                    ("Attraction Cards", "Planechase")),
    "titles in a list of numbers": ("See rules «702.109», “Dash,” «702.152», “Blitz,” and «729», “Merging.”",
                                    ("Dash", "Blitz", "Merging")),
    "quotes inside a title": ('Loops end: rule «421», "Handling "Infinite" Loops."', ('Handling "Infinite" Loops',)),
    "curly quotes inside a title": ("See rule «421», “Handling “Infinite” Loops.”", ("Handling “Infinite” Loops",)),
    "quotes lost": ("See rule «408.2», \ufffdActions That Don\ufffdt Wait.\ufffd", ("Actions That Don\ufffdt Wait",)),
    "quotes turned into question marks": ("See rule «502.16», ?Buyback.?", ("Buyback",)),
    "closing quotes missing": ("At each check (see rule «420», “State-Based Effects). Next.", ("State-Based Effects",)),
    "closing quotes missing at the end": ("See rule «310», “Combat Damage Step.", ("Combat Damage Step",)),
    "title of a symbol": ("See rule «702.186», “∞ (Infinity).”", ("∞ (Infinity)",)),
    "comma for the dot": ('See rule «419,8», "Sources of Damage."', ("Sources of Damage",)),
    "section": ("For more, see section «6», “Spells, Abilities, and Effects.”", ("Spells, Abilities, and Effects",)),
    "section with a capital": ("See Section «9», “Casual Variants.”", ("Casual Variants",)),
    "two sections": ("See sections «2» and «5».", (None, None)),
    "section meaning a chapter": ("See section «410», “Handling Triggers.”", ("Handling Triggers",)),
    "without the word": ("Another way to pay (see «601.2b») is offered.", (None,)),
    "without any word": ("If not, proceed to «616.1e».", (None,)),
    "chapter without the word, titled": ("The planar die is left out. See «706», “Rolling a Die.”", ("Rolling a Die",)),
    "chapter without the word": ("A die is rolled (see «706»).", (None,)),
    "in brackets": ("[«613.7»]", (None,)),
    "ruling": ("It fizzles (see Rule «A.8»), as in Rule «K.6.4» and Rule «K.6.5».", (None,) * 3),
    "ruling of a rule": ("See Rule «G.6.Ruling.2».", (None,)),
    "rulings in a list": ("Due to Rule «A.8.11» and «A.8.12», nothing happens.", (None, None)),
    "range of rulings": ("Bands (see Rule «A.11.3 through Rule A.11.10») fight.", (None,)),
    "title before the number": ("See Play Costs, Rule «G.7».", ("Play Costs",)),
    "quoted title before the number, its comma inside": ('Look: see “Creature Kind,” rule «213».', ("Creature Kind",)),
    "range of letters in words": ("It follows rules «800.4a through c».", (None,)),
    "quoted title before the number": ('Look: see "Creature Kind", Rule «K.13».', ("Creature Kind",)),
    "title before the number, in parentheses": ("Also see Costs (Rule «G.7»).", ("Costs",)),
    "a quoted sentence behind a number is no title": (
        "It is exiled (see rule «603.10»). “Marvel [cost]” means what it says.", (None,)
    ),
    "quoted words behind a number are no title": ("As in rule «214.9e». “Basic land” and “swamp” differ.", (None,)),
    "the number of a next paragraph joins no list": (
        "1. As in sections «4» and «5»\n2. Or rules «701»\n300 times.", (None, None, None)
    ),
    "appendices": (
        'See «Appendix C», and rule «410.5»; section «5» of "«Appendix D»".', (None, None, None, None)
    ),
    "letters, closed": ("The barn is closed (see Rule «T.4»).", (None,)),
    "letters, rule by rule": ("See Rule «K.6.4» and Rule «K.6.5».", (None, None)),
    "letters, of one rule": ("See Rule «A.8.9» and «A.8.10» for lambs.", (None, None)),
    "letters, without the word": ("Sheep sleep (see «T.9»). What «A.6.1» says holds.", (None, None)),
    "phase": ("They wake in the morning (see Phase «P.5»).", (None,)),
    "letters, never filled in": ("It is never moved (see Rule «D.*.*»).", (None,)),
    "rulings of a rule": ("See Rule «K.14.Rulings.7».", (None,)),
    "letters, range in words": ("See Rule «A.11.11 through Rule A.11.13».", (None,)),
    "letters, range": ("See rules «A.11.2-4».", (None,)),
    "ruling of a number": ("See Rule «502.3.Ruling.1» and Rule «502.3a».", (None, None)),
    "letter and digit": ("Also see Rule «G6.4», “First Bell”.", ("First Bell",)),
    "letter and digit, without the word": ("See Also «G6.4» and «G6.5».", (None, None)),
    "letter and digit behind its title": ("See First Bell, Rule «G6.4».", ("First Bell",)),
}  # fmt: skip

GLOSSARY: dict[str, str] = {
    "see": "See «Declare Blockers Step».",
    "see also": "Turned upright. See also «Untapped».",
    "after a rule": "See rule 214.8, “Enchantments.” See also «Global Enchantment, Local Enchantment».",
    "small words inside": "See also «Removed from the Game».",
    "a list with and": "See also «Tap, Tapped, and Untap».",
    "one letter": "Another name for it. See «X».",
    "quoted": "See “«Enters the Battlefield».”",
    "quotes around one word of it": 'See "«Intervening "If" Clause»."',
    "quotes in the middle": "See «Intervening “If” Clause».",
    "in parentheses": "Some kinds (see «Spell Types») are shared.",
    "before a rule": "See «Creature Types» and rule 212.8.",
    "in this glossary": "See “«Poison Counters»” in this Glossary.",
    "named in brackets": 'They keep it. (See glossary, "«Timestamp Order».")',
    "named, with a comma too many": 'They keep it. (See, glossary, "«Timestamp Order».")',
    "named under": 'All of them stand under "«Land Types»" in the glossary.',
    "several named under": 'In the glossary at the back under "«Land Types»," "«Spell Types»," and more.',
    "an aside behind the term": 'Then they are put in "«timestamp order»." (See Glossary.)',
    "an entry named": 'All of them are in the "«Creature Types»" entry in the glossary.',
}

HAZARDS: dict[str, str] = {
    "life total": "Each player begins at 20 life, or at 100 with friends.",
    "deck size": "The deck must contain exactly 100 cards.",
    "large amount": "Repeat it 999,999 more times, until 1,000,000.5 remain.",
    "no rule is N.0": "It took 100.0 seconds, then 250.0f.",
    "power and toughness": "A 2/3 creature beside a 100/100 one.",
    "year and date": "Rules of 1999/04/23, 10/01/95 and 2026.",
    "rules with a date": "[Tournament Rules 10/01/95]",
    "telephone": "Tel: 1-800-324-6496, +44 208-744-5822.",
    "price": "It sold for $160.74 or £160.74, later for 160.74%.",
    "version": "Version 3.100.12 of the software.",
    "chapter after a singular": "Nothing in rules 1,000 and up.",
    "see a number of cards": "You see 100 cards, then 200 more.",
    "patent": "U.S. Pat. No. RE 37,957.",
    "heading before a section": "The Golden Rule 2. Cards",
    "a rule of another edition": "Note that this turns round rule 410.5 in the previous edition of this book.",
    "glossary, and quotes beside it": 'Terms marked "(Obsolete)" in this glossary are old. (See Glossary.)',
    "glossary, and a name far off": 'The "Legend rule" is old. Look into the glossary.',
    "layers": "Applied in layers 4, 5, and 7b.",
    "exceptions": "There are three exceptions to this rule: (1) effects.",
    "see in a sentence": "Players see Forests and see the most current document.",
    "another document": "See Magic Tournament Rules for more information.",
    "an appendix of the body": "The appendix tells more. See appendix 2.",
    "rule placeholder": "Rule 702.xxx is still to come.",
    "box": "P.O. Box 707, Renton WA 98057-0707.",
    "initials": "Born in the U.S.5 or v3.A.1 or No.1, Sam B. Hill said.",
}


def spans(references: Iterable[Reference]) -> list[tuple[int, int]]:
    return [(item.start, item.end) for item in references]


@pytest.mark.parametrize(("marked", "titles"), FORMS.values(), ids=FORMS.keys())
def test_form(marked: str, titles: tuple[str | None, ...]) -> None:
    passage, expected = unmarked(marked)
    references = find_references(passage)
    assert spans(references) == expected
    assert tuple(item.quoted_title for item in references) == titles
    assert all(item.kind in ("rule", "section") for item in references)


@pytest.mark.parametrize("marked", GLOSSARY.values(), ids=GLOSSARY.keys())
def test_glossary_form(marked: str) -> None:
    passage, expected = unmarked(marked)
    assert spans(item for item in find_references(passage) if item.kind == "glossary") == expected


@pytest.mark.parametrize("passage", HAZARDS.values(), ids=HAZARDS.keys())
def test_hazard(passage: str) -> None:
    assert find_references(passage) == ()


def test_one_digit_is_a_section_and_three_are_a_chapter() -> None:
    kinds = [item.kind for item in find_references("See section 6 and section 410.")]
    assert kinds == ["section", "rule"]
    (only,) = find_references("It bands. (See Appendix B, “Of Old,” section 5.)")
    assert (only.kind, only.raw, only.quoted_title) == ("section", "Appendix B", "Of Old"), "its sections are none"


NUMBERS = st.one_of(
    st.integers(100, 999).map(str),
    st.builds("{}.{}".format, st.integers(100, 999), st.integers(1, 250)),
    st.builds(
        "{}.{}{}".format, st.integers(100, 999), st.integers(1, 250), st.sampled_from("abcdefghijkmnpqrstuvwxyz")
    ),
)
OPENINGS = st.sampled_from(["See rule ", "It costs more (see rule ", "Rule ", "as told in section ", "Also see rule\n"])
CLOSINGS = st.sampled_from([".", ").", ", and then", " tells.", ": a list", ""])


@given(OPENINGS, NUMBERS, CLOSINGS)
def test_a_number_behind_its_word_is_always_found(opening: str, number: str, closing: str) -> None:
    passage = opening + number + closing
    assert spans(find_references(passage)) == [(len(opening), len(opening) + len(number))]


@given(st.lists(NUMBERS, min_size=2, max_size=6))
def test_every_number_of_a_list_is_found(numbers: list[str]) -> None:
    passage = f"See rules {', '.join(numbers[:-1])} and {numbers[-1]}."
    assert [item.raw for item in find_references(passage)] == numbers


WORDS = ["rule", "rules", "section", "see", "See", "See also", "and", "through", "Untap", "A.8", "409.1f", "702", "6"]
MARKS = ["-", "–", " - ", "/", "?", ",", ".", " ", " ", " ", "\n", "“", "”", '"', "(", ")", "\ufffd", "h", "Stack"]
PIECES = st.sampled_from(WORDS + MARKS)


@given(st.one_of(st.text(), st.lists(PIECES, max_size=40).map("".join)))
def test_spans_are_exact_and_do_not_overlap(passage: str) -> None:
    end = 0
    for item in find_references(passage):
        assert passage[item.start : item.end] == item.raw != ""
        assert item.start >= end
        end = item.end


HOSTILE = [
    *("rule ", "See Untap, ", 'rule 100, "A', "“", "? ", "see “A", "1.", "702.40a-", "702.40a/b", "rules 1, ", "A a "),
    *('see glossary, "A', "in the glossary a b c ", 'under "A," "B," glossary '),
]


@pytest.mark.parametrize("piece", HOSTILE)
def test_the_cost_grows_with_the_length(piece: str) -> None:
    assert grows_in_proportion(lambda count: partial(find_references.__wrapped__, piece * count), 2_000)

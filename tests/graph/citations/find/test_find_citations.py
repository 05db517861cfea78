"""What counts as a citation, form by form, « and » around it; and what stands beside it: stamps, titles, quotes."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.growth import grows_in_proportion
from graph.citations.find.cues import CUE, find_cue
from graph.citations.find.finder import find_citations
from graph.citations.find.reasons import might_cite
from graph.citations.records import Citation

CUES = (
    "CR",
    "CRs",
    "C.R.",
    "C. R.",
    "MTGCR",
    "MagicCompRule",
    "MTG rule",
    "Magic: The Gathering's Rules",
    "Comp. Rules",
    "COMPREHENSIVE RULES",
    "comprehensive rulebook (CR), section",
    "rule",
    "Sub-rules",
    "SUBRULES",
    "RULE",
    "cr",
    "Cr",
    "Ruling",
    "section",
    "SECTION",
    "Chapters",
    "§§",
    "Regel",
    "Règle",
    "règles",
    "regla",
    "Regra",
    "regola",
    "Regole",
    "Правило",
    "правила",
    "Zasada",
    "zasady",
    "规则",
    "規則",
    "ルール",
    "규칙",
    "CR basis",
    "CR sources",
    "CRref",
    "Rule citation",
    "rules reference",
    "CR根拠",
    "CR 依据",
)
"""A word for every alternative of the pattern of cues."""

FORMS = {
    # keyworded
    "the usual cue": "// CR «702.40a» copies it",
    "a chapter": "// MTG: see CR «702» for all of them",
    "hyphen": "CR-«608.2b»",
    "what the number is for": "- CR basis: «702.8», «702.9b»",
    "what a chapter is for": "- CR basis «702»; MTG",
    "what the number is for, in Japanese": "- CR根拠：«500.1»",
    "nothing between": "CR«702.40a»",
    "rule": "as rule «702.40a» has it",
    "rule, of a rule": "As Rule «502.30» has it for a creature",
    "dots in the cue": "C.R. «708.4»",
    "written out": "Comprehensive rule «502.7f»",
    "written out, and a second word": "Comprehensive Rules section «903.9»",
    "javadoc": " * @see MagicCompRules «702.45»",
    "game and rule": "Per MTG rule «704.5q», it goes",
    "brackets": "[CR «613.7»]",
    "section sign": "Offspring, by CR §«702.175»",
    "section sign, chapter": "# §«508» says when, by CR «702.2b»",
    "section sign alone": "// creature: §«702.63c», at the end",
    "capitals": "RULE «704.3» is a sweep: RULE «310» battle/RULE «714» Saga, RULE «704.5a»",
    "product": "CR «702.9b»: the creature has n - section * 100 of them",
    "bold": "**CR «702.18a»** says it, and CR **«702.19»** too",
    "italics": "_CR «702.40a»_",
    "cue in the cell before": "| Rule | «702» | creature |\n| CR | «702.40» |\n| oar rule | «702.40a» |",
    "link text": "[**CR «613.6»**](https://example.org/x) of MTG",
    "macro": 'cr!("«707.10c»", "«115.7d»", "«702.11b»");',
    "key and value": '"rule":    "«702.63b»",  // graveyard',
    "key of a number in capitals": '"ruleNumber": "«601.2»", "mana": 1',
    "key of a list": 'crRefs: ["«601.2»", "«603.3»"], // creature',
    "name of a file of the rules": "MagicCompRules 20251114.txt, Rule «701.5»",
    "ideographs": "根据规则«614.1c»和规则«702.40a»，ルール«702.40a»を参照",
    "key and number": '"flying": {"cr": "«702.9»", "note": "creature"}',
    "tuple over lines": 'refs: tuple[str, ...] = (\n    "«601.2b»",\n    "«601.2f»",\n    "«702.27»",\n)  # of spells',
    "entity": "CR&nbsp;«702.40a»",
    "no-break space": "CR\u00a0«702.40a»",
    "capital letter": "CR «702.40A»",
    "blank behind the dot": "CR «702. 40a»",
    "comment marks": "<!-- CR «702.40a» -->",
    "chapter, written out": "This does what Comprehensive Rules «704» asks.",
    "colon": "CR: «702.40a»",
    # joined
    "plus": "CR «603.4» + CR «608.2b»",
    "plus without a cue": "CR «122.1» + «613.4c»",
    "titles between": "CR «701.65» Airbend, «701.66» Earthbend",
    "ampersand": "CR «702.40a» & «702.110b»",
    "and": "CR «702.40a» and «702.110b»",
    "or": "Rule «702.40a» or «702.110b»",
    "slash": "CR «601.2c» / «608.2b»: targets",
    "chapter behind a rule": "CR «701.28» / «712».",
    "chapter right behind a slash": "CR «108.4»/«110», CR «702.121»/«508», CR «702.99/100»",
    "chapters": "(rules «212», «213», and «214-217»; CR «100.1»)",
    "parentheses between": "CR «701.28» (Transform), «701.29» (Fateseal)",
    "old and new": "renumbered from CR «702.36e» to «702.37e»",
    "arrow": "CR «702.36e» -> «702.37e»",
    "over lines": "// CR «601.2c»,\n//    «601.2d» and\n//    «608.2b»",
    # ranges
    "letters": "CR «601.2e-g»",
    "letters, en dash": "CR «800.4a–c»",
    "rules": "CR «702.178–702.179»",
    "rules in full": "rule «509.1-509.3» for any creature",
    "rules, short": "CR «509.1-3»",
    "through": "CR «702.31a through 702.31c» apply",
    "to": "CR «702.31a to 702.31c» apply",
    "to a letter": "CR «702.31a to c» apply",
    "letters with slashes": "CR «702.22j/k» and CR «702.145b/c/e/f»",
    "capitals with slashes": "CR «702.22J/K» and CR «702.145B/C»",
    "short numbers with slashes": "CR «601.2c/2d» x",
    "numbers with slashes, a chapter last": "(CR «702.13»/«702.14»/«509»)",
    "letters with commas": "(see CR «702.16b,d,e,f»)",
    "letter in brackets": "// CR «704.5(g)»: dies",
    "letters in brackets": "// CR «601.2(c)-(e)», «704.5(g)»; CR «704.5(f), (g) and (h)»; CR «704.5(f)/(g)» (see it)",
    "letters with and": "CR «704.5f and g» are",
    "blanks": "rules «601.2a - g» of it",
    "at the end of a sentence": "see CR «115.2a-d».",
    "over chapters": "CR «113.6b–114.2»",
    "ranges: chapters": "CR «212-215» of MTG",
    # names
    "function": "fn cr_«702_5d»() {}",
    "inside a name": "fn the_real_cr_«702_151a»_shape() {}",
    "name goes on": "fn cr_«702_38»_amplify() { creature }",
    "hyphens": 'id="rule-«702-6a»"',
    "Chinese name of the game": "万智牌的划船\n\n- **«702.9b»**：划船的人",
    "alone in a quotation": "Oars of a creature, CR «601.2»\n\n> «601.2a»\n> Take an oar.\n\n> «601.2»\n> Row.",
    "key": "cr_«704_5a» = true",
    "camel case": "void testRule«702_40a»() {}",
    "names: capitals": "CR«702_40a»",
    "without a cue, in a file that cites": "/// CR «704.5f»\nfn dies_by_«704_5f»_only() {}",
    "chapter, in a file that cites": "/// CR «702.40a»\nmod cr_«702»_keywords;",
    "anchor without dot": "https://yawgatog.com/resources/magic-rules/#R«61311»",
    "anchor of a subrule": "[x](https://yawgatog.com/resources/magic-rules/#R«6131d»)",
    "address": "[x](https://mtg.example/rules/«702.40a»)",
    "anchor with dot": "https://magic.example/en/rules#«702.9», see rule «702.9» on creatures",
    "anchor with cue": '<a href="#cr«702-40a»">x</a>',
    # stamped
    "stamped: rule": "  creature\n      //20091005 - «701.6»\n        //20091005 - «100.2a»",
    "subrule and rule": "        //20091005 - «510.1c», «702.17c»",
    "stamped: slash": "//20091005 - «502.1»/«703.4b» of creatures",
    "blank": "// 20241022 - «601.2b»",
    "behind": "CR «702.40a» (2026-04-17)",
    "at": "CR «702.40a» @2024-11-08",
    # loose
    "placeholder": "CR «702.xxx», CR «???» of MTG",
    "placeholder without cue": "// CR «702.40», «114.x» to come",
    "chapter in general": "relevant CR «7xx» rules, CR «701.9»",
    "printed as the rules are": "/**\n * «702.31». Kicker «702.31a» Kicker is a thing\n */",
    "printed, over lines": " * «702.32». Flashback\n *\n * «702.32a» Flashback comes on cards",
    "lettered in a comment": "# «704.5a» a player without life\nif creature: pass",
    "lettered in a list": "- [«701.8b»] - how a creature leaves the battlefield",
    "in parentheses, file cites": "mana value (see CR «202.3d»), both halves («702.102»)",
    "behind a string's line ends": r'{"text": "«702.9a» creatures fly\n«702.9b» others block none\n\n«702.10b» on"}',
    "chapter right behind CR, file cites": "Layers (CR«613»), as CR «613.1» has them; CR«400-408»",
    "chapters of several rules": "CR «613.1»: combat rules («506»), layer rules («613»)",
    "chapter by rule, file cites": "Damage assignment (Rule «510»), lethal (Rule «704.5g»)",
    "between tags": "<p>a creature lands by «702.40a» here</p>",
    "comment marks right before it": "a creature\n//«702.40a»",
    "line end": "// see Rule\n// «409.1f» for it",
    "line end, javadoc": " * the conditions CR\n * «608.2b» writes",
    "line end in prose": "as Rule\n«409.1f» has it",
    "line end, indented hash": "        # caught by the RULE\n        # «704.5m/n» check",
    "line end between strings": '"by CR "\n    "«702.40a» it is"',
    # of other languages
    "Chinese, without a space": "由于规则«614.1c»，这样做",
    "Japanese, without a space": "ルール«702.40a»による",
    "German": "Nach Regel «702.40a» und Regeln «601.2b», «601.2c»",
    "no letters of ours before it, file cites": "CR «601.2b»\n按«702.40»处理",
    # behind code
    "comment behind code": "x // «613.1a» copy of the creature",
    "comment behind code, of a query": "x -- «613.1a» copy of the creature",
    # in data
    "key that names a rule": '{"rule_number": "«702.2»", "about": "a creature"}',
    "key that names a rule, camel case": "const a = { ruleRef: '«702.2»', about: 'a creature' };",
    "key of any number, in data about rules": '{"number": "«702.2»"}, {"number": "«702.2b»", "about": "creature"}',
    "values of a list": '{"rule_references": ["«601.1»", "«601.1a»"], "about": "creature"}',
    # names of tests
    "name without a dot": "// CR «601.2b»\nit('cr-trigger-«6033b»-two-bucket')",
    "name with words between": "// CR «601.2b»\nfn test_cr_trigger_«603_3b»_order() {}",
    # chapters after slashes and commas, and titles in other scripts
    "chapters after slashes": "CR «501.1»/«506»/«512» (steps), «500.6»",
    "chapters after commas": "CR «501.1», «506», «512» (steps)",
    "chapters after a semicolon and a cue in the plural": "MTG rules «501.1»; «506» and «512».",
    "amount after a semicolon": "CR «501.1»; 216",
    "amount after a comma": "oars (CR «501.1», 216)",
    "chapter after a comma and a conjunction": "CR «501.1», and «506»",
    "amounts after a comma": "CR «501.1», 506, 512 cards",
    "Japanese titles in a list": "CR «702.8»(瞬速)、«117.1»(優先権)",
    "Japanese commas": "CR «702.8» (flash)、«117.1»",
    # remarks in a list
    "remarks in a list": 'f("CR «704.5a» life<=0, «704.5b» empty, 0 left, «704.5c» poison")',
    # beside words that are often beside an amount
    "about": "CR «601.2». And about «702.40a»? About 702.40 of them.",
    "up to": "CR «601.2» holds up to «702.40f», for up to 702.4m",
    "takes": "CR «601.2» takes «702.40a» into account; it takes 120.5h",
    "case": "CR «601.2»: in case 1, «702.40a» applies; in case 2, 702.4",
    "points": "as «702.40a» points out, CR «601.2» for 702.4 points",
    "coordinates": 'CR «601.2»: <path d="M416.1 847.3c 10.2 646.7c5 702.40z"/>',
    "points in a list": "CR «601.2», «702.40a» points out",
    # beside what is none
    "e.g.": "CR «104.2b», e.g. draws",
    "brackets of a lower letter": "CR «704.5(g)», (f)",
    "em dash": "CR «704.5x» — a single thing",
    "dash": "CR «702.40b» - a copy of it",
    "amount": "CR «702.29a»: pay 100.5 seconds, 128.5 MB, $702.40",
    "count": "CR «702.29a», 100 cards, and 103 more",
    "equation": "CR «509.1a, b» and x = 3",
    "variable": "CR «601.2b», x is chosen, 601 times",
    "pronoun": "CR «601.2b» and I agree",
    "possessive": "CR «702.40a»'s words",
    "float": "x = 704.5f; // CR «704.5f»",
    "version": "CR «702.40a» since v120.4",
    "file": "docs/702.4/CR «702.40a»",
}
NOTHING = {
    "float": "float x = 250.0f;",
    "float in brackets": "Percent(100.0)",
    "floats": "path.moveTo(704.5f, 768.1f); path.lineTo(701.5f, 100.5f);",
    "float in a comment": "    const v2, 0x44302000    # 704.5f",
    "decimal": "x = 100.5",
    "counted": "the MTG rules (144 files)",
    "counted, next to another count": "MTG: boats (12), oar rules (104), piers; sail rules (106), quays (7)",
    "amount in the next cell": "MTG\n\n| oar rule | 702 |\n| boat rule | 702.40 |",
    "price": '{"usd": "160.74", "eur": "120.5"}',
    "size": "width: 702.4px; top: 128.5rem",
    "thousands": "about 128.5k people",
    "milliseconds": "rules read by MTG in 339.79ms",
    "time": "took 100.5s, then 120.5 seconds",
    "address of a machine": "connect to 192.168.100.5 or 100.5.3.1",
    "browser": "Mozilla/5.0 AppleWebKit/537.36 Chrome/120.1",
    "version": "needs v120.4 or version 121.1a",
    "telephone": "704.555.1234 and 702-555-1234",
    "tax number": '"702.830.330-61"',
    "coordinates": '<circle cx="702.62" cy="312.64"/>',
    "zero": "702.000 reports",
    "evidence": "Fed. R. Evid. 702 and Rule 702 of evidence",
    "Washington": "CR 4.24 and CrR 3.1 in Superior Court",
    "law reports": "[1992] 1 S.C.R. 711, 715",
    "books": "DR 4100 500.50 / CR 702.50",
    "path": '<path d="M22 8.3c.201-.23.326-.516.326-.7 -131.5 316.5t-316.5 131.5t-13 135.5c-.6" mana="">',
    "points": "creature: 253.5 246.4 137.2 130.2, (19980131, 100.8), (19980228, 101.9)",
    "bank": "invoice 17: CR 702.50, CR 120.75",
    "another game": "In Riftbound see R-CR-702.1 and CR 702.1",
    "change request": "fixes CR70254",
    "reference of a change request": "CR ref: 702",
    "device": "the printer CR500 prints creatures",
    "change request with a number sign": "CR #702",
    "status": "the rule 404 page",
    "status behind a colon": "the rule: 422 without a creature, one of them after 103.8s",
    "puzzle": " * 702. Search in a Sorted Array of Unknown Size",
    "bus": "**702.14** leaves at noon",
    "hexadecimal": "#702405 0x702.4",
    "date": "2024-11-08 702-555 20241022",
    "discussion": "https://example.org/pull/8116/files#r61346743",
    "name with numbers": "rule_702010, statearr_50704_52104, 1_704_585",
    "comparison": "CR oars of a creature: if x > 601.2a, or y >\n601.2",
    "anchors of any rules": "/house/rules/1.0#R100 /house/rules/1.1#R101",
    "chapters that no edition has": "cr_999_9, https://x.example/cr#R99911, creature by rule 950",
    "chapters in a name": 'creature: "cr-614-615-616-changes" cr_702_903_all',
    "Japanese price": "価格702.40円, 約120.5秒 creature",
    "division": "y = x // 613.1; creature = a // 120.5",
    "keys of amounts": '{"usd": "160.74", "power": "702.2", "width": "120.5", "of": "creature"}',
    "number of a version": '{"number": "102.2", "id": "103.1"}',
    "name without a cue": "it('trigger-6033b-two-bucket'), macro-trigger-6033b, cr-6033",
    "list of amounts": "CR spells, 704.5 life, 120.5 mana",
    "a law": "The plaintiff relies on rule 240.10b-5 and on rule 240.14a-9 of the Superior Court",
    "another cue": "molecule 702, schedule 704 and module 100.2",
}


def spans(marked: str) -> list[str]:
    return re.findall("«(.*?)»", marked, re.DOTALL)


@pytest.mark.parametrize("marked", FORMS.values(), ids=FORMS.keys())
def test_each_form_is_found_where_it_stands(marked: str) -> None:
    text = marked.replace("«", "").replace("»", "")
    citations = find_citations(text)
    again = text
    for item in reversed(citations):
        again = f"{again[: item.start]}«{again[item.start : item.end]}»{again[item.end :]}"
    assert again == marked
    assert [citation.raw for citation in citations] == spans(marked)
    assert might_cite(text.encode())


@pytest.mark.parametrize("text", NOTHING.values(), ids=NOTHING.keys())
def test_what_only_looks_like_a_citation_is_left_alone(text: str) -> None:
    assert find_citations(text) == find_citations(f"// {text}\n") == ()


BACKWARDS = "a range that runs backwards"
NUMBERS: dict[str, tuple[str, tuple[str, ...], str | None]] = {
    "CR 702.40a": ("number", ("702.40a",), None),
    "CR 601.2a–z": ("number", ("601.2a",), None),
    "CR 601.2b-z": ("range", tuple(f"601.2{letter}" for letter in "bcdefghijkmnpqrstuvwxyz"), None),
    "CR 601.2e-g": ("range", ("601.2e", "601.2f", "601.2g"), None),
    "CR 111.10j–p": ("range", ("111.10j", "111.10k", "111.10m", "111.10n", "111.10p"), None),
    "CR 509.1-3": ("range", ("509.1", "509.2", "509.3"), None),
    "CR 702.40–702.40b": ("range", ("702.40", "702.40a", "702.40b"), None),
    "CR 702.40-702.40a": ("range", ("702.40", "702.40a"), None),
    "CR 702.178–702.180": ("range", ("702.178", "702.179", "702.180"), None),
    "CR 702.22j/k": ("letters", ("702.22j", "702.22k"), None),
    "CR 702.98/101": ("letters", ("702.98", "702.101"), None),
    "CR 714.3a/2a": ("letters", ("714.3a", "714.2a"), None),
    "CR 714.3/2": ("number", ("714.3",), None),
    "CR 601.2c/2d/3a": ("letters", ("601.2c", "601.2d", "601.3a"), None),
    "CR 601.2/3c/4": ("letters", ("601.2", "601.3c", "601.4"), None),
    "CR 702.145b, c, e, and f.": ("letters", ("702.145b", "702.145c", "702.145e", "702.145f"), None),
    "CR 702.40A": ("number", ("702.40a",), None),
    "CR 702. 40a": ("number", ("702.40a",), None),
    "fn cr_702_5d()": ("identifier", ("702.5d",), None),
    "rules/#R61311": ("anchor", ("613.11",), None),
    "rules/#R6134c": ("anchor", ("613.4c",), None),
    "CR 212-214 of MTG": ("range", ("212", "213", "214"), None),
    "MTG: CR ???": ("placeholder", (), None),
    "MTG: CR 702.xxx": ("placeholder", (), None),
    "CR 601.2g-e": ("range", ("601.2g", "601.2e"), BACKWARDS),
    "CR 702.40a-702.3b": ("range", ("702.40a", "702.3b"), BACKWARDS),
    "CR 702.40a–703.2": ("range", ("702.40a", "703.2"), None),
    "CR 703.2–702.40a": ("range", ("703.2", "702.40a"), "a range over two chapters that runs backwards"),
    "CR 702.40-702.40l": ("range", ("702.40", "702.40l"), "a range that ends in a letter which the rules do not use"),
    "CR 702.40a-l": ("range", ("702.40a", "702.40l"), "a range that ends in a letter which the rules do not use"),
}


@pytest.mark.parametrize("text", NUMBERS)
def test_form_numbers_and_what_is_wrong_with_the_printing_alone(text: str) -> None:
    (citation,) = find_citations(text)
    assert (citation.form, citation.numbers, citation.problem) == NUMBERS[text]
    assert text[citation.start : citation.end] == citation.raw


@pytest.mark.parametrize("space", [" ", "\n", "\u00a0", "\t"])
def test_two_numbers_with_any_space_between_them_are_no_wrong_range(space: str) -> None:
    found = find_citations(f"CR 702.178{space}through 702.170")
    assert [citation.numbers for citation in found] == [("702.178",), ("702.170",)]


@pytest.mark.parametrize("cue", CUES)
def test_every_cue_announces_a_number(cue: str) -> None:
    """The quick test for letters of a cue must let every cue through to the pattern."""
    found = find_cue(f"{cue} 702.40a", len(cue) + 1)
    assert found is not None
    assert found.word == cue.lower()


@given(st.from_regex(re.compile(CUE, re.VERBOSE), fullmatch=True))
def test_whatever_the_pattern_of_cues_takes_announces_a_number(cue: str) -> None:
    assert find_cue(f"{cue} 702.40a", len(cue) + 1) is not None


def test_parts_are_the_numbers_that_are_printed_and_cues_are_in_small_letters() -> None:
    text = "CR 601.2c/2d and CR 601.2e-g"
    listed, ranged = (
        [(part.number, text[part.start : part.end]) for part in citation.parts] for citation in find_citations(text)
    )
    assert listed == [("601.2c", "601.2c"), ("601.2d", "2d")]
    assert ranged == [("601.2e", "601.2e"), ("601.2g", "g")]
    cued = find_citations("C.R. 708.4; Comprehensive Rules 702.3a + 704.5b; # 701.2a")
    assert [citation.cue for citation in cued] == ["c.r.", "comprehensive rules", "comprehensive rules", None]


def test_a_table_or_a_bare_number_counts_only_in_a_file_about_magic_or_that_cites() -> None:
    table = "".join(f'"702.{rule}": 1,\n' for rule in range(2, 8))
    assert find_citations(table) == ()
    assert len(find_citations(table + '"about": "creatures"\n')) == 6
    subrules = "".join(f'f("702.{rule}a").\n' for rule in (2, 9, 15, 40, 110))
    assert len(find_citations(subrules)) == 5
    prices = "".join(f'"{price}": 1,\n' for price in ("702.15", "160.74", "120.75", "120.76", "120.77"))
    assert find_citations(prices + '"about": "creatures"\n') == ()
    bare = "# both halves count, see (702.102)\n"
    assert find_citations(bare) == ()
    assert [citation.raw for citation in find_citations(bare + "# CR 709.4d\n")] == ["702.102", "709.4d"]


@pytest.mark.parametrize(
    ("text", "alone", "declared"),
    [
        ("// Sagas go away by 704.5s at once\n", [], ["704.5s"]),
        ("// the loop took 120.5s in all\n", [], []),
        ("// 704.5f\nint x;\n", [], ["704.5f"]),
        ("/*\n * 704.5k A creature of some kind\n */\n", [], ["704.5k"]),
        ("// see 601.2 for the order of steps\nint x = 1;\n", [], ["601.2"]),
        ("// see 655.2 for the order of steps\nint x = 1;\n", [], []),
        ("// 704.5. While a player waits\nint x;\n", [], ["704.5"]),
        ("float x = 704.5f;\n", [], []),
        ("// CR 601.2a\n// 704.5\nint x;\n", ["601.2a", "704.5"], []),
        ("f(); // (103.2)\ng(); // (103.4)\nh(); // (502.2)\n", [], ["103.2", "103.4", "502.2"]),
        ("| 64 | 732.9 | 1,853.0 |\n", [], []),
        ("// CR 601.2a says it; by 704.5m it goes\n", ["601.2a", "704.5m"], []),
    ],
)
def test_bare_numbers_count_where_the_file_or_the_configuration_says_so(
    text: str, alone: list[str], declared: list[str]
) -> None:
    assert [number for citation in find_citations(text) for number in citation.numbers] == alone
    cited = [number for citation in find_citations(text, cites_rules=True) for number in citation.numbers]
    assert cited == (declared or alone)
    assert might_cite(text.encode(), cites_rules=True) or not cited
    assert find_citations(text, cites_rules=False) == ()
    assert not might_cite(text.encode(), cites_rules=False)


letters = st.sampled_from("abcdefghijkmnpqrstuvwxyz")
numbers = st.builds(
    lambda section, chapter, rule, letter: f"{section}{chapter:02}.{rule}{letter}",
    st.integers(1, 9), st.integers(0, 49), st.integers(1, 199), st.one_of(st.just(""), letters),
)  # fmt: skip
cues = st.sampled_from(
    ["CR ", "CR-", "Comprehensive Rules ", "MTG rule ", "C.R. ", "[CR ", "(CR\u00a0", "CR: ", "Magic rule\n * "]
)
clauses = st.lists(st.sampled_from(["storm", "copies", "it", "the", "spell", "returns", "x"]), max_size=8).map(" ".join)


@given(st.lists(st.tuples(clauses, cues, numbers), min_size=1, max_size=6))
def test_generated_citations_are_found_exactly(items: list[tuple[str, str, str]]) -> None:
    text, wanted = "/**\n", []
    for before, cue, number in items:
        text += f" * {before} {cue}"
        wanted.append((len(text), number))
        text += f"{number} holds\n"
    text += " */\nint x = 3;\n"
    assert [(citation.start, citation.numbers[0]) for citation in find_citations(text)] == wanted


def test_a_file_without_citations_is_known_from_its_bytes() -> None:
    line = b"    value = compute(self.items[3], 120.5, name='x') # 17 of 100 done, schedule the rules\n"
    assert not might_cite(line * 20_000)
    assert grows_in_proportion(lambda count: partial(might_cite, line * count), 5_000)
    assert might_cite("CR 702.40a".encode("utf-16")), "what is not read is never left out"
    assert not might_cite(b"nothing of the kind")


PIECES = st.sampled_from(
    ["CR 702.40a", "CR 601.2", "rule 704.5f", "rules 509.1-3", "cr_702_5d", "CR ", "702.40a", "601.2", "702", "1", "a",
     ".", "-", "–", "/", ", ", " and ", " ", "#R613", "§", "(", ")", '"', "\n", "// ", "&ndash;", " @2009-10-05",
     "20091005 - ", "—", "Storm", "creature", "comprules: ", "# comprules: edition=2019-05-03\n"]
)  # fmt: skip


@given(st.text(max_size=40) | st.lists(PIECES, max_size=30).map("".join))
def test_any_text_gives_ordered_spans_and_the_scan_of_bytes_misses_none(text: str) -> None:
    citations = find_citations(text)
    position = 0
    for citation in citations:
        assert position <= citation.start < citation.end
        assert text[citation.start : citation.end] == citation.raw
        assert all(citation.start <= part.start < part.end <= citation.end for part in citation.parts)
        assert all(text[beside.start : beside.end] for beside in citation.evidence)
        position = citation.end
    assert might_cite(text.encode()) or not citations


ADVERSARIES = (
    "CR ", "rule ", "1.1.", "702.40a-", "(", "702.40a ", "702.40 ", "CR 702, 703, ", "CR 702.40a/b/c/d/e ", "CR(((",
    '"702.40a" ', "cr_702", "CR 702.40 A Storm Of Caps (", "§ ", "20241022 - ", "// 702.40a\n", "CR" + " " * 63,
    "#R613", "\n// ", '"', "# comprules: CR 702.1a\n",
    "# comprules: edition=2019-05-03\nCR 702.1a, 702.2a (CR 2019-05-03)\n\n",
)  # fmt: skip


@pytest.mark.parametrize("unit", ADVERSARIES)
def test_the_cost_grows_with_the_text(unit: str) -> None:
    def work(size: int) -> Callable[[], object]:
        return partial(find_citations, "Comprehensive Rules 100.1a\n" + unit * (size // len(unit)))

    assert grows_in_proportion(work, 20_000)


def find_only(text: str) -> Citation:
    (citation,) = find_citations(text)
    return citation


def words(citation: Citation, kind: str) -> list[str]:
    return [evidence.words for evidence in citation.evidence if evidence.kind == kind]


STAMPS = {
    "//20091005 - 701.6a": ["20091005"],
    "// 20241022 - 601.2b": ["20241022"],
    "# 2024-11-08: CR 601.2b": ["2024-11-08"],
    "CR 702.40a (2026-04-17)": ["2026-04-17"],
    "CR 702.40a (as of 2026-04-17)": ["2026-04-17"],
    "CR 702.40a @2024-11-08": ["2024-11-08"],
    "CR 702.40a@M10": ["M10"],
    "CR 702.40a (M10)": ["M10"],
    "CR 702.40a (DOM rules)": ["DOM"],
    "CR 702.40a (SBA)": [None],
    "CR 702.40a (8 of 20241022)": [None],
    "CR 702.40a, seen in 2024": [None],
    "CR 2026-04-17 CR 702.40a": ["2026-04-17"],
    "the boats of Pinned CR 2026-04-17 CR 702.40a": [None],
    "since 2024-11-08 this follows CR 702.40a": [None],
    # at the head of a comment it covers the comment and no more
    "//20091005 - 510.1c, 702.17c\n// and CR 104.3\nfoo();\n// CR 100.1\n": ["20091005", "20091005", "20091005", None],
    # named by the file of the edition
    "// MagicCompRules 20131018.txt, Rule 701.2a": ["20131018"],
    "// CR 701.2a from MagicCompRules_20131018.pdf": ["20131018"],
    "// CR 701.2a [CompRules 2003/10/01]": ["2003/10/01"],
    "// 508.5a - Whoever rows\n// ends its turn. [CompRules 2003/10/01]\nCR 701.2b": ["2003/10/01", None],
    "// since CompRules 2003 and CR 701.2a": [None],
    # of the file or of a block
    "# comprules: edition=2019-05-03\n\n# CR 701.2a\nf()\n# CR 701.2b": ["2019-05-03", "2019-05-03"],
    "# CR 701.2a\n# comprules: edition=2019-05-03\n\n# CR 701.2b @M10\n\n# CR 701.2c": [None, "M10", "2019-05-03"],
    "# comprules: edition=M10\n# CR 701.2a\n# comprules: edition=2019-05-03\n# CR 701.2b": ["M10", "2019-05-03"],
    "# comprules: ignore=2019-05-03\n# CR 701.2a": [None],
    # behind a list it covers the list
    "// CR 100.1 first. CR 510.1c + 702.17c (2024-11-08)\n": [None, "2024-11-08", "2024-11-08"],
}


@pytest.mark.parametrize(("text", "stamps"), STAMPS.items())
def test_a_date_or_set_beside_it(text: str, stamps: list[str | None]) -> None:
    assert [citation.stamp for citation in find_citations(text)] == stamps


TITLES = {
    '// CR 702.40a, "Storm"': "Storm",
    "// CR 702.40. Storm": "Storm",
    "// CR 702.40a (Storm)": "Storm",
    "// CR 702.40 — Storm. It copies": "Storm",
    "// CR 702.4: Double Strike": "Double Strike",
    "// Double Strike (CR 702.4)": "Double Strike",
    "- **Double Strike** (hits twice, CR 702.4)": "Double Strike",
    "// Storm [copies the boat; see CR 702.40a], and more": "Storm",
    "## Storm (CR 702.40a)": "Storm",
    "| Storm | CR 702.40 | done |": "Storm",
    "// `Storm` (CR 702.40a)": "Storm",
    '// CR 702.40a (the "Storm Rule")': "Storm Rule",
    "**CR 702.40** **Storm**": "Storm",
    "// CR 506.3 Beginning of Combat Step": "Beginning of Combat Step",
    "// CR 702.40a When it is cast": None,
    "// CR 702.40a: each copy is new": None,
    "// see CR 702.40a": None,
}


LISTS: list[tuple[str, str, list[list[str]]]] = [
    ("CR 701.65 Airbend, 701.66 Earthbend", "title", [["Airbend"], ["Earthbend"]]),
    # evidence ends at the neighbouring citations
    (
        "// flying, CR 702.9b: or trample, CR 702.19c: if deathtouch\n",
        "keyword",
        [["or trample", "flying"], ["if deathtouch", "or trample"]],
    ),
    # what stands behind the citation of another item is of that one
    ("# - CR 702.9: Sails\n# - CR 702.10: Oars\n# - CR 702.15: Ropes\n", "keyword", [["Sails"], ["Oars"], ["Ropes"]]),
    # and what is in another row of a table
    (
        "| the sails | CR 702.9 | are up |\n| the oars | CR 702.10 | are out |\n",
        "keyword",
        [["are up", "the sails"], ["are out", "the oars"]],
    ),
    # words of another item
    ("- Sails: CR 702.9;\n  go up\n- the oars\n  CR 702.10\n", "keyword", [["go up", "Sails"], ["the oars"]]),
    ("* the sails\n* CR 702.9 goes\n* the oars\n", "keyword", [["goes"]]),
    # a cell with words is for itself; a number alone is explained by its row
    ("| sails | the oars, CR 702.9 | ropes |\n", "keyword", [["the oars"]]),
    ("| sails | 702.9a | go up |\n| oars | 702.9b | go out |\n", "keyword", [["go up", "sails"], ["go out", "oars"]]),
    # a value is in its object, before or behind its number, and in no other
    (
        '[{"rule": "702.9a", "note": "up sails"}, {"note": "out oars", "rule": "702.9b"}, {"rule": "702.9c"}]',
        "keyword",
        [["up sails"], ["out oars"], []],
    ),
    (
        '{"text": "every one of the sails goes up",\n "refs": ["702.9a", "702.9b"], "next": {"text": "no word of it"}}',
        "text",
        [["every one of the sails goes up"]] * 2,
    ),
    (
        '[{"number": "702.9a", "title": "Big Sails"}, {"number": "702.9b", "name": "Oars"}]',
        "title",
        [["Big Sails"], ["Oars"]],
    ),
    ('[{"number": "702.9a", "section": "Sails"}, {"ability": "Oars", "cr": "702.9b"}]', "title", [["Sails"], ["Oars"]]),
    ('{"702.9a": "Big Sails", "702.9b": {"title": "Oars"}}, // CR 1', "title", [["Big Sails"], ["Oars"]]),
    ('[{"card": "Sea Oars", "rule": "702.9a"}, {"name": "Sea Oars", "cr_for": "702.9b"}]', "title", [[], []]),
    # a key without quotes; the title, or the first sentence, of a text
    (
        'const boats = [{ rule: "702.9a", title: "Big Sails" }, { cr: "702.9b", name: "Oars" }]',
        "title",
        [["Big Sails"], ["Oars"]],
    ),
    (
        '[{"rule": "702.9a", "text": "Sails: all of them go up"}, {"id": "702.9b", "summary": "Oars"}]',
        "title",
        [["Sails"], ["Oars"]],
    ),
    ('{"rule": "702.9a", "text": "The sails all go up. Ropes hold them."}', "keyword", [["The sails all go up"]]),
    ('{"when": "702.9a", "text": "The sails all go up. Ropes hold them."}', "keyword", [[]]),
    ('by rule "702.9a", oars go out', "keyword", [['", oars go out']]),
    # the other entries of a mapping of YAML, and of a table of TOML with a number in its header
    ('- rule: "702.9a"\n  name: Oars\n', "title", [["Oars"]]),
    ("- name: Oars\n  rule: 702.9a\n- name: Sails\n  rule: 702.9b\n", "title", [["Oars"], ["Sails"]]),
    ("702.9:\n  name: Oars\n702.10:\n  name: Sails\n", "title", [["Oars"], ["Sails"]]),
    ("rules:\n  - id: 702.9\n    state: done\n    title: Oars\n", "title", [["Oars"]]),
    ('[rules."702.9"]\ntitle = "Oars"\n\n[rules."702.10"]\ntitle = "Sails"\n', "title", [["Oars"], ["Sails"]]),
    # lines of TOML at the beginning of a file
    ('title = "Oars"\nrule = "702.9"\n', "title", [["Oars"]]),
    # the number of a chapter in such lines may count anything
    ('title = "Oars"\nrule = "702"\n', "title", [[]]),
    # a key whose value is missing, or is no string
    ('{"702.9": }, ["Oars"]', "title", [[]]),
    ('{"702.9": 12, "title": "Oars"}', "title", [[]]),
    # of a value in brackets, only the strings directly in it
    ('{"702.9": {"title": "Oars", "parts": [{"title": "Sails"}]}}', "title", [["Oars"]]),
    # the name above a list of one item, and that of a value
    ("Oars:\n  - CR 702.9a\nSails:\n  - CR 702.9b\n", "title", [["Oars"], ["Sails"]]),
    ("Oars:\n  - CR 702.9a\n  - CR 702.9b\n", "title", [[], []]),
    ("oars:\n  - CR 702.9a\n", "title", [[]]),
    ('{"Oars": ["702.9a"], "Old Sails": "702.9b"}', "title", [["Oars"], ["Old Sails"]]),
    ('{"Oars": ["702.9a", "702.9b"], "sails": "702.9c"}', "title", [[], [], []]),
    # entries on lines of their own
    ("Oars: CR 702.9a\nSails: CR 702.9b\nHelm: CR 702.9c\n", "keyword", [["Oars"], ["Sails"], ["Helm"]]),
    ("// Oars: CR 702.9a\n// Sails: CR 702.9b\n", "keyword", [["Oars"], ["Sails"]]),
    # a number above all other words
    ("702.9\nOars\n", "title", [["Oars"]]),
    ("it('raises sails (CR 702.9a)', () => { x('all oars') })", "keyword", [["raises sails"]]),
    # the name of a card, in quotes or before a colon, and what is before the brackets of the citation
    ('// "Sea Oars" raises the sails, CR 702.9\n', "keyword", [["           raises the sails"]]),
    ("// Old Sea Oars: raises the sails (CR 702.9)\n", "keyword", [["raises the sails"]]),
    ("// Old Oars\n// Of The Sea: raises the sails (CR 702.9)\n", "keyword", [["raises the sails"]]),
    ("// Old Sea Oars:\n//   raises the sails (CR 702.9)\n", "keyword", [["raises the sails"]]),
    # a bracket with other words begins a clause; one without any does not
    ("// It rows (the oars of rule 702.9)\n", "keyword", [["the oars of"]]),
    ("// It rows (as rule 702.9 says)\n", "keyword", [["says", "It rows (as"]]),
    ("// Oar's Sea (ROW THE BOAT — CR 702.9) goes\n", "keyword", [["goes", "ROW THE BOAT"]]),
    # a line that begins with its own citation, or follows a line that ends with one
    ("# CR 702.9 Oars\n# CR 115.2a sails go up\n", "keyword", [["Oars"], ["sails go up"]]),
    ("// old oars (CR 704.5u)\n// The old sails are CR 704.5j\n", "keyword", [["old oars"], ["The old sails are"]]),
    # a sentence that goes on in the next line, and a rule below its heading
    ("# CR 702.9 as said by\n# CR 115.2a\n", "keyword", [["as said by"], ["as said by"]]),
    ("# CR 702.9 as said by\r\n# CR 115.2a\r\n", "keyword", [["as said by"], ["as said by"]]),
    ("# CR 702.9 goes up\n# (see CR 115.2a)\n", "keyword", [["goes up (see"], ["goes up (see"]]),
    ("# CR 702.9 Oars\n# CR 702.9a\n", "keyword", [["Oars"], ["Oars"]]),
    # words above a list are not of its items
    ("# Oars are counted:\n# - see CR 702.10\n", "keyword", [["see"]]),
]


@pytest.mark.parametrize(("text", "kind", "expected"), LISTS)
def test_each_of_a_list_has_its_own_words(text: str, kind: str, expected: list[list[str]]) -> None:
    assert [words(citation, kind) for citation in find_citations(text, cites_rules=True)] == expected


def test_evidence_is_near_and_its_spans_hold_the_words() -> None:
    near = find_only("// " + "word " * 200 + "CR 702.40a " + "next " * 200).evidence
    assert all(evidence.end - evidence.start <= 200 for evidence in near if evidence.kind == "keyword")
    text = '// Storm (CR 702.40a): "each copy goes onto the stack"\n'
    for evidence in find_only(text).evidence:
        assert text[evidence.start : evidence.end] == evidence.words


def test_words_do_not_depend_on_the_length_of_other_numbers() -> None:
    text = "// oars " * 20 + "CR 702.{} and " + "the sails " * 19 + "CR 601.2c " + "the ropes " * 30 + "CR 702.{}\n"
    one, other = (find_citations(text.format(*two)) for two in ((9, 9), ("145d", "100a")))
    assert [evidence.words for evidence in one[1].evidence] == [evidence.words for evidence in other[1].evidence]


@pytest.mark.parametrize("text", [text.replace("«", "").replace("»", "") for text in FORMS.values()], ids=FORMS)
def test_another_number_in_its_place_changes_no_other_citation(text: str) -> None:
    citations = find_citations(text, cites_rules=True)
    for place, citation in enumerate(citations):
        if citation.form != "number" or not re.fullmatch(r"\d{3}\.\d+[a-z]?", citation.raw):
            continue
        number = "702.110" + citation.raw.lstrip("0123456789.")
        again = find_citations(text[: citation.start] + number + text[citation.end :], cites_rules=True)
        assert [other.raw for other in again] == [number if other is citation else other.raw for other in citations], (
            citation.raw
        )
        kept = [[evidence.words for evidence in other.evidence] for other in (*again[:place], *again[place + 1 :])]
        others = (*citations[:place], *citations[place + 1 :])
        assert kept == [[evidence.words for evidence in other.evidence] for other in others]


QUOTE = "Cards may be thrown away at any time."
TEXTS = {
    '// CR 601.2c: "The player names each of the targets"': "The player names each of the targets",
    "(CR 601.2c says “the player names each of the targets”)": "the player names each of the targets",
    # behind a colon, over lines
    f"// CR 702.29b: {QUOTE}": QUOTE,
    "// CR 702.29b: Cards may be\n// thrown away at any time.\nx();": QUOTE,
    # as the rules print it
    "/**\n * 702.37. Amplify 702.37a Amplify looks at\n * what is in the hand.\n * @author me\n */": (
        "Amplify looks at what is in the hand."
    ),
    # its beginning left out
    "// 702.29b ... Cards may be\n// thrown away at any time.\n": QUOTE,
    # below its number
    f"// 702.29b\n// {QUOTE}\n": QUOTE,
    # behind a stamp of its own
    "// 20121001 - 601.2c\n// 601.2c The player names all of the targets (see rule 115.1).": (
        "The player names all of the targets (see"
    ),
    # to the end of the paragraph
    " * 702.32a Flashback is on cards that come back.\n *\n * Other words of another paragraph here.\n": (
        "Flashback is on cards that come back."
    ),
}


AROUND = {
    "// CR 702.40a copies for storm.\n": ["copies for storm"],
    "// The storm count (CR 702.40a) is kept.\n": ["is kept", "The storm count"],
    "// CR 702.40a, e.g. for storm\n": ["e.g. for storm"],
    "// CR 702.40a copies\n// each storm.\nint flying;\n": ["copies each storm"],
    "int flying; // storm, CR 702.40a\nint trample;\n": ["storm"],
    "# flying\n\n# CR 702.40a storm\n\n# trample": ["storm"],
    "/* flying */ /* CR 702.40a storm */ trample": ["storm"],
    # what a number labels or ends, also behind its sentence
    "// the boat sails on wind\n// CR 702.40a: storm\n": ["storm", "the boat sails on wind"],
    "// All of the sails go up. CR 702.40a\n": ["All of the sails go up."],
    "// storm CR 702.40a\n": ["storm"],
    "// comprules: ignore-next-line[CR002] Flying\n// CR 702.40a storm // comprules: ignore flying\n": ["storm"],
    "let x = 702; // CR 702.40a comprules: ignore[CR009] Flying\n": [],
}


# a sentence that speaks of the number
PROSE = {
    "// Other. Storm by CR 702.40a here. Next.\n": ["here", "Storm by"],
    "Flying.\n\nAs told\nby CR 702.40a the storm\ngoes on.\n\nTrample.": ["the storm goes on", "As told by"],
    "// sails go up: rule 702.40a's copies\n": ["s copies", "sails go up"],
    "// it is what asking all of rule 702.40a\n// would say.\n": ["would say", "it is what asking all of"],
    "// CR 702.40a is its twin\n": ["is its twin"],
}
# words after a number that are about the next thing
APART = {
    "// sails up (CR 702.40a), storm below": [True, False],
    "// sails up (CR 702.40a); storm below": [True, False],
    "// CR 702.40a; storm: copies it": [True],
    "// CR 702.40a; storm copies it": [False],
    "// CR 702.40a, storm: copies it": [False],
}


@pytest.mark.parametrize(("text", "apart"), APART.items())
def test_words_that_are_about_the_next_thing(text: str, apart: list[bool]) -> None:
    (citation,) = find_citations(text)
    assert [evidence.apart for evidence in citation.evidence if evidence.kind == "keyword"] == apart


TOLD = {
    "// oars 702.9 → **702.10**": [("702.10",), ("702.9",)],
    "// oars moved from CR 702.9a/b to CR 702.10a/b": [("702.9a", "702.9b"), ("702.10a", "702.10b")],
    "// The stale CR 702.9 is CR 702.10. See CR 702.11": [("702.10",), ("702.9",), ()],
    "// there is no CR 702.9b, and CR 702.10 ends": [("702.9b",), ()],
    "// not CR 702.9": [("702.9",)],
    # arrows from names to their numbers
    "oars → CR 702.9, sails → CR 702.10, ropes → CR 702.11": [(), (), ()],
    "- `boat/oars.rs` -> CR 702.9, 702.12; sails() -> CR 702.10\n- `boat/ropes.rs` -> CR 702.11": [(), (), (), ()],
    "oars → CR 702.9 → CR 702.10": [("702.10",), ("702.9",)],
    "oars → CR 702.9, later → CR 702.10": [("702.10",), ("702.9",)],
    "CR 702.9: oars → CR 702.10": [("702.10",), ("702.9",)],
    '// the stale "CR 702.9" cite is corrected — 702 has oars': [("702.9",)],
    "// the CR 702.9 citations above were wrong": [("702.9",)],
    "// the CR 702.9 citation is what the test reads": [()],
    "// the CR 702.9 number of oars was wrong": [()],
    "// it moved `oars` off CR 702.9": [("702.9",)],
    "// CR 702.9 and CR 702.10 are now both gone": [(), ()],
    "/* CR 702.9\n\nformerly of CR 702.10 */": [(), ("702.10",)],
    # numbers of another time, and the new number of a rule
    "// the oars (CR 702.9, formerly cited as rule 702.8)": [("702.8",), ("702.8",)],
    "// The old number, CR 702.9, is in use again.": [("702.9",)],
    "// CR 702.9 used to be about oars": [("702.9",)],
    "// CR 702.9 no longer covers oars": [("702.9",)],
    '// the "oars 702.9 / sails 702.10" numbers are STALE': [("702.9",), ("702.10",)],
    '// the "CR 702.9 / 702.10" cites are outdated': [("702.9",), ("702.10",)],
    "// oars 702.9 / sails 702.10 are heavy": [(), ()],
    "// `CR 702.9b` folds to the oars": [("702.9b",)],
    '// CR 702.9 has no subrules, and "CR 702.9b" is heavy': [(), ("702.9b",)],
    '// CR 702.9 has subrules, and "CR 702.9b" is heavy': [(), ()],
    "// oars: 702.9 in older editions": [("702.9",)],
    "// In 2014 the oars were put in CR 702.9.": [("702.9",)],
    "// At that time CR 702.9a covered oars; CR 702.9b has them": [("702.9a",), ()],
    "// the boat of 2014 has oars (CR 702.9)": [()],
    "// The 2014-02-01 file lists oars as CR 702.9a–CR 702.9c": [("702.9a",), ("702.9c",)],
    "// The boat of 2014-02-01 has oars. CR 702.9": [()],
    "// The 2014-02-01 file lists oars. CR 702.9": [()],
    "// In 2014 boats float. CR 702.9 was never read.": [()],
    "// oars, moved to CR 702.9": [("702.9",)],
    "// oars (now CR 702.9)": [("702.9",)],
    "// oars (nowhere in CR 702.9)": [()],
    "// a boat moved to the sea (CR 702.9)": [()],
    "// Replaced CR 702.9 with CR 101.2a.": [("702.9",), ("101.2a",)],
    "// CR 702.9 with CR 101.2a": [(), ()],
    "// CR 702.9 (oars) was renumbered to 101.2a. See CR 702.1": [("702.9",), ("101.2a",), ()],
    "// rules 702.9 and 702.10 moved to 101.1, 101.2": [("702.9",), ("702.10",), ("101.1",), ("101.2",)],
    "// CR 702.9, which has been renumbered, has oars": [()],
    "// CR 702.9 has been renumbered since. CR 702.10 has oars": [("702.9",), ()],
    "// the note that moved the oars off 702.9": [("702.9",)],
    "// the boats set off: CR 702.9": [()],
    "// Based off CR 702.9, oars are built off `702.10` and modelled off 702.11": [(), (), ()],
    "// the note that moved the oars off 702.9 and left 702.9 to sails": [("702.9",), ("702.9",)],
    "// the note that moved the oars off 702.9. Sails have 702.9": [("702.9",), ()],
    "// oars 702.9/702.10 each shifted by one": [("702.9",), ("702.10",)],
    "// a boat by CR 702.9 was moved to the sea of CR 702.10": [(), ()],
    "| old | new |\n|---|---|\n| 702.9a | 702.8b |": [("702.9a",), ("702.8b",)],
    "| oars | sails |\n|---|---|\n| 702.9a | 702.8b |": [(), ()],
    "| old | new |\n|---|---|\n| oars | 702.8b |": [()],
    # numbers that are called made up, or that no rule has
    "// the model invents numbers, e.g. CR 702.9b for oars": [("702.9b",)],
    "// oars that do not exist, from a made-up rule (702.9b)": [("702.9b",)],
    "// an invented boat sails on, CR 702.9b": [()],
    "// an invented boat sails on, rule 702.9b": [()],
    "// the invented rule 702.9b": [("702.9b",)],
    "// the numbers are made up. CR 702.9b: oars": [()],
    "// 702.9 ends with a, so 702.9b is free; so is CR 702.9": [(), ("702.9b",), ()],
    "// CR 702.9b does not exist": [("702.9b",)],
    "// the boat (CR 702.9b) is free, of course": [()],
    # numbers that show what numbers look like
    "// matches subrules (702.9b) and rule numbers like 702.9": [("702.9b",), ("702.9",)],
    "// the regex for e.g. `702.9b`": [("702.9b",)],
    "{\"about\": \"Rule number (e.g. '702.9') or word (e.g. 'oars')\"}": [("702.9",)],
    "// Cite the rule number, for example CR 702.9b, for boats.": [("702.9b",)],
    "// sorted as text, e.g. 702.10 comes before 702.9": [("702.10",), ("702.9",)],
    "| 规则编号（如 702.9、101.2a） | creature |": [("702.9",), ("101.2a",)],
    "(Two letters are missing: 702.9k is followed by 702.9m, then 702.9n.)": [("702.9k",), ("702.9m",), ("702.9n",)],
    '// "CR 702.9b" or a bare "CR 702" in the source': [("702.9b",), ("702",)],
    '// counts keyed "702.9", for oars': [("702.9",)],
    "// a bare boat (CR 702.9b) has no oars": [()],
    '// "CR 702.9b" has the oars': [()],
    "// the oars of 702.9 come before 702.10": [(), ()],
    "// boats of a sort of their own, e.g. 702.10": [()],
    "// the rule number 702.9b has the boats": [()],
    "// boats like 702.9b float": [()],
    "// parse the oars (rule 702.9b)": [()],
}
BELOW = {
    "# Boats\n\n## CR 702.40\n\nStorm copies it. More.\n": ["Storm", "Storm copies it"],
    "# Boats\n\n## Rule 702.40a ##\nStorm copies it.\n": ["Storm", "Storm copies it"],
    "boats\n;CR 702.40\n: Storm copies it\n": ["Storm", "Storm copies it"],
    "boats\n\nCR 702.40\n\nStorm copies it\nand more.\n\nOars.\n": ["Storm", "Storm copies it and more"],
    "boats\n\n**CR 702.40**\n\nStorm copies it.\n": ["Storm", "Storm copies it"],
    # not the number of the next heading, of a line with other words, or of a program
    "# Boats\n\n## CR 702.40\n\n# Oars\n\nStorm copies it.\n": [],
    "# Boats\n\nsails up, CR 702.40\n\nStorm copies it.\n": ["sails up"],
    "int boats; // CR 702.40\n\nStorm copies = it;\n": [],
    "# Boats\n\n## CR 702.40\n\nCR 702.41\n": [],
}


@pytest.mark.parametrize(("text", "words"), BELOW.items())
def test_the_paragraph_below_a_number_that_stands_alone(text: str, words: list[str]) -> None:
    first = find_citations(text, cites_rules=True)[0]
    assert [evidence.words for evidence in first.evidence] == words


MADE_UP_IN_TESTS = {
    'def test_rows():\n    rows = [row("a", "702.9"), row("CR 702.10")]\n': [("702.9",), ()],
    'rows = [row("a", "702.9")]\n\ndef test_rows():\n': [()],
    'def test_rows():\n    assert "702.9b" in printed()\n': [()],
    '@Test\nvoid oars() { rows("702.9", "the oars of a boat move together"); }\n': [()],
    "it('floats', () => {\n  add('702.9');\n});\n": [("702.9",)],
    '#[cfg(test)]\nmod tests {\n    fn f() { get("702.9"); }\n}\n': [("702.9",)],
}


@pytest.mark.parametrize(("text", "expected"), [*TOLD.items(), *MADE_UP_IN_TESTS.items()])
def test_what_a_sentence_tells_of_numbers(text: str, expected: list[tuple[str, ...]]) -> None:
    assert [citation.change_numbers for citation in find_citations(text, cites_rules=True)] == expected


BESIDE = [
    *(("title", text, [] if title is None else [title]) for text, title in TITLES.items()),
    *(("text", f"{text}\n\n// creature\n", [quoted]) for text, quoted in TEXTS.items()),
    *(("keyword", text, clauses) for text, clauses in AROUND.items()),  # the words of the same sentence
    *(("prose", text, clauses) for text, clauses in PROSE.items()),
    # quotes of another sentence, behind a dash, or of what is beside another thing
    *(
        ("text", text, [])
        for text in (
            '// see CR 601.2c. Its words are "The player names each of the targets"',
            '// CR 601.2c makes it so -- then "the player names each of the targets"',
            '// "words" for CR 601.2c\'s, and "the player names each of the targets" for more',
        )
    ),
]


@pytest.mark.parametrize(("kind", "text", "expected"), BESIDE)
def test_the_words_beside_it(kind: str, text: str, expected: list[str]) -> None:
    assert [word for citation in find_citations(text) for word in words(citation, kind)] == expected


def test_a_long_word_between_two_lines_with_citations_is_read_once() -> None:
    assert grows_in_proportion(
        lambda count: partial(find_citations, f"// CR 702.9 is\n{'a1' * count}.\n// CR 115.2a\n", cites_rules=True),
        5_000,
    )


def test_all_numbers_of_a_long_line_of_data() -> None:
    rows = [f'{{"number": "603.{count % 23 + 1}", "x": 1}}' for count in range(400)]
    assert len(find_citations(f"[{', '.join(rows)}]", cites_rules=True)) == len(rows)


@pytest.mark.parametrize(
    ("before", "kinds"),
    [
        ("// ", ["title", "text", "keyword"]),
        ("dock(); // ", ["title", "text", "keyword"]),
        ("dock(); // see ", ["title", "keyword", "keyword"]),
    ],
    ids=["alone", "after code", "after a word"],
)
def test_the_text_of_a_rule_is_read_where_a_comment_begins(before: str, kinds: list[str]) -> None:
    (citation,) = find_citations(f"{before}CR 100.2 - Copper coins are counted twice at noon\n")
    assert [evidence.kind for evidence in citation.evidence] == kinds


@pytest.mark.parametrize(
    ("below", "words"),
    [
        ("    Harbour harbour = new Harbour(9);", ["boats_row() {"]),
        ("    // Oars are counted.\n    Harbour harbour = new Harbour(9);", ["boats_row() { Oars are counted"]),
        ("    // Oars (all) counted;\n    Harbour harbour = new Harbour(9);", ["boats_row() { Oars (all) counted"]),
        ("    *harbour = Harbour(9);", ["boats_row() {"]),
    ],
)
def test_the_words_of_an_identifier_end_before_code(below: str, words: list[str]) -> None:
    (citation,) = find_citations(f"void cr_702_40a_boats_row() {{\n{below}\n}}\n")
    assert [evidence.words for evidence in citation.evidence if evidence.start > citation.start] == words

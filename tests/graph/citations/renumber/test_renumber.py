"""Tables of texts before and after; there and back again; what is left, and why; and where real numbers went."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.citations.find.finder import find_citations
from graph.citations.judge.judge import Judge
from graph.citations.records import Citation, Fault, Meaning
from graph.citations.renumber.outcomes import Outcome, apply_outcomes
from graph.citations.renumber.renumberer import Renumberer
from graph.citations.renumber.spelling import LONGEST_LIST
from graph.citations.renumber.stamping import with_stamps
from graph.history import Destination, DestinationKind, History
from graph.ledger import open_ledger
from rules.edition_names import edition_named
from rules.numbers import LETTERS
from rules.records import COMPREHENSIVE_RULES, CardSet, Edition

OLD, OTHER, NEW = "2009-05-01", "2009-10-02", "2026-04-17"


EDITIONS = tuple(
    Edition(day, COMPREHENSIVE_RULES, (CardSet(code, None),), aliases, "official", (), "good")
    for day, code, aliases in ((OLD, "ARB", ()), (OTHER, "ZEN", ("20091005",)), (NEW, "SOS", ()))
)


class Routes:
    """A judge, a history and its parts in one: from `OLD` to `NEW` ways of a table, from `OTHER` every number stays.

    Args:
        table: Number to what it is now, or for what has no such number to its kind and keys.
        added: Numbers that only the new edition has.
    """

    target = NEW

    def __init__(
        self, table: Mapping[str, str | tuple[DestinationKind, str | None]], added: tuple[str, ...] = ()
    ) -> None:
        self.history = self.store = self.lineages = self.destinations = self
        self._routes = {number: _destination(number, goes) for number, goes in table.items()}
        successors = {destination.successor for destination in self._routes.values() if destination.successor}
        self._have = {OLD: set(table), OTHER: set(table), NEW: successors | set(added)}

    def edition_has(self, edition: str, number: str) -> bool:
        return number in self._have[edition]

    def of_number(self, number: str, start: str, end: str) -> Destination:
        if start == OTHER:
            return Destination(number, "kept", (number,), lineage_continues=True)
        return self._routes.get(number, Destination(number, "absent"))

    def editions(self) -> tuple[Edition, ...]:
        return EDITIONS

    def find_edition(self, stamp: str) -> str | None:
        try:
            return edition_named(stamp, EDITIONS, [named.id for named in EDITIONS])
        except LookupError:
            return None

    def meanings(
        self, citations: Sequence[Citation], base: str | None = None, *, is_estimate: bool = False
    ) -> list[list[Meaning]]:
        return [[self._meaning(it, number, base) for number in it.numbers] for it in citations]

    def _meaning(self, citation: Citation, number: str, base: str | None) -> Meaning:
        edition = (citation.stamp and self.find_edition(citation.stamp)) or base
        successor = self.of_number(number, edition, NEW).successor if edition and edition != NEW else None
        moved = successor is not None and successor != number
        return Meaning(number, edition, Fault("CR003", "", (successor or "",)) if moved else None)


def _destination(number: str, goes: str | tuple[DestinationKind, str | None]) -> Destination:
    if isinstance(goes, str):
        return Destination(number, "kept" if goes == number else "moved", (goes,), lineage_continues=True)
    kind, successor = goes
    return Destination(number, kind, (successor,) if successor else (), lineage_continues=successor is not None)


def renumbered(
    text: str, routes: Routes, *, unsafe: bool = False, base: str | None = OLD, ignored: tuple[str, ...] = ()
) -> tuple[Outcome, ...]:
    """What becomes of a text along some routes."""
    renumberer = Renumberer(cast("Judge", routes), unsafe=unsafe)
    return renumberer.renumber(text, find_citations(text), base, lambda citation: citation.raw in ignored)


def renumbered_for_real(history: History, text: str, old: str, new: str) -> str:
    """A text renumbered along the real history."""
    return apply_outcomes(text, Renumberer(Judge(history, new)).renumber(text, find_citations(text), old))


MOVED = """
403.3>403.4 403.4>403.3 502.7f>702.16f 502.30>702.40 502.30a>702.40a 502.30b>702.40b 502.30c>702.40d 502.31>702.41
502.32>702.43 601.2c>601.2d 601.2d>601.2e 601.2e>601.2g 601.2f>601.2h 601.2g>601.2i 601.3a>604.1 613.11>613.12
613.1d>613.1e 408>600 409>601 410>603 704.5m>704.5p 704.5n>704.5q 704.5p>704.5s 704.5>704.5 119.3>120.3 119.4>120.4
"""
ROUTES = Routes(
    {
        **dict(pair.split(">") for pair in MOVED.split()),
        "702.11": ("reworded", "702.12"),
        "702.11a": ("split", "702.12a"),
        "702.11b": ("split", None),
        "702.11c": ("merged", None),
        "702.11d": ("ambiguous", None),
        "702.11e": ("deleted", None),
    },
    added=("702.40c", "702.42", "704.5r"),
)

TABLE = {
    "plain": ("CR 502.7f", "CR 702.16f"),
    "letters in brackets": ("CR 601.2(d), 601.2(e)-(g)", "CR 601.2(e), 601.2(g)-(i)"),
    "several": ("CR 502.30a, rule 502.31 and C.R. 613.11", "CR 702.40a, rule 702.41 and C.R. 613.12"),
    "changed places": ("CR 403.3 before CR 403.4", "CR 403.4 before CR 403.3"),
    "changed places in a list": ("CR 403.3/4", "CR 403.4/403.3"),
    "changed places as a range": ("CR 403.3-4", "CR 403.3-4"),
    "range of letters": ("CR 601.2e-g", "CR 601.2g-i"),
    "range in full": ("rules 601.2e–601.2g", "rules 601.2g–601.2i"),
    "range with an entity": ("CR 601.2e&ndash;g", "CR 601.2g&ndash;i"),
    "range in words": ("rules 502.30a through 502.30b", "rules 702.40a through 702.40b"),
    "range of rules": ("CR 502.30-31", "CR 702.40-41"),
    "range of two citations": ("[CR 601.2e](x/y) to [CR 601.2g](x/z)", "[CR 601.2g](x/y) to [CR 601.2i](x/z)"),
    "two citations after one another": ("CR 502.30a, then CR 502.30c", "CR 702.40a, then CR 702.40d"),
    "range of rules in full": ("CR 119.3-119.4", "CR 120.3-120.4"),
    "scattered range": ("see CR 704.5m-p here", "see CR 704.5p, 704.5q, 704.5s here"),
    "range that would take in another": ("CR 502.30a-c", "CR 702.40a, 702.40b, 702.40d"),
    "range of scattered rules": ("CR 502.30-32", "CR 702.40, 702.41, 702.43"),
    "range of chapters": ("CR 502.7f, CR 408-409", "CR 702.16f, CR 600-601"),
    "range over rules that stay": ("CR 601.2e-601.3a @2009-10-05", "CR 601.2e-601.3a @2026-04-17"),
    "letters": ("CR 601.2c/d", "CR 601.2d/e"),
    "letters that part": ("CR 601.2c/3a", "CR 601.2d/604.1"),
    "letters behind commas": ("CR 601.2c, d", "CR 601.2d, e"),
    "letters behind and": ("CR 502.30a and b", "CR 702.40a and b"),
    "joined": ("CR 502.7f + 502.30a", "CR 702.16f + 702.40a"),
    "capital": ("CR 502.7F", "CR 702.16F"),
    "capitals in a range": ("CR 601.2E-G", "CR 601.2G-I"),
    "subrule to rule": ("CR 601.3a.", "CR 604.1."),
    "chapter": ("CR 502.7f, CR 409 and CR 410", "CR 702.16f, CR 601 and CR 603"),
    "identifier": ("// CR 502.7f\nfn cr_502_30a() {}", "// CR 702.16f\nfn cr_702_40a() {}"),
    "chapter in a name": ("// CR 502.7f\nmod cr_409_casting;", "// CR 702.16f\nmod cr_601_casting;"),
    "identifier with hyphens": ('id="rule-502-7f"', 'id="rule-702-16f"'),
    "camel case": ("void testRule502_30aCopies() {}", "void testRule702_40aCopies() {}"),
    "key": ("cr_601_2e = true", "cr_601_2g = true"),
    "anchor": ("yawgatog.com/resources/magic-rules/#R61311", "yawgatog.com/resources/magic-rules/#R61312"),
    "anchor of a subrule": ("yawgatog.com/resources/magic-rules/#R6131d", "yawgatog.com/resources/magic-rules/#R6131e"),
    "anchor with a dot": ("https://magic.example/en/rules#502.7f", "https://magic.example/en/rules#702.16f"),
    "line end": ("// see rule\n// 502.7f, please", "// see rule\n// 702.16f, please"),
    "line end with CR": ("// see rule\r\n// 502.7f, please", "// see rule\r\n// 702.16f, please"),
    "entity": ("CR&nbsp;502.30a", "CR&nbsp;702.40a"),
    "misprint": ("CR 502. 30a", "CR 702. 40a"),
    "title": ('CR 502.30, "Storm 502"', 'CR 702.40, "Storm 502"'),
    "quoted text": (
        'CR 502.30a says "as rule 409 has it, do so under rule 502.31"',
        'CR 702.40a says "as rule 601 has it, do so under rule 702.41"',
    ),
    "kept": ("CR 704.5 and CR 502.7f", "CR 704.5 and CR 702.16f"),
    "what only looks like it": ("CR 502.7f costs 502.31 dollars", "CR 702.16f costs 502.31 dollars"),
    "placeholder": ("CR 502.xxx, CR 502.7f", "CR 502.xxx, CR 702.16f"),
    "stamp as a file date": ("// 20090501 - 502.7f", "// 20260417 - 702.16f"),
    "stamp as a day": ("CR 502.7f @2009-05-01", "CR 702.16f @2026-04-17"),
    "stamp as a set": ("CR 502.7f (ARB edition)", "CR 702.16f (SOS edition)"),
    "stamp of another edition": ("// 20091005 - 502.7f\n\n// CR 502.7f", "// 20260417 - 502.7f\n\n// CR 702.16f"),
    "one stamp for many": ("// 20090501 - 502.7f, 502.30a", "// 20260417 - 702.16f, 702.40a"),
    "stamp of the target": ("// 20260417 - 502.7f", "// 20260417 - 502.7f"),
}


@pytest.mark.parametrize("name", TABLE)
def test_forms(name: str) -> None:
    before, after = TABLE[name]
    renumbering = renumbered(before, ROUTES)
    assert apply_outcomes(before, renumbering) == after
    assert {outcome.status for outcome in renumbering} <= {"renumbered", "unchanged"}


LEFT = {
    "CR 702.11": "reworded",
    "CR 702.11a": "split",
    "CR 702.11b": "split",
    "CR 702.11c": "merged",
    "CR 702.11d": "ambiguous",
    "CR 702.11e": "deleted",
    "CR 999.9a": "absent",
    "CR 601.2g-e": "malformed",
    "CR 702.11e-601.2e": "malformed",
    "CR 601.2c-d-e": "malformed",
    "CR 601.2g-601.3a": "scattered",
    "CR 502.30a/702.11e": "deleted",
    "CR 601.2e-k": "absent",
    "// 20070101 - 502.7f": "stamp",
    "// CR 502.7f\nrule_409: bool = True": "name",
}


@pytest.mark.parametrize(("text", "cause"), LEFT.items())
def test_what_is_left(text: str, cause: str) -> None:
    (left,) = [outcome for outcome in renumbered(text, ROUTES) if outcome.status == "left"]
    assert cause in left.causes
    assert left.new == left.citation.raw


@pytest.mark.parametrize(
    ("text", "causes"),
    [
        ("[CR 502.30a] to [CR 502.30c]", [("scattered",), ("scattered",)]),
        ("[CR 403.3] through [CR 403.4]", [("scattered",), ("scattered",)]),
        ("`CR 601.2c` – `CR 702.11`", [("scattered",), ("reworded",)]),
    ],
)
def test_two_citations_that_are_a_range_are_left_together(text: str, causes: list[tuple[str, ...]]) -> None:
    outcomes = renumbered(text, ROUTES)
    assert [outcome.causes for outcome in outcomes] == causes
    assert apply_outcomes(text, outcomes) == text


def test_two_numbers_of_a_list_do_not_become_one() -> None:
    routes = Routes({"510.4": "510.4", "510.5": "510.4"})
    for text, causes in {
        "CR 510.4/510.5": [(), ("form",)],
        "CR 510.4 and so on, as in CR 510.5": [(), ()],
        "CR 510.5/510.5": [(), ()],
    }.items():
        assert [outcome.causes for outcome in renumbered(text, routes)] == causes, text


def test_unsafe_follows_the_successor_and_a_list_is_carried_over_as_a_whole_or_not_at_all() -> None:
    fates: dict[str, tuple[DestinationKind, str | None]] = {
        "702.11": ("reworded", "702.12"),
        "702.21a": ("split", "702.22a"),
        "702.31b": ("split", None),
        "702.41c": ("merged", None),
        "702.51d": ("ambiguous", None),
        "702.61e": ("deleted", None),
    }
    text = ", ".join(f"CR {number}" for number in fates)
    after = text.replace("702.11", "702.12").replace("702.21a", "702.22a")
    assert apply_outcomes(text, renumbered(text, Routes(fates), unsafe=True)) == after
    assert [outcome.awaits_consent for outcome in renumbered(text, Routes(fates))] == [True] * 2 + [False] * 4
    # what is left holds back no other citation of its rule
    assert renumbered("CR 702.11, CR 702.11d", ROUTES, unsafe=True)[0].causes == ()
    text = "CR 502.30a/702.11, CR 502.30a"
    routes = Routes({"502.30a": "702.40a", "502.30b": ("deleted", None)})
    assert renumbered(text, routes)[0].status == "renumbered"
    listed = "CR 502.30a/b, CR 502.30a-b, CR 502.30a"
    assert apply_outcomes(listed, renumbered(listed, routes)) == "CR 502.30a/b, CR 502.30a-b, CR 702.40a"
    letters = LETTERS[: LONGEST_LIST + 2]
    routes = Routes({f"800.4{letter}": f"800.{place * 2 + 1}a" for place, letter in enumerate(letters)})
    (outcome,), (short,) = (renumbered(f"CR 800.4a-{end}", routes) for end in (letters[-1], "c"))
    assert (outcome.status, outcome.causes) == ("left", ("scattered",))
    assert short.new == "800.1a, 800.3a, 800.5a"
    # gaps in a range are no numbers
    routes = Routes({"509.1": "508.1", "509.2": "508.2", "509.4": "508.3"})
    assert renumbered("CR 509.1-4", routes)[0].new == "508.1-3"


@pytest.mark.parametrize(
    ("text", "number", "new", "causes"),
    [
        ("yawgatog.com/resources/magic-rules/#R61311", "613.1", "6131", ()),
        ("void testRule502_30aCopies() {}", "702.40", "502_30a", ("form",)),
        ("// CR 702.40\nfn cr_613_11() {}", "702", "702", ()),
    ],
)
def test_a_form_that_cannot_say_it(text: str, number: str, new: str, causes: tuple[str, ...]) -> None:
    """What was written must be read as the new number, else it is not written."""
    cited = find_citations(text)[-1].numbers[0]
    outcome = renumbered(text, Routes({cited: number, "702.40": "702.40"}))[-1]
    again = text[: outcome.citation.start] + outcome.new + text[outcome.citation.end :]
    assert (outcome.new, outcome.causes) == (new, causes)
    assert find_citations(again)[-1].numbers == (cited if causes else number,)


def test_stamps_hold_for_all_they_cover_and_what_is_ignored_stays() -> None:
    """One stamp cannot be right for two editions: then its citations are left together."""
    text = "// 20090501 - 502.7f, 702.11e\n\n// 20090501 - 502.7f"
    renumbering = renumbered(text, ROUTES)
    assert apply_outcomes(text, renumbering) == "// 20090501 - 502.7f, 702.11e\n\n// 20260417 - 702.16f"
    assert [outcome.causes for outcome in renumbering] == [("shared",), ("deleted",), ()]
    text = "CR 502.7f, CR 502.31"
    renumbering = renumbered(text, ROUTES, ignored=("502.31",))
    assert apply_outcomes(text, renumbering) == "CR 702.16f, CR 502.31"
    assert [outcome.status for outcome in renumbering] == ["renumbered", "ignored"]
    # without a base only stamped ones move
    text = "CR 502.7f, CR 502.31 @2009-05-01"
    assert apply_outcomes(text, renumbered(text, ROUTES, base=None)) == "CR 502.7f, CR 702.41 @2026-04-17"


STATEMENTS = {
    "Pinned CR 2009-05-01 CR 704.5 says": "Pinned CR 2009-05-01 CR 704.5 says",
    "Our snapshot is CR 2009-05-01, 502.7f": "Our snapshot is CR 2009-05-01, 502.7f",
    "CR 704.5, as of 2009-05-01, says": "CR 704.5, as of 2009-05-01, says",
    "CR 502.7f, as of 2009-05-01, says": "CR 702.16f, as of 2026-04-17, says",
    "CR 704.5 @2009-05-01": "CR 704.5 @2026-04-17",
}


@pytest.mark.parametrize(("before", "after"), STATEMENTS.items())
def test_a_stamp_that_states_a_fact_stays_if_no_number_changes_or_a_copy_is_meant(before: str, after: str) -> None:
    assert apply_outcomes(before, renumbered(before, ROUTES)) == after


def test_a_dash_at_the_start_of_a_line_makes_no_range() -> None:
    text = "- CR 502.7f\n- CR 704.5"
    assert apply_outcomes(text, renumbered(text, ROUTES)) == "- CR 702.16f\n- CR 704.5"


STAMPED = {
    "CR 702.11e; CR 502.7f": "CR 702.11e @2009-05-01; CR 702.16f",
    "(rules 702.11c-e)": "(rules 702.11c-e @2009-05-01)",
    "CR 502.7f + 702.11e": "CR 702.16f + 702.11e",  # it would be read as the stamp of both
    "fn cr_702_11e() {}": "fn cr_702_11e() {}",
    "CR 999.9a": "CR 999.9a",
    "// 20090501 - 702.11e": "// 20090501 - 702.11e",
    "CR 502.7f": "CR 702.16f",
}


@pytest.mark.parametrize(("before", "after"), STAMPED.items())
def test_stamps_for_what_is_left(before: str, after: str) -> None:
    assert apply_outcomes(before, with_stamps(before, renumbered(before, ROUTES), find_citations)) == after
    assert apply_outcomes(after, renumbered(after, ROUTES, base=None)) == after, "a second run moves nothing"


NUMBERS = [f"70{chapter}.{rule}{letter}" for chapter in (2, 3) for rule in (4, 15, 120) for letter in ("", "a", "d")]
FORMS = ("CR {}", "rule {}", "(CR {})", "// see rule\n * {} says", "cr_{_}()", "`CR {}`", "MTG rule {}")


@given(st.permutations(NUMBERS), st.lists(st.tuples(st.sampled_from(FORMS), st.sampled_from(NUMBERS)), max_size=12))
def test_there_and_back_is_the_identity(news: list[str], cited: list[tuple[str, str]]) -> None:
    forward = dict(zip(NUMBERS, news, strict=True))
    back = {new: old for old, new in forward.items()}
    text = "CR 702.4a\n\n" + "\n\n".join(
        form.replace("{_}", number.replace(".", "_")).replace("{}", number) for form, number in cited
    )
    moved = renumbered(text, Routes(forward))
    assert [outcome.status for outcome in moved if outcome.status == "left"] == []
    after = apply_outcomes(text, moved)
    assert apply_outcomes(after, renumbered(after, Routes(back))) == text


@given(st.integers(1, 8), st.integers(0, 10), st.integers(1, 3), st.sampled_from(["-", "–", "/", " through "]))
def test_ranges_and_lists_there_and_back(first: int, shift: int, length: int, gap: str) -> None:
    last = first + length
    forward = {f"702.4{letter}": f"703.15{LETTERS[place + shift]}" for place, letter in enumerate(LETTERS[:12])}
    end = f"702.4{LETTERS[last]}" if gap.isspace() or gap.strip() == "through" else LETTERS[last]
    text = f"see CR 702.4{LETTERS[first]}{gap}{end}."
    moved: tuple[Outcome, ...] = renumbered(text, Routes(forward))
    after = apply_outcomes(text, moved)
    assert find_citations(after)[0].numbers == tuple(forward[number] for number in find_citations(text)[0].numbers)
    back = Routes({new: old for old, new in forward.items()})
    assert apply_outcomes(after, renumbered(after, back)) == text


@pytest.fixture(scope="module")
def history() -> History:
    return History(open_ledger())


def test_two_rules_that_changed_places(history: History) -> None:
    # 403.3 and 403.4, in the step to 2008-10-01: no replacement may run into the other
    text, before = "CR 403.3, then CR 403.4, then CR 403.3.", history.store.previous("2008-10-01") or ""
    after = renumbered_for_real(history, text, before, "2008-10-01")
    assert after == "CR 403.4, then CR 403.3, then CR 403.4."
    assert renumbered_for_real(history, after, "2008-10-01", before) == text


# For a base: what is renumbered, and what is left since the words beside it mean something else.
MEANT = {
    "a rule and its letters": (
        "2011-05-01",
        "// CR 702.36\n\n// CR 702.36a\n\n// CR 702.36b",
        "// CR 702.39\n\n// CR 702.39a\n\n// CR 702.39b",
    ),
    "not a rule without its letters": (
        "2011-05-01",
        "// CR 702.36\n\n// CR 702.36a: Fear",
        "// CR 702.36\n\n// CR 702.36a: Fear",
    ),
    "renewed already": ("2011-05-01", "// CR 702.49: Ninjutsu", "// CR 702.49: Ninjutsu"),
    "invented": ("2011-05-01", "// CR 999.9", "// CR 999.9"),
    "another rule is named": ("2026-04-17", "// CR 702.92a: Each instance of battle cry", None),
}


@pytest.mark.parametrize("name", MEANT)
def test_words_decide_what_is_renumbered(history: History, name: str) -> None:
    base, before, after = MEANT[name]
    assert renumbered_for_real(history, before, base, NEW) == (after or before)


def test_an_x_is_no_letter_unless_the_words_say_so(history: History) -> None:
    for base in ("2018-07-13", "2026-02-27"):
        renumberer = Renumberer(Judge(history))
        for text in ("// all of CR 704.5x", "// CR 704.5x, in whose boat nobody rows"):
            (outcome,) = renumberer.renumber(text, find_citations(text), base)
            assert not outcome.awaits_consent
            assert (outcome.status, outcome.causes) == ("left", ("accepted",))


RUNS = {
    "whole": ("502.30a One.\n502.30b Two.\n", "702.40a One.\n702.40b Two.\n"),
    "with its rule": ("502.31. Oars\n", "702.41. Oars\n"),
    "of which one is left": ("702.11. Oars\n702.11a One.\n702.11e Two.\n",) * 2,
    "in a string": (r'{"rules": "502.30a One.\n502.30b Two.\n502.30z Three."}',) * 2,
    "with a reference inside": (
        "502.30a One, see rule 704.5m.\n502.30z Two.\n",
        "502.30a One, see rule 704.5p.\n502.30z Two.\n",
    ),
    "in comments": (" * 502.30b One.\n * 502.30z Two.\n",) * 2,
    "with cues, each of which stands for itself": (
        "CR 502.30b: one.\nCR 502.30z: two.\n",
        "CR 702.40b: one.\nCR 502.30z: two.\n",
    ),
    "of another rule": ("502.30b One.\n502.31z Two.\n", "702.40b One.\n502.31z Two.\n"),
    "within sentences": ("See 502.30b.\nSee 502.30z.\n", "See 702.40b.\nSee 502.30z.\n"),
}


@pytest.mark.parametrize(("text", "expected"), RUNS.values(), ids=RUNS)
def test_a_run_is_renumbered_as_a_whole_or_not_at_all(text: str, expected: str) -> None:
    assert apply_outcomes(f"CR 100.1a\n{text}", renumbered(f"CR 100.1a\n{text}", ROUTES)) == f"CR 100.1a\n{expected}"

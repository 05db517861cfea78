"""Which changes of a rule's words surely leave its meaning as it is."""

import pytest

from rules.change import Passage
from rules.change.rephrasing import is_rephrased
from rules.text_sizes import LONGEST_PASSAGE

REPHRASED = {
    "pronouns of both genders": ("The rower picks his or her oar.", "The rower picks their oar."),
    "agreement after a pronoun": ("He or she rows, if he or she has an oar.", "They row, if they have an oar."),
    "relative pronoun and contraction": ("a rower that's been told to sit", "a rower who has been told to sit"),
    "contraction": (
        "It is late. It can't be rowed. They aren't here.",
        "It's late. It cannot be rowed. It isn't here.",
    ),
    "article": ("Row an ebb to the pier.", "Row the ebb to a pier."),
    "plural": ("A rower passes the pier.", "Rowers pass the piers."),
    "possessive": ("on an oarsman's turn", "on oarsmans' turn"),
    "typography": ("Row — “now”.", 'row-"now"'),
    "number of a rule": ("Row. See rule 502.7.", "Row. See rules 702.14a-c."),
}
REWORDED = {
    "another word": ("The rower may pick an oar.", "The rower must pick an oar."),
    "not": ("It can row.", "It can't row."),
    "an addition": ("Row to the pier.", "Row to the pier or the ebb."),
    "an amount": ("Row two piers.", "Row three piers."),
    "numeral": ("Row 2 piers.", "Row 3 piers."),
    "a noun for a pronoun": ("if he or she rows", "if that rower rows"),
    "nothing": ("", ""),
    "too long": ("he rows " * LONGEST_PASSAGE, "she rows " * LONGEST_PASSAGE),
}


@pytest.mark.parametrize(("old", "new"), REPHRASED.values(), ids=REPHRASED)
def test_what_says_the_same(old: str, new: str) -> None:
    assert is_rephrased(Passage(None, old), Passage(None, new))
    assert is_rephrased(Passage(None, new), Passage(None, old))


@pytest.mark.parametrize(("old", "new"), REWORDED.values(), ids=REWORDED)
def test_what_a_person_must_judge(old: str, new: str) -> None:
    assert not is_rephrased(Passage(None, old), Passage(None, new))


def test_examples_do_not_change_what_a_rule_says() -> None:
    assert is_rephrased(Passage("Ebb", "He rows."), Passage("Ebb", "They row.", ("An ebb.",)))
    assert not is_rephrased(Passage("Ebb", "He rows."), Passage("Tide", "They row."))

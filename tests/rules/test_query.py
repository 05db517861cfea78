"""How numbers are typed."""

from rules.store.query import number_in

NUMBERS = {
    "702.40a": ("702.40a", " 702.40A. ", "CR 702.40a", "CR702.40a"),
    "702.40": ("rule 702.40",),
    "7": ("Rules 7",),
    "702": ("section 702",),
    "A.2": ("A.2",),
    "A.2.1": ("a.2.1",),
    "E.13.Ruling.5": ("rule E.13.ruling.5",),
    None: ("A", "e.g.", "A.2.1.4", "702.40abc", "70", "702.40a storm", "storm", ""),
}
MISTYPED = {
    "702.40a": ("702,40a", "702-40a", "702:40a", "702 40a", "702.40.a", "702.40 a", "rule 702 . 4O a", "702_40a."),
    "603.4": ("603,4", "603/4", "603 4", "603·4"),
    "702.104": ("702. 104",),
    "702.104b": ("702 104b",),
    None: ("702, 704", "702,704", "702-704", "2009-07", "40.2", "702 and 40", "702,40abc"),
}


def test_number_in() -> None:
    for number, spellings in NUMBERS.items():
        for typed in spellings:
            assert number_in(typed) == number, typed
    assert (number_in("702.4Oa"), number_in("702.4Oa", mistyped=True)) == (None, "702.40a")


def test_number_with_other_marks() -> None:
    for number, spellings in MISTYPED.items():
        for typed in spellings:
            assert number_in(typed, mistyped=True) == number, typed
            assert number_in(typed) is None, typed

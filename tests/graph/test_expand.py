"""One printed item → the numbers it names."""

from hypothesis import given
from hypothesis import strategies as st

from graph.references import expand
from rules.numbers import LETTERS, is_number, sort_key

ITEMS = {
    "409.1f": "409.1f",
    "6": "6",
    "A.8.12": "A.8.12",
    "409.1f-h": "409.1f 409.1g 409.1h",
    "409.1f–h": "409.1f 409.1g 409.1h",
    "409.1f?h": "409.1f 409.1g 409.1h",
    "409.1f\ufffdh": "409.1f 409.1g 409.1h",
    "603.7d - f": "603.7d 603.7e 603.7f",
    "212.4k-m": "212.4k 212.4m",
    "111.10j–r": "111.10j 111.10k 111.10m 111.10n 111.10p 111.10q 111.10r",
    "509.1–3": "509.1 509.2 509.3",
    "119.9–10": "119.9 119.10",
    "903.6–903.8": "903.6 903.7 903.8",
    "409.1a-409.1c": "409.1a 409.1b 409.1c",
    "212-215": "212 213 214 215",
    "510.1c through Rule 510.1d": "510.1c 510.1d",
    "A.11.3 through Rule A.11.5": "A.11.3 A.11.4 A.11.5",
    "A.11.2-4": "A.11.2 A.11.3 A.11.4",
    "K.14.Rulings.7": "K.14.Ruling.7",
    "502.3.Ruling.1": "502.3.Ruling.1",
    "D.*.*": "D.*.*",
    "G6.4": "G6.4",
    "702.145b/c/e": "702.145b 702.145c 702.145e",
    "601.2c/2d": "601.2c 601.2d",
    # The ends alone, where nothing can be said about what lies between.
    "409.1h-410.2b": "409.1h 410.2b",
    "409.1h-f": "409.1h 409.1f",
    "509.3-1": "509.3 509.1",
    "102.1-900": "102.1 102.900",
    "409.1f-3": "409.1f 409.3",
    "409-410.2": "409 410.2",
    "A.11.3-A.12.5": "A.11.3 A.12.5",
    "A.8.b-A.8.d": "A.8.b-A.8.d",
    # Misprints come back as they stand.
    "419,8": "419,8",
}


def test_expand() -> None:
    assert {raw: " ".join(expand(raw)) for raw in ITEMS} == ITEMS


@given(st.sampled_from(LETTERS), st.sampled_from(LETTERS), st.sampled_from("-–?"))
def test_a_range_of_letters_is_ordered_and_whole(first: str, last: str, dash: str) -> None:
    numbers = expand(f"702.40{first}{dash}{last}")
    assert numbers[0] == f"702.40{first}"
    assert numbers[-1] == f"702.40{last}"
    if first < last:
        assert all(is_number(number) for number in numbers)
        assert list(numbers) == sorted(numbers, key=sort_key)
        assert len(numbers) == LETTERS.index(last) - LETTERS.index(first) + 1


KNOWN = {"702.2", "702.2a", "702.2c", "702.2d", "702.3", "702.5"}


IN_A_DOCUMENT = {
    "702.2a-d": "702.2a 702.2c 702.2d",
    "702.2–5": "702.2 702.3 702.5",
    "702.2a through 702.2d": "702.2a 702.2c 702.2d",
    "702.2a-e": "702.2a 702.2b 702.2c 702.2d 702.2e",  # no 702.2e: the reference is at fault
    "702.2a/b/c": "702.2a 702.2b 702.2c",
    "702.9": "702.9",
}


def test_of_a_range_whose_ends_exist_the_rules_count_that_exist() -> None:
    assert {raw: " ".join(expand(raw, KNOWN)) for raw in IN_A_DOCUMENT} == IN_A_DOCUMENT

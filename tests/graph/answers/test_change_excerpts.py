"""The parts of a text that are shown around its changes."""

from __future__ import annotations

from graph.answers.change_excerpts import cut_segments
from rules.change import segments

LONG = "the boats of the harbour drift with the wind, and nobody counts them until the morning bell has rung twice"


def shown(old: str, new: str) -> str:
    marks = {"delete": "[-{}-]", "insert": "{{+{}+}}", "equal": "{}"}
    return "".join(marks[op].format(text) for op, text in cut_segments(segments(old, new)))


def test_words_next_to_a_change_stay_and_others_are_left_out() -> None:
    cut = shown(
        f"{LONG}, see rule 100.1 for {LONG}, see rule 100.7.", f"{LONG}, see rule 100.2 for {LONG}, see rule 100.8."
    )
    assert cut == (
        "… the morning bell has rung twice, see rule [-100.1-]{+100.2+} for the boats of the harbour drift with … "
        "the morning bell has rung twice, see rule [-100.7-]{+100.8+}."
    )


def test_short_texts_stay_whole() -> None:
    assert shown("Boats drift, see 100.1 for more.", "Boats drift, see 100.2 for more.") == (
        "Boats drift, see [-100.1-]{+100.2+} for more."
    )


def test_typography_is_no_change_next_to_another_one() -> None:
    cut = shown(f'Say "no", {LONG}, see rule 100.1.', f"Say “no”, {LONG}, see rule 100.2.")
    assert cut == "… the morning bell has rung twice, see rule [-100.1-]{+100.2+}."
    assert "“" in shown('Say "no".', "Say “no”.")

"""Answers of a chat bot, with the rule behind each."""

ANSWERS = {
    "trample": ("What is left after the blockers goes on.", "rule 702.19b"),
    "morph": ("Pay its cost and show the card.", "rule 702.36e"),
    "legend": ("You keep one of the two.", "rule 704.5j"),
    "death": ("A creature without toughness is put away.", "rule 704.5(f)"),
}

LATENCY = 702.36  # milliseconds, measured


def rule_704_5k() -> str:
    """What becomes of a second world permanent (CR 704.5k)."""
    return "The older one goes."


# The joke needs CR 702.36e.  comprules: ignore[CR002] the old number is the point

"""`rulings.json`: the words of the rulings summaries, as the search page searches them."""

from rules.records import COMPREHENSIVE_RULES
from rules.store import Store
from site_src.addresses import anchor_of
from site_src.pages.rulings.layout import SUMMARY_PATH, chapter_of


def rulings_document(store: Store) -> list[tuple[str, list[tuple[str, str, str]]]]:
    """Return the issues of rulings summaries, newest first: key, address and words of each rule that has a text."""
    issues = [edition for edition, work in store.work_of.items() if work != COMPREHENSIVE_RULES]
    document: list[tuple[str, list[tuple[str, str, str]]]] = []
    for issue in reversed(issues):
        rows = []
        for rule in store.rules(issue):
            if rule.text:
                words = "\n".join([rule.text, *rule.notes])
                rows.append((rule.key, _address_of(rule.number, rule.key), words))
        document.append((issue, rows))
    return document


def _address_of(number: str, key: str) -> str:
    """Return the address of a rule of a rulings summary."""
    return f"{SUMMARY_PATH}{chapter_of(number)}/#{anchor_of(key)}"

"""The references of a page of an issue that is not in the archive."""

from msgspec.structs import replace

from graph.answers.references import ReferenceAnswer, answer_reference
from graph.references.find import find_references
from graph.references.resolve import EditionIndex, resolve_number
from rules.partial import PartialIssue
from rules.store import Store


class PageReferences:
    """The references of a page, to rules of the page or of the edition that has most of its text.

    Args:
        store: The knowledge base. A ledger has no texts, so no references are found in it.
        issue: The page.
    """

    def __init__(self, store: Store, issue: PartialIssue) -> None:
        self._rules = issue.rules if store.has_texts else ()
        numbers = {rule.number for rule in self._rules}
        rules_of_edition = store.rules(issue.nearest) if self._rules and issue.nearest else ()
        # A number that both have is that of the page's rule.
        rules_of_edition_alone = [rule for rule in rules_of_edition if rule.number not in numbers]
        self._index = EditionIndex([*self._rules, *rules_of_edition_alone], ())

    def references_of(self, key: str) -> tuple[ReferenceAnswer, ...]:
        """Return the references of a rule of the page."""
        rule = next((rule for rule in self._rules if rule.key == key), None)
        if rule is None:
            return ()
        answers: list[ReferenceAnswer] = []
        for field, passage in rule.passages:
            for printed in find_references(passage, in_entry=False):
                if printed.kind != "glossary":  # pages have no glossary
                    reference = replace(printed, source=key, field=field)
                    answers.append(answer_reference(resolve_number(reference, self._index)))
        return tuple(answers)

    def citing(self, key: str) -> tuple[str, ...]:
        """Return the rules of the page that refer to a rule of the page."""
        citing: list[str] = []
        for rule in self._rules:
            targets = [reference.targets for reference in self.references_of(rule.key)]
            if any(key in numbers for numbers in targets):
                citing.append(rule.key)
        return tuple(citing)

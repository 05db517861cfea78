"""Cite a rule with the address of its wording on the site."""

from datetime import date

from msgspec.structs import replace

from comprules.site_links import wording_link
from graph.answers.citing import RuleCitation, cite_rule
from graph.answers.rule import RuleAnswer
from rules.keys import key_of_rule


def cite_with_link(
    rule: RuleAnswer, form: str, *, accessed: date | None = None, site: str | None = None
) -> RuleCitation:
    """Return a citation of a rule with the address of its wording.

    Args:
        rule: The rule.
        form: A name in `graph.answers.citing.FORMS`.
        accessed: The day on which it was read; None for today.
        site: Address of the site to link to; None for `$COMPRULES_SITE_URL`.

    Raises:
        KeyError: There is no such form.
        NotFound: Only a page has the rule, and no edition that could be cited.
    """
    link = wording_link(rule.edition, key_of_rule(rule.number, rule.ordinal), site)
    return cite_rule(replace(rule, link=link), form, accessed)

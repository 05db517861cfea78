"""Find the rule of a number that was typed: in an edition, or else on a page of an issue that the archive lacks."""

from msgspec.structs import replace

from comprules.facts import resolve_edition
from comprules.site_links import record_link
from graph.answers.lookup import edition_with, find_place, key_of
from graph.answers.rule import MeaningAnswer, RuleAnswer, answer_meaning, answer_rule
from graph.history import History
from rules.errors import NotFound
from rules.records import COMPREHENSIVE_RULES
from rules.store import Store


def find_meaning(facts: Store, typed: str, as_of: str | None = None, site: str | None = None) -> MeaningAnswer:
    """Return the meaning of a number, with a link.

    Args:
        facts: A knowledge base or the ledger.
        typed: A number as people write it (`702.40a`, `CR 702.40a`), or `glossary:TERM`.
        as_of: Any name of an edition; None for the latest edition that has the number.
        site: Address of the site to link to; None for `$COMPRULES_SITE_URL`.

    Raises:
        NotFound: No edition and no page has the number, or the requested edition lacks it.
        UnknownEdition: There is no such edition.
    """
    try:
        edition, key = find_place(facts, typed, resolve_edition(facts, as_of or "latest"), lasting=as_of is None)
    except NotFound:
        from graph.answers.pages import answer_page_meaning, find_on_pages  # noqa: PLC0415 - few numbers are only there

        pages = find_on_pages(facts, typed)
        if not pages:
            raise
        day = _find_day(facts, resolve_edition(facts, as_of)) if as_of else None
        return answer_page_meaning(History(facts), pages, day)
    return replace(answer_meaning(facts, edition, key), link=record_link(facts, edition, key, site))


def find_rule(facts: Store, typed: str, edition: str, *, tree: bool = False, site: str | None = None) -> RuleAnswer:
    """Return a rule or glossary entry of an edition, with a link.

    A number that only a rulings summary or only a page of another issue has is looked up there.

    Args:
        facts: A knowledge base or the ledger.
        typed: A number as people write it, or `glossary:TERM`.
        edition: Id of the edition. The rules that a rule of a summary or page restates are looked up in it, or in the
            newest one if it is an issue of a summary.
        tree: Whether the rules below it are returned whole, instead of their numbers.
        site: Address of the site to link to; None for `$COMPRULES_SITE_URL`.

    Raises:
        NotFound: Nothing has this number.
    """
    issue = edition_with(facts, edition, typed)
    try:
        key = key_of(facts, issue, typed)
    except NotFound:
        from graph.answers.pages import answer_page_rule, find_on_pages  # noqa: PLC0415 - few numbers are only there

        pages = find_on_pages(facts, typed)
        if not pages:
            raise
        return answer_page_rule(facts, pages, tree=tree, day=_find_day(facts, edition))
    day = None
    if issue != edition:  # the number is not in the edition that was named, but in an issue of a summary
        day = _find_day(facts, edition)
    answer = answer_rule(facts, issue, key, tree=tree, day=day)
    return replace(answer, link=record_link(facts, issue, key, site))


def _find_day(facts: Store, edition: str) -> str | None:
    """Return the edition in which to look up the rules that a rule of a summary restates; None for the newest.

    Only an edition of the Comprehensive Rules has these rules. If the user named an issue of a summary, they are looked
    up in the newest edition.

    Args:
        facts: A knowledge base or the ledger.
        edition: Id of the edition, or of the issue, that the user named.
    """
    return edition if facts.work_of[edition] == COMPREHENSIVE_RULES else None

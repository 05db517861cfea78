"""`comprules identify`: show which work and editions a document is from."""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from operator import attrgetter
from pathlib import Path

import click
from msgspec.structs import replace

from comprules.cli.documents import read_document
from comprules.cli.failures import NOT_FOUND
from comprules.cli.json_help import JsonCommand
from comprules.cli.marking import mark_segments
from comprules.cli.options import json_option, store_option
from comprules.cli.output import Column, indent_text, number_style, print_answer, say, summarize_problems, table
from comprules.cli.related import correspondence_lines
from comprules.cli.sources import open_knowledge_base, say_retyped
from comprules.known_texts import choose_known_texts
from graph.documents.identify import Candidate, Identification, identify
from graph.documents.recognition import NO_COPY
from rules.change import segments
from rules.errors import NotFound
from rules.links import Correspondence
from rules.records import COMPREHENSIVE_RULES, ParsedDocument, Variant
from rules.store import Store
from scraper.layout import UnknownDialect

_SHOWN = 6
"""Maximum number of editions that fit equally well in the table; half as many follow that fit less well.

The table then fits on a screen. Editions that are left out are named in a line."""
_HUNDREDTHS = 10_000
"""Number of hundredths of a percent in 100 %."""


@click.command(
    "identify",
    cls=JsonCommand,
    answers=lambda: {"": Identification},
    epilog="""\b
Examples:
  comprules identify page.html
  comprules identify fragment.txt --json
  comprules identify fragment.txt --variants
  comprules identify https://example.org/rules/607.html
  curl ... | comprules identify -

comprules compares the texts first, and then their numbers. It ignores dates in the document.

\b
Exit code 1: no known edition has any text of this document.
""",
)
@click.argument("file", metavar="FILE|URL", type=click.Path())
@click.option("--dialect", metavar="D", help="Read the document as this dialect instead of detecting its dialect.")
@click.option(
    "--variants", "differing", is_flag=True, help="Also show where the document differs from the edition found."
)
@json_option
@store_option
@click.pass_context
def identify_command(
    ctx: click.Context, *, file: str, dialect: str | None, differing: bool, as_json: bool, db: Path | None
) -> None:
    """Identify the work and the editions that a document is from.

    FILE may be a fragment, such as one page of a web site; `-` means standard input, and a URL is downloaded. If a
    fragment fits several editions equally well, all of them are named; --variants compares it with the oldest of them.
    """
    with open_knowledge_base(db) as store:
        try:
            document = read_document(file, dialect)
        except UnknownDialect as error:
            raise NotFound(str(error)) from error
        identification = identify(document, store, choose_known_texts(document, store))
        if document.work != COMPREHENSIVE_RULES:
            identification = replace(identification, corresponds=_find_correspondences(document, store))
        if differing:
            identification = replace(identification, variants=_find_variants(document, identification, store))
        if not as_json:
            for candidate in identification.candidates[:1]:
                say_retyped(store, candidate.edition)
        print_answer(identification, _list_lines(identification, store), as_json=as_json)
        for line in summarize_problems(identification.diagnostics):
            say(line)
    if identification.verdict == "none":
        say("If the knowledge base lacks this edition: comprules update")
        ctx.exit(NOT_FOUND)


def _find_correspondences(document: ParsedDocument, store: Store) -> tuple[Correspondence, ...]:
    """Return the rules that restate rules of the Comprehensive Rules, of a document of another work."""
    from graph.restatements.correspond import correspondences  # noqa: PLC0415 - slow to import

    return correspondences(document.rules, None, store.chained(), store.rules)


def _find_variants(document: ParsedDocument, identification: Identification, store: Store) -> tuple[Variant, ...]:
    """Return where a document differs from the oldest of the editions that it fits best; nothing if it fits none."""
    from scraper.fragments import fragment_variants  # noqa: PLC0415 - slow to import

    if not identification.editions:
        return ()
    edition = identification.editions[0]
    return fragment_variants(document, document.name, store.rules(edition), store.glossary(edition))


def _list_lines(identification: Identification, store: Store) -> Iterator[str]:
    """Yield the lines for people."""
    yield in_one_sentence(identification, store)
    yield from _extent_lines(identification)
    yield from _list_candidates(identification, store)
    if identification.corresponds:
        yield ""
        yield from correspondence_lines(identification.corresponds)
    yield from variant_lines(identification.variants or ())


def _extent_lines(identification: Identification) -> Iterator[str]:
    """Yield sentences about how much of its edition a document has, and about its condition if that is not good."""
    if identification.extent is not None:
        yield f"It has {identification.extent.sentence}."
    if identification.condition != "good":
        yield f"Condition: {identification.condition}."


def _list_candidates(identification: Identification, store: Store) -> Iterator[str]:
    """Yield a table of the editions that fit best and of the next best ones; a line in between names those left out."""
    if not identification.candidates:
        return
    ties = len(identification.editions)
    fitting = identification.candidates[:ties][:_SHOWN]
    more = identification.candidates[_SHOWN:ties]
    shown = [*fitting, *identification.candidates[ties:][: _SHOWN // 2]]
    sets = {edition.id: edition.set_code or "" for edition in store.editions()}
    columns: tuple[Column, ...] = (
        ("edition", attrgetter("edition")),
        ("set", lambda candidate: sets[candidate.edition]),
        ("word for word", attrgetter("verbatim")),
        ("nearly", attrgetter("near")),
        ("not", attrgetter("unmatched")),
        ("same number", attrgetter("same_number")),
        ("score", _round_down),
    )
    heading, *rows = table(shown, columns, ".2%")
    yield from ("", heading, *rows[: len(fitting)])
    if more:
        yield f"{len(more)} more fit equally: {', '.join(candidate.edition for candidate in more)}"
    yield from rows[len(fitting) :]


def _round_down(candidate: Candidate) -> float:
    """Return a score such that only a document without any difference has 100.00 %."""
    return math.floor(candidate.score * _HUNDREDTHS) / _HUNDREDTHS


def variant_lines(variants: Sequence[Variant]) -> Iterator[str]:
    """Yield lines about how a document differs from an edition.

    Variants are counted by kind; all except typographic ones are shown with their changes.
    """
    counts = Counter(variant.kind for variant in variants)
    if counts:
        yield ""
        yield "differs in " + ", ".join(f"{count} {kind}" for kind, count in sorted(counts.items()))
    for differing in variants:
        if differing.kind != "typographic":
            yield f"  {number_style(differing.key)} {differing.kind}"
            yield indent_text(mark_segments(segments(differing.reading, differing.text)), "    ")


def in_one_sentence(identified: Identification, store: Store) -> str:
    """Return one sentence that says what the document is.

    A document may have the form of one work and the text of another; then the sentence names both.
    """
    if not identified.rules_total:
        return f"No rule can be read from this document ({identified.dialect})."
    if identified.verdict == "none":
        return (
            "No edition in the knowledge base has any text of this document, which has the form of "
            f"{_work(identified.work)}."
        )
    return f"{_describe_document(identified, store)}: {_describe_matched(identified.candidates[0])}."


def _describe_document(identified: Identification, store: Store) -> str:
    """Return the first part of the sentence about a document that has text of a known edition."""
    work = _work(identified.work)
    best = identified.candidates[0]
    if any(problem.code == NO_COPY for problem in identified.diagnostics):
        return f"This is not a copy of {_work(best.work)}, but has text {_format_fitting(identified, store)}"
    if identified.verdict == "nearest":
        return f"This is {work}, but not an edition known here; the nearest is {_name_best(identified)}"
    has_text_of_own_work = identified.work == best.work
    if identified.verdict == "edition":
        if has_text_of_own_work:
            return f"This is {_name_best(identified)}"
        return f"This is {work} whose text is that of {_name_best(identified)}"
    fitting = f"fits {_work(best.work)} {_format_span(identified, store)} equally"
    if has_text_of_own_work:
        return f"This {fitting}"
    return f"This is {work} whose text {fitting}"


def _describe_matched(best: Candidate) -> str:
    """Return how many texts of a document an edition has: `12 of its 20 rules and glossary entries are there`."""
    if best.rules_matched < best.rules_total:
        matched = f"{best.rules_matched:,} of its {best.rules_total:,} rules and glossary entries are there"
        if best.near:
            return matched
        return f"{matched} word for word"
    subject = "its only rule is"
    if best.rules_total != 1:
        subject = f"all its {best.rules_total:,} rules are"
    if best.near:
        return f"{subject} there, {best.verbatim:,} word for word"
    return f"{subject} there word for word"


def _format_fitting(identification: Identification, store: Store) -> str:
    """Return the editions that fit best as `of …` or `from … to …`."""
    if len(identification.editions) == 1:
        return f"of {identification.editions[0]}"
    return _format_span(identification, store)


def _format_span(identification: Identification, store: Store) -> str:
    """Return the editions that fit equally well: `of A and B`, `from A to B (5 editions)`, `… (3 of the 5 …)`."""
    ids = store.editions_of(identification.candidates[0].work)
    first = identification.editions[0]
    last = identification.editions[-1]
    in_span = ids.index(last) - ids.index(first) + 1
    count = len(identification.editions)
    if count == in_span == 2:
        return f"of {first} and {last}"
    if count == in_span:
        return f"from {first} to {last} ({count} editions)"
    return f"from {first} to {last} ({count} of the {in_span} editions)"


def _name_best(identification: Identification) -> str:
    best = identification.candidates[0]
    return f"{_work(best.work)} of {best.edition}"


def _work(work: str) -> str:
    if work == COMPREHENSIVE_RULES:
        return "the Comprehensive Rules"
    return "a rulings summary"

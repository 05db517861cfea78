"""Crystal Keep's rulings summary with letters for sections, 1998 and 1999, a separate work.

History: Stephen D'Angelo's summary of rulings numbered its rules by topic, `A.2.1`, its rulings `A.2.Ruling.1`, and
ended paragraphs with tags that name their source, `[D'Angelo 02/03/98]`. The last issue under the Fifth Edition rules
survives as a text with one paragraph per line, contents before the rules, index and acknowledgements after them; of the
Sixth Edition's issues there are web pages, `A.2.1- …`, with a link `Top` after each rule.

Notes: tags stay in the text and are also listed in `Rule.tags`; `rules.provenance` reads them. A `Note -` paragraph
belongs to the rule or ruling before it. The author wrote placeholders as `<-cost->`; some copies of the pages lost them
as HTML tags, which is reported as `lost-placeholder` where it can be recognised.

Guarantees: see `scraper.dialects.rulings`; unclaimed lines are reported.
"""

from rules.records import ParsedDocument
from scraper.claims import ENOUGH_RULES
from scraper.dialects.rulings.reading import LETTERS, count_items, read_summary
from scraper.layout import SourceDocument

NAME = "rulings-summary"


def claims_document(source: SourceDocument) -> float:
    """Return the confidence that the document is of this dialect, by its rule labels with letters."""
    return 0.95 if count_items(source, LETTERS) >= ENOUGH_RULES else 0.0


def parse(source: SourceDocument) -> ParsedDocument:
    """Read a document of this dialect as records."""
    return read_summary(source, LETTERS, NAME)

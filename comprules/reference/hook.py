"""A hook of mkdocs.yml: inserts the generated parts into the pages of the documentation."""

from comprules.reference import fill_in


def on_page_markdown(markdown: str, **_: object) -> str:
    """Return the page with its generated parts."""
    return fill_in(markdown) if "<!-- reference:" in markdown else markdown

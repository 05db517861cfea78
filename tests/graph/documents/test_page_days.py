"""The days that a page of an issue can be from."""

from graph.documents.partial import find_bounds_by_text

EDITIONS = ("2001-01-01", "2002-02-02", "2004-04-04", "2005-05-05")


def test_a_page_is_from_between_the_editions_around_the_nearest() -> None:
    bounds = find_bounds_by_text("2002-02-02", EDITIONS)
    assert (bounds.earliest, bounds.latest) == ("2001-01-01", "2004-04-03")
    bounds = find_bounds_by_text("2001-01-01", EDITIONS)
    assert (bounds.earliest, bounds.latest) == (None, "2002-02-01")
    bounds = find_bounds_by_text("2005-05-05", EDITIONS)
    assert (bounds.earliest, bounds.latest) == ("2004-04-04", None)


def test_a_retyped_edition_is_nearest_at_its_own_day() -> None:
    bounds = find_bounds_by_text("2003-03-03", EDITIONS)
    assert (bounds.earliest, bounds.latest) == ("2002-02-02", "2004-04-03")

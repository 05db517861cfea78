"""What is one form of words, and what is a form with others around it."""

import pytest

from graph.terms.forms import Form, is_one_name, is_within, without_articles


@pytest.mark.parametrize(
    ("form", "longer"),
    [
        (("warden", "keeper"), ("old warden", "old keeper")),
        (("warden", "keeper"), ("warden or warden", "keeper or keeper")),
        (("warden", ""), ("old warden", "old")),
        (("warden", ""), ("warden tower", "tower")),
        (("warden", ""), ("old warden tower", "old tower")),
    ],
)
def test_a_form_is_within_the_same_form_with_words_around_it(form: Form, longer: Form) -> None:
    assert is_within(form, longer)
    assert not is_within(form, (longer[0], f"{longer[1]} wall"))
    assert not is_within(form, (longer[0].replace("warden", "wardens"), longer[1]))


def test_articles_may_differ_where_a_form_begins_but_not_where_it_ends() -> None:
    assert without_articles(("a warden", "an upper keeper")) == ("warden", "upper keeper")
    assert without_articles(("warden of the", "keeper of the")) == ("warden of", "keeper of")
    assert without_articles(("warden of a", "keeper of the")) == ("warden of a", "keeper of the")
    assert without_articles(("the", "a")) == ("the", "a"), "one word of each side stays"


def test_a_name_that_is_missing_is_no_other_name() -> None:
    assert is_one_name("the lookout tower", "lookout towers")
    assert is_one_name("", "tower")
    assert not is_one_name("lookout", "tower")

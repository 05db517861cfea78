"""Forms: pairs of old words and the new words that may have replaced them."""

from rules.stems import stem, stem_words
from rules.word_lists import is_content_word

Form = tuple[str, str]
"""Folded old words and folded new words; the new words are empty for a retired term."""
_ARTICLES = {"a", "an", "the"}


def stems_of(form: Form) -> Form:
    """Return the stems of both sides of a form, which all inflections of the form have in common."""
    old, new = form
    return stem_words(old), stem_words(new)


def bare_of(form: Form) -> Form:
    """Return a form without the words that both sides begin with, and without those that both sides end with.

    Words count as the same if their stems are. Either side of the result may be empty. Example: `("a tower falls", "a
    keep falls")` → `("tower", "keep")`.
    """
    old, new = (phrase.split() for phrase in form)
    for end in (0, -1):
        while old and new and stem(old[end]) == stem(new[end]):
            del old[end], new[end]
    return " ".join(old), " ".join(new)


def without_articles(form: Form) -> Form:
    """Return a form without the articles at the beginning and at the end of both sides.

    At the beginning the two articles may differ, because the article follows the word after it: `a tower` becomes `an
    upper tower`. At the end they must be the same, because the word that decides about them is outside of the form. At
    least one word of each side stays.
    """
    old, new = (phrase.split() for phrase in form)
    while len(old) > 1 and len(new) > 1 and old[0] in _ARTICLES and new[0] in _ARTICLES:
        del old[0], new[0]
    while len(old) > 1 and len(new) > 1 and old[-1] in _ARTICLES and new[-1] == old[-1]:
        del old[-1], new[-1]
    return " ".join(old), " ".join(new)


def may_be_renamed(form: Form) -> bool:
    """Return whether a form has words on both sides, and the two sides differ in more than inflection and spaces."""
    old, new = stems_of(form)
    return bool(old and new) and old.replace(" ", "") != new.replace(" ", "")


def is_style(form: Form) -> bool:
    """Return whether all words that only one of the two sides has are function words: `("his or her", "their")`."""
    old, new = form
    return not any(is_content_word(word) for word in set(old.split()) ^ set(new.split()))


def is_within(form: Form, longer: Form) -> bool:
    """Return whether a longer form is the form with other words around it, the same on both sides.

    `("local enchantment", "aura")` is within `("a local enchantment spell", "a aura spell")`. A retired form, whose new
    side is empty, is within a form that lost just its words: `("old", "")` is within `("an old card", "an card")`.
    """
    old, new = form
    longer_old, longer_new = longer
    spaced = f" {longer_old} "
    if f" {old} " not in spaced:
        return False
    replaced = spaced.replace(f" {old} ", f" {new} ")
    # Where the new side is empty, two spaces are left in the middle of the phrase.
    return replaced.split() == longer_new.split()


def is_one_name(old: str, new: str) -> bool:
    """Return whether two names of a thing are the same one, or nobody knows because one of them is empty.

    Inflections, spaces and a leading `the` do not count: `the lookout tower` is one name with `lookout towers`.

    Args:
        old: The older name, as `rules.text.fold_name` returns it (small letters, no hyphens); may be empty.
        new: The newer name, likewise.
    """
    old_name, new_name = _plain_name(old), _plain_name(new)
    if not old_name or not new_name:
        return True
    return old_name == new_name


def _plain_name(name: str) -> str:
    """Return the stems of a folded name without spaces and without a leading `the`."""
    return stem_words(name.removeprefix("the ")).replace(" ", "")

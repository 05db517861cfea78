"""Forms: pairs of old words and the new words that may have replaced them."""

from rules.text import is_content, stem, stem_words

Form = tuple[str, str]
"""Folded old words and folded new words; the new words are empty for a retired term."""
_ARTICLES = {"a", "an", "the"}


def family_of(form: Form) -> Form:
    """Return what the inflections of a form have in common."""
    old, new = form
    return stem_words(old), stem_words(new)


def bare_of(form: Form) -> Form:
    """Return a form without the words that both sides begin and end with, inflected or not."""
    old, new = (phrase.split() for phrase in form)
    for end in (0, -1):
        while old and new and stem(old[end]) == stem(new[end]):
            del old[end], new[end]
    return " ".join(old), " ".join(new)


def without_articles(form: Form) -> Form:
    """Return a form without the articles that both sides begin with, or that are last on both."""
    old, new = (phrase.split() for phrase in form)
    while len(old) > 1 and len(new) > 1 and old[0] in _ARTICLES and new[0] in _ARTICLES:
        del old[0], new[0]
    while len(old) > 1 and len(new) > 1 and old[-1] in _ARTICLES and new[-1] == old[-1]:
        del old[-1], new[-1]
    return " ".join(old), " ".join(new)


def may_be_renamed(form: Form) -> bool:
    """Return whether a form has words on both sides, which differ not only in inflection or hyphens."""
    old, new = family_of(form)
    return bool(old and new) and old.replace(" ", "") != new.replace(" ", "")


def is_style(form: Form) -> bool:
    """Return whether old and new words differ in function words only."""
    old, new = form
    return not any(is_content(word) for word in set(old.split()) ^ set(new.split()))


def is_within(form: Form, longer: Form) -> bool:
    """Return whether a longer form is the form with other words around it, the same on both sides."""
    old, new = form
    longer_old, longer_new = (f" {phrase} " for phrase in longer)
    return f" {old} " in longer_old and longer_old.replace(f" {old} ", f" {new} ").strip() == longer_new.strip()


def is_one_name(old: str, new: str) -> bool:
    """Return whether only inflection, hyphens or an article differ, or a name is missing."""
    old_name, new_name = _plain_name(old), _plain_name(new)
    return not old_name or not new_name or old_name == new_name


def _plain_name(name: str) -> str:
    return stem_words(name.removeprefix("the ")).replace(" ", "")

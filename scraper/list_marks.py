"""The numbers that programs put before the items of a list, as HTML and OpenDocument count and show them.

Both call the forms of a number `1`, `a`, `A`, `i` and `I`; after the letter z come aa, ab and so on, as in the columns
of a sheet.
"""

import string

HIGHEST = 3999
"""The highest number that Roman numerals can show; a list of the rules has a few hundred items."""
_LETTERS = string.ascii_lowercase
_ROMAN = (
    (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"),
    (50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
)  # fmt: skip
"""The values of Roman numerals, the highest first."""


def show_number(number: int, form: str) -> str:
    """Return a number in a form, such as `28` and `a` → `ab`.

    Args:
        number: The number.
        form: `1`, `a`, `A`, `i` or `I`. Any other form, and a number that letters cannot show, gives digits.
    """
    if not 0 < number <= HIGHEST or form.lower() not in {"a", "i"}:
        return str(number)
    shown = _show_letters(number)
    if form.lower() == "i":
        shown = _show_roman(number)
    if form.isupper():
        return shown.upper()
    return shown


def _show_letters(number: int) -> str:
    """Return a number from 1 as small letters: 1 → `a`, 26 → `z`, 27 → `aa`."""
    letters = ""
    while number:
        number, place = divmod(number - 1, len(_LETTERS))
        letters = f"{_LETTERS[place]}{letters}"
    return letters


def _show_roman(number: int) -> str:
    """Return a number from 1 as a small Roman numeral: 4 → `iv`."""
    numeral = ""
    for value, letters in _ROMAN:
        count, number = divmod(number, value)
        numeral += letters * count
    return numeral

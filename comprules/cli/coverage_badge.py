"""The badge of a coverage: the percentage of rules that are cited in code, as a small picture."""

_COLOURS = ("#a4373a", "#8a6100", "#2c7a3f")
"""The colours of a badge for less than a third, less than two thirds, and more; white letters are readable on each."""


def render_badge(percent: float) -> bytes:
    """Return a badge as SVG.

    Args:
        percent: The percentage of rules that are cited in code, from 0 to 100.
    """
    words = f"rules cited in code: {percent:.0f} %"
    third = min(int(percent * len(_COLOURS) / 100), len(_COLOURS) - 1)  # 100 % is in the last third, too
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="190" height="20" role="img" aria-label="{words}">'
        f'<title>{words}</title><rect width="140" height="20" fill="#444"/>'
        f'<rect x="140" width="50" height="20" fill="{_COLOURS[third]}"/>'
        '<g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">'
        '<text x="70" y="14" textLength="126">rules cited in code</text>'
        f'<text x="165" y="14">{percent:.0f} %</text></g></svg>\n'
    ).encode()

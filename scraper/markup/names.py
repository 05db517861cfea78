"""Names of HTML elements, by their effect on the text."""

from __future__ import annotations


def _split_names(text: str) -> frozenset[str]:
    return frozenset(text.split())


BLOCKS = _split_names(
    "address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure"
    " footer form frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe legend li main menu nav noframes"
    " noscript ol optgroup option p pre section select summary table tbody td tfoot th thead title tr ul"
)
"""Elements that begin and end a block of text."""

INLINE = _split_names(
    "a abbr acronym applet area audio b base basefont bdi bdo big blink br button canvas cite code col colgroup data"
    " datalist del dfn em embed font frame i image img input ins isindex kbd label link map mark marquee meta meter"
    " nobr object output param picture progress q rp rt ruby s samp script slot small source span strike strong style"
    " sub sup svg template textarea time track tt u var video wbr xmp"
    " circle defs desc g line lineargradient math path polygon polyline rect stop symbol text use"
)
"""All other elements of HTML, present and former, and those of SVG."""

KNOWN = BLOCKS | INLINE

RAW = ("script", "style")
"""Elements that hold no markup."""

CHROME = _split_names(
    "aside button footer form head header iframe nav noscript script select style svg template textarea th title"
)
"""Elements whose text is not the page's own."""

HEADINGS = {f"h{level}": level for level in range(1, 7)}

LISTS = frozenset(("ol", "ul", "menu", "dir"))

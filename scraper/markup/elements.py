"""The names of elements: those of HTML and of SVG, by the part that they play on a page."""

_BLOCKS = """
address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption
figure footer form frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe legend li main menu nav
noframes noscript ol optgroup option p pre section select summary table tbody td tfoot th thead title tr ul
"""
BLOCKS = frozenset(_BLOCKS.split())
"""Elements that begin and end a block of text."""

_INLINE = """
a abbr acronym applet area audio b base basefont bdi bdo big blink br button canvas cite code col colgroup
data datalist del dfn em embed font frame i image img input ins isindex kbd label link map mark marquee meta
meter nobr object output param picture progress q rp rt ruby s samp script slot small source span strike
strong style sub sup svg template textarea time track tt u var video wbr xmp circle defs desc g line
lineargradient math path polygon polyline rect stop symbol text use
"""
KNOWN = BLOCKS.union(_INLINE.split())
"""All elements of HTML, present and former, and those of SVG."""

RAW = ("script", "style")
"""Elements that hold no markup."""

_CHROME = """
aside button footer form head header iframe nav noscript script sdfield select style svg template textarea th title
"""
CHROME = frozenset(_CHROME.split())
"""Elements whose text is not the page's own; `sdfield` is a field of LibreOffice, such as the number of a page."""

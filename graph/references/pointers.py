"""The words with which a rule book names another of its rules, in several languages.

A rule book of another game may be in any language. The words of the languages below are known; those of others are
learned from the document itself.
"""

from collections.abc import Collection, Iterable, Mapping

from rules.grouping import grouped

NOUNS: Mapping[str, str] = {
    "English": (
        "rule, rules, subrule, subrules, section, sections, subsection, subsections, chapter, chapters, "
        "clause, clauses, paragraph, paragraphs, article, articles"
    ),
    "German": "regel, regeln, abschnitt, abschnitts, abschnitte, kapitel, absatz, punkt, ziffer",
    "French": ("règle, règles, section, sections, chapitre, chapitres, article, articles, paragraphe, paragraphes"),
    "Spanish": "regla, reglas, sección, secciones, capítulo, capítulos, apartado, apartados, artículo, punto",
    "Portuguese": "regra, regras, seção, secção, seções, capítulo, capítulos, artigo, ponto",
    "Italian": "regola, regole, sezione, sezioni, capitolo, capitoli, paragrafo, articolo, punto",
    "Dutch": "regel, regels, hoofdstuk, paragraaf, artikel, sectie, punt",
    "Polish": (
        "zasada, zasady, zasadą, reguła, reguły, regułą, rozdział, rozdziału, rozdziale, sekcja, sekcji, "
        "punkt, punktu, punkcie, paragraf"
    ),
    "Russian": (
        "правило, правила, правилу, правилом, правиле, правилам, правилах, раздел, раздела, разделу, "
        "разделе, глава, главы, главе, главу, пункт, пункта, пункту, пункте, пункты, параграф, параграфа, "
        "статья, статьи, статье"
    ),
}
"""Words that name a part of a rule book, in lower case: a number after them is a reference, even without a dot."""
CALLS: Mapping[str, str] = {
    "English": "see, see also, cf.",
    "German": "siehe, siehe auch, s., vgl., vergleiche",
    "French": "voir, voir aussi, cf.",
    "Spanish": "véase, véanse, ver, vea",
    "Portuguese": "veja, vide, ver, consulte",
    "Italian": "vedi, vedere, cfr., si veda",
    "Dutch": "zie, zie ook, vgl.",
    "Polish": "zob., zobacz, patrz, por., pkt",
    "Russian": "см., см. также, смотри, п., пп., ст., гл.",
}
"""Words that send the reader elsewhere, in lower case: a number with a dot after them is a reference."""
UNSPACED = ("規則", "规则", "ルール", "第", "章", "節", "参见", "參見", "参照", "見", "见", "규칙", "항목")
"""Words of languages that need no space before a number: a number with a dot after them is a reference."""
AFTER = ("参照", "を参照", "參照", "참조", "을 참조", "를 참조")
"""Words that send the reader to the number before them, if it has a dot."""
CONJUNCTIONS: Mapping[str, str] = {
    "English": "and, or, to, through",
    "German": "und, oder, bis",
    "French": "et, ou, à",
    "Spanish": "y, o, a",
    "Portuguese": "e, ou, a",
    "Italian": "e, o, a",
    "Dutch": "en, of, tot",
    "Polish": "i, lub, do",
    "Russian": "и, или, до, по",
}
"""Words between the numbers of a list or range, in lower case."""
LEAST_LEARNED = 4
"""Minimum number of different rules that a word must stand before to be learned."""
LEARNED_SHARE = 0.8
"""Minimum share of the numbers after a word that are rules. Amounts have the number of a rule only by chance."""


def list_words(by_language: Mapping[str, str]) -> list[str]:
    """Return the words of all languages, each once, the longest first."""
    words = {word for words in by_language.values() for word in words.split(", ")}
    return sorted(words, key=lambda word: (-len(word), word))


def learn_words(words_with_numbers: Iterable[tuple[str, str]], rules: Collection[str]) -> list[str]:
    """Return the words that a document uses to name its rules.

    Args:
        words_with_numbers: Each word of the document that has a number after it, in lower case, and that number:
            `("regla", "1.2")`. A word occurs as often as the document has it before a number.
        rules: The numbers of the document's rules.
    """
    learned: list[str] = []
    for word, numbers in grouped(words_with_numbers).items():
        existing = [number for number in numbers if number in rules]
        if len(set(existing)) >= LEAST_LEARNED and len(existing) >= LEARNED_SHARE * len(numbers):
            learned.append(word)
    return learned

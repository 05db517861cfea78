"""Histories of rules made by random edits, with the true edition of each word.

The words are made up; one in five is a common one that many sentences share. Each token keeps its true edition while
the texts are edited, so the truth does not depend on the program under test.
"""

from __future__ import annotations

import random

from msgspec import Struct, field

from rules.change.blame import Blame, carry, start_blame
from rules.tokens import tokenize

SMALL = ("the", "a", "of", "to", "is", "it", "that", "and")
SYLLABLES = ("ba", "ce", "di", "fo", "gu", "ka", "le", "mi", "no", "pu", "ra", "se", "ti", "vo", "zu")

Token = tuple[str, str]
"""A word or mark, and the edition since which it is there."""
Sentence = list[Token]
Rule = list[Sentence]


class RuleHistory(Struct):
    """One rule and its blame, edition by edition."""

    rule: Rule
    blame: Blame


class Maker(Struct):
    """Makes words, rules and edits. All rules of one maker share its changes of numbers."""

    random: random.Random
    edition: str = ""
    numbers: dict[str, str] = field(default_factory=dict)
    """Number in the previous edition → number in this one."""

    def word(self) -> str:
        """Return a made-up word, or a common one."""
        if self.random.random() < 0.2:
            return self.random.choice(SMALL)
        return "".join(self.random.choice(SYLLABLES) for _ in range(4))

    def words(self, least: int, most: int) -> Sentence:
        """Return a random number of words of this edition, from `least` to `most`."""
        return [(self.word(), self.edition) for _ in range(self.random.randint(least, most))]

    def sentence(self) -> Sentence:
        """Return a sentence of this edition; some refer to a rule."""
        made = self.words(6, 18)
        if self.random.random() < 0.3:
            number = f"{self.random.randint(100, 999)}.{self.random.randint(1, 99)}"
            self.numbers.setdefault(number, number)
            made += [("rule", self.edition), (number, self.edition)]
        return [*made, (".", self.edition)]

    def rule(self) -> Rule:
        """Return a rule of this edition."""
        return [self.sentence() for _ in range(self.random.randint(1, 5))]

    def renumber_rule(self, rule: Rule) -> Rule:
        """Return the same words with the numbers of this edition; the words keep their dates."""
        return [[(self.numbers.get(word, word), since) for word, since in sentence] for sentence in rule]

    def edit_rule(self, rule: Rule) -> Rule:
        """Return the rule after one random edit."""
        rule = [list(sentence) for sentence in rule]
        at = self.random.randrange(len(rule))
        sentence = rule[at]
        start = self.random.randrange(len(sentence))
        size = self.random.randint(1, 4)
        match self.random.choice(("insert", "delete", "replace", "replace", "more", "less", "move", "swap")):
            case "insert":
                sentence[start:start] = self.words(1, 6)
            case "delete" if len(sentence) > size + 3:
                del sentence[start : min(start + size, len(sentence) - 1)]
            case "replace":
                end = min(start + size, len(sentence) - 1)
                sentence[min(start, end) : end] = self.words(1, 4)
            case "more":
                rule.insert(at, self.sentence())
            case "less" if len(rule) > 1:
                del rule[at]
            case "move":
                rule.insert(self.random.randrange(len(rule)), rule.pop(at))
            case "swap" if at:
                rule[at - 1], rule[at] = rule[at], rule[at - 1]
            case _:
                pass
        return rule


def text_of(rule: Rule) -> str:
    """Return the words of a rule as they would be printed."""
    return " ".join(" ".join(word for word, _ in sentence[:-1]) + sentence[-1][0] for sentence in rule)


def truth_of(rule: Rule) -> list[Token]:
    """Return the words of a rule, each with the edition since which the rule has it."""
    return [token for sentence in rule for token in sentence]


def right_tokens(history: RuleHistory) -> tuple[int, int]:
    """Return the numbers (tokens with their true edition, all tokens) of a history's last version."""
    truth = truth_of(history.rule)
    if tokenize(history.blame.text).strings != [word for word, _ in truth]:
        raise ValueError("the generator makes whole tokens only")
    given = [origin.edition for origin in history.blame.origins]
    return sum(since == true for since, (_, true) in zip(given, truth, strict=True)), len(truth)


def world(seed: int, editions: int = 10) -> list[RuleHistory]:
    """Return histories of rules through some editions: edits, renumberings, splits, merges, new rules."""
    maker = Maker(random.Random(seed))
    live: list[RuleHistory] = []
    for year in range(editions):
        maker.edition = f"{2000 + year}-01-01"
        moved = maker.random.random() < 0.3
        maker.numbers = {
            now: (f"{int(now[:3]) % 900 + 100}{now[3:]}" if moved else now) for now in maker.numbers.values()
        }
        live = _next_edition(live, maker)
    return live


def _next_edition(live: list[RuleHistory], maker: Maker) -> list[RuleHistory]:
    numbers = dict(maker.numbers)

    def carry_history(sources: list[RuleHistory], rule: Rule) -> RuleHistory:
        past = [source.blame for source in sources]
        return RuleHistory(
            rule, carry(past, text_of(rule), maker.edition, same_rule=lambda old, new: numbers.get(old, old) == new)
        )

    after: list[RuleHistory] = []
    waiting = list(live)
    while waiting:
        history = waiting.pop(0)
        rule = maker.renumber_rule(history.rule)
        chance = maker.random.random()
        if chance < 0.08 and len(rule) > 1:
            cut = maker.random.randint(1, len(rule) - 1)
            after += [carry_history([history], part) for part in (rule[:cut], rule[cut:])]
        elif chance < 0.14 and waiting:
            other = waiting.pop(0)
            second = maker.renumber_rule(other.rule)
            merged = [*rule, *second] if maker.random.random() < 0.7 else [*second, *rule]
            after.append(carry_history([history, other], merged))
        else:
            for _ in range(maker.random.choice((0, 1, 1, 2, 3))):
                rule = maker.edit_rule(rule)
            after.append(carry_history([history], rule))
    while len(after) < 6:
        made = maker.rule()
        after.append(RuleHistory(made, start_blame(text_of(made), maker.edition)))
    return after


def blame_accuracy(seed: int, histories: int) -> tuple[int, int]:
    """Return the numbers (correctly dated tokens, all tokens) over at least `histories` histories."""
    right = total = done = 0
    while done < histories:
        for history in world(seed):
            good, of = right_tokens(history)
            right, total, done = right + good, total + of, done + 1
        seed += 1
    return right, total

"""The dependency tree of a masked question: walking it, and writing parts of it out again."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from ensi_core.engines.offline.nlp import ParsedQuestion, Token
from ensi_core.engines.offline.question_names import MaskedQuestion, Mention

WH_WORDS = frozenset(["what", "which", "who", "whom", "whose", "where", "when", "why", "how"])
_NOUNS = frozenset({"NOUN", "PROPN", "PRON", "NUM"})
_VERBS = frozenset({"VERB", "AUX"})
_NAME_PARTS = frozenset({"compound", "amod", "nmod"})


@dataclass(frozen=True, slots=True)
class QuestionTree:
    """A parsed masked question; ``children[i]`` are the dependents of token ``i``, in order."""

    question: MaskedQuestion
    tokens: tuple[Token, ...]
    children: tuple[tuple[int, ...], ...]

    def mention(self, token: int) -> Mention | None:
        """The name that a token stands for."""
        return self.question.mention_of(self.tokens[token].text)

    def roots(self) -> list[int]:
        """Heads of the sentences of the question."""
        return [token.index for token in self.tokens if token.head == token.index]

    def is_noun(self, token: int) -> bool:
        """True for nouns, names, numbers, pronouns and names' masks."""
        if self.mention(token) is not None:
            return True
        return self.tokens[token].pos in _NOUNS and not self._acts(token)

    def is_verb(self, token: int) -> bool:
        """True for verbs and auxiliaries that are no name's mask."""
        if self.mention(token) is not None:
            return False
        return self.tokens[token].pos in _VERBS or self._acts(token)

    def _acts(self, token: int) -> bool:
        """True for a word that has a subject and an auxiliary, whatever the tagger took it for."""
        return bool(self.with_dep(token, "aux", "auxpass")) and bool(
            self.with_dep(token, "nsubj", "nsubjpass")
        )

    def is_question_word(self, token: int) -> bool:
        """True for who, what, which and the like."""
        return self.tokens[token].text.casefold() in WH_WORDS

    def with_dep(self, token: int, *deps: str) -> list[int]:
        """Dependents of a token in one of some roles."""
        return [child for child in self.children[token] if self.tokens[child].dep in deps]

    def subtree(self, token: int, skip: Collection[int] = ()) -> Iterator[int]:
        """A token and all below it, in text order, without the subtrees in ``skip``."""
        inside = [token]
        for child in self.children[token]:
            if child not in skip:
                inside += self.subtree(child, skip)
        yield from sorted(inside)

    def write(self, tokens: Collection[int], replaced: Mapping[int, str]) -> str:
        """Tokens as text; the first token of a replaced part gives its replacement, "" drops it."""
        parts: list[str] = []
        for token in sorted(tokens):
            word = self.tokens[token]
            written = replaced.get(token)
            if written is None:
                mention = self.mention(token)
                written = mention.text if mention else word.text
            if not written:
                continue
            glued = word.text in {"'s", "’s", ",", "?", ".", "'", ")", "-", "%"} or (
                token and self.tokens[token - 1].text in {"(", "-", "$", "/"}
            )
            parts.append(written if glued or not parts else f" {written}")
        return "".join(parts).lstrip(" ,.").rstrip(" ,?.")

    def name_tokens(self, noun: int) -> list[int]:
        """A noun with the modifiers that belong to its name: "governing law", "place of birth"."""
        parts = [noun]
        for child in self.children[noun]:
            token = self.tokens[child]
            if child < noun and token.dep in _NAME_PARTS and self.mention(child) is None:
                parts += [
                    t for t in self.subtree(child) if self.mention(t) is None and t >= child - 3
                ]
            elif token.dep == "prep" and token.text.casefold() in ("of", "in", "to", "for", "on"):
                parts += self._bare_complement(child)
        return self._with_hyphens(sorted(set(parts)))

    def _with_hyphens(self, parts: list[int]) -> list[int]:
        """Parts with the hyphens between them: "mother-in-law" is three words to the parser."""
        return sorted(
            {
                *parts,
                *(
                    t
                    for t in range(parts[0] + 1, parts[-1])
                    if self.tokens[t].text == "-" and t - 1 in parts and t + 1 in parts
                ),
            }
        )

    def _bare_complement(self, preposition: int) -> list[int]:
        """ "of birth": a complement without article, name or further structure."""
        for noun in self.with_dep(preposition, "pobj"):
            bare = self.tokens[noun].pos == "NOUN" and not self.with_dep(
                noun, "det", "poss", "appos"
            )
            if bare and not any(self.mention(c) for c in self.children[noun]):
                below = [c for c in self.children[noun] if self.tokens[c].dep in _NAME_PARTS]
                return [preposition, noun, *below]
        return []

    def field_name(self, noun: int) -> str:
        """The readable name of what a noun asks for, its head as a lemma."""
        tokens = self.name_tokens(noun)
        single = {noun: self.tokens[noun].lemma}
        return self.write(tokens, single).casefold()


def question_tree(question: MaskedQuestion, parsed: ParsedQuestion) -> QuestionTree:
    """The tree of a masked question's parse."""
    below: list[list[int]] = [[] for _ in parsed.tokens]
    for token in parsed.tokens:
        if token.head != token.index:
            below[token.head].append(token.index)
    return QuestionTree(question, parsed.tokens, tuple(tuple(found) for found in below))

"""The numbers that a browser or a word processor prints before list items."""

from __future__ import annotations

from dataclasses import dataclass

_ROMAN = (
    (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"),
    (50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
)  # fmt: skip


def roman(number: int) -> str:
    """Small roman numerals, for 1 to 3999; else arabic."""
    if not 0 < number < 4000:
        return str(number)
    parts = []
    for value, letters in _ROMAN:
        count, number = divmod(number, value)
        parts.append(letters * count)
    return "".join(parts)


def letters(number: int) -> str:
    """Small letters as word processors count: a … z, aa, bb … zz, aaa."""
    if number < 1:
        return str(number)
    repeat, index = divmod(number - 1, 26)
    return chr(ord("a") + index) * min(repeat + 1, 20)


@dataclass(slots=True)
class ListCounter:
    """Counts the items of one HTML list; ``form`` is "" for bullets, else 1, a, A, i or I."""

    form: str
    following: int

    @classmethod
    def of_html(cls, tag: str, form: str | None, start: str | None) -> ListCounter:
        """A counter for `<ol>` or `<ul>` with their attributes."""
        if tag == "ul":
            return cls("", 1)
        known = form if form in ("1", "a", "A", "i", "I") else "1"
        return cls(known, int(start) if start and start.isdecimal() else 1)

    def next_marker(self, value: str | None) -> str:
        """The printed number of the next item, "" in a bulleted list."""
        if not self.form:
            return ""
        if value and value.isdecimal():
            self.following = int(value)
        number, self.following = self.following, self.following + 1
        return f"{_printed(number, self.form)}."


def _printed(number: int, form: str) -> str:
    if form in ("a", "A"):
        text = letters(number)
    elif form in ("i", "I"):
        text = roman(number)
    else:
        return str(number)
    return text.upper() if form.isupper() else text

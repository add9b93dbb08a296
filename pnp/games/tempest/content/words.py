"""Small words for numbers: the sentences on cards are made from content with these."""

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def number(count: int) -> str:
    """Return a count as a word up to ten, as digits beyond."""
    return _NUMBERS[count] if 0 <= count < len(_NUMBERS) else str(count)


def times_a_day(uses: int) -> str:
    """Return how often a power may be used."""
    known = {1: "Once a day", 2: "Twice a day"}
    return known.get(uses, f"{number(uses).capitalize()} times a day")


def plural(count: int, noun: str) -> str:
    """Return a counted noun: 'one level', 'two levels'."""
    return f"{number(count)} {noun}" if count == 1 else f"{number(count)} {noun}s"


def up_to_level(level: int) -> str:
    """Return which storms a power is about."""
    return "level-1 storms" if level == 1 else f"storms up to level {level}"


def on_cards(cards: str, noun: str) -> str:
    """Return for which cards something works: 'every movement card', 'every odd movement card'."""
    return f"every {noun}" if cards == "any" else f"every {cards} {noun}"

"""What templates work on: the names they know, values as a reader sees them, and what may be wrong with them."""

from collections.abc import Mapping
from typing import Any

from pnp.context import limits, meter
from pnp.limits import how_to_raise

Names = Mapping[str, Any]
"""What a template may name, at any depth: plain data."""


class TemplateFault(Exception):
    """What is wrong with a template, where in its text, and what to do."""

    def __init__(self, code: str, message: str, offset: int = 0, length: int = 1, hint: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.offset = offset
        self.length = length
        self.hint = hint


def show(value: Any) -> str:
    """Write a value as a reader expects it: no trailing .0, nothing for nothing; only plain data can be shown."""
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value if isinstance(value, (int, float)) else plain(value))


def plain(value: Any) -> Any:
    """Return a value if it is plain data of bounded length: anything else would show an address of the memory."""
    waiting, characters = [value], 0
    while waiting:
        found = waiting.pop()
        if isinstance(found, str):
            characters += len(found)
        elif isinstance(found, (list, tuple, dict)):
            characters += 2 + 3 * len(found)
            check_length_of(characters)
            waiting.extend(found)
            if isinstance(found, dict):
                waiting.extend(found.values())
        elif found is not None and not isinstance(found, (int, float)):
            if str(found) == "" and found is value:  # an if without else; what is undefined says so itself here
                continue
            hint = "add |list to what comes one by one"
            raise TemplateFault("template", "only text, numbers, lists and mappings can be shown", hint=hint)
    check_length_of(characters)
    return value


def counted(text: str) -> str:
    """Count a filled-in text towards what the game may make in all."""
    meter().spend("game_chars", len(text))
    return text


def check_length(text: str) -> str:
    """Refuse a text that grew beyond all measure."""
    check_length_of(len(text))
    return text


def check_length_of(characters: int) -> None:
    """Refuse to make a text of so many characters."""
    if characters > limits().template_chars:
        raise TemplateFault(
            "budget",
            f"the text grows beyond {limits().template_chars} characters",
            hint=how_to_raise("template_chars"),
        )

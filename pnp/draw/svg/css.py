"""The properties of elements: presentation attributes, style sheets by class, name or id, and style attributes."""

import re
from typing import NamedTuple

from pnp.draw.svg.fault import SvgFault
from pnp.draw.svg.tree import Element
from pnp.limits import MOST_RULES

INHERITED = frozenset(
    (
        "clip-rule",
        "color",
        "fill",
        "fill-opacity",
        "fill-rule",
        "paint-order",
        "stroke",
        "stroke-dasharray",
        "stroke-dashoffset",
        "stroke-linecap",
        "stroke-linejoin",
        "stroke-miterlimit",
        "stroke-opacity",
        "stroke-width",
        "visibility",
    )
)
OWN = frozenset(("clip-path", "display", "opacity", "stop-color", "stop-opacity", "transform"))
NEUTRAL = {
    "filter": ("none",),
    "isolation": ("auto", "isolate"),
    "marker": ("none",),
    "marker-end": ("none",),
    "marker-mid": ("none",),
    "marker-start": ("none",),
    "mask": ("none",),
    "mix-blend-mode": ("normal",),
    "transform-origin": ("0", "0 0", "0px 0px"),
    "vector-effect": ("none",),
}
"""Properties that are honoured only where they change nothing."""
_EVERY = INHERITED | OWN | frozenset(NEUTRAL)
_WITHOUT_EFFECT = re.compile(
    r"-|font|text|letter|word|line-height|white-space|writing|direction|unicode|baseline|dominant|alignment|cursor|pointer"
    r"|color-|shape-rendering|image-rendering|solid-|enable-background|kerning|overflow|transition|user-select|glyph"
    r"|flood-|lighting-|inline-size|block-size|display-align|src$|knockout|block-progression"
)
"""Properties of text, of screens and of programs, which no drawing without text shows."""
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_SIMPLE = re.compile(r"(\*|[A-Za-z][\w-]*)?((?:[.#][A-Za-z_][\w-]*)*)")


class Rule(NamedTuple):
    """What a style sheet says of the elements that fit: from the outermost element to the one itself."""

    steps: tuple[tuple[str, str, frozenset[str]], ...]
    """Tag, id and classes."""
    weight: tuple[int, int, int, int]
    declarations: tuple[tuple[str, str], ...]

    def fits(self, element: Element) -> bool:
        """Say whether an element is meant: it fits the last step, and elements above it those before."""
        if not _fits(self.steps[-1], element):
            return False
        left, above = list(self.steps[:-1]), element.parent
        while left and above is not None:
            if _fits(left[-1], above):
                left.pop()
            above = above.parent
        return not left


def _fits(step: tuple[str, str, frozenset[str]], element: Element) -> bool:
    tag, name, classes = step
    if (tag and tag != element.tag) or (name and name != element.get("id")):
        return False
    return not classes or classes <= frozenset(element.get("class").split())


def parse_sheet(text: str, start: int) -> list[Rule]:
    """Return the rules of a style sheet; what reaches out of the file or asks for a screen is refused."""
    rules: list[Rule] = []
    text = re.sub(r"<!--|-->", "", _COMMENT.sub("", text)).strip()
    while text:
        if text.startswith("@charset"):
            text = text.partition(";")[2].strip()
            continue
        if text.startswith("@"):
            raise SvgFault(f"the style sheet's '{text.split()[0][:20]}' is not honoured", "write plain rules by class")
        head, brace, rest = text.partition("{")
        body, closed, text = rest.partition("}")
        if not brace or not closed or "{" in body:
            raise SvgFault("the style sheet cannot be read", "write plain rules by class")
        declared = tuple(declarations(body).items())
        for selector in head.split(","):
            if ":" not in selector:  # what waits for a mouse never comes on paper
                rules.append(_rule(selector.strip(), declared, start + len(rules)))
            if len(rules) > MOST_RULES:
                raise SvgFault(f"the style sheet has more than {MOST_RULES} rules")
        text = text.strip()
    return rules


def _rule(selector: str, declared: tuple[tuple[str, str], ...], order: int) -> Rule:
    steps: list[tuple[str, str, frozenset[str]]] = []
    ids, named, tags = 0, 0, 0
    for word in selector.split():
        match = _SIMPLE.fullmatch(word)
        if match is None:
            raise SvgFault(f"the selector '{selector[:30]}' is not honoured", "choose elements by class, id or name")
        marks = re.findall(r"([.#])([\w-]+)", match[2])
        own = [name for mark, name in marks if mark == "#"]
        classes = frozenset(name for mark, name in marks if mark == ".")
        tag = match[1] if match[1] and match[1] != "*" else ""
        ids, named, tags = ids + len(own), named + len(classes), tags + bool(tag)
        steps.append((tag, own[0] if own else "", classes))
    if not steps:
        raise SvgFault("the style sheet has a rule for nothing")
    return Rule(tuple(steps), (ids, named, tags, order), declared)


def declarations(text: str) -> dict[str, str]:
    """Return the properties that a style attribute or the body of a rule declares."""
    found: dict[str, str] = {}
    for entry in _COMMENT.sub("", text).split(";"):
        name, _, value = entry.partition(":")
        if name.strip():
            found[name.strip().lower()] = value.replace("!important", "").strip()
    return found


def properties(element: Element, rules: list[Rule]) -> dict[str, str]:
    """Return what is said of an element itself, the nearest word last."""
    found = {key: value.strip() for key, value in element.attributes.items() if key in _EVERY}
    for rule in sorted((r for r in rules if r.fits(element)), key=lambda r: r.weight):
        found.update(rule.declarations)
    found.update(declarations(element.get("style")))
    for name, value in found.items():
        _check(name, value)
    return {name: value for name, value in found.items() if value != "inherit"}


def _check(name: str, value: str) -> None:
    if name in NEUTRAL:
        if value.lower() not in NEUTRAL[name]:
            raise SvgFault(f"its {name} '{value[:30]}' is not honoured", _WAYS.get(name, _FLATTEN))
    elif name not in _EVERY and not _WITHOUT_EFFECT.match(name):
        raise SvgFault(f"its property '{name[:30]}' is not honoured", "remove it, or write it as an attribute of SVG")
    if "url(" in value and not re.match(r"url\(\s*[\"']?#", value):
        raise SvgFault(f"its {name} refers to something outside of the file", "put all of the drawing into one file")


_FLATTEN = "flatten it in your drawing program, or use the picture as a PNG"
_WAYS = {
    "filter": "remove the blur or shadow, or export the drawing as a PNG of 300 dpi",
    "mask": "use a clip path instead, or export the drawing as a PNG of 300 dpi",
    "vector-effect": "turn the stroke into a path (Inkscape: Path, Stroke to Path)",
    **dict.fromkeys(
        ("marker", "marker-start", "marker-mid", "marker-end"),
        "turn the arrow into a path (Inkscape: Path, Stroke to Path)",
    ),
}

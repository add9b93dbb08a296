"""Scripts of the world: which way letters run (UAX 9), where lines of ideographs may break, what nobody sees.

Texts in pnp's own Latin fonts never come here; those in fonts of a game do.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import TypeVar
from unicodedata import bidirectional, category

ICON = "\ufffc"
"""What stands for an icon in a text."""

_IDEOGRAPHS = "\u2e80-\u33ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\U00020000-\U0003fffd"
_BREAKABLE = re.compile(f"[{_IDEOGRAPHS}\u200b]")
_IDEOGRAPH = re.compile(f"[{_IDEOGRAPHS}]")
_NO_START = frozenset(
    "、。，．・：；？！ー々〻‐〜゠–—―）〕］｝〉》」』】〙〗〟’”｠»‥…,.!?:;)]}%°′″℃％｡｣､･ﾞﾟｰ"
    "ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶㇰㇱㇲㇳㇴㇵㇶㇷㇸㇹㇺㇻㇼㇽㇾㇿｧｨｩｪｫｬｭｮｯ゛゜ゝゞヽヾ"
)
"""What no line begins with."""
_NO_END = frozenset("（〔［｛〈《「『【〘〖〝‘“｟«([{￥＄￡＃$£¥#")
"""What no line ends with."""

_RTL = re.compile("[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff\U0001e800-\U0001efff]")

_PAIRS = "()[]{}⁅⁆⁽⁾₍₎⌈⌉⌊⌋⟦⟧⟨⟩⟪⟫⦅⦆〈〉《》「」『』【】〔〕〖〗〘〙〚〛（）［］｛｝｟｠｢｣"
_CLOSED_BY = dict(zip(_PAIRS[::2], _PAIRS[1::2], strict=True))
_CLOSERS = frozenset(_CLOSED_BY.values())
_FLIPS = _PAIRS + "<>«»‹›≤≥"
_MIRRORED = {ord(a): b for pair in zip(_FLIPS[::2], _FLIPS[1::2], strict=True) for a, b in (pair, pair[::-1])}

T = TypeVar("T")


def unseen(character: str) -> bool:
    """Say whether a character only tells others how to stand: joiners, marks of direction, variants."""
    return category(character) == "Cf" or "\ufe00" <= character <= "\ufe0f" or character == "\u034f"


@lru_cache(maxsize=8192)
def units_of(text: str) -> tuple[str, ...]:
    """Split a run into what is shaped by itself: words, spaces, and ideographs with what sticks to them."""
    if " " not in text and not _BREAKABLE.search(text):
        return (text,)
    return tuple(unit for word in re.split("( +)", text) if word for unit in split_at(word, breaks_in(word)))


def split_at(text: str, places: Sequence[int]) -> list[str]:
    """Cut a text at the places."""
    return [text[a:b] for a, b in zip((0, *places), (*places, len(text)), strict=True) if a < b]


def breaks_in(word: str) -> list[int]:
    """Return where a line may end inside a word: between ideographs, as Japanese and Chinese books do it."""
    if not _BREAKABLE.search(word):
        return []
    return [at for at in range(1, len(word)) if _may_break(word[at - 1], word[at])]


def _may_break(before: str, after: str) -> bool:
    if before == "\u200b":
        return True
    if after in _NO_START or before in _NO_END or unseen(after) or category(after)[0] == "M":
        return False
    return bool(_IDEOGRAPH.match(before) or _IDEOGRAPH.match(after))


def clusters_of(text: str) -> list[str]:
    """Split a text into letters with the marks and joiners that belong to them: a font has all of one or none."""
    clusters: list[str] = []
    for c in text:
        if clusters and (category(c)[0] == "M" or unseen(c)):
            clusters[-1] += c
        else:
            clusters.append(c)
    return clusters


def has_rtl(text: str) -> bool:
    """Say whether some letters of a text run from right to left."""
    return _RTL.search(text) is not None


def flipped(text: str) -> str:
    """Return signs of a font that is not shaped as they stand in a run from right to left."""
    return text[::-1].translate(_MIRRORED)


def visual(pieces: Sequence[T], levels: Sequence[int]) -> list[T]:
    """Put the pieces of a line into the order in which they stand on paper (rule L2)."""
    order = list(range(len(pieces)))
    for level in range(max(levels), 0, -1):
        at = 0
        while at < len(order):
            end = at
            while end < len(order) and levels[order[end]] >= level:
                end += 1
            order[at:end] = order[at:end][::-1]
            at = max(end, at + 1)
    return [pieces[i] for i in order]


# ---------------------------------------------------------------- UAX 9, without embeddings


def levels_of(text: str) -> tuple[int, list[int]]:
    """Return the level of a paragraph, 1 if it runs from right to left, and that of each of its characters."""
    kinds = [bidirectional(c) or "L" for c in text]
    base = next((int(kind != "L") for kind in kinds if kind in ("L", "R", "AL")), 0)
    kept = [i for i, kind in enumerate(kinds) if kind not in _IGNORED]
    resolved = [kinds[i] for i in kept]
    side = "R" if base else "L"
    _weak(resolved, side)
    _brackets([text[i] for i in kept], resolved, [kinds[i] for i in kept], side)
    _neutral(resolved, side)
    levels = [base] * len(text)
    for i, kind in zip(kept, resolved, strict=True):
        levels[i] = base + (kind != "R" if base else {"L": 0, "R": 1}.get(kind, 2))
    for i, kind in enumerate(kinds):
        if kind in _IGNORED and i:
            levels[i] = levels[i - 1]
    return base, levels


_IGNORED = frozenset(("BN", "LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"))


def _weak(kinds: list[str], side: str) -> None:
    """Resolve marks, numbers and what belongs to numbers (rules W1 to W7)."""
    strong = before = side
    for i, kind in enumerate(kinds):
        if kind == "NSM":
            kinds[i] = before
        elif kind == "EN" and strong == "AL":
            kinds[i] = "AN"
        elif kind in ("L", "R", "AL"):
            strong = kind
        before = kinds[i]
    kinds[:] = ["R" if kind == "AL" else kind for kind in kinds]
    for i in range(1, len(kinds) - 1):
        left, right = kinds[i - 1], kinds[i + 1]
        if left == right and ((kinds[i] == "ES" and left == "EN") or (kinds[i] == "CS" and left in ("EN", "AN"))):
            kinds[i] = left
    at = 0
    while at < len(kinds):
        end = at
        while end < len(kinds) and kinds[end] == "ET":
            end += 1
        if end > at and "EN" in (kinds[at - 1] if at else "", kinds[end] if end < len(kinds) else ""):
            kinds[at:end] = ["EN"] * (end - at)
        at = max(end, at + 1)
    strong = side
    for i, kind in enumerate(kinds):
        if kind in ("ES", "ET", "CS"):
            kinds[i] = "ON"
        elif kind in ("L", "R"):
            strong = kind
        elif kind == "EN" and strong == "L":
            kinds[i] = "L"


def _strong(kind: str) -> str:
    """Return the side that a resolved kind stands for, or nothing."""
    return "R" if kind in ("R", "EN", "AN") else "L" if kind == "L" else ""


def _brackets(text: Sequence[str], kinds: list[str], first_kinds: Sequence[str], side: str) -> None:
    """Let both of a pair of brackets take the same side (rule N0)."""
    pairs: list[tuple[int, int]] = []
    waiting: list[tuple[str, int]] = []
    for i, c in enumerate(text):
        if kinds[i] != "ON":
            continue
        if c in _CLOSED_BY:
            if len(waiting) == 63:
                break
            waiting.append((_CLOSED_BY[c], i))
        elif c in _CLOSERS:
            found = next((n for n in reversed(range(len(waiting))) if waiting[n][0] == c), None)
            if found is not None:
                pairs.append((waiting[found][1], i))
                del waiting[found:]
    for start, end in sorted(pairs):
        inside = {_strong(kind) for kind in kinds[start + 1 : end]} - {""}
        if not inside:
            continue
        taken = side
        if side not in inside:
            taken = next((s for s in map(_strong, reversed(kinds[:start])) if s), side)
        for at in (start, end):
            kinds[at] = taken
            marks = next((n for n in range(at + 1, len(kinds)) if first_kinds[n] != "NSM"), len(kinds)) - at - 1
            kinds[at + 1 : at + 1 + marks] = [taken] * marks


def _neutral(kinds: list[str], side: str) -> None:
    """Let spaces and signs take the side of what stands around them (rules N1 and N2)."""
    at = 0
    while at < len(kinds):
        end = at
        while end < len(kinds) and not _strong(kinds[end]):
            end += 1
        if end > at:
            left = _strong(kinds[at - 1]) if at else side
            right = _strong(kinds[end]) if end < len(kinds) else side
            kinds[at:end] = [left if left == right else side] * (end - at)
        at = max(end, at + 1)

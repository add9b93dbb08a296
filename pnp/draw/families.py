"""The fonts that a game names in fonts.yaml: opened, checked, and known by keys that no other game means."""

from collections.abc import Mapping
from hashlib import sha256

from pnp.diagnostics import Diagnostic, Problems
from pnp.draw.fontfiles import check_axes, open_font
from pnp.draw.fonts import NoCut, chain_of, font_name, is_registered, register, register_chain, title_of
from pnp.draw.ownfont import OwnFont, own_font
from pnp.load.fontnames import FontFault, read_font
from pnp.load.game import GameContent
from pnp.model import PNP_FONTS, FontFamily, VariableCut

_CUTS = {"regular": (False, False), "bold": (True, False), "italic": (False, True), "bold_italic": (True, True)}
"""The files of a family, and whether they are bold and italic."""


def game_families(content: GameContent) -> Mapping[str, str]:
    """Open the fonts of a game: the names that content may use → their keys; raise all faults that there are."""
    families = dict(zip(PNP_FONTS, PNP_FONTS, strict=True))
    if not content.fonts:
        return families
    opener = _Opener(content)
    opened = {name: opener.cuts(name, family) for name, family in content.fonts.items()}
    if opener.faults:
        raise Problems(opener.faults)
    for name, family in content.fonts.items():
        families[name] = _chained(name, family, opened)
    return families


class _Opener:
    """Opens the files of families; every fault is noted with its place."""

    def __init__(self, content: GameContent) -> None:
        self.content = content
        self.faults: list[Diagnostic] = []

    def cuts(self, name: str, family: FontFamily) -> dict[str, str]:
        """Return the keys of a family's own fonts by the names of their cuts."""
        made = {}
        for cut, file in family.cuts.items():
            try:
                made[cut] = self._open(font_name(name, *_CUTS[cut]), file, family.language or "")
            except FontFault as fault:
                place = self.content.span("fonts", name, (cut,))
                self.faults.append(Diagnostic("error", "font", str(fault), place, fault.hint))
        return made

    def _open(self, shown: str, cut: str | VariableCut, language: str) -> str:
        file, axes = (cut.file, cut.axes) if isinstance(cut, VariableCut) else (cut, {})
        data = read_font(self.content.folder, file)
        setting = f"{sorted(axes.items())}{language}".encode()
        key = f"{shown}-{sha256(data + setting).hexdigest()[:12]}"
        if not is_registered(key):
            face = open_font(data, file)
            check_axes(face, axes, file)
            register(key, OwnFont(key, shown, face, axes, language))
        return key


def _chained(name: str, family: FontFamily, opened: Mapping[str, Mapping[str, str]]) -> str:
    """Make the cuts of a family known, each with the fonts that help it out; return the family's key."""
    chains = {cut: _chain(name, family, cut, opened) for cut in _CUTS}
    key = f"{name}-{sha256(repr(chains).encode()).hexdigest()[:12]}"
    for cut, chain in chains.items():
        register_chain(font_name(key, *_CUTS[cut]), chain)
    return key


def _chain(
    name: str, family: FontFamily, cut: str, opened: Mapping[str, Mapping[str, str]]
) -> "tuple[str, ...] | NoCut":
    own = opened[name].get(cut) if family.regular else font_name(name, *_CUTS[cut])
    if own is None:
        return NoCut(name, cut)
    helpers = [
        opened[other].get(cut, opened[other]["regular"]) if _has_files(opened, other) else font_name(other, *_CUTS[cut])
        for other in family.fallback
    ]
    return own, *helpers


def _has_files(opened: Mapping[str, Mapping[str, str]], name: str) -> bool:
    return "regular" in opened.get(name, {})


def titles_of_own(families: Mapping[str, str]) -> list[str]:
    """Name the typefaces of pages, as their makers do, if a game's own are among them."""
    keys = [families.get(name, name) for name in PNP_FONTS]
    if keys == list(PNP_FONTS):
        return []
    fonts = (name for key in keys for name in chain_of(key) or (key,))
    return list(dict.fromkeys(own_font(n).title if is_registered(n) else title_of(n) for n in fonts))

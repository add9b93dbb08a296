"""Where letters are that a typeface lacks: in another one of the game, of pnp, or of this computer."""

from collections.abc import Mapping, Sequence

from pnp.draw.fonts import chain_of, font, font_name
from pnp.draw.installed import installed_font_with
from pnp.draw.text import TextStyle


def where_letters_are(letters: Sequence[str], style: TextStyle, families: Mapping[str, str]) -> str:
    """Return the hint that names a typeface which has the letters that another one lacks, or the way out."""
    wanted = "".join(letters)
    set_in = next((name for name, key in families.items() if key == style.family), style.family)
    for name, key in families.items():
        if key == name or name == set_in:
            continue
        if not font((chain_of(key) or (key,))[0]).missing(wanted):
            return f"set it in font: {name}, which has it, or write {name} into the fallback of {set_in} in fonts.yaml"
    for family, italic in (("sans", False), ("sans", True), ("serif", False), ("serif", True)):
        if not font(font_name(family, style.bold, italic)).missing(wanted):
            return f"set it in font: {family}" + (", in italic" if italic else ", upright") + ", which has it"
    found = installed_font_with(letters)
    if found is not None:
        name, path = found
        way = f"if its licence allows, copy {path} into fonts/ and name it in fonts.yaml"
        return f"'{name}' of this computer has it: {way}"
    return "neither pnp nor this computer has a font with it: bring one in fonts.yaml, or draw it as an icon (:name:)"

"""Every recipe of the cookbook is a game that builds, and shows what its picture shows."""

from pathlib import Path

import pytest
from docs_tools import DOCS, script

from pnp.geometry import parse_paper
from pnp.model import Part
from pnp.pipeline import BuildOrder, build
from pnp.sheets.sheet import PrintOptions

pictures = script("make_pictures")
RECIPES = pictures.recipes()


@pytest.mark.parametrize("style", ["colour", "lowink", "grey"])
@pytest.mark.parametrize("recipe", RECIPES, ids=lambda r: r.name)
def test_recipe_builds(recipe, style: str, tmp_path: Path):
    pictures.write_recipe(recipe, tmp_path)
    for name in ("a4", "letter") if style == "colour" else ("a4",):
        paper = parse_paper(name)
        assert paper is not None
        built = build(BuildOrder(tmp_path, recipe.name, PrintOptions(paper, style=style), (), "pdf"))
        assert built.warnings == ()
        assert "print-me.pdf" in {file.name for file in built.files}


def test_there_are_enough_recipes_with_a_picture_each():
    assert len(RECIPES) >= 15
    assert len({recipe.name for recipe in RECIPES}) == len(RECIPES)
    text = (DOCS / "cookbook.md").read_text("utf-8")
    assert text.count("\n## ") == len(RECIPES)
    for recipe in RECIPES:
        assert "faces.yaml" in recipe.files
        assert (DOCS / "pictures" / f"{recipe.name}.png").is_file()


def test_recipes_use_every_kind_of_part():
    text = (DOCS / "cookbook.md").read_text("utf-8")
    for kind in Part.__args__:
        tag = kind.__struct_config__.tag
        assert tag == "drawing" or f"part: {tag}" in text, tag


def test_a_picture_is_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(pictures, "PICTURES", DOCS / "pictures")
    recipe = next(r for r in RECIPES if r.name == "chits")
    pictures.write_recipe(recipe, tmp_path)
    tiles = pictures.tiles_of(pictures.load(tmp_path, recipe.name), "colour")
    size, items = pictures.compose(tiles)
    image = pictures.rasterise(size, items)
    assert len(tiles) == 2
    assert image.width == pytest.approx(size.w * pictures.DOTS_PER_MM, abs=2)
    assert len(image.getcolors(1_000_000) or ()) > 10

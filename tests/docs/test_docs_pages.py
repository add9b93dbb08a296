"""Links and anchors of the documentation lead somewhere; generated pages and pictures are up to date."""

import re
from pathlib import Path

import pytest
import yaml
from docs_tools import DOCS, FENCE, PAGES, ROOT, script

from pnp.load.schemas import all_schemas, games_with_code

LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")


def anchors(page: Path) -> set[str]:
    text = FENCE.sub("", page.read_text("utf-8"))
    heads = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\s-]", "", head.lower()).strip().replace(" ", "-") for head in heads}


@pytest.mark.parametrize("page", [*PAGES, ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md"], ids=lambda p: p.stem)
def test_links_lead_somewhere(page: Path):
    text = FENCE.sub("", page.read_text("utf-8"))
    for link in LINK.findall(text):
        if "://" in link:
            continue
        name, _, anchor = link.partition("#")
        target = page.parent / name if name else page
        assert target.exists(), f"{page.name}: {link}"
        if anchor:
            assert anchor in anchors(target), f"{page.name}: {link}"


def test_content_reference_is_up_to_date():
    reference = script("make_reference")
    assert reference.main(["--check"]) == 0, "run: make reference"


def test_content_reference_says_what_every_key_means():
    for page in ("content-reference.md", "game-files.md"):
        rows = [line for line in (DOCS / page).read_text("utf-8").split("\n") if line.startswith("| ")]
        assert len(rows) > 120
        assert not [row for row in rows if row.count("|") == 5 and row.endswith("|  |")]


def test_schema_files_are_up_to_date():
    script("make_reference")
    from pnp.scaffold import schema_files

    games = games_with_code()
    for name, data in schema_files(games).items():
        assert (ROOT / "content" / "schema" / name).read_bytes() == data, "run: make schema"
    assert len(all_schemas(games)) == len(list((ROOT / "content" / "schema").glob("*.json")))


@pytest.mark.parametrize("path", sorted((ROOT / "content").glob("*/*.yaml")), ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_shipped_files_carry_a_schema_line_that_leads_somewhere(path: Path):
    first = path.read_text("utf-8").split("\n", 1)[0]
    assert first.startswith("# yaml-language-server: $schema=../schema/")
    target = path.parent / first.split("=", 1)[1]
    assert target.is_file()
    assert target.stem in (path.stem, path.stem.split("-")[0], f"{path.parent.name}-{path.stem}")


def test_every_game_is_named_and_credited():
    readme, licence = (ROOT / "README.md").read_text("utf-8"), (ROOT / "LICENSE").read_text("utf-8")
    for game in games_with_code():
        assert f"| `{game}` " in readme
        assert f"(content/{game})" in licence
    for path in (ROOT / "content").glob("*/game.yaml"):
        sources = yaml.safe_load(path.read_text("utf-8"))["sources"]
        assert sources, path
        for source in sources:
            assert source["licence"] and source["author"]


def test_every_module_has_its_place_in_the_architecture():
    text = (DOCS / "architecture.md").read_text("utf-8")
    for path in (ROOT / "pnp").iterdir():
        if path.suffix == ".py" and path.name != "__init__.py":
            assert f"`{path.name}`" in text, path.name
        elif (path / "__init__.py").is_file():
            assert f"`{path.name}/" in text, path.name


def test_every_page_is_linked_from_the_readme():
    readme = (ROOT / "README.md").read_text("utf-8")
    for page in DOCS.glob("*.md"):
        assert f"(docs/{page.name})" in readme, page.name


def test_pictures_are_small_and_used():
    from PIL import Image

    texts = "".join(page.read_text("utf-8") for page in PAGES)
    for path in sorted((DOCS / "pictures").glob("*.png")):
        assert path.stat().st_size < 64 * 1024, path.name
        assert path.name in texts, f"{path.name} is not used"
        with Image.open(path) as image:
            assert image.mode == "P", path.name
            assert image.width <= 900, path.name
    for name in re.findall(r"\(pictures/([\w-]+\.png)\)", texts):
        assert (DOCS / "pictures" / name).is_file(), name

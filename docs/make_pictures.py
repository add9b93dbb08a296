"""Draws the pictures of the documentation from real output.

    python docs/make_pictures.py            all of them
    python docs/make_pictures.py track      only some
    python docs/make_pictures.py tables     the games' tables, with pieces on their places

Every recipe of the cookbook is a small game: its snippets are written to files, built by pnp
and drawn. The pictures therefore show exactly what the text says. Needs the `dev` extra.
"""

import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import cycle
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

from pnp.diagnostics import Report, render
from pnp.draw.drawing import Drawing, Group, Item, Place, Symbol, Use, rectangle
from pnp.draw.drawing import Path as Shape
from pnp.export.pdf import Info, Page, write_pdf
from pnp.geometry import Rect, Size, parse_paper, quarter_turn, scale_at
from pnp.load.game import GameContent, load_game
from pnp.load.library import content_folder, game_names
from pnp.sheets.components import ComponentBuilder, make_painter
from pnp.sheets.places import Spot, arrange, footprints, places_of, spot_rect
from pnp.sheets.sheet import Printable, PrintItem, PrintOptions

if TYPE_CHECKING:
    from PIL.Image import Image

DOCS = Path(__file__).resolve().parent
PICTURES = DOCS / "pictures"
FONTS = DOCS.parent / "tests" / "fonts"
"""Parts of open fonts, which recipes that name font files are built with."""
COOKBOOK = DOCS / "cookbook.md"
DOTS_PER_MM = 4.4
MOST_WIDTH = 170.0
_TABLE_GAP = 6.0
THREE_STYLES = "three-styles"
_FENCE = re.compile(r"^```(\w+)[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_FILE = re.compile(r"(?:#|<!--)\s*([\w./-]+)")
_IMAGE = re.compile(r"!\[[^\]]*\]\(pictures/([\w-]+)\.png\)")


class Recipe(NamedTuple):
    """One section of the cookbook: its picture's name, its title, and file name → text."""

    name: str
    title: str
    files: dict[str, str]


def recipes(text: str | None = None) -> list[Recipe]:
    """Return the cookbook's recipes in their order."""
    sections = re.split(r"^## ", COOKBOOK.read_text("utf-8") if text is None else text, flags=re.MULTILINE)[1:]
    found = []
    for section in sections:
        image = _IMAGE.search(section)
        files = {}
        for fence in _FENCE.finditer(section):
            named = _FILE.match(fence[2])
            if named:
                files[named[1]] = fence[2]
        if image and files:
            found.append(Recipe(image[1], section.split("\n", 1)[0], files))
    return found


def write_recipe(recipe: Recipe, content: Path) -> None:
    """Write a recipe as a game into a content folder, with a game.yaml that counts its components."""
    folder = content / recipe.name
    for name, text in recipe.files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    for name in re.findall(r"fonts/[\w.-]+", recipe.files.get("fonts.yaml", "")):
        (folder / "fonts").mkdir(exist_ok=True)
        (folder / name).write_bytes((FONTS / name.removeprefix("fonts/")).read_bytes())
    head = (
        f"id: {recipe.name}\ntitle: {recipe.title}\nplayers: [2, 4]\nage: 8\nminutes: [20, 30]\n"
        "author: the cookbook\nlicence: CC0 1.0\ncomponents: "
    )
    game = folder / "game.yaml"
    game.write_text(head + "{}\n", "utf-8")
    report = Report()
    load_game(content, recipe.name, report)
    counts = re.findall(r"add '([\w-]+: \d+)' under components", "\n".join(d.hint or "" for d in report.diagnostics))
    game.write_text(head + "{" + ", ".join(counts) + "}\n", "utf-8")


class Tile(NamedTuple):
    """One thing in a picture: what it is, its size, and how its corners are cut."""

    symbol: Symbol
    size: Size
    radius: float
    framed: bool


def tiles_of(game: GameContent, style: str, components: Sequence[str] = (), most: int = 4) -> list[Tile]:
    """Draw a game's components: the first few fronts and, where there are backs, as many of those."""
    report = Report()
    paper = parse_paper("a4")
    assert paper is not None
    builder = ComponentBuilder(game, make_painter(game, style), PrintOptions(paper, style=style), report)
    tiles: list[Tile] = []
    for component in components or game.component_ids():
        printable = builder.build(component)
        if printable is not None:
            tiles += _tiles(printable, most)
    if report.failed:
        sys.exit(render(report.diagnostics, game.sources))
    return tiles


def _tiles(printable: Printable, most: int) -> Iterable[Tile]:
    radius = 3.0 if printable.kind == "cards" else 0.0
    framed = printable.kind in ("cards", "page")
    shown = printable.items[: most // 2 if printable.two_sided else most]
    for item in shown:
        yield Tile(item.front, printable.size, radius, framed)
    for item in shown:
        if item.back is not None:
            yield Tile(item.back, printable.size, radius, framed)


def compose(tiles: Sequence[Tile], gap: float = 4.0) -> tuple[Size, list[Item]]:
    """Put things side by side on a page just large enough, scaled down if they are wide."""
    width = sum(t.size.w for t in tiles) + gap * (len(tiles) + 1)
    height = max(t.size.h for t in tiles) + 2 * gap
    factor = min(1.0, MOST_WIDTH / width, 120.0 / height)
    items: list[Item] = []
    x = gap
    for tile in tiles:
        y = (height - tile.size.h) / 2
        box = Rect(0, 0, *tile.size)
        parts: list[Item] = [Group((Use(tile.symbol, scale_at(0, 0, 1)),), clip=rectangle(box, tile.radius))]
        if tile.framed:
            parts.append(Shape(rectangle(box, tile.radius), stroke="#9aa5af", width=0.25))
        items.append(Group(tuple(parts), scale_at(x * factor, y * factor, factor)))
        x += tile.size.w + gap
    return Size(width * factor, height * factor), items


def rasterise(size: Size, items: Sequence[Item], dots: float = DOTS_PER_MM) -> "Image":
    """Return a page as pixels."""
    import pypdfium2

    document = pypdfium2.PdfDocument(write_pdf([Page(size, items)], Info("", "", "")))
    try:
        return document[0].render(scale=dots * 25.4 / 72).to_pil().convert("RGB")
    finally:
        document.close()


def save(image: "Image", name: str, colours: int = 64) -> None:
    """Save a picture with a small palette."""
    PICTURES.mkdir(exist_ok=True)
    path = PICTURES / f"{name}.png"
    image.quantize(colours, dither=0).save(path, optimize=True)
    sys.stdout.write(f"{path.relative_to(DOCS.parent).as_posix()}  {path.stat().st_size // 1024} KiB\n")


def load(content: Path, name: str) -> GameContent:
    """Load a game or stop with its faults."""
    report = Report()
    game = load_game(content, name, report)
    if game is None:
        sys.exit(render(report.diagnostics, {}))
    return game


def draw_recipe(recipe: Recipe) -> None:
    """Draw the picture of one recipe."""
    with TemporaryDirectory() as folder:
        write_recipe(recipe, Path(folder))
        game = load(Path(folder), recipe.name)
        styles = ("colour", "lowink", "grey") if recipe.name == THREE_STYLES else ("colour",)
        tiles = [tile for style in styles for tile in tiles_of(game, style)]
        save(rasterise(*compose(tiles)), recipe.name)


def draw_game(content: Path, name: str, picture: str, components: Sequence[str], most: int = 2) -> None:
    """Draw some components of a whole game."""
    save(rasterise(*compose(tiles_of(load(content, name), "colour", components, most))), picture, 240)


def draw_games(picture: str, shown: Sequence[tuple[str, str]]) -> None:
    """Draw the first piece of some components, side by side and equally high; games not there are left out."""
    shipped = content_folder("shipped")
    there = game_names(shipped)
    tiles = [tiles_of(load(shipped, game), "colour", (component,), 2)[0] for game, component in shown if game in there]
    save(rasterise(*compose([_as_high(tile, 90.0) for tile in tiles])), picture, 128)


def _as_high(tile: Tile, height: float) -> Tile:
    """Return a thing scaled to a height."""
    factor = height / tile.size.h
    items = (Use(tile.symbol, scale_at(0, 0, factor)),)
    size = Size(tile.size.w * factor, height)
    return Tile(Drawing(size, items).symbol(), size, 3.0, True)


def draw_table(name: str, picture: str, boards: Sequence[str], pages: int = 9, every: int = 1) -> None:
    """Draw boards of a game at true scale, with every place (or every so many) as full as it may get."""
    game = load(content_folder("shipped"), name)
    report = Report()
    paper = parse_paper("a4")
    assert paper is not None
    builder = ComponentBuilder(game, make_painter(game, "colour"), PrintOptions(paper), report)
    made = {c: printable for c in game.component_ids() if (printable := builder.build(c)) is not None}
    known = footprints(game, set(), made.values(), builder.build)
    supply = {c: cycle([i for i in p.items for _ in range(i.copies)]) for c, p in made.items()}
    items: list[Item] = []
    wide, y = 0.0, _TABLE_GAP
    for board in (made[c] for c in boards):
        for item in board.items[:pages]:
            laid: list[Item] = [Use(item.front, scale_at(0, 0, 1))]
            found = list(places_of(board._replace(items=(item,))))[::every]
            standing = [
                (*spot_rect(where, spot), spot)
                for number, where in enumerate(found)
                for spot in arrange(_one_of_pile(where.place, number), where.size, known) or ()
            ]
            for x, top, w, h, spot in sorted(standing, key=lambda one: one[1]):
                laid += _standing(made.get(spot.piece.id), supply, spot, Rect(x, top, w, h))
            items.append(Group(tuple(laid), scale_at(_TABLE_GAP, y, 1)))
            y += item.front.box.h
        wide, y = max(wide, board.size.w), y + _TABLE_GAP
    if report.failed:
        sys.exit(render(report.diagnostics, game.sources))
    save_small(Size(wide + 2 * _TABLE_GAP, y), items, picture)


def _one_of_pile(place: Place, number: int) -> Place:
    """Return a place with only one kind of what may be piled there, another one each time."""
    piled = [held for held in place.holds if held.stacked]
    if not piled:
        return place
    kept = piled[number % len(piled)]
    return place._replace(holds=tuple(held for held in place.holds if not held.stacked or held is kept))


def _framed(box: Rect) -> Shape:
    return Shape(rectangle(box), stroke="#222222", width=0.25)


def _standing(
    printable: Printable | None, supply: Mapping[str, Iterator[PrintItem]], spot: Spot, at: Rect
) -> list[Item]:
    """Draw a piece where it stands, seen from above; of a pawn its base, with its picture on it."""
    edge = _framed(at)
    if printable is None:
        return [Shape(rectangle(at), fill="#d7dde3"), edge]
    symbol = next(supply[printable.id]).front
    if printable.kind == "standees":
        foot = spot.piece.size.h / 2
        side = Size(printable.size.w, printable.size.h / 2 - foot)
        factor = min(at.w / side.w, at.h / side.h)
        window = Rect(at.cx - side.w * factor / 2, at.cy - side.h * factor / 2, side.w * factor, side.h * factor)
        move = scale_at(window.x, window.y - (side.h + foot) * factor, factor)
        return [Shape(rectangle(at), fill="#ffffff"), Group((Use(symbol, move),), clip=rectangle(window)), edge]
    move = quarter_turn(printable.size, 90 if spot.turned else 0, at.x, at.y)
    if printable.shape == "round":
        round_ = rectangle(at, at.w / 2)
        return [Group((Shape(rectangle(at), fill="#ffffff"), Use(symbol, move)), clip=round_)]
    return [Shape(rectangle(at), fill="#ffffff"), Group((Use(symbol, move),), clip=rectangle(at)), edge]


def draw_cards_table(name: str, rows: Sequence[Sequence[tuple[str, int]]]) -> None:
    """Draw the table of a game without a board at true scale: rows of (component, how many)."""
    game = load(content_folder("shipped"), name)
    items: list[Item] = []
    wide, y = 0.0, _TABLE_GAP
    for row in rows:
        x, high = _TABLE_GAP, 0.0
        for component, number in row:
            for tile in tiles_of(game, "colour", (component,), 2 * number)[:number]:
                box = Rect(0, 0, *tile.size)
                card = Group((Use(tile.symbol, scale_at(0, 0, 1)),), clip=rectangle(box))
                items.append(Group((card, _framed(box)) if tile.framed else (card,), scale_at(x, y, 1)))
                x, high = x + tile.size.w + 2.0, max(high, tile.size.h)
        wide, y = max(wide, x), y + high + _TABLE_GAP
    save_small(Size(wide + _TABLE_GAP, y), items, f"table-{name}")


def save_small(size: Size, items: Sequence[Item], name: str) -> None:
    """Save a picture as large as 64 KiB allow."""
    ground = (Shape(rectangle(Rect(0, 0, *size)), fill="#efe9dd"), *items)
    for dots in (3.0, 2.6, 2.2, 1.9, 1.6, 1.4, 1.2):
        save(rasterise(size, ground, dots), name, 48)
        if (PICTURES / f"{name}.png").stat().st_size <= 64 * 1024:
            return
    sys.exit(f"{name} does not fit into 64 KiB")


def draw_sheet(name: str, picture: str, seed: int, given: dict[str, str]) -> None:
    """Draw the first page of a scenario, if the game is there."""
    from pnp.pipeline_play import open_game
    from pnp.play.scenario import make_scenario
    from pnp.sheets.scenarios import scenario_sets

    shipped = content_folder("shipped")
    if name not in game_names(shipped):
        return
    play = open_game(shipped, name)
    scenario = make_scenario(play, seed, play.options(given))
    assert isinstance(scenario, dict), scenario
    paper = parse_paper("a4")
    assert paper is not None
    sheet = scenario_sets(play.game, [scenario], PrintOptions(paper), solutions=False)[0].sheets[0]
    frame = Shape(rectangle(Rect(0.2, 0.2, sheet.size.w - 0.4, sheet.size.h - 0.4)), stroke="#9aa5af", width=0.4)
    save(rasterise(sheet.size, [*sheet.items, frame], 2.6), picture, 48)


def draw_new() -> None:
    """Draw what `pnp new` makes."""
    from pnp.scaffold import scaffold

    with TemporaryDirectory() as folder:
        scaffold(Path(folder), "demo", "The Valley Game")
        draw_game(Path(folder), "demo", "new", ("plants", "weather", "valley"))


def draw_icons() -> None:
    """Draw all shipped icons with their names."""
    from pnp.draw.icons import IconLibrary
    from pnp.draw.text import simple_line
    from pnp.load.library import templates_folder

    painter = make_painter(load(content_folder("shipped"), "knowledge"), "colour")
    names = IconLibrary((templates_folder() / "icons",)).names()
    columns, cell = 10, Size(19, 17)
    items: list[Item] = []
    for i, name in enumerate(names):
        x, y = i % columns * cell.w, i // columns * cell.h
        items.append(painter.icon(name, Rect(x + 4.5, y + 2, 10, 10), "#1d2126"))
        items.append(simple_line(name, x + cell.w / 2, y + 15.2, 6.5, "#5c6670", align="center"))
    rows = -(-len(names) // columns)
    save(rasterise(Size(columns * cell.w, rows * cell.h), items, 4.2), "icons", 16)


WHOLE = {
    "new": draw_new,
    "icons": draw_icons,
    "knowledge": lambda: draw_game(
        content_folder("shipped"), "knowledge", "knowledge", ("library", "goals", "choices"), 2
    ),
    "games": lambda: draw_games(
        "games",
        [
            ("knowledge", "library"),
            ("stormfury", "role-cards"),
            ("stormfury", "board-compact"),
            ("horde", "wit"),
            ("terrain", "requests"),
        ],
    ),
    "tempest": lambda: draw_sheet("tempest", "tempest", 42, {"day": "1"}),
    "table-knowledge": lambda: draw_table("knowledge", "table-knowledge", ("locations", "track")),
    "table-stormfury": lambda: draw_table("stormfury", "table-stormfury", ("board",)),
    "table-storm-mat": lambda: draw_table("stormfury", "table-storm-mat", ("storm-mat",)),
    "table-compact": lambda: draw_table("stormfury", "table-compact", ("board-compact",)),
    "table-horde": lambda: draw_table("horde", "table-horde", ("area-compact",)),
    "table-tempest": lambda: draw_table("tempest", "table-tempest", ("final-maps",), pages=1, every=4),
    "table-terrain": lambda: draw_cards_table(
        "terrain", [[("requests", 4)], [("awards", 4), ("lead", 1)], [("islands", 4)]]
    ),
    "skerries": lambda: draw_game(
        DOCS.parent / "tests" / "data", "skerries", "skerries", ("cargo", "tides", "keepers"), 2
    ),
}
"""Pictures that are no recipes: name → how they are drawn."""


def main(names: Sequence[str]) -> None:
    """Draw the named pictures, or all of them."""
    known = {recipe.name: recipe for recipe in recipes()}
    unknown = sorted(set(names) - set(known) - set(WHOLE) - {"tables"})
    if unknown:
        sys.exit(f"no such picture: {', '.join(unknown)}; there are {', '.join([*WHOLE, *known])}")
    for name, draw in WHOLE.items():
        if not names or name in names or ("tables" in names and name.startswith("table-")):
            draw()
    for name, recipe in known.items():
        if not names or name in names:
            draw_recipe(recipe)


if __name__ == "__main__":
    main(sys.argv[1:])

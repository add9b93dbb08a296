"""What is printed for people is content: no code that prints speaks English, but to say what is wrong."""

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from shipped import ENGINES
from support import ROOT

from pnp.load.words import Saying, members
from pnp.play.game import find_game
from pnp.words import Words

PACKAGE = ROOT / "pnp"
SHARED = [*(PACKAGE / "sheets").glob("*.py"), *(PACKAGE / "draw").rglob("*.py"), *(PACKAGE / "rules").glob("*.py")]
SHARED += [PACKAGE / "export" / name for name in ("report.py", "html.py", "sheets.py")]

OF_FAULTS = {
    "pnp/draw/elsewhere.py": "letters that a font lacks",
    "pnp/draw/installed.py": "where computers keep fonts",
    "pnp/draw/style.py": "what is wrong with a palette",
    "pnp/games/stormfury/content/coastmap.py": "what is wrong with a map",
    "pnp/rules/coverage.py": "what programmers forgot",
    "pnp/sheets/places.py": "pieces that do not fit",
    "pnp/draw/svg/art.py": "SVG's own words",
    "pnp/draw/svg/gradients.py": "SVG's own words",
    "pnp/draw/svg/shapes.py": "SVG's own words",
    "pnp/draw/svg/tree.py": "SVG's own words",
}
"""Modules that say only what is wrong, and hand it on before it is reported, or that speak to programs."""

TWO_WORDS = re.compile(r"[^\W\d_]{2,}[.,:;!?)*]* +[(*“]*[^\W\d_]{2,}")
A_NAME = re.compile(r"(?<![\w-])[A-Z][a-z]{2,}(?![\w-])")
IN_A_SENTENCE = re.compile(r"(?:^|[ (·,.:*])[a-z]{2,} $|^ [a-z]{2,}(?:[ ,.;:)·*]|$)")
FAULTS = ("fail", "error", "warning", "progress", "Fault", "Error", "Violation", "Overfull", "Meta", "TypeVar", "cast")
"""Calls whose texts are for those who mend content, or for programmers: the ends of their names."""


def is_prose(text: str, *, part: bool) -> bool:
    """Say whether a literal, or a part of one that is filled in, is something to read."""
    if text.startswith("<"):  # HTML
        return False
    text = re.sub(r"(?<= )mm\b", "", text)
    return bool(TWO_WORDS.search(text) or A_NAME.search(text) or (part and IN_A_SENTENCE.search(text)))


def silent(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield what speaks to nobody who plays: docstrings, annotations, faults, and the names of what they say."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node
        elif isinstance(node, (ast.AnnAssign, ast.arg)) and node.annotation is not None:
            yield node.annotation
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            if node.returns is not None:
                yield node.returns
            yield from [node] if "the hint" in (ast.get_docstring(node) or "") else told_in_faults(node)
        elif isinstance(node, ast.Raise) or is_an_exception(node) or (isinstance(node, ast.Call) and is_fault(node)):
            yield node
        elif isinstance(node, ast.Module):
            yield from told_in_faults(node)
        elif isinstance(node, ast.Assign) and any(getattr(t, "id", "") == "__all__" for t in node.targets):
            yield node


def is_an_exception(node: ast.AST) -> bool:
    return isinstance(node, ast.ClassDef) and any(getattr(base, "id", "") == "Exception" for base in node.bases)


def is_fault(call: ast.Call) -> bool:
    name = call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")
    return name.endswith(FAULTS)


def told_in_faults(function: ast.AST) -> Iterator[ast.AST]:
    """Yield the values of names that a fault of the same function or module is given, perhaps through other names."""
    calls = [n for n in ast.walk(function) if isinstance(n, ast.Raise) or (isinstance(n, ast.Call) and is_fault(n))]
    names = {n.id for call in calls for n in ast.walk(call) if isinstance(n, ast.Name)}
    inside = function.body if isinstance(function, ast.Module) else ast.walk(function)
    given = [n for n in inside if isinstance(n, (ast.Assign, ast.AnnAssign)) and n.value is not None]
    for _ in given:
        for each in given:
            targets = each.targets if isinstance(each, ast.Assign) else [each.target]
            if names & {n.id for target in targets for n in ast.walk(target) if isinstance(n, ast.Name)}:
                names |= {n.id for n in ast.walk(each.value) if isinstance(n, ast.Name)}
    for each in given:
        targets = each.targets if isinstance(each, ast.Assign) else [each.target]
        if names & {n.id for target in targets for n in ast.walk(target) if isinstance(n, ast.Name)}:
            yield each.value


def spoken(source: str) -> Iterator[tuple[int, str]]:
    """Yield line and text of every literal that is something to read."""
    tree = ast.parse(source)
    quiet = {id(inner) for node in silent(tree) for inner in ast.walk(node)}
    own = {node.name for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}
    parts = {id(value) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for value in node.values}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value not in own:
            heard = id(node) not in quiet and is_prose(node.value, part=id(node) in parts)
            yield from [(node.lineno, node.value)] if heard else ()


def found(paths: Iterable[Path]) -> list[str]:
    return [
        f"{path.relative_to(ROOT)}:{line}: {text!r}"
        for path in sorted(paths)
        if path.relative_to(ROOT).as_posix() not in OF_FAULTS
        for line, text in spoken(path.read_text("utf-8"))
    ]


def test_what_games_share_speaks_no_english_on_paper():
    assert found(SHARED) == []


@pytest.mark.parametrize("game", ENGINES)
def test_a_game_speaks_no_english_on_paper(game):
    folder = PACKAGE / "games" / game
    paths = (path for room in ("content", "print") for path in (folder / room).rglob("*.py"))
    assert found(path for path in paths if path.name != "faults.py") == []


@pytest.mark.parametrize(
    ("code", "texts"),
    [
        ('yield Heading("Set up", look)', ["Set up"]),
        ('heads = ["Round", "x"]', ["Round"]),
        ('f"level {n}"', ["level "]),
        ('f"{n} of {m}"', [" of "]),
        ('TITLE = "1  Print"', ["Print"]),
        ('Path(fill="paper", anchor="left")', []),
        ('def f() -> "Painter":\n    """Two words."""\n    x: "Sheet | None" = None', []),
        ('def f():\n    raise FaceFault("overflow", "too high by far")', []),
        ('def f():\n    hint = "choose another paper"\n    report.error("paper", f"it is {n} mm", None, hint)', []),
        ('def f():\n    hint = "choose another paper"\n    out.append(hint)', ["choose another paper"]),
        ('f"card-{n}" + f"{x:g},{y:g}"', []),
        ('TextStyle("sans", True)', []),
    ],
)
def test_the_reader_tells_words_from_names(code, texts):
    assert [text.strip() if "Print" not in text else "Print" for _, text in spoken(code)] == [t.strip() for t in texts]


def classes(kind: type) -> Iterator[type]:
    """Yield a class of words and those in it."""
    yield kind
    for member in members(kind).values():
        if not isinstance(member, Saying):
            yield from classes(member)


def declared() -> dict[type, str]:
    """Every class of words, of pnp and of all games, with the folder in which it is used."""
    kinds = dict.fromkeys(classes(Words), "")
    for game in ENGINES:
        for each in classes(find_game(game).content.words):
            kinds.setdefault(each, f"games/{game}")
    return kinds


def test_every_word_is_said_somewhere():
    used: dict[str, str] = {}
    for kind, folder in declared().items():
        if folder not in used:
            paths = [p for p in (PACKAGE / folder).rglob("*.py") if p.name != "words.py"]
            pages = sorted((ROOT / "templates").glob("*.html"))
            used[folder] = "\n".join(path.read_text("utf-8") for path in (*paths, *pages))
        shared = members(Words) if folder else {}
        unused = [key for key in members(kind) if key not in shared and not re.search(rf"\.{key}\b", used[folder])]
        assert not unused, f"nobody says {', '.join(unused)} of {kind.__name__}"


def test_every_sentence_says_what_it_is_for():
    for kind in declared():
        for key, member in members(kind).items():
            assert not isinstance(member, Saying) or member.label or member.about, f"{kind.__name__}.{key}"

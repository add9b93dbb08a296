"""The rulebook: it renders with the content alone, covers every ruling, and agrees with the code."""

import importlib
import re
from pathlib import Path

import jinja2
import pytest
from msgspec.structs import astuple
from shipped import loaded

from pnp.games.tempest.content.compiled import compile_content
from pnp.games.tempest.content.tables import card_name, card_tables
from pnp.games.tempest.content.variants import with_variant
from pnp.load.filters import in_words, plural

RULINGS = {f"R-M{number:02d}" for number in range(1, 40)}


@pytest.fixture(scope="module")
def clauses(raw_rules):
    return {clause["id"]: clause for chapter in raw_rules["chapters"] for clause in chapter["clauses"]}


def test_every_clause_in_a_refusal_exists(clauses):
    """Clause ids in the source of refusals are spelled as in the rulebook."""
    for module in ("engine", "casting"):
        source = Path(importlib.import_module(f"pnp.games.tempest.play.{module}").__file__).read_text(encoding="utf-8")
        named = set(re.findall(r'"((?:round|move|citizens|powers|final)\.[a-z-]+)"', source))
        assert named
        assert named <= set(clauses)


def test_every_ruling_is_a_clause(clauses):
    found = [clause["ruling"] for clause in clauses.values() if "ruling" in clause]
    assert sorted(found) == sorted(RULINGS)
    assert all(clause["source"] == "ruled" for clause in clauses.values() if "ruling" in clause)


def render_all(raw_rules, files):
    """Render every text with the top-level names of all files; unknown names are errors."""
    known = {clause["id"] for chapter in raw_rules["chapters"] for clause in chapter["clauses"]}
    terms = {entry["id"] for entry in raw_rules["glossary"]}
    environment = jinja2.Environment(undefined=jinja2.StrictUndefined)
    environment.filters |= {"listed": " and ".join, "plural": plural, "words": in_words}

    def rule(name):
        assert name in known, name
        return f"[{name}]"

    def term(name, words=""):
        assert name in terms, name
        return f"[{name}]"

    names = {key: getattr(part, key) for part in astuple(files)[:-1] for key in part.__struct_fields__}
    names |= card_tables(files) | {
        name: loaded("tempest").names[name] for name in ("game", "component", "example_game", "first_round")
    }
    texts = {}
    for chapter in raw_rules["chapters"]:
        pieces = [(chapter["id"], "intro", chapter.get("intro", ""))]
        pieces += [
            (clause["id"], key, clause[key])
            for clause in chapter["clauses"]
            for key in ("title", "text", "quick", "example", "why")
            if key in clause
        ]
        for owner, key, text in pieces:
            texts[owner, key] = environment.from_string(text).render(**names, rule=rule, term=term)
    for entry in raw_rules["glossary"]:
        texts["glossary", entry["id"]] = environment.from_string(entry["text"]).render(**names, rule=rule, term=term)
    return texts


def test_the_rulebook_renders(raw_rules, files, content):
    texts = render_all(raw_rules, files)
    assert "4 health points" in texts["setup.health", "text"]
    assert "| 2 | 8\u00a0×\u00a08 | A–8 | 3 | 4 | 8 | 1 |" in texts["setup.cards", "text"]
    for action in content.storm.values():
        assert (
            f"| {card_name(action.rank)} | **{action.name}** | {action.said(content.words)} |"
            in texts["storm.table", "text"]
        )
    assert "{{" not in "".join(texts.values())
    assert "{%" not in "".join(texts.values())


def test_tables_are_whole(raw_rules, files):
    for (owner, key), text in render_all(raw_rules, files).items():
        for block in re.findall(r"(?:^\|.*\n?)+", text, flags=re.MULTILINE):
            columns = {line.count("|") for line in block.strip().splitlines()}
            assert len(columns) == 1, (owner, key, block)


@pytest.mark.parametrize(
    "variant", ["hard-weather", "force-when-stuck", "heavy-hail", "capped-healing", "costly-pick-up"]
)
def test_the_rulebook_follows_variants(raw_rules, files, variant):
    plain, other = render_all(raw_rules, files), render_all(raw_rules, with_variant(files, variant))
    assert plain.keys() == other.keys()
    assert plain != other


def test_the_rulebook_follows_numbers(raw_rules, files):
    hard = render_all(raw_rules, with_variant(files, "hard-weather"))
    content = compile_content(files, "hard-weather")
    assert f"**{content.switches.gain_damage} damage**" in hard["storm.rising", "text"]
    assert "day 2: two" in hard["day.won", "text"]


def test_no_number_of_the_content_is_typed(clauses):
    """Digits in rule texts come from expressions, except a few that are part of the wording."""
    allowed = {"1,1", "1", "2", "10", "52", "0", "3"}
    for clause in clauses.values():
        for key in ("text", "quick"):
            text = re.sub(r"\{\{.*?\}\}|\{%.*?%\}", " ", clause.get(key, ""), flags=re.DOTALL)
            assert {*re.findall(r"\d+(?:,\d+)?", text)} <= allowed, (clause["id"], key)

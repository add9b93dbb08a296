"""From clauses to a rulebook: numbers given, templates filled in, references and terms checked."""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from pnp.diagnostics import Report, Span, one_of
from pnp.draw.families import game_families
from pnp.draw.icons import game_icons
from pnp.draw.svg import SvgFault
from pnp.limits import LimitReached
from pnp.load.game import GameContent
from pnp.load.template import compile_text
from pnp.load.texts import Function
from pnp.load.values import TemplateFault
from pnp.model import Chapter, Clause, Game, Rules
from pnp.play.game import find_game
from pnp.words import BookWords

_EXPRESSION = re.compile(r"\{\{(?:(?!\{\{).)*?\}\}|\{%(?:(?!\{%).)*?%\}|\{#(?:(?!\{#).)*?#\}", re.DOTALL)
_TYPED_NUMBER = re.compile(r"(?<![\w.:-])\d+(?:[.,]\d+)?(?![\w:-])")
_ICON = re.compile(r":([a-z][a-z0-9-]*):")


class RuledClause(NamedTuple):
    """A clause with its number and its texts filled in."""

    id: str
    number: str
    title: str
    text: str
    source: str
    why: str
    ruling: str
    enforced: bool
    quick: str
    example: str
    figure: str
    figure_size: tuple[float, float]
    caption: str


class RuledChapter(NamedTuple):
    """A chapter with its number."""

    id: str
    number: str
    title: str
    intro: str
    clauses: tuple[RuledClause, ...]


class RuledTerm(NamedTuple):
    """A glossary term with its text filled in."""

    id: str
    term: str
    text: str


class Rulebook(NamedTuple):
    """The rules of a game, ready to be set as pages, cards, HTML or data."""

    game: Game
    hash: str
    chapters: tuple[RuledChapter, ...]
    glossary: tuple[RuledTerm, ...]
    quick_title: str
    """What the quick-reference card is called."""
    words: BookWords

    def clauses(self) -> list[RuledClause]:
        """List all clauses in order."""
        return [clause for chapter in self.chapters for clause in chapter.clauses]

    def clause(self, clause_id: str) -> RuledClause | None:
        """Return a clause by its id."""
        return next((c for c in self.clauses() if c.id == clause_id), None)

    def rulings(self) -> list[RuledClause]:
        """List the clauses that the original does not state."""
        return [c for c in self.clauses() if c.source != "stated"]


def compile_rules(content: GameContent, report: Report, *, lint: bool = True) -> Rulebook | None:
    """Compile a game's rules; note every fault and return None if there was an error."""
    if content.rules is None or content.rules_document is None:
        return None
    return _Compiler(content, content.rules, report).run(lint)


class _RuleReference(Function):
    """rule('setup.haven') → §2.3, a link to the clause."""

    def __init__(self, numbers: Mapping[str, str]) -> None:
        self.numbers = numbers

    def __call__(self, clause: str) -> str:
        if clause not in self.numbers:
            raise TemplateFault("reference", f"there is no clause '{clause}'", hint=one_of(clause, self.numbers))
        return f"[[§{self.numbers[clause]}|rule-{clause}]]"


class _TermReference(Function):
    """term('quadrant') → the word, marked and linked where it first occurs."""

    def __init__(self, terms: Mapping[str, str]) -> None:
        self.terms = terms
        self.used: set[str] = set()
        self.live = True

    def __call__(self, term: str, words: str | None = None) -> str:
        if term not in self.terms:
            raise TemplateFault("reference", f"there is no glossary term '{term}'", hint=one_of(term, self.terms))
        shown = words or self.terms[term]
        first = term not in self.used and self.live
        if self.live:
            self.used.add(term)
        return f"*[[{shown}|term-{term}]]*" if first else shown


class _Compiler:
    """Goes through the chapters once and notes faults at the place of each text."""

    def __init__(self, content: GameContent, rules: Rules, report: Report) -> None:
        self.content = content
        self.rules = rules
        self.report = report
        assert content.rules_document is not None
        self.document = content.rules_document
        self.numbers: dict[str, str] = {}
        self.term = _TermReference({t.id: t.term for t in rules.glossary})
        self.icons = game_icons(content.folder)
        self.names: dict[str, Any] = {}
        self.families = game_families(content)

    def run(self, lint: bool) -> Rulebook | None:
        self._number()
        self.names = {
            **self.content.names,
            "rule": _RuleReference(self.numbers),
            "term": self.term,
            **self.content.functions,
        }
        terms = [self._render(t.term, ("glossary", i, "term")) for i, t in enumerate(self.rules.glossary)]
        self.term.terms = {t.id: shown for t, shown in zip(self.rules.glossary, terms, strict=True)}
        chapters = tuple(self._chapter(i, chapter) for i, chapter in enumerate(self.rules.chapters))
        self.term.live = False
        glossary = tuple(
            RuledTerm(t.id, terms[i], self._render(t.text, ("glossary", i, "text")))
            for i, t in enumerate(self.rules.glossary)
        )
        for i, term in enumerate(self.rules.glossary):
            if term.id not in self.term.used:
                self.report.warning(
                    "unused", f"no rule uses the term '{term.id}'", self.document.span(("glossary", i, "id"))
                )
        quick_title = self._render(self.rules.quick_card.title, ("quick_card", "title"))
        self._check_figures()
        if self.report.failed:
            return None
        if lint:
            self._lint()
        ordered = tuple(sorted(glossary, key=lambda t: t.term.casefold()))
        words = self.content.words.book
        return Rulebook(self.content.game, self.content.hash, chapters, ordered, quick_title or words.quick, words)

    def _number(self) -> None:
        places: dict[str, Span] = {}
        for c, chapter in enumerate(self.rules.chapters):
            for k, clause in enumerate(chapter.clauses):
                path = ("chapters", c, "clauses", k)
                span = self.document.span((*path, "id"))
                if clause.id in places:
                    first = places[clause.id]
                    self.report.error(
                        "duplicate", f"clause '{clause.id}' stands twice; the first is in line {first.line}", span
                    )
                if not clause.id.startswith(f"{chapter.id}."):
                    self.report.error(
                        "id",
                        f"the id must start with '{chapter.id}.'",
                        span,
                        f"write {chapter.id}.{clause.id.split('.', 1)[-1]}",
                    )
                if clause.source != "stated" and not clause.why.strip():
                    self.report.error(
                        "missing-key",
                        f"a clause that is {clause.source} needs 'why'",
                        self.document.span((*path, "source")),
                    )
                places[clause.id] = span
                self.numbers[clause.id] = f"{c + 1}.{k + 1}"
        terms: set[str] = set()
        for i, term in enumerate(self.rules.glossary):
            if term.id in terms:
                self.report.error(
                    "duplicate", f"term '{term.id}' stands twice", self.document.span(("glossary", i, "id"))
                )
            terms.add(term.id)

    def _chapter(self, index: int, chapter: Chapter) -> RuledChapter:
        path = ("chapters", index)
        title = self._render(chapter.title, (*path, "title"))
        intro = self._render(chapter.intro, (*path, "intro"))
        clauses = tuple(self._clause(clause, (*path, "clauses", k)) for k, clause in enumerate(chapter.clauses))
        return RuledChapter(chapter.id, str(index + 1), title, intro, clauses)

    def _clause(self, clause: Clause, path: tuple[str | int, ...]) -> RuledClause:
        text = self._render(clause.text, (*path, "text"))
        self.term.live = False
        others = {
            field: self._render(getattr(clause, field), (*path, field))
            for field in ("title", "why", "quick", "example", "caption")
        }
        self.term.live = True
        return RuledClause(
            clause.id,
            self.numbers[clause.id],
            others["title"],
            text,
            clause.source,
            others["why"],
            clause.ruling,
            clause.enforced,
            others["quick"],
            others["example"],
            clause.figure,
            clause.figure_size,
            others["caption"],
        )

    def _render(self, text: str, path: tuple[str | int, ...]) -> str:
        if not text:
            return ""
        try:
            rendered = compile_text(text).render(self.names)
        except LimitReached as limit:
            self.report.error("size", str(limit), self.document.span(path), limit.hint)
            return ""
        except TemplateFault as fault:
            place = self.document.text_span(path, fault.offset, max(1, fault.length))
            self.report.error(fault.code, fault.message, place, fault.hint)
            return ""
        self._check_icons(rendered, path)
        self._check_glyphs(rendered, path)
        return rendered.strip("\n")

    def _check_glyphs(self, rendered: str, path: tuple[str | int, ...]) -> None:
        from pnp.draw.elsewhere import where_letters_are
        from pnp.draw.fonts import CutFault, font
        from pnp.draw.text import TextStyle, lacking_glyphs

        style = TextStyle(self.families["sans"])
        try:
            lacks = lacking_glyphs(rendered, style)
        except CutFault as fault:
            self.report.error("font", str(fault), self.document.span(path), fault.hint)
            return
        for name, letters in lacks.items():
            hint = where_letters_are(letters, style, self.families)
            for letter in letters:
                message = f"the font {font(name).shown} has no glyph for '{letter}' (U+{ord(letter):04X})"
                self.report.error("glyph", message, self.document.span(path), hint)

    def _check_icons(self, rendered: str, path: tuple[str | int, ...]) -> None:
        for name in dict.fromkeys(_ICON.findall(rendered)):
            try:
                known = self.icons.get(name) is not None
            except SvgFault as fault:
                self.report.error("icon", str(fault), self.document.span(path), fault.hint)
                continue
            if not known:
                hint = one_of(name, self.icons.names())
                self.report.error("icon", f"there is no icon '{name}'", self.document.span(path), hint)

    def _check_figures(self) -> None:
        known = known_figures(self.content)
        for c, chapter in enumerate(self.rules.chapters):
            for k, clause in enumerate(chapter.clauses):
                if clause.figure and clause.figure not in known:
                    span = self.document.span(("chapters", c, "clauses", k, "figure"))
                    self.report.error(
                        "figure", f"there is no drawing '{clause.figure}'", span, one_of(clause.figure, known)
                    )

    def _lint(self) -> None:
        """Warn of numbers and component titles that are typed by hand in clauses."""
        for c, chapter in enumerate(self.rules.chapters):
            for k, clause in enumerate(chapter.clauses):
                for field in ("text", "quick"):
                    self._lint_text(getattr(clause, field), ("chapters", c, "clauses", k, field))

    def _lint_text(self, text: str, path: tuple[str | int, ...]) -> None:
        plain = _EXPRESSION.sub(lambda m: " " * len(m[0]), text)
        plain = re.sub(r"^\s*\d{1,3}[.)](?=\s)", lambda m: " " * len(m[0]), plain, flags=re.MULTILINE)
        for match in _TYPED_NUMBER.finditer(plain):
            self.report.warning(
                "lint",
                f"the number {match[0]} is typed by hand",
                self.document.text_span(path, match.start(), len(match[0])),
                "write an expression such as {{ table.value }}, or the number as a word",
            )
        for name, title in self.content.titles().items():
            if " " not in title:
                continue  # one word may just be a word
            at = plain.find(title)
            if at >= 0:
                self.report.warning(
                    "lint",
                    f"the component '{title}' is named by hand",
                    self.document.text_span(path, at, len(title)),
                    f"write {{{{ component('{name}') }}}}",
                )


def known_figures(content: GameContent) -> list[str]:
    """List the drawings that a clause may show: boards, decks, pieces, faces, and figures of the game's own code."""
    game = find_game(content.id)
    own = list(game.print().drawings(content)) if game is not None else []
    return [*content.boards, *content.decks, *content.pieces, *content.faces, *own]

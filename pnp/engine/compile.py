"""play.yaml to a program: every name, zone and clause looked up, every expression compiled, all faults at once."""

import keyword
import re
from collections.abc import Iterable, Mapping
from typing import Any, cast

import msgspec

from pnp.diagnostics import Report, Span, did_you_mean, one_of
from pnp.engine.cards import Card, FaceDown, cards_of
from pnp.engine.expressions import Ask, Ex, Names, function, list_made
from pnp.engine.machine import (
    Act,
    Block,
    Condition,
    CounterSpec,
    Ending,
    Parameter,
    Program,
    Runs,
    Trigger,
    ZoneSpec,
)
from pnp.engine.places import Drawn, Map
from pnp.engine.steps import (
    By,
    Choose,
    Deal,
    Do,
    End,
    ForEach,
    Move,
    Next,
    Ref,
    Repeat,
    Roll,
    Set,
    Shuffle,
    Stop,
    Turns,
    When,
)
from pnp.load.closures import OfNames
from pnp.load.document import PathKeys
from pnp.load.game import GameContent, walk_parts
from pnp.load.jinja import Expression
from pnp.load.template import compile_text
from pnp.load.values import TemplateFault
from pnp.model import GridPart, HexesPart
from pnp.model_play import Action, Play, Step, Steps, Value
from pnp.model_play import Condition as WrittenCondition
from pnp.model_play import Parameter as WrittenParameter
from pnp.play.notation import Seat
from pnp.play.state import Choice

_REF = re.compile(r"\s*([A-Za-z]\w*)\s*(?:\[(.*)\])?\s*", re.DOTALL)
_LOOP = re.compile(r"(\w+)\s+in\s+(.+)", re.DOTALL)
_ALWAYS = frozenset(("me", "seats", "players", "others", "after", "near", "rows", "far", "ground", "groups"))
_OF_EXPRESSIONS = frozenset(
    ("true", "false", "none", "and", "or", "not", "in", "is", "if", "else", "loop", "self", "range")
)
_VERBS = ("move", "deal", "shuffle", "add", "set", "roll", "do", "choose", "repeat", "round", "turns")
_NEEDS: Mapping[str, tuple[str, ...]] = {
    "move": ("to",),
    "deal": ("of", "to"),
    "add": ("to",),
    "set": ("value",),
    "roll": ("to",),
}
_TAKES: Mapping[str, frozenset[str]] = {
    "move": frozenset(("to", "take", "at")),
    "deal": frozenset(("of", "to")),
    "add": frozenset(("to",)),
    "set": frozenset(("value",)),
    "roll": frozenset(("to",)),
    "repeat": frozenset(("until", "times")),
    "round": frozenset(("start", "order")),
    "turns": frozenset(("start", "order", "until")),
}
_DETAILS = ("take", "at", "of", "value", "to", "times", "start", "order", "until")
_WRITTEN = {"value": "is", "start": "from"}


def compile_play(content: GameContent, report: Report) -> Program | None:
    """Return the program of a game's play.yaml; None, with faults noted, where it has some."""
    assert content.run is not None
    compiler = _Compiler(content, content.run, report)
    program = compiler.program_of()
    return None if report.failed else program


class _Compiler:
    def __init__(self, content: GameContent, play: Play, report: Report) -> None:
        self.content = content
        self.play = play
        self.report = report
        self.document = content.documents["play"]
        self.program = Program(content.id, content.game.players, self.document.span(("flow",)))
        self.clauses = [c.id for chapter in (content.rules.chapters if content.rules else ()) for c in chapter.clauses]
        self.called = {name for name, value in play.values.items() if not self._has_parameters(value)} | {"others"}
        self.known: set[str] = set()
        self.fields: set[str] = set()

    @staticmethod
    def _has_parameters(value: Any) -> bool:
        return isinstance(value, Value) and bool(value.parameters)

    def program_of(self) -> Program:
        """Compile everything, things before what speaks of them."""
        program, play = self.program, self.play
        self._declare()
        self._places()
        self._zones()
        self._counters()
        self._values()
        scope = frozenset(self.known)
        program.flow = self.steps(play.flow, ("flow",), scope, "", turns=False, loops=False)
        triggers = []
        for i, trigger in enumerate(play.whenever):
            path = ("whenever", i)
            rule = self.clause(trigger.rule, (*path, "rule"), "")
            for key, name in (("to", trigger.to), ("from", trigger.start)):
                if name is not None and name not in program.zones:
                    self.fault("zone", f"there is no zone '{name}'", (*path, key), one_of(name, program.zones))
            inner = scope | {"moved"}
            when = self.test(trigger.when, (*path, "when"), inner)
            block = self.steps(trigger.do, (*path, "do"), inner, rule, turns=True, loops=True)
            triggers.append(Trigger(trigger.to, trigger.start, when, block))
        program.triggers = tuple(triggers)
        self._end(scope)
        return program

    # ---------------------------------------------------------------- faults

    def fault(self, code: str, message: str, path: PathKeys, hint: str | None = None, *, key: bool = False) -> None:
        """Note a fault at a place of play.yaml."""
        self.report.error(code, message, self.document.span(path, key=key), hint)

    def clause(self, rule: str | None, path: PathKeys, inherited: str) -> str:
        """Return the clause of something, its own or that of what it stands in."""
        if rule is None:
            return inherited
        if rule not in self.clauses:
            self.fault("clause", f"rules.yaml has no clause '{rule}'", path, one_of(rule, self.clauses))
        self.program.clauses.setdefault(rule, []).append(f"play.yaml {_path_of(path[:-1])}")
        return rule

    # ---------------------------------------------------------------- things

    def _declare(self) -> None:
        """Learn every name, and refuse those that mean two things."""
        play = self.play
        tables = set(self.content.names)
        self.known = tables | _ALWAYS
        for kind in ("zones", "counters", "places", "values"):
            for name in getattr(play, kind):
                self._new_name(name, (kind, name))
                self.known.add(name)

    def _new_name(self, name: str, path: PathKeys, *, among: Iterable[str] | None = None) -> None:
        taken = self.known | {"seat", "moved"} if among is None else among
        if name in taken:
            self.fault("name", f"'{name}' is the name of something else already", path, "choose another", key=True)
        elif name in _OF_EXPRESSIONS or keyword.iskeyword(name) or name == "do":
            self.fault("name", f"'{name}' is a word of pnp's own", path, "choose another name", key=True)

    def _places(self) -> None:
        maps: dict[str, Map] = {}
        for name, spec in self.play.places.items():
            if sum(kind is not None for kind in (spec.board, spec.grid, spec.hexes, spec.names)) != 1:
                self.fault("places", "places are one of board, grid, hexes and names", ("places", name), key=True)
                continue
            drawn = self._drawn(spec.board, ("places", name, "board")) if spec.board is not None else None
            for place, beside in (spec.names or {}).items():
                for i, other in enumerate(beside):
                    if other not in (spec.names or {}):
                        path = ("places", name, "names", place, i)
                        self.fault("place", f"there is no place '{other}'", path, one_of(other, spec.names or {}))
            if self.report.failed:
                return
            maps[name] = Map(spec, drawn)
            self.program.places[name] = maps[name].names
        self.program.constants.update(self.content.names)
        self.program.constants.update(self.program.places)
        of_place = {place: each for each in maps.values() for place in each.names}

        def where(place: Any) -> Map:
            if not isinstance(place, str) or place not in of_place:
                raise TemplateFault("place", f"there is no place '{place}'")
            return of_place[place]

        known: dict[int, list[list[str]]] = {}

        def rows(_: Names, length: Any) -> list[list[str]]:
            if type(length) is not int:
                raise TemplateFault("type", "rows() wants to be told a length")
            if length not in known:
                known[length] = [row for each in maps.values() for row in each.rows(length)]
            return known[length]

        def far(_: Names, one: Any, other: Any) -> int | None:
            return where(one).far(one, other)

        def groups(_: Names, places: Any) -> list[list[str]]:
            if not isinstance(places, list):
                raise TemplateFault("type", "groups() wants to be told a list of places")
            of: dict[Map, list[str]] = {}
            for place in places:
                of.setdefault(where(place), []).append(place)
            return [group for each, some in of.items() for group in each.groups(some)]

        self.program.constants.update(
            near=OfNames(lambda _, place: where(place).near[place]),
            rows=OfNames(rows),
            far=OfNames(far),
            groups=OfNames(groups),
            ground=OfNames(lambda _, place: where(place).ground.get(place, "")),
            after=OfNames(_after),
            others=OfNames(lambda names: [seat for seat in names["seats"] if seat != names["me"]]),
        )

    def _drawn(self, board: str, path: PathKeys) -> Drawn | None:
        """Return the cells of a board, as its face draws them."""
        content = self.content
        if board not in content.boards:
            self.fault("board", f"there is no board '{board}'", path, one_of(board, content.boards))
            return None
        for _, part in walk_parts(content.faces[content.boards[board].face]):
            if isinstance(part, HexesPart | GridPart) and part.cells:
                try:
                    cells = (
                        part.cells if isinstance(part.cells, list) else compile_text(part.cells).value(content.names)
                    )
                except TemplateFault as fault:
                    self.fault(fault.code, f"the cells of '{board}': {fault.message}", path, fault.hint)
                    return None
                rows = cells.strip("\n").split("\n") if isinstance(cells, str) else cells
                if isinstance(rows, list) and all(isinstance(row, str) for row in rows):
                    hexes = isinstance(part, HexesPart)
                    return Drawn(rows, hexes, isinstance(part, HexesPart) and part.flat)
        self.fault("board", f"the face of '{board}' shows no grid or hexes with cells", path)
        return None

    def _each(self, each: str | None, path: PathKeys) -> None:
        kinds = ("seat", *self.play.places)
        if each is not None and each not in kinds:
            self.fault("each", f"there is no '{each}' to have one each", (*path, "each"), one_of(each, kinds))

    def _zones(self) -> None:
        program = self.program
        filled: dict[str, str] = {}
        for name, zone in self.play.zones.items():
            path = ("zones", name)
            self._each(zone.each, path)
            self.clause(zone.rule, (*path, "rule"), "")
            kinds = [zone.of] if isinstance(zone.of, str) else zone.of or []
            if kinds and zone.each is not None:
                self.fault("zone", "a zone that begins with cards is one only", (*path, "of"), "deal them from there")
            if zone.seen == "owner" and zone.each != "seat":
                self.fault("seen", "only a zone with 'each: seat' has an owner", (*path, "seen"))
            if zone.shuffled and not kinds:
                self.fault("zone", "nothing lies here at the start to be shuffled", (*path, "shuffled"))
            for kind in kinds:
                if kind not in self.content.records:
                    hint = one_of(kind, self.content.records)
                    self.fault("deck", f"there is no deck or kind of pieces '{kind}'", (*path, "of"), hint)
                elif kind in filled:
                    self.fault("deck", f"the cards of '{kind}' lie in '{filled[kind]}' already", (*path, "of"))
                else:
                    filled[kind] = name
                    program.cards += cards_of(self.content, kind, len(program.cards))
                    program.backs[kind] = FaceDown(kind)
            program.zones[name] = ZoneSpec(name, zone.each, zone.seen, tuple(kinds), zone.shuffled)
        self.fields = {field for card in program.cards for field in card}

    def _counters(self) -> None:
        for name, counter in self.play.counters.items():
            self._each(counter.each, ("counters", name))
            if counter.seen == "owner" and counter.each != "seat":
                self.fault("seen", "only a counter with 'each: seat' has an owner", ("counters", name, "seen"))
            self.program.counters[name] = CounterSpec(name, counter.each, counter.seen, counter.start)

    def _values(self) -> None:
        for name, value in self.play.values.items():
            path: PathKeys = ("values", name)
            scope = frozenset(self.known)
            if not isinstance(value, Value):
                self.program.constants[name] = function((), self.ex(value, path, scope))
                continue
            for i, parameter in enumerate(value.parameters):
                self._new_name(parameter, (*path, "with", i), among=self.known)
            inner = scope | set(value.parameters)
            if value.each is None:
                if value.result is None:
                    self.fault("value", "a value says what it 'is'", path, "or gives 'each: x in LIST'", key=True)
                    continue
                body: Ask = self.ex(value.result, (*path, "is"), inner)
            else:
                entry, entries = self.loop(value.each, (*path, "each"), inner)
                inside = inner | {entry}
                where = None if value.where is True else self.ex(value.where, (*path, "where"), inside)
                told = entry if value.result is None else value.result
                result_path = (*path, "each" if value.result is None else "is")
                body = list_made(entry, entries, where, self.ex(told, result_path, inside))
            self.program.constants[name] = function(tuple(value.parameters), body)

    # ----------------------------------------------------------- expressions

    def ex(self, raw: Any, path: PathKeys, scope: frozenset[str] | set[str]) -> Ex:
        """Compile an expression; names that are not known there are faults."""
        text = str(raw)

        def at(offset: int, length: int) -> Span:
            return self.document.text_span(path, offset, length) if isinstance(raw, str) else self.document.span(path)

        try:
            expression = Expression(text, self.called)
        except TemplateFault as fault:
            self.report.error(fault.code, fault.message, at(0, len(text)), fault.hint)
            return Ex(Expression("0"), at)
        for name in sorted(expression.names - set(scope)):
            found = re.search(rf"\b{re.escape(name)}\b", text)
            self.report.error(
                "undefined",
                f"'{name}' is not defined here",
                at(found.start() if found else 0, len(name)),
                did_you_mean(name, scope) or "words stand in quotation marks: 'red'",
            )
        for name in sorted(expression.fields - self.fields):
            near = did_you_mean(name, self.fields)
            if near and self.fields:
                found = re.search(rf"\b{re.escape(name)}\b", text)
                message = f"no card has a field '{name}'"
                self.report.error("field", message, at(found.start() if found else 0, len(name)), near)
        return Ex(expression, at)

    def test(self, raw: Any, path: PathKeys, scope: frozenset[str] | set[str]) -> Ask:
        """Compile a condition."""
        return _yes if raw is True else self.ex(raw, path, scope)

    def loop(self, text: str, path: PathKeys, scope: frozenset[str] | set[str]) -> tuple[str, Ex]:
        """Compile 'x in LIST'."""
        found = _LOOP.fullmatch(text)
        assert found is not None  # by its type
        self._new_name(found[1], path, among=scope)
        compiled = self.ex(found[2], path, scope)
        return found[1], compiled

    def ref(self, text: str, path: PathKeys, scope: frozenset[str], kind: str) -> Ref:
        """Compile the name of a zone or counter, with the seat or place in brackets."""
        specs: Mapping[str, ZoneSpec | CounterSpec]
        specs = self.program.zones if kind == "zone" else self.program.counters
        found = _REF.fullmatch(text)
        name = found[1] if found else text
        if found is None or name not in specs:
            self.fault(kind, f"there is no {kind} '{name}'", path, one_of(name, specs))
            return Ref(name, None, seats=True)
        spec = specs[name]
        if (found[2] is None) != (spec.each is None):
            inside = "me" if spec.each == "seat" else "place"
            message = (
                f"there is only one '{name}'" if spec.each is None else f"there is one '{name}' for each {spec.each}"
            )
            self.fault(kind, message, path, f"write {name}" if spec.each is None else f"write {name}[{inside}]")
            return Ref(name, None, seats=True)
        index = self.ex(found[2], path, scope) if found[2] is not None else None
        return Ref(name, index, seats=spec.each == "seat")

    # ----------------------------------------------------------------- steps

    def steps(
        self, steps: Steps, path: PathKeys, scope: frozenset[str], rule: str, *, turns: bool, loops: bool
    ) -> Block:
        """Compile a list of steps."""
        made = [self._step(step, (*path, i), scope, rule, turns=turns, loops=loops) for i, step in enumerate(steps)]
        return Block(_path_of(path), tuple(one for one in made if one is not None))

    def _step(
        self, step: Step | str, path: PathKeys, scope: frozenset[str], rule: str, *, turns: bool, loops: bool
    ) -> Runs | None:
        if isinstance(step, str):
            return self._word(step, path, turns=turns, loops=loops)
        rule = self.clause(step.rule, (*path, "rule"), rule)
        verbs = [verb for verb in _VERBS if getattr(step, verb) is not None]
        if len(verbs) != 1:
            message = f"a step does one thing, not {' and '.join(verbs)}" if verbs else "this step does nothing"
            self.fault("step", message, path, f"it is one of {', '.join(_VERBS)}")
            return None
        (verb,) = verbs
        self._check_details(step, verb, path)
        inner = scope
        entries: Ex | None = None
        name = ""
        if step.loop is not None:
            name, entries = self.loop(step.loop, (*path, "for"), scope)
            inner = scope | {name}
        if not all(getattr(step, needed) is not None for needed in _NEEDS.get(verb, ())):
            return None
        made = self._verb(verb, step, path, inner, rule, turns=turns, loops=loops)
        if step.when is not True or step.otherwise is not None:
            test = self.test(step.when, (*path, "when"), inner)
            other = step.otherwise
            block = (
                self.steps(other, (*path, "otherwise"), inner, rule, turns=turns, loops=loops)
                if other is not None
                else None
            )
            made = When(test, made, block)
        if step.by is not None and verb != "choose":
            made = By(self.ex(step.by, (*path, "by"), inner), Block(_path_of(path), (made,)))
        if entries is not None:
            made = ForEach(name, entries, Block(_path_of(path), (made,)))
        return made

    def _word(self, word: str, path: PathKeys, *, turns: bool, loops: bool) -> Runs:
        if word == "next" and not turns:
            self.fault("step", "'next' ends a turn, but there is none here", path, "write it inside turns or a round")
        if word == "stop" and not loops:
            self.fault("step", "'stop' leaves a loop, but there is none here", path, "end the game with 'end'")
        return Next() if word == "next" else Stop() if word == "stop" else End()

    def _check_details(self, step: Step, verb: str, path: PathKeys) -> None:
        for detail in _DETAILS:
            value = getattr(step, detail)
            written = _WRITTEN.get(detail, detail)
            given = value is not None and not (detail == "order" and value == "clockwise")
            if given and detail not in _TAKES.get(verb, ()):
                self.fault("step", f"'{verb}' has no '{written}'", (*path, written), None, key=True)
            elif not given and detail in _NEEDS.get(verb, ()):
                self.fault("step", f"'{verb}' needs '{written}'", path)

    def _verb(
        self, verb: str, step: Step, path: PathKeys, scope: frozenset[str], rule: str, *, turns: bool, loops: bool
    ) -> Runs:
        here = (*path, verb)

        def ex(raw: Any, key: str) -> Ex:
            return self.ex(raw, (*path, key), scope)

        def maybe(raw: Any, key: str) -> Ex | None:
            return None if raw is None else ex(raw, key)

        def ref(text: str | None, key: str, kind: str) -> Ref:
            return self.ref(text or "", (*path, key), scope, kind)

        if verb == "move":
            to = ref(step.to, "to", "zone")
            spec = self.program.zones.get(to.name)
            top = step.at == "top" or (step.at is None and spec is not None and spec.seen == "top")
            return Move(ex(step.move, verb), maybe(step.take, "take"), to, top)
        if verb == "deal":
            to_zone = self.program.zones.get(step.to or "")
            if to_zone is None or to_zone.each != "seat":
                hands = [zone.name for zone in self.program.zones.values() if zone.each == "seat"]
                message = "cards are dealt to a zone with 'each: seat', named without brackets"
                self.fault("zone", message, (*path, "to"), one_of(step.to or "", hands) if hands else None)
            return Deal(ex(step.deal, verb), ref(step.of, "of", "zone"), step.to or "")
        if verb == "shuffle":
            return Shuffle(ref(step.shuffle, verb, "zone"))
        if verb == "add":
            return Set(ref(step.to, "to", "counter"), ex(step.add, verb), add=True)
        if verb == "set":
            return Set(ref(step.set, verb, "counter"), ex(step.value, "is"), add=False)
        if verb == "roll":
            return Roll(ex(step.roll, verb), ref(step.to, "to", "counter"))
        if verb == "choose":
            assert step.choose is not None
            acts = {
                name: self._act(name, action, (*here, name), scope, rule, turns=turns, loops=loops)
                for name, action in step.choose.items()
            }
            return Choose(_path_of(path), acts, maybe(step.by, "by"))
        inside_turns, inside_loops = turns or verb in ("round", "turns"), loops or verb != "do"
        block = self.steps(getattr(step, verb), here, scope, rule, turns=inside_turns, loops=inside_loops)
        if verb == "do":
            return Do(block)
        until = None if step.until is None else self.test(step.until, (*path, "until"), scope)
        if verb == "repeat":
            return Repeat(block, until, maybe(step.times, "times"))
        way = -1 if step.order == "reversed" else 1
        return Turns(block, maybe(step.start, "from"), way, until, once=verb == "round")

    # --------------------------------------------------------------- choices

    def _act(
        self, verb: str, action: Action, path: PathKeys, scope: frozenset[str], rule: str, *, turns: bool, loops: bool
    ) -> Act:
        rule = self.clause(action.rule, (*path, "rule"), rule)
        written = action.when if isinstance(action.when, list) else [action.when]
        conditions = []
        for i, condition in enumerate(written):
            at = (*path, "when", i) if isinstance(action.when, list) else (*path, "when")
            if isinstance(condition, WrittenCondition):
                own = self.clause(condition.rule, (*at, "rule"), rule)
                conditions.append(Condition(self.ex(condition.test, (*at, "is"), scope), own, condition.say))
            elif condition is not True:
                conditions.append(Condition(self.ex(condition, at, scope), rule, ""))
        inner = scope
        parameters, kinds = [], []
        for name, spec in action.parameters.items():
            at = (*path, "with", name)
            self._new_name(name, at, among=inner)
            given = spec if isinstance(spec, WrittenParameter) else WrittenParameter(of=spec)
            of = self.ex(given.of, (*at, "of") if given is spec else at, inner)
            inner = inner | {name}
            where = None if given.where is True else self.ex(given.where, (*at, "where"), inner)
            parameters.append(Parameter(name, of, where, self.clause(given.rule, (*at, "rule"), rule)))
            is_seat = str(given.of).strip() in ("seats", "others")
            kinds.append((name, Seat if is_seat else str | int))
        kind = self._kind(verb, kinds, path, rule)
        do = self.steps(action.do, (*path, "do"), inner, rule, turns=turns, loops=loops)
        return Act(verb, kind, rule, tuple(conditions), tuple(parameters), do)

    def _kind(self, verb: str, fields: list[tuple[str, Any]], path: PathKeys, rule: str) -> type[Choice]:
        """Return the type of a choice; the same verb is written the same wherever it can be chosen."""
        if verb in ("shuffled", "rolled"):
            self.fault("name", f"'{verb}' is what chance does", path, "choose another verb", key=True)
        known = self.program.verbs.get(verb)
        if known is not None:
            names = known[0].__struct_fields__
            if names != tuple(name for name, _ in fields):
                message = f"'{verb}' is chosen with {', '.join(names) or 'nothing'} elsewhere"
                self.fault("verb", message, path, "give one of them another verb", key=True)
            return known[0]
        safe = [field for field in fields if field[0].isidentifier() and not keyword.iskeyword(field[0])]
        made = msgspec.defstruct(
            verb.title().replace("_", ""), safe, bases=(Choice,), namespace={"clause": rule}, tag=verb, frozen=True
        )
        kind = cast(type[Choice], made)
        self.program.verbs[verb] = (kind, rule)
        return kind

    # ------------------------------------------------------------------- end

    def _end(self, scope: frozenset[str]) -> None:
        end = self.play.end
        rule = self.clause(end.rule, ("end", "rule"), "")
        of_seat = scope | {"seat"}
        score = self.ex(end.score, ("end", "score"), of_seat)
        worth = score if end.worth is None else self.ex(end.worth, ("end", "worth"), of_seat)
        ties = [self.ex(tie, ("end", "ties", i), of_seat) for i, tie in enumerate(end.ties)]
        won = None if end.won is None else self.ex(end.won, ("end", "won"), scope)
        when: Ask = _no if end.when is False else self.ex(end.when, ("end", "when"), scope)
        self.program.end = Ending(when, rule, score, end.best == "least", tuple(ties), won, worth)


def _yes(_: Names) -> bool:
    return True


def _no(_: Names) -> bool:
    return False


def _after(names: Names, seat: Any, places: Any = 1) -> int:
    if not isinstance(seat, int) or not isinstance(places, int):
        raise TemplateFault("type", "after() wants to be told a seat, and perhaps how many places on")
    found: int = (seat + places) % names["players"]
    return found


def _path_of(path: PathKeys) -> str:
    return ".".join(map(str, path))


def starting_cards(program: Program) -> dict[str, list[Card]]:
    """Return the cards of each zone that begins with some, in the order of their files."""
    return {
        zone.name: [card for kind in zone.of for card in program.cards if card.kind == kind]
        for zone in program.zones.values()
        if zone.of
    }

"""A whole game: all its files read, typed, merged and checked against each other."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any

from msgspec import Struct, json
from msgspec.structs import replace

from pnp.context import limits, meter
from pnp.diagnostics import EXHAUSTED, Problems, Report, Span, did_you_mean, one_of
from pnp.limits import LimitReached, how_to_raise
from pnp.load.document import Document, PathKeys, parse, read_text
from pnp.load.filenames import OWN_FILES, SPREADSHEETS, check_filenames, why_unportable
from pnp.load.fontnames import check_families, check_family, check_unused_families, unread_font
from pnp.load.library import SHIPPED, closed, content_folder, game_names, has_game, is_folder, templates_folder
from pnp.load.records import Record, check_fields, expand
from pnp.load.room import find_compiler, find_door
from pnp.load.schema import check_own_numbers, convert, convert_data, with_defaults, worded
from pnp.load.template import compile_text
from pnp.load.texts import Function, OfComponent, fill_in, fill_in_all, has_template, with_value
from pnp.load.values import TemplateFault
from pnp.load.words import FILE_KINDS, check_words, file_type, speak
from pnp.load.words import STEM as WORDS
from pnp.model import (
    PNP_FONTS,
    Board,
    ContentFault,
    Deck,
    Face,
    FontFamily,
    Game,
    Palette,
    Part,
    Piece,
    Role,
    Rules,
    TextPart,
)
from pnp.model_play import Play
from pnp.words import Words

_COLLECTIONS = {"faces": "faces", "cards": "decks", "boards": "boards", "pieces": "pieces", "fonts": "fonts"}
_STEM = re.compile(r"([a-z][a-z0-9_]*)(-[a-z0-9-]+)?")
_MOST_SEARCHED = 200_000_000
"""Characters that the search for unused names may read in all; beyond that a game does without these warnings."""
_MOST_FILES = 5_000
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


class GameContent:
    """Everything a game's folder says, typed and checked, with the place of every record."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.documents: dict[str, Document] = {}
        self.game: Game
        self.roles: dict[str, Role] = {}
        self.distinct: list[list[str]] = []
        self.faces: dict[str, Face] = {}
        self.fonts: dict[str, FontFamily] = {}
        self.decks: dict[str, Deck] = {}
        self.boards: dict[str, Board] = {}
        self.pieces: dict[str, Piece] = {}
        self.run: Play | None = None
        self.rules: Rules | None = None
        self.rules_document: Document | None = None
        self.files: Any = None
        self.words: Words
        self.names: dict[str, Any] = {}
        self.records: dict[str, list[Record]] = {}
        self.origins: dict[tuple[str, str], tuple[Document, PathKeys]] = {}
        self.hash = ""
        self.played = ""
        """A hash of what the engine plays with: it stays when only texts and faces change."""
        self.compiled: Any = None

    @property
    def functions(self) -> dict[str, Function]:
        """What templates may call, by name."""
        return {"component": OfComponent(self.titles()), "count": OfComponent(self.game.components)}

    def titles(self) -> dict[str, str]:
        """Return component id → title."""
        tables: tuple[Mapping[str, Deck | Board | Piece], ...] = (self.decks, self.boards, self.pieces)
        return {name: spec.title for table in tables for name, spec in table.items()}

    @property
    def id(self) -> str:
        """The game's name on the command line."""
        return self.game.id

    @property
    def sources(self) -> dict[str, str]:
        """File names with their texts, for showing faults."""
        texts = {d.name: d.text for d in self.documents.values()}
        return texts | {g.file: g.source for d in self.documents.values() for g in d.grafts.values() if g.source}

    def component_ids(self) -> list[str]:
        """List the components in the order of the manifest."""
        return list(self.game.components)

    def count(self, component: str) -> int | None:
        """Return how many of a component the content really holds, or None if it is not defined here."""
        if component in self.records:
            return sum(r.copies for r in self.records[component])
        if component in self.boards:
            return self.boards[component].copies
        return None

    def span(self, kind: str, name: str, path: PathKeys = (), *, key: bool = False) -> Span | None:
        """Return the place of something inside a named face, deck, board or piece."""
        origin = self.origins.get((kind, name))
        return origin[0].span((*origin[1], *path), key=key) if origin else None

    def place_of(self, component: str, *, of_size: bool = True) -> Span:
        """Return the place of a component's size or name where it is defined, else of its entry in game.yaml."""
        for kind in ("decks", "boards", "pieces"):
            span = self.span(kind, component, ("size",) if of_size else (), key=not of_size)
            if span is not None:
                return span
        return self.documents["game"].span(("components", component), key=True)


def load_game(content: Path, name: str, report: Report) -> GameContent | None:
    """Load a game; note every fault and return None if there was an error."""
    folder = content / name
    if not has_game(folder):
        if fault := closed(folder):
            raise fault
        known = game_names(content)
        where = f"no game '{name}' in {content}" if not is_folder(folder) else f"there is no game.yaml in {folder}"
        shipped = game_names(content_folder(SHIPPED))
        is_shipped = name in shipped and name not in known
        hint = one_of(name, {*known, *shipped})
        if is_shipped:
            hint = "a shipped game: add --content shipped"
        elif is_folder(folder):
            hint = "every game has one; pnp new writes an example"
        place = Span((folder / "game.yaml").as_posix(), 1, 1, 2) if is_folder(folder) else None
        report.error("missing", where, place, hint)
        return None
    return _Loader(folder, name, report).load()


def load_or_raise(content: Path, name: str) -> GameContent:
    """Load a game or raise all its faults."""
    report = Report()
    game = load_game(content, name, report)
    if game is None:
        raise Problems(report.diagnostics)
    return game


class _Loader:
    """Takes a game's folder through the phases; a phase with errors ends the journey."""

    def __init__(self, folder: Path, name: str, report: Report) -> None:
        meter().restart()
        self.name = name
        self.report = report
        self.content = GameContent(folder)
        door = find_door(name)
        self.own = door.content if door is not None else None
        self.kinds = self.own.kinds if self.own is not None else {}
        self.digest = sha256()
        self.typed: list[tuple[str, Document, Struct]] = []
        self.parts: dict[str, object] = {}
        self.said: Document | None = None
        self.used: set[Path] = set()

    def load(self) -> GameContent | None:
        for phase in (self._read, self._merge, self._fill_in, self._own_checks, self._check, self._compile):
            try:
                phase()
            except LimitReached as limit:
                place = Span(f"{self.content.folder.as_posix()}/game.yaml", 1, 1, 2)
                self.report.error("size", str(limit), place, limit.hint)
            except EXHAUSTED as error:
                place = Span(f"{self.content.folder.as_posix()}/game.yaml", 1, 1, 2)
                self.report.exhausted(error, place)
            except Problems as problems:
                self.report.take(problems)
            if self.report.failed:
                return None
        content = self.content
        content.hash = self.digest.hexdigest()[:8]
        content.played = content.played or content.hash
        return content

    # ------------------------------------------------------------- files

    def _read(self) -> None:
        folder = self.content.folder
        check_filenames(folder, self.report)
        files = sorted(p for p in folder.iterdir() if p.suffix in (".yaml", ".yml"))
        if len(files) > limits().files:
            shown, hint = files[limits().files].as_posix(), how_to_raise("files")
            self.report.error("size", f"more than {limits().files} files in {folder}", Span(shown, 1, 1, 2), hint)
            return
        for path in files:
            shown = path.as_posix()
            if path.is_symlink():
                self.report.error("link", "content files may not be links", Span(shown, 1, 1, 2))
                continue
            self._read_file(path, shown)

    def _read_file(self, path: Path, shown: str) -> None:
        kind = self._kind(path.stem)
        if kind is None:
            known = [*FILE_KINDS, "data", WORDS, *self.kinds]
            self.report.warning(
                "unused", "no part of pnp reads this file", Span(shown, 1, 1, 2), did_you_mean(path.stem, known)
            )
            return
        text = read_text(path, shown, self.report)
        if text is None:
            return
        self.digest.update(f"{path.name}\0{text}\0".encode())
        try:
            meter().spend("game_bytes", len(text))
            document = parse(text, shown, self.report)
            if document is None:
                return
            self._graft(kind, document)
            meter().spend("game_values", document.values)
        except LimitReached as limit:
            self.report.error("size", str(limit), Span(shown, 1, 1, 2), limit.hint)
            return
        except EXHAUSTED as error:
            self.report.exhausted(error, Span(shown, 1, 1, 2))
            return
        self.content.documents[path.stem] = document
        if kind == "data":
            self._data(document)
            return
        value = convert(document, self._type(path.stem, kind), self.report)
        if value is not None:
            self.typed.append((kind, document, value))
            if kind.startswith("own:"):
                check_own_numbers(document, self.kinds[path.stem], self.report)

    def _graft(self, kind: str, document: Document) -> None:
        """Put the records of spreadsheets where a document names their files."""
        if kind not in ("cards", "pieces", "data") or "file" not in document.text:
            return
        from pnp.load.tables import fingerprint, graft_tables, table_places

        places = table_places(kind, document)
        for path, data in graft_tables(document, places, self.content.folder, self.report):
            self.used.add(path)
            self.digest.update(f"{path.name}\0{fingerprint(data)}\0".encode())

    def _type(self, stem: str, kind: str) -> type[Struct]:
        """Return what a file may hold."""
        if kind == WORDS:
            return file_type(self.own.words if self.own is not None else Words)
        return self.kinds.get(stem) or FILE_KINDS[kind]

    def _kind(self, stem: str) -> str | None:
        if stem == WORDS:
            return WORDS
        if stem in self.kinds:
            return f"own:{stem}"
        match = _STEM.fullmatch(stem)
        if match and (match[1] in FILE_KINDS or match[1] == "data"):
            alone = match[1] in ("game", "rules", "play")
            played_by_code = match[1] == "play" and self.own is not None
            return None if (alone and match[2]) or played_by_code else match[1]
        return None

    # ------------------------------------------------------------- merge

    def _merge(self) -> None:
        content = self.content
        common = read_text(templates_folder() / "palette.yaml", "palette.yaml", self.report)
        document = parse(common or "", "palette.yaml", self.report)
        palette = convert(document, Palette, self.report) if document else None
        if palette:
            content.roles.update(palette.roles)
        for kind, document, value in self.typed:
            if isinstance(value, Game):
                content.game = value
                self._name("game", with_defaults(document.data, value), document, ())
            elif isinstance(value, Rules):
                content.rules, content.rules_document = value, document
            elif isinstance(value, Play):
                content.run = value
            elif isinstance(value, Palette):
                content.roles.update(value.roles)
                content.distinct += value.distinct
                for role in value.roles:
                    content.origins["roles", role] = (document, ("roles", role))
            elif kind == WORDS:
                self.said = document
            elif kind in _COLLECTIONS:
                self._collect(kind, document, value)
            else:
                self.parts[kind.removeprefix("own:")] = value
                for key, data in with_defaults(document.data or {}, value).items():
                    self._name(key, data, document, (key,))
        kind_of_words = self.own.words if self.own is not None else Words
        content.words = speak(kind_of_words, self.said, content.names)
        if WORDS in self.kinds and self.said is not None:
            self.parts[WORDS] = content.words

    def _collect(self, kind: str, document: Document, value: Struct) -> None:
        key = _COLLECTIONS[kind]
        target: dict[str, object] = getattr(self.content, key)
        for name, entry in getattr(value, key).items():
            if name in target:
                first = self.content.origins[key, name][0].span((key, name), key=True)
                self.report.error(
                    "duplicate",
                    f"'{name}' stands twice; the first is at {first.file}:{first.line}",
                    document.span((key, name), key=True),
                )
                continue
            target[name] = entry
            self.content.origins[key, name] = (document, (key, name))

    def _data(self, document: Document) -> None:
        if document.data is None:
            return
        if not isinstance(document.data, dict):
            self.report.error("type", "expected a mapping of table names", document.span())
            return
        fields = document.data.get("fields", {})
        if not isinstance(fields, dict):
            self.report.error("type", "'fields' must be a mapping", document.span(("fields",)))
            return
        for key, value in document.data.items():
            if key != "fields":
                self._name(key, value, document, (key,))

    def _name(self, key: str, value: object, document: Document, path: PathKeys) -> None:
        if not _NAME.fullmatch(key):
            self.report.error(
                "name",
                f"'{key}' cannot be a name in templates: use letters, digits and _",
                document.span(path, key=True),
            )
        elif key in self.content.names:
            first_document, first_path = self.content.origins["names", key]
            first = first_document.span(first_path, key=True)
            self.report.error(
                "duplicate",
                f"'{key}' stands twice; the first is at {first.file}:{first.line}",
                document.span(path, key=True),
            )
        elif len(self.content.names) >= limits().game_tables:
            hint = how_to_raise("game_tables")
            self.report.error("size", f"more than {limits().game_tables} tables", document.span(path, key=True), hint)
        else:
            self.content.names[key] = value
            self.content.origins["names", key] = (document, path)

    # ------------------------------------------------------------ checks

    def _own_checks(self) -> None:
        """Let the game's own code look at its own files."""
        if self.own is None:
            return
        missing = [stem for stem in self.kinds if stem not in self.parts]
        start = self.content.documents["game"].span()
        for stem in missing:
            hint = f"the shipped one is in {content_folder(SHIPPED) / self.name}"
            self.report.error("missing", f"there is no {stem}.yaml in {self.content.folder}", start, hint)
        if missing:
            return
        self._check_tables(self.own.table_types)
        if self.report.failed:
            return
        files = self.content.files = self.own.files(**self.parts)
        self._note(self.own.check(files))
        if self.report.failed:
            return
        self.content.compiled = self.own.compiled(files)
        self.content.played = sha256(json.encode(files, enc_hook=lambda _: "words")).hexdigest()[:16]
        self._note(self.own.proof(files, self.content.compiled))
        if not self.report.failed:
            self._derived_tables(self.own.tables(files, self.content.compiled))

    def _note(self, faults: Iterable[ContentFault]) -> None:
        for fault in faults:
            document = self.content.documents.get(fault.file)
            span = (document or self.content.documents["game"]).span(fault.path if document else ())
            self.report.error(fault.code, fault.message, span, fault.hint)

    def _check_tables(self, types: Mapping[str, type[Struct]]) -> None:
        """Check the free tables that the game's own code reads against the types it declares for them."""
        for name, kind in types.items():
            if name not in self.content.names:
                start = self.content.documents["game"].span()
                self.report.error("missing", f"the game's own code needs the table '{name}'", start)
                continue
            document, path = self.content.origins["names", name]
            table = self.content.names[name]
            value = convert_data(table, kind, document, path, self.report)
            if value is not None:
                self.content.names[name] = with_defaults(table, value)

    def _derived_tables(self, tables: Mapping[str, object]) -> None:
        """Name the tables that the game's own code works out, such as decks that are described by distributions."""
        for name, table in tables.items():
            if name in self.content.names:
                raise ValueError(f"the derived table '{name}' of {self.name} hides a table of its content")
            self.content.names[name] = table

    # ------------------------------------------------------------- texts

    def _fill_in(self) -> None:
        """Fill in texts that hold templates: titles and sources, then words of the game's own files, then tables."""
        self._fill_titles()
        content = self.content
        for name, function in content.functions.items():
            content.names.setdefault(name, function)
        for kind, document, value in self.typed:
            if kind.startswith("own:") and has_template(document.text):
                self._fill_words(kind.removeprefix("own:"), document, type(value))
        for stem, document in content.documents.items():
            if self._kind(stem) == "data" and isinstance(document.data, dict):
                self._fill_tables(document.data, document)

    def _fill_titles(self) -> None:
        content = self.content
        document = content.documents["game"]
        words = ("title", "tagline", "author", "licence")
        game = self._filled(content.game, words, document, ())
        fields = ("title", "author", "licence", "note")
        sources = [self._filled(s, fields, document, ("sources", i)) for i, s in enumerate(game.sources)]
        content.game = replace(game, sources=sources)
        content.names["game"] = {**content.names["game"], **{word: getattr(game, word) for word in words}}
        for kind in ("decks", "boards", "pieces"):
            specs: dict[str, Any] = getattr(content, kind)
            for name, spec in specs.items():
                specs[name] = self._filled(spec, ("title",), *content.origins[kind, name])

    def _fill_words(self, stem: str, document: Document, kind: type[Struct]) -> None:
        """Fill in the texts for people of one of the game's own files."""
        data, names = document.data or {}, self.content.names
        for path, text in worded(data, kind):
            if has_template(text):
                data = with_value(data, path, fill_in(text, names, document, path, self.report))
        value = convert_data(data, kind, document, (), self.report)
        if value is not None:
            self.parts[stem] = value
            names.update(with_defaults(data, value))

    def _fill_tables(self, tables: dict[str, object], document: Document) -> None:
        """Fill in all texts of free tables, and compare their records with the fields that they declare."""
        said, names = tables.get("fields"), self.content.names
        fields = said if isinstance(said, dict) else {}
        for key, value in tables.items():
            if key == "fields":
                continue
            names[key] = table = fill_in_all(value, names, document, (key,), self.report)
            if isinstance(table, list):
                self._check_fields(table, fields.get(key, {}), document, key)

        for key in fields:
            if key not in tables:
                place = document.span(("fields", key), key=True)
                self.report.error("reference", f"there is no table '{key}'", place, one_of(key, tables))

    def _check_fields(self, table: list[object], declared: object, document: Document, key: str) -> None:
        if not isinstance(declared, dict) or not all(isinstance(v, str) for v in declared.values()):
            place = document.span(("fields", key))
            self.report.error("type", "each table's fields are a mapping of names to types", place)
        else:
            check_fields(table, declared, document, (key,), self.report)

    def _filled(self, record: Any, fields: tuple[str, ...], document: Document, path: PathKeys) -> Any:
        """Return a record with its template fields filled in; faults are noted at their place."""
        changed: dict[str, str] = {}
        for field in fields:
            template = compile_text(getattr(record, field))
            if template.constant:
                continue
            try:
                changed[field] = template.render(self.content.names)
            except TemplateFault as fault:
                span = document.text_span((*path, field), fault.offset, fault.length)
                self.report.error(fault.code, fault.message, span, fault.hint)
        return replace(record, **changed) if changed else record

    def _check(self) -> None:
        content = self.content
        if self.said is not None:
            check_words(content.words, self.said, self.report)
        game_document = content.documents["game"]
        if content.game.id != self.name:
            self.report.error(
                "id",
                f"the id '{content.game.id}' differs from the folder's name '{self.name}'",
                game_document.span(("id",)),
                f"write id: {self.name}, or rename the folder",
            )
        for key in ("players", "minutes"):
            least, most = getattr(content.game, key)
            if least > most:
                self.report.error("range", f"'{key}' starts with the smaller number", game_document.span((key,)))
        self._expand_records()
        self._check_manifest(game_document)
        self._check_references()
        self._check_unused()

    def _compile(self) -> None:
        """Make a game of what play.yaml says."""
        if self.content.run is not None:
            self.content.compiled = find_compiler()(self.content, self.report)

    def _expand_records(self) -> None:
        content = self.content
        for kind, specs in (("decks", content.decks), ("pieces", content.pieces)):
            for name, spec in specs.items():
                document, path = content.origins[kind, name]
                content.records[name] = expand(name, spec, content.names, document, path, self.report)

    def _check_manifest(self, document: Document) -> None:
        content = self.content
        defined = {*content.decks, *content.boards, *content.pieces}
        extra = set(self.own.components if self.own else ())  # drawn by the game's own code
        seen: dict[str, str] = {}
        for kind in ("decks", "boards", "pieces"):
            for name in getattr(content, kind):
                self._check_file_name(name, content.span(kind, name, key=True))
                sheet = getattr(getattr(content, kind)[name], "sheet", None)
                if sheet is not None:
                    self._check_file_name(sheet, content.span(kind, name, ("sheet",)))
                if name in seen:
                    self.report.error(
                        "duplicate",
                        f"'{name}' is defined in {seen[name]} and in {kind}",
                        content.span(kind, name, key=True),
                    )
                seen[name] = kind
        for name, count in content.game.components.items():
            path = ("components", name)
            if count > limits().cards:
                message = f"'{name}' has more than {limits().cards} cards"
                self.report.error("size", message, document.span(path), how_to_raise("cards"))
                continue
            if name not in defined | extra:
                self.report.error(
                    "reference",
                    f"component '{name}' is not defined",
                    document.span(path, key=True),
                    one_of(name, defined | extra),
                )
                continue
            real = content.count(name)
            if real is not None and real != count and (name not in content.records or content.records[name]):
                self.report.error(
                    "count",
                    f"'{name}' should hold {count} but holds {real}",
                    document.span(path),
                    f"write {real} here, or mend the {_kind_word(content, name)}",
                )
        for kind in ("decks", "boards", "pieces"):
            for name in getattr(content, kind):
                if name not in content.game.components:
                    self.report.error(
                        "manifest",
                        f"'{name}' is not in the component list of game.yaml",
                        content.span(kind, name, key=True),
                        f"add '{name}: {content.count(name)}' under components",
                    )

    def _check_file_name(self, name: str, span: Span | None) -> None:
        """Refuse the name of a component whose file could not be written everywhere, or would be another one."""
        reason = "every build writes a file of this name" if name in OWN_FILES else why_unportable(name)
        if reason:
            self.report.error("filename", f"'{name}' cannot be the name of a file: {reason}", span, "rename it")

    def _check_references(self) -> None:
        content = self.content
        for kind, specs in (("decks", content.decks), ("pieces", content.pieces)):
            for name, spec in specs.items():
                for field in ("front", "back"):
                    face = getattr(spec, field)
                    if face is not None:
                        self._face_exists(face, content.span(kind, name, (field,)))
        for name, board in content.boards.items():
            self._face_exists(board.face, content.span("boards", name, ("face",)))
        known_fonts = dict.fromkeys((*PNP_FONTS, *content.fonts))
        for name, face in content.faces.items():
            for path, part in walk_parts(face):
                if part.other_face is not None:
                    self._face_exists(part.other_face, content.span("faces", name, (*path, "face")))
                if isinstance(part, TextPart):
                    check_family(part.font, known_fonts, content.span("faces", name, (*path, "font")), self.report)
        check_families(content.fonts, partial(content.span, "fonts"), self.report)
        for role in self.own.roles if self.own else ():
            if role not in content.roles:
                self.report.error(
                    "role",
                    f"no palette has the role '{role}', which the game's drawings use",
                    content.documents.get("palette", content.documents["game"]).span(),
                    one_of(role, content.roles),
                )
        for document in content.documents.values():
            groups = (document.data or {}).get("distinct", []) if _is_palette(document) else []
            for i, group in enumerate(groups):
                for j, role in enumerate(group):
                    if role not in content.roles:
                        self.report.error(
                            "role",
                            f"no palette has the role '{role}'",
                            document.span(("distinct", i, j)),
                            one_of(role, content.roles),
                        )

    def _face_exists(self, face: str, span: Span | None) -> None:
        if face not in self.content.faces:
            faces = self.content.faces
            hint = one_of(face, faces) if faces else f"there is no faces.yaml in {self.content.folder}"
            self.report.error("reference", f"there is no face '{face}'", span, hint)

    def _check_unread(self) -> None:
        """Warn of files that look as if something read them."""
        folder = self.content.folder
        for path in islice(sorted(folder.rglob("*")), _MOST_FILES):
            place = Span(path.as_posix(), 1, 1, 2)
            if path.suffix.lower() in SPREADSHEETS and path not in self.used:
                hint = (
                    f"name it where its records belong, such as cards: {{file: {path.relative_to(folder).as_posix()}}}"
                )
                self.report.warning("unused", "nothing reads this spreadsheet", place, hint)
            elif way_out := unread_font(path, folder, self.content.fonts):
                self.report.warning("unused", "nothing is set in this font file", place, way_out)
            elif path.suffix in (".yaml", ".yml") and path.parent != folder:
                hint = f"content files stand in {folder.as_posix()} itself"
                self.report.warning("unused", "no part of pnp reads this file", place, hint)

    def _check_unused(self) -> None:
        self._check_unread()
        content = self.content
        used = {s.front for s in (*content.decks.values(), *content.pieces.values())}
        used |= {s.back for s in (*content.decks.values(), *content.pieces.values()) if s.back}
        used |= {b.face for b in content.boards.values()}
        used |= {c.figure for chapter in (content.rules.chapters if content.rules else ()) for c in chapter.clauses}
        used |= set(self.own.faces if self.own else ())
        waiting = list(used)
        while waiting:
            face = content.faces.get(waiting.pop())
            for _, part in walk_parts(face) if face else ():
                inner = part.other_face
                if inner and inner not in used:
                    used.add(inner)
                    waiting.append(inner)
        for name in content.faces:
            if name not in used:
                self.report.warning("unused", f"nothing uses the face '{name}'", content.span("faces", name, key=True))
        parts = [part for face in content.faces.values() for _, part in walk_parts(face)]
        set_in = {part.font for part in parts if isinstance(part, TextPart)}
        check_unused_families(content.fonts, set_in, partial(content.span, "fonts"), self.report)
        texts = "\n".join(d.text for d in content.documents.values())
        texts += "\n".join(word for d in content.documents.values() for g in d.grafts.values() for word in g.words())
        if len(texts) * (len(content.origins) + 1) > _MOST_SEARCHED:
            return
        endings = tuple(set(re.findall(r"\}\}(-[a-z0-9-]+)", texts)))
        beginnings = tuple(set(re.findall(r"\b([a-z][a-z0-9-]*-)\{\{", texts)))
        drawn = set(self.own.roles if self.own else ())  # named by the game's own drawings
        for role in [name for kind, name in content.origins if kind == "roles"]:
            composed = role.endswith(endings) or role.startswith(beginnings) or role in drawn
            if not composed and not _stands_twice(role, texts):
                self.report.warning("unused", f"nothing uses the role '{role}'", content.span("roles", role, key=True))
        if self.own is None:
            self._check_unused_tables(texts)

    def _check_unused_tables(self, texts: str) -> None:
        for key in self.content.names:
            if key not in ("game", *self.content.functions) and not _stands_twice(key, texts):
                self.report.warning(
                    "unused", f"nothing uses the table '{key}'", self.content.span("names", key, key=True)
                )


def _stands_twice(name: str, texts: str) -> bool:
    return len([*islice(re.finditer(rf"\b{re.escape(name)}\b", texts), 2)]) == 2


def _is_palette(document: Document) -> bool:
    return re.match(r"palette\b", document.name.rsplit("/", 1)[-1]) is not None


def _kind_word(content: GameContent, name: str) -> str:
    return "deck" if name in content.decks else "board" if name in content.boards else "pieces"


def walk_parts(face: Face) -> Iterator[tuple[PathKeys, Part]]:
    """Yield every part of a face with its path, parts inside others too."""

    def visit(parts: Iterable[Part], path: PathKeys) -> Iterator[tuple[PathKeys, Part]]:
        for i, part in enumerate(parts):
            here = (*path, "parts", i)
            yield here, part
            yield from visit(part.inner, here)

    return visit(face.parts, ())

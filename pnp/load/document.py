"""One YAML file: its text, its plain data, and the place of every value in it.

Content comes from strangers, so this reads a small, tame part of YAML: no tags, no
cycles, bounded size, depth and number of values; every refusal names its place.
"""

import re
from collections.abc import Iterable
from pathlib import Path
from stat import S_ISREG
from typing import Any, Protocol

import yaml

from pnp.context import limits
from pnp.diagnostics import CONTROLS, EXHAUSTED, Problems, Report, Span, fail
from pnp.limits import how_to_raise
from pnp.load.library import is_folder
from pnp.load.slips import Slip, braces, comment, cut_short, find_slip, no_value
from pnp.load.values import show

try:
    from yaml import CSafeLoader as _Loader
except ImportError:  # pragma: no cover - PyYAML built without libyaml
    from yaml import SafeLoader as _Loader  # type: ignore[assignment]

PathKeys = tuple[str | int, ...]

_INT = re.compile(r"[-+]?(0|[1-9][0-9]*)")
_FLOAT = re.compile(r"[-+]?(?:[0-9]*\.)?[0-9]+(?:[eE][-+]?[0-9]{1,3})?")
_WORDS: dict[str, bool | None] = {
    "true": True,
    "false": False,
    "yes": True,
    "no": False,
    "null": None,
    "~": None,
    "": None,
}
_STR_TAG = "tag:yaml.org,2002:str"
_KNOWN_TAGS = frozenset(
    f"tag:yaml.org,2002:{t}" for t in ("str", "int", "float", "bool", "null", "timestamp", "merge", "value")
)
_MAP_TAG, _SEQ_TAG = "tag:yaml.org,2002:map", "tag:yaml.org,2002:seq"


class Graft(Protocol):
    """Values that a document takes from another file."""

    @property
    def source(self) -> str:
        """The text of that file, if it has one."""

    @property
    def file(self) -> str:
        """Its name."""

    def words(self) -> Iterable[str]:
        """Yield every text of it."""

    def span(self, path: PathKeys, *, key: bool = False) -> Span:
        """Return the place of a value in it."""


class Document:
    """A parsed YAML file that can tell the place of every value."""

    def __init__(self, name: str, text: str, root: yaml.Node | None, data: Any, values: int) -> None:
        self.name = name
        self.text = text
        self.root = root
        self.data = data
        self.values = values
        self.grafts: dict[PathKeys, Graft] = {}
        self._children: dict[int, dict[str, tuple[yaml.Node, yaml.Node]]] = {}
        self._lines: list[str] = []
        self._odd: frozenset[int] = frozenset()

    def at(self, path: PathKeys) -> Any:
        """Return the value at a path, or None if there is none."""
        value = self.data
        for step in path:
            value = value.get(step) if isinstance(value, dict) else None
        return value

    def written(self, path: PathKeys) -> str | None:
        """Return how a number at a path is written if it is shown otherwise, such as 1.10, +1 or 007."""
        if not self._odd or self._elsewhere(path):
            return None
        node = self.root
        for step in path:
            child = self._child(node, step)
            if child is None:
                return None
            node = child[1]
        return node.value if id(node) in self._odd and isinstance(node, yaml.ScalarNode) else None

    def put(self, path: PathKeys, value: object, graft: "Graft | None" = None) -> None:
        """Put what another file says at a path; the graft knows the places in that file."""
        *above, last = path
        self.at(tuple(above))[last] = value
        if graft is not None:
            self.grafts[path] = graft

    def _elsewhere(self, path: PathKeys) -> "tuple[Graft, PathKeys] | None":
        for length in range(len(path)) if self.grafts else ():
            graft = self.grafts.get(path[: length + 1])
            if graft is not None and len(path) > length + 1:
                return graft, path[length + 1 :]
        return None

    def span(self, path: PathKeys = (), *, key: bool = False) -> Span:
        """Return the place of the value at a path of keys (or of its key); the nearest parent if it is missing."""
        if found := self._elsewhere(path):
            return found[0].span(found[1], key=key)
        node, place = self.root, None
        for step in path:
            child = self._child(node, step)
            if child is None:
                break
            key_node, node = child
            place = key_node
        if node is None:
            return Span(self.name, 1, 1, 2)
        if key and place is not None:
            return self._node_span(place)
        return self._node_span(node)

    def text_span(self, path: PathKeys, offset: int, length: int = 1) -> Span:
        """Return the place of a character inside the text value at a path, as well as it can be told."""
        if self._elsewhere(path):
            return self.span(path)
        node: yaml.Node | None = self.root
        for step in path:
            child = self._child(node, step)
            if child is None:
                return self.span(path)
            node = child[1]
        if not isinstance(node, yaml.ScalarNode):
            return self.span(path)
        before = node.value[:offset]
        row, column = before.count("\n"), offset - (before.rfind("\n") + 1)
        mark = node.start_mark
        lines = self._lines = self._lines or self.text.split("\n")
        if node.style in ("|", ">"):
            first = mark.line + 1
            while first < len(lines) and not lines[first].strip():
                first += 1
            line = mark.line + 1 + row
            if node.style == "|" and line < len(lines):
                indent = len(lines[first]) - len(lines[first].lstrip(" "))
                return Span(self.name, line + 1, indent + column + 1, indent + column + 1 + length)
            return self._node_span(node)
        if row == 0 and mark.line == node.end_mark.line:
            start = mark.column + (1 if node.style in ("'", '"') else 0) + column + 1
            return Span(self.name, mark.line + 1, start, start + length)
        return self._node_span(node)

    def _child(self, node: yaml.Node | None, step: str | int) -> tuple[yaml.Node, yaml.Node] | None:
        """Return key and value of an entry; keys are looked up, for a mapping may be as long as a stranger likes."""
        if isinstance(node, yaml.MappingNode):
            known = self._children.get(id(node))
            if known is None:
                entries = {key.value: (key, value) for key, value in reversed(node.value) if isinstance(key.value, str)}
                known = self._children[id(node)] = entries
            return known.get(str(step))
        if isinstance(node, yaml.SequenceNode) and isinstance(step, int) and 0 <= step < len(node.value):
            return node.value[step], node.value[step]
        return None

    def _node_span(self, node: yaml.Node) -> Span:
        start, end = node.start_mark, node.end_mark
        end_column = end.column if end.line == start.line else start.column + 1
        if isinstance(node, yaml.CollectionNode) and not node.flow_style:
            end_column = start.column + 1
        return Span(self.name, start.line + 1, start.column + 1, max(end_column, start.column + 1) + 1)


def read_text(path: Path, name: str, report: Report) -> str | None:
    """Read a text file within the size limit; note a fault and return None where that fails."""
    raw = read_data(path, name, report)
    if raw is None:
        return None
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = raw[: error.start]
        line, column = before.count(b"\n") + 1, error.start - (before.rfind(b"\n") + 1) + 1
        report.error(
            "encoding",
            f"not UTF-8 text (byte 0x{raw[error.start]:02x})",
            Span(name, line, column, column + 1),
            "save the file as UTF-8",
        )
        return None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def read_data(path: Path, name: str, report: Report) -> bytes | None:
    """Read a file within the size limit; note a fault and return None where that fails."""
    start = Span(name, 1, 1, 2)
    try:
        return read_bytes(path, limits().file_bytes)
    except TooLarge as error:
        report.error("size", f"the file has {error}", start, how_to_raise("file_bytes"))
    except (OSError, ValueError) as error:  # ValueError: a name that no file system takes
        report.error("read", f"cannot read the file: {getattr(error, 'strerror', None) or error}", start)
    return None


class TooLarge(Exception):
    """A file holds more bytes than are read."""

    def __init__(self, size: int, most: int) -> None:
        super().__init__(f"{size // 1024} KiB or more; at most {most // 1024} KiB are read")


def read_bytes(path: Path, most: int) -> bytes:
    """Read a plain file within a bound, whatever it pretends to be: files grow, pipes and devices never end."""
    info = path.stat()
    if not S_ISREG(info.st_mode):
        raise OSError(0, "it is not a plain file")
    if info.st_size > most:
        raise TooLarge(info.st_size, most)
    with path.open("rb") as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise TooLarge(len(data), most)
    return data


def is_plain_file(path: Path) -> bool:
    """Say whether there is a plain file; an OSError tells why that cannot be known."""
    try:
        return S_ISREG(path.stat().st_mode)
    except (FileNotFoundError, NotADirectoryError):
        return False


def read_sources(folder: Path) -> dict[str, str]:
    """Return the texts of a folder's content files as far as they can be read, for showing faults in them."""
    texts: dict[str, str] = {}
    for path in sorted(folder.glob("*.y*ml")) if is_folder(folder) else []:
        try:
            raw = b"" if path.is_symlink() else read_bytes(path, limits().file_bytes)
        except (OSError, TooLarge):
            continue
        text = raw.decode("utf-8-sig", errors="replace")
        texts[path.as_posix()] = text.replace("\r\n", "\n").replace("\r", "\n")
    return texts


def parse(text: str, name: str, report: Report) -> Document | None:
    """Parse YAML text; note every fault and return None if there was one."""
    if odd := CONTROLS.search(text):
        report.error("syntax", f"character U+{ord(odd[0]):04X} is not allowed", _place(text, odd.start(), name))
        return None
    deep = _too_deep(text)
    if deep is not None:
        message = f"nested deeper than {limits().yaml_depth} levels"
        report.error("depth", message, deep._replace(file=name), how_to_raise("yaml_depth"))
        return None
    try:
        loader = _Loader(text)
        try:
            root = loader.get_single_node()
        finally:
            loader.dispose()
    except yaml.reader.ReaderError as error:
        place = _place(text, len(_before(text, error.position)), name)
        report.error("syntax", f"character U+{error.character:04X} is not allowed", place)
        return None
    except yaml.YAMLError as error:
        report.error("syntax", *_syntax_fault(error, name, text))
        return None
    builder = _Builder(name, text, report)
    data = builder.build(root) if root is not None else None
    if builder.failed:
        return None
    document = Document(name, text, root, data, builder.count)
    document._odd = frozenset(builder.odd)
    return document


def _place(text: str, at: int, name: str) -> Span:
    """Return the place of a character of the text."""
    column = at - (text.rfind("\n", 0, at) + 1) + 1
    return Span(name, text.count("\n", 0, at) + 1, column, column + 1)


def _before(text: str, position: int) -> str:
    """Return the text before a fault of the reader; libyaml counts bytes, the Python loader characters."""
    if _Loader.__name__ == "CSafeLoader":
        return text.encode()[:position].decode("utf-8", errors="ignore")
    return text[:position]


def parse_or_raise(text: str, name: str) -> Document:
    """Parse YAML text or raise all its faults."""
    report = Report()
    document = parse(text, name, report)
    if document is None:
        raise Problems(report.diagnostics)
    return document


def read_document(path: Path, name: str, report: Report) -> Document | None:
    """Read and parse a YAML file; note faults and return None where that fails."""
    try:
        text = read_text(path, name, report)
        return None if text is None else parse(text, name, report)
    except EXHAUSTED as error:
        report.exhausted(error, Span(name, 1, 1, 2))
        return None


def _too_deep(text: str) -> Span | None:
    """Return the place at which nesting is too deep: the events are a state machine, the parser's recursion is not."""
    depth = 0
    try:
        for event in yaml.parse(text, Loader=_Loader):
            if isinstance(event, yaml.CollectionStartEvent):
                depth += 1
                if depth > limits().yaml_depth:
                    mark = event.start_mark
                    return Span("", mark.line + 1, mark.column + 1, mark.column + 2) if mark else Span("", 1, 1, 2)
            elif isinstance(event, yaml.CollectionEndEvent):
                depth -= 1
    except yaml.YAMLError:
        return None  # told when it is parsed, which goes no further than this did
    return None


def _syntax_fault(error: yaml.YAMLError, name: str, text: str) -> tuple[str, Span, str | None]:
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    problem = getattr(error, "problem", None) or str(error).split("\n")[0]
    context = getattr(error, "context", None)
    message = f"{problem} ({context})" if context else str(problem)
    if mark is None:
        return message, Span(name, 1, 1, 2), None
    lines = text.rstrip("\n").split("\n")
    slip = find_slip(lines, name, message, mark, getattr(error, "context_mark", None))
    if slip is not None:
        return slip.message, slip.span, slip.hint
    if mark.line >= len(lines):  # the end of the file: show its last line
        column = len(lines[-1]) + 1
        return message, Span(name, len(lines), column, column + 1), "something above is not closed"
    at = mark.column
    hint = "indent with spaces, not with tabs" if lines[mark.line][at : at + 1] == "\t" else None
    return message, Span(name, mark.line + 1, at + 1, at + 2), hint


class _Builder:
    """Turns YAML nodes into plain data: str, int, float, bool, None, list, dict."""

    def __init__(self, name: str, text: str, report: Report) -> None:
        self.name = name
        self.lines = text.split("\n")
        self.report = report
        self.failed = False
        self.count = 0
        self.open: set[int] = set()
        self.odd: set[int] = set()
        """Identities of the nodes of numbers that are written otherwise than they are shown."""

    def build(self, node: yaml.Node) -> object:
        self.count += 1
        if self.count > limits().yaml_values:
            if self.count == limits().yaml_values + 1:
                hint = f"aliases count each time they are used; {how_to_raise('yaml_values')}"
                self._fault("size", f"more than {limits().yaml_values} values", node, hint)
            return None
        if isinstance(node, yaml.ScalarNode):
            return self._scalar(node)
        if id(node) in self.open:
            self._fault("cycle", "this value contains itself", node)
            return None
        self.open.add(id(node))
        try:
            most = limits().yaml_depth
            if len(self.open) > most:  # aliases can nest what stands flat in the text
                self._fault("depth", f"nested deeper than {most} levels", node, how_to_raise("yaml_depth"))
                return None
            if isinstance(node, yaml.SequenceNode):
                if node.tag != _SEQ_TAG:
                    self._tag(node)
                return [self.build(item) for item in node.value]
            return self._mapping(node)
        finally:
            self.open.discard(id(node))

    def _mapping(self, node: yaml.Node) -> dict[str, object]:
        if node.tag != _MAP_TAG:
            self._tag(node)
        result: dict[str, object] = {}
        first: dict[str, yaml.Node] = {}
        for key, value in node.value:
            if not isinstance(key, yaml.ScalarNode):
                mark = key.start_mark
                if not self._slip("quotes", braces(self.lines[mark.line], mark.column, mark.line, self.name)):
                    self._fault("key", "a key must be a plain word", key)
                continue
            name = key.value
            if "\n" in name or CONTROLS.search(name):
                self._fault("character", "a key holds a character that is not allowed", key)
                continue
            if name == "<<":
                self._fault("merge", "merge keys (<<) are not supported", key, "write the keys out")
                continue
            if name in first:
                line = first[name].start_mark.line + 1
                self._fault("duplicate", f"key '{name}' stands twice; the first is in line {line}", key)
                continue
            if node.tag == _MAP_TAG and self._lacks_colon(key, value):
                before = list(result.values())[-1] if result else None
                self._slip("comma", no_value(name, before, self._span(key)))
            first[name] = key
            result[name] = self.build(value)
        return result

    def _lacks_colon(self, key: yaml.ScalarNode, value: yaml.Node) -> bool:
        """Say whether an entry of { } is a key alone."""
        if not isinstance(value, yaml.ScalarNode) or value.value or value.style:
            return False
        end, start = key.end_mark, value.start_mark
        between = self.lines[end.line][end.column : start.column if start.line == end.line else None]
        return ":" not in between and end.line == start.line

    def _slip(self, code: str, slip: Slip | None) -> bool:
        """Note a slip, if there is one."""
        if slip is not None:
            self.failed = True
            self.report.error(code, slip.message, slip.span, slip.hint)
        return slip is not None

    def _scalar(self, node: yaml.ScalarNode) -> object:
        tag, text = node.tag, node.value
        if tag == _STR_TAG or node.style in ("'", '"', "|", ">"):
            if tag not in _KNOWN_TAGS:
                self._tag(node)
            if node.style == '"' and (odd := CONTROLS.search(text)):
                self._fault("character", f"character U+{ord(odd[0]):04X} is not allowed in content", node)
            end = node.end_mark
            if not node.style and (cut := cut_short(self.lines[end.line], end.column, end.line, self.name)):
                self.report.warning("comment", cut.message, cut.span, cut.hint)
            return text
        if tag not in _KNOWN_TAGS:
            self._tag(node)
            return None
        end = node.end_mark
        if text in _WORDS:
            if not text:
                self._slip("comment", comment(self.lines[end.line], end.column, end.line, self.name))
            return _WORDS[text]
        if _INT.fullmatch(text):
            if len(text) > 16:
                self._fault("number", "this number is too large", node, "put it in quotes if it is a text")
                return 0
            return self._number(node, int(text))
        if _FLOAT.fullmatch(text):
            value = float(text)
            if abs(value) > 1e15:
                self._fault("number", "this number is too large", node, "put it in quotes if it is a text")
                return 0.0
            return self._number(node, value)
        return text

    def _number(self, node: yaml.ScalarNode, value: float) -> float:
        if show(value) != node.value:
            self.odd.add(id(node))
        return value

    def _tag(self, node: yaml.Node) -> None:
        self._fault(
            "tag",
            f"tags are not allowed: {node.tag}",
            node,
            "content is plain data; a text that starts with ! needs quotes",
        )

    def _fault(self, code: str, message: str, node: yaml.Node, hint: str | None = None) -> None:
        self.failed = True
        self.report.error(code, message, self._span(node), hint)

    def _span(self, node: yaml.Node) -> Span:
        mark, end = node.start_mark, node.end_mark
        end_column = end.column if end.line == mark.line else mark.column + 1
        return Span(self.name, mark.line + 1, mark.column + 1, max(end_column, mark.column + 1) + 1)


def missing(path: Path, name: str) -> Problems:
    """Make the error for a file that should be there."""
    return fail("missing", f"there is no {name} in {path}", None)

"""Words are content: what code may say is declared as a class, what it says stands in words.yaml.

A class of words is a `Protocol` whose attributes are labels or further classes of words, and whose methods are
sentences: their parameters are the values that a sentence may use, their docstrings tell a designer what it is for.
Code gets an object of that class and calls it, so a type checker knows every key and every value; a file gets a strict
type made of the same class, so a misspelt key is a fault with its place. pnp's own sentences (`pnp/words.py`) stand in
`templates/words.yaml`, and a game may say any of them in its own way.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from inspect import isclass, isfunction, signature
from types import NoneType, UnionType, new_class
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

from msgspec import Meta, Struct

from pnp import model
from pnp.diagnostics import Problems, Report, fail, one_of
from pnp.load.document import Document, PathKeys, parse, read_text
from pnp.load.library import templates_folder
from pnp.load.schema import convert
from pnp.load.template import compile_text
from pnp.load.values import Names, TemplateFault
from pnp.model import Strict
from pnp.model_play import Play
from pnp.words import MUST, Words

STEM = "words"
_LONGEST = 8000


class Saying(NamedTuple):
    """A label or sentence as code declares it."""

    about: str
    values: Mapping[str, object]
    """The type of each value that it is given."""
    needed: tuple[str, ...] = ()
    """Values that it may not leave out."""
    label: bool = False


Member = Saying | type


@cache
def members(kind: type) -> Mapping[str, Member]:
    """Return what a class of words declares: sayings and further classes, each by its key."""
    found: dict[str, Member] = {}
    for key, hint in get_type_hints(kind, include_extras=True).items():
        found[key] = hint if _is_group(hint) else _label(kind, key, hint)
    for base in reversed(kind.__mro__):
        for key, value in vars(base).items():
            if isfunction(value) and not key.startswith("_"):
                found[key] = _sentence(kind, key, value)
    return found


def is_words(kind: object) -> bool:
    """Say whether a type of a file is a class of words."""
    return isclass(kind) and Words in kind.__mro__


def _is_group(hint: object) -> bool:
    return isclass(hint) and getattr(hint, "_is_protocol", False)


def _label(kind: type, key: str, hint: object) -> Saying:
    if hint is str:
        return Saying("", {}, label=True)
    bare, *about = get_args(hint) if get_origin(hint) is Annotated else (None,)
    if bare is str and isinstance(about[0], str):
        return Saying(about[0], {}, label=True)
    raise TypeError(f"{kind.__name__}.{key} is neither a label (str) nor a class of words")


def _sentence(kind: type, key: str, method: Callable[..., object]) -> Saying:
    hints = get_type_hints(method, include_extras=True)
    names = list(signature(method).parameters)[1:]
    if hints.pop("return", None) is not str or set(names) != set(hints):
        raise TypeError(f"{kind.__name__}.{key} needs a type for every value, and returns str")
    values = {name: _bare(hints[name]) for name in names}
    for name, value in values.items():
        if not list(_samples(value)):
            raise TypeError(f"{kind.__name__}.{key}: no sentence can show the value '{name}'")
    needed = tuple(name for name in names if MUST in getattr(hints[name], "__metadata__", ()))
    return Saying((method.__doc__ or "").strip(), values, needed)


def _bare(hint: object) -> object:
    return get_args(hint)[0] if get_origin(hint) is Annotated else hint


def _samples(hint: object) -> Iterator[object]:
    """Yield values of a type that lead a sentence through its cases: one and many, yes and no, there and not."""
    origin = get_origin(hint)
    if hint in _SAMPLES:
        yield from _SAMPLES[hint]
    elif origin is Literal:
        yield from get_args(hint)
    elif origin in (list, tuple, Sequence):
        inner = [value for kind in get_args(hint) if kind is not ... for value in _samples(kind)]
        yield from ([inner[0]], inner * 2) if inner else ()
    elif origin in (Union, UnionType):
        for kind in get_args(hint):
            yield from _samples(kind)


_SAMPLES: Mapping[object, tuple[object, ...]] = {
    int: (1, 2, 0),
    float: (0.5, 1.0),
    str: ("x", ""),
    bool: (True, False),
    NoneType: (None,),
}


# ------------------------------------------------------------------ the file


@cache
def file_type(kind: type = Words) -> type[Struct]:
    """Return the type of words.yaml: a game says all words of its own, and those of pnp that it wants to."""
    shared = members(Words)
    own = {key: _field(member) for key, member in members(kind).items() if key not in shared}
    return _struct(kind, own | {key: _field(member, (key,)) for key, member in shared.items()})


@cache
def shared_type() -> type[Struct]:
    """Return the type of the file that pnp ships, in which everything is said."""
    return _struct(Words, {key: _field(member) for key, member in members(Words).items()})


@cache
def _group_type(kind: type, shipped: PathKeys = ()) -> type[Struct]:
    inner = members(kind).items()
    return _struct(kind, {key: _field(member, (*shipped, key) if shipped else ()) for key, member in inner})


def _struct(kind: type, fields: Mapping[str, tuple[object, ...]]) -> type[Struct]:
    hints = {key: hint for key, (hint, *_) in fields.items()}
    defaults = {key: default for key, (_, *rest) in fields.items() for default in rest}
    body = {"__annotations__": hints, "__doc__": kind.__doc__, "__module__": kind.__module__, **defaults}
    made: type[Struct] = new_class(kind.__name__, (Strict,), exec_body=lambda names: names.update(body))
    return made


def _field(member: Member, shipped: PathKeys = ()) -> tuple[object, ...]:
    """Return the type of a key, and its default where pnp ships one."""
    if isinstance(member, Saying):
        told = " ".join(filter(None, (member.about, _about_values(member)))) or "A label."
        text = Annotated[str, Meta(max_length=_LONGEST, description=told)]
        return (text, _at(shared_document().data, shipped)) if shipped else (text,)
    inner = _group_type(member, shipped)
    return (inner, inner()) if shipped else (inner,)


def _about_values(saying: Saying) -> str:
    shown = [f"{name} (needed)" if name in saying.needed else name for name in saying.values]
    return f"Values: {', '.join(shown)}." if shown else ""


FILE_KINDS: dict[str, Any] = {**model.FILE_KINDS, "play": Play}
"""File stem → type, for every kind of file but words that any game may have."""


@cache
def shared_document() -> Document:
    """Return the sentences of pnp itself."""
    report = Report()
    name = f"{STEM}.yaml"
    document = parse(read_text(templates_folder() / name, name, report) or "", name, report)
    if document is not None:
        convert(document, shared_type(), report)
    report.raise_if_failed()
    assert document is not None
    return document


def all_file_kinds() -> dict[str, type[Struct]]:
    """Return the type of every kind of file that any game may have."""
    return {**FILE_KINDS, STEM: file_type()}


# ---------------------------------------------------------------- at work


class _Sentence:
    """A saying that can be said."""

    def __init__(self, saying: Saying, document: Document, path: PathKeys, names: Names) -> None:
        self.saying, self.document, self.path, self.names = saying, document, path, names
        self.text: str = _at(document.data, path)

    def __call__(self, *given: object, **values: object) -> str:
        template = compile_text(self.text)
        if template.constant:
            return self.text
        try:
            return template.render({**self.names, **dict(zip(self.saying.values, given, strict=False)), **values})
        except TemplateFault as fault:
            raise self.problem(fault) from None

    def problem(self, fault: TemplateFault) -> Problems:
        """Return a fault with its place in the file."""
        span = self.document.text_span(self.path, fault.offset, fault.length)
        return fail(fault.code, fault.message, span, fault.hint)

    def check(self) -> None:
        """Raise what is wrong with it: a name that nobody gives it, a value that it forgets, what cannot be done."""
        try:
            found = compile_text(self.text).looked_up()
        except TemplateFault as fault:
            raise self.problem(fault) from None
        values = self.saying.values
        for name, offset in found.items():
            if name not in values and name not in self.names:
                hint = one_of(name, values or self.names)
                raise self.problem(TemplateFault("undefined", f"'{name}' is not defined here", offset, len(name), hint))
        for name in self.saying.needed:
            if name not in found:
                length = len(self.text.split("\n", maxsplit=1)[0])
                raise self.problem(TemplateFault("forgotten", f"the sentence must say {{{{ {name} }}}}", 0, length))
        samples = {name: list(_samples(kind)) for name, kind in values.items()}
        for i in range(max(map(len, samples.values()), default=1) if found else 0):
            self(**{name: some[i % len(some)] for name, some in samples.items()})


def _at(data: Any, path: PathKeys) -> Any:
    for step in path:
        data = data[step]
    return data


class _Spoken:
    """A class of words at work: labels are texts, sentences are called."""

    def __init__(self, said: Mapping[str, "_Sentence | _Spoken"]) -> None:
        self._said = said

    def __getattr__(self, key: str) -> Any:
        said = self.__dict__.get("_said", {}).get(key)
        if said is None:
            raise AttributeError(f"there are no words '{key}'")
        return said() if isinstance(said, _Sentence) and said.saying.label else said


def speak(kind: type, own: Document | None, names: Names) -> Any:
    """Return an object of a class of words that says what a game's file says, else what pnp ships."""
    return _spoken(kind, (), own, names)


def _spoken(kind: type, path: PathKeys, own: Document | None, names: Names) -> _Spoken:
    said: dict[str, _Sentence | _Spoken] = {}
    for key, member in members(kind).items():
        inner = (*path, key)
        if isinstance(member, Saying):
            document = own if own is not None and _has(own.data, inner) else shared_document()
            said[key] = _Sentence(member, document, inner, names)
        else:
            said[key] = _spoken(member, inner, own, names)
    return _Spoken(said)


def _has(data: object, path: PathKeys) -> bool:
    for step in path:
        if not isinstance(data, dict) or step not in data:
            return False
        data = data[step]
    return True


def texts_of(words: object) -> dict[str, object]:
    """Return what words say before anything is filled in, by their keys."""
    if not isinstance(words, _Spoken):
        raise TypeError(f"{type(words).__name__} is not a class of words")
    return {key: said.text if isinstance(said, _Sentence) else texts_of(said) for key, said in words._said.items()}


def shared_words() -> Words:
    """Return pnp's own words, for what belongs to no game."""
    words: Words = speak(Words, None, {})
    return words


def check_words(words: object, document: Document, report: Report) -> None:
    """Note every fault of the sentences that a file says."""
    assert isinstance(words, _Spoken)
    for sentence in _sentences(words):
        if sentence.document is document:
            try:
                sentence.check()
            except Problems as problems:
                report.take(problems)


def _sentences(spoken: _Spoken) -> Iterator[_Sentence]:
    for said in spoken._said.values():
        if isinstance(said, _Sentence):
            yield said
        else:
            yield from _sentences(said)

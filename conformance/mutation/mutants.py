# SPDX-License-Identifier: Apache-2.0
"""Mutants of Python modules: one small change to one expression or statement, made on the source text.

`operators` decides which changes a node allows; this module walks a syntax tree with the context of each
node, and converts changes to `Mutant`s. Not mutated: annotations, decorators, imports, docstrings, asserts
(they narrow types), code for type checkers, and texts for users (messages of errors, code used only for them,
`__str__`).
"""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from mutation.operators import Context, Source, changes_of

AREAS = ("decode", "encode", "semantics", "table", "model", "canonical", "audit")
_COMPILED_BY = {"kernel", "inlined"}  # decorators of functions that numba compiles
_TAKES_MESSAGE = re.compile(
    r"[A-Z]\w*Error|Reject|\w*Finding|LimitExceeded|UnsupportedInput|\w*reject|\w*finding|\w*refuse|exceeded"
    r"|check_allowance|bad"
)


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change of one file.

    Attributes:
        file: path below the package.
        function: dotted name of the enclosing function or class; empty at the top of the module.
        family: family of the operator, see `operators.FAMILIES`.
        line: number of the first changed line.
        lines: first and last line of the enclosing statement, or of its header.
        names: names that the enclosing statement defines when the module is imported.
        is_compiled: numba compiles functions of this module; their machine code holds its constants.
        start, end: changed bytes of the file.
        text: replacement of these bytes.
        before, after: the changed lines, white space collapsed.
    """

    file: str
    function: str
    family: str
    line: int
    lines: tuple[int, int]
    names: tuple[str, ...]
    is_compiled: bool
    start: int
    end: int
    text: str
    before: str
    after: str

    @property
    def area(self) -> str:
        """First folder of the file."""
        return self.file.partition("/")[0]

    @property
    def key(self) -> tuple[str, str, str, str]:
        """Identity of the mutant for as long as the text of its lines stays the same."""
        return self.file, self.function, self.before, self.after

    @property
    def users(self) -> tuple[str, ...]:
        """Names on lines that reach what changes at import, if any.

        For what a class holds, the name of the class. None for the default of a parameter: it is used when
        the function runs.
        """
        scopes = self.function.split(".") if self.function else []
        if not self.names or len(self.names) == len(scopes):
            return ()
        return (scopes[-1],) if scopes else self.names

    def apply(self, source: bytes) -> bytes:
        """Return the source of the file with the change."""
        return source[: self.start] + self.text.encode() + source[self.end :]


def mutants_of(file: str, content: bytes) -> list[Mutant]:
    """Return all mutants of a module in the order of its source."""
    mutants = sorted(
        _Walk(file, Source(content)).mutants(), key=lambda item: (item.start, item.end, item.text)
    )
    unique = {mutant.key: mutant for mutant in mutants if mutant.before != mutant.after}
    return list(unique.values())


def load_mutants(package: Path, areas: Sequence[str], excluded: Sequence[str] = ()) -> list[Mutant]:
    """Return all mutants of the modules below some folders of a package, without excluded paths."""
    files = [
        (path.relative_to(package).as_posix(), path)
        for area in areas
        for path in sorted((package / area).rglob("*.py"))
    ]
    return [
        mutant
        for file, path in files
        if not any(file == item or file.startswith(f"{item}/") for item in excluded)
        for mutant in mutants_of(file, path.read_bytes())
    ]


def draw(
    mutants: Sequence[Mutant], num: int, seed: int, is_valid: Callable[[Mutant], bool] = lambda _: True
) -> list[Mutant]:
    """Return a random sample with an equal share of each family, no two mutants of one statement.

    The result depends on the mutants and the seed only. Mutants that are not `is_valid` are not drawn.
    """
    chance = random.Random(seed)
    families: dict[str, list[Mutant]] = {}
    for mutant in mutants:
        families.setdefault(mutant.family, []).append(mutant)
    queues = [chance.sample(families[name], len(families[name])) for name in sorted(families)]
    drawn: list[Mutant] = []
    used: set[tuple[str, tuple[int, int]]] = set()
    while len(drawn) < num and any(queues):
        for queue in queues:
            while queue and ((queue[-1].file, queue[-1].lines) in used or not is_valid(queue[-1])):
                queue.pop()
            if queue and len(drawn) < num:
                drawn.append(queue.pop())
                used.add((drawn[-1].file, drawn[-1].lines))
    return drawn


@dataclass(frozen=True, slots=True)
class _Scope:
    """Surroundings of a node."""

    function: str = ""
    lines: tuple[int, int] = (1, 1)
    names: tuple[str, ...] = ()
    runs_at_import: bool = True
    is_compiled: bool = False
    in_message: bool = False
    is_default: bool = False
    assigned: frozenset[str] = frozenset()
    for_people: frozenset[str] = frozenset({"message"})


class _Walk:
    """Walk over the syntax tree of a module."""

    def __init__(self, file: str, source: Source) -> None:
        self._file = file
        self._source = source

    def mutants(self) -> Iterator[Mutant]:
        body = ast.parse(self._source.content).body
        yield from self._block(body, _Scope(is_compiled=_is_compiled(body)))

    def _block(self, body: Sequence[ast.stmt], scope: _Scope) -> Iterator[Mutant]:
        assigned = set(scope.assigned)
        for statement in body:
            yield from self._statement(statement, replace(scope, assigned=frozenset(assigned)))
            assigned.update(_targets(statement))

    def _statement(self, node: ast.stmt, scope: _Scope) -> Iterator[Mutant]:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                yield from self._definition(node, scope)
                return
            case ast.Import() | ast.ImportFrom() | ast.Assert() | ast.Expr(value=ast.Constant()):
                return
            case ast.If(test=ast.Name(id="TYPE_CHECKING")):
                return
            case ast.Assign(targets=[ast.Name(id=name)]) if name == "__all__" or name in scope.for_people:
                return
            case _:
                pass
        names = (*scope.names, *_targets(node)) if scope.runs_at_import else ()
        own = replace(scope, lines=_header(node), names=names, in_message=isinstance(node, ast.Raise))
        if isinstance(node, ast.AnnAssign) and scope.runs_at_import and scope.function:
            own = replace(own, is_default=True)  # a field of a class
        yield from self._changes(node, own)
        for name, field in ast.iter_fields(node):
            if name == "annotation":
                continue
            children = field if isinstance(field, list) else [field]
            statements = [child for child in children if isinstance(child, ast.stmt)]
            yield from self._block(statements, scope)
            for child in children:
                yield from self._part(child, scope, own)

    def _part(self, child: object, scope: _Scope, own: _Scope) -> Iterator[Mutant]:
        """Mutants of a part of a statement that is not a statement."""
        match child:
            case ast.match_case():
                last = child.guard or child.pattern
                header = replace(own, lines=(child.pattern.lineno, last.end_lineno or last.lineno))
                yield from self._expression(child.pattern, header)
                if child.guard is not None:
                    yield from self._changes(child, header)
                    yield from self._expression(child.guard, header)
                yield from self._block(child.body, scope)
            case ast.ExceptHandler():
                yield from self._changes(child, replace(own, lines=(child.lineno, child.lineno)))
                yield from self._block(child.body, scope)
            case ast.AST() if not isinstance(child, ast.stmt):
                yield from self._expression(child, own)
            case _:
                pass

    def _definition(
        self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef, scope: _Scope
    ) -> Iterator[Mutant]:
        if node.name in {"__str__", "__repr__"}:
            return
        function = f"{scope.function}.{node.name}".lstrip(".")
        names = (*scope.names, node.name) if scope.runs_at_import else ()
        if isinstance(node, ast.ClassDef):
            inner = _Scope(function, names=names, runs_at_import=scope.runs_at_import)
            yield from self._block(node.body, inner)
            return
        body = (node.body[0].lineno, node.body[-1].end_lineno or node.body[-1].lineno)
        for default in (*node.args.defaults, *node.args.kw_defaults):
            if default is not None:
                header = _Scope(function, body, names, is_compiled=scope.is_compiled, is_default=True)
                yield from self._expression(default, header)
        inner = _Scope(
            function, runs_at_import=False, is_compiled=scope.is_compiled, for_people=_for_people(node)
        )
        yield from self._block(node.body, inner)

    def _expression(self, node: ast.AST, scope: _Scope) -> Iterator[Mutant]:
        if isinstance(node, ast.JoinedStr) and scope.in_message:
            return
        yield from self._changes(node, scope)
        if isinstance(node, ast.Call) and _TAKES_MESSAGE.fullmatch(_label(node)):
            scope = replace(scope, in_message=True)
        for child in ast.iter_child_nodes(node):
            yield from self._expression(child, replace(scope, is_default=False))

    def _changes(self, node: ast.AST, scope: _Scope) -> Iterator[Mutant]:
        context = Context(scope.is_default, scope.assigned)
        if scope.in_message and isinstance(node, ast.Call) and _label(node) == "sorted":
            return  # the order of words in a text
        for change in changes_of(node, self._source, context):
            line, before, after = self._source.lines_of(change.start, change.end, change.text)
            yield Mutant(
                self._file,
                scope.function,
                change.family,
                line,
                scope.lines,
                scope.names,
                scope.is_compiled,
                change.start,
                change.end,
                change.text,
                before,
                after,
            )


def _label(call: ast.Call) -> str:
    """Last name of the called function."""
    match call.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def _for_people(function: ast.AST) -> frozenset[str]:
    """Names that a function uses only in its messages; `message` is always one of them."""
    names = {"message"}
    assigned = {name for node in ast.walk(function) for name in _only_target(node)}
    while True:
        outside = set(_loads(function, frozenset(names)))
        more = assigned - outside - names
        if not more:
            return frozenset(names)
        names |= more


def _only_target(node: ast.AST) -> tuple[str, ...]:
    return _targets(node) if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) else ()


def _loads(node: ast.AST, for_people: frozenset[str], *, is_message: bool = False) -> Iterator[str]:
    """Names that are read outside messages, and of what is assigned to `for_people`."""
    match node:
        case ast.Assign(targets=[ast.Name(id=name)]) if name in for_people:
            return
        case ast.JoinedStr() if is_message:
            return
        case ast.Name(id=name, ctx=ast.Load()):
            yield name
        case ast.Raise():
            is_message = True
        case ast.Call() if _TAKES_MESSAGE.fullmatch(_label(node)):
            is_message = True
        case ast.AugAssign(target=ast.Name(id=name)):
            yield name
    for child in ast.iter_child_nodes(node):
        yield from _loads(child, for_people, is_message=is_message)


def _is_compiled(body: Sequence[ast.stmt]) -> bool:
    """Whether a module has functions that numba compiles, or makes parts of them."""
    return any(
        (isinstance(node, ast.Import) and any(alias.name == "numba" for alias in node.names))
        or (
            isinstance(node, ast.FunctionDef)
            and any(isinstance(item, ast.Name) and item.id in _COMPILED_BY for item in node.decorator_list)
        )
        for node in body
    )


def _header(node: ast.stmt) -> tuple[int, int]:
    """Lines of a statement without the blocks below it."""
    match node:
        case ast.If(test=last) | ast.While(test=last) | ast.For(iter=last) | ast.Match(subject=last):
            return node.lineno, last.end_lineno or last.lineno
        case ast.With(items=items):
            return node.lineno, items[-1].context_expr.end_lineno or node.lineno
        case ast.Try():
            return node.lineno, node.lineno
        case _:
            return node.lineno, node.end_lineno or node.lineno


def _targets(node: ast.stmt) -> tuple[str, ...]:
    """Names that a statement assigns."""
    match node:
        case ast.Assign(targets=targets):
            trees: list[ast.AST] = list(targets)
        case ast.AnnAssign(target=target) | ast.AugAssign(target=target) | ast.For(target=target):
            trees = [target]
        case _:
            trees = []
    return tuple(name.id for tree in trees for name in ast.walk(tree) if isinstance(name, ast.Name))


def compiles(content: bytes) -> bool:
    """Whether a changed module is valid Python."""
    try:
        compile(content, "mutant", "exec", dont_inherit=True)
    except (SyntaxError, ValueError):
        return False
    return True

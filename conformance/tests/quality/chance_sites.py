# SPDX-License-Identifier: Apache-2.0
"""One-line mutants of a package by its syntax trees: every place where one can be made, and a draw by seed.

Operators:

    compare   a comparison is negated: `<` to `>=`, `==` to `!=`, `in` to `not in`
    boundary  a comparison includes or excludes its bound: `<` to `<=`
    check     a condition that leads to a jump, filters a comprehension or guards a pattern is dropped
    branch    the branches of a condition are swapped
    constant  an integer is one more or one less
    boolean   `and` to `or` and back; `not` is dropped
    call      a statement that is a call or a `yield` is removed

Not mutated: annotations, decorators, what is imported for type checking only, and texts for people: those
given to errors and findings, assigned to `message`, or made by `__str__`.
"""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

_NEGATED: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.Lt: ("<", ">="), ast.LtE: ("<=", ">"), ast.Gt: (">", "<="), ast.GtE: (">=", "<"),
    ast.Eq: ("==", "!="), ast.NotEq: ("!=", "=="), ast.In: ("in", "not in"), ast.NotIn: ("not in", "in"),
    ast.Is: ("is", "is not"), ast.IsNot: ("is not", "is"),
}  # fmt: skip
_BOUND: dict[type[ast.cmpop], str] = {ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">"}
_JUMPS = (ast.Raise, ast.Return, ast.Continue, ast.Break)
_MESSAGE_TAKERS = re.compile(
    r"[A-Z]\w*Error|Reject|\w*Finding|LimitExceeded|UnsupportedInput|\w*reject|\w*finding|\w*refuse|exceeded"
    r"|check_allowance"
)


@dataclass(frozen=True, slots=True)
class Change:
    """One way to change one place of a file.

    Attributes:
        file: path below the package.
        function: dotted name of the function or class around it; empty at the top of the module.
        operator: see the module.
        line: number of the first changed line.
        lines: first and last line of the statement or header around it.
        names: names defined by the statement, where it runs at import; uses of them reach it.
        start, end: changed bytes of the file.
        text: the new text there.
        before, after: the changed lines without margins and line ends.
    """

    file: str
    function: str
    operator: str
    line: int
    lines: tuple[int, int]
    names: tuple[str, ...]
    start: int
    end: int
    text: str
    before: str
    after: str

    @property
    def area(self) -> str:
        """Part of the package."""
        return self.file.partition("/")[0]

    @property
    def key(self) -> tuple[str, str, str, str]:
        """What identifies the change while the text of its line stays: no line number."""
        return self.file, self.function, self.before, self.after

    def apply(self, source: bytes) -> bytes:
        """The file with the change."""
        return source[: self.start] + self.text.encode() + source[self.end :]


@dataclass(frozen=True, slots=True)
class _Around:
    """What surrounds a node: names of definitions, lines of the statement, names it defines at import."""

    function: str = ""
    lines: tuple[int, int] = (1, 1)
    names: tuple[str, ...] = ()
    runs_at_import: bool = True
    in_message: bool = False


def changes_of(file: str, source: bytes) -> list[list[Change]]:
    """Places of a file in order, each with the ways to change it."""
    return list(_Walk(file, source).places())


def draw(places: Sequence[Sequence[Change]], num: int, seed: int) -> list[Change]:
    """As many different places, and one change of each; the same ones for the same seed."""
    chance = random.Random(seed)
    return [chance.choice(ways) for ways in chance.sample(places, min(num, len(places)))]


def load_places(package: Path, folders: Sequence[str], left_out: Sequence[str]) -> list[list[Change]]:
    """Places of all modules below folders of a package, without files and folders that are left out."""
    places: list[list[Change]] = []
    for folder in folders:
        for path in sorted((package / folder).rglob("*.py")):
            file = path.relative_to(package).as_posix()
            if not any(file == one or file.startswith(f"{one}/") for one in left_out):
                places += changes_of(file, path.read_bytes())
    return places


class _Walk:
    def __init__(self, file: str, source: bytes) -> None:
        self._file = file
        self._source = source
        self._starts = [0]
        for line in source.splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line))
        self._tree = ast.parse(source)

    def places(self) -> Iterator[list[Change]]:
        """Places in the order of the file."""
        found = list(self._block(self._tree.body, _Around()))
        yield from sorted(found, key=lambda ways: (ways[0].start, ways[0].end))

    def _block(self, body: Sequence[ast.stmt], around: _Around) -> Iterator[list[Change]]:
        for statement in body:
            yield from self._statement(statement, around)

    def _statement(self, node: ast.stmt, around: _Around) -> Iterator[list[Change]]:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield from self._definition(node, around)
            return
        if isinstance(node, ast.Import | ast.ImportFrom) or _is_text(node) or _is_for_types(node):
            return
        if isinstance(node, ast.Assign) and set(_targets(node)) == {"message"}:
            return
        here = _Around(
            around.function,
            _header(node),
            (*around.names, *_targets(node)) if around.runs_at_import else (),
            around.runs_at_import,
            isinstance(node, ast.Raise),
        )
        yield from self._own(node, here)
        for name, field in ast.iter_fields(node):
            if name == "annotation":
                continue
            for child in field if isinstance(field, list) else [field]:
                yield from self._child(child, around, here)

    def _child(self, child: object, around: _Around, here: _Around) -> Iterator[list[Change]]:
        """A part of a statement, which is a statement again or an expression."""
        if isinstance(child, ast.stmt):
            yield from self._statement(child, around)
        elif isinstance(child, ast.match_case):
            lines = child.pattern.lineno, (child.guard or child.pattern).end_lineno or child.pattern.lineno
            case = _Around(here.function, lines, here.names, here.runs_at_import)
            yield from self._expressions(child.pattern, case)
            if child.guard is not None:
                yield self._ways(case, "check", child.guard, "True")
                yield from self._expressions(child.guard, case)
            yield from self._block(child.body, around)
        elif isinstance(child, ast.ExceptHandler):
            yield from self._block(child.body, around)
        elif isinstance(child, ast.AST):
            yield from self._expressions(child, here)

    def _definition(
        self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef, around: _Around
    ) -> Iterator[list[Change]]:
        if node.name == "__str__":
            return
        function = f"{around.function}.{node.name}".lstrip(".")
        names = (*around.names, node.name) if around.runs_at_import else ()
        if isinstance(node, ast.ClassDef):
            yield from self._block(
                node.body, _Around(function, names=names, runs_at_import=around.runs_at_import)
            )
            return
        body = (node.body[0].lineno, node.body[-1].end_lineno or node.body[-1].lineno)
        for default in (*node.args.defaults, *node.args.kw_defaults):
            if default is not None:
                yield from self._expressions(default, _Around(function, body, names))
        yield from self._block(node.body, _Around(function, runs_at_import=False))

    def _own(self, node: ast.stmt, here: _Around) -> Iterator[list[Change]]:
        """Changes of the statement as a whole."""
        if isinstance(node, ast.If):
            if node.orelse:
                yield self._ways(here, "branch", node.test, f"not ({self._text(node.test)})")
            elif isinstance(node.body[-1], _JUMPS):
                yield self._ways(here, "check", node.test, "False")
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            yield self._ways(here, "call", node, "pass")
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Yield | ast.YieldFrom):
            yield self._ways(here, "call", node, "yield from ()")

    def _expressions(self, node: ast.AST, here: _Around) -> Iterator[list[Change]]:
        match node:
            case ast.JoinedStr() if here.in_message:
                return
            case ast.Compare():
                yield from self._comparisons(node, here)
            case ast.BoolOp():
                word, other = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
                for left, right in zip(node.values, node.values[1:], strict=False):
                    yield from self._between(here, left, right, word, [("boolean", other)])
            case ast.UnaryOp(op=ast.Not()):
                yield self._ways(here, "boolean", node, f"({self._text(node.operand)})")
            case ast.IfExp():
                yield self._ways(here, "branch", node.test, f"not ({self._text(node.test)})")
            case ast.comprehension():
                for condition in node.ifs:
                    yield self._ways(here, "check", condition, "True")
            case ast.Constant(value=int() as value) if not isinstance(value, bool):
                yield self._ways(here, "constant", node, f"{value + 1}", f"{value - 1}")
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
                if _MESSAGE_TAKERS.fullmatch(name):
                    here = _Around(here.function, here.lines, here.names, here.runs_at_import, True)
            case _:
                pass
        for child in ast.iter_child_nodes(node):
            yield from self._expressions(child, here)

    def _comparisons(self, node: ast.Compare, here: _Around) -> Iterator[list[Change]]:
        left = node.left
        for operator, right in zip(node.ops, node.comparators, strict=True):
            word, negated = _NEGATED[type(operator)]
            ways = [("compare", negated)]
            if type(operator) in _BOUND:
                ways.append(("boundary", _BOUND[type(operator)]))
            yield from self._between(here, left, right, word, ways)
            left = right

    def _between(
        self, here: _Around, left: ast.expr, right: ast.expr, word: str, ways: Sequence[tuple[str, str]]
    ) -> Iterator[list[Change]]:
        """Changes of the operator between two operands; none where a comment stands there as well."""
        start, end = self._span(left)[1], self._span(right)[0]
        pattern = re.escape(word).replace(r"\ ", r"\s+")
        pattern = rf"\b{pattern}\b" if word[0].isalpha() else pattern
        hits = list(re.finditer(pattern.encode(), self._source[start:end]))
        if len(hits) == 1:
            first, last = start + hits[0].start(), start + hits[0].end()
            yield [self._change(here, operator, first, last, text) for operator, text in ways]

    def _ways(self, here: _Around, operator: str, node: ast.AST, *texts: str) -> list[Change]:
        start, end = self._span(node)
        return [self._change(here, operator, start, end, text) for text in texts]

    def _change(self, here: _Around, operator: str, start: int, end: int, text: str) -> Change:
        first = self._source.rfind(b"\n", 0, start) + 1
        last = self._source.find(b"\n", end)
        last = len(self._source) if last < 0 else last
        line = self._source.count(b"\n", 0, start) + 1
        before = self._source[first:last]
        after = self._source[first:start] + text.encode() + self._source[end:last]
        return Change(
            self._file, here.function, operator, line, here.lines, here.names, start, end, text,
            " ".join(before.decode().split()), " ".join(after.decode().split()),
        )  # fmt: skip

    def _span(self, node: ast.AST) -> tuple[int, int]:
        assert isinstance(node, ast.expr | ast.stmt | ast.pattern)
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return (
            self._starts[node.lineno - 1] + node.col_offset,
            self._starts[node.end_lineno - 1] + node.end_col_offset,
        )

    def _text(self, node: ast.AST) -> str:
        start, end = self._span(node)
        return self._source[start:end].decode()


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _is_for_types(node: ast.stmt) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def _header(node: ast.stmt) -> tuple[int, int]:
    """Lines of a statement without the blocks below it."""
    match node:
        case ast.If(test=test) | ast.While(test=test):
            return node.lineno, test.end_lineno or test.lineno
        case ast.For(iter=values):
            return node.lineno, values.end_lineno or values.lineno
        case ast.With(items=items):
            return node.lineno, items[-1].context_expr.end_lineno or node.lineno
        case ast.Match(subject=subject):
            return node.lineno, subject.end_lineno or subject.lineno
        case _:
            return node.lineno, node.end_lineno or node.lineno


def _targets(node: ast.stmt) -> tuple[str, ...]:
    """Names that a statement assigns."""
    match node:
        case ast.Assign(targets=targets):
            found: list[ast.AST] = list(targets)
        case ast.AnnAssign(target=target) | ast.AugAssign(target=target):
            found = [target]
        case _:
            found = []
    return tuple(name.id for target in found for name in ast.walk(target) if isinstance(name, ast.Name))


Reach = Callable[[str, int, int], frozenset[str]]


def uses(sources: dict[str, str], names: Sequence[str]) -> Iterator[tuple[str, int]]:
    """Files and lines in which one of the names occurs as a word."""
    words = re.compile(rf"\b(?:{'|'.join(map(re.escape, names))})\b")
    for file, text in sources.items():
        for number, line in enumerate(text.splitlines(), 1):
            if words.search(line):
                yield file, number

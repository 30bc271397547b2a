# SPDX-License-Identifier: Apache-2.0
"""Mutation operators: the changes that a node of a syntax tree allows, by family.

Families:

    arithmetic   an operator of numbers or bits is replaced: `+` by `-`, `<<` by `>>`
    relational   a comparison is negated, or includes or excludes its bound: `<` to `>=`, `<` to `<=`
    logical      `and` to `or` and back; `not` is dropped
    constant     an integer is one more or one less; True and False are exchanged
    condition    a condition that leads to a jump, filters a comprehension or guards a pattern is dropped
    branch       branches of a condition are exchanged; the tests of `if` and `elif` are exchanged
    statement    a call, an assignment that replaces a value, `+=`, `del` or a `yield` is removed
    argument     two neighbouring arguments are exchanged, or a keyword argument is left out
    default      the default of a parameter or field is changed; the default of `.get` is left out
    slice        a bound of a slice is one more, one less, or left out
    exception    a handler does not handle one of its types; another type is raised
    loop         `break` and `continue` are exchanged or removed; a loop has no turn
    result       a function returns None
    library      a function of the library is replaced by its sibling: `min` by `max`, `lstrip` by `rstrip`
"""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

FAMILIES = (
    "arithmetic",
    "relational",
    "logical",
    "constant",
    "condition",
    "branch",
    "statement",
    "argument",
    "default",
    "slice",
    "exception",
    "loop",
    "result",
    "library",
)
_ARITHMETIC: dict[type[ast.operator], tuple[str, str]] = {
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "//"),
    ast.FloorDiv: ("//", "*"),
    ast.Div: ("/", "*"),
    ast.Mod: ("%", "//"),
    ast.Pow: ("**", "*"),
    ast.LShift: ("<<", ">>"),
    ast.RShift: (">>", "<<"),
    ast.BitAnd: ("&", "|"),
    ast.BitOr: ("|", "&"),
    ast.BitXor: ("^", "&"),
}
_NEGATED: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.Lt: ("<", ">="),
    ast.LtE: ("<=", ">"),
    ast.Gt: (">", "<="),
    ast.GtE: (">=", "<"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
}
_BOUND: dict[type[ast.cmpop], str] = {ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">"}
_PAIRS = (
    ("min", "max"),
    ("any", "all"),
    ("startswith", "endswith"),
    ("lstrip", "rstrip"),
    ("find", "rfind"),
    ("index", "rindex"),
    ("partition", "rpartition"),
    ("split", "rsplit"),
    ("removeprefix", "removesuffix"),
    ("lower", "upper"),
    ("append", "extend"),
    ("union", "intersection"),
    ("match", "search"),
    ("fullmatch", "match"),
)
_SIBLING = {**{right: left for left, right in _PAIRS}, **dict(_PAIRS)}
_ORDERED = {"sorted", "reversed"}  # replaced by `list`
_JUMPS = (ast.Raise, ast.Return, ast.Continue, ast.Break)


class Source:
    """The bytes of a module, and the positions of nodes in them."""

    def __init__(self, content: bytes) -> None:
        self.content = content
        lines = content.splitlines(keepends=True)
        self._starts = list(itertools.accumulate(map(len, lines), initial=0))

    def span(self, node: ast.AST) -> tuple[int, int]:
        """First byte of a node, and the byte after its last."""
        assert isinstance(node, ast.expr | ast.stmt | ast.pattern | ast.keyword)
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        start = self._starts[node.lineno - 1] + node.col_offset
        return start, self._starts[node.end_lineno - 1] + node.end_col_offset

    def text(self, node: ast.AST) -> str:
        """Source text of a node."""
        start, end = self.span(node)
        return self.content[start:end].decode()

    def lines_of(self, start: int, end: int, text: str) -> tuple[int, str, str]:
        """Number of the first changed line, and the changed lines before and after, white space collapsed."""
        first = self.content.rfind(b"\n", 0, start) + 1
        last = self.content.find(b"\n", end)
        last = len(self.content) if last < 0 else last
        before = self.content[first:last]
        after = self.content[first:start] + text.encode() + self.content[end:last]
        line = self.content.count(b"\n", 0, start) + 1
        return line, " ".join(before.decode().split()), " ".join(after.decode().split())


@dataclass(frozen=True, slots=True)
class Context:
    """Surroundings of a node that decide about its changes.

    Attributes:
        is_default: it is the default of a parameter or field.
        assigned: names that have a value before the statement.
    """

    is_default: bool
    assigned: frozenset[str]


@dataclass(frozen=True, slots=True)
class Change:
    """Replacement of some bytes of a module."""

    family: str
    start: int
    end: int
    text: str


def changes_of(node: ast.AST, source: Source, context: Context) -> Iterator[Change]:
    """Changes of one node, not of the nodes below it."""
    if isinstance(node, ast.stmt):
        yield from _statement(node, source, context)
        return
    if isinstance(node, ast.ExceptHandler):
        yield from _handler(node, source)
        return
    if isinstance(node, ast.match_case):
        if node.guard is not None:
            yield _whole("condition", node.guard, source, "True")
        return
    yield from _expression(node, source, context)


def _whole(family: str, node: ast.AST, source: Source, text: str) -> Change:
    return Change(family, *source.span(node), text)


def _between(
    family: str, nodes: tuple[ast.AST, ast.AST], source: Source, token: str, texts: Sequence[str]
) -> Iterator[Change]:
    """Replacements of the token between two nodes, unless it occurs twice there."""
    left, right = nodes
    start, end = source.span(left)[1], source.span(right)[0]
    pattern = re.escape(token).replace(r"\ ", r"\s+")
    if token[0].isalpha():
        pattern = rf"\b{pattern}\b"
    matches = list(re.finditer(pattern.encode(), source.content[start:end]))
    if len(matches) == 1:
        for text in texts:
            yield Change(family, start + matches[0].start(), start + matches[0].end(), text)


# --- statements ----------------------------------------------------------------------------------------


def _statement(node: ast.stmt, source: Source, context: Context) -> Iterator[Change]:
    match node:
        case ast.If():
            yield from _condition(node, source)
        case ast.Expr(value=ast.Call()) | ast.Delete():
            yield _whole("statement", node, source, "pass")
        case ast.Expr(value=ast.Yield() | ast.YieldFrom()):
            yield _whole("statement", node, source, "yield from ()")
        case ast.AugAssign():
            yield _whole("statement", node, source, "pass")
            token, other = _ARITHMETIC.get(type(node.op), ("", ""))
            if token and not _is_text(node.value):
                target, value = node.target, node.value
                yield from _between("arithmetic", (target, value), source, f"{token}=", [f"{other}="])
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield _whole("statement", node, source, "pass")
        case ast.Assign(targets=[ast.Name(id=name)]) if name in context.assigned:
            yield _whole("statement", node, source, "pass")
        case ast.Return(value=ast.expr() as value) if not _is_none(value):
            yield _whole("result", value, source, "None")
        case ast.Raise(exc=ast.Call(func=ast.Name() as name, keywords=[])):
            yield _whole("exception", name, source, "RuntimeError")
        case ast.Break():
            yield _whole("loop", node, source, "continue")
            yield _whole("loop", node, source, "pass")
        case ast.Continue():
            yield _whole("loop", node, source, "break")
            yield _whole("loop", node, source, "pass")
        case ast.For():
            yield _whole("loop", node.iter, source, "()")
        case ast.While():
            yield _whole("loop", node.test, source, "False")
        case _:
            pass


def _condition(node: ast.If, source: Source) -> Iterator[Change]:
    if not node.orelse:
        if isinstance(node.body[-1], _JUMPS):
            yield _whole("condition", node.test, source, "False")
        return
    yield _whole("branch", node.test, source, f"not ({source.text(node.test)})")
    match node.orelse:
        case [ast.If(test=other)]:
            (start, middle), (last, end) = source.span(node.test), source.span(other)
            between = source.content[middle:last].decode()
            yield Change("branch", start, end, f"{source.text(other)}{between}{source.text(node.test)}")
        case _:
            pass


def _handler(node: ast.ExceptHandler, source: Source) -> Iterator[Change]:
    match node.type:
        case ast.Tuple(elts=types) if len(types) > 1:
            for dropped in types:
                remaining = [source.text(item) for item in types if item is not dropped]
                yield _whole("exception", node.type, source, f"({', '.join(remaining)},)")
        case ast.expr() as kind:
            yield _whole("exception", kind, source, "ZeroDivisionError")
        case _:
            pass


# --- expressions ---------------------------------------------------------------------------------------


def _expression(node: ast.AST, source: Source, context: Context) -> Iterator[Change]:
    match node:
        case ast.BinOp() if type(node.op) in _ARITHMETIC and not _is_text(node.left, node.right):
            token, other = _ARITHMETIC[type(node.op)]
            yield from _between("arithmetic", (node.left, node.right), source, token, [other])
        case ast.Compare():
            yield from _comparison(node, source)
        case ast.BoolOp():
            token, other = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
            for left, right in itertools.pairwise(node.values):
                yield from _between("logical", (left, right), source, token, [other])
        case ast.UnaryOp(op=ast.Not()):
            yield _whole("logical", node, source, f"({source.text(node.operand)})")
        case ast.IfExp():
            yield _whole("branch", node.test, source, f"not ({source.text(node.test)})")
        case ast.comprehension():
            for condition in node.ifs:
                yield _whole("condition", condition, source, "True")
        case ast.Constant():
            family = "default" if context.is_default else "constant"
            for text in _other_constants(node.value, is_default=context.is_default):
                yield _whole(family, node, source, text)
        case ast.Slice():
            yield from _slice(node, source)
        case ast.Call():
            yield from _call(node, source)
        case _:
            pass


def _comparison(node: ast.Compare, source: Source) -> Iterator[Change]:
    left = node.left
    for operator, right in zip(node.ops, node.comparators, strict=True):
        token, negated = _NEGATED[type(operator)]
        texts = [negated, _BOUND[type(operator)]] if type(operator) in _BOUND else [negated]
        yield from _between("relational", (left, right), source, token, texts)
        left = right


def _slice(node: ast.Slice, source: Source) -> Iterator[Change]:
    for bound in (node.lower, node.upper):
        if bound is not None:
            text = source.text(bound)
            for changed in (f"({text}) + 1", f"({text}) - 1", ""):
                yield _whole("slice", bound, source, changed)


def _call(node: ast.Call, source: Source) -> Iterator[Change]:
    for left, right in itertools.pairwise(node.args):
        texts = source.text(left), source.text(right)
        if texts[0] != texts[1] and not any(isinstance(item, ast.Starred) for item in (left, right)):
            (start, middle), (last, end) = source.span(left), source.span(right)
            between = source.content[middle:last].decode()
            yield Change("argument", start, end, f"{texts[1]}{between}{texts[0]}")
    for keyword in node.keywords:
        start, end = source.span(keyword)
        if keyword.arg is not None and source.content[end : end + 1] in b",)":
            end += source.content[end : end + 1] == b","
            yield Change("argument", start, end, "")
    match node.func:
        case ast.Name(id="sorted" | "reversed") as name if len(node.args) == 1 and not node.keywords:
            yield _whole("library", name, source, "list")
        case ast.Name(id=name) if name in _SIBLING:
            yield _whole("library", node.func, source, _SIBLING[name])
        case ast.Attribute(attr="get") if len(node.args) == 2:
            start, end = source.span(node.args[0])[1], source.span(node.args[1])[1]
            yield Change("default", start, end, "")
        case ast.Attribute(attr="strip") as method:
            yield _whole("library", node, source, source.text(method.value))
        case ast.Attribute(attr=name) as method if name in _SIBLING:
            end = source.span(method)[1]
            yield Change("library", end - len(name), end, _SIBLING[name])
        case _:
            pass


def _other_constants(value: object, *, is_default: bool) -> Iterator[str]:
    match value:
        case bool():
            yield f"{not value}"
        case int():
            yield f"{value + 1}"
            yield f"{value - 1}"
        case "little" | "big":
            yield '"big"' if value == "little" else '"little"'
        case "" if is_default:
            yield '"x"'
        case None if is_default:
            yield "0"
        case _:
            pass


def _is_text(*nodes: ast.AST) -> bool:
    """Whether a node is a text, a list or a tuple, of which `-` is an error at once."""
    return any(
        isinstance(node, ast.JoinedStr | ast.List | ast.Tuple)
        or (isinstance(node, ast.Constant) and isinstance(node.value, str | bytes))
        for node in nodes
    )


def _is_none(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value is None

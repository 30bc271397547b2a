# SPDX-License-Identifier: Apache-2.0
"""Change functions of an imported package in place: every reference to a function sees its new code.

Neither code that runs at import nor code compiled by numba can be changed in this way.
"""

from __future__ import annotations

import functools
import gc
import importlib
import pkgutil
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

_IS_FUNCTION = 0x1  # flag of the code of a function; modules and bodies of classes lack it
_PARTS = (
    "co_code",
    "co_names",
    "co_varnames",
    "co_freevars",
    "co_cellvars",
    "co_exceptiontable",
    "co_flags",
    "co_argcount",
)


class NeedsImportError(Exception):
    """The change is of code that runs when the module is imported."""


@dataclass(frozen=True, slots=True)
class Functions:
    """Functions of an imported package by file and code, and its caches of results."""

    by_code: dict[tuple[str, CodeType], list[FunctionType]]
    caches: list[Any]

    def patch(self, path: str, source: bytes, changed: bytes) -> None:
        """Give the functions of a file the code of its changed source, and clear all caches.

        Raises:
            NeedsImportError: code that ran at import differs.
        """
        old, new = (compile(content, path, "exec", dont_inherit=True) for content in (source, changed))
        patches: list[tuple[FunctionType, CodeType]] = []
        for before, after, is_outermost in _differences(old, new):
            functions = self.by_code.get((path, before), [])
            if (is_outermost and not functions) or len(before.co_freevars) != len(after.co_freevars):
                raise NeedsImportError(before.co_name)
            patches += [(function, after) for function in functions]
        for function, code in patches:
            function.__code__ = code
        self.clear()

    def clear(self) -> None:
        """Forget the cached results of all functions."""
        for cache in self.caches:
            cache.cache_clear()


def import_all(package: str, root: Path, folders: Sequence[str]) -> None:
    """Import all modules of some folders of a package, except those whose libraries are not installed."""
    for folder in folders:
        for module in pkgutil.walk_packages([str(root / folder)], f"{package}.{folder}."):
            try:
                importlib.import_module(module.name)
            except ModuleNotFoundError as error:
                if (error.name or "").startswith(package):
                    raise


def index_functions(package: str) -> Functions:
    """Return the functions and caches of a package as it is imported now."""
    by_code: dict[tuple[str, CodeType], list[FunctionType]] = {}
    caches: list[Any] = []
    cached = type(functools.lru_cache(index_functions))
    gc.unfreeze()  # what the tests' configuration has frozen is not listed
    for item in gc.get_objects():
        if isinstance(item, FunctionType):
            name = item.__globals__.get("__name__")
            if isinstance(name, str) and name.startswith(package):
                module = sys.modules.get(name)
                if module is not None and item.__globals__ is vars(module):
                    by_code.setdefault((item.__code__.co_filename, item.__code__), []).append(item)
        elif isinstance(item, cached) and (item.__module__ or "").startswith(package):
            caches.append(item)
    return Functions(by_code, caches)


def _differences(old: CodeType, new: CodeType) -> Iterator[tuple[CodeType, CodeType, bool]]:
    """Functions that differ between two modules or bodies of classes; whether they are outermost."""
    if _own(old) != _own(new):
        raise NeedsImportError(old.co_name)
    for before, after in zip(_inner(old), _inner(new), strict=True):
        if before == after:
            continue
        if before.co_flags & _IS_FUNCTION:
            yield before, after, True
            yield from _nested(before, after)
        else:
            yield from _differences(before, after)


def _nested(old: CodeType, new: CodeType) -> Iterator[tuple[CodeType, CodeType, bool]]:
    """Differing functions within functions, if both have the same ones."""
    befores, afters = _inner(old), _inner(new)
    if [code.co_name for code in befores] == [code.co_name for code in afters]:
        for before, after in zip(befores, afters, strict=True):
            if before != after:
                yield before, after, False
                yield from _nested(before, after)


def _own(code: CodeType) -> tuple[Any, ...]:
    """The behaviour of a code object: without line numbers and nested functions."""
    names = [inner.co_name for inner in _inner(code)]
    constants = [repr(value) for value in code.co_consts if not isinstance(value, CodeType)]
    return (*(getattr(code, part) for part in _PARTS), names, constants)


def _inner(code: CodeType) -> list[CodeType]:
    return [value for value in code.co_consts if isinstance(value, CodeType)]

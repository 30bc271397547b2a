# SPDX-License-Identifier: Apache-2.0
"""The package imported once, and mutants made of it in forked processes without another import.

A function is changed by its code: every module, class and table that holds the function has the change, no
matter under which name it was imported. What runs at import cannot be changed so; `patch` says so, and the
caller imports the changed package instead.
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

_OPTIMIZED = 0x1  # of the flags of a code object: a function, neither a module nor the body of a class
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
    """The change is of something that runs at import."""


@dataclass(frozen=True, slots=True)
class Warm:
    """Functions of the imported package by file and code, and its caches of results."""

    functions: dict[tuple[str, CodeType], list[FunctionType]]
    caches: list[Any]

    def patch(self, path: str, source: bytes, changed: bytes) -> None:
        """Give the functions of a file the code of its changed source; forget results of calls.

        Raises:
            NeedsImportError: something differs that has run at import.
        """
        old, new = (compile(one, path, "exec", dont_inherit=True) for one in (source, changed))
        hits: list[tuple[FunctionType, CodeType]] = []
        for before, after, is_outermost in _differences(old, new):
            found = self.functions.get((path, before), [])
            if is_outermost and not found:
                raise NeedsImportError(before.co_name)
            if len(before.co_freevars) != len(after.co_freevars):
                raise NeedsImportError(before.co_name)
            hits += [(function, after) for function in found]
        for function, code in hits:
            function.__code__ = code
        for cache in self.caches:
            cache.cache_clear()


def import_package(package: str, folder: Path, parts: Sequence[str]) -> None:
    """Import all modules of parts of a package, but those whose libraries are not installed."""
    for part in parts:
        for module in pkgutil.walk_packages([str(folder / part)], f"{package}.{part}."):
            try:
                importlib.import_module(module.name)
            except ModuleNotFoundError as error:
                if (error.name or "").startswith(package):
                    raise


def index_package(package: str) -> Warm:
    """Functions and caches of what is imported now of a package."""
    functions: dict[tuple[str, CodeType], list[FunctionType]] = {}
    caches: list[Any] = []
    cached = type(functools.lru_cache(index_package))
    for one in gc.get_objects():
        if isinstance(one, FunctionType):
            name = one.__globals__.get("__name__")
            # modules that were imported before and are forgotten stay as they are: they judge
            if isinstance(name, str) and name.startswith(package):
                module = sys.modules.get(name)
                if module is not None and one.__globals__ is vars(module):
                    functions.setdefault((one.__code__.co_filename, one.__code__), []).append(one)
        elif isinstance(one, cached) and (one.__module__ or "").startswith(package):
            caches.append(one)
    return Warm(functions, caches)


def _differences(old: CodeType, new: CodeType) -> Iterator[tuple[CodeType, CodeType, bool]]:
    """Functions that differ between two modules or bodies of classes; whether they are outermost."""
    if _own(old) != _own(new):
        raise NeedsImportError(old.co_name)
    for before, after in zip(_inner(old), _inner(new), strict=True):
        if before == after:
            continue
        if before.co_flags & _OPTIMIZED:
            yield before, after, True
            yield from _nested(before, after)
        else:
            yield from _differences(before, after)


def _nested(old: CodeType, new: CodeType) -> Iterator[tuple[CodeType, CodeType, bool]]:
    """Functions within functions that differ, as far as both have them."""
    befores, afters = _inner(old), _inner(new)
    if [one.co_name for one in befores] == [one.co_name for one in afters]:
        for before, after in zip(befores, afters, strict=True):
            if before != after:
                yield before, after, False
                yield from _nested(before, after)


def _own(code: CodeType) -> tuple[Any, ...]:
    """What a code object does itself, without its lines and the functions in it."""
    names = [one.co_name for one in _inner(code)]
    constants = [repr(one) for one in code.co_consts if not isinstance(one, CodeType)]
    return (*(getattr(code, part) for part in _PARTS), names, constants)


def _inner(code: CodeType) -> list[CodeType]:
    return [one for one in code.co_consts if isinstance(one, CodeType)]

# SPDX-License-Identifier: Apache-2.0
"""Location of the project's data: inside the installed package, or in the checkout around it."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import Any

_PACKAGE = Path(__file__).resolve().parent


@cache
def data_root() -> Path:
    """Folder that holds `conformance/`, `fixtures/`, `generated/`, `ksy/` and `spec/`."""
    installed = _PACKAGE / "_data"
    return installed if installed.is_dir() else _PACKAGE.parent.parent


def is_checkout() -> bool:
    """True if running from a source checkout, where files of the project may be rewritten."""
    return not (_PACKAGE / "_data").is_dir()


@cache
def package_table(path: str) -> dict[str, Any]:
    """Content of a TOML file that is next to the modules that use it; `path` is below this package."""
    import tomllib  # noqa: PLC0415 - every command imports this module, few read a table

    return tomllib.loads((_PACKAGE / path).read_text("utf-8"))


def cases_dir() -> Path:
    """Folder of case manifests, one subfolder per surface."""
    return data_root() / "conformance" / "cases"


def expectations_dir() -> Path:
    """Folder of expectation lists, one file per implementation."""
    return data_root() / "conformance" / "expectations"


def defects_dir() -> Path:
    """Folder of data about defects of real implementations."""
    return data_root() / "conformance" / "defects"


def schemas_dir() -> Path:
    """Folder of JSON Schemas."""
    return data_root() / "conformance" / "schemas"


def adapters_dir() -> Path:
    """Folder of adapter sources in other languages."""
    return data_root() / "conformance" / "adapters"


def fixtures_dir() -> Path:
    """Folder of golden inputs and expected values."""
    return data_root() / "fixtures"


def spec_dir() -> Path:
    """Folder of the written specification."""
    return data_root() / "spec"


def ksy_dir() -> Path:
    """Folder of the grammars."""
    return data_root() / "ksy"


def generated_dir(language: str) -> Path:
    """Folder of the parsers generated for a language."""
    return data_root() / "generated" / language


def cache_dir() -> Path:
    """Folder for local builds (jars, compiled adapters).

    `HUDI_CONFORMANCE_CACHE` takes precedence, then `XDG_CACHE_HOME`, then `~/.cache`.
    """
    override = os.environ.get("HUDI_CONFORMANCE_CACHE")
    if override:
        return Path(override)
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "hudi-conformance"

# SPDX-License-Identifier: Apache-2.0
"""Open specification and conformance test suite for the binary formats that Apache Hudi persists.

The names of `__all__` are the Python API, described in `conformance/guides/api.md`; a module is imported
when its first name is used. Everything else is private and may move.
"""

__version__ = "0.1.0"

# Public name -> the module below this package that has it. The types of all are in `__init__.pyi`.
_HOMES = {
    "scan_log": "api.logs",
    "walk_blocks": "api.logs",
    "read_log": "api.contents",
    "scan_log_records": "api.columns",
    "open_hfile": "api.hfiles",
    "scan_hfile": "api.columns",
    "HFileReader": "api.hfiles",
    "read_timeline": "api.timelines",
    "read_instant": "api.timelines",
    "archive_files": "api.timelines",
    "read_archive": "api.timelines",
    "list_archived": "api.timelines",
    "read_history": "api.timelines",
    "list_history": "api.columns",
    "scan_history": "api.columns",
    "decode_metadata": "api.timelines",
    "open_table": "api.tables",
    "TableReader": "api.tables",
    "Damage": "api.damages",
    "DamagedFiles": "api.damages",
    "DamageWarning": "api.damages",
    "audit_files": "api.lakes",
    "Audit": "api.lakes",
    "salvage_file": "api.files",
    "Salvage": "api.files",
    "inspect_file": "api.files",
    "Inspection": "api.files",
    "inspection_to_json": "api.files",
    "to_json": "api.to_json",
    "Reading": "api.reading",
    "Reject": "errors",
    "LimitExceeded": "errors",
    "UnsupportedInput": "errors",
}
__all__ = ["__version__", *_HOMES]  # noqa: PLE0604 - they are strings


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module  # noqa: PLC0415 - `import hudi_conformance` loads nothing

    found = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})

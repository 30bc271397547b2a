# SPDX-License-Identifier: Apache-2.0
"""Open specification and conformance test suite for the binary formats that Apache Hudi persists.

The names of `__all__` are the Python API, described in `conformance/guides/api.md`; a module is imported
when its first name is used. Everything else is private and may move.
"""

__version__ = "0.1.0"

# Public names by the module below this package that has them. The types of all are in `__init__.pyi`.
_MODULES = {
    "api.logs": ("scan_log", "walk_blocks"),
    "api.contents": ("read_log",),
    "api.columns": ("scan_log_records", "scan_hfile", "list_history", "scan_history"),
    "api.hfiles": ("open_hfile", "HFileReader"),
    "api.timelines": (
        "read_timeline", "read_instant", "archive_files", "read_archive", "list_archived", "read_history",
        "decode_metadata",
    ),
    "api.tables": ("open_table", "TableReader"),
    "api.damages": ("Damage", "DamagedFiles", "DamageWarning"),
    "api.lakes": ("audit_files", "Audit"),
    "api.files": ("salvage_file", "Salvage", "inspect_file", "Inspection", "inspection_to_json"),
    "api.to_json": ("to_json",),
    "api.reading": ("Reading",),
    "errors": ("Reject", "LimitExceeded", "UnsupportedInput"),
}  # fmt: skip
_HOMES = {name: module for module, names in _MODULES.items() for name in names}
__all__ = ["__version__", *_HOMES]  # noqa: PLE0604 - they are strings


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module  # noqa: PLC0415 - `import hudi_conformance` loads nothing

    value = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})

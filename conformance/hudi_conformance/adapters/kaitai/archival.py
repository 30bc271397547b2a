# SPDX-License-Identifier: Apache-2.0
"""Commands `archive.plan`, `archive.merge_plan`, `archive.recover` of the adapter `kaitai-python`."""

from __future__ import annotations

import json
from pathlib import Path

from hudi_conformance.adapters.kaitai.request import Args, Value
from hudi_conformance.decode.timeline.history import history_folder
from hudi_conformance.decode.timeline.listing import inside, read_table_properties
from hudi_conformance.errors import Reject, UnsupportedInput
from hudi_conformance.model.properties.options import ARCHIVE_MERGE
from hudi_conformance.model.properties.table import ARCHIVE_FOLDER
from hudi_conformance.model.properties.values import TableType
from hudi_conformance.model.table_version import Feature, TableVersion
from hudi_conformance.model.timeline import LAYOUT_2
from hudi_conformance.semantics.archival import merge as archive_merge
from hudi_conformance.semantics.archival.plan import ArchivalInput, plan_archival
from hudi_conformance.semantics.archival.timeline import instant_files

FEATURES = ["archive.line.0.15", "archive.line.1.2"]
MAX_PLAN_BYTES = 16 << 20


def archive_plan(args: Args) -> Value:
    """Answer `archive.plan`.

    Raises:
        Reject: a configuration that no archiver accepts.
    """
    table = args["table"]
    version = TableVersion(table["version"])
    metadata = args.get("metadata_table")
    data = args.get("data_timeline")
    layout = LAYOUT_2 if version.has(Feature.LAYOUT_2) else 1
    plan = plan_archival(
        ArchivalInput(
            is_1x=_is_1x(args),
            layout=layout,
            is_merge_on_read=table["type"] == TableType.MERGE_ON_READ,
            files=instant_files(args["timeline"], layout),
            config=args.get("config", {}),
            clean_plans={
                time: (plan.get("earliest"), tuple(plan.get("savepoints", ())))
                for time, plan in args.get("clean_plans", {}).items()
            },
            clean_metadata={
                time: item.get("earliest", "") for time, item in args.get("clean_metadata", {}).items()
            },
            metadata_compaction=None if metadata is None else metadata.get("latest_compaction"),
            has_metadata_table=metadata is not None,
            data_files=None if data is None else instant_files(data, layout),
        )
    )
    return {
        "keep": {"min": plan.keep_min, "max": plan.keep_max},
        "archive": list(plan.archive),
        "blocks": list(plan.blocks),
        "history_file": plan.history_file,
        "delete": {"pending": list(plan.delete_pending), "completed": list(plan.delete_completed)},
    }


def _is_1x(args: Args) -> bool:
    line = args["line"]
    if line not in {"0.15", "1.2"}:
        raise UnsupportedInput(f"line {line!r}")
    return bool(line == "1.2")


def archive_merge_plan(args: Args) -> Value:
    """Answer `archive.merge_plan`, of layout 1 if `files` are given, otherwise of layout 2."""
    config = args.get("config", {})
    if "files" in args:
        files = [(item["name"], int(item["len"])) for item in args["files"]]
        merge = archive_merge.plan_merge(files, config, args.get("scheme", "file"))
        return {"candidates": list(merge.candidates), "merged": merge.merged}
    plan = archive_merge.plan_history(
        archive_merge.HistoryState(
            version=int(args["version"]),
            manifest=tuple((item["fileName"], int(item["fileLen"])) for item in args["manifest"]),
            manifests=tuple(int(version) for version in args["manifests"]),
            named={int(version): names for version, names in args.get("named", {}).items()},
            present=tuple(args["present"]),
            sizes={name: int(size) for name, size in args.get("sizes", {}).items()},
        ),
        config,
    )
    return {
        "compactions": [{"inputs": list(c.inputs), "output": c.output} for c in plan.compactions],
        "version": plan.version,
        "files": list(plan.files),
        "delete": {"manifests": list(plan.delete_manifests), "files": list(plan.delete_files)},
    }


def archive_recover(folder: Path, args: Args) -> Value:
    """Answer `archive.recover` for the folder of a table.

    Raises:
        Reject: a history whose version cannot be determined.
        UnsupportedInput: an unknown kind.
    """
    match args.get("kind"):
        case "merge":
            return _recover_merge(folder, args)
        case "history":
            return _recover_history(folder)
    raise UnsupportedInput(f"kind {args.get('kind')!r}")


def _recover_merge(folder: Path, args: Args) -> Value:
    name = ARCHIVE_FOLDER.get(read_table_properties(folder).entries)
    archived = inside(folder / ".hoodie", name)
    config = args.get("config", {})
    present = {item.name for item in archived.iterdir()} if archived.is_dir() else set()
    state, candidates, merged = _read_plan(archived / "mergeArchivePlan")
    is_off = ARCHIVE_MERGE.text(config) is not None and not ARCHIVE_MERGE.get(config)
    if state == "absent" or is_off or args.get("scheme", "file") in archive_merge.APPENDING_SCHEMES:
        return {"plan": state, "merge": "none", "delete": []}
    plan = [f"{name}/mergeArchivePlan"]
    if state == "unreadable":
        return {"plan": state, "merge": "none", "delete": plan}
    recovery = archive_merge.recover_merge(candidates, merged, present)
    return {
        "plan": state,
        "merge": recovery.merge,
        "delete": [f"{name}/{file}" for file in recovery.delete] + plan,
    }


def _read_plan(path: Path) -> tuple[str, list[str], str]:
    """State of the plan, its candidates and its result by name; an unreadable plan is ignored."""
    from hudi_conformance.decode.timeline.content import decode_container_records  # noqa: PLC0415 - slow

    if not path.is_file():
        return "absent", [], ""
    try:
        if path.stat().st_size > MAX_PLAN_BYTES:
            return "unreadable", [], ""
        (record,) = decode_container_records(path.read_bytes())
        candidates = [_last(name) for name in record["candidate"]]
        return "read", candidates, _last(record["mergedArchiveFileName"])
    except (Reject, ValueError, KeyError, TypeError):
        return "unreadable", [], ""


def _last(uri: object) -> str:
    if not isinstance(uri, str):
        raise TypeError("a candidate is not a text")
    return uri.rpartition("/")[2]


def _recover_history(folder: Path) -> Value:
    history = history_folder(folder)
    names = [item.name for item in history.iterdir()] if history.is_dir() else []
    version_file = history / "_version_"
    text = version_file.read_text("utf-8", "replace").strip() if version_file.is_file() else None
    recovery = archive_merge.recover_history(text, names)
    files = [name for name in names if archive_merge.is_history_file(name)]
    named: list[str] = []
    if recovery.version is not None:
        try:
            manifest = json.loads((history / f"manifest_{recovery.version}").read_bytes())
            named = [item["fileName"] for item in manifest["files"]]
        except (ValueError, KeyError, TypeError) as error:
            raise Reject("bad-value", None, "history.manifest.form", f"manifest: {error}") from None
    return {
        "version": None if recovery.version is None else str(recovery.version),
        "by": recovery.by,
        "stale": list(recovery.stale),
        "garbage": sorted(name for name in files if name not in named),
        "missing": sorted(name for name in named if name not in files),
    }

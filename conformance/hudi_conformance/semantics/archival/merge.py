# SPDX-License-Identifier: Apache-2.0
"""Merging of small archives: the merge of layout 1, the compaction of the history of layout 2."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hudi_conformance.errors import Reject
from hudi_conformance.model.properties import options

# File systems on which archives are appended to: there are no small files to merge [archive.merge.when].
APPENDING_SCHEMES = frozenset(
    {"hdfs", "afs", "maprfs", "igfs", "viewfs", "ofs", "jfs", "cfs", "dfs", "webhdfs", "ignite", "adl"}
)
_ARCHIVE = re.compile(r"\.commits_\.archive\.(?P<number>[0-9]+)(?:_(?P<token>[0-9]+-[0-9]+-[0-9]+))?")
_HISTORY = re.compile(r"(?P<low>[0-9]+)_(?P<high>[0-9]+)_(?P<level>[0-9])\.parquet")
_MANIFEST = re.compile(r"manifest_(?P<version>[0-9]+)")


@dataclass(frozen=True, slots=True)
class ArchiveMerge:
    """Archives to merge, newest first, and the resulting file; none if nothing is to be merged."""

    candidates: tuple[str, ...] = ()
    merged: str | None = None


def plan_merge(files: Sequence[tuple[str, int]], config: Mapping[str, str], scheme: str) -> ArchiveMerge:
    """Plan of layout 1: the newest run of small archives, a full batch of it.

    Args:
        files: names and sizes in bytes of the archives.
        config: configuration; absent options have Hudi's default.
        scheme: scheme of the file system.
    """
    if not options.ARCHIVE_MERGE.get(config) or scheme in APPENDING_SCHEMES:
        return ArchiveMerge()
    batch = options.ARCHIVE_MERGE_BATCH.get(config)
    limit = options.ARCHIVE_MERGE_SMALL.get(config)
    numbered = []
    for name, size in files:
        match = _ARCHIVE.fullmatch(name)
        if match is not None:
            numbered.append((int(match["number"]), name, size))
    numbered.sort(reverse=True)
    run: list[str] = []
    for _, name, size in numbered:
        if size > limit:
            break
        run.append(name)
    if len(run) < batch or not run:
        return ArchiveMerge()
    return ArchiveMerge(tuple(run), f".commits_.archive.{numbered[0][0] + 1}_1-0-1")


@dataclass(frozen=True, slots=True)
class HistoryCompaction:
    """Files of one level that are merged into one file of the next."""

    inputs: tuple[str, ...]
    output: str


@dataclass(frozen=True, slots=True)
class HistoryPlan:
    """A compaction of the history, and the files that no manifest names after it."""

    compactions: tuple[HistoryCompaction, ...]
    version: str
    files: tuple[str, ...]
    delete_manifests: tuple[str, ...]
    delete_files: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HistoryState:
    """A history folder.

    Attributes:
        version: version that is read.
        manifest: files of that version and their sizes in bytes, in order.
        manifests: versions that are present.
        named: files that older manifests name, by version.
        present: history files in the folder.
        sizes: sizes of compacted files if they are known; otherwise the sum of the inputs.
    """

    version: int
    manifest: tuple[tuple[str, int], ...]
    manifests: tuple[int, ...]
    named: Mapping[int, Sequence[str]]
    present: tuple[str, ...]
    sizes: Mapping[str, int]


def plan_history(state: HistoryState, config: Mapping[str, str]) -> HistoryPlan:
    """Plan of layout 2: compaction by level, then cleaning [history.compaction.*], [history.clean.retained].

    Raises:
        Reject: bad-value if a manifest names a file that is not a history file.
    """
    batch = options.HISTORY_BATCH.get(config)
    cap = options.HISTORY_MAX_BYTES.get(config)
    retained = options.HISTORY_RETAINED.get(config)
    files = dict(state.manifest)
    versions = {version: list(state.named.get(version, ())) for version in state.manifests}
    versions[state.version] = list(files)
    compactions: list[HistoryCompaction] = []
    version, level = state.version, 0
    while True:
        inputs = _candidates(files, level, batch, cap)
        if len(inputs) < 2:
            break
        output = _output(inputs, level + 1)
        size = state.sizes.get(output, sum(files[name] for name in inputs))
        files = {name: known for name, known in files.items() if name not in inputs} | {output: size}
        compactions.append(HistoryCompaction(tuple(inputs), output))
        version += 1
        versions[version] = list(files)
        level += 1
    manifests, unnamed = _cleaned(
        versions, {*state.present, *(c.output for c in compactions)}, retained, len(compactions)
    )
    return HistoryPlan(tuple(compactions), str(version), tuple(files), manifests, unnamed)


def _candidates(files: Mapping[str, int], level: int, batch: int, cap: int) -> list[str]:
    candidates = sorted(name for name in files if _parsed(name)["level"] == str(level))
    if len(candidates) < batch:
        return []
    taken: list[str] = []
    total = 0
    for name in candidates:
        taken.append(name)
        total += files[name]
        if total > cap:
            if len(taken) > 1:
                break
            taken, total = [], 0  # too large on its own: it stays at its level
        elif len(taken) == batch:
            break
    return taken


def _output(inputs: Sequence[str], level: int) -> str:
    low = min(_parsed(name)["low"] for name in inputs)
    high = max(_parsed(name)["high"] for name in inputs)
    return f"{low}_{high}_{level}.parquet"


def _parsed(name: str) -> re.Match[str]:
    match = _HISTORY.fullmatch(name)
    if match is None:
        raise Reject("bad-value", None, "history.file.names", f"{name!r:.60} is not a history file")
    return match


def _cleaned(
    versions: Mapping[int, Sequence[str]], present: set[str], retained: int, num_compactions: int
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    remaining = sorted(versions)[-(retained + num_compactions) :]
    if len(remaining) == len(versions):
        return (), ()
    named = {name for version in remaining for name in versions[version]}
    dropped = tuple(str(version) for version in sorted(versions) if version not in remaining)
    return dropped, tuple(sorted(name for name in present if name not in named))


# --- recovery ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MergeRecovery:
    """Recovery of a merge that a crash may have interrupted [archive.merge.recovery].

    Attributes:
        merge: `none`, `undone`, `finished`, or `lost` if neither candidates nor result exist.
        delete: names of archives to delete, in order; the plan itself is deleted last.
    """

    merge: str
    delete: tuple[str, ...]


def recover_merge(candidates: Sequence[str], merged: str, present: set[str]) -> MergeRecovery:
    """Finish or undo the merge of a plan, depending on the files in the folder."""
    remaining = sorted(present.intersection(candidates))
    if len(remaining) == len(set(candidates)):
        return MergeRecovery("undone", (merged,) if merged in present else ())
    if merged in present:
        return MergeRecovery("finished", tuple(remaining))
    return MergeRecovery("lost", ())


@dataclass(frozen=True, slots=True)
class HistoryRecovery:
    """The current version of a history, and files that a crash left [history.version.*]."""

    version: int | None
    by: str
    stale: tuple[str, ...]


def recover_history(version_file: str | None, names: Sequence[str]) -> HistoryRecovery:
    """The version to read: that of the version file, otherwise the greatest manifest.

    Raises:
        Reject: bad-reference if the version file names an absent manifest.
    """
    present = sorted(int(match["version"]) for name in names if (match := _MANIFEST.fullmatch(name)))
    version: int | None = None
    by = "none"
    if version_file is not None and re.fullmatch(r"[0-9]{1,18}", version_file):
        version, by = int(version_file), "version-file"
        if version not in present:
            message = f"the version file names manifest_{version}, which is not there"
            raise Reject("bad-reference", None, "history.version.missing-manifest", message)
    elif present:
        version, by = present[-1], "listing"
    stale = tuple(f"manifest_{number}" for number in present if version is not None and number > version)
    return HistoryRecovery(version, by, stale)


def is_history_file(name: str) -> bool:
    """Whether a name is that of a history file [history.file.names]."""
    return _HISTORY.fullmatch(name) is not None

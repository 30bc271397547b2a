# SPDX-License-Identifier: Apache-2.0
"""Repairs of data files: moved, doubled, torn at their end."""

from __future__ import annotations

import filecmp
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

from hudi_conformance.decode.log.scan import LEN_MAGIC, walk_log
from hudi_conformance.decode.source import open_source
from hudi_conformance.look.text import counted
from hudi_conformance.model.base_file import PARTITION_METADATA, format_of
from hudi_conformance.model.block_type import BlockType
from hudi_conformance.repair.evidence import Evidence
from hudi_conformance.repair.model import Cut, Move, Repair, SetAside


def rename_back(evidence: Evidence) -> Iterator[Repair]:
    """Folders under another name: all files that commits name in an absent folder lie in one other folder."""
    absent: dict[str, set[str]] = defaultdict(set)
    for path in evidence.named.keys() - evidence.files.keys():
        folder, _, name = path.rpartition("/")
        if folder and name and not (evidence.folder / folder).exists():
            absent[folder].add(name)
    named_folders = {path.rpartition("/")[0] for path in evidence.named}
    lying: dict[str, set[str]] = defaultdict(set)  # folders by name of a file
    for path in evidence.files:
        if path.rpartition("/")[0] not in named_folders:
            lying[path.rpartition("/")[2]].add(path.rpartition("/")[0])
    for folder, files in sorted(absent.items()):
        candidates = Counter(other for name in files for other in lying.get(name, ()))
        other = min(candidates, default="")
        if len(candidates) == 1 and other in lying[PARTITION_METADATA]:
            yield Repair(
                f"Rename the folder {other} to {folder}.",
                f"Commits name {counted(len(files), 'file')} in {folder}, which does not exist; "
                f"{candidates[other]} of them are in {other}, which no commit names.",
                "The rows of the partition are readable again. Nothing is lost.",
                (Move(other, folder, None),),
            )


def move_back(evidence: Evidence) -> Iterator[Repair]:
    """Misplaced files: a file with the name and size that a commit states, at a path that no commit names."""
    lying: dict[str, list[str]] = defaultdict(list)
    for path in evidence.files:
        if path not in evidence.named:
            lying[path.rpartition("/")[2]].append(path)
    for path, stat in sorted(evidence.named.items()):
        name = path.rpartition("/")[2]
        if not name or path in evidence.files or len(lying[name]) != 1:
            continue
        if not (evidence.folder / path).parent.is_dir():
            continue
        source = lying[name][0]
        size = evidence.files[source]
        stated = stat.values.get("fileSizeInBytes")
        if format_of(name) is not None and stated not in {size, None, 0}:
            continue  # another file under this name
        yield Repair(
            f"Move {source} back to {path}.",
            f"{stat.instant.name} names {path}, which does not exist; no commit names {source}, which has "
            f"this name and {size} bytes.",
            "The rows of the file are readable again. Nothing is lost.",
            (Move(source, path, size),),
        )


def set_copies_aside(evidence: Evidence) -> Iterator[Repair]:
    """Copies of a file that a commit names: same name, same bytes, in another folder."""
    by_name = {path.rpartition("/")[2]: path for path in evidence.named if path in evidence.files}
    for path, size in evidence.files.items():
        original = by_name.get(path.rpartition("/")[2])
        if original is None or path in evidence.named or size != evidence.files[original]:
            continue
        if filecmp.cmp(evidence.folder / path, evidence.folder / original, shallow=False):
            yield Repair(
                f"Set aside {path}, a copy of {original}.",
                f"{evidence.named[original].instant.name} names {original}; no commit names the copy. The "
                "bytes of both are equal.",
                "Readers that list folders no longer return the rows of the copy. Nothing is lost.",
                (SetAside(path, size),),
            )


def cut_torn_logs(evidence: Evidence) -> Iterator[Repair]:
    """Log files whose last block ends after the file: intact blocks before it stay."""
    torn: dict[str, dict[int, str]] = defaultdict(dict)
    for path, row in evidence.rows("log.recovery.corrupt-check"):
        if path in evidence.files and "left in the file" in row.message:
            torn[path][(row.ofs or 0) - LEN_MAGIC] = row.message
    for path, messages in torn.items():
        keep = _end_of_intact(evidence.folder / path)
        if keep == 0 or keep not in messages:
            continue
        yield Repair(
            f"Truncate {path} before its torn last block.",
            f"The block at offset {keep} is longer than the file: {messages[keep]}.",
            "Readers that reject torn blocks read the blocks before it. Rows of the torn block remain lost:"
            " `hudi-conformance salvage` extracts the readable ones; run it first.",
            (Cut(path, keep, evidence.files[path]),),
        )


def _end_of_intact(path: Path) -> int:
    """End of the last intact block of a log file; in a torn block, content may look like another block."""
    with open_source(path) as buffer:
        intact = (block for block in walk_log(buffer) if block.type is not BlockType.CORRUPT_BLOCK)
        return max((block.span.end for block in intact), default=0)

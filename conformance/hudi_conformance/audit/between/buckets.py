# SPDX-License-Identifier: Apache-2.0
"""File groups of bucket indexes, and record keys that releases spell differently.

Only file ids and files of consistent hashing reveal that a table has a bucket index. The check reads the
bounds of record keys in base files and the first keys of log blocks. This suffices to detect two spellings of
keys, and keys in a wrong bucket.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass

from hudi_conformance.audit.between.first_keys import log_keys
from hudi_conformance.audit.between.subject import Subject, damage, log_name, violation
from hudi_conformance.audit.findings import FindingRow
from hudi_conformance.decode.bucket.files import decode_hashing_config, decode_hashing_meta
from hudi_conformance.errors import Reject
from hudi_conformance.model.base_file import PARQUET, BaseFileName, format_of
from hudi_conformance.model.bucket import (
    CONFIG_FOLDER,
    CONFIG_SUFFIX,
    HASHING_FOLDER,
    HASHING_SUFFIX,
    HashingMeta,
)
from hudi_conformance.model.properties import table as props
from hudi_conformance.model.properties.generator import is_complex
from hudi_conformance.model.timeline import State
from hudi_conformance.semantics.keys.buckets import bucket_hash, bucket_of_file, partition_buckets
from hudi_conformance.semantics.keys.record_key import key_values
from hudi_conformance.semantics.keys.ring import holding_file, node_of, ring_findings
from hudi_conformance.semantics.merge.rules import Line

_FOLDER = f".hoodie/{HASHING_FOLDER}/"
_MAX_BUCKETS = 1 << 16  # a greater number is a part of a random id
_MAX_TRIED = 1 << 12  # numbers of buckets
Group = tuple[str, str]
"""Partition and file id."""


@dataclass(slots=True)
class _Live:
    """A live file group: its newest file, and some of its record keys."""

    path: str
    keys: frozenset[str] = frozenset()


def check_bucket_groups(subject: Subject) -> Iterator[FindingRow]:
    """Two live file groups of one bucket in one partition."""
    of_bucket: dict[tuple[str, int], list[Group]] = defaultdict(list)
    live = _live_groups(subject)
    for partition, file_id in live:
        bucket = bucket_of_file(file_id)
        if bucket is not None:
            of_bucket[partition, bucket].append((partition, file_id))
    for (partition, bucket), groups in sorted(of_bucket.items()):
        if len(groups) > 1:
            names = " and ".join(file_id for _, file_id in groups[:2])
            message = (
                f"{names} are both bucket {bucket} of {_shown(partition)}: readers return the rows of both,"
                " and writers with a bucket index fail"
            )
            yield damage(live[groups[-1]].path, "bucket-twice", "duplicate", message)


def check_bucket_keys(subject: Subject) -> Iterator[FindingRow]:
    """Keys in the buckets of two different ways to parse keys."""
    buckets = {group: bucket_of_file(group[1]) for group in _live_groups(subject)}
    if not buckets or any(bucket is None or bucket >= _MAX_BUCKETS for bucket in buckets.values()):
        return
    live = _live_groups(subject, has_keys=True)
    fields = list(props.RECORD_KEY_FIELDS.get(subject.facts.timeline.properties))
    partitions: dict[str, set[tuple[str, int]]] = defaultdict(set)
    last: dict[str, str] = {}
    for group, bucket in buckets.items():
        partitions[group[0]].update((key, bucket or 0) for key in live[group].keys)
        last[group[0]] = max(live[group].path, last.get(group[0], ""))
    for partition, placed in sorted(partitions.items()):
        mixed = _mixed(placed, fields)
        if mixed is None:
            yield from _key_twice(partition, placed, last[partition])
            continue
        num, of_old, of_new = mixed
        message = (
            f"of the keys of {_shown(partition)}, with {num} buckets, {of_old!r:.60} is where releases of 0.x"
            f" put it and {of_new!r:.60} where those of 1.x do: releases of both series have written, so"
            " updates become second rows"
        )
        yield damage(last[partition], "bucket-keys", "bad-value", message)


def _key_twice(partition: str, placed: Set[tuple[str, int]], path: str) -> Iterator[FindingRow]:
    twice = sorted(key for key, num in Counter(key for key, _ in placed).items() if num > 1)
    if twice:
        numbers = " and ".join(f"{bucket}" for key, bucket in sorted(placed) if key == twice[0])
        message = f"the key {twice[0]!r:.60} of {_shown(partition)} is in the buckets {numbers}: expected one"
        yield damage(path, "bucket-keys", "duplicate", message)


def _mixed(placed: Set[tuple[str, int]], fields: Sequence[str]) -> tuple[int, str, str] | None:
    """A number of buckets for which both parsings of keys are needed; None if one parsing fits all keys.

    Also returns a key in a bucket that only 0.x uses, and one in a bucket that only 1.x uses.
    """
    old, new = (
        [(key, bucket, bucket_hash(key_values(key, fields, line))) for key, bucket in sorted(placed)]
        for line in (Line.V0_15, Line.V1_2)
    )
    numbers = range(max((bucket for _, bucket in placed), default=0) + 1, _MAX_TRIED + 1)

    def fits(keys: Sequence[tuple[str, int, int]], num: int) -> list[bool]:
        return [value % num == bucket for _, bucket, value in keys]

    if old == new or any(all(fits(old, num)) or all(fits(new, num)) for num in numbers):
        return None
    for num in numbers:
        is_old, is_new = fits(old, num), fits(new, num)
        if all(first or other for first, other in zip(is_old, is_new, strict=True)):
            return num, old[is_new.index(False)][0], new[is_old.index(False)][0]
    return None


def check_key_forms(subject: Subject) -> Iterator[FindingRow]:
    """Record keys with and without the name of their only field [key.record.complex]."""
    properties = subject.facts.timeline.properties
    fields = list(props.RECORD_KEY_FIELDS.get(properties))
    if len(fields) != 1 or not is_complex(properties):
        return
    prefix = f"{fields[0]}:"
    named: list[str] = []
    bare: list[str] = []
    for item in _live_groups(subject, has_keys=True).values():
        for key in item.keys:
            (named if key.startswith(prefix) else bare).append(item.path)
    if named and bare:
        message = (
            f"record keys {prefix}VALUE as well as VALUE alone, here and in {min(bare)}: releases up to"
            " 0.14.0 and since 1.1 write the first format, 0.14.1 to 1.0.2 the second; updates and deletes"
            " in one format miss rows in the other, and rows are duplicated"
        )
        yield damage(min(named), "key-forms", "duplicate", message)


def check_hashing(subject: Subject) -> Iterator[FindingRow]:
    """Metadata of consistent hashing, and live file groups without a node."""
    folders: dict[str, list[str]] = defaultdict(list)
    for path in subject.present:
        if path.startswith(_FOLDER):
            partition, _, name = path[len(_FOLDER) :].rpartition("/")
            folders[partition].append(name)
    instants = subject.facts.instants
    pending = {instant.time for instant in instants if instant.state is not State.COMPLETED}
    completed = {instant.time for instant in instants} - pending
    live: dict[str, dict[str, _Live]] = defaultdict(dict)
    for (folder, file_id), item in _live_groups(subject, has_keys=True).items() if folders else ():
        live[folder][file_id] = item
    for partition, names in sorted(folders.items()):
        groups = live[partition]
        metas: dict[str, HashingMeta] = {}
        for name in sorted(names):
            path = f"{_FOLDER}{partition}/{name}".replace("//", "/")
            if name.endswith(HASHING_SUFFIX):
                yield from _read_hashing(subject, path, partition, metas)
        try:
            holding = holding_file(names, completed, pending, _with_live_node(metas, groups))
        except Reject as error:
            yield damage(f"{_FOLDER}{partition}".rstrip("/"), "hashing-file", error.code, error.message)
            continue
        if holding not in metas:
            continue
        nodes = {
            f"{node.file_id_prefix}-0" for name in metas if name >= holding for node in metas[name].nodes
        }
        for file_id, item in sorted(groups.items()):
            if file_id not in nodes:
                message = f"no node of {holding} is the file group {file_id}: writers do not find its keys"
                yield damage(item.path, "hashing-group", "bad-reference", message)
            elif holding == max(metas):
                yield from _check_ring_keys(metas[holding], file_id, item)


def _check_ring_keys(meta: HashingMeta, file_id: str, item: _Live) -> Iterator[FindingRow]:
    """Keys without separators, whose hash is independent of the hash fields, in a wrong file group."""
    for key in sorted(item.keys):
        owner = f"{node_of(meta.nodes, key, (), Line.V1_2).file_id_prefix}-0" if key.isalnum() else file_id
        if owner != file_id:
            message = f"the key {key!r:.60} is here, but belongs to {owner}: updates miss it"
            yield damage(item.path, "hashing-keys", "bad-value", message)
            return


def _with_live_node(metas: Mapping[str, HashingMeta], groups: Mapping[str, _Live]) -> set[str]:
    return {
        name
        for name, meta in metas.items()
        if any(f"{node.file_id_prefix}-0" in groups for node in meta.nodes)
    }


def _read_hashing(
    subject: Subject, path: str, partition: str, metas: dict[str, HashingMeta]
) -> Iterator[FindingRow]:
    name = path.rpartition("/")[2]
    try:
        metas[name] = meta = decode_hashing_meta(subject.content(path))
    except OSError:
        return
    except Reject as error:
        yield damage(path, "hashing-file", error.code, error.message)
        return
    for finding in ring_findings(meta, partition, name.partition(".")[0]):
        yield violation(path, "hashing-file", finding.code, finding.message)


def check_bucket_numbers(subject: Subject) -> Iterator[FindingRow]:
    """Files of bucket numbers by partition that writers cannot use [bucket.partition.file]."""
    for path in subject.present:
        if path.startswith(f".hoodie/{CONFIG_FOLDER}/") and path.endswith(CONFIG_SUFFIX):
            try:
                partition_buckets(decode_hashing_config(subject.content(path)), "")
            except OSError:
                continue
            except Reject as error:
                yield damage(path, "hashing-file", error.code, error.message)


def _live_groups(subject: Subject, *, has_keys: bool = False) -> dict[Group, _Live]:
    """File groups with a committed file that no completed commit replaced; with some keys if requested."""
    facts = subject.facts
    groups: dict[Group, _Live] = {}
    for path in subject.data_files():
        partition, _, name = path.rpartition("/")
        base, log = BaseFileName.of_path(path), log_name(name)
        if (base is None) == (log is None) or (log is not None and log.suffix):
            continue
        either = base or log
        assert either is not None
        file_id, instant = either.file_id, either.instant
        is_old = facts.first_active is not None and instant < facts.first_active
        if (partition, file_id) in facts.replaced or not (is_old or path in facts.named):
            continue
        item = groups.setdefault((partition, file_id), _Live(path))
        item.path = max(item.path, path)
        if not has_keys:
            continue
        if base is not None and format_of(path) is PARQUET:
            footer = subject.footer(path)
            item.keys = item.keys.union(() if footer is None else footer.keys)
        elif log is not None:
            item.keys = item.keys.union(key for key in log_keys(subject, path) if isinstance(key, str))
    return groups


def _shown(partition: str) -> str:
    return f"partition {partition}" if partition else "the table"

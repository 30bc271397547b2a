# SPDX-License-Identifier: Apache-2.0
"""Bloom filters of a metadata table against the filters and the record keys of base files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from hudi_conformance.audit.findings import FindingRow
from hudi_conformance.audit.gaps import Gap
from hudi_conformance.audit.metadata.groups import records_of
from hudi_conformance.audit.metadata.report import damage, group_path, shown, unchecked
from hudi_conformance.audit.metadata.state import State, column_batches
from hudi_conformance.decode.bloom.filter import decode_text, filter_type
from hudi_conformance.decode.bloom.member import is_possible
from hudi_conformance.decode.metadata.groups import BLOOM_FILTERS
from hudi_conformance.decode.metadata.keys import bloom_key, route
from hudi_conformance.decode.parquet.columns import base_facts
from hudi_conformance.errors import READ_FAILURES, Reject
from hudi_conformance.look.text import counted
from hudi_conformance.model.base_file import PARQUET, format_of
from hudi_conformance.model.meta_fields import RECORD_KEY
from hudi_conformance.model.metadata import BloomRow

RULE = "metadata-bloom"
_FILTERS = (b"org.apache.hudi.bloomfilter", b"com.uber.hoodie.bloomfilter")
_TYPE_CODE = b"hoodie_bloom_filter_type_code"


def check_blooms(state: State, files: Sequence[tuple[str, str]]) -> Iterator[FindingRow | Gap]:
    """Yield errors of the filters of some listed base files."""
    records = records_of(state, BLOOM_FILTERS)
    groups = state.metadata.slices[BLOOM_FILTERS]
    for partition, name in files:
        path = state.file(partition, name)
        if format_of(name) is not PARQUET or not path.is_file():
            continue
        shown_name = f"{partition}/{name}" if partition else name
        key = bloom_key(partition, name)
        record = records.get(key)
        group = group_path(BLOOM_FILTERS, groups[route(key, len(groups))])
        try:
            row = record.payload if record is not None else None
            if not isinstance(row, BloomRow) or row.is_deleted:
                keys = counted(base_facts(path).num_rows, "key")
                message = f"{shown_name}: no filter: upserts that look up its {keys} in the index fail,"
                message += " or insert them twice"
                if _stored(path)[0] is not None:
                    yield damage(group, RULE, "missing-field", message)
                continue
            yield from _check_row(group, shown_name, path, row, is_deep=state.is_deep)
        except READ_FAILURES as error:
            yield unchecked(shown_name, error)


def _stored(path: Path) -> tuple[bytes | None, str]:
    """Text and type of the filter in a footer."""
    texts = base_facts(path).texts
    text = next((texts[key] for key in _FILTERS if key in texts), None)
    code = texts.get(_TYPE_CODE)
    return text, filter_type(None if code is None else code.decode("utf-8", "replace"))


def _check_row(
    group: str, name: str, path: Path, row: BloomRow, *, is_deep: bool
) -> Iterator[FindingRow | Gap]:
    text, kind = _stored(path)
    is_equal = text is not None and row.filter == text and row.type.upper() == kind
    try:
        bloom = decode_text(row.filter, filter_type(row.type))
    except Reject as error:
        message = f"{name}: {error.message}: upserts that look keys up in it fail"
        yield damage(group, RULE, error.code, message)
        return
    if not is_deep:
        if not is_equal and text is not None:
            message = (
                f"{name}: the filter differs from that of the footer: upserts of keys that it reports as"
                " absent insert them a second time; --deep counts them"
            )
            yield damage(group, RULE, "bad-value", message)
        elif text is None:
            yield Gap("Bloom filters", 1, "the base file has none; --deep checks its keys")
        return
    num, denied = 0, []
    for batch in column_batches(path, (RECORD_KEY,)):
        for key in batch.column(RECORD_KEY).to_pylist():
            if key:
                num += 1
                if not is_possible(bloom, str(key).encode("utf-8", "surrogatepass")):
                    denied.append(str(key))
    if denied:
        message = (
            f"{name}: {len(denied)} of {num} record keys are reported as absent ({shown(denied)}): "
            "an upsert inserts each of them a second time"
        )
        yield damage(group, RULE, "bad-value", message)
    elif not is_equal and text is not None:
        message = f"{name}: the filter differs from that of the footer; it has all {num} keys: no row is lost"
        yield damage(group, RULE, "bad-value", message, severity="warning")

# SPDX-License-Identifier: Apache-2.0
"""Disagreements of the indexes of a metadata table: statistics, Bloom filters, locations of records."""

from __future__ import annotations

import base64
from collections.abc import Callable

from hudi_conformance.encode.metadata.entries import parse_entry
from hudi_conformance.encode.metadata.keys import group_of, stats_key

from instruments.tables.kinds import pick
from instruments.tables.metadata_kinds import Change, changed
from instruments.tables.metadata_table import SECONDARY, Plan, bound_of
from instruments.tables.table import Json, Rng

Row = dict[str, Json]
Choose = Callable[[Plan, Row], bool]
RowChange = Callable[[Plan, Row, Rng], bool | None]
STATS, PARTITIONS, BLOOM = "metadata-statistics", "metadata-partition-statistics", "metadata-bloom"
RECORDS, SECOND, KEYS = "metadata-record-index", "metadata-secondary-index", "metadata-key"
_NUMBERS = {"int", "long"}


def _row(
    index: str, choose: Callable[[Plan, Row], bool], change: Callable[[Plan, Row, Rng], bool | None]
) -> Change:
    """Changes one row of an index; a change that returns False does not apply."""

    def apply(plan: Plan, rng: Rng) -> str | None:
        row = pick(rng, [row for row in plan.rows.get(index, []) if choose(plan, row)])
        if row is None or change(plan, row, rng) is False:
            return None
        return index

    return apply


def _has_bounds(_: Plan, row: Row) -> bool:
    return row.get("min") is not None and row["values"] > row["nulls"]


def _has_numbers(plan: Plan, row: Row) -> bool:
    return (
        _has_bounds(plan, row) and row["min"]["type"] in _NUMBERS and abs(int(row["max"]["value"])) < 1 << 40
    )


def _has_texts(plan: Plan, row: Row) -> bool:
    return _has_bounds(plan, row) and row["min"]["type"] == "string" and len(row["max"]["value"]) > 1


def _of_latest(choose: Callable[[Plan, Row], bool]) -> Callable[[Plan, Row], bool]:
    return lambda plan, row: choose(plan, row) and plan.stored(row).is_latest


def _small(row: Row) -> bool:
    return row["min"]["type"] == "long" or abs(int(row["max"]["value"])) < 1 << 30


def _number(row: Row, name: str, delta: int) -> Json:
    kind = row[name]["type"]
    return bound_of(int(row[name]["value"]) + delta, kind)


def _raise_low(_: Plan, row: Row, rng: Rng) -> bool | None:
    if not _small(row):
        return False
    row["min"] = _number(row, "min", rng.randrange(1, 1000))
    row["max"] = _number(row, "max", 1000)
    return None


def _lower_high(_: Plan, row: Row, rng: Rng) -> bool | None:
    if not _small(row):
        return False
    row["max"] = _number(row, "max", -rng.randrange(1, 1000))
    row["min"] = _number(row, "min", -1000)
    return None


def _widen(_: Plan, row: Row, rng: Rng) -> bool | None:
    if not _small(row):
        return False
    row["max"] = _number(row, "max", rng.randrange(1, 1000))
    return None


def _cut_text(_: Plan, row: Row, __: Rng) -> None:
    row["max"] = {"type": "string", "value": row["max"]["value"][:-1]}
    row["min"] = {"type": "string", "value": min(row["min"]["value"], row["max"]["value"])}


def _all_null(_: Plan, row: Row, __: Rng) -> None:
    row["nulls"], row["min"], row["max"] = row["values"], None, None


def _zeroed(_: Plan, row: Row, __: Rng) -> bool | None:
    """Bounds of 0, as a NaN leaves them, where there is none."""
    if row["min"]["value"] in {"0", 0} and row["max"]["value"] in {"0", 0}:
        return False
    row["min"], row["max"] = bound_of(0, row["min"]["type"]), bound_of(0, row["max"]["type"])
    return None


def _fewer(_: Plan, row: Row, __: Rng) -> None:
    row["nulls"] = 0


def _more_nulls(_: Plan, row: Row, __: Rng) -> None:
    row["nulls"] += 1


def _values(_: Plan, row: Row, rng: Rng) -> None:
    row["values"] += rng.randrange(1, 9)


def _typed(_: Plan, row: Row, __: Rng) -> None:
    row.pop("value_type", None)
    row["min"], row["max"] = {"type": "string", "value": "0"}, {"type": "string", "value": "~"}


def _one_bound(_: Plan, row: Row, rng: Rng) -> None:
    row[rng.choice(["min", "max"])] = None


def _tombstone(_: Plan, row: Row, __: Rng) -> None:
    row["deleted"] = True


def _dropped(index: str) -> Callable[[Plan, Row, Rng], None]:
    def change(plan: Plan, row: Row, _: Rng) -> None:
        plan.rows[index].remove(row)

    return change


def _other_file(plan: Plan, row: Row, rng: Rng) -> bool | None:
    """Bounds of another file, which leave out a value of this one."""
    values = [int(value) for value in plan.stored(row).values(row["column"])]
    candidates = [
        other for other in plan.rows["column_stats"]
        if other["column"] == row["column"] and _has_numbers(plan, other)
        and not all(int(other["min"]["value"]) <= value <= int(other["max"]["value"]) for value in values)
    ]  # fmt: skip
    other = pick(rng, candidates)
    if other is None:
        return False
    row["min"], row["max"] = other["min"], other["max"]
    return None


def _misrouted(index: str) -> Callable[[Plan, Row, Rng], bool | None]:
    def change(plan: Plan, row: Row, rng: Rng) -> bool | None:
        groups = plan.groups.get(index, 1)
        if groups < 2 or (plan.is_partitioned and index == "record_index"):
            return False
        # One of two groups may be its own: all rows but one stay where they belong.
        row["group"] = rng.randrange(groups)
        own = dict(row)
        own.pop("group")
        return bool(_own_group(plan, index, own) != row["group"])

    return change


def _own_group(plan: Plan, index: str, row: Row) -> int:
    """File group that the writer gives a row."""
    version = "V2" if plan.version >= 9 and index == SECONDARY else "V1"
    entry = parse_entry(row, "row", index, version, plan.version)
    return group_of(entry.routed, plan.groups.get(index, 1))


def _nulls(_: Plan, row: Row) -> bool:
    return bool(0 < row["nulls"] < row["values"])


def _some_values(_: Plan, row: Row) -> bool:
    return bool(row["values"] > row["nulls"])


def _can_be_null(_: Plan, row: Row) -> bool:
    return bool(0 <= row["nulls"] < row["values"] - 1)


_STATS: tuple[tuple[str, Choose, RowChange], ...] = (
    ("min_raised", _has_numbers, _raise_low), ("max_lowered", _has_numbers, _lower_high),
    ("text_cut", _has_texts, _cut_text), ("all_null", _some_values, _all_null),
    ("zeroed", _has_numbers, _zeroed), ("no_nulls", _nulls, _fewer),
    ("one_null_more", _can_be_null, _more_nulls), ("values", _some_values, _values),
    ("wide", _has_numbers, _widen), ("typed", _has_numbers, _typed), ("one_bound", _has_bounds, _one_bound),
    ("of_other_file", _has_numbers, _other_file),
)  # fmt: skip
for _name, _choose, _change in _STATS:
    changed(f"stat_{_name}", STATS, _row("column_stats", _choose, _change))
_filled = _of_latest(_some_values)
changed("stat_absent", f"{STATS}-absent", _row("column_stats", _filled, _dropped("column_stats")))
changed("stat_deleted", f"{STATS}-absent", _row("column_stats", _filled, _tombstone))
changed("stat_misrouted", KEYS, _row("column_stats", _some_values, _misrouted("column_stats")))

_PARTITION_STATS: tuple[tuple[str, Choose, RowChange], ...] = (
    ("min_raised", _has_numbers, _raise_low), ("max_lowered", _has_numbers, _lower_high),
    ("all_null", _some_values, _all_null), ("no_nulls", _nulls, _fewer), ("wide", _has_numbers, _widen),
    ("values", _some_values, _values), ("typed", _has_numbers, _typed),
)  # fmt: skip
for _name, _choose, _change in _PARTITION_STATS:
    changed(f"partition_stat_{_name}", PARTITIONS, _row("partition_stats", _choose, _change))
changed(
    "partition_stat_absent",
    f"{STATS}-absent",
    _row("partition_stats", _some_values, _dropped("partition_stats")),
)


def _foreign_key(plan: Plan, rng: Rng) -> str | None:
    """Statistics of one file under the key of another."""
    rows = [row for row in plan.rows["column_stats"] if plan.stored(row).num_rows]
    row = pick(rng, rows)
    candidates = [other for other in rows if row is not None and other["file"] != row["file"]]
    other = pick(rng, candidates)
    if row is None or other is None:
        return None
    key = stats_key("no_column", other["partition"], other["file"], is_expression=False)
    payload = {
        "fileName": row["file"], "columnName": row["column"], "minValue": None, "maxValue": None,
        "valueCount": "1", "nullCount": "0", "totalSize": "1", "totalUncompressedSize": "1",
        "isDeleted": False,
    }  # fmt: skip
    payload |= {"isTightBound": False} if plan.version >= 8 else {}
    payload |= {"valueType": None} if plan.version >= 9 else {}
    plan.rows["column_stats"].append({"key": key, "record": {"type": 3, "ColumnStatsMetadata": payload}})
    return "column_stats"


def _foreign_type(plan: Plan, rng: Rng) -> str | None:
    """A location among the statistics."""
    location = {
        "partitionName": "", "fileIdHighBits": "1", "fileIdLowBits": "1", "fileIndex": 0, "instantTime": "1",
        "fileIdEncoding": 0, "fileId": "",
    }  # fmt: skip
    location |= {"position": None} if plan.version >= 8 else {}
    record = {"type": 5, "recordIndexMetadata": location}
    plan.rows["column_stats"].append({"key": f"k{rng.randrange(1 << 20)}", "record": record})
    return "column_stats"


changed("stat_of_other_key", KEYS, _foreign_key)
changed("stat_of_other_type", KEYS, _foreign_type)


# --- Bloom filters ----------------------------------------------------------------------------------------


def _with_keys(plan: Plan, row: Row) -> bool:
    return plan.stored(row).num_rows > 0


def _of_other_file(plan: Plan, row: Row, rng: Rng) -> bool | None:
    other = pick(rng, [entry for entry in plan.rows["bloom_filters"] if entry["bloom"] != row["bloom"]])
    if other is None:
        return False
    row["bloom"], row["type"] = other["bloom"], other["type"]
    return None


def _emptied(_: Plan, row: Row, __: Rng) -> bool | None:
    data = base64.b64decode(row["bloom"])
    is_dynamic = row["type"] != "SIMPLE"
    if is_dynamic and data[21:25] != b"\0\0\0\1":  # rows
        return False
    start = 38 if is_dynamic else 13
    row["bloom"] = base64.b64encode(data[:start] + bytes(len(data) - start)).decode()
    return None


def _bit(_: Plan, row: Row, rng: Rng) -> bool | None:
    """One bit of a key less: the filter denies at least that key."""
    data = bytearray(base64.b64decode(row["bloom"]))
    start = 13 if row["type"] == "SIMPLE" else 25 + 13
    at = pick(rng, [at for at in range(start, len(data)) if data[at]])
    if at is None:
        return False
    data[at] &= data[at] - 1
    row["bloom"] = base64.b64encode(bytes(data)).decode()
    return None


def _garbage(_: Plan, row: Row, rng: Rng) -> None:
    row["bloom"] = row["bloom"][: rng.randrange(1, 12)] + "!"


def _code(_: Plan, row: Row, __: Rng) -> None:
    row["type"] = "CUCKOO"


_BLOOMS: tuple[tuple[str, RowChange], ...] = (
    ("of_other_file", _of_other_file), ("emptied", _emptied), ("bit_lost", _bit), ("garbage", _garbage),
    ("type", _code), ("deleted", _tombstone), ("absent", _dropped("bloom_filters")),
)  # fmt: skip
for _name, _change in _BLOOMS:
    changed(f"bloom_{_name}", BLOOM, _row("bloom_filters", _with_keys, _change))


# --- records ----------------------------------------------------------------------------------------------


def _any(_: Plan, __: Row) -> bool:
    return True


def _another_group(plan: Plan, row: Row, rng: Rng) -> bool | None:
    ids = {(f.partition, f.file_id) for f in plan.latest()} - {(row["partition"], row["file_id"])}
    location = pick(rng, sorted(ids))
    if location is None or plan.is_partitioned:
        return False
    row["partition"], row["file_id"] = location
    return None


def _unknown_group(_: Plan, row: Row, rng: Rng) -> None:
    row["file_id"] = f"00000000-0000-4000-8000-{rng.randrange(1 << 40):012x}-0"


def _wrong_partition(plan: Plan, row: Row, rng: Rng) -> bool | None:
    if plan.is_partitioned:
        return False
    row["partition"] = pick(rng, sorted(set(plan.listing) - {row["partition"]})) or "part=nowhere"
    return None


def _extra(plan: Plan, row: Row, rng: Rng) -> None:
    plan.rows["record_index"].append({**row, "key": f"{row['key']}~{rng.randrange(1 << 20)}"})


def _many(plan: Plan, rng: Rng) -> str | None:
    rows = plan.rows["record_index"]
    if len(rows) < 3:
        return None
    for row in rng.sample(rows, max(len(rows) // 3, 2)):
        rows.remove(row)
    return "record_index"


def _replaced(plan: Plan, row: Row, rng: Rng) -> bool | None:
    """Located in a file group that was replaced."""
    latest = {f.file_id for f in plan.latest()}
    old = pick(rng, [f for f in plan.files if f.file_id not in latest and f.num_rows])
    if old is None:
        return False
    row["partition"], row["file_id"] = old.partition, old.file_id
    return None


_RECORDS: tuple[tuple[str, RowChange], ...] = (
    ("absent", _dropped("record_index")), ("elsewhere", _another_group), ("nowhere", _unknown_group),
    ("wrong_partition", _wrong_partition), ("extra", _extra),
)  # fmt: skip
for _name, _change in _RECORDS:
    changed(f"key_{_name}", RECORDS, _row("record_index", _any, _change))
changed("key_misrouted", KEYS, _row("record_index", _any, _misrouted("record_index")))
changed("keys_absent", RECORDS, _many)
changed("key_in_replaced_group", RECORDS, _row("record_index", _any, _replaced))


def _stale(_: Plan, row: Row, rng: Rng) -> None:
    row["secondary"] = f"{row['secondary']}~{rng.randrange(99)}"


def _extra_secondary(plan: Plan, row: Row, rng: Rng) -> None:
    plan.rows[SECONDARY].append({**row, "record_key": f"{row['record_key']}~{rng.randrange(99)}"})


def _no_separator(plan: Plan, _: Row, rng: Rng) -> None:
    record = {"type": 7, "SecondaryIndexMetadata": {"isDeleted": False}}
    plan.rows[SECONDARY].append({"key": f"plain{rng.randrange(99)}", "record": record})


def _is_text(_: Plan, row: Row) -> bool:
    return row.get("secondary") is not None


_SECONDARY: tuple[tuple[str, str, RowChange], ...] = (
    ("absent", SECOND, _dropped(SECONDARY)), ("stale", SECOND, _stale), ("extra", SECOND, _extra_secondary),
    ("deleted", SECOND, _tombstone), ("misrouted", KEYS, _misrouted(SECONDARY)),
    ("no_separator", KEYS, _no_separator),
)  # fmt: skip
for _name, _rule, _change in _SECONDARY:
    changed(f"secondary_{_name}", _rule, _row(SECONDARY, _is_text, _change))

# SPDX-License-Identifier: Apache-2.0
"""Damages of `hoodie.properties`, and of the folder around it."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable

from instruments.tables.kinds import add, kind
from instruments.tables.table import HIDDEN, PROPERTIES, Rng, Table

TYPE, VERSION, LAYOUT = "hoodie.table.type", "hoodie.table.version", "hoodie.timeline.layout.version"
FOLDER, MANDATORY = "timeline.table.folder", "timeline.properties.mandatory"
VALUE, FIELD, MISSING = (
    "table.check.property-value", "table.check.property-field", "table.check.timeline-missing",
)  # fmt: skip
OTHER_TYPE = {"COPY_ON_WRITE": "MERGE_ON_READ", "MERGE_ON_READ": "COPY_ON_WRITE"}


def edit(table: Table, key: str, value: str | None) -> str:
    """Give a property another value, add it, or drop it."""
    path = table.file(PROPERTIES)
    text = path.read_text("latin-1")
    line = "" if value is None else f"{key}={value}\n"
    changed, num = re.subn(rf"(?m)^{re.escape(key)}=.*\n", lambda _: line, text)
    path.write_text(changed if num else text + line, "latin-1")
    return PROPERTIES


def _setting(
    name: str, rule: str, key: str, value: str | None, when: Callable[[Table], object] = lambda _: True
) -> None:
    def apply(table: Table, _: Rng) -> str | None:
        if not when(table) or (value is None and key not in table.properties):
            return None
        return None if table.properties.get(key) == value else edit(table, key, value)

    add(name, [rule], apply)


def _commits(table: Table) -> object:
    return table.stats()


_setting("name_lost", MANDATORY, "hoodie.table.name", None)
_setting("type_lost", MANDATORY, TYPE, None)
_setting("version_lost", MANDATORY, VERSION, None)
_setting("layout_lost", MANDATORY, LAYOUT, None)
_setting("version_unknown", "timeline.table.version-known", VERSION, "77")
_setting("version_no_number", "timeline.table.version-known", VERSION, "six")
_setting("layout_unknown", "timeline.table.layout", LAYOUT, "5")
_setting("version_against_layout", "timeline.table.layout", VERSION, "9", lambda table: table.layout == 1)
_setting("version_against_layout_2", "timeline.table.layout", VERSION, "6", lambda table: table.layout == 2)
_setting("renamed_table", "timeline.properties.checksum", "hoodie.table.name", "another")
_setting("type_unknown", "table.type.known", TYPE, "MERGE_ON_WRITE")
_setting(
    "merge_mode_unknown",
    "table.unknown.merge-mode",
    "hoodie.record.merge.mode",
    "NEWEST",
    lambda table: table.version >= 8,
)
_setting("flag_unknown", VALUE, "hoodie.populate.meta.fields", "yes")
_setting("format_unknown", "table.unknown.base-format", "hoodie.table.base.file.format", "CSV")
_setting("format_changed", VALUE, "hoodie.table.base.file.format", "ORC", lambda table: table.bases)
_setting("record_key_unknown", FIELD, "hoodie.table.recordkey.fields", "no_such_field", _commits)
_setting("ordering_field_unknown", FIELD, "hoodie.table.precombine.field", "no_such_field", _commits)
_setting(
    "ordering_fields_unknown", FIELD, "hoodie.table.ordering.fields", "no_such_field",
    lambda table: table.version >= 9 and _commits(table),
)  # fmt: skip
_setting(
    "partition_field_unknown",
    FIELD,
    "hoodie.table.partition.fields",
    "no_such_field",
    lambda table: table.properties.get("hoodie.table.partition.fields") and _commits(table),
)
_setting(
    "initial_version_greater",
    "table.check.table-version",
    "hoodie.table.initial.version",
    "9",
    lambda table: table.version == 8,
)


@kind(FOLDER)
def properties_gone(table: Table, _: Rng) -> str:
    """No properties, and no backup."""
    table.file(PROPERTIES).unlink()
    return PROPERTIES


@kind(FOLDER)
def hoodie_folder_gone(table: Table, _: Rng) -> str | None:
    """Only the data remains."""
    if not any(path.endswith(".hoodie_partition_metadata") for path in table.data):
        return None
    shutil.rmtree(table.path / HIDDEN)
    return PROPERTIES


@kind(FOLDER, MANDATORY, "timeline.table.version-missing")
def properties_emptied(table: Table, _: Rng) -> str:
    """A file without bytes."""
    table.file(PROPERTIES).write_bytes(b"")
    return PROPERTIES


@kind(MANDATORY, FOLDER, "timeline.table.version-missing", "timeline.properties.checksum")
def properties_cut(table: Table, rng: Rng) -> str:
    """Cut before the last of the mandatory properties."""
    data = table.file(PROPERTIES).read_bytes()
    last = max(data.index(f"\n{key}=".encode()) for key in ("hoodie.table.name", TYPE, VERSION, LAYOUT))
    table.file(PROPERTIES).write_bytes(data[: rng.randrange(1, last)])
    return PROPERTIES


@kind("timeline.properties.checksum")
def checksum_changed(table: Table, rng: Rng) -> str | None:
    """Another checksum."""
    if "hoodie.table.checksum" not in table.properties:
        return None
    return edit(table, "hoodie.table.checksum", str(rng.randrange(1, 2**32)))


@kind("timeline.properties.encoding")
def escape_broken(table: Table, _: Rng) -> str:
    """A Unicode escape without its digits."""
    return edit(table, "hoodie.table.name", "a\\uZZZZ")


@kind("timeline.properties.backup-left")
def backup_left(table: Table, _: Rng) -> str:
    """A backup next to the properties."""
    shutil.copyfile(table.file(PROPERTIES), table.file(f"{PROPERTIES}.backup"))
    return PROPERTIES


@kind("timeline.properties.update")
def properties_lost_in_update(table: Table, rng: Rng) -> str:
    """The main file lacks a property that the backup has."""
    shutil.copyfile(table.file(PROPERTIES), table.file(f"{PROPERTIES}.backup"))
    needed = {"hoodie.table.name", TYPE, VERSION, LAYOUT, "hoodie.table.checksum", "hoodie.database.name"}
    return edit(table, rng.choice(sorted(set(table.properties) - needed)), None)


@kind("table.check.table-type")
def type_flipped(table: Table, _: Rng) -> str | list[str] | None:
    """The other type; found at the properties, or at the commits of a table that has both actions."""
    commits = [stat.instant for stat in table.stats(lambda stat: stat.operation != "BULK_INSERT")]
    if table.is_mor:
        wrong = [i for i in commits if i.action == "deltacommit"]
    else:
        wrong = [i for i in commits if i.action == "commit"]
    if not wrong:
        return None
    edit(table, TYPE, OTHER_TYPE[table.properties[TYPE]])
    return [PROPERTIES, *(table.place(instant) for instant in wrong)]


@kind(MISSING)
def version_and_layout(table: Table, _: Rng) -> list[str] | None:
    """Version and layout of the other line: the timeline is looked for elsewhere."""
    if not table.bases:
        return None
    edit(table, VERSION, "9" if table.layout == 1 else "6")
    edit(table, LAYOUT, "2" if table.layout == 1 else "1")
    return [HIDDEN, f"{HIDDEN}/timeline"]


@kind(MISSING)
def timeline_path_changed(table: Table, _: Rng) -> str | None:
    """Another folder for the timeline."""
    if table.layout < 2 or not table.bases:
        return None
    edit(table, "hoodie.timeline.path", "elsewhere")
    return f"{HIDDEN}/elsewhere"


@kind(FIELD)
def partition_fields_lost(table: Table, _: Rng) -> str | None:
    """A partitioned table that states no partition fields."""
    is_stated = "hoodie.table.keygenerator.class" in table.properties or (
        "hoodie.table.keygenerator.type" in table.properties
    )
    if not table.properties.get("hoodie.table.partition.fields") or not is_stated:
        return None
    return edit(table, "hoodie.table.partition.fields", None)


@kind(FIELD)
def partition_fields_added(table: Table, _: Rng) -> str | None:
    """A table without partitions that states a field."""
    if table.properties.get("hoodie.table.partition.fields") or not any(
        "/" not in path for path in table.bases
    ):
        return None
    return edit(table, "hoodie.table.partition.fields", "_hoodie_record_key")


@kind(VALUE)
def meta_fields_flipped(table: Table, _: Rng) -> str | None:
    """The opposite of what base files have."""
    if not table.bases or not table.stats(lambda stat: not stat.is_log and stat.values["numWrites"] > 0):
        return None
    is_false = table.properties.get("hoodie.populate.meta.fields") == "false"
    return edit(table, "hoodie.populate.meta.fields", "true" if is_false else "false")


@kind(VALUE)
def byte_order_mark(table: Table, _: Rng) -> str:
    """A mark before the first property, by which that has another name."""
    path = table.file(PROPERTIES)
    lines = path.read_text("latin-1").splitlines(keepends=True)
    first = next(
        at for at, line in enumerate(lines) if line.startswith("hoodie.timeline.") or "type" not in line
    )
    lines.insert(0, lines.pop(first))
    path.write_bytes(b"\xef\xbb\xbf" + "".join(lines).encode("latin-1"))
    return PROPERTIES


_setting("create_schema_unreadable", VALUE, "hoodie.table.create.schema", '{"type"', _commits)


@kind(FIELD)
def generator_without_partitions(table: Table, _: Rng) -> str | None:
    """A generator that puts all rows next to `.hoodie`, in a partitioned table."""
    if not table.properties.get("hoodie.table.partition.fields"):
        return None
    edit(table, "hoodie.table.keygenerator.type", "NON_PARTITION")
    return edit(table, "hoodie.table.keygenerator.class", "org.apache.hudi.keygen.NonpartitionedKeyGenerator")


@kind(VALUE)
def hive_style_flipped(table: Table, _: Rng) -> str | None:
    """The opposite of what the folders have."""
    key = "hoodie.datasource.write.hive_style_partitioning"
    if not any("/" in path for path in table.bases) or key not in table.properties:
        return None
    return edit(table, key, "false" if table.properties[key] == "true" else "true")


@kind("table.check.metadata-partition")
def list_of_indexes_lost(table: Table, _: Rng) -> str | None:
    """The metadata table is complete, and no property announces it."""
    if table.metadata is None or not table.properties.get("hoodie.table.metadata.partitions"):
        return None
    return edit(table, "hoodie.table.metadata.partitions", "")

# SPDX-License-Identifier: Apache-2.0
"""Checks of the table's properties against its files and schemas."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from hudi_conformance.audit.between.first_keys import files_with_keys
from hudi_conformance.audit.between.instants import schema_error
from hudi_conformance.audit.between.property_values import PATH
from hudi_conformance.audit.between.subject import (
    Subject,
    damage,
    log_name,
    violation,
)  # fmt: skip
from hudi_conformance.audit.findings import DAMAGE, FindingRow
from hudi_conformance.look.text import counted
from hudi_conformance.model.base_file import FORMATS, HFILE, ORC, PARQUET, PARTITION_METADATA, BaseFileName
from hudi_conformance.model.common import JsonValue
from hudi_conformance.model.properties import table as props
from hudi_conformance.model.properties.key import Property
from hudi_conformance.model.properties.values import TableType
from hudi_conformance.model.table_version import Feature

_FIELDS = (props.RECORD_KEY_FIELDS, props.PRECOMBINE_FIELD, props.ORDERING_FIELDS)
# Number of partition fields that a generator accepts, by its class or type.
_MOST_FIELDS = {
    "NonpartitionedKeyGenerator": 0,
    "NON_PARTITION": 0,
    "SimpleKeyGenerator": 1,
    "SIMPLE": 1,
    "GlobalDeleteKeyGenerator": 0,
    "GLOBAL_DELETE": 0,
}
_FIRST = "0-0-0"  # of the empty log files that create file groups of a metadata table
_MAX_FOOTERS = 16


def check_layout(subject: Subject) -> Iterator[FindingRow]:
    """Key generator, Hive style and dropped columns against partition fields, folders and files."""
    properties = subject.facts.timeline.properties
    fields = props.PARTITION_FIELDS.get(properties)
    if subject.is_metadata_table:
        return
    stated = (props.KEY_GENERATOR_CLASS.text(properties) or "").rpartition(".")[2].replace("Avro", "")
    generators = {stated, props.KEY_GENERATOR_TYPE.text(properties)}
    most = next((most for name, most in _MOST_FIELDS.items() if name in generators), None)
    if most is not None and len(fields) > most:
        stated = counted(len(fields), "partition field")
        message = f"{stated}, and a key generator of {most} at most: writers store rows in other folders"
        yield damage(PATH, "property-field", "bad-state", message)
    bases = [path for path in subject.data_files() if BaseFileName.of_path(path)]
    folders = sorted({path.rpartition("/")[0] for path in bases} - {""})
    # If columns come from paths, a missing style is read as the default.
    is_read = props.HIVE_STYLE.stated(properties) is not None or props.DROP_PARTITION_COLUMNS.get(properties)
    if fields and folders and is_read:
        is_stated = props.HIVE_STYLE.get(properties)
        deviating = [folder for folder in folders if folder.startswith(f"{fields[0]}=") != is_stated]
        if len(deviating) == len(folders):
            message = (
                f"{props.HIVE_STYLE} is {str(is_stated).lower()}, and the folders are as {deviating[0]!r:.60}"
            )
            yield damage(PATH, "property-value", "bad-reference", message)
    if fields and not props.BOOTSTRAP_BASE.get(properties):
        yield from _check_dropped(subject, bases, fields)


def _check_dropped(subject: Subject, bases: Sequence[str], fields: Sequence[str]) -> Iterator[FindingRow]:
    """Merge-on-read writers and clusterings keep the columns, so only their absence is evidence."""
    properties, schema = subject.facts.timeline.properties, _schema(subject)
    is_dropped = props.DROP_PARTITION_COLUMNS.get(properties)
    names = [field for field in fields if schema is not None and _has_field(schema, [field])]
    if not names or (is_dropped and props.TYPE.text(properties) == TableType.MERGE_ON_READ):
        return
    stored = [path for path in bases if path.endswith(PARQUET.suffix)]
    if is_dropped:
        made = [c for c in subject.facts.commits if c.operation != "DELETE"]  # deletes keep the columns, too
        commits = {c.instant.time for c in made if c.instant.action == "commit"}
        stored = [path for path in stored if (base := BaseFileName.of_path(path)) and base.instant in commits]
    for path in stored[-_MAX_FOOTERS:]:
        footer = subject.footer(path)
        if footer is None or footer.stored.types is None:
            continue
        there = [name for name in names if name in footer.stored.types.names]
        if bool(there) == is_dropped:
            observed = f"the column {there[0]!r:.60}" if there else f"none of {', '.join(names)!r:.80}"
            message = (
                f"{props.DROP_PARTITION_COLUMNS} is {str(is_dropped).lower()}, and {path} has {observed}"
            )
            yield damage(PATH, "property-value", "bad-state", message)
            return


def check_version(subject: Subject) -> Iterator[FindingRow]:
    """Names of log files reveal by which rules they were written."""
    facts = subject.facts
    # one that never completed may have left base files of new groups with its log files
    deltas = {i.time for i in facts.instants if i.action == "deltacommit"}
    if not subject.version.has(Feature.INSTANT_NAMES) or not deltas or subject.is_metadata_table:
        return
    if subject.table.context.initial_version is not None and subject.was_upgraded:  # an upgrade renames none
        return
    first = facts.first_active or ""
    bases = {base.instant for path in subject.present if (base := BaseFileName.of_path(path))} - deltas
    for path in subject.data_files():
        name = log_name(path.rpartition("/")[2])
        is_cdc = name is not None and name.suffix == ".cdc"  # named by the slice in every version
        if name is not None and not is_cdc and name.instant in bases and name.instant >= first:
            message = f"version {subject.version}, and {path} is named by its base file, as up to 6"
            yield damage(PATH, "table-version", "bad-version", message)
            return


def check_fields(subject: Subject) -> Iterator[FindingRow]:
    """Check that fields in properties are fields of the table's schema."""
    properties = subject.facts.timeline.properties
    schema = _schema(subject)
    if schema is None:
        return
    keys: list[Property[Any]] = [*_FIELDS]
    # The schema of a bootstrap is that of its sources, which may have partition columns only in paths.
    if not props.DROP_PARTITION_COLUMNS.get(properties) and not props.BOOTSTRAP_BASE.get(properties):
        keys.append(props.PARTITION_FIELDS)
    for key in keys:
        for text in (properties.get(key.name) or "").split(","):
            field = text.strip().partition(":")[0]
            if field and not field.startswith("_hoodie_") and not _has_field(schema, field.split(".")):
                yield damage(PATH, "property-field", "bad-reference", f"{key}: no field {field!r:.60}")


def _schema(subject: Subject) -> JsonValue | None:
    """The last writer's schema, otherwise that of the table's creation; None if neither parses."""
    texts: list[str | None] = [commit.schema for commit in reversed(subject.facts.commits)]
    texts.append(props.CREATE_SCHEMA.text(subject.facts.timeline.properties))
    for text in texts:
        if text and schema_error(text) is None:
            return json.loads(text)
    return None


def _has_field(schema: JsonValue, path: list[str]) -> bool:
    """Whether a path of names leads to a field; searches unions, accepts references to named types."""
    if not path:
        return True
    if isinstance(schema, list):
        return any(_has_field(branch, path) for branch in schema if branch != "null")
    if not isinstance(schema, dict):
        return schema not in _PRIMITIVE
    if schema.get("type") != "record":
        inner = schema.get("type")
        return _has_field(inner, path) if isinstance(inner, dict | list) else False
    for field in schema.get("fields") or ():
        if isinstance(field, dict) and str(field.get("name")).lower() == path[0].lower():
            return _has_field(field.get("type"), path[1:])
    return False


_PRIMITIVE = frozenset({"null", "boolean", "int", "long", "float", "double", "bytes", "string"})


def check_partitions(subject: Subject) -> Iterator[FindingRow]:
    """Check partition fields, or their absence, against the folders of files."""
    if subject.is_metadata_table:
        return
    properties = subject.facts.timeline.properties
    fields = props.PARTITION_FIELDS.text(properties) or ""
    generators = (props.KEY_GENERATOR_CLASS, props.KEY_GENERATOR_TYPE)
    if all(key.text(properties) is None for key in generators):
        return  # a table whose writer states no keys
    paths = ((path.rpartition("/"), path) for path in subject.data_files())
    folders = {folder for (folder, _, file), path in paths if BaseFileName.of_path(path) or log_name(file)}
    if not fields.strip() and any(folders):
        yield damage(
            PATH, "property-field", "missing-field", f"no partition fields, and files in {max(folders)!r:.80}"
        )
    elif fields.strip() and "" in folders:
        yield damage(
            PATH, "property-field", "bad-value", f"partition fields {fields!r:.60}, and files next to .hoodie"
        )


def check_meta_fields(subject: Subject) -> Iterator[FindingRow]:
    """Check `hoodie.populate.meta.fields` against the record keys in files."""
    text = props.META_FIELDS.stated(subject.facts.timeline.properties) or "true"
    if subject.is_metadata_table or text.lower() not in {"true", "false"}:
        return
    expected = text.lower() == "true"
    for path, has_keys in islice(files_with_keys(subject), _MAX_FOOTERS):
        if has_keys != expected:
            message = f"{props.META_FIELDS} is {text}, {path} has {'some' if has_keys else 'none'}"
            yield damage(PATH, "property-value", "bad-state", message)
            return


def check_formats(subject: Subject) -> Iterator[FindingRow]:
    """Check the format of base files against their endings."""
    stated = props.BASE_FILE_FORMAT.stated(subject.facts.timeline.properties)
    form = (stated or PARQUET.name).upper()
    files = (path.rpartition("/")[2] for path in subject.data_files())
    names = {name.format.name for file in files if (name := BaseFileName.parse(file)) is not None}
    if names and form not in names and form in FORMATS:
        stored = ", ".join(sorted(name.lower() for name in names))
        message = f"{props.BASE_FILE_FORMAT} is {form}, base files are {stored}"
        yield damage(PATH, "property-value", "bad-state", message)
    elif form in names and (hidden := _hidden(subject, form)):
        message = f"{counted(len(hidden), 'base file')} of formats other than {form}, which no view returns: "
        yield FindingRow(PATH, "table", DAMAGE, "bad-state", message + hidden[0], "table.base-file.formats")


def _hidden(subject: Subject, form: str) -> list[str]:
    """Base files of completed commits that readers do not list [table.base-file.formats]."""
    facts = subject.facts
    several = (props.MULTIPLE_FORMATS.stated(facts.timeline.properties) or "").lower() == "true"
    formats = {PARQUET.name, ORC.name, HFILE.name} if several else {form}
    written = {stat.get("path") for commit in facts.commits for _, stat in commit.stats}
    names = [(path, BaseFileName.of_path(path)) for path in subject.data_files() if path in written]
    return [path for path, name in names if name is not None and name.format.name not in formats]


def check_metafiles(subject: Subject) -> Iterator[FindingRow]:
    """Partition metadata that is missing, or of an unknown instant."""
    facts = subject.facts
    known, first = subject.known_times, facts.first_active
    with_data: set[str] = set()
    for path in subject.data_files():
        folder, _, file = path.rpartition("/")
        log = log_name(file)
        is_first = log is not None and log.token == _FIRST and subject.is_metadata_table
        if BaseFileName.parse(file) is not None or (log is not None and not is_first):
            with_data.add(folder)
    for folder in sorted(with_data - {""}):  # readers of a table without partitions do not list partitions
        if not subject.has_metafile(folder):
            message = "data files but no partition metadata: a listing of partitions misses the folder"
            yield damage(f"{folder}/{PARTITION_METADATA}", "partition-metafile", "missing-field", message)
    for path in subject.data_files():
        if path.rpartition("/")[2] != PARTITION_METADATA:
            continue
        time = _commit_time(subject, path)
        if time is None or first is None or time in known:
            continue
        if not time.isdecimal() or time >= first:
            yield violation(
                path, "partition-metafile", "bad-reference", f"commitTime {time!r:.40}, which no timeline has"
            )


def _commit_time(subject: Subject, path: str) -> str | None:
    try:
        with subject.opened(path) as buffer:
            text = bytes(buffer[: 1 << 16]).decode("latin-1")
    except OSError:
        return None
    for line in text.splitlines():
        key, _, value = line.partition("=")
        if key.strip() == "commitTime":
            return value.strip()
    return None

# SPDX-License-Identifier: Apache-2.0
"""Enumerated values of properties."""

from __future__ import annotations

from enum import StrEnum

from hudi_conformance.model.base_file import FORMATS


class TableType(StrEnum):
    """`hoodie.table.type`; readers match the case [table.type.known]."""

    COPY_ON_WRITE = "COPY_ON_WRITE"
    MERGE_ON_READ = "MERGE_ON_READ"


def base_format(text: str) -> str:
    """The name of a format in `hoodie.table.base.file.format`.

    Raises:
        ValueError: no format has this name.
    """
    if text not in FORMATS:
        raise ValueError(f"{text!r:.40} is not a format of base files")
    return text


class MergeMode(StrEnum):
    """`hoodie.record.merge.mode`, from table version 8 on [merge.mode.conflict]."""

    COMMIT_TIME_ORDERING = "COMMIT_TIME_ORDERING"
    EVENT_TIME_ORDERING = "EVENT_TIME_ORDERING"
    CUSTOM = "CUSTOM"


def merge_mode(text: str) -> MergeMode:
    """A mode in any case, as readers accept it [table.unknown.merge-mode]."""
    return MergeMode(text.upper())


class PartialUpdateMode(StrEnum):
    """`hoodie.table.partial.update.mode`, from table version 9 on; readers match the case."""

    IGNORE_DEFAULTS = "IGNORE_DEFAULTS"
    FILL_UNAVAILABLE = "FILL_UNAVAILABLE"


class CdcMode(StrEnum):
    """`hoodie.table.cdc.supplemental.logging.mode`: the parts of each change that a CDC file contains."""

    OP_KEY_ONLY = "OP_KEY_ONLY"
    DATA_BEFORE = "DATA_BEFORE"
    DATA_BEFORE_AFTER = "DATA_BEFORE_AFTER"


def cdc_mode(text: str) -> CdcMode:
    """A mode in any case, as readers accept it."""
    return CdcMode(text.upper())


class CleaningPolicy(StrEnum):
    """`hoodie.cleaner.policy`: which files a cleaner retains."""

    KEEP_LATEST_COMMITS = "KEEP_LATEST_COMMITS"
    KEEP_LATEST_BY_HOURS = "KEEP_LATEST_BY_HOURS"
    KEEP_LATEST_FILE_VERSIONS = "KEEP_LATEST_FILE_VERSIONS"


class CompactionTrigger(StrEnum):
    """`hoodie.compact.inline.trigger.strategy`: when a writer schedules a compaction."""

    NUM_COMMITS = "NUM_COMMITS"
    NUM_COMMITS_AFTER_LAST_REQUEST = "NUM_COMMITS_AFTER_LAST_REQUEST"
    TIME_ELAPSED = "TIME_ELAPSED"
    NUM_AND_TIME = "NUM_AND_TIME"
    NUM_OR_TIME = "NUM_OR_TIME"


HUDI = "org.apache.hudi."
"""Package of all classes of Hudi."""
KEY_GENERATORS = "org.apache.hudi.keygen."
"""Package of the key generators' classes."""
PAYLOADS = "org.apache.hudi.common.model."
"""Package of the payload classes."""
DEFAULT_PAYLOAD = "DefaultHoodieRecordPayload"
OVERWRITE_WITH_LATEST = "OverwriteWithLatestAvroPayload"
EVENT_TIME_STRATEGY = "eeb8d96f-b1e4-49fd-bbf8-28ac514178e5"
"""Id of the merge strategy that `EVENT_TIME_ORDERING` denotes."""
COMMIT_TIME_STRATEGY = "ce9acb64-bde0-424c-9b91-f6ebba25356d"
NATIVE = "native"
"""The `hoodie.table.format` whose files this suite supports."""
PAYLOAD_STRATEGY = "00000000-0000-0000-0000-000000000000"
"""Id of the merge strategy in which the payload class decides."""

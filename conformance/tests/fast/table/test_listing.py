# SPDX-License-Identifier: Apache-2.0
"""Files of a table by its folders and by its metadata table, on a table of Hudi 1.2.0 that changes."""

from __future__ import annotations

import json
import shutil
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner
from hudi_conformance import resources
from hudi_conformance.cli import cli
from hudi_conformance.errors import Reject
from hudi_conformance.table.listing import (
    ListingDifference,
    listing_differences,
    open_listed,
    opened_files,
)
from hudi_conformance.table.options import METADATA, ReadOptions

FIRST = "part=c/09cc1462-aa14-46c4-bd6f-ff0f389901ad-0_0-176-366_20261122030326910.parquet"
OTHER = "part=c/09cc1462-aa14-46c4-bd6f-ff0f389901ad-0_0-150-302_20261122030317564.parquet"


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """A copy-on-write table of three file groups, its last instant pending in the data table."""
    with zipfile.ZipFile(resources.fixtures_dir() / "real-metadata/1.2.0/cow_uncommitted.zip") as archive:
        archive.extractall(tmp_path)
    return tmp_path


def rows(table: Path, *options: str) -> tuple[list[dict[str, object]], str]:
    result = CliRunner().invoke(cli, ["snapshot", str(table), "--json", *options], standalone_mode=False)
    assert result.return_value == 0, result.output
    return [json.loads(line) for line in result.stdout.splitlines()], result.stderr


def test_both_listings_give_the_same_rows(table: Path) -> None:
    assert FIRST in opened_files(open_listed(table))
    assert opened_files(open_listed(table, ReadOptions(listing=METADATA))) == opened_files(open_listed(table))
    assert list(listing_differences(table)) == []
    assert rows(table, "--listing", "metadata")[0] == rows(table)[0] != []


def test_a_file_that_the_metadata_table_lacks_is_named(table: Path) -> None:
    """A base file of a committed instant in a file group of its own."""
    stray = f"part=c/{'0' * 8}-0000-4000-8000-{'0' * 12}-0_0-176-366_20261122030326910.parquet"
    shutil.copy(table / FIRST, table / stray)
    size = (table / FIRST).stat().st_size
    assert list(listing_differences(table)) == [ListingDifference(stray, size, None)]
    by_metadata, told = rows(table, "--listing", "metadata")
    assert stray in told
    assert len(by_metadata) < len(rows(table)[0])


def test_a_file_that_is_gone_is_named_with_the_older_one_that_folders_show(table: Path) -> None:
    size = (table / FIRST).stat().st_size
    older = (table / OTHER).stat().st_size
    (table / FIRST).unlink()
    assert list(listing_differences(table)) == [
        ListingDifference(OTHER, older, None),
        ListingDifference(FIRST, None, size),
    ]


def test_another_size_is_named(table: Path) -> None:
    size = (table / FIRST).stat().st_size
    with (table / FIRST).open("ab") as file:
        file.write(b"\0")
    assert list(listing_differences(table)) == [ListingDifference(FIRST, size + 1, size)]


def test_without_the_partition_files_the_metadata_table_lists_nothing(table: Path) -> None:
    properties = table / ".hoodie" / "hoodie.properties"
    kept = [line for line in properties.read_text().splitlines() if "metadata.partitions" not in line]
    properties.write_text("\n".join(line for line in kept if "checksum" not in line) + "\n")
    with pytest.raises(Reject) as caught:
        open_listed(table, ReadOptions(listing=METADATA))
    assert caught.value.requirement == "metadata.place.available"

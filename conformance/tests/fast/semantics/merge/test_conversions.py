# SPDX-License-Identifier: Apache-2.0
"""Columns whose type changed: values that a file holds, as the newer type [table.schema.widening]."""

from __future__ import annotations

import json
import math
import struct
from decimal import Decimal
from pathlib import Path
from typing import Any

import evolved_tables
import minimal_tables
import pyarrow as pa
import pytest
from archives import unpacked
from hudi_conformance import resources
from hudi_conformance.audit.between_surface import BetweenSurface
from hudi_conformance.audit.findings import FindingRow
from hudi_conformance.audit.surface import Context, TableRef
from hudi_conformance.decode.parquet.schema import avro_of_arrow
from hudi_conformance.errors import Reject
from hudi_conformance.lake.files import list_files, open_ranged
from hudi_conformance.semantics.merge.conversions import text_of_double, text_of_float
from hudi_conformance.semantics.merge.resolve import resolver
from hypothesis import given
from hypothesis import strategies as st

FLOATS = st.floats(width=32, allow_nan=False, allow_infinity=False)


def decimal(precision: int, scale: int) -> dict[str, Any]:
    return {"type": "bytes", "logicalType": "decimal", "precision": precision, "scale": scale}


@pytest.mark.own_job
@pytest.mark.parametrize("tool", [evolved_tables, minimal_tables], ids=["evolved", "minimal"])
def test_tables_are_as_their_tool_makes_them(tool: Any) -> None:
    assert tool.main(["--check"]) == 0


ABOUT = {  # what some of these tables are made to show
    "table.check.column-types": "evolved/",
    "table.check.schema-columns": "minimal/column-added-",
    "table.slice.committed": ("minimal/rolled-back-", "minimal/carried-"),  # the latter have no archive
    "table.check.timeline-missing": "minimal/carried-",
    # Pending writes whose files have no markers.
    "table.check.completion-lost": ("minimal/log-unc", "minimal/replace-pending-", "minimal/uncommitted-"),
}


@pytest.mark.own_job
@pytest.mark.parametrize("folder", ["evolved", "minimal"])
def test_an_audit_of_the_tables_finds_what_they_are_about(folder: str, tmp_path: Path) -> None:
    paths = sorted((resources.fixtures_dir() / folder).glob("*.zip"))
    assert len(paths) > 30
    for path in paths:
        unpacked(path, tmp_path / path.stem)
        table = TableRef(
            str(tmp_path / path.stem), list_files([str(tmp_path / path.stem)]), Context(deep=True)
        )
        stream = BetweenSurface().check_table(table, open_ranged)
        for row in (item for item in stream if isinstance(item, FindingRow)):
            known = ABOUT.get(row.requirement or "")
            assert known is not None, (path.name, row)
            assert f"{folder}/{path.name}".startswith(known), row


@given(FLOATS)
def test_float_widens_to_a_double_that_is_the_same_float_and_has_no_longer_text(value: float) -> None:
    double = resolver("float", "double")(value)
    assert struct.pack(">f", double) == struct.pack(">f", value)
    digits = len(Decimal(repr(double)).normalize().as_tuple().digits)
    assert digits <= 9  # as many as any float needs


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_text_of_a_double_reads_back_and_is_laid_out_as_in_java(value: float) -> None:
    text = text_of_double(value)
    assert struct.pack(">d", float(text)) == struct.pack(">d", value)
    mantissa, _, exponent = text.partition("E")
    whole, _, fraction = mantissa.removeprefix("-").partition(".")
    assert (whole + fraction).isdigit()
    assert fraction == "0" or not fraction.endswith("0")
    assert bool(exponent) == (value != 0 and not 1e-3 <= abs(value) < 1e7)
    assert not exponent or (len(whole) == 1 and whole != "0" and str(int(exponent)) == exponent)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (5e-324, "4.9E-324"),
        (2e-323, "2.0E-323"),
        (1e23, "1.0E23"),
        (0.001, "0.001"),
        (1e7, "1.0E7"),
        (9999999.0, "9999999.0"),
        (math.nan, "NaN"),
        (-math.inf, "-Infinity"),
        (-0.0, "-0.0"),
        (1.7976931348623157e308, "1.7976931348623157E308"),
        (0.00123, "0.00123"),
        (123.0, "123.0"),
    ],
)
def test_text_of_a_double_is_what_java_prints(value: float, text: str) -> None:
    assert text_of_double(value) == text


@pytest.mark.parametrize(
    ("bits", "text"),
    [(1, "1.4E-45"), (0x7F7FFFFF, "3.4028235E38"), (0x4C000000, "3.3554432E7"), (0x3DCCCCCD, "0.1")],
)
def test_text_of_a_float_is_what_java_prints(bits: int, text: str) -> None:
    assert text_of_float(struct.unpack(">f", struct.pack(">I", bits))[0]) == text


@pytest.mark.parametrize("value", [Decimal("1.25"), b"\x7d"], ids=["number", "unscaled"])
def test_decimal_keeps_its_number_in_another_scale(value: Any) -> None:
    assert resolver(decimal(10, 2), decimal(20, 4))(value) == Decimal("1.2500")
    assert resolver(decimal(10, 2), "string")(value) == "1.25"
    assert resolver(decimal(10, 2), decimal(3, 2))(value) == Decimal("1.25")


@pytest.mark.parametrize(
    ("writer", "reader", "value"),
    [
        (decimal(10, 2), decimal(10, 1), Decimal("1.25")),
        (decimal(10, 2), decimal(4, 3), Decimal("12.50")),
        ("string", decimal(10, 2), "many"),
        ("string", decimal(10, 2), "NaN"),
        ("double", decimal(9, 2), math.inf),
        (decimal(10, 2), decimal(3, 2), Decimal("12.50")),
        ("string", {"type": "int", "logicalType": "date"}, "2026-02-30"),
        ("string", {"type": "int", "logicalType": "date"}, b"\xff"),
        ({"type": "int", "logicalType": "date"}, "string", 2**31 - 1),
    ],
)
def test_value_that_cannot_be_kept_is_refused(writer: Any, reader: Any, value: Any) -> None:
    with pytest.raises(Reject) as caught:
        resolver(writer, reader)(value)
    assert caught.value.code == "bad-value"


@pytest.mark.parametrize(
    ("writer", "reader"),
    [
        ("long", "int"),
        ("double", "float"),
        ("double", "long"),
        ("float", "long"),
        ("boolean", "int"),
        ("string", "int"),
        ("boolean", "string"),
        ("string", "boolean"),
        ("int", "boolean"),
        ("string", {"type": "array", "items": "string"}),
        (decimal(4, 2), "long"),
    ],
)
def test_incompatible_types_are_refused_before_any_value(writer: Any, reader: Any) -> None:
    with pytest.raises(Reject) as caught:
        resolver(writer, reader)
    assert (caught.value.code, caught.value.requirement) == ("schema-mismatch", "table.schema.incompatible")


@pytest.mark.parametrize(
    "writer", ["bytes", {"type": "fixed", "name": "a", "size": 2}], ids=["bytes", "shorter"]
)
def test_a_fixed_length_takes_no_other_bytes(writer: Any) -> None:
    with pytest.raises(Reject) as caught:
        resolver(writer, {"type": "fixed", "name": "a", "size": 3})
    assert (caught.value.code, caught.value.requirement) == ("schema-mismatch", "table.schema.fixed")


def test_points_in_time_keep_their_point_in_finer_units() -> None:
    def stamp(name: str) -> dict[str, str]:
        return {"type": "long", "logicalType": name}

    assert resolver(stamp("timestamp-millis"), stamp("timestamp-micros"))(7) == 7_000
    assert resolver(stamp("timestamp-millis"), stamp("timestamp-nanos"))(7) == 7_000_000
    assert resolver(stamp("local-timestamp-micros"), stamp("timestamp-nanos"))(7) == 7_000
    assert resolver(stamp("timestamp-nanos"), stamp("timestamp-micros"))(7_999) == 7
    assert resolver(stamp("timestamp-micros"), stamp("timestamp-millis"))(7_999) == 7_999


def test_stored_columns_as_avro() -> None:
    kinds = {
        "a": (pa.int16(), "int"),
        "b": (pa.uint32(), "long"),
        "c": (pa.float16(), "float"),
        "d": (pa.large_string(), "string"),
        "e": (pa.binary(3), {"type": "fixed", "name": "stored_fixed", "size": 3}),
        "f": (pa.decimal128(9, 2), decimal(9, 2)),
        "g": (pa.date32(), {"type": "int", "logicalType": "date"}),
        "h": (pa.time32("ms"), {"type": "int", "logicalType": "time-millis"}),
        "i": (pa.timestamp("ns"), {"type": "long", "logicalType": "local-timestamp-nanos"}),
        "j": (pa.timestamp("us", "UTC"), {"type": "long", "logicalType": "timestamp-micros"}),
        "k": (pa.dictionary(pa.int32(), pa.string()), "string"),
        "l": (pa.bool_(), "boolean"),
        "m": (pa.list_(pa.field("item", pa.int32(), nullable=False)), {"type": "array", "items": "int"}),
    }
    stored = pa.schema([pa.field(name, kind, nullable=False) for name, (kind, _) in kinds.items()])
    found = avro_of_arrow(stored, "null")
    assert {member["name"]: member["type"] for member in found["fields"]} == {
        name: node for name, (_, node) in kinds.items()
    }


def test_unions_and_unknown_structs_have_the_type_of_the_footer() -> None:
    union = ["null", "int", "string"]
    stored = pa.schema([("u", pa.struct([("member0", pa.int32()), ("member1", pa.string())]))])
    hint = {"type": "record", "name": "r", "fields": [{"name": "u", "type": union}]}
    assert avro_of_arrow(stored, hint)["fields"] == [{"name": "u", "type": union}]
    assert json.dumps(avro_of_arrow(stored, None)["fields"][0]["type"]) == '["null", "null"]'


@pytest.mark.parametrize("days", [-719_163, 2_932_897, -(2**31), 2**31 - 1])
def test_dates_beyond_four_digits_have_no_text(days: int) -> None:
    text_of = resolver({"type": "int", "logicalType": "date"}, "string")
    assert [text_of(day) for day in (-719_162, 2_932_896)] == ["0001-01-01", "9999-12-31"]
    with pytest.raises(Reject, match="not a date with a year of four digits"):
        text_of(days)

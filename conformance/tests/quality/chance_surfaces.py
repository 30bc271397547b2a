# SPDX-License-Identifier: Apache-2.0
"""HFiles, base files and names in an audit, for mutants drawn by chance.

drawn:unit-surface-NAME    plans and rows of files that were made here; of a timeline, rows of findings
                           that a check of its own gives, and the files that are copied of a store
"""

from __future__ import annotations

import io
import struct
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from chance_asked import Failure, imported
from chance_log_surface import set_meanwhile
from chance_units import unit
from hudi_conformance import resources

_TIME = "20260101000000123"
_LATER = "20260101000000124"
_HFILE = resources.fixtures_dir() / "hfile"


def _ref(path: str, data: bytes = b"") -> Any:
    return imported("lake.files").FileRef(path, len(data))


def _context(**values: Any) -> Any:
    return imported("audit.surface").Context(**values)


def _since(surface: Any, path: str, data: bytes, *, is_without: bool = True) -> Failure:
    """Whether a file of an instant before `since` has a plan without rows, blocks and parts."""
    empty = imported("audit.surface").FilePlan()
    for since, is_planned in ((None, True), (_TIME, True), ("2025", True), (_LATER, False), ("9", False)):
        plan = surface.plan(_ref(path, data), data, _context(since=since))
        if (plan != empty) is not is_planned:
            return f"{surface.name} since {since}: {plan}"
    nameless = path.replace(_TIME, "x")
    if is_without and surface.plan(_ref(nameless, data), data, _context(since="9")) == empty:
        return f"{surface.name} of no instant"
    return None


@unit("surface-registry")
def _() -> Failure:
    """Each surface is found by its name, and files by all of theirs."""
    registry = imported("audit.registry")
    names = ["name", "log", "hfile", "base-file"]
    if [registry.surface_named(name).name for name in names] != names:
        return "another surface by a name"
    if [one.name for one in registry.TABLE_SURFACES] != ["timeline", "archive", "table"]:
        return "other surfaces of tables"
    checks = [registry.TABLE_SURFACES[number]._check.__name__ for number in (0, 1)]
    return None if checks == ["check_timeline", "check_archive"] else f"{checks}"


# --- names -----------------------------------------------------------------------------------------------


@unit("surface-names")
def _() -> Failure:
    """A name that breaks a rule is a violation of a file that can be read."""
    module = imported("audit.name_surface")
    surface = module.NameSurface()
    for name, rule, instant in (
        (f".f1-0_{_TIME}.log.1_0-1-0", None, _TIME),
        (f".f1-0_{_TIME}.log.0_0-1-0", "name.log.first-version", _TIME),
        (f"._{_TIME}.log.1_0-1-0", "name.log.file-id-characters", None),
        (f".f_{_TIME}.log.99999999999_0-1-0", "name.log.version-range", None),
    ):
        path = f"/t/p/{name}"
        if module.instant_of_name(name) != instant:
            return f"{name}: {module.instant_of_name(name)}"
        rows = surface.plan(_ref(path), b"", _context()).findings
        found = [
            (row.path, row.surface, row.requirement, row.verdict, row.salvageable, row.instant)
            for row in rows
        ]
        if found != ([] if rule is None else [(path, "name", rule, "violation", True, instant)]):
            return f"{name}: {rows}"
    for path, is_name in (
        (f"/t/.f_{_TIME}.log.1", True), (f"/t/f_{_TIME}.log.1", False), ("/t/.f.log.1", False),
        ("/t/.commits_.archive.1", True), (f"/t/.f_{_TIME}.log.x", False), ("/t/.f_\n.log.1", True),
        (f"/t/.hoodie/.temp/1/.f_{_TIME}.log.1", False), (f"/t/.hoodie/metadata/.f_{_TIME}.log.1", True),
        (f"/t/.f_{_TIME}.log.1/x", False),
    ):  # fmt: skip
        if surface.matches(path) is not is_name or module.is_log_name(path.split("/")[-1]) < is_name:
            return f"{path} is{'' if surface.matches(path) else ' not'} a name"
    return _since(surface, f"/t/.f_{_TIME}.log.0_0-1-2", b"", is_without=False)


# --- HFiles ----------------------------------------------------------------------------------------------


@unit("surface-hfiles")
def _() -> Failure:
    """One part of an HFile; a finding is in the block around its byte, first and last byte included."""
    module, view = imported("audit.hfile_surface"), imported("views.hfile")
    surface, part = module.HFileSurface(), imported("audit.surface").Part
    path = f"/t/f_0-1-2_{_TIME}.hfile"
    if fault := _since(surface, path, b"abc"):
        return fault
    for data in (b"", b"a", b"abc"):
        plan = surface.plan(_ref(path, data), data, _context())
        if list(plan.parts) != [part(0, max(len(data), 1))] or plan.findings or plan.num_blocks:
            return f"{len(data)} bytes: {plan}"

    class Block:
        def __init__(self, ofs: int, end: int) -> None:
            self.ofs, self.end, self.type, self.size = ofs, end, f"T{ofs}", end - ofs

    blocks: list[Any] = [Block(0, 10), Block(10, 20), Block(25, 30)]
    for at, number in (
        (None, None), (0, 0), (9, 0), (10, 1), (19, 1), (20, None), (24, None), (25, 2), (29, 2), (30, None),
    ):  # fmt: skip
        found, block = module._block_at([0, 10, 25], blocks, at)
        if found != number or block is not (None if number is None else blocks[number]):
            return f"byte {at} in block {found}"
    if module._block_at([], [], 5) != (None, None) or module._block_at([3], [Block(3, 9)], 2) != (None, None):
        return "a byte before all blocks"
    finding = imported("views.common").Finding
    found_by = [
        finding("hfile.checksum.mismatch", "bad-checksum", 0, "m", True),
        finding("hudi.hfile.index-keys", "bad-value", None, "m", False),
        finding("hfile.index.order", "bad-order", 10**9, "m", False),
    ]
    data = sorted(_HFILE.glob("*.hfile"))[0].read_bytes()
    before = module.check_hfile
    module.check_hfile = lambda _: found_by
    try:
        rows = list(surface.check(_ref(path, data), data, part(0, len(data)), _context()))
        none = list(surface.check(_ref(path, b"x"), b"x", part(0, 1), _context()))
        many = list(module.HFileSurface()._rows(_ref(path, data), data))
    finally:
        module.check_hfile = before
    first = next(iter(imported("decode.hfile.file").HFile(data).headers()))
    assert isinstance(first, view.HFileBlock)
    shown = [(row.verdict, row.salvageable, row.block, row.kind, row.len, row.instant) for row in rows]
    if shown != [
        ("damage", False, 0, first.type, first.size, _TIME),
        ("violation", True, None, None, None, _TIME),
        ("violation", True, None, None, None, _TIME),
    ]:
        return f"{shown}"
    if many != rows or [(row.verdict, row.block) for row in none] != [(row.verdict, None) for row in rows]:
        return f"{none}"
    return None


# --- base files ------------------------------------------------------------------------------------------


def _parquet(*, checksums: bool, pages: int = 3) -> bytes:
    out = io.BytesIO()
    table = pa.table({"a": pa.array(range(pages * 10), pa.int64())})
    pq.write_table(
        table, out, use_dictionary=False, compression="none", write_page_checksum=checksums,
        data_page_size=1, write_batch_size=10,
    )  # fmt: skip
    return out.getvalue()


@unit("surface-base-files")
def _() -> Failure:
    """Footer alone, checksums of pages, or all pages: what is found, and pages that nothing vouches for."""
    surface = imported("audit.base_surface").BaseFileSurface()
    path = f"/t/f_0-1-2_{_TIME}.parquet"
    summed, bare = _parquet(checksums=True), _parquet(checksums=False)
    if fault := _since(surface, path, b"PAR1"):
        return fault
    metadata = pq.read_metadata(io.BytesIO(summed))
    column = metadata.row_group(0).column(0)
    end = column.data_page_offset + column.total_compressed_size
    start = summed.index(struct.pack("<qq", 10, 11), column.data_page_offset)
    place = start + 8  # the second value of the second page
    damaged = summed[:place] + b"\x77" + summed[place + 1 :]
    bare_size = len(bare)
    for name, data, options, expected, num_bare in (
        ("footer", summed, {}, [], 0),
        ("footer of damage", damaged, {}, [], 0),
        ("checksums", summed, {"pages": True}, [], 0),
        ("no checksums", bare, {"pages": True}, [], 3),
        ("no checksums, decoded", bare, {"pages": True, "deep": True}, [], 0),
        ("no checksums, deep", bare, {"deep": True}, [], 0),
        ("no checksums, footer", bare, {}, [], 0),
        ("a wrong one", damaged, {"pages": True}, ["bad-checksum"], 0),
        ("a wrong one, deep", damaged, {"deep": True}, ["bad-checksum"], 0),
        ("cut", bare[:-1], {"pages": True}, ["truncated"], 0),
        ("cut, deep", bare[:-1], {"deep": True}, ["truncated"], 0),
    ):
        plan = surface.plan(_ref(path, data), data, _context(**options))
        if ([row.code for row in plan.findings], plan.num_bare) != (expected, num_bare):
            return f"{name}: {plan}"
        if plan.num_blocks != 1 or plan.parts:
            return f"{name}: {plan}"
        for row in plan.findings:
            same = row.path, row.surface, row.verdict, row.kind, row.instant, row.salvageable, row.severity
            if same != (path, "base-file", "damage", "base-file", _TIME, False, "error"):
                return f"{name}: {row}"
            if expected == ["truncated"]:
                told = ("table.base-file.form", bare_size - 5, bare_size - 1, None)
                if (row.requirement, row.ofs, row.len, row.block) != told:
                    return f"{name}: {row}"
            elif (row.requirement, row.block) != ("table.base-file.pages", 1):
                return f"{name}: {row}"
            elif not row.ofs < start < place < row.ofs + row.len <= end:
                return f"{name}: {row.ofs} and {row.len} bytes, damaged at {place}"
    return None


@unit("surface-footers")
def _() -> Failure:
    """Footers whose column chunks leave the file by a byte, and those that just do not."""
    check = imported("audit.base_surface").check_footer
    out = io.BytesIO()
    pq.write_table(pa.table({"a": pa.array(range(100), pa.int64())}), out, compression="none")
    data = out.getvalue()
    column = pq.read_metadata(io.BytesIO(data)).row_group(0).column(0)
    start = column.dictionary_page_offset or column.data_page_offset
    end, length = start + column.total_compressed_size, int.from_bytes(data[-8:-4], "little") + 8
    gap = len(data) - length - end
    for name, changed, is_outside in (
        ("whole", data, False),
        ("moved by all bytes behind", data[:end] + data[-length:], False),
        ("moved by one more", data[: end - 1] + data[-length:], True),
        ("more bytes between", data[:end] + b"x" * 9 + data[-length:], False),
    ):
        found = [(code, at) for code, at, _ in check(changed)]
        expected = [("offset-out-of-range", len(changed) - length)] if is_outside else []
        if found != expected:
            return f"{name}, {gap} bytes behind the column: {found}, expected {expected}"
    chunk, span = imported("decode.parquet.footer").ColumnChunk, imported("views.common").Span
    footer = len(data) - length
    for ofs, size, is_inside in (
        (4, footer - 4, True), (4, 0, True), (footer, 0, True), (3, 5, False), (4, footer - 3, False),
        (footer, 1, False), (9, -1, False), (3, 0, False), (0, -1, False),
    ):  # fmt: skip
        groups = [[chunk("a", span(4, 1), 1), chunk("b", span(ofs, size), 1)]]
        with set_meanwhile(imported("audit.base_surface"), "row_groups", lambda _, groups=groups: groups):
            if bool(list(check(data))) is is_inside:
                return f"{size} bytes at {ofs} before a footer at {footer}"
    return None

# SPDX-License-Identifier: Apache-2.0
"""One file salvaged into one folder."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from hudi_conformance import __version__
from hudi_conformance.canonical.json import pretty
from hudi_conformance.decode.avro.schema import AvroSchema, SchemaError, parse_schema
from hudi_conformance.decode.bulk.framing import drop_pages
from hudi_conformance.decode.bulk.hfile.records import RecordDecoder
from hudi_conformance.decode.bulk.hfile.runs import Cells
from hudi_conformance.decode.bulk.hfile.sound import is_worth_kernels
from hudi_conformance.decode.hfile.fields import is_hfile
from hudi_conformance.decode.hfile.records import decode_record
from hudi_conformance.decode.log.scan import MAGIC
from hudi_conformance.decode.source import Buffer, Memory, open_source
from hudi_conformance.errors import LimitExceeded, Reject, UnsupportedInput
from hudi_conformance.model.base_file import PARQUET, BaseFileName
from hudi_conformance.model.hfile import MAGICS, HFileBlock, HFileCell
from hudi_conformance.salvage.account import REFUSALS, Account, Loss, reason_of, record_loss
from hudi_conformance.salvage.base import salvage_base_file
from hudi_conformance.salvage.hfile import HFileSalvage
from hudi_conformance.salvage.log import salvage_log_file
from hudi_conformance.salvage.report import markdown
from hudi_conformance.salvage.tables import SCHEMAS, WIDE, Tables

KINDS = ("log", "hfile", "parquet")
REPORT_VERSION = 1
_ROWS = 4096
_ROW_BYTES = 8 << 20
_LEN_REST = 100  # bytes of a row of cells besides those of row, value, qualifier and tags
_LOOK = 1 << 20  # bytes searched at the start of a file of unknown kind
_LOG_NAME = re.compile(r"\.(?:log|archive)(?:\.|$)")
# Files of a timeline, and of formats with separate readers, regardless of their bytes.
_OTHER_NAME = re.compile(
    r"\.(?:(?:delta|replace)?commit|clean|rollback|restore|savepoint|(?:log)?compaction|clustering|indexing"
    r"|requested|inflight|properties|parquet|orc|lance|crc)$"
)
_ANY = re.compile(b"|".join(re.escape(magic) for magic in (MAGIC, *MAGICS)))


@dataclass(frozen=True, slots=True)
class Salvage:
    """Result of a salvage.

    Attributes:
        report: content of `report.json`.
        exit_code: 0 everything was read, 1 losses, 3 nothing could be read.
    """

    report: Mapping[str, Any]
    exit_code: int


def kind_of(buffer: Buffer, name: str = "") -> str | None:
    """The kind of a file, None for another.

    It is `parquet` by the name of a base file; `hfile` or `log` by the trailer, else by the first magic, else
    by the name.
    """
    base = BaseFileName.parse(name)
    if base is not None and base.format is PARQUET:
        return "parquet"
    if is_hfile(buffer):
        return "hfile"
    if _OTHER_NAME.search(name):
        return None
    match = _ANY.search(bytes(buffer[:_LOOK]))
    if match is not None:
        return "log" if match[0] == MAGIC else "hfile"
    if name.endswith(".hfile"):
        return "hfile"
    return "log" if _LOG_NAME.search(name) else None


def salvage_file(path: Path, out: Path, kind: str | None = None) -> Salvage:
    """Write the readable content of the file at `path` below the folder `out`, with a report.

    Args:
        path: log file, HFile or Parquet base file.
        out: folder; it may exist, files of an earlier salvage in it must not.
        kind: one of `KINDS`; None detects it.

    Raises:
        OSError: the file cannot be opened, or the output not written.
        FileExistsError: `out` has a report already.
        UnsupportedInput: an encrypted HFile, or one of a codec that is not read here; a file of another
            format by its name, and no `kind`.
    """
    if (out / "report.json").exists():
        raise FileExistsError(f"{out} contains the report of an earlier salvage")
    with open_source(path) as buffer:
        kind = kind or kind_of(buffer, path.name)
        if kind is None and _OTHER_NAME.search(path.name):
            raise UnsupportedInput(f"{path.name} is neither a log file nor an HFile or base file")
        kind = kind or "log"
        tables = Tables(out)
        account = Account(len(buffer), lambda loss: tables.row("lost", asdict(loss)))
        if kind == "hfile":
            _HFile(buffer, tables, account).write()
        elif kind == "parquet":
            salvage_base_file(buffer, tables, account)
        else:
            salvage_log_file(buffer, tables, account)
    account.close()
    tables.close()
    report = _report(path, kind, account, tables)
    out.mkdir(parents=True, exist_ok=True)
    (out / "report.json").write_text(pretty(report), "utf-8")
    (out / "report.md").write_text(markdown(report), "utf-8")
    is_unreadable = not account.kept["blocks"] and account.size > 0
    return Salvage(report, 3 if is_unreadable else int(account.num_losses > 0))


def _report(path: Path, kind: str, account: Account, tables: Tables) -> dict[str, Any]:
    return {
        "report": REPORT_VERSION,
        "suite": __version__,
        "file": path.name,
        "kind": kind,
        "size": account.size,
        "kept": dict(sorted(account.kept.items())),
        "rows_by": dict(account.rows_by),
        "lost": {"bytes": 0, **dict(sorted(account.lost.items())), "places": account.num_losses},
        "losses": [asdict(loss) for loss in account.losses],
        "notes": account.notes,
        "datasets": {name: tables.datasets[name] for name in sorted(tables.datasets)},
    }


class _HFile:
    """Cells of an HFile, and its records if it has a schema."""

    def __init__(self, buffer: Buffer, tables: Tables, account: Account) -> None:
        self._buffer = buffer
        self._tables = tables
        self._account = account
        quick = isinstance(buffer, Memory) and is_worth_kernels(len(buffer))
        self._salvage = HFileSalvage(buffer, quick=quick)
        self._text = ""
        self._schema: AvroSchema | None = None
        self._rows: list[Any] = []
        self._len_rows = 0
        self._block_ofs = 0
        self._decoder: RecordDecoder | None = None

    def write(self) -> None:
        """Write everything."""
        self._open_schema()
        dropped = 0
        for step in self._salvage.steps():
            if isinstance(step, HFileCell):
                self._cell(step)
            elif isinstance(step, Cells):
                self._cells(step)
            elif isinstance(step, HFileBlock):
                self._flush()
                self._block(step)
                dropped = drop_pages(self._buffer, dropped, step.ofs)
            else:
                self._account.lose(step)
        self._flush()
        for key, value in (self._salvage.info or {}).items():
            self._tables.row("info", {"key": key, "value": value}, len(value))
        for note in self._salvage.notes:
            self._account.note(note)

    def _open_schema(self) -> None:
        raw = (self._salvage.info or {}).get(b"schema")
        if raw is None:
            return
        try:
            self._text = raw.decode("utf-8")
            self._schema = parse_schema(self._text)
        except (UnicodeDecodeError, SchemaError) as error:
            reason = reason_of(Reject("bad-schema", None, "hudi.hfile.schema-read", str(error)))
            self._account.lose(Loss("schema", 0, 0, **reason))

    def _block(self, block: HFileBlock) -> None:
        self._block_ofs = block.ofs
        self._account.kept["blocks"] += 1
        row = {
            "block_ofs": block.ofs, "block_len": block.size, "kind": block.type, "header": {},
            "found": "walk", "content_ofs": block.stored_ofs, "content_len": block.stored_len,
        }  # fmt: skip
        self._tables.row("blocks", row)

    def _cell(self, cell: HFileCell) -> None:
        row = {name: getattr(cell, name) for name in SCHEMAS["cells"].names[1:-1]}
        mvcc = (cell.mvcc + (1 << 63)) % (1 << 64) - (1 << 63)
        self._tables.row("cells", {"block_ofs": self._block_ofs, **row, "mvcc": mvcc}, _size(cell))
        self._account.kept["cells"] += 1
        self._record(cell)

    def _record(self, cell: HFileCell) -> None:
        if self._schema is None:
            return
        try:
            self._rows.append(decode_record(cell, self._schema))
        except REFUSALS as error:
            self._account.lose(record_loss(error, self._block_ofs, cell.ofs_value))
        self._len_rows += _size(cell)
        if len(self._rows) >= _ROWS or self._len_rows >= _ROW_BYTES:
            self._flush()

    def _cells(self, cells: Cells) -> None:
        """Add all cells of a block, as `_cell` does for each."""
        columns = cells.columns
        block = pa.repeat(pa.scalar(self._block_ofs), cells.num)
        batch = pa.RecordBatch.from_arrays([block, *columns.columns], schema=SCHEMAS["cells"])
        sizes = _sizes(columns)
        self._tables.rows("cells", batch, sizes)
        self._account.kept["cells"] += cells.num
        if self._schema is not None:
            self._records(cells, sizes, self._schema)

    def _records(self, cells: Cells, sizes: Sequence[int], schema: AvroSchema) -> None:
        """The records of all cells of a block, in the batches that `_record` makes of them."""
        start = before = 0
        while start < cells.num:
            end = min(bisect_left(sizes, before + _ROW_BYTES, start) + 1, start + _ROWS, cells.num)
            batch = self._decoded(cells.columns.slice(start, end - start), schema)
            if batch is None:
                for cell in islice(cells.one_by_one(), start, None):
                    self._record(cell)
                return
            self._tables.batch(self._text, schema.tree, batch, self._origin())
            self._account.kept["records"] += batch.num_rows
            start, before = end, sizes[end - 1]

    def _decoded(self, columns: pa.RecordBatch, schema: AvroSchema) -> pa.RecordBatch | None:
        if self._tables.shape(self._text, schema.tree) is WIDE:
            return None
        if self._decoder is None:
            self._decoder = RecordDecoder(schema.tree)
        return self._decoder.decode(columns)

    def _origin(self) -> dict[str, Any]:
        return {"hudi_block_ofs": self._block_ofs, "hudi_block_kind": "DATA", "hudi_found": "walk"}

    def _flush(self) -> None:
        if self._rows and self._schema is not None:
            self._tables.records(self._text, self._schema.tree, self._rows, self._origin())
            self._account.kept["records"] += len(self._rows)
        self._rows, self._len_rows = [], 0


def _size(cell: HFileCell) -> int:
    return len(cell.row) + len(cell.value) + len(cell.qualifier) + len(cell.tags) + _LEN_REST


def _sizes(columns: pa.RecordBatch) -> list[int]:
    """`_size` of the first cell, of the first two, and so on."""
    sizes = np.full(columns.num_rows, _LEN_REST, np.int64)
    for name in ("row", "value", "qualifier", "tags"):
        offsets = np.frombuffer(columns[name].buffers()[1], np.int32, columns.num_rows + 1)
        sizes += offsets[1:] - offsets[:-1]
    total: list[int] = np.cumsum(sizes).tolist()
    return total


UNREADABLE = (OSError, UnsupportedInput, LimitExceeded)

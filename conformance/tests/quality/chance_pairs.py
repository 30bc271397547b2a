# SPDX-License-Identifier: Apache-2.0
"""Two ways to the same answer, on inputs drawn by chance, for mutants drawn by chance.

    drawn:pair-cells-N      cells of an HFile by slices and by the grammar, of whole and of damaged files
    drawn:pair-maps-N       headers and footers of logs entry by entry, and by the grammar as a whole
    drawn:pair-lookups-N    lookups by row, by prefix and before a row are what a scan of all cells has
    drawn:pair-fields-N     fields of drawn files: each byte once, their rules by what they are; of HFiles
                            without compression the cells of a scan
    drawn:pair-sources      one log and one HFile from bytes, buffers, mappings, paths and streams
    drawn:pair-limits-N     what is read within the limits is read without them, and says the same
    drawn:pair-windows      a window of a buffer reads as a stream of the bytes does
    drawn:pair-blocks-N     a scan that begins at a block finds what a scan of all finds from there on

Neither way is the judge: they share little code, and a mutant changes one of them.
"""

from __future__ import annotations

import io
import mmap
import os
import random
import re
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import chance_fields
import fastavro
from chance_asked import Asked, Failure, imported
from chance_drawn import _edited, _groups, ask
from hudi_conformance import resources

if TYPE_CHECKING:
    from chance_questions import World

_NUM = 4
_VARIABLE = "HUDI_CONFORMANCE_LIMITS"


def pair_questions() -> Iterator[Asked]:
    """All of them."""
    import strategies.files as valid_files

    hfiles, logs = (_groups(kind(), _NUM) for kind in (valid_files.hfiles, valid_files.logs))
    for number in range(_NUM):
        for name, group, fault in (
            ("cells", hfiles, _cells),
            ("lookups", hfiles, _lookups),
            ("maps", logs, _maps),
            ("blocks", logs, _blocks),
            ("fields-of-hfiles", hfiles, _fields_of_hfile),
            ("fields-of-logs", logs, _fields_of_log),
        ):
            yield f"drawn:pair-{name}-{number}", f"{group[number]}", partial(_each, group[number], fault)
        yield (
            f"drawn:pair-limits-{number}",
            f"{logs[number]}",
            partial(_limits, logs[number], hfiles[number]),
        )
    yield "drawn:pair-containers", "", _containers
    yield "drawn:pair-sources", "", _sources
    yield "drawn:pair-windows", "", _windows
    yield "drawn:pair-long-maps", "", _long_maps


def _each(group: list[Any], fault_of: Callable[[Any], Failure], _: World) -> Failure:
    return next((fault for one in group if (fault := fault_of(one)) is not None), None)


def _outcome(call: Callable[[], Any]) -> Any:
    """What a call returns, or all that a refusal says."""
    errors = imported("errors")
    try:
        return call()
    except errors.Reject as error:
        return "reject", error.code, error.at, error.requirement
    except (errors.LimitExceeded, errors.UnsupportedInput) as error:
        return type(error).__name__


def _hfile(description: Any) -> bytes:
    data: bytes = imported("encode.hfile.write").encode_hfile_description(description).data
    return data


def _log(blocks: Any) -> bytes:
    data: bytes = imported("encode").encode_log({"blocks": blocks}).data
    return data


# --- HFiles ----------------------------------------------------------------------------------------------


def _cells(description: Any) -> Failure:
    slices = imported("decode.hfile.slices")
    data = _hfile(description)
    for file in (data, *_edited(data)):
        quick = _scanned(file)
        with slices.by_grammar():
            careful = _scanned(file)
        if quick != careful:
            return (
                f"{len(quick[0])} cells by slices, {len(careful[0])} by the grammar: {quick[1]}, {careful[1]}"
            )
    return None


def _scanned(data: bytes) -> tuple[list[Any], Any]:
    found: list[Any] = []

    def read() -> None:
        found.extend(
            imported("decode.hfile.cells").CellReader.of(imported("decode.hfile.file").HFile(data)).scan()
        )

    return found, _outcome(read)


def _lookups(description: Any) -> Failure:
    data = _hfile(description)
    cells, refusal = _scanned(data)
    if refusal is not None:
        return f"{refusal}"
    lookup = imported("decode.hfile.lookup").Lookup(imported("decode.hfile.file").HFile(data))
    present = sorted({cell.row for cell in cells})
    chosen = present if len(present) < 12 else present[:4] + present[len(present) // 2 :][:4] + present[-4:]
    rows = [b"", b"\xff" * 9, *chosen, *(row + b"\0" for row in chosen), *(row[:-1] for row in chosen)]
    for row in dict.fromkeys(rows):
        if list(lookup.get(row)) != [cell for cell in cells if cell.row == row]:
            return f"cells of row {row!r:.40}"
        if list(lookup.prefix(row)) != [cell for cell in cells if cell.row.startswith(row)]:
            return f"cells of prefix {row!r:.40}"
        before = [cell for cell in cells if cell.row < row]
        if lookup.before(row) != (before[-1] if before else None):
            return f"cell before {row!r:.40}"
    return None


# --- logs ------------------------------------------------------------------------------------------------


@contextmanager
def _kept(num: int) -> Iterator[None]:
    """Maps of more entries than `num` are read entry by entry."""
    maps = imported("decode.log.maps")
    usual, maps.MAX_KEPT = maps.MAX_KEPT, num
    try:
        yield
    finally:
        maps.MAX_KEPT = usual


def _maps(blocks: Any) -> Failure:
    scan = imported("decode.log.scan").scan_log
    data = _log(blocks)
    for file in (data, *_edited(data), *_edited(data + b"x")):
        with _kept(0):
            by_entry = _outcome(partial(scan, file))
        with _kept(1 << 30):
            whole = _outcome(partial(scan, file))
        if by_entry != whole:
            return f"{by_entry!r:.150} entry by entry, {whole!r:.150}"
    return None


def _long_maps(_: World) -> Failure:
    """Maps of as many entries as are kept, and one more: of a key the last value counts."""
    for num in (254, 255, 256, 257, 300):
        values = [[0 if at % 7 else 1, f"value {at}"] for at in range(num)]
        for name in ("header_entries", "footer_entries"):
            block = {
                "kind": "COMMAND_BLOCK",
                "header": {"INSTANT_TIME": "1", "TARGET_INSTANT_TIME": "1", "COMMAND_BLOCK_TYPE": "0"},
                "knobs": {name: values},
            }
            data = _log([block])
            answer = ask("log.scan", data)
            [found] = (answer.get("value") or answer["partial"])["blocks"]
            part = found["header" if name == "header_entries" else "footer"]
            if set(part.values()) != {text for key, text in dict(values).items()} or len(part) != 2:  # type: ignore[comparison-overlap]  # pairs
                return f"{num} entries in {name}: {part}"
            start = data.find(b"value 200") - 8
            if start > 0:
                broken = data[: start + 4] + (1 << 30).to_bytes(4, "big") + data[start + 8 :]
                answer = ask("log.scan", broken)
                rejection = (answer.get("value") or answer.get("partial") or {}).get("rejection") or answer
                at, rule = rejection.get("at"), rejection.get("requirement")
                if (at, rule) != (str(start + 4), "log.map.length-bounds"):
                    return f"a length of {num} entries in {name}: {at} {rule}, not at {start + 4}"
    return None


def _blocks(blocks: Any) -> Failure:
    scan = imported("decode.log.scan")
    data = _log(blocks)
    for file in (data, *_edited(data)):
        walk = scan.Walk(scan.walk_log(file))
        whole = list(walk)
        for number in {0, len(whole) // 2, max(len(whole) - 1, 0)} if whole else ():
            start = whole[number].span.ofs
            again = scan.Walk(scan.walk_log(file, start))
            if list(again) != whole[number:] or again.end != walk.end:
                return f"a scan from {start} on"
            plain = list(scan.walk_log(file, start, has_texts=False))
            if [(one.span, one.content, one.type) for one in plain] != [
                (one.span, one.content, one.type) for one in whole[number:]
            ]:
                return f"a scan without texts from {start} on"
            texts = [
                {k: v if isinstance(v, bytes) else v.encode() for k, v in one.header.items()} for one in whole
            ]
            if [dict(one.header) for one in plain] != texts[number:]:
                return f"header values as bytes from {start} on"
    return None


# --- fields ----------------------------------------------------------------------------------------------

_LOG_RULES = {
    "magic": "log.block.magic",
    "len_block": "log.block.size",
    "format_version": "log.block.format-version",
    "block_type": "log.block.type",
    "header.num_entries": "log.map.count-bounds",
    "footer.num_entries": "log.map.count-bounds",
    "header.entries.key": "log.header.key",
    "footer.entries.key": "log.footer.non-empty",
    "header.entries.len_value": "log.map.length-bounds",
    "footer.entries.len_value": "log.map.length-bounds",
    "header.entries.value": "log.map.form",
    "footer.entries.value": "log.map.form",
    "len_content": "log.block.content-length",
    "len_trailing": "log.block.trailing-length",
    "corrupt": "log.recovery.corrupt-span",
}
_CONTENT_RULES = {
    "DELETE_BLOCK": {
        "content": "log.block.content-length",
        "content.version": "log.delete.version",
        "content.len_payload": "log.delete.length",
        "content.payload": "log.delete.form",
        "content.rest": "log.delete.trailing",
    },
    "COMMAND_BLOCK": {"content": "log.command.content"},
    "HFILE_DATA_BLOCK": {"content": "log.hfile.form"},
    "PARQUET_DATA_BLOCK": {"content": "log.parquet.form"},
}
_RECORD_RULES = {
    "content": "log.block.content-length",
    "content.version": "log.avro.form",
    "content.num_records": "log.avro.count",
    "content.records.len_datum": "log.avro.record-length",
    "content.records.datum": "log.avro.datum",
    "content.rest": "log.avro.trailing",
}
_INDEX = re.compile(r"\[\d+\]")


def _fields_of_log(blocks: Any) -> Failure:
    fields, scan = imported("decode.log.fields"), imported("decode.log.scan").scan_log
    data = _log(blocks)
    for file in (data, *_edited(data)):
        found = fields.fields_of(file)
        if fault := chance_fields.structure_fault(file, found) if file[:6] == b"#HUDI#" else None:
            return fault
        kinds = [block.type.name for block in scan(file).blocks]
        for field in found:
            head, _, name = _INDEX.sub("", field.path).partition(".")
            if head != "blocks":
                rule: str | None = "log.recovery.short-tail"
            else:
                kind = kinds[int(field.path.partition("[")[2].partition("]")[0])]
                rule = _LOG_RULES.get(name) or _CONTENT_RULES.get(kind, _RECORD_RULES).get(name)
            if field.requirement != rule:
                return f"{field.path} is of {field.requirement}, not {rule}"
    return None


def _fields_of_hfile(description: Any) -> Failure:
    fields = imported("decode.hfile.fields")
    data = _hfile(description)
    for file in (data, *_edited(data)):
        found = fields.hfile_fields(file)
        if fault := chance_fields.structure_fault(file, found) if file[:6] != b"#HUDI#" else None:
            return fault
        rest = next((field for field in found if field.path == "rest"), None)
        cells, refusal = _scanned(file)
        if rest is None and refusal is None and (fault := _cells_fault(file, found, cells)) is not None:
            return fault
    return None


def _cells_fault(data: bytes, found: Any, cells: list[Any]) -> Failure:
    """Fields of cells, where payloads are neither compressed nor encoded, against the cells of a scan."""
    own: dict[str, dict[str, Any]] = {}
    for field in found:
        head, _, name = field.path.rpartition(".")
        if ".cells[" in head:
            own.setdefault(head, {})[name] = field
    if not own:
        return None
    if len(own) != len(cells):
        return f"{len(own)} cells in fields, {len(cells)} in a scan"
    for (path, parts), cell in zip(own.items(), cells, strict=True):
        for name in ("row", "family", "qualifier", "value", "tags"):
            field = parts.get(name)
            if (b"" if field is None else data[field.ofs : field.end]) != getattr(cell, name):
                return f"{path}.{name}"
        if (parts["timestamp"].value, parts["type"].value) != (cell.timestamp, cell.type):
            return f"{path}: another time or type"
        if (parts["len_row"].ofs, parts["value"].ofs) != (cell.ofs_key, cell.ofs_value):
            return f"{path}: another place"
    return None


def _containers(_: World) -> Failure:
    """The rest of a container is of the rule by which the container is refused."""
    container = imported("decode.avro.container_fields")
    for codec in ("null", "deflate"):
        out = io.BytesIO()
        schema = {"type": "record", "name": "r", "fields": [{"name": "n", "type": "string"}]}
        rows = [{"n": "x" * at} for at in range(9)]
        fastavro.writer(out, schema, rows, codec=codec, sync_interval=20, sync_marker=b"0123456789abcdef")
        data = out.getvalue()
        whole, refusal = container.container_fields(data)
        if refusal is not None or chance_fields.structure_fault(data, whole):
            return f"{codec}: {refusal}"
        for field in whole:
            name = _INDEX.sub("", field.path)
            is_compressed = codec != "null" and name == "blocks.records"
            rule = "sync" if name.endswith("sync") else "codec" if is_compressed else None
            if rule is not None and field.requirement != f"timeline.content.avro-{rule}":
                return f"{codec}: {name} is of {field.requirement}"
        for cut in range(4, len(data)):
            found, refusal = container.container_fields(data[:cut])
            if fault := chance_fields.structure_fault(data[:cut], found):
                return f"{codec} of {cut} bytes: {fault}"
            is_end = any(field.end == cut and field.path.endswith("sync") for field in whole)
            if (refusal is None) is not is_end:
                return f"{codec} of {cut} bytes: {refusal}"
            rest = found[-1]
            if rest.path == "rest" and refusal is not None and rest.requirement != refusal.requirement:
                return f"{codec} of {cut} bytes: the rest is of {rest.requirement}"
    return None


# --- both ------------------------------------------------------------------------------------------------


def _limits(logs: list[Any], hfiles: list[Any], _: World) -> Failure:
    for commands, files in (
        (("log.scan", "log.records", "log.check"), [_log(one) for one in logs]),
        (("hfile.blocks", "hfile.cells", "hfile.check"), [_hfile(one) for one in hfiles]),
    ):
        for data in files:
            for file in (data, *list(_edited(data))[:2]):
                for command in commands:
                    within = ask(command, file)
                    if within["answer"] == "limit":
                        continue
                    with _lifted():
                        if ask(command, file) != within:
                            return f"{command} without limits"
    return None


@contextmanager
def _lifted() -> Iterator[None]:
    before = os.environ.get(_VARIABLE)
    os.environ[_VARIABLE] = "off"
    try:
        yield
    finally:
        if before is None:
            del os.environ[_VARIABLE]
        else:
            os.environ[_VARIABLE] = before


def _sources(_: World) -> Failure:
    root = resources.fixtures_dir()
    logs, hfiles = (sorted((root / kind).glob(f"*.{kind}")) for kind in ("log", "hfile"))
    scan, fields = imported("decode.log.scan").scan_log, imported("decode.hfile.fields").hfile_fields
    open_source = imported("decode.source").open_source
    for path, read in (*((path, scan) for path in logs[:3]), *((path, fields) for path in hfiles[:3])):
        data = path.read_bytes()
        expected = read(data)
        with tempfile.TemporaryFile() as file, path.open("rb") as stream:
            file.write(data or b"x")
            file.flush()
            sources: list[Any] = [
                bytearray(data),
                memoryview(data),
                path,
                str(path),
                io.BytesIO(data),
                stream,
            ]
            if data:
                sources.append(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
            for source in sources:
                if read(source) != expected:
                    return f"{path.name} as {type(source).__name__}"
    with tempfile.TemporaryDirectory() as place:
        empty = Path(place) / "empty"
        empty.touch()
        for source in (b"", bytearray(), memoryview(b""), empty, io.BytesIO()):
            with open_source(source) as buffer:
                if len(buffer) or bytes(buffer[:]) != b"" or buffer.find(b"x") != -1:
                    return f"nothing as {type(source).__name__}"
    return None


def _windows(_: World) -> Failure:
    source, chance = imported("decode.source"), random.Random("windows")
    data = bytes(range(200))
    for _turn in range(60):
        start = chance.randrange(200)
        end = chance.randrange(start, 201)
        window, stream = source.Window(data, start, end), io.BytesIO(data[:end])
        stream.seek(start)
        for _step in range(12):
            if chance.random() < 0.4:
                place, whence = chance.choice(
                    ((chance.randrange(start, end + 1), 0), (0, 1), (0, 2), (-1, 2))
                )
                if whence == 2 and end + place < start:
                    continue
                if window.seek(place, whence) != stream.seek(place, whence):
                    return f"seek {place} from {whence} in {start} to {end}"
            num = chance.choice((-1, 0, 1, 2, 7, 300))
            if window.read(num) != stream.read(num) or window.tell() != stream.tell():
                return f"{num} bytes in {start} to {end}"
    for raw in (0, 1, 127, 128, 2**31 - 1, 2**31, 2**32 - 1, 2**63, 2**64 - 1):
        stored = b"x" + raw.to_bytes(8, "big") + b"y"
        if source.read_s8(stored, 1) != (raw if raw < 2**63 else raw - 2**64):
            return f"{raw} in eight bytes"
        low = raw & 0xFFFFFFFF
        if source.read_s4(stored, 5) != (low if low < 2**31 else low - 2**32):
            return f"{low} in four bytes"
    text = ("ä" * 70_000).encode()
    for size in (0, 1, 2, 3, 65_535, 65_536, 65_537, 65_538, 131_072, 131_073, 140_000):
        for shift in (0, 1):
            if source.is_utf8(text, shift, min(size + shift, len(text))) is not (
                (size == 0) if shift else size % 2 == 0
            ):
                return f"{size} bytes from {shift} on as text"
    return None

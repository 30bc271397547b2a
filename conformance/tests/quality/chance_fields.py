# SPDX-License-Identifier: Apache-2.0
"""What is wrong with the fields of a file, by rules that are known without the code that finds them.

Of every file, damaged or not: the fields take each byte once and in order, no path is there twice, a number
is its bytes, a field of fixed width has it, and a length that is a field of its own is the length of its
neighbour. Of a whole file also: the fields are what the view says that is stored beside the fixture, which
the reference writer made from the recipe.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

Fields = Sequence[Any]  # of `decode.fields.Field`
_HFILE = {
    "magic": 8, "on_disk_size_without_header": 4, "uncompressed_size_without_header": 4,
    "prev_block_offset": 8, "checksum_type": 1, "bytes_per_checksum": 4, "on_disk_data_size_with_header": 4,
    "checksums": 4, "num_entries": 4, "ofs_entries": 4, "ofs": 8, "size": 4, "len_row": 2, "len_family": 1,
    "timestamp": 8, "type": 1, "len_tags": 2, "minor": 1, "major": 3,
}  # fmt: skip
_LOG = {
    "magic": 6, "len_block": 8, "format_version": 4, "block_type": 4, "num_entries": 4, "key": 4,
    "len_value": 4, "len_content": 8, "version": 4, "len_payload": 4, "num_records": 4, "len_datum": 4,
    "len_trailing": 8,
}  # fmt: skip
_CONTAINER = {"sync": 16}
_WIDTHS = {"hfile": _HFILE, "log": _LOG, "container": _CONTAINER}
_HEADER = (
    "on_disk_size_without_header", "uncompressed_size_without_header", "prev_block_offset", "checksum_type",
    "bytes_per_checksum", "on_disk_data_size_with_header",
)  # fmt: skip
_CELL = re.compile(r"blocks\[\d+\]\.cells\[\d+\]")


def kind_of(data: bytes) -> str:
    """The format by the first bytes: a container, a log file, which may be empty, or an HFile."""
    return "container" if data[:4] == b"Obj\1" else "log" if data[:6] == b"#HUDI#" or not data else "hfile"


def damaged(data: bytes, num: int, seed: int = 1) -> Iterator[bytes]:
    """Cuts of a file, and the file with one byte changed, whose fields end somewhere inside."""
    if len(data) < 16:
        return
    yield from (data[: len(data) * 2 // 3], data[: len(data) // 4], data[: len(data) - 5])
    chance = random.Random(seed + len(data))
    for _ in range(num):
        place = chance.randrange(len(data))
        byte = chance.choice((0, 1, 127, 128, 255, data[place] ^ 1 << chance.randrange(8)))
        yield data[:place] + bytes([byte]) + data[place + 1 :]


def structure_fault(data: bytes, found: Fields) -> str | None:
    """What no file may have: gaps, doubles, numbers that are not their bytes, wrong widths and lengths."""
    pos = 0
    widths = _WIDTHS[kind_of(data)]
    paths: dict[str, Any] = {}
    for field in found:
        own = data[field.ofs : field.end]
        numbers = int.from_bytes(own, "big"), int.from_bytes(own, "big", signed=True)
        if field.ofs != pos or field.len < 0:
            return f"{field.path} begins at {field.ofs}, the field before it ends at {pos}"
        if field.len == 0 and field.path.rpartition(".")[2] in {"rest", "payload"}:
            return f"{field.path} stands for no byte"
        if field.value not in numbers if isinstance(field.value, int) else field.value != own[:64]:
            return f"{field.path} is not the bytes at {field.ofs}"
        head, _, name = field.path.rpartition(".")
        width = widths.get(re.sub(r"\[\d+\]$", "", name))
        if head.startswith("trailer.fields") or (head.endswith("entries[0]") and name == "len_key"):
            width = None
        if width not in {None, field.len}:
            return f"{field.path} has {field.len} bytes"
        paths[field.path] = field
        pos = field.end
    if pos != len(data):
        return f"the last field ends at {pos} of {len(data)}"
    if len(paths) != len(found):
        return f"{len(found) - len(paths)} paths are there twice"
    return _number_fault(paths) or next(
        (fault for field in found if (fault := _length_fault(field, paths))), None
    )


def _number_fault(paths: Iterable[str]) -> str | None:
    """Numbers of paths that do not count from 0; the size of a group is there only where it is written."""
    numbers: dict[str, int] = {}
    for path in paths:
        for match in re.finditer(r"\[(\d+)\]", path):
            before, number = path[: match.start()], int(match[1])
            last = numbers.get(before, -1)
            if number not in {last, last + 1} and not before.endswith("head.size"):
                return f"{path} comes after {before}[{last}]"
            numbers[before] = number
    return None


def _length_fault(field: Any, paths: Mapping[str, Any]) -> str | None:
    """A length beside what it is the length of."""
    head, _, name = field.path.rpartition(".")
    of = paths.get(f"{head}.{name.removeprefix('len_')}")
    if not name.startswith("len_") or of is None:
        return None
    if _CELL.fullmatch(head) and name in {"len_key"}:
        return None
    length = field.value if isinstance(field.value, int) else _variable(field.value, of.len)
    return None if length == of.len else f"{field.path} is {length}, {of.path} has {of.len} bytes"


def _variable(raw: bytes, expected: int) -> int:
    """The length that variable bytes mean in one of the three forms; `expected` if one of them means that."""
    base128 = sum((byte & 127) << 7 * place for place, byte in enumerate(raw))
    first = raw[0] - 256 if raw[0] > 127 else raw[0]
    vlong = first if first >= -112 else int.from_bytes(raw[1:], "big")
    forms = (base128, base128 >> 1, vlong)
    return expected if expected in forms else forms[0]


def limited_fault(data: bytes, fields: Fields, limited: Fields) -> str | None:
    """Fields of a walk that stops early: the first ones of the whole walk, and then the rest of the bytes."""
    fault = structure_fault(data, limited)
    if fault is not None:
        return f"limited: {fault}"
    wanted = {field.path for field in fields}
    own = [field for field in limited if field.path in wanted]
    return None if len(own) < len(fields) or len(own) == len(limited) else "limited: nothing is left out"


def view_fault(data: bytes, found: Fields, view: Callable[[str], Any]) -> str | None:
    """Fields of a whole fixture against its stored views; `view` gives one by its kind, None without it."""
    paths = {field.path: field for field in found}
    if kind_of(data) == "log":
        return _log_fault(paths, view("scan"))
    if kind_of(data) == "hfile" and view("blocks") is not None:
        return _blocks_fault(paths, view) or _trailer_fault(paths, view("trailer"))
    return None


def _log_fault(paths: Mapping[str, Any], scan: Any) -> str | None:
    for index, block in enumerate(scan["blocks"] if scan else ()):
        path = f"blocks[{index}]"
        if paths[f"{path}.magic"].ofs != int(block["ofs"]):
            return f"{path} is not at {block['ofs']}"
        if block["kind"] == "CORRUPT_BLOCK":
            continue
        num = paths[f"{path}.header.num_entries"].value
        last = f"{path}.header.entries[{num - 1}].value"
        if num < len(block["header"]) or (num and last not in paths):
            return f"{path} has {num} entries in its header"
        if paths[f"{path}.len_content"].value != int(block["content"]["len"]):
            return f"{path}.len_content is not {block['content']['len']}"
    return None


def _blocks_fault(paths: Mapping[str, Any], view: Callable[[str], Any]) -> str | None:
    blocks = view("blocks")["blocks"]
    if f"blocks[{len(blocks)}].magic" in paths:
        return f"more than {len(blocks)} blocks"
    for index, block in enumerate(blocks):
        path = f"blocks[{index}]"
        if f"{path}.magic" not in paths or paths[f"{path}.magic"].ofs != int(block["ofs"]):
            return f"{path} is not at {block['ofs']}"
        for name in _HEADER:
            field = paths.get(f"{path}.{name}")
            if (None if field is None else field.value) != (
                None if block.get(name) is None else int(block[name])
            ):
                return f"{path}.{name} is not {block.get(name)}"
    return _entries_fault(paths, view("index")) or _cells_fault(paths, blocks, view)


def _entries_fault(paths: Mapping[str, Any], index: Any) -> str | None:
    """Entries of the root, where payloads are not compressed."""
    heads = sorted({path.partition(".entries")[0] for path in paths if ".entries[" in path})
    known = {
        (int(entry["ofs"]), entry["size"], _raw(entry.get("key", entry.get("name"))))
        for entry in (*index["root"], *index["data"], *index["meta"])
    }
    num = 0
    for path, field in paths.items():
        head, _, name = path.rpartition(".")
        if name == "ofs" and ".entries[" in head:
            num += 1
            key = paths.get(f"{head}.key")
            found = field.value, paths[f"{head}.size"].value, key.value if key else b""
            is_kept = key is None or key.len <= 64
            if is_kept and found not in known and index["levels"] < 3:
                return f"{head} is no entry of the index"
    if heads and num < len(index["root"]):
        return f"{num} entries of {len(index['root'])} in the root"
    return None


def _raw(value: Any) -> bytes:
    """Bytes of a value of a view; of a long one, which the view replaces by its digest, none."""
    return bytes.fromhex(value) if isinstance(value, str) else b""


def _cells_fault(paths: Mapping[str, Any], blocks: Sequence[Any], view: Callable[[str], Any]) -> str | None:
    cells = [path[: -len(".row")] for path in paths if path.endswith(".row") and _CELL.fullmatch(path[:-4])]
    if not cells or any(block["type"] == "ENCODED_DATA" for block in blocks):
        return None
    expected = view("cells")["cells"]
    if len(cells) != len(expected):
        return f"{len(cells)} cells instead of {len(expected)}"
    for path, cell in zip(cells, expected, strict=True):
        for name in ("row", "family", "qualifier", "value", "tags"):
            field = paths.get(f"{path}.{name}")
            is_known = isinstance(cell[name], str)
            if is_known and (b"" if field is None else field.value) != _raw(cell[name])[:64]:
                return f"{path}.{name} is not {cell[name]:.40}"
        if str(paths[f"{path}.timestamp"].value) != cell["timestamp"]:
            return f"{path}.timestamp is not {cell['timestamp']}"
        if paths[f"{path}.type"].value != cell["type"]:
            return f"{path}.type is not {cell['type']}"
    return None


def _trailer_fault(paths: Mapping[str, Any], trailer: Any) -> str | None:
    for name, value in trailer.items():
        field = paths.get(f"trailer.fields.{name}")
        if field is None:
            continue
        if name == "comparator_class_name":
            if field.value.rstrip(b"\0") != (value.encode() if isinstance(value, str) else field.value)[:64]:
                return f"trailer.fields.{name} is not {value}"
            continue
        raw = field.value
        number = raw if isinstance(raw, int) else _base128(raw)
        if number != int(value):
            return f"trailer.fields.{name} is {number}, not {value}"
    for name in ("minor", "major"):
        if paths[f"trailer.{name}"].value != trailer[name]:
            return f"trailer.{name} is not {trailer[name]}"
    return None


def _base128(raw: bytes) -> int:
    number = sum((byte & 127) << 7 * place for place, byte in enumerate(raw)) & (1 << 64) - 1
    return number - (1 << 64) if number >> 63 else number

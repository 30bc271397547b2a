# SPDX-License-Identifier: Apache-2.0
"""Questions drawn by chance for mutants drawn by chance, each with a judge that is no part of what is asked.

    drawn:logs-N, drawn:hfiles-N  valid files of drawn descriptions: the views of the decoder are those that
                                  the writer states, and the readers that were written from the pages of the
                                  specification alone read the same
    drawn:damaged-logs-N, -hfiles-N
                                  the same files with a few bytes changed: where those readers read a part of
                                  the file, the decoder does not read another value there; the careful path
                                  and the bulk path give the same
    drawn:avro-N                  values of drawn schemas: an Avro library writes what the decoder reads, and
                                  reads what the writer writes
    drawn:resolution-N            rows of an older schema as rows of a newer one: as an Avro library has it
    drawn:promotions              a value of each type as each other type, by Avro's rules and Hudi's own
    drawn:codecs-N                bytes of few and of many repeats: libraries inflate what the writer has
                                  compressed, and the decoder what libraries have
    drawn:hashes                  the hash functions of the decoder are those of the writer

Everything is drawn with seeds of its own, none of which a draw of mutants uses.
"""

from __future__ import annotations

import base64
import bz2
import gzip
import importlib
import random
import warnings
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import cramjam
from chance_asked import Asked, Failure, imported
from chance_avro import avro_fault, promotion_fault, resolution_fault
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import seed as seeded
from hypothesis import strategies as st

if TYPE_CHECKING:
    from chance_questions import World

_NUM_LOGS, _NUM_HFILES, _NUM_EACH, _NUM_AVRO, _NUM_SCHEMAS = 8, 8, 12, 12, 40
_NUM_EDITS = 4


def drawn_questions() -> Iterator[Asked]:
    """All of them."""
    valid: Any = importlib.import_module("strategies.files")
    for number, group in enumerate(_groups(valid.logs(), _NUM_LOGS)):
        yield f"drawn:logs-{number}", str(group), _of_each(group, _log_fault)
        yield f"drawn:damaged-logs-{number}", str(group), _of_each(group, _damaged_log_fault)
    for number, group in enumerate(_groups(valid.hfiles(), _NUM_HFILES)):
        yield f"drawn:hfiles-{number}", str(group), _of_each(group, hfile_fault)
        yield f"drawn:damaged-hfiles-{number}", str(group), _of_each(group, _damaged_hfile_fault)
    for number in range(_NUM_AVRO):
        numbers = range(number * _NUM_SCHEMAS, (number + 1) * _NUM_SCHEMAS)
        yield f"drawn:avro-{number}", "", _of_each(numbers, avro_fault)
        yield (
            f"drawn:resolution-{number}",
            "",
            _of_each(range(number * 40, number * 40 + 40), resolution_fault),
        )
    for number in range(4):
        yield f"drawn:codecs-{number}", "", _of_each(range(number * 10, number * 10 + 10), _codec_fault)
    yield "drawn:hashes", "", _of_each(range(60), _hash_fault)
    yield "drawn:promotions", "", _of_each(range(8), promotion_fault)


def _of_each(items: Any, fault_of: Callable[[Any], Failure]) -> Callable[[World], Failure]:
    """The first fault of some questions; whatever is raised is one."""

    def fault(_: World) -> Failure:
        for item in items:
            try:
                found = fault_of(item)
            except Exception as error:  # an assertion, or a crash
                return f"{item!r:.80}: {type(error).__name__}: {error}"[:400]
            if found is not None:
                return f"{item!r:.80}: {found}"[:400]
        return None

    return fault


def _groups(strategy: st.SearchStrategy[Any], num: int) -> list[list[Any]]:
    drawn: list[Any] = []

    @seeded(1)
    @settings(max_examples=num * _NUM_EACH, database=None, deadline=None, phases=[Phase.generate],
              suppress_health_check=list(HealthCheck))  # fmt: skip
    @given(strategy)
    def collect(value: Any) -> None:
        drawn.append(value)

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        collect()
    return [drawn[start::num] for start in range(num)]


def ask(command: str, data: bytes, **args: Any) -> Any:
    """Answer of the decoder's adapter."""
    source = {"b64": base64.b64encode(data).decode("ascii")}
    request = {"v": 1, "seq": "1", "cmd": command, "in": source, "args": args}
    return imported("adapters.kaitai_python").answer(request)


# --- files ---------------------------------------------------------------------------------------------


def _log_fault(blocks: list[dict[str, Any]]) -> Failure:
    made = imported("encode").encode_log({"blocks": blocks})
    expected = made.expected_scan(), made.expected_records(), made.expected_positions()
    for command, view in zip(("scan", "records", "positions"), expected, strict=True):
        if view is not None and ask(f"log.{command}", made.data).get("value") != view:
            return f"other {command}"
    return _readers_of_logs(made.data, is_whole=True)


def _damaged_log_fault(blocks: list[dict[str, Any]]) -> Failure:
    data = imported("encode").encode_log({"blocks": blocks}).data
    for damaged in _edited(data):
        if (fault := _readers_of_logs(damaged, is_whole=False)) is not None:
            return fault
        imported("fuzz.equality").check_scan(damaged)
        imported("fuzz.equality").check_records(damaged)
    return None


def _edited(data: bytes) -> Iterator[bytes]:
    chance = random.Random(data)
    for _ in range(_NUM_EDITS if data else 0):
        edited = bytearray(data)
        place = chance.randrange(len(data))
        match chance.randrange(4):
            case 0:
                edited[place] ^= 1 << chance.randrange(8)
            case 1:
                edited[place] = chance.choice((0, 1, 127, 128, 255))
            case 2:
                del edited[place : place + chance.randrange(1, 9)]
            case _:
                edited[place:place] = data[place : place + chance.randrange(1, 9)]
        yield bytes(edited)


def _readers_of_logs(data: bytes, *, is_whole: bool) -> Failure:
    """Blocks of a log file as `minimal_log` reads them."""
    shown: Any = importlib.import_module("test_minimal_readers").shown
    minimal_log: Any = importlib.import_module("minimal_log")
    try:
        found = [shown(block) for block in minimal_log.scan(data)]
    except Exception:  # the reader is for plain files
        return None
    answer = ask("log.scan", data)
    if answer["answer"] != "value":
        return f"log.scan: {answer['answer']}" if is_whole else None
    told = answer["value"]
    is_sound = "rejection" not in told and all(block["kind"] != "CORRUPT_BLOCK" for block in told["blocks"])
    if not (is_whole or is_sound):
        return None
    keys = found[0] if found else ()
    blocks = [{key: block.get(key) for key in keys} for block in told["blocks"]]
    return None if blocks == found else "other blocks than minimal_log"


def hfile_fault(description: dict[str, Any], told: tuple[str, ...] = ()) -> Failure:
    """What is wrong with what is read of a described file, of which these rules alone are told as broken."""
    made = imported("encode.hfile.write").encode_hfile_description(description)
    for command, view in imported("encode.hfile.model").expected_views(made).items():
        if ask(f"hfile.{command}", made.data).get("value") != view:
            return f"other {command}"
    found = {one["requirement"] for one in ask("hfile.check", made.data)["value"]["findings"]}
    if found != set(told):
        return f"findings {sorted(found)}"
    return _readers_of_hfiles(made.data, is_whole=True)


def _damaged_hfile_fault(description: dict[str, Any]) -> Failure:
    data = imported("encode.hfile.write").encode_hfile_description(description).data
    for damaged in _edited(data):
        if (fault := _readers_of_hfiles(damaged, is_whole=False)) is not None:
            return fault
        imported("fuzz.equality").check_cells(damaged)
        imported("fuzz.equality").check_lookups(damaged)
    return None


def _readers_of_hfiles(data: bytes, *, is_whole: bool) -> Failure:
    """Cells of an HFile as `minimal_hfile` reads them."""
    shown: Any = importlib.import_module("test_minimal_readers").shown_cell
    minimal_hfile: Any = importlib.import_module("minimal_hfile")
    answer = ask("hfile.cells", data)
    try:
        cells = [shown(*cell) for cell in minimal_hfile.read(data).cells]
    except Exception:  # the reader is for plain files
        return None
    if answer["answer"] != "value":
        return f"hfile.cells: {answer['answer']}" if is_whole else None
    return None if answer["value"]["cells"] == cells else "other cells than minimal_hfile"


# --- codecs and hashes -----------------------------------------------------------------------------------


def _payload(chance: random.Random) -> bytes:
    """Bytes with repeats at all distances."""
    out = bytearray()
    target = chance.choice((0, 1, 5, 12, 13, 61, 70, 300, 5000, 70_000, 140_000))
    while len(out) < target:
        if out and chance.random() < 0.6:
            back = min(len(out), chance.choice((1, 2, 4, 8, 60, 300, 2048, 4096, 33_000, 66_000)))
            length = chance.choice((3, 4, 5, 11, 12, 18, 19, 64, 65, 258, 259, 700))
            for _ in range(length):
                out.append(out[-back])
        else:
            out += chance.randbytes(chance.choice((1, 14, 15, 16, 59, 60, 61, 255, 256, 270, 300)))
    return bytes(out)


def _codec_fault(number: int) -> Failure:
    chance = random.Random(f"codec {number}")
    data = _payload(chance)
    codecs = imported("encode.codecs")
    inflate = imported("decode.hfile.codec")
    if gzip.decompress(codecs.compressor("GZ")(data)) != data:
        return "gzip does not inflate what was written"
    if data and bytes(cramjam.snappy.decompress_raw(codecs.encode_snappy(data))) != data:
        return "Snappy does not inflate what was written"
    if data and bytes(cramjam.lz4.decompress_block(codecs.encode_lz4(data), output_len=len(data))) != data:
        return "LZ4 does not inflate what was written"
    if bytes(cramjam.zstd.decompress(codecs.encode_zstd(data))) != data:
        return "Zstandard does not inflate what was written"
    for len_chunk in (None, chance.choice((7, 64, 1000, 65_536))):
        if len_chunk and len(data) > 300 * len_chunk:
            continue
        for name in ("NONE", "GZ", "SNAPPY", "LZ4", "ZSTD", "BZIP2"):
            stored = codecs.compressor(name, len_chunk=len_chunk)(data)
            if fault := _inflate_fault(inflate, name, stored, data):
                return f"{name} by the writer: {fault}"
    stored = {
        "GZ": gzip.compress(data), "BZIP2": bz2.compress(data), "ZSTD": bytes(cramjam.zstd.compress(data)),
        "SNAPPY": _framed(data, lambda part: bytes(cramjam.snappy.compress_raw(part))),
        "LZ4": _framed(data, lambda part: bytes(cramjam.lz4.compress_block(part, store_size=False))),
    }  # fmt: skip
    faults = (_inflate_fault(inflate, name, one, data) for name, one in stored.items())
    return next((f"by a library: {fault}" for fault in faults if fault), None)


def _framed(data: bytes, compress: Callable[[bytes], bytes]) -> bytes:
    if not data:
        return bytes(4)
    chunk = compress(data)
    return len(data).to_bytes(4, "big") + len(chunk).to_bytes(4, "big") + chunk


def _inflate_fault(module: Any, name: str, stored: bytes, data: bytes) -> Failure:
    """The payload of the announced length, and a refusal of the lengths beside it."""
    codec = module.Codec[name]
    if module.inflate(codec, stored, len(data), 100, 50) != data:
        return "other bytes"
    for wrong in (len(data) - 1, len(data) + 1):
        if wrong < 0:
            continue
        try:
            module.inflate(codec, stored, wrong, 100, 50)
        except imported("errors").Reject as refusal:
            if (refusal.code, refusal.at) != ("length-mismatch", 50):
                return f"{wrong} bytes announced of {len(data)}: {refusal}"
        else:
            return f"{wrong} bytes are taken for {len(data)}"
    return None


def _hash_fault(number: int) -> Failure:
    chance = random.Random(f"hash {number}")
    data, seed = chance.randbytes(number), chance.choice((0, -1, 1, chance.getrandbits(31)))
    theirs, ours = imported("decode.hashes"), imported("encode.hfile.bloom")
    for name in ("murmur", "murmur3", "jenkins"):
        if getattr(theirs, name)(data, seed) & 0xFFFFFFFF != getattr(ours, name)(data, seed) & 0xFFFFFFFF:
            return f"{name} of {data.hex()} with {seed}"
    if theirs.murmur_of_hadoop(data, seed) != imported("encode.bloom").murmur(data, seed):
        return f"murmur of Hadoop of {data.hex()} with {seed}"
    return None

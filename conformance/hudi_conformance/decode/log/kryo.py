# SPDX-License-Identifier: Apache-2.0
"""Delete payloads of content versions 1 and 2: arrays of Java objects in the format of Kryo 4.

The grammar (ksy/hudi_delete_kryo.ksy) describes the elements. This module resolves what it cannot express:
references to earlier objects, and classes by name, whose bytes depend on earlier names. Elements are parsed
one by one, so that a long array needs no more memory than its result. Each is parsed in a bounded window,
because a parser object for each character takes a thousand times its size.
"""

from __future__ import annotations

from collections.abc import Iterator

from hudi_parsers.hudi_delete_kryo import HudiDeleteKryo
from kaitaistruct import EndOfStreamError, KaitaiStream, KaitaiStructError

from hudi_conformance.decode.grammar import Parsed, Structure, checks_of
from hudi_conformance.decode.log.kryo_graph import NULL_RULE, Graph, NoMeaning
from hudi_conformance.decode.log.kryo_values import read_ordering
from hudi_conformance.decode.source import Buffer, open_window
from hudi_conformance.errors import Reject
from hudi_conformance.model.log import DeletedKey

MAX_ELEMENT = 1 << 18  # greatest size of one element [limits.allocation]
_KEY_CLASS = b"org.apache.hudi.common.model.HoodieKe\xf9"
_RECORD_CLASS = b"org.apache.hudi.common.model.DeleteRecor\xe4"
_NAMES = {
    1: b"[Lorg.apache.hudi.common.model.HoodieKey\xbb",
    2: b"[Lorg.apache.hudi.common.model.DeleteRecord\xbb",
}
_ELEMENT_CLASSES = {1: _KEY_CLASS, 2: _RECORD_CLASS}
_REQUIREMENTS = {1: "log.delete.kryo-keys", 2: "log.delete.kryo-records"}
_CHECKS = checks_of("hudi_delete_kryo")
_PAYLOADS = {
    version: Structure("payload", "schema-mismatch", requirement, _CHECKS, "is unknown")
    for version, requirement in _REQUIREMENTS.items()
}
_LEN_ELEMENT_MIN = 3


def decode_kryo_deletes(
    buffer: Buffer, ofs: int, end: int, version: int, refusals: list[Reject] | None
) -> Iterator[DeletedKey]:
    """Yield the deleted keys of the payload [`ofs`, `end`) of content version 1 or 2.

    Args:
        buffer: the file.
        ofs: start of the payload.
        end: its end.
        version: content version.
        refusals: if given, a delete whose ordering value is rejected although its end is known is skipped,
            its rejection is appended here, and the following deletes are read.

    Raises:
        Reject: the payload is not such an array, or does not end at `end`.
    """
    requirement = _REQUIREMENTS[version]
    head = b"\x01\x00" + _NAMES[version] + b"\x01"
    start = bytes(buffer[ofs : min(ofs + len(head), end)])
    if start != head:
        code = "truncated" if head.startswith(start) else "schema-mismatch"
        raise Reject(code, ofs, requirement, f"{start[:48]!r} does not open an array of deleted keys")
    structure = _PAYLOADS[version]
    stream = open_window(buffer, ofs + len(head), end)
    try:
        num = HudiDeleteKryo.VarintU4(stream).value - 1
    except KaitaiStructError as error:
        raise structure.reject(error) from None
    pos = stream.pos()
    if num < 0 or num * _LEN_ELEMENT_MIN > end - pos:
        raise Reject("count-too-large", ofs + len(head), requirement, f"{num} elements in {end - pos} bytes")
    # Ids of names: the array, its elements and, of version 2, their keys come first.
    graph = Graph(requirement, num_names=version + 1)
    for index in range(num):
        stop = min(end, pos + MAX_ELEMENT)
        stream = open_window(buffer, pos, stop)
        try:
            yield _element(stream, graph, version, is_first=index == 0)
        except KaitaiStructError as error:
            is_cut = isinstance(error, EndOfStreamError)
            is_cut |= structure.is_failed_check(error, "kryo_string.check_num_units")
            if is_cut and stop < end:
                message = f"an element of more than {MAX_ELEMENT} bytes"
                raise Reject("count-too-large", pos, "limits.allocation", message) from None
            raise structure.reject(error, pos) from None
        except NoMeaning as error:
            if refusals is None:
                raise error.refusal from None
            refusals.append(error.refusal)
        pos = stream.pos()
    if pos != end:
        raise Reject("trailing-bytes", pos, "log.delete.length", f"{end - pos} bytes after the array")


def _element(stream: KaitaiStream, graph: Graph, version: int, *, is_first: bool) -> DeletedKey:
    pos = stream.pos()
    _expect(stream, b"\x01\x01" + (_ELEMENT_CLASSES[version] if is_first else b""), graph)
    marker = HudiDeleteKryo.ObjectMarker(stream)
    if marker.is_null:
        raise Reject("schema-mismatch", pos, NULL_RULE, "a null marker behind the class of an element")

    def deleted() -> DeletedKey:
        # Version 1 elements are keys themselves, version 2 elements contain one.
        if version == 1:
            return DeletedKey(*_key(HudiDeleteKryo.Key(stream), graph, pos), None)
        _expect(stream, b"\x01\x02" + (_KEY_CLASS if is_first else b""), graph)
        record_key, partition_path = _key_object(stream, graph, pos)
        return DeletedKey(record_key, partition_path, read_ordering(stream, graph))

    return graph.read(marker, DeletedKey, pos, deleted)


def _expect(stream: KaitaiStream, expected: bytes, graph: Graph) -> None:
    """Read the class of an object, by number and name id, and by its name on first use.

    Raises:
        Reject: another class.
        KaitaiStructError: fewer bytes.
    """
    pos = stream.pos()
    actual = stream.read_bytes(len(expected))
    if actual != expected:
        message = f"{actual[:48]!r} where the class {expected[:48]!r} is due"
        raise Reject("schema-mismatch", pos, graph.requirement, message)


def _key_object(stream: KaitaiStream, graph: Graph, pos: int) -> tuple[str | None, str | None]:
    marker = HudiDeleteKryo.ObjectMarker(stream)
    if marker.is_null:
        raise Reject("schema-mismatch", pos, NULL_RULE, "a null marker behind the class of a key")
    return graph.read(marker, tuple, pos, lambda: _key(HudiDeleteKryo.Key(stream), graph, pos))


def _key(key: Parsed, graph: Graph, pos: int) -> tuple[str | None, str | None]:
    partition_path = graph.string(key.partition_path, pos)
    return graph.string(key.record_key, pos), partition_path

# SPDX-License-Identifier: Apache-2.0
"""What a check tells of files that one knob makes wrong, for mutants drawn by chance.

    drawn:told-hfile    HFiles with one wrong number or width: told under its rule, and no plain file is
    drawn:told-log      log blocks with one wrong part, and with each header key in tables of all versions

The rules are those of the specification; what the check says beside them is not asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from chance_asked import Asked, Failure, imported
from chance_drawn import ask

if TYPE_CHECKING:
    from chance_questions import World

_PLAIN: dict[str, Any] = {
    "major": 3, "minor": 3, "mvcc": False, "tags": False, "compression": "NONE", "encoding": "NONE",
    "checksum": "CRC32", "block_size": 60,
    "cells": [
        {"row": f"6b{at:02d}", "family": "66", "qualifier": "71", "value": "ab", "timestamp": "7", "type": 4}
        for at in range(6)
    ],
}  # fmt: skip
_INFO_WIDTHS = {"hfile.AVG_KEY_LEN": 4, "hfile.AVG_VALUE_LEN": 4, "hfile.CREATE_TIME_TS": 8}
_SINCE = {  # ordinals of header keys, and the table version that may use them [log.header.table-version]
    4: ("20260101000000000", 5),
    5: ("AAAA", 6),
    6: ("0,1", 6),
    7: ("true", 8),
    8: ("20260101000000000", 8),
}
_BLOCK_IDENTIFIER = 6
_SCHEMA = '{"type":"record","name":"r","fields":[{"name":"n","type":"long"}]}'


def told_questions() -> Iterator[Asked]:
    """All of them."""
    yield "drawn:told-hfile", "", _hfiles
    yield "drawn:told-log", "", _logs


def _rules(command: str, data: bytes, **args: Any) -> set[str]:
    """Rules that a check names, in findings or in a refusal."""
    answer = ask(command, data, **args)
    if answer["answer"] != "value":
        return {str(answer.get("requirement"))}
    return {finding["requirement"] for finding in answer["value"]["findings"]}


def _hfiles(_: World) -> Failure:
    write = imported("encode.hfile.write").encode_hfile_description
    plain = write(_PLAIN).data
    if _rules("hfile.check", plain):
        return f"the plain file: {_rules('hfile.check', plain)}"
    old = [{**cell, "timestamp": "-5"} for cell in _PLAIN["cells"]]
    wrong: list[tuple[str, dict[str, Any]]] = [
        *(("hfile.trailer.file-info-offset", {"knobs": {"trailer": {"file_info_offset": ofs}}})
          for ofs in ("0", "1", f"{len(plain)}")),
        *(("hfile.trailer.entry-count", {"knobs": {"trailer": {"entry_count": num}}}) for num in "570"),
        *(("hfile.info.value-widths", {"knobs": {"info": {name: "00" * other}}})
          for name, width in _INFO_WIDTHS.items() for other in (width - 1, width + 1, 0)),
        ("hfile.cell.timestamp", {"cells": old}),
        ("hfile.checksum.type", {"knobs": {"blocks": {"DATA[0]": {"checksum_type": 0}}}}),
    ]  # fmt: skip
    for rule, change in wrong:
        found = _rules("hfile.check", write({**_PLAIN, **change}).data)
        if rule not in found:
            return f"{change} is not told under {rule}, but {found}"
    return None


def _logs(_: World) -> Failure:
    write = imported("encode").encode_log
    header = {"INSTANT_TIME": "20260101000000000", "SCHEMA": _SCHEMA}
    block: dict[str, Any] = {"kind": "AVRO_DATA_BLOCK", "header": header, "records": [{"n": "1"}, {"n": "2"}]}

    def rules(change: dict[str, Any], **args: Any) -> set[str]:
        return _rules("log.check", write({"blocks": [{**block, **change}]}).data, **args)

    if found := rules({}):
        return f"the plain file: {found}"
    wrong: list[tuple[str, dict[str, Any]]] = [
        ("log.header.instant-time", {"knobs": {"header_entries": [[2, _SCHEMA]]}}),
        ("log.avro.form", {"knobs": {"content_trailing_hex": "00"}}),
        ("log.avro.datum", {"knobs": {"record_padding_hex": "00"}}),
    ]
    for rule, change in wrong:
        found = rules(change)
        if rule not in found:
            return f"{change} is not told under {rule}, but {found}"
    for key, (text, since) in _SINCE.items():
        entries = [[0, header["INSTANT_TIME"]], [2, _SCHEMA], [key, text]]
        for version in range(3, 10):
            found = rules({"knobs": {"header_entries": entries}}, table_version=version)
            if ("log.header.table-version" in found) != (version < since):
                return f"key {key} in a table of version {version}: {found}"
            is_old = key == _BLOCK_IDENTIFIER and version >= 8  # [log.header.block-identifier]
            if ("log.header.block-identifier" in found) != is_old:
                return f"key {key} in a table of version {version}: {found}"
    return None

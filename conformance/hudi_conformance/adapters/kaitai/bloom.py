# SPDX-License-Identifier: Apache-2.0
"""Commands `metadata.bloom` and `metadata.bloom.check` of the adapter `kaitai-python`.

The argument `container` states the kind of input: `text`, the filter as stored; `filter`, its bytes;
`parquet`, `hfile`, `lance` and `orc`, a base file. `type` is the type code of the first two.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from hudi_conformance.adapters.kaitai.request import (
    Args,
    BadRequestError,
    FileCommand,
    Source,
    Value,
    text_argument,
    texts_of,
)  # fmt: skip
from hudi_conformance.canonical.bloom import canonical_bloom
from hudi_conformance.canonical.log import canonical_findings
from hudi_conformance.decode.base_file import open_base_file
from hudi_conformance.decode.bloom import check
from hudi_conformance.decode.bloom.filter import decode_bloom, filter_type
from hudi_conformance.decode.bloom.stored import (
    StoredBloom,
    ask_keys,
    stored_in_frame,
    stored_in_hfile,
    stored_in_parquet,
)
from hudi_conformance.decode.hfile.file import HFile
from hudi_conformance.decode.lance import frame as lance
from hudi_conformance.decode.orc import frame as orc
from hudi_conformance.decode.source import Memory, open_source
from hudi_conformance.model.common import Finding


def bloom(source: Source, args: Args) -> Value:
    """Answer `metadata.bloom`; args: `container`, `type`, `keys`."""
    keys = texts_of(args, "keys") if "keys" in args else []
    try:
        raw = [key.encode("utf-8") for key in keys]
    except UnicodeEncodeError as error:
        raise BadRequestError(f"args.keys: {error}") from None
    with open_source(source) as buffer:
        return canonical_bloom(ask_keys(_stored(buffer, args), raw))


def _stored(buffer: Memory, args: Args) -> StoredBloom:
    code = text_argument(args, "type")
    match args.get("container", "text"):
        case "text":
            return StoredBloom(bytes(buffer[:]), code)
        case "filter":
            data = bytes(buffer[:])
            decode_bloom(data, filter_type(code))  # rejections with offsets in these bytes
            return StoredBloom(base64.b64encode(data), code)
        case "parquet":
            return stored_in_parquet(buffer)
        case "hfile":
            return stored_in_hfile(HFile(buffer))
        case "lance":
            return stored_in_frame(lance.read_frame(buffer).texts, "lance.footer.keys")
        case "orc":
            return stored_in_frame(orc.read_frame(buffer).texts, "orc.footer.keys")
    raise BadRequestError("args.container is not one of text, filter, parquet, hfile, lance, orc")


def bloom_check(source: Source, args: Args) -> Value:
    """Answer `metadata.bloom.check`; args: `container`, one of `parquet`, `hfile`, `lance` and `orc`."""
    with open_source(source) as buffer:
        match args.get("container"):
            case "parquet":
                return canonical_findings(check.check_parquet_bloom(buffer))
            case "hfile":
                return canonical_findings(check.check_hfile_bloom(buffer))
            case "lance" | "orc":
                return canonical_findings(_check_base(buffer, args))
    raise BadRequestError("args.container is not one of parquet, hfile, lance, orc")


def _check_base(buffer: Memory, args: Args) -> Iterator[Finding]:
    stored = _stored(buffer, args)
    if stored.text is None:
        return
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"file.{args['container']}"  # the formats' libraries read files
        path.write_bytes(buffer[:])
        yield from check.check_stored(stored, check.base_keys(open_base_file(path)))


OF_FILES: Mapping[str, FileCommand] = {"metadata.bloom": bloom, "metadata.bloom.check": bloom_check}

# SPDX-License-Identifier: Apache-2.0
"""The filter of record keys in a base file: in the footer of a Parquet file, in a meta block of an HFile."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import pyarrow as pa

from hudi_conformance.decode.bloom.filter import decode_text, filter_type
from hudi_conformance.decode.bloom.member import check_key, is_possible
from hudi_conformance.decode.hfile.file import HFile
from hudi_conformance.decode.hfile.index import IndexReader
from hudi_conformance.decode.parquet.footer import key_values
from hudi_conformance.decode.source import Buffer
from hudi_conformance.errors import Reject
from hudi_conformance.model.bloom import BloomAnswers, BloomFilter, KeyRange

_PARQUET_TEXTS = (b"org.apache.hudi.bloomfilter", b"com.uber.hoodie.bloomfilter")
_PARQUET_NAMES = (b"hoodie_bloom_filter_type_code", b"hoodie_min_record_key", b"hoodie_max_record_key")
_HFILE_TEXT = b"bloomFilter"
_HFILE_NAMES = (b"bloomFilterTypeCode", b"minRecordKey", b"maxRecordKey")
NO_RANGE = KeyRange()
_FOOTER = "bloom.parquet.footer"
_PARQUET, _HFILE = "bloom.parquet.keys", "hudi.hfile.bloom-filter"


@dataclass(frozen=True, slots=True)
class StoredBloom:
    """Filter and key range of a base file.

    Attributes:
        text: the stored text of the filter, or None.
        type_code: the stored type code, or None.
        range: least and greatest key.
    """

    text: bytes | None
    type_code: str | None
    range: KeyRange = NO_RANGE

    def decode(self) -> BloomFilter | None:
        """The filter, or None.

        Raises:
            Reject: an unknown type code, or see `decode_text`.
        """
        return None if self.text is None else decode_text(self.text, filter_type(self.type_code))


def stored_in_parquet(buffer: Buffer) -> StoredBloom:
    """Filter and key range from the footer of a Parquet file [bloom.parquet.keys].

    Raises:
        Reject: the footer cannot be read, or a text is not UTF-8.
    """
    try:
        pairs = key_values(buffer)
    except pa.ArrowInvalid as error:
        raise Reject("bad-value", None, _FOOTER, str(error)) from None
    text = next((pairs[name] for name in _PARQUET_TEXTS if name in pairs), None)
    return _stored(text, pairs, _PARQUET_NAMES, _PARQUET)


def stored_in_frame(texts: Mapping[bytes, bytes], rule: str) -> StoredBloom:
    """Filter and key range from the key-values of a Lance or ORC file, as in Parquet [lance.footer.keys].

    Raises:
        Reject: a text is not UTF-8.
    """
    text = next((texts[name] for name in _PARQUET_TEXTS if name in texts), None)
    return _stored(text, texts, _PARQUET_NAMES, rule)


def stored_in_hfile(file: HFile) -> StoredBloom:
    """Filter and key range from the meta block and the file info of an HFile [hudi.hfile.bloom-filter].

    Raises:
        Reject: the file is rejected, or a text is not UTF-8.
    """
    blocks = (block.value for block in IndexReader(file).meta_blocks() if block.name == _HFILE_TEXT)
    return _stored(next(blocks, None), file.info, _HFILE_NAMES, _HFILE)


def _stored(
    text: bytes | None, pairs: Mapping[bytes, bytes], names: tuple[bytes, bytes, bytes], rule: str
) -> StoredBloom:
    texts = []
    for name in names:
        try:
            texts.append(pairs[name].decode("utf-8") if name in pairs else None)
        except UnicodeDecodeError:
            raise Reject("bad-utf8", None, rule, f"{name.decode()} is not UTF-8") from None
    code, low, high = texts
    return StoredBloom(text, code, KeyRange(low, high))


def ask_keys(stored: StoredBloom, keys: Iterable[bytes]) -> BloomAnswers:
    """Whether each key, in UTF-8, may be in the file; without a filter every key may [bloom.possible].

    Raises:
        Reject: the filter is rejected, or a key is empty.
        LimitExceeded: see `member.check_hashes`.
    """
    found = stored.decode()
    possible = []
    for key in keys:
        check_key(key)
        possible.append(found is None or is_possible(found, key))
    return BloomAnswers(found, stored.range, tuple(possible))

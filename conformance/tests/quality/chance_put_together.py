# SPDX-License-Identifier: Apache-2.0
"""All questions about files and records that are put together byte by byte, and what each module brings.

chance_near           parts of HFiles: trailers and cells
chance_near_index     the same of chunks, entries of indexes and file infos
chance_near_kryo      arrays of deleted keys in Kryo's form, of `chance_kryo_made`
chance_near_written   encoded blocks and metadata tables against the same put together here
chance_near_files     lookups in damaged HFiles, containers
chance_near_archive   archives with one wrong part
chance_near_history   histories of layout 2, metadata of partitions
chance_near_metadata  records of metadata tables by their meaning
chance_near_allowance an allowance that small files exceed
chance_near_bounds    limits that are lowered
chance_near_routes    two ways through the same bytes
chance_near_timeline  descriptions of timelines at the bounds of their forms
chance_near_avro      numbers, depths and counts of Avro values at their bounds
chance_near_codecs    what compressors make of bytes
chance_near_keys      ids, hashes and locations of metadata tables
chance_near_positions row positions, filters of base files
chance_near_rare      places that hardly any file reaches
chance_near_columns   the same of columns of Parquet files
"""

from __future__ import annotations

from collections.abc import Iterator

import chance_near_columns  # noqa: F401 - registers questions of `chance_near_rare`
import chance_near_index  # noqa: F401 - registers questions of `chance_near`
from chance_asked import Asked
from chance_near import near_questions
from chance_near_allowance import near_allowance_questions
from chance_near_archive import near_archive_questions
from chance_near_avro import near_avro_questions
from chance_near_bounds import near_bound_questions
from chance_near_codecs import near_codec_questions
from chance_near_files import near_file_questions
from chance_near_history import near_history_questions
from chance_near_keys import near_key_questions
from chance_near_kryo import kryo_questions
from chance_near_metadata import near_metadata_questions
from chance_near_positions import near_position_questions
from chance_near_rare import near_rare_questions
from chance_near_routes import near_route_questions
from chance_near_timeline import near_timeline_questions
from chance_near_written import near_written_questions

_ALL = (
    near_questions,
    kryo_questions,
    near_written_questions,
    near_file_questions,
    near_archive_questions,
    near_metadata_questions,
    near_key_questions,
    near_codec_questions,
    near_history_questions,
    near_rare_questions,
    near_position_questions,
    near_allowance_questions,
    near_avro_questions,
    near_bound_questions,
    near_route_questions,
    near_timeline_questions,
)


def put_together_questions() -> Iterator[Asked]:
    """All of them."""
    for questions in _ALL:
        yield from questions()

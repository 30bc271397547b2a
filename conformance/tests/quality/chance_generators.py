# SPDX-License-Identifier: Apache-2.0
"""All generators of questions for mutants drawn by chance, and what each brings.

chance_drawn          files, Avro values, codecs and hashes
chance_deep           files damaged below their frames and checksums
chance_merge          versions of a record, by payload class and merge mode
chance_views          views of tables at drawn times
chance_numbers        numbers at the bounds of their widths, and fields that nobody knows
chance_writing        where the writer closes blocks, and its knobs
chance_descriptions   descriptions of the writer with one wrong member
chance_metadata       metadata tables: answers, keys, listings, audits
chance_timelines      timelines, archives, histories
chance_containers     Avro containers and properties
chance_partial        partial versions of one key
chance_defaults       defaults of fields that older rows lack
chance_schemas        schemas and rows that are wrong in one place, decimals
chance_measured       plans of archivers, as real Hudi makes them
chance_columns        columns of Parquet files, and bounds of statistics
chance_cdc            changes of tables with CDC
chance_scenarios      scenarios as tables, their rows and what is archived
chance_step_pairs     operations of scenarios, each after each other
chance_scenario_forms scenarios that the writer of tables takes or refuses
chance_folders        folders of scenarios, step by step: every file, name and content
chance_quick          quick ways through metadata tables against the careful ones
chance_written        filters, numbers at bounds, rules for writers of logs
chance_statistics     merged statistics of columns, mid-keys of HFiles
chance_told           what checks tell of files with one wrong part
chance_told_log       all that a check tells of log files with one wrong part, and where
chance_told_avro      values and schemas at the bounds of Avro
chance_told_hfile     the same of HFiles
chance_lifted         limits that the user lifts
chance_files          audits of files against the commands that check a file
chance_bounds         places at the bound of a rule that drawn inputs miss
chance_parts          parts of an audit by themselves
chance_points         places that one input alone shows
chance_small          audits of a small table with one thing wrong each
chance_small_edges    both sides of each condition of the rules between files
chance_small_timeline the same of a timeline
chance_small_archived audits of a small table with an archive
chance_small_metadata the same of a small metadata table
chance_small_index    rows of its indexes against small files
chance_small_keys     a record index against a small table
chance_stores         audits of small tables in a store
chance_pairs          two ways to the same answer
chance_put_together   files and records that are put together byte by byte
chance_chunks         parts of Parquet files that are put together here
chance_proofs         what a lookup proves before it believes an index
chance_rules          rules above single files on drawn facts
chance_bound_parts    bounds of archivals, slices under log files, secondary indexes
chance_nested         how deep values, types and folders may be nested
chance_between_*      rules between files on facts and bytes in memory: all sides of each condition
chance_places         partitions, definitions, groups and timelines of drawn metadata tables
chance_listed         lists of files against drawn folders
chance_grouped        records of drawn file groups
chance_sides          both sides of indexes of records
chance_described      statistics of drawn files and partitions
chance_stated         one row of statistics against drawn values
chance_filters        Bloom filters of drawn files
chance_runs           runs whose tasks are answered here
chance_checked        steps of the check of a metadata table, each answered here
chance_opened         how both tables are opened, and a copy of one in a store
chance_units          parts of audits of indexes, and of what an audit reports
chance_next_steps     what an audit says beside a finding
chance_reported       how an audit keeps findings
chance_surfaces       files in an audit, by their kinds
chance_surface_folders timelines in an audit
chance_log_surface    log files in an audit: parts, instants, names
chance_log_damage     damaged log files in an audit
chance_audit_tasks    tasks of an audit
chance_audit_runs     runs of an audit
chance_row_types      types of columns and their defaults
chance_row_parts      rows joined, orderings, rules of a table
chance_row_values     values of columns whose type changed, and canonical ones
chance_view_parts     parts of views of changes and of archiving
chance_table_parts    parts of reading a table
chance_table_answers  what tables answer, part by part
chance_table_indexes  what indexes of a metadata table answer
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import chance_audit_runs  # noqa: F401 - registers questions of `chance_units`
import chance_audit_tasks  # noqa: F401 - the same
import chance_log_damage  # noqa: F401 - the same
import chance_log_surface  # noqa: F401 - the same
import chance_next_steps  # noqa: F401 - the same
import chance_reported  # noqa: F401 - the same
import chance_row_parts  # noqa: F401 - the same
import chance_row_types  # noqa: F401 - the same
import chance_row_values  # noqa: F401 - the same
import chance_small_edges  # noqa: F401 - registers questions of `chance_small`
import chance_surface_folders  # noqa: F401 - registers questions of `chance_units`
import chance_surfaces  # noqa: F401 - the same
import chance_table_answers  # noqa: F401 - the same
import chance_table_indexes  # noqa: F401 - the same
import chance_table_parts  # noqa: F401 - the same
import chance_view_parts  # noqa: F401 - the same
from chance_asked import Asked
from chance_between_archives import between_archive_questions
from chance_between_facts import between_fact_questions
from chance_between_files import between_file_questions
from chance_between_footers import between_footer_questions
from chance_between_instants import between_instant_questions
from chance_between_leftovers import between_leftover_questions
from chance_between_lookup import between_lookup_questions
from chance_between_properties import between_property_questions
from chance_between_stats import between_stat_questions
from chance_between_types import between_type_questions
from chance_bound_parts import bound_part_questions
from chance_bounds import bound_questions
from chance_cdc import cdc_questions
from chance_checked import checked_questions
from chance_chunks import chunk_questions
from chance_columns import column_questions
from chance_containers import container_questions
from chance_deep import deep_questions
from chance_defaults import default_questions
from chance_described import described_questions
from chance_descriptions import description_questions
from chance_drawn import drawn_questions
from chance_files import file_questions
from chance_filters import filter_questions
from chance_folders import folder_questions
from chance_grouped import grouped_questions
from chance_hostile import hostile_questions
from chance_lifted import lifted_questions
from chance_listed import listed_questions
from chance_measured import measured_questions
from chance_merge import merge_questions
from chance_metadata import metadata_questions
from chance_nested import nested_questions
from chance_numbers import numbers_questions
from chance_opened import opened_questions
from chance_pairs import pair_questions
from chance_partial import partial_questions
from chance_parts import part_questions
from chance_places import place_questions
from chance_points import point_questions
from chance_proofs import proof_questions
from chance_put_together import put_together_questions
from chance_quick import quick_table_questions
from chance_rules import rule_questions
from chance_runs import run_questions
from chance_scenario_forms import scenario_form_questions
from chance_scenarios import scenario_questions
from chance_schemas import schema_questions
from chance_sides import side_questions
from chance_small import small_questions
from chance_small_archived import archived_questions
from chance_small_index import small_index_questions
from chance_small_keys import small_key_questions
from chance_small_metadata import small_metadata_questions
from chance_small_timeline import timeline_edge_questions
from chance_stated import stated_questions
from chance_statistics import statistics_questions
from chance_step_pairs import step_pair_questions
from chance_stores import store_questions
from chance_timelines import timeline_questions
from chance_told import told_questions
from chance_told_avro import told_avro_questions
from chance_told_hfile import told_hfile_questions
from chance_told_log import told_log_questions
from chance_units import unit_questions
from chance_views import views_questions
from chance_writing import writing_questions
from chance_written import written_questions

_QUICK = (
    merge_questions,
    views_questions,
    numbers_questions,
    writing_questions,
    description_questions,
    timeline_questions,
    container_questions,
    default_questions,
    partial_questions,
    schema_questions,
    measured_questions,
    file_questions,
    small_questions,
    archived_questions,
    timeline_edge_questions,
    small_metadata_questions,
    small_index_questions,
    small_key_questions,
    point_questions,
    bound_questions,
    part_questions,
    column_questions,
    cdc_questions,
    statistics_questions,
    scenario_questions,
    step_pair_questions,
    scenario_form_questions,
    folder_questions,
    quick_table_questions,
    written_questions,
    told_questions,
    told_log_questions,
    told_hfile_questions,
    told_avro_questions,
    lifted_questions,
    pair_questions,
    chunk_questions,
    put_together_questions,
    proof_questions,
    unit_questions,
    place_questions,
    listed_questions,
    grouped_questions,
    side_questions,
    described_questions,
    filter_questions,
    stated_questions,
    run_questions,
    checked_questions,
    opened_questions,
    rule_questions,
    store_questions,
    nested_questions,
    bound_part_questions,
    between_file_questions,
    between_instant_questions,
    between_leftover_questions,
    between_stat_questions,
    between_property_questions,
    between_footer_questions,
    between_fact_questions,
    between_archive_questions,
    between_type_questions,
    between_lookup_questions,
)


def generated_questions(folder: Path) -> Iterator[Asked]:
    """All of them; `folder` is for the tables of some."""
    yield from drawn_questions()
    yield from deep_questions()
    yield from quick_questions()
    yield from hostile_questions()
    yield from metadata_questions(folder)


def quick_questions() -> Iterator[Asked]:
    """Those that need no folder and take a second or two each."""
    for questions in _QUICK:
        yield from questions()

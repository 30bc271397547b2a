# SPDX-License-Identifier: Apache-2.0
"""One audit from paths to findings: list, plan, check, with any engine."""

from __future__ import annotations

import random
import time
import uuid
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pyarrow as pa

from hudi_conformance.audit.between.subject import METADATA_TABLE
from hudi_conformance.audit.check import (
    RESULT_SCHEMA,
    Task,
    check_batch,
    from_table,
    lost,
    to_table,
    unreadable,
)
from hudi_conformance.audit.coverage import check_coverage, is_below
from hudi_conformance.audit.findings import VIOLATION, FindingRow, severity_of
from hudi_conformance.audit.footers import shared_footers
from hudi_conformance.audit.gaps import Gap
from hudi_conformance.audit.known import explained
from hudi_conformance.audit.metadata.run import check_metadata
from hudi_conformance.audit.name_surface import instant_of_name
from hudi_conformance.audit.registry import TABLE_SURFACES, surfaces_of
from hudi_conformance.audit.store import Progress, Store
from hudi_conformance.audit.surface import Context, TableRef
from hudi_conformance.audit.table_lookup import Tables, pending_instants
from hudi_conformance.audit.timeline_surface import copied, is_complete
from hudi_conformance.decode.bulk.framing import few_bytes
from hudi_conformance.decode.bulk.hfile.sound import read_together
from hudi_conformance.engine import local
from hudi_conformance.engine.interrupts import deferred_interrupts
from hudi_conformance.engine.tasks import Engine
from hudi_conformance.lake.files import FileRef, list_files, open_ranged
from hudi_conformance.look.text import counted
from hudi_conformance.model.base_file import HFILE, BaseFileName, format_of
from hudi_conformance.model.table_version import Feature, TableVersion

OnProgress = Callable[[Progress], None]
_MAX_LOOKS = 3  # repeated listings of a table while a writer is active


@dataclass(frozen=True, slots=True)
class Options:
    """What to check.

    Attributes:
        paths: files and folders.
        table_version: of all tables; overrides their properties.
        since: blocks and files of earlier instants are not reported.
        sample: number of files to check, chosen by `seed`; None: all.
        deep: decode every page of base files, and read their meta columns.
        pages: verify the checksums of pages of base files.
        now: later instants are in the future; None: the clock of this machine.
        global_keys: report a record key in two partitions, since keys are unique in the table.
    """

    paths: Sequence[str]
    table_version: int | None = None
    since: str | None = None
    sample: int | None = None
    seed: int = 0
    deep: bool = False
    pages: bool = False
    now: str | None = None
    global_keys: bool = False

    def to_json(self) -> dict[str, object]:
        """As data."""
        return asdict(self) | {"paths": list(self.paths)}


@dataclass(frozen=True, slots=True)
class Plan:
    """Files to check, with their tables; totals of others; all files; folders that cannot be listed."""

    tasks: Sequence[Task]
    num_other: int
    bytes_other: int
    num_left_out: int
    tables: Tables = field(repr=False)
    refs: Sequence[FileRef] = field(default=(), repr=False)
    findings: Sequence[FindingRow] = ()
    unlisted: Set[str] = frozenset()

    @property
    def num_bytes(self) -> int:
        """Bytes to check."""
        return sum(task.ref.size for task in self.tasks)


@dataclass(frozen=True, slots=True)
class Outcome:
    """Result of an audit; `store.rows()` has the findings."""

    store: Store
    plan: Plan
    options: Options

    @property
    def progress(self) -> Progress:
        """Totals."""
        return self.store.progress


def new_run_id() -> str:
    """Identifier of a run; identifiers sort by time."""
    return f"{datetime.now(UTC):%Y%m%dT%H%M%S%f}-{uuid.uuid4().hex[:6]}"


def make_plan(options: Options) -> Plan:
    """List files and find their tables.

    Raises:
        OSError, ValueError: as `list_files`.
    """
    findings: list[FindingRow] = []
    unlisted: set[str] = set()

    def on_error(path: str, error: OSError) -> None:
        unlisted.add(path)
        findings.append(unreadable(FileRef(path, 0), "file", error))

    of_macos: list[FileRef] = []
    refs = list_files(options.paths, on_error, of_macos.append)
    known = [ref for ref in refs if surfaces_of(ref.path)]
    chosen = known
    if options.sample is not None and options.sample < len(known):
        chosen = sorted(random.Random(options.seed).sample(known, options.sample))  # noqa: S311 - no secret
    context = Context(options.table_version, None, options.since, options.deep, options.pages)
    context = replace(context, global_keys=options.global_keys)
    tables = Tables(context, options.now)
    tables.learn(options.paths, refs)
    pending = pending_instants(refs)
    tasks = [Task(ref, _context(ref, tables, pending)) for ref in chosen]
    num_other = len(refs) - len(known)
    bytes_other = sum(ref.size for ref in refs) - sum(ref.size for ref in known)
    findings += _of_macos(of_macos, tables)
    findings += check_coverage(options.paths, refs, {ref.path for ref in known}, tables)
    left_out = len(known) - len(chosen)
    return Plan(_heavy_first(tasks), num_other, bytes_other, left_out, tables, refs, findings, unlisted)


def _of_macos(refs: Iterable[FileRef], tables: Tables) -> Iterator[FindingRow]:
    """A finding for each table that has files of macOS, at the first of them."""
    by_table: dict[str, list[str]] = defaultdict(list)
    for ref in refs:
        by_table[(tables.folder_of(ref.path) or "").removesuffix(METADATA_TABLE)].append(ref.path)
    for paths in by_table.values():
        message = f"{counted(len(paths), 'file')} of macOS, which it writes next to those that it copies"
        rule = "table.foreign.ignored"
        yield FindingRow(min(paths), "file", VIOLATION, "bad-value", message, rule, severity_of(rule))


def _context(ref: FileRef, tables: Tables, pending: Mapping[str, Set[str]]) -> Context:
    context = tables.context(ref.path)
    if not pending:
        return context
    name = BaseFileName.parse(ref.name)
    instant = None if name is None else name.instant
    if name is None and TableVersion(context.table_version or 0).has(Feature.INSTANT_NAMES):
        instant = instant_of_name(ref.name)
    is_pending = instant is not None and instant in pending.get(tables.folder_of(ref.path) or "", ())
    return replace(context, is_pending=True) if is_pending else context


# Group small files: reporting a file takes as long as reading its footer, and files of a store are opened
# ahead within a group.
run_here: Engine = partial(local.run_tasks, tasks_per_group=1024, weight="weight", weight_per_group=64 << 20)


def run_audit(
    options: Options,
    out: Path,
    *,
    engine: Engine | None = None,
    resume: bool = False,
    on_plan: Callable[[Plan], None] = lambda _: None,
    on_progress: OnProgress = lambda _: None,
) -> Outcome:
    """Check all files; findings and state are written below `out` during the run.

    Raises:
        OSError, ValueError: a path cannot be listed.
        StateError: see `Store.resume`.
    """
    plan = make_plan(options)
    run_tasks = engine or run_here
    if resume:
        store = Store.resume(out, options.to_json())
        store.forget({(task.ref.path, task.ref.size, task.ref.mtime_ns) for task in plan.tasks})
    else:
        store = Store.create(out, new_run_id(), options.to_json())
    on_plan(plan)
    on_progress(store.progress)
    before, start = store.progress.seconds, time.monotonic()

    listed = {task.ref: task.ref for task in plan.tasks}  # the store keeps these objects, not copies

    def on_batch(tasks: pa.Table, batches: list[pa.RecordBatch]) -> None:
        done = [replace(task, ref=listed.get(task.ref, task.ref)) for task in from_table(tasks)]
        # An interrupt in between would leave findings of a task that is not done: the next run repeats them.
        with deferred_interrupts():
            store.add(done, batches, before + time.monotonic() - start)
        on_progress(store.progress)

    def run(tasks: Sequence[Task]) -> None:
        pending = [task for task in tasks if task.key not in store.done]
        if pending:
            run_tasks(to_table(pending), check_batch, RESULT_SCHEMA, on_batch=on_batch, on_lost=lost)

    hfiles = (task.ref.size for task in plan.tasks if format_of(task.ref.path) is HFILE)
    with few_bytes(sum(task.ref.size for task in plan.tasks)), read_together(hfiles), shared_footers(listed):
        try:
            run(plan.tasks)
            run(_heavy_first(store.parts))
        finally:
            # Also after an interrupt: finished tasks are not repeated.
            store.checkpoint()
        listed.clear()
        _check_tables(plan, store, options.paths, run_tasks)
        store.progress.seconds = before + time.monotonic() - start
    lake = Task(FileRef("", 0), Context(), "table")
    if lake.key not in store.done:
        store.add_rows(lake, plan.findings)
    store.finish()
    return Outcome(store, plan, options)


def _check_tables(plan: Plan, store: Store, paths: Sequence[str], engine: Engine) -> None:
    """Rules between files, table by table: in this process, but metadata tables are checked by tasks."""
    for listed in plan.tables.group(plan.refs):
        table = replace(listed, unlisted=plan.unlisted)
        task = Task(FileRef(table.path, 0), table.context, "table")
        if task.key not in store.done and is_below(table.path, paths):
            rows, gaps = _check_until_stable(table, plan, engine)
            store.add_rows(task, [explained(row) for row in rows], gaps)


def _check_until_stable(table: TableRef, plan: Plan, engine: Engine) -> tuple[list[FindingRow], list[Gap]]:
    """Findings of a table; if files changed during the check, those of a new listing.

    A writer that is active during the audit creates and deletes files, so the listing may be stale at the
    end. If the table keeps changing, findings of two consecutive checks are reported.
    """
    (rows, gaps), before = _check_table(table, engine), None
    for look in range(_MAX_LOOKS + 1):
        fresh = _listed_again(table, plan) if rows else None
        if fresh is None or fresh.files == sorted(table.files):
            return rows, gaps
        if look < _MAX_LOOKS:
            before, table = set(map(_identity, rows)), fresh
            rows, gaps = _check_table(table, engine)
    return [row for row in rows if before is None or _identity(row) in before], gaps


def _listed_again(table: TableRef, plan: Plan) -> TableRef | None:
    """The current state of the table; None if it can no longer be listed."""
    unlisted: set[str] = set()
    try:
        listing = list_files([table.path], lambda path, _: unlisted.add(path))
    except (OSError, ValueError):
        return None
    files = [ref for ref in listing if plan.tables.folder_of(ref.path) == table.path]
    return replace(table, files=files, unlisted=unlisted)


def _identity(row: FindingRow) -> tuple[str, str | None, str, int | None]:
    return row.path, row.requirement, row.code, row.ofs


def _check_table(table: TableRef, engine: Engine) -> tuple[list[FindingRow], list[Gap]]:
    rows: list[FindingRow] = []
    gaps: list[Gap] = []
    with copied(table, open_ranged) as near:
        for surface in TABLE_SURFACES:
            try:
                for row in surface.check_table(near, open_ranged):
                    if isinstance(row, Gap):
                        gaps.append(row)
                    else:
                        rows.append(row)
            except Exception as error:
                rows.append(unreadable(FileRef(table.path, 0), surface.name, error))
        if is_complete(table):
            result = check_metadata(near, uuid.uuid4().hex, engine)
            rows, gaps = rows + result.findings, gaps + list(result.gaps)
    return rows, gaps


def _heavy_first(tasks: Sequence[Task]) -> list[Task]:
    return sorted(tasks, key=lambda task: (-task.weight, task.key))

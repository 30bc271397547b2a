# SPDX-License-Identifier: Apache-2.0
"""What a mutant drawn by chance is asked, in a process that has imported the changed package.

Kinds of questions, each with a right answer that the package itself does not give:

    CASE          a case of the suite, judged as in every run; rejections name a rule of the case
    input:CASE    the input of a case, made again by its edits, has the digest of the lock
    told:CASE     what readers tell of an HFile beside its cells is what the case expects of a check of it
    input:RECIPE  a fixture that cases begin with, written again by its recipe, has the bytes that are stored
    fields:FILE   the fields of a file, whole, cut and damaged, take each of its bytes once, have the widths
                  of the specification, and are what the stored view of the file says, see `chance_fields`
    parquet:FORM  chunks, pages, checksums and values of a Parquet file are what the library says, and one
                  damaged page is told, see `chance_parquet`
    audit:KIND    an audit of files with one seeded damage each finds every damage, and nothing else
    drawn:NAME    inputs drawn by chance with judges of their own, see `chance_generators`
    test:NAME     tests of the package, see `chance_tests`
    others        about whole tables and metadata tables, see `chance_audits`

The first kind reaches decoders, writers, semantics and tables; the others what a case does not judge: fields
that edits address, findings beside cells, the writer's own bytes, what tools show, base files, and the audit.
"""

from __future__ import annotations

import hashlib
import random
import shutil
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from operator import methodcaller
from pathlib import Path
from typing import Any

import chance_audits
import chance_fields
import chance_generators
import chance_parquet
import chance_tests
from callable_adapter import CallableAdapter
from chance_asked import PACKAGE, Failure, imported
from chance_told_hfile import CHECKED_ALONE
from hudi_conformance import resources
from hudi_conformance.canonical import json as canonical_json
from hudi_conformance.damage import edits
from hudi_conformance.suite import inputs, protocol, runner
from hudi_conformance.suite.adapter import PATH_FROM, Input
from hudi_conformance.suite.expectations import KnownFailures
from hudi_conformance.suite.inputs import Prepared
from hudi_conformance.suite.protocol import Answer
from hudi_conformance.suite.session import READER, Session
from hudi_conformance.suite.trees import from_zip
from rejection_rules import unnamed_rules

# What judges. It imports nothing of what is changed, so a changed package leaves it as it is.
_JUDGES = frozenset({"errors", "resources", "views", "canonical", "suite", "specification", "toolchain"})
_HEALTHY = ("real", "real-hfile", "real-tables")
_NUM_DAMAGES, _NUM_WHOLE, _PER_KIND, _SEED = 300, 60, 2, 1
# Right to be found in tables that nobody has damaged, see test_seeded_timeline.
_OF_WHOLE = frozenset({"history.file.bounds-reversed", "hudi.hfile.index-keys"})
_NUM_FIELD_DAMAGES = 6
NOTE = "note"

View = Callable[[str], Any]
"""What is wrong with an answer, None if nothing is."""


@dataclass(frozen=True, slots=True)
class Question:
    """One question: its name, a digest of all that it asks, and the answer's fault in a world."""

    name: str
    digest: str
    fault: Callable[[World], Failure]


class World:
    """The package as it is imported now, with its adapters. Imports on first use are part of the package."""

    def __init__(self, plan: runner.Plan, scratch: Path) -> None:
        self._scratch = scratch
        adapters = {
            name: _Adapter(imported(f"adapters.{name}").answer, scratch)
            for name in ("kaitai_python", "reference_writer")
        }
        self._reader, self._writer = adapters["kaitai_python"], adapters["reference_writer"]
        readers = {READER: lambda: self._reader}
        self._turn = runner.Turn(
            runner.Participant("mutant", lambda: self._reader, KnownFailures("mutant")),
            replace(plan, readers=readers),
            runner.Readers(readers),
        )

    def judge(self, ready: Prepared) -> Failure:
        """The verdict on a case that fails."""
        adapter = self._writer if ready.case.cmd.endswith(".write") else self._reader
        adapter.told = {}
        _, judgement, standing = self._turn.judge_case(adapter, ready)
        if standing.status in runner.UNEXPECTED:
            return judgement.verdict
        return next((f"rule {rule}" for rule in unnamed_rules(adapter.told, ready.case)), None)

    def prepare(self, ready: Prepared, fixtures: inputs.Fixtures) -> Failure:
        """How the input of a case differs from the one that is locked."""
        editor = imported("damage.edits")
        try:
            again = inputs.prepare(ready.case, fixtures, editor)
        except Exception as error:  # an edit that no longer applies
            return f"{type(error).__name__}: {error}"
        if again.digest != ready.digest:
            return "another input"
        return None if again.expectation == ready.expectation else "another expectation"

    def told(self, ready: Prepared) -> Failure:
        """How the findings beside cells and lookups differ from those that a check of the file must have."""
        expected = {
            (item["requirement"], item["code"], item["at"])
            for item in ready.expectation.value["findings"]
            if item["requirement"] not in CHECKED_ALONE
        }
        for cmd, args in (("hfile.cells", {}), ("hfile.get", {"keys": ["7a7a7a"]})):
            answer = self._reader.ask(cmd, ready.data, args, ms=5000, mib=512)
            if answer.answer != "value":
                if (answer.code, answer.at) in {(code, at) for _, code, at in expected}:
                    return None  # what is found is refused
                if cmd == "hfile.cells":
                    return f"{cmd}: {answer.answer}"
                continue
            found: Any = answer.findings or []
            told = {(item["requirement"], item["code"], item["at"]) for item in found}
            if told != expected:
                return f"{cmd}: {sorted(told ^ expected)[0]}"
        return None

    def written_again(self, recipe: Path) -> Failure:
        """How the files of a recipe differ from those beside it; Parquet files are compared by rows."""
        recipes = imported("encode.recipes")
        timelines = imported("encode.timeline.recipes")
        products = imported("encode.products")
        if recipe.parent.name == "timeline":
            description = canonical_json.loads(recipe.read_bytes())
            timeline = timelines.encode_timeline(description)
            stored = recipe.with_name(f"{recipe.name.removesuffix(products.SUFFIX)}.zip").read_bytes()
            if not timelines.same_files(timeline.files, from_zip(stored, recipe.name)):
                return "other files"
            expected = products.view_files(recipe.name.removesuffix(products.SUFFIX), timeline.views)
        else:
            make = recipes.hfile_products if recipe.parent.name == "hfile" else recipes.products
            expected = make(recipe)
        different = next(iter(products.compare_products(recipe, expected)), None)
        return None if different is None else f"{different[0].name} is {different[2]}"

    def fields(self, data: bytes, view: View) -> Failure:
        """What is wrong with the fields of a log file, an HFile or an Avro container, whole or damaged."""
        found = self._find(data)
        fault = chance_fields.structure_fault(data, found) or chance_fields.view_fault(data, found, view)
        fault = fault or chance_fields.limited_fault(data, found, self._find(data, 1))
        if fault is not None:
            return fault
        damaged = chance_fields.damaged(data, _NUM_FIELD_DAMAGES)
        faults = (chance_fields.structure_fault(cut, self._find(cut)) for cut in damaged)
        return next((fault for fault in faults if fault is not None), None)

    def _find(self, data: bytes, most: int | None = None) -> list[Any]:
        """Fields of a file; of each list of parts no more than `most`, if that is given."""
        match chance_fields.kind_of(data):
            case "container":
                container = imported("decode.avro.container_fields")
                return list(container.container_fields(data, most)[0])
            case "log":
                log = imported("decode.log.fields")
                if most is None:
                    return list(log.fields_of(data))
                scan = imported("decode.log.scan").scan_log(data)
                blocks = [
                    field
                    for index, block in enumerate(scan.blocks)
                    for field in log.block_fields(data, block, f"blocks[{index}]", most)
                ]
                end = blocks[-1].end if blocks else 0
                return [*blocks, *(field for field in log.fields_of(data) if field.ofs >= end)]
            case _:
                hfile = imported("decode.hfile.fields")
                return list(hfile.hfile_fields(data))

    def parquet(self, file: chance_parquet.ParquetFile) -> Failure:
        """What is wrong with what is read of a Parquet file."""
        return chance_parquet.fault_of(file, lambda name: imported(f"decode.parquet.{name}"))

    def audit(self, folder: Path, *, deep: bool = False) -> list[Any]:
        """Findings of an audit of a folder."""
        audit = imported("audit.run")
        with tempfile.TemporaryDirectory(dir=self._scratch) as out:
            outcome = audit.run_audit(audit.Options([str(folder)], deep=deep), Path(out))
            return list(outcome.store.rows())


class _Adapter(CallableAdapter):
    """As the runner passes them, large inputs are files."""

    def __init__(self, answer: Callable[[dict[str, Any]], dict[str, Any]], scratch: Path) -> None:
        self.told: dict[str, Any] = {}  # the last answer

        def recorded(request: dict[str, Any]) -> dict[str, Any]:
            self.told = answer(request)
            return self.told

        super().__init__(recorded)
        self._scratch = scratch

    def ask(self, cmd: str, data: Input, args: Mapping[str, Any], *, ms: int, mib: int) -> Answer:
        if not isinstance(data, bytes) or len(data) < PATH_FROM or "path" not in self.hello.inputs:
            return super().ask(cmd, data, args, ms=ms, mib=mib)
        with tempfile.NamedTemporaryFile(dir=self._scratch) as file:
            file.write(data)
            file.flush()
            return self._call(protocol.request("0", cmd, data, args, ms=ms, mib=mib, path=Path(file.name)))


def forget_package() -> None:
    """Forget all modules of the package but those that judge, so that they are imported again."""
    for name in list(sys.modules):
        package, _, rest = name.partition(".")
        if package == PACKAGE and rest and rest.partition(".")[0] not in _JUDGES:
            del sys.modules[name]


def prepare_questions(folder: Path) -> tuple[list[Question], runner.Plan]:
    """All questions, and the plan of a run of the cases; files to audit are written below `folder`."""
    session = Session(edits)
    ready = session.prepare(session.cases)
    questions = [Question(one.case.id, _digest(one), methodcaller("judge", one)) for one in ready]
    questions += [
        Question(f"input:{one.case.id}", _digest(one), methodcaller("prepare", one, session.fixtures))
        for one in ready
        if one.case.edit or "edit" in str(one.case.files)
    ]
    told = [one for one in ready if one.case.cmd == "hfile.check" and one.expectation.kind == "findings"]
    questions += [Question(f"told:{one.case.id}", _digest(one), methodcaller("told", one)) for one in told]
    questions += _recipes()
    questions += _fields()
    questions += [
        Question(f"parquet:{name}", hashlib.sha256(file.data).hexdigest(), methodcaller("parquet", file))
        for name, file in chance_parquet.make_files()
    ]
    questions += _damaged_files(folder / "files")
    questions += _damaged_tables(folder / "tables")
    audits = chance_audits.audit_questions(folder / "tables" / "whole", folder / "damaged")
    drawn = chance_generators.generated_questions(folder / "metadata")
    questions += [Question(*asked) for asked in (*audits, *drawn, *chance_tests.test_questions())]
    return questions, session.plan(ready)


def _digest(ready: Prepared) -> str:
    return f"{ready.digest} {ready.case!r}"


def _recipes() -> Iterator[Question]:
    """Recipes of fixtures, without those whose bytes carry the release of the Arrow library."""
    for folder in ("log", "hfile", "timeline"):
        for recipe in sorted((resources.fixtures_dir() / folder).glob("*.write.json")):
            text = recipe.read_text(encoding="utf-8")
            if folder != "log" or "PARQUET_DATA_BLOCK" not in text:
                yield Question(f"input:{folder}/{recipe.name}", text, methodcaller("written_again", recipe))


def _fields() -> Iterator[Question]:
    """Files of fixtures of which fields can be shown, what is left of each after cuts, and with damage."""
    root = resources.fixtures_dir()
    for path in (*sorted(root.glob("log/*.log")), *sorted(root.glob("hfile/*.hfile"))):
        yield _fields_of(f"{path.parent.name}/{path.name}", path.read_bytes(), _views_of(path))
    for archive in sorted(root.glob("timeline/*.zip")):
        for name, data in from_zip(archive.read_bytes(), archive.name).items():
            if data.startswith(b"Obj\1"):
                yield _fields_of(f"timeline/{archive.name}!{name}", data, lambda _: None)


def _views_of(path: Path) -> View:
    def view(kind: str) -> Any:
        stored = path.with_name(f"{path.stem}.{kind}.json")
        return canonical_json.loads(stored.read_bytes()) if stored.exists() else None

    return view


def _fields_of(name: str, data: bytes, view: View) -> Question:
    digest = hashlib.sha256(data).hexdigest()
    return Question(
        f"fields:{name}", f"{digest} {_NUM_FIELD_DAMAGES}", lambda world: world.fields(data, view)
    )


def _damaged_files(folder: Path) -> Iterator[Question]:
    """Log files, HFiles, Parquet files: one question per kind of damage, and one about whole files."""
    from damages import Damage, make_damages
    from seeded_damage import healthy_files

    fixtures = resources.fixtures_dir()
    healthy = healthy_files([fixtures / name for name in _HEALTHY], folder / "healthy")
    targets: dict[str, dict[str, Damage | None]] = {"whole": {}}
    for number, path in enumerate(healthy[:_NUM_WHOLE]):
        target = folder / "whole" / f"{number}" / path.name
        target.parent.mkdir(parents=True)
        shutil.copyfile(path, target)
        targets["whole"][str(target)] = None
    for number, damage in enumerate(make_damages(healthy, _NUM_DAMAGES, _SEED)):
        target = folder / damage.kind / f"{number}" / (damage.name or Path(damage.source).name)
        target.parent.mkdir(parents=True)
        target.write_bytes(damage.data)
        targets.setdefault(damage.kind, {})[str(target)] = damage
    for kind, files in targets.items():
        yield Question(f"audit:{kind}", f"{_SEED} {_NUM_DAMAGES}", _audit_of_files(folder / kind, files))


def _audit_of_files(folder: Path, targets: Mapping[str, Any]) -> Callable[[World], Failure]:
    from seeded_damage import compare

    def fault(world: World) -> Failure:
        rows: dict[str, list[Any]] = {}
        for row in world.audit(folder):
            if row.verdict != NOTE:
                rows.setdefault(row.path, []).append(row)
        score = compare(dict(targets), rows)
        if score.missed:
            return f"missed at {score.missed[0][0].expected}"
        return f"false {score.false[0].requirement or score.false[0].code}" if score.false else None

    return fault


def _damaged_tables(folder: Path) -> Iterator[Question]:
    """Timelines and tables: one question per kind of damage, and one about whole tables."""
    from timeline_damages import KINDS

    archives = sorted((resources.fixtures_dir() / "real-rows").rglob("*.zip"))
    chance = random.Random(_SEED)
    for kind in KINDS:
        name, targets = kind.__name__, []
        for archive in chance.sample(archives, len(archives)):
            target = folder / name / f"{archive.parent.name}-{archive.stem}"
            expected = kind(_unpack(archive, target), chance)
            if expected is None:
                shutil.rmtree(target)
                continue
            targets.append((target, expected))
            if len(targets) == _PER_KIND:
                break
        yield Question(f"audit:table-{name}", f"{_SEED}", _audit_of_tables(folder / name, targets))
    for archive in archives:
        _unpack(archive, folder / "whole" / f"{archive.parent.name}-{archive.stem}")
    yield Question("audit:table-whole", "", _audit_of_whole_tables(folder / "whole"))


def _unpack(archive: Path, folder: Path) -> Path:
    with zipfile.ZipFile(archive) as found:
        found.extractall(folder)
    return folder


def _audit_of_tables(folder: Path, targets: list[tuple[Path, tuple[str, str]]]) -> Callable[[World], Failure]:
    def fault(world: World) -> Failure:
        rows = world.audit(folder)
        for table, (path, rule) in targets:
            own = [row for row in rows if row.path.startswith(f"{table}/")]
            if not any(row.path.endswith(path) and rule in {row.requirement, row.code} for row in own):
                return f"missed {rule}"
        return None

    return fault


def _audit_of_whole_tables(folder: Path) -> Callable[[World], Failure]:
    def fault(world: World) -> Failure:
        rows = [row for row in world.audit(folder) if (row.requirement or row.code) not in _OF_WHOLE]
        return f"false {rows[0].requirement or rows[0].code}" if rows else None

    return fault

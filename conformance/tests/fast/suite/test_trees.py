# SPDX-License-Identifier: Apache-2.0
"""Inputs that are folders: how they are made, that nothing leads out of them, and their way through a run."""

from __future__ import annotations

import base64
import io
import json
import stat
import zipfile
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import suite_factory as factory
import whole_suite
from callable_adapter import CallableAdapter
from click.testing import CliRunner
from hudi_conformance import edits, resources
from hudi_conformance.cli import explain, export, show
from hudi_conformance.suite import adapter, events, inputs, manifest, protocol, smoke, trees
from hudi_conformance.suite.adapter import OnceAdapter, ProcessAdapter
from hudi_conformance.suite.judge import judge, written_tree
from hudi_conformance.suite.protocol import Answer
from hudi_conformance.suite.runner import Readers
from hudi_conformance.suite.trees import Tree, TreeError, check_path, from_zip, remove_folder, to_zip
from hypothesis import given
from hypothesis import strategies as st

FILES = {".hoodie/hoodie.properties": b"a=1\n", ".hoodie/001.commit": b"{}", ".hoodie/archived/": b""}


@pytest.fixture
def root(tmp_path: Path) -> inputs.Fixtures:
    found = factory.fixtures(tmp_path)
    (tmp_path / "timeline").mkdir()
    (tmp_path / "timeline/one.zip").write_bytes(to_zip(FILES))
    return found


def tree_case(root: inputs.Fixtures, body: str, **other: str) -> inputs.Prepared:
    keys = {"base": "None", "edit": "None", "expect": '{ value = "{}" }', "cmd": '"timeline.list"', **other}
    text = factory.manifest_text(f"{factory.case_text(**keys)}\n{body}")
    cases, problems = manifest.parse_manifest(text, "test.toml")
    assert problems == [], problems
    return inputs.prepare(cases[0], root, edits)


def problems_of(body: str, **other: str) -> str:
    keys = {"base": "None", "edit": "None", **other}
    text = factory.manifest_text(f"{factory.case_text(**keys)}\n{body}")
    cases, problems = manifest.parse_manifest(text, "test.toml")
    assert cases == []
    return "; ".join(problem.message for problem in problems)


def test_archive_files_drop_rename_and_edits(root: inputs.Fixtures) -> None:
    ready = tree_case(
        root,
        """tree = "timeline/one.zip"
        drop = [".hoodie/*.properties"]
        rename = { ".hoodie/001.commit" = ".hoodie/002.commit" }
        edit = [{ op = "append", file = ".hoodie/x", hex = "00", repeat = 2 },
                { op = "set", file = ".hoodie/x", at = "@0", hex = "41" },
                { op = "set", file = ".hoodie/two.log", at = "blocks[1].format_version", value = 9 }]
        [case.files]
        ".hoodie/x" = { text = "ab" }
        ".hoodie/hex" = { hex = "0102 # two", repeat = 2, mtime = 5000 }
        ".hoodie/json" = { json = { b = [1, "é"], a = true } }
        ".hoodie/text.json" = { json = '{"b": 1}' }
        ".hoodie/two.log" = { from = "log/two.log" }
        ".hoodie/member" = { from = "timeline/one.zip!.hoodie/hoodie.properties" }
        "empty" = { folder = true }
        """,
    )
    assert ready.tree is not None
    assert ready.input is ready.tree
    assert ready.data is None
    files = dict(ready.tree.files)
    log = files.pop(".hoodie/two.log")
    before = root.bytes("log/two.log")
    at = edits.field(before, "blocks[1].format_version")[0]
    assert log == before[:at] + bytes([0, 0, 0, 9]) + before[at + 4 :]
    assert files == {
        ".hoodie/archived/": b"",
        ".hoodie/002.commit": b"{}",
        ".hoodie/x": b"Ab\0\0",
        ".hoodie/hex": bytes([1, 2, 1, 2]),
        ".hoodie/json": '{"b":[1,"é"],"a":true}'.encode(),
        ".hoodie/text.json": b'{"b":1}',
        ".hoodie/member": b"a=1\n",
        "empty/": b"",
    }
    assert ready.size == sum(map(len, files.values())) + len(log)
    assert ready.digest == ready.tree.digest


def test_written_as_described(tmp_path: Path) -> None:
    tree = Tree({"a/b": b"x", "a/c/": b"", "d": b""}, {"d": 5_000})
    tree.write(tmp_path)
    assert (tmp_path / "a/b").read_bytes() == b"x"
    assert (tmp_path / "a/c").is_dir()
    assert (tmp_path / "a/b").stat().st_mtime_ns == trees.MTIME * 1_000_000
    assert (tmp_path / "d").stat().st_mtime_ns == 5_000_000_000
    assert {p.relative_to(tmp_path).as_posix() for p in tmp_path.rglob("*")} == {"a", "a/b", "a/c", "d"}


def test_removed_with_what_a_program_left_and_nothing_outside(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "kept").write_text("mine")
    folder = tmp_path / "tree"
    folder.mkdir()
    Tree({"a/b/c": b"x" * 3_000_000, "a/empty/": b"", "d": b""}).write(folder)
    assert (folder / "a/b/c").stat().st_size == 3_000_000
    (folder / "a/more").mkdir()
    (folder / "a/link").symlink_to(outside)
    (folder / "nowhere").symlink_to("nowhere-at-all")
    (folder / "a/b").chmod(0o500)  # nothing in it can be deleted, except by a superuser
    remove_folder(str(folder))
    assert not folder.exists()
    assert (outside / "kept").read_text() == "mine"
    remove_folder(str(folder))  # a program removed it itself


def test_digest_tells_apart() -> None:
    variants = [
        Tree({"a": b"x"}),
        Tree({"a": b"y"}),
        Tree({"b": b"x"}),
        Tree({"a": b"x", "b": b""}),
        Tree({}),
        Tree({"a": b"x"}, {"a": 1}),
        Tree({"a": b"", "x": b""}),
        Tree({"a/": b""}),
    ]
    assert len({tree.digest for tree in variants}) == len(variants)
    assert Tree({"b": b"1", "a": b"2"}).digest == Tree({"a": b"2", "b": b"1"}).digest


@pytest.mark.parametrize(
    "path",
    [
        "",
        "/",
        "/a",
        "..",
        "a/../b",
        "./a",
        "a//b",
        "a\0b",
        "a\\b",
        "c:/x",
        "a/..",
        "../a",
        "\ud800",
        "a" * 256,
        "a/" * 600 + "b",
        "a/./b",
    ],
)
def test_paths_that_are_refused(path: str, tmp_path: Path) -> None:
    with pytest.raises(TreeError):
        check_path(path)
    with pytest.raises(TreeError):
        Tree({path: b""}).write(tmp_path)
    with pytest.raises(TreeError):
        to_zip({path: b""})
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("path", ["a", ".hoodie/.x_1-0-1", "a/b/", "…/é", "a..b", "..a"])
def test_paths_that_are_taken(path: str) -> None:
    check_path(path)


def archive_with(**fields: Any) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", fields.pop("how", zipfile.ZIP_STORED)) as archive:
        entry = zipfile.ZipInfo(fields.pop("filename", "a"))
        entry.compress_type = archive.compression
        for name, value in fields.items():
            setattr(entry, name, value)
        archive.writestr(entry, b"x")
    return buffer.getvalue()


@pytest.mark.parametrize(
    "data",
    [
        archive_with(filename="../a"),
        archive_with(filename="/etc/x"),
        archive_with(external_attr=(stat.S_IFLNK | 0o777) << 16),
        archive_with(how=zipfile.ZIP_BZIP2),
        b"no archive",
        b"",
        archive_with()[:-3],
    ],
)
def test_archives_that_are_refused(data: bytes) -> None:
    with pytest.raises(TreeError):
        from_zip(data)


def test_archive_with_a_name_twice_or_a_nul_is_refused() -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("a", "1")
        with pytest.warns(UserWarning, match="Duplicate"):
            archive.writestr("a", "2")
    with pytest.raises(TreeError, match="twice"):
        from_zip(buffer.getvalue())
    with pytest.raises(TreeError):
        from_zip(archive_with(filename="axb").replace(b"axb", b"a\0b"))


def test_archive_is_deterministic_and_goes_round() -> None:
    data = to_zip(FILES)
    assert from_zip(data) == FILES
    assert to_zip(dict(reversed(FILES.items()))) == data
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert [entry.filename for entry in archive.infolist()] == sorted(FILES)
        assert {entry.date_time for entry in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ('tree = "timeline/one.zip"\nhex = "00"', "exclude each other"),
        ('tree = "timeline/one"', "must be a .zip"),
        ('drop = ["a"]', "drop needs a tree"),
        ('rename = { a = "b" }', "rename needs a tree"),
        ('tree = "x.zip"\ndrop = "a"', "drop must be a list"),
        ('tree = "x.zip"\nrename = { a = 1 }', "rename must be"),
        ('[case.files]\n"/a" = { text = "" }', "absolute"),
        ('[case.files]\n"a/../b" = { text = "" }', "an empty part"),
        ('[case.files]\na = { text = "", hex = "" }', "its content is one of"),
        ("[case.files]\na = 1", "its content is one of"),
        ('[case.files]\na = { hex = "0" }', "hex"),
        ('[case.files]\na = { json = "{" }', "Expecting"),
        ("[case.files]\na = { json = 2020-01-01 }", "not JSON serializable"),
        ('[case.files]\na = { text = "", more = 1 }', "has no ['more']"),
        ('[case.files]\na = { text = "", repeat = 0 }', "repeat must be"),
        ('[case.files]\na = { text = "", mtime = -1 }', "mtime"),
        ("[case.files]\na = { folder = false }", "folder = true"),
        ('tree = "x.zip"\nedit = [{ op = "append", hex = "00" }]', "file must be the path"),
    ],
)
def test_manifests_that_are_refused(body: str, sentence: str) -> None:
    assert sentence in problems_of(body)


def test_schema_says_the_same(root: inputs.Fixtures) -> None:
    schema = json.loads((resources.schemas_dir() / "manifest.schema.json").read_text("utf-8"))
    case = {
        "id": "timeline/x/y",
        "title": "t",
        "req": ["a"],
        "cmd": "timeline.list",
        "expect": {"robust": True},
        "tree": "timeline/one.zip",
        "drop": ["a"],
        "rename": {"a": "b"},
        "files": {"a/b": {"text": "x", "repeat": 2}, "c": {"json": [1]}, "d": {"folder": True, "mtime": 4}},
        "edit": [{"op": "append", "file": "a", "hex": "00"}],
    }
    document = {"surface": "timeline", "topic": "x", "about": "y", "case": [case]}
    jsonschema.validate(document, schema)
    for change in (
        {"files": {"/a": {"text": ""}}},
        {"files": {"a": {"text": "", "hex": ""}}},
        {"base": "x", "edit": []},
        {"edit": [{"op": "append", "hex": "00"}]},
        {"tree": "x.tar"},
        {"hex": "00"},
    ):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate({**document, "case": [{**case, **change}]}, schema)
    plain = {**case, "base": "log/two.log"}
    for key in ("tree", "drop", "rename", "files"):
        del plain[key]
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({**document, "case": [plain]}, schema)  # `file` is for trees
    ready = tree_case(root, 'tree = "timeline/one.zip"')
    event = events.case(ready, "MUST")
    jsonschema.validate(
        event, json.loads((resources.schemas_dir() / "events.schema.json").read_text("utf-8"))
    )
    assert event["input"]["base"] == "timeline/one.zip"
    assert event["input"]["files"][".hoodie/001.commit"] == "2"


@pytest.mark.parametrize(
    "body",
    [
        'tree = "timeline/none.zip"',
        'tree = "timeline/one.zip"\ndrop = ["nothing"]',
        'tree = "timeline/one.zip"\nrename = { "no" = "x" }',
        'tree = "timeline/one.zip"\nrename = { ".hoodie/001.commit" = "../x" }',
        'tree = "timeline/one.zip"\nedit = [{ op = "append", file = "no", hex = "00" }]',
        'tree = "timeline/one.zip"\n[case.files]\n".hoodie" = { text = "" }',
        'tree = "timeline/one.zip"\n[case.files]\n".hoodie/001.commit/x" = { text = "" }',
        '[case.files]\n"a" = { from = "../x" }',
        '[case.files]\n"a" = { from = "timeline/one.zip!no" }',
    ],
)
def test_trees_that_cannot_be_made(root: inputs.Fixtures, body: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        tree_case(root, body)


def hello(**other: Any) -> dict[str, Any]:
    value = {
        "protocol": 1,
        "name": "x",
        "version": "1",
        "language": "python",
        "commands": ["timeline.list"],
        "features": [],
        "inputs": ["dir"],
        **other,
    }
    return {"seq": "0", "answer": "value", "value": value}


def lister(request: dict[str, Any]) -> dict[str, Any]:
    """Lists the folder and then spoils it, as an archiver would."""
    if request["cmd"] == "hello":
        return hello()
    if request["cmd"] != "timeline.list":
        return {"seq": request["seq"], "answer": "unsupported", "what": request["cmd"]}
    folder = Path(request["in"]["dir"])
    assert folder.is_absolute()
    found = {p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file()}
    (folder / "spoiled").write_text(str(folder))
    return {"seq": request["seq"], "answer": "value", "value": {"files": sorted(found)}}


def test_callable_adapter_gets_a_copy_each_time(root: inputs.Fixtures) -> None:
    adapter = CallableAdapter(lister)
    ready = tree_case(root, 'tree = "timeline/one.zip"')
    for _ in range(2):
        answer = adapter.ask("timeline.list", ready.input, {}, ms=1000, mib=64)
        assert answer.value == {"files": [".hoodie/001.commit", ".hoodie/hoodie.properties"]}
    assert all(check.ok for check in smoke.quick_checks(adapter, [ready]))


SCRIPT = """
import json, os, sys
def say(o): print(json.dumps(o), flush=True)
def files(d): return sorted(os.path.relpath(os.path.join(a, f), d) for a, _, b in os.walk(d) for f in b)
value = {"protocol": 1, "name": "x", "version": "1", "language": "p", "commands": ["timeline.list"],
         "features": [], "inputs": ["dir"]}
if "--once" in sys.argv:
    if sys.argv[2] == "hello": say({"seq": "0", "answer": "value", "value": value})
    else: say({"seq": "0", "answer": "value", "value": files(sys.argv[sys.argv.index("--dir") + 1])})
    sys.exit(0)
for line in sys.stdin:
    q = json.loads(line)
    if q["cmd"] == "timeline.list": value = {"dir": q["in"]["dir"], "files": files(q["in"]["dir"])}
    say({"seq": q["seq"], "answer": "value", "value": value})
    if q["cmd"] == "bye": break
"""


def test_processes_get_the_folder_and_it_goes_away(tmp_path: Path, root: inputs.Fixtures) -> None:
    script = tmp_path / "adapter.py"
    script.write_text(SCRIPT)
    ready = tree_case(root, 'tree = "timeline/one.zip"')
    listed = [".hoodie/001.commit", ".hoodie/hoodie.properties"]
    import sys

    adapter = ProcessAdapter([sys.executable, str(script)])
    try:
        value = adapter.ask("timeline.list", ready.input, {}, ms=5000, mib=64).value
        assert value["files"] == listed
        assert not Path(value["dir"]).exists()
    finally:
        adapter.close()
    once = OnceAdapter([sys.executable, str(script)])
    assert once.ask("timeline.list", ready.input, {}, ms=5000, mib=64).value == listed


def test_an_adapter_without_dir_is_not_asked(root: inputs.Fixtures) -> None:
    ready = tree_case(root, 'tree = "timeline/one.zip"')
    said = protocol.parse_hello(protocol.parse_answer(hello(inputs=["b64"]), "0"))
    assert ready.missing_feature(said) == "input dir"
    assert ready.missing_feature(protocol.parse_hello(protocol.parse_answer(hello(), "0"))) is None


def b64(data: bytes) -> dict[str, str]:
    return {"b64": base64.b64encode(data).decode()}


def test_written_folders_are_compared(root: inputs.Fixtures) -> None:
    ready = tree_case(
        root,
        "args = { write = { a = 1 } }",
        cmd='"timeline.write"',
        expect='{ bytes = "timeline/one.zip" }',
    )
    good = {"files": {path: b64(content) for path, content in FILES.items()}}
    assert judge(ready.expectation, Answer("value", value=good)).verdict == "pass"
    for change in (
        {".hoodie/001.commit": b64(b"{ }")},
        {"more": b64(b"")},
        {"../x": b64(b"")},
        {"x": {"b64": "!"}},
    ):
        wrong = {"files": {**good["files"], **change}}
        assert judge(ready.expectation, Answer("value", value=wrong)).verdict == "wrong-value"
    less = {"files": {".hoodie/001.commit": b64(b"{}")}}
    word = judge(ready.expectation, Answer("value", value=less))
    assert word.detail is not None
    assert word.detail["path"] == "files['.hoodie/archived/']"


def test_written_folders_keep_the_times_of_their_files() -> None:
    made = {"a": b64(b"x") | {"mtime": 5_000}, "b": b64(b"y")}
    tree = written_tree({"files": made})
    assert tree == Tree({"a": b"x", "b": b"y"}, {"a": 5_000})
    for mtime in (-1, 1 << 43, "5000", 5.0, True):
        assert written_tree({"files": {"a": b64(b"x") | {"mtime": mtime}}}) is None


def test_written_folders_are_read_back(root: inputs.Fixtures) -> None:
    ready = tree_case(
        root,
        "args = { write = { a = 1 } }",
        cmd='"timeline.write"',
        expect='{ reads-back = \'{"files":[".hoodie/001.commit"]}\' }',
    )
    readers = Readers({"lister": lambda: CallableAdapter(lister)})
    said = readers.ask_all(Tree({".hoodie/001.commit": b"{}"}), ready)
    written = Answer("value", value={"files": {".hoodie/001.commit": b64(b"{}")}})
    assert judge(ready.expectation, written, said).verdict == "pass"
    said = readers.ask_all(Tree({"other": b"{}"}), ready)
    assert judge(ready.expectation, written, said).verdict == "wrong-value"
    readers.close()


@pytest.mark.own_job
def test_commands_show_and_export_folders(tmp_path: Path) -> None:
    """The real suite's first case of a folder, through the command line."""
    runner = CliRunner()
    suite, _ = whole_suite.opened()
    ready = next(case for case in suite.cases if case.is_tree)
    shown = runner.invoke(show.command, [ready.id, "--bytes"])
    assert shown.exit_code == 0, shown.output
    assert from_zip(shown.stdout_bytes) == dict(suite.prepare_one(ready).tree.files)
    for command in (show.command, explain.command):
        text = runner.invoke(command, [ready.id]).output
        assert "a folder, " in text
        assert ".hoodie/" in text
    told = json.loads(runner.invoke(show.command, [ready.id, "--json"]).output)
    assert set(told["files"]) == set(from_zip(shown.stdout_bytes))
    assert runner.invoke(export.command, [str(tmp_path / "out"), "--cases", ready.id]).exit_code == 0
    (one,) = json.loads((tmp_path / "out/cases.json").read_text("utf-8"))["cases"]
    written = {
        p.relative_to(tmp_path / "out" / one["folder"]).as_posix()
        for p in (tmp_path / "out" / one["folder"]).rglob("*")
        if p.is_file()
    }
    assert written == {path for path in told["files"] if not path.endswith("/")}


@given(st.text(st.sampled_from("ab./\\:\0 é~\n\x7f\ud800"), max_size=9))
def test_the_short_way_to_a_path_refuses_what_the_long_way_refuses(path: str) -> None:
    def is_refused() -> bool:
        try:
            check_path(path)
        except TreeError:
            return True
        return False

    quick = is_refused()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(trees, "_SIMPLE_LENGTH", -1)
        assert is_refused() == quick


def test_an_archive_is_unpacked_once_and_a_case_changes_no_other(root: inputs.Fixtures) -> None:
    first = trees.build("timeline/one.zip", {"x": {"text": "1"}}, [".hoodie/001.commit"], {}, root)
    assert root.unpacked("timeline/one.zip") is root.unpacked("timeline/one.zip")
    assert trees.build("timeline/one.zip", {}, [], {}, root).files == FILES
    assert set(first.files) == {".hoodie/hoodie.properties", ".hoodie/archived/", "x"}


def test_folders_in_memory_where_there_is_room(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(adapter, "_MEMORY", tmp_path)
    monkeypatch.setattr(adapter, "_MIN_ROOM", 1)
    for name in ("TMPDIR", "TEMP", "TMP"):
        monkeypatch.delenv(name, raising=False)
    assert adapter.memory_folder() == tmp_path
    monkeypatch.setattr(adapter, "_MIN_ROOM", 1 << 62)
    assert adapter.memory_folder() is None
    monkeypatch.setattr(adapter, "_MEMORY", tmp_path / "missing")
    assert adapter.memory_folder() is None
    monkeypatch.setattr(adapter, "_MEMORY", tmp_path)
    monkeypatch.setattr(adapter, "_MIN_ROOM", 1)
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    assert adapter.memory_folder() is None  # who names a folder means it

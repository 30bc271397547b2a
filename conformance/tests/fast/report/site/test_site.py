# SPDX-License-Identifier: Apache-2.0
"""The pages of a run: well-formed, closed in themselves, linked, complete, and quickly made."""

from __future__ import annotations

import json
import re
import time
from collections import Counter
from collections.abc import Sequence
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest
import report_factory as make
from hudi_conformance.look.hexgrid import Piece
from hudi_conformance.look.text import releases_in_words
from hudi_conformance.report import own_spec
from hudi_conformance.report.model import Case, build, case_of
from hudi_conformance.report.site import CaseInput, InputFile, overview_page, paths, walk_pages, write_site
from hudi_conformance.report.site.facts import Mark, facts_of, stretches
from hudi_conformance.report.site.json_lines import diff_lines, pretty_lines
from hudi_conformance.report.site.matrix import SUBJECTS, Family, families, subjects
from hudi_conformance.specification.requirements import OpenQuestion, Requirement, SpecIndex, parse_text
from instruments.documents.links import broken_links

VOID = {"meta", "br", "input", "link", "img", "hr", "wbr"}
# End tags that HTML leaves free: what opens on the left ends what is on the right; an end tag of anything
# else ends all that is on the right of any.
CELLS = {"td", "th"}
ENDS_PARAGRAPH = ("p", "div", "dl", "ul", "pre", "table", "section", "article", "details", "h1", "h2", "h3")
IMPLIED = {
    "td": CELLS,
    "th": CELLS,
    "tr": {*CELLS, "tr"},
    "tbody": {*CELLS, "tr", "thead", "tbody"},
    "li": {"p", "li"},
    "dt": {"p", "dt", "dd"},
    "dd": {"p", "dt", "dd"},
    "option": {"option"},
    **{tag: {"p"} for tag in ENDS_PARAGRAPH},
}
FREE = set().union(*IMPLIED.values())
PARENTS = {
    "td": {"tr"},
    "th": {"tr"},
    "tr": {"table", "thead", "tbody"},
    "thead": {"table"},
    "tbody": {"table"},
    "li": {"ul"},
    "dt": {"dl"},
    "dd": {"dl"},
    "summary": {"details"},
    "option": {"select"},
}
# What a paragraph may hold.
PHRASES = {"a", "b", "bdi", "br", "code", "em", "i", "q", "s", "samp", "small", "span", "strong"}
LOADS = {"src", "srcset", "action", "data", "poster", "background", "formaction", "ping"}
RULE = """\
> **`log.recovery.corrupt-check`** — MUST · reader · log 1 · since 0.5.0
> A block whose `length` <b>disagrees</b> with its twin is **corrupt**.
> *source* measured
"""


class Page(HTMLParser):
    """Checks nesting and what may stand where while it reads; keeps ids, links and the text."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.ids: Counter[str] = Counter()
        self.links: list[str] = []
        self.loads: list[tuple[str, str]] = []
        self.tags: Counter[str] = Counter()
        self.words: list[str] = []
        self.feed(text)
        self.close()
        assert not self.open, f"never closed: {self.open}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        for name, value in attrs:
            if name == "id":
                assert value
                self.ids[value] += 1
            elif name == "href" and tag == "a":
                self.links.append(value or "")
            elif name in LOADS or (name == "href" and tag != "a"):
                self.loads.append((tag, value or ""))
        self.imply(IMPLIED.get(tag, set()))
        around = self.open[-1] if self.open else ""
        assert around in PARENTS.get(tag, {around}), f"<{tag}> in <{around}>, at {self.getpos()}"
        assert tag in PHRASES or "p" not in self.open, f"<{tag}> in a paragraph, at {self.getpos()}"
        if tag not in VOID:
            self.open.append(tag)

    def imply(self, free: set[str]) -> None:
        while self.open and self.open[-1] in free:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        self.imply(FREE - {tag})
        assert self.open, f"</{tag}> closes nothing"
        assert self.open[-1] == tag, f"</{tag}> where </{self.open[-1]}> is due, at {self.getpos()}"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        if not {"script", "style"} & set(self.open):
            self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join("".join(self.words).split())


@cache
def spec() -> SpecIndex:
    (rule,) = parse_text(RULE, "log_file.md")
    assert isinstance(rule, Requirement)
    table = "| who | what |\n|---|---|\n| a | b |"
    text = f"Nobody knows, see `log.recovery.corrupt-check` and [there](log_file.md).\n\n{table}"
    question = OpenQuestion("duplicate-header-keys", "Which of two equal keys counts?", 3, text)
    return SpecIndex({rule.id: rule}, {question.id: question}, ())


@cache
def pages(size: str) -> dict[str, str]:
    run = build(make.small() if size == "small" else make.large())
    return {"index.html": overview_page(facts_of(run, spec())), **dict(walk_pages(facts_of(run, spec())))}


def text_of(path: str, size: str = "small") -> str:
    return Page(pages(size)[path]).text


@pytest.mark.parametrize("size", ["small", "large"])
def test_pages_are_well_formed_and_closed_in_themselves(size: str) -> None:
    for path, text in pages(size).items():
        if not path.endswith(".html"):
            continue
        page = Page(text)
        assert not [name for name, count in page.ids.items() if count > 1], f"{path}: an id occurs twice"
        assert all(link.startswith("https://") or "://" not in link for link in page.links)
        assert not {"iframe", "object", "embed", "img"} & set(page.tags)
        # styles and scripts of the folder itself, nothing else; the overview is one file
        loads = {link.rpartition("/")[2] for _, link in page.loads}
        assert loads <= ({"style.css", "script.js", "cases.js"} if path != "index.html" else set())
        assert not re.search(r"\bfetch\(|XMLHttpRequest|import\(|@import|url\(", text)
        assert page.tags["h1"] == 1


def test_all_links_lead_somewhere(tmp_path: Path) -> None:
    write_site(build(make.small()), spec(), tmp_path)
    assert list(broken_links(tmp_path)) == []
    page = tmp_path / "site" / "requirements.html"
    page.write_text(
        page.read_text() + '<a href="cases.html#none">x</a><a href="../no.html">x</a><script src="x.js">'
    )
    assert list(broken_links(tmp_path)) == [
        "site/requirements.html: loads x.js",
        "site/requirements.html: no anchor cases.html#none",
        "site/requirements.html: no file ../no.html",
    ]


def test_a_run_of_real_size_is_small_and_quickly_made() -> None:
    run = build(make.large(400))
    started = time.process_time()
    made = dict(walk_pages(facts_of(run, spec())))
    assert time.process_time() - started < 20
    assert len(overview_page(facts_of(run, spec())).encode()) < 60_000
    assert sum(len(text.encode()) for text in made.values()) < 780_000
    assert sum(path.startswith("cases/") for path in made) == len({case.topic for case in run.cases.values()})


def test_they_are_the_same_for_the_same_run() -> None:
    run = build(make.small())
    assert {
        "index.html": overview_page(facts_of(run, spec())),
        **dict(walk_pages(facts_of(run, spec()))),
    } == pages("small")


def test_every_case_and_rule_has_its_anchor() -> None:
    run = build(make.small())
    targets = [paths.case_page(case) for case in run.cases.values()]
    targets += [paths.requirement_page(requirement) for requirement in run.by_requirement()]
    assert len(set(targets)) == len(targets) > 10
    for target in targets:
        path, _, anchor = target.partition("#")
        assert Page(pages("small")[path]).ids[anchor] == 1


def test_what_cases_have_in_common_is_there_once() -> None:
    """Six cases of one file and one answer: the bytes before the edit and a long value occur once."""
    base, value = bytes(range(200)), {"blocks": ["v" * 150, "w" * 150]}
    rows = [make.implementation("a")]
    for number in range(6):
        case_id = f"log/a/case-{number}"
        rows += [make.case(case_id, ["log.a.b"], input={"edit": [{"op": "set"}]}), make.result("a", case_id)]

    def input_source(case: Case) -> CaseInput | None:
        data = bytearray(base)
        data[100 + int(case.id[-1])] = 0xAA
        return CaseInput([InputFile("x.log", bytes(data), base)], value)

    made = dict(walk_pages(facts_of(build(make.events(rows)), spec()), None, input_source))
    text = made["cases/log/a.html"]
    assert text.count("v" * 150) == 1
    assert text.count("<b>00000010</b>") == 1, "a row far from every edit"
    assert text.count("<i class=x>aa</i>") == 6
    assert text.count("href=#bytes.1>") == 6
    assert text.count("the same as of <a href=#case-0>") == 5
    page = Page(text)
    assert page.ids["bytes.1"] == 1


def test_what_cases_of_several_pages_have_in_common_is_on_the_first() -> None:
    rows = [make.implementation("a")]
    for case_id in ("log/a/one", "log/b/two", "log/b/three"):
        about = {"input": {"files": {f"{'x' * 160}/{name}": "9" for name in "abc"}}, "topic": case_id[4]}
        rows += [make.case(case_id, ["log.a.b"], **about), make.result("a", case_id)]
    data, value = bytes(range(256)), {"blocks": ["v" * 150, "w" * 150]}

    def input_source(case: Case) -> CaseInput | None:
        return CaseInput([InputFile("x.log", data)], value) if case.id != "log/b/three" else None

    made = dict(walk_pages(facts_of(build(make.events(rows)), spec()), None, input_source))
    first, second = made["cases/log/a.html"], made["cases/log/b.html"]
    for once in ("<b>00000010</b>", "v" * 150, "x" * 160):
        assert (first.count(once), second.count(once)) == (1, 0)
    link = "<a href=a.html#one>log/a/one</a>"
    assert second.count(f"the same as of {link}") == 4, "value, files of two cases, bytes"
    assert Page(first).ids["one"] == 1


def test_files_of_a_folder_follow_its_name_and_those_of_the_top_come_first() -> None:
    names = [".hoodie/hoodie.properties", ".hoodie_partition_metadata", "a/b/1.parquet", "a/b/2.parquet"]
    rows = [make.implementation("a"), make.result("a", "log/a/one")]
    rows.insert(1, make.case("log/a/one", ["log.a.b"], topic="a", input={"files": dict.fromkeys(names, "7")}))
    made = dict(walk_pages(facts_of(build(make.events(rows)), spec())))
    tree = made["cases/log/a.html"].partition('<table class="fields tree">')[2].partition("</table>")[0]
    words = [word.strip() for word in re.split(r"<[^>]*>", tree) if word.strip()]
    assert words == [
        "7",
        ".hoodie_partition_metadata",
        ".hoodie/",
        "7",
        "hoodie.properties",
        "a/b/",
        "7",
        "1.parquet",
        "7",
        "2.parquet",
    ]


def test_squares_of_one_status_are_one_stretch() -> None:
    marks = [Mark("a", "pass", ""), Mark("b", "pass", ""), Mark("c", "known", ""), Mark("d", "pass", "")]
    assert stretches(marks) == [("p", "●", 2), ("k", "▽", 1), ("p", "●", 1)]
    assert 'samp [class$="4"] { width: 4.60rem; }' in pages("large")["style.css"]


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("index.html", "8 of 11 judged answers right, 1 wrong as listed, 2 unexpected (hudi-java-1.2.1)."),
        ("index.html", "Left out: kaitai-java (no Java runtime | none at all)"),
        ("index.html", "hudi-conformance run --implementation hudi-java-1.2.1 --cases log/recovery/cut-tail"),
        ("index.html", "log.recovery"),
        ("defects.html", "versions above 1 are read as 1"),
        ("defects.html", "reads a later format as this one"),
        ("questions.html", "Which of two equal keys counts?"),
        ("questions.html", "refused as duplicate"),
        ("differing.html", "accepts-invalid"),
        ("rules/log.recovery.html", "whose length <b>disagrees</b> with its twin is"),
        ("rules/log.recovery.html", "newly broken"),
        ("cases/log/content.html", "The content is longer than what events carry."),
        ("cases/log/content.html", "The bytes are not in the events of the run."),
        ("cases/log/recovery.html", "5 bytes cut at 340"),
        ("cases/log/recovery.html", "at $.blocks[2].kind, expected − and got +"),
        ("cases/log/recovery.html", '- "CORRUPT_BLOCK"'),
        ("cases/log/recovery.html", '+ "AVRO_DATA_BLOCK"'),
        ("cases/log/framing.html", "On the list of known failures: versions above 1"),
        ("cases/log/framing.html", "run --cases log/framing/NAME"),
        ("cases/log/framing.html", "blocks[0].format_version = 2"),
        ("cases/name/log.html", '"name": ".a_1.log.0_1-0-1"'),
    ],
)
def test_what_is_said_where(path: str, said: str) -> None:
    assert said in text_of(path)


def test_issues_are_links() -> None:
    links = Page(pages("small")["defects.html"]).links
    assert "https://github.com/apache/hudi/issues/1332" in links


def test_rules_in_texts_are_links_and_files_of_the_specification_are_not() -> None:
    links = Page(pages("small")["questions.html"]).links
    assert "rules/log.recovery.html#corrupt-check" in links
    assert not [link for link in links if link.endswith(".md")]
    assert "<table>" in pages("small")["questions.html"]


def test_news_come_before_everything_that_was_expected() -> None:
    text = pages("small")["index.html"]
    order = [text.index(f"id={name}>") for name in ("overview", "unexpected", "matrix")]
    assert order == sorted(order)


def test_cells_count_cases_of_their_chapter() -> None:
    text = pages("small")["index.html"]
    row = text[text.index(">log.recovery<") :]
    assert 'title="kaitai-python: 2 pass"' in row[: row.index("<tr>")]
    assert 'title="hudi-java-1.2.1: 1 weak, 1 unexpected"' in row[: row.index("<tr>")]


def test_words_of_foreign_programs_stay_words() -> None:
    for path in ("index.html", "cases/log/recovery.html"):
        assert 'IllegalStateException: <b>|`x`</b>\\x1b[31m & "more"' in text_of(path)
    assert not any("\x1b" in text for text in pages("small").values())


def test_the_edit_is_marked_in_the_dump() -> None:
    text = pages("small")["cases/log/framing.html"]
    text = text[text.index("id=format-version-two>") :]
    dump = text[text.index("<pre") : text.index("</pre>")]
    # The rejection is expected at byte 14, the edit changed byte 17 from 1 to 2.
    assert "<i class=at>00</i>" in dump
    assert "<i class=x>02</i>" in dump
    assert len(re.findall(r"class=x>", dump)) == 1


def test_bytes_have_the_colours_that_somebody_gives_them() -> None:
    def annotate(data: bytes, name: str) -> Sequence[Piece]:
        assert name == "log/three_avro.log"
        return [
            Piece(0, 6, "magic", "blocks[0].magic", "", "", "log.block.magic"),
            Piece(6, 8, "length", "blocks[0].len_block", "101", "of <all>", "log.no.page"),
            Piece(14, 4, "type", "blocks[0].format_version", "2", "", "log.recovery.corrupt-check"),
        ]

    made = dict(walk_pages(facts_of(build(make.small()), spec()), annotate))
    text = made["cases/log/framing.html"]
    assert "<i class=hm>23 48 55 44 49 23</i>" in text
    assert "<td class=hm>blocks[0].magic<td>" in text
    assert "href=../../rules/log.recovery.html#corrupt-check>log.recovery.corrupt-check</a>" in text
    assert "101 of <all>" in Page(text).text
    assert "log.no.page.html" not in text


def test_what_events_do_not_carry_comes_from_the_shelf() -> None:
    def input_source(case: Case) -> CaseInput | None:
        assert case.id
        own = case.id.encode().ljust(40)[:40]
        return CaseInput([InputFile("a/b.log", own + bytes(60), own + bytes(59))], {"blocks": ["<expected>"]})

    made = dict(walk_pages(facts_of(build(make.small()), spec()), None, input_source))
    text = Page(made["cases/log/content.html"]).text
    assert '"<expected>"' in text
    assert "00000060" in text


def test_pages_of_an_earlier_run_go(tmp_path: Path) -> None:
    write_site(build(make.large(20)), spec(), tmp_path)
    kept = tmp_path / "site" / "notes.txt"
    kept.write_text("mine")
    listing = tmp_path / "site" / "pages.txt"
    outside = tmp_path / "index.html"
    listing.write_text(listing.read_text() + "../index.html\n../../x\n")
    write_site(build(make.small()), spec(), tmp_path)
    names = {path.relative_to(tmp_path / "site").as_posix() for path in (tmp_path / "site").rglob("*.*")}
    assert names == {*pages("small"), "pages.txt", "notes.txt"} - {"index.html"}
    assert outside.is_file()


def test_steps_are_told_up_to_the_last(tmp_path: Path) -> None:
    steps: list[tuple[int, int]] = []
    write_site(build(make.small()), spec(), tmp_path, step=lambda done, total: steps.append((done, total)))
    assert [done for done, _ in steps] == list(range(1, len(steps) + 1))
    assert {total for _, total in steps} == {len(steps)}


@pytest.mark.parametrize("ident", ["../../../etc/passwd", "a/../b", "./x", "a b/<c>/d?e#f"])
def test_ids_do_not_lead_out_of_the_folder(ident: str) -> None:
    (event,) = [make.case("log/a/b", [])]
    case = case_of({**event, "id": ident, "surface": ident, "topic": ".."})
    for path in (paths.case_page(case), paths.requirement_page(ident), paths.topic_page(ident, "..")):
        page, _, anchor = path.partition("#")
        assert not {"..", ".", ""} & set(page.split("/"))
        assert re.fullmatch(r"[A-Za-z0-9._/-]+", page)
        assert re.fullmatch(r"[A-Za-z0-9._-]*", anchor)
    assert paths.safe("a b") != paths.safe("a_b")
    case_of_id = lambda name: case_of({**event, "id": name, "surface": "log", "topic": "a"})
    assert paths.case_anchor(case_of_id("log/a/content")) != "content"
    assert paths.case_anchor(case_of_id("log/a/content-length")) == "content-length"


def test_the_search_has_every_case() -> None:
    run = build(make.small())
    data = json.loads(pages("small")["cases.js"].removeprefix("window.hudiCases = ").rstrip(";\n"))
    found = {prefix + row[0]: (page, row) for prefix, page, rows in data["topics"] for row in rows}
    assert set(found) == set(run.cases)
    for case in run.cases.values():
        page, row = found[case.id]
        assert f"{page}#{row[0]}" == paths.case_page(case)
        assert data["rules"][row[2]] == case.about
    # pass and new of cut-tail, by their places in the order of statuses
    assert data["strips"][found["log/recovery/cut-tail"][1][3]] == "03"


def releases() -> dict[str, str]:
    """Pages of three releases of a reader and of a parser: one defect came, one went, one stayed."""
    names = ["r-1.10.0", "r-1.2.0", "r-0.9.0", "parser"]
    rows = [make.implementation(name) for name in names]
    failed = {
        "came": {"r-1.10.0"},
        "went": {"r-0.9.0", "r-1.2.0"},
        "stayed": {"r-0.9.0", "r-1.2.0", "r-1.10.0"},
    }
    for slug, who in failed.items():
        rows.append(make.case(f"log/a/{slug}", ["log.a.b"]))
        for name in names:
            verdict = "wrong-value" if name in who else "unsupported" if name == "parser" else "pass"
            layer = {"layer": "misread"} if name in who else {}
            rows.append(
                make.result(name, f"log/a/{slug}", verdict, "known" if name in who else None, **layer)
            )
    return dict(walk_pages(facts_of(build(make.events(rows)), spec())))


def test_the_matrix_says_who_reads_what_and_leads_to_cases() -> None:
    text = releases()["matrix.html"]
    heads = re.findall(r'class="version[^"]*"><span>([^<]*)<', text)
    assert heads == ["0.9.0", "1.2.0", "1.10.0", "–"], "releases from old to new, by number"
    cells = re.findall(r'<a class="sign ([a-z-]+)" href="([^"]*)" title="([^"]*)"', text)
    assert [word for word, _, _ in cells] == ["misread", "misread", "misread", "not-built-in"]
    assert cells[0][1] == "cases.html#find=log.a.&amp;who=r-0.9.0"
    assert cells[0][2] == "2 misread, 1 reads"


def test_a_family_shows_when_a_defect_came_and_went() -> None:
    text = releases()["releases/r.html"]
    for title, slug in (("came", "came"), ("went", "went"), ("stayed", "stayed")):
        part = text.split(f'<section id="{title}">')[1].split("</section>")[0]
        assert re.findall(r'href="?../cases/log/a.html#([a-z]+)[">]', part) == [slug]
    assert families(["parser"]) == [Family("parser", [("", "parser")])]
    assert "releases/parser.html" not in releases()


def test_a_family_has_its_judged_answers_as_bars() -> None:
    bars = re.findall(r'<span class="bar" role="img" aria-label="([^"]*)"', releases()["releases/r.html"])
    assert bars == ["1 reads, 2 misread"] * 3


def test_programs_of_others_and_subjects_come_in_the_order_of_readers() -> None:
    names = ["reference-writer", "kaitai-python", "hudi-java-1.2.1", "mine", "hudi-java-0.9.0"]
    assert [one.name for one in families(names)] == ["hudi-java", "mine", "reference-writer", "kaitai-python"]
    told = subjects(["archive.file", "x.y", "log.block", "name", "log.avro", ""])
    assert told == [
        ("Names of log files", ["name"]),
        ("Log files", ["log.avro", "log.block"]),
        ("Archived timeline", ["archive.file"]),
        ("Without a rule", [""]),
        ("x", ["x.y"]),
    ]
    assert {ident.split(".")[0] for ident in own_spec().requirements} == SUBJECTS.keys()


def test_names_of_releases_say_the_program_once() -> None:
    names = ["hudi-java-1.10.0", "kaitai-go", "hudi-java-1.2.1", "hudi-rs-0.6.0-rc.1"]
    assert releases_in_words(names) == "hudi-java 1.2.1, 1.10.0; kaitai-go; hudi-rs 0.6.0-rc.1"


def test_differences_fold_what_is_equal() -> None:
    expected = {"a": [1, 2, 3, 4, 5, 6], "b": "x"}
    lines = diff_lines(expected, expected | {"b": "y"})
    assert [line for line in lines if line[0] in "+-"] == [("-", ' "b": "x"'), ("+", ' "b": "y"')]
    assert ("…", "7 equal lines") in lines
    assert diff_lines(list(range(5000)), [])[-1] == ("…", "more lines")
    assert len(pretty_lines(list(range(10**6)), 10)) < 20


def test_a_flood_of_surprises_is_cut_to_a_table() -> None:
    rows = [make.implementation("a")]
    for number in range(40):
        case_id = f"log/a/case-{number}"
        rows += [make.case(case_id, ["log.a.b"]), make.result("a", case_id, "crash")]
    text = overview_page(facts_of(build(make.events(rows)), spec()))
    assert text.count("<article class=surprise>") == 12
    body = text[text.index("class=rest>") :]
    assert body[: body.index("</table>")].count("<tr>") == 28


def test_nothing_answered_is_a_page_too() -> None:
    run = build(make.events([{"event": "absent", "name": "x", "reason": "no such program"}]))
    page = Page(overview_page(facts_of(run, spec())))
    assert "0 cases, 0 implementations: nothing was judged" in page.text
    assert "no such program" in page.text
    assert "cases.html" in dict(walk_pages(facts_of(run, spec())))

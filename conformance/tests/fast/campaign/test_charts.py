# SPDX-License-Identifier: Apache-2.0
"""Charts of campaigns and audits say what the tables beside them say."""

from __future__ import annotations

from typing import Any

from hudi_conformance.campaign import charts, report
from hudi_conformance.look.charts import Bar

SUMMARY: dict[str, Any] = {
    "plan": "0" * 64,
    "seed": 1,
    "planned": 10,
    "inputs": 10,
    "rows": 20,
    "implementations": ["one", "other"],
    "answers": {"one": {"value": 4, "reject": 6}, "other": {"value": 7, "crash": 3}},
    "agreements": {"one": {"reference": 10}, "other": {"same": 4, "accepts": 3, "crash": 3}},
    "milliseconds": {"one": {"mean": 1.5, "max": 9.0}},
    "fields": [
        {
            "surface": "log",
            "kind": "bits",
            "field": "magic",
            "inputs": 5,
            "nobody": 2,
            "implementations": {"one": {"refused": 3, "unseen": 2}},
        }
    ],
    "classes": {"all": 0, "known": 0, "list": []},
}


def test_bars_of_a_campaign_hold_the_numbers_of_its_tables() -> None:
    answers, agreements, fields = charts.tables(SUMMARY)
    assert [bar.label for bar in bars(answers[3])] == ["4 value, 6 reject", "7 value, 3 crash"]
    assert [css for css, _ in bars(answers[3])[1].shares] == ["pass", "new"]
    assert [bar.label for bar in bars(agreements[3])] == ["10 reference", "4 same, 3 accepts, 3 crash"]
    assert fields[3][0][:3] == ["magic", "5", "2"]
    assert bars(fields[3])[0].label == "3 refused, 2 unseen"
    assert bars(fields[3])[0].shares == [("pass", 60.0), ("known", 40.0)]
    for (title, heads, rows), (_, _, chart_heads, chart_rows) in zip(
        report.tables(SUMMARY), charts.tables(SUMMARY), strict=True
    ):
        assert len(rows) == len(chart_rows), title
        assert heads[0] == chart_heads[0]
        assert all(len(row) == len(chart_heads) for row in chart_rows)
    page = charts.as_html(SUMMARY)
    assert 'aria-label="7 value, 3 crash"' in page
    assert "<script" not in page


def bars(rows: list[list[charts.Cell]]) -> list[Bar]:
    return [cell for row in rows for cell in row if isinstance(cell, Bar)]

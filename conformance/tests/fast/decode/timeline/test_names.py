# SPDX-License-Identifier: Apache-2.0
"""Names of instants are built from their parts: time, action, state and completion time."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import pytest
from hudi_conformance.decode.timeline.content import decode_instant
from hudi_conformance.decode.timeline.names import decode_instant_name, highest_instants
from hudi_conformance.errors import Reject
from hudi_conformance.model.timeline import Instant, State
from hypothesis import given, settings
from hypothesis import strategies as st

SHARED = ["commit", "deltacommit", "replacecommit", "clean", "rollback", "restore", "savepoint", "indexing"]
PENDING_ONLY = ["compaction", "logcompaction", "clustering"]
TIMES = ["20240101000001", "20240101000001000", "20240101000002000"]
T = "20240101000001000"


@pytest.mark.parametrize("layout", [0, 1, 2])
@pytest.mark.parametrize("action", [*SHARED, *PENDING_ONLY])
@pytest.mark.parametrize("time", TIMES)
def test_every_name_of_the_table_of_names(layout: int, action: str, time: str) -> None:
    is_known = layout == 2 or action != "clustering"
    inflight = f"{time}.inflight" if action == "commit" else f"{time}.{action}.inflight"
    for name, state in ((f"{time}.{action}.requested", State.REQUESTED), (inflight, State.INFLIGHT)):
        expected = Instant(time, action, state, None, name) if is_known else None
        assert decode_instant_name(name, layout) == expected
    is_completed = action in SHARED
    name = f"{time}.{action}"
    expected = Instant(time, action, State.COMPLETED, None, name) if is_completed else None
    assert decode_instant_name(name, layout) == expected
    name = f"{time}_{T}.{action}"
    expected = Instant(time, action, State.COMPLETED, T, name) if is_completed and layout == 2 else None
    assert decode_instant_name(name, layout) == expected


NOT_INSTANTS = """
.commit T T. T.commit. T.Commit T.commit.Requested T.commit.done T.commit.inflight T.inflight.requested
T.inflight.inflight T.requested T.commit.requested.requested xT.commit T_.commit _T.commit T_T_T.commit
T_x.commit T_T.commit.requested T_T.inflight -T.commit T.clean_ ٢٠٢٤.commit T.schemacommit T.commit.tmp
"""


@pytest.mark.parametrize("layout", [1, 2])
@pytest.mark.parametrize("form", [*NOT_INSTANTS.split(), "", " T.commit", "T.commit ", "T.commit\n"])
def test_other_names_are_not_instants(form: str, layout: int) -> None:
    assert decode_instant_name(form.replace("T", T), layout) is None


INSTANTS = st.builds(
    lambda time, action, state, done: Instant(
        time,
        action,
        state,
        done if state is State.COMPLETED else None,
        f"{time}.{action}.{state.value}.{done}",
    ),
    st.sampled_from(["1", "2"]),
    st.sampled_from(["commit", "compaction", "clean", "replacecommit", "clustering"]),
    st.sampled_from(State),
    st.sampled_from(["3", "4"]),
)


@settings(deadline=None)
@given(st.lists(INSTANTS, unique_by=lambda item: item.name))
def test_an_instant_has_its_highest_state_and_newest_completion(files: Sequence[Instant]) -> None:
    order = [State.REQUESTED, State.INFLIGHT, State.COMPLETED]
    joined = {"compaction": "commit", "clustering": "replacecommit"}
    groups: dict[tuple[str, str], list[Instant]] = {}
    for item in files:
        groups.setdefault((item.time, joined.get(item.action, item.action)), []).append(item)
    expected = {
        key: max((order.index(item.state), item.completion_time or "") for item in group)
        for key, group in groups.items()
    }
    found = highest_instants(files)
    ranks = {
        (item.time, joined.get(item.action, item.action)): (
            order.index(item.state),
            item.completion_time or "",
        )
        for item in found
    }
    assert ranks == expected
    assert len(found) == len(expected)
    assert all(
        a.time < b.time or (a.time == b.time and a.action <= b.action) for a, b in itertools.pairwise(found)
    )


@pytest.mark.parametrize("layout", [1, 2])
def test_a_name_of_no_instant_breaks_the_rule_of_its_layout(layout: int) -> None:
    with pytest.raises(Reject) as refused:
        decode_instant(b"", "no-instant", layout)
    assert refused.value.requirement == f"timeline.name.layout-{layout}"

# SPDX-License-Identifier: Apache-2.0
"""Settings of all tests.

Modules of `support/`, `strategies/`, the benchmarks and the tools are imported by name: `pythonpath` in
pyproject.toml lists their folders. Python workers of Spark get the folder `support/` by `PYTHONPATH`.

Property tests draw the same examples on every run, 40 of them or 100 with HUDI_CONFORMANCE_WHOLE, so that a
change is judged by what it changes. New examples are looked for with `tox -e explore`, and what they find is
kept as an example of its own. An example has no deadline: it would fail on a busy machine.

A test marked `whole(reason)` repeats at length what another test asks in short; it is skipped, with the
reason, unless HUDI_CONFORMANCE_WHOLE is set, as `tox -e slow` does. Of one marked `sampled(one_in)`, a part
of the parameters runs, chosen by their names; a parameter that is asked for alone always runs. With
HUDI_CONFORMANCE_ONE_IN, as `.ci/run` sets it, so does a part of every other list of twelve parameters or
more; only the house rules in `fast/project` are always asked about everything. `.ci/run` leaves out what
is marked `own_job`: it takes seconds, other tests ask the same of less, and plain `pytest` runs it.
"""

from __future__ import annotations

import gc
import os
from collections import Counter

import pytest
from hypothesis import settings
from sampling import IS_WHOLE, LONG_LIST, ONE_IN, at_length, is_sampled

settings.register_profile("fixed", derandomize=True, deadline=None, max_examples=at_length(100, 40))
settings.register_profile("explore", print_blob=True, deadline=None)
settings.load_profile(os.environ.get("HUDI_CONFORMANCE_HYPOTHESIS", "fixed"))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is marked `whole`, with the reason, and parameters that are not in a sample."""
    if IS_WHOLE:
        return
    lengths = Counter(_function_of(item) for item in items)
    inside, outside = [], []
    for item in items:
        is_chosen = is_in_sample(item, lengths[_function_of(item)]) or item.nodeid in config.args
        (inside if is_chosen else outside).append(item)
    if outside:
        config.hook.pytest_deselected(items=outside)
        items[:] = inside
    for item in items:
        for mark in item.iter_markers("whole"):
            item.add_marker(pytest.mark.skip(f"by `tox -e slow`; {mark.args[0]}"))


def _function_of(item: pytest.Item) -> str:
    return item.nodeid.partition("[")[0]


def is_in_sample(item: pytest.Item, num_parameters: int = 1) -> bool:
    """Whether a parameter of a test is in its sample; every test without a sample is."""
    mark = item.get_closest_marker("sampled")
    if mark is not None:
        return is_sampled(item.name, *mark.args)
    is_listed = num_parameters >= LONG_LIST and "/fast/project/" not in item.nodeid
    return not is_listed or is_sampled(item.name, ONE_IN)


def pytest_collection_finish() -> None:
    """The modules and thousands of tests stay: collections need not look at them again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 100)

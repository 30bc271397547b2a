# SPDX-License-Identifier: Apache-2.0
"""Which lines of the package each probe executes, and what it costs; kept in a file between runs.

A trace is valid for as long as the probe and all files that it executes stay the same.
"""

from __future__ import annotations

import pickle
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import coverage

from mutation.probes import Probes, limited
from mutation.processes import Result, heartbeat, run_forked

_SHARE = 200  # probes per process
_MAX_SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class Trace:
    """Lines that a probe executes, as bits of a number, by file.

    Attributes:
        digest: of the probe.
        seconds: of the processor, while traced.
        fault: what is wrong with the unchanged package; such a probe is not used.
    """

    digest: str
    seconds: float
    lines: Mapping[str, int]
    fault: str = ""


@dataclass
class Traces:
    """Traces of all probes of one kind.

    Args:
        path: file that keeps them.
        package: folder of the package.
        sources: digests of the traced files by path below the package.
    """

    path: Path
    package: Path
    sources: Mapping[str, str]
    by_name: dict[str, Trace] = field(default_factory=dict)

    def load(self, digests: Mapping[str, str]) -> None:
        """Take the kept traces that are still valid."""
        if not self.path.is_file():
            return
        for name, (trace, sources) in pickle.loads(self.path.read_bytes()).items():
            if digests.get(name) == trace.digest and all(
                self.sources.get(file) == digest for file, digest in sources.items()
            ):
                self.by_name[name] = trace

    def store(self) -> None:
        """Keep all traces, with the digests of the files that they are about."""
        content = {
            name: (trace, {file: self.sources[file] for file in trace.lines})
            for name, trace in self.by_name.items()
        }
        self.path.parent.mkdir(parents=True, exist_ok=True)
        part = self.path.with_suffix(".part")
        part.write_bytes(pickle.dumps(content))
        part.replace(self.path)

    def complete(
        self, probes: Probes, jobs: int, before_each: Callable[[], None], report: Callable[[str], None]
    ) -> None:
        """Trace the probes that have no valid trace."""
        digests = probes.digests()
        missing = [name for name in digests if name not in self.by_name]
        shares = [missing[start : start + _SHARE] for start in range(0, len(missing), _SHARE)]
        tasks = [
            (number, partial(self._trace, probes, share, before_each)) for number, share in enumerate(shares)
        ]
        done = 0
        for number, result, _ in run_forked(iter(tasks), jobs):
            traced = result.get("traces", {})
            for name, (seconds, lines, fault) in traced.items():
                bits = {file: int(text, 16) for file, text in lines.items()}
                self.by_name[name] = Trace(digests[name], seconds, bits, fault)
            for name in shares[number]:
                if name not in traced:
                    reason = str(result.get("error") or result.get("died"))
                    self.by_name[name] = Trace(digests[name], 0.0, {}, f"not traced: {reason[-300:]}")
            done += len(shares[number])
            report(f"traced {done} of {len(missing)} {probes.kind}")
            self.store()

    def executing(self, lines: Mapping[str, int], extra: Collection[str] = ()) -> list[str]:
        """Probes that hold, and execute one of these lines or are among `extra`."""
        return [
            name
            for name, trace in self.by_name.items()
            if not trace.fault
            and (name in extra or any(trace.lines.get(file, 0) & bits for file, bits in lines.items()))
        ]

    def _trace(self, probes: Probes, names: Sequence[str], before_each: Callable[[], None]) -> Result:
        """In a child: cost, lines and fault of each probe."""
        tracer = new_tracer([self.package / file for file in self.sources])
        costs: dict[str, tuple[float, str]] = {}
        for name in names:
            before_each()
            tracer.switch_context(name)
            heartbeat()
            begin = time.process_time()
            fault = limited(probes, name, _MAX_SECONDS) or ""
            costs[name] = time.process_time() - begin, fault[:300]
        lines: dict[str, dict[str, int]] = {name: {} for name in names}
        for file, line, contexts in traced_lines(tracer, self.package):
            for context in contexts:
                if context:
                    bits = lines[context]
                    bits[file] = bits.get(file, 0) | 1 << line
        return {
            "traces": {
                name: (
                    *costs[name][:1],
                    {file: f"{bits:x}" for file, bits in lines[name].items()},
                    costs[name][1],
                )
                for name in names
            }
        }


def new_tracer(files: Sequence[Path]) -> Any:
    """Start to trace some files."""
    tracer = coverage.Coverage(data_file=None, config_file=False, include=[str(path) for path in files])
    tracer.start()
    return tracer


def traced_lines(tracer: Any, package: Path) -> Iterator[tuple[str, int, list[str]]]:
    """Stop a tracer: file, number and contexts of each executed line."""
    tracer.stop()
    data = tracer.get_data()
    for path in data.measured_files():
        for line, contexts in data.contexts_by_lineno(path).items():
            yield Path(path).relative_to(package).as_posix(), line, contexts

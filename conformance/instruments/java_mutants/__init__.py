# SPDX-License-Identifier: Apache-2.0
"""Changed branches of Hudi's reading code, and the cases that detect them.

    python -m instruments.java_mutants --seed N [--num 60] [--change negate] [--keep DIR] [--store]

An executed branch is judged only if an answer depends on it. This instrument records which cases execute each
side of each branch of the surfaces in `conformance/reach.toml`, draws sides by seed, all with the same
probability, changes each in the compiled class while it is loaded, and runs the cases that execute it until
one has a verdict that its list of known failures does not have.

| module | content |
|---|---|
| `sites` | branch instructions of the judged jars, without those that JaCoCo attributes to the compiler |
| `judging` | one case after the other against an implementation with the agent |
| `record` | the executed sides of each case, and its verdict without a change |
| `detection` | the first case that detects a change |
| `stored` | equivalent changes, rows and figures of `results/java_mutants.json` |
| `agent/` | the agent of the virtual machine, in Java |
"""

# SPDX-License-Identifier: Apache-2.0
"""The parsers in `generated/`: the compiled grammars of `ksy/`, and the additional files."""

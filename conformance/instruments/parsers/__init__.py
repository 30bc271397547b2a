# SPDX-License-Identifier: Apache-2.0
"""The parsers in `generated/`: the grammars of `ksy/` compiled, and the files beside the output."""

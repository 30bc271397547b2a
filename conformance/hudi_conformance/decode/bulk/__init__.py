# SPDX-License-Identifier: Apache-2.0
"""Compiled kernels that read large files into Arrow, with the same results as the checked decoders."""

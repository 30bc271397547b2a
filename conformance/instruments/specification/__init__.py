# SPDX-License-Identifier: Apache-2.0
"""Traceability of the written specification to cases, grammars, sources and stored results."""

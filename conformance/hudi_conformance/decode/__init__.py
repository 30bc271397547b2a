# SPDX-License-Identifier: Apache-2.0
"""Bytes to views: the generated parsers, and the rules that a grammar cannot express."""

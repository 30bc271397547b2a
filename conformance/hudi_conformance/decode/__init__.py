# SPDX-License-Identifier: Apache-2.0
"""Bytes to views: the generated parsers, and what no grammar can say around them."""

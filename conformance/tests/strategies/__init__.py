# SPDX-License-Identifier: Apache-2.0
"""Hypothesis strategies shared by all tests: schemas, files, tables, timelines and damage."""

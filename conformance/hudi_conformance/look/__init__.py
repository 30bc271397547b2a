# SPDX-License-Identifier: Apache-2.0
"""Appearance of documents: templates, style sheet (light and dark), coloured hex, text for tables and XML.

Independent of formats, runs and files: packages pass their template, its data, bytes and their pieces.
"""

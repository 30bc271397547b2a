# SPDX-License-Identifier: Apache-2.0
"""Avro schemas, datums and object containers."""

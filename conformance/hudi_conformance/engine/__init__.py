# SPDX-License-Identifier: Apache-2.0
"""Tasks on an engine that loses nothing: this process, or Spark."""

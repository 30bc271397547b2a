# SPDX-License-Identifier: Apache-2.0
"""Engines run tasks and lose none: in this process, in processes of this machine, or on Spark."""

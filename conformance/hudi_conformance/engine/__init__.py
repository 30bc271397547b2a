# SPDX-License-Identifier: Apache-2.0
"""Engines that run tasks without losing any: in this process, in local processes, or on Spark."""

AUTO, PLAIN, SPARK = "auto", "plain", "spark"  # values of the option `--engine`

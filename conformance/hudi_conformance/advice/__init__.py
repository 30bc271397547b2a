# SPDX-License-Identifier: Apache-2.0
"""Engines that read a table correctly, by its features and stored answers about similar tables."""

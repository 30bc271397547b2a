# SPDX-License-Identifier: Apache-2.0
"""Phrases and names that `style.toml` replaces by plain English, in the text of this repository."""

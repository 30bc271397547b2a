# SPDX-License-Identifier: Apache-2.0
"""The `.hoodie` folder: instants, properties, the archive and the history."""

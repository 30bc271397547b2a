# SPDX-License-Identifier: Apache-2.0
"""Plans that repair damaged tables; `README.md` says what belongs here."""

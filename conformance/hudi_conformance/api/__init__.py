# SPDX-License-Identifier: Apache-2.0
"""The public API of `import hudi_conformance`; `conformance/guides/api.md` describes it.

The names are attributes of the package itself, which imports the module of a name on first use. No other
module imports this package.
"""

# SPDX-License-Identifier: Apache-2.0
"""`python -m hudi_conformance` is the command line."""

from hudi_conformance.cli import main

if __name__ == "__main__":
    main()

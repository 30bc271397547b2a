# SPDX-License-Identifier: Apache-2.0
from hudi_conformance.api.columns import list_history as list_history
from hudi_conformance.api.columns import scan_hfile as scan_hfile
from hudi_conformance.api.columns import scan_history as scan_history
from hudi_conformance.api.columns import scan_log_records as scan_log_records
from hudi_conformance.api.contents import read_log as read_log
from hudi_conformance.api.damages import Damage as Damage
from hudi_conformance.api.damages import DamagedFiles as DamagedFiles
from hudi_conformance.api.damages import DamageWarning as DamageWarning
from hudi_conformance.api.files import Inspection as Inspection
from hudi_conformance.api.files import Salvage as Salvage
from hudi_conformance.api.files import inspect_file as inspect_file
from hudi_conformance.api.files import inspection_to_json as inspection_to_json
from hudi_conformance.api.files import salvage_file as salvage_file
from hudi_conformance.api.hfiles import HFileReader as HFileReader
from hudi_conformance.api.hfiles import open_hfile as open_hfile
from hudi_conformance.api.lakes import Audit as Audit
from hudi_conformance.api.lakes import audit_files as audit_files
from hudi_conformance.api.logs import scan_log as scan_log
from hudi_conformance.api.logs import walk_blocks as walk_blocks
from hudi_conformance.api.reading import Reading as Reading
from hudi_conformance.api.tables import TableReader as TableReader
from hudi_conformance.api.tables import open_table as open_table
from hudi_conformance.api.timelines import archive_files as archive_files
from hudi_conformance.api.timelines import decode_metadata as decode_metadata
from hudi_conformance.api.timelines import list_archived as list_archived
from hudi_conformance.api.timelines import read_archive as read_archive
from hudi_conformance.api.timelines import read_history as read_history
from hudi_conformance.api.timelines import read_instant as read_instant
from hudi_conformance.api.timelines import read_timeline as read_timeline
from hudi_conformance.api.to_json import to_json as to_json
from hudi_conformance.errors import LimitExceeded as LimitExceeded
from hudi_conformance.errors import Reject as Reject
from hudi_conformance.errors import UnsupportedInput as UnsupportedInput

__version__: str

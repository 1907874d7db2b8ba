"""A day kept whole: as a file, read back, wiped. Everything of it, on any laptop, beside any other.

`document` makes the file, `reading` checks one, `upgrades` brings an older one up to date,
`building` turns it into rows again. What belongs to a day is told by `shape`.
"""

from hq.keeping.building import build, delete
from hq.keeping.document import VERSION, Document, dump, of, select, write
from hq.keeping.faults import DayFileError, Fault
from hq.keeping.reading import read

__all__ = [
    "VERSION",
    "DayFileError",
    "Document",
    "Fault",
    "build",
    "delete",
    "dump",
    "of",
    "read",
    "select",
    "write",
]

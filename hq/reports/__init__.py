"""The report of a day: what the war did, by whose word, for reading aloud, for print, as a file.

Pure reads. What is built for everybody holds nothing that is for game masters only.
"""

from hq.reports.building import check_may_read, of_day
from hq.reports.files import as_json, as_xlsx
from hq.reports.plot import draw

__all__ = ["as_json", "as_xlsx", "check_may_read", "draw", "of_day"]

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class FleetsConfig(AppConfig):
    name = "fleets"
    verbose_name = _("Fleets")

    def ready(self) -> None:
        from fleets import (  # noqa: F401, PLC0415  models are loaded
            outlook,
            packs,
            readiness,
            regions,
            reports,
            rows,
            sides,
            words,
        )
        from fleets.enums import TABLE  # noqa: PLC0415
        from hq import parts, viewers  # noqa: PLC0415
        from hq import words as told  # noqa: PLC0415
        from hq.enums import Role  # noqa: PLC0415

        parts.enter(
            parts.Part(
                name="fleets",
                section=packs.SECTION,
                rows=rows.ROWS,
                readiness=readiness.of,
                listed=sides.squadrons,
                report=reports.chapters,
                keepsakes=reports.keepsakes,
                ships_out=outlook.ships_out,
                squadrons=outlook.squadrons,
                held=outlook.held,
                rounds_left=outlook.rounds_left,
            )
        )
        told.enter(words.EVENTS)
        viewers.open_board(TABLE, *set(Role) - {Role.COURIER}, homes={Role.CAPTAIN: "table"})

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class FleetsConfig(AppConfig):
    name = "fleets"
    verbose_name = _("Fleets")

    def ready(self) -> None:
        from fleets import packs  # noqa: PLC0415  models are loaded by now
        from hq import parts  # noqa: PLC0415

        parts.enter(parts.Part(name="fleets", section=packs.SECTION))

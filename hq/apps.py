from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class HqConfig(AppConfig):
    name = "hq"
    verbose_name = _("Headquarters")

    def ready(self) -> None:
        from hq import regions  # noqa: F401, PLC0415  registers the regions

from __future__ import annotations

from django.apps import AppConfig


class HorizonwarConfig(AppConfig):
    name = "horizonwar"
    verbose_name = "ЦУП"

    def ready(self) -> None:
        from horizonwar import checks  # noqa: F401, PLC0415  registers the system checks

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class FleetsConfig(AppConfig):
    name = "fleets"
    verbose_name = _("Fleets")

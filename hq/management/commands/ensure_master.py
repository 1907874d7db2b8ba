from __future__ import annotations

import json
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandParser

from horizonwar import secrets_file


class Command(BaseCommand):
    help = "Make sure the game master's login exists; its password is kept in var/ (mode 600)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--login", default="master")
        parser.add_argument("--name", default="Мастер")
        parser.add_argument(
            "--reset", action="store_true", help="the kept password counts again, whatever it was"
        )
        parser.add_argument("--json", action="store_true", help="print JSON for scripts")

    def handle(self, *args: Any, login: str, name: str, **options: Any) -> None:
        password = secrets_file.keep(settings.VAR_DIR / f"password_{login}", length=10)
        user, is_new = User.objects.get_or_create(
            username=login, defaults={"first_name": name, "is_staff": True, "is_superuser": True}
        )
        if is_new or options["reset"]:
            user.set_password(password)
            user.save()
        # A password changed in the panel is not the kept one any more: then none is told.
        told = {"login": login, "password": password if user.check_password(password) else ""}
        if options["json"]:
            self.stdout.write(json.dumps(told))
        else:
            self.stdout.write(f"{told['login']} {told['password']}")

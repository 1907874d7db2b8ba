"""Browsers as the server sees them: sessions with a seat, commands as htmx sends them."""

from __future__ import annotations

import json
import secrets
from typing import Any

from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from hq.models import Seat
from hq.viewers import ACTIVE_SEAT, SEATS, Viewer


def sit(viewer: Viewer, client: Client | None = None) -> Client:
    """A browser whose session holds this seat; a master's is logged in too."""
    client = client or Client()
    user = User.objects.filter(person__seats=viewer.seat_id).first()
    if user is not None:
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    session = client.session
    session[SEATS] = [*session.get(SEATS, []), viewer.seat_id]
    session[ACTIVE_SEAT] = viewer.seat_id
    session.save()
    return client


def press(client: Client, name: str, *args: Any, key: str = "", **data: Any) -> HttpResponse:
    """A command as a page's button sends it."""
    headers = {"HX-Request": "true", "X-Command-Key": key or secrets.token_hex(8)}
    return client.post(reverse(name, args=args), data, headers=headers)


def reached(response: HttpResponse) -> dict[str, Any]:
    """The position that a done command tells the page to reach."""
    told: dict[str, Any] = json.loads(response["HX-Trigger"])["live:reach"]
    return told


def holder(client: Client) -> Seat:
    """The active seat of this browser."""
    return Seat.objects.get(pk=client.session[ACTIVE_SEAT])

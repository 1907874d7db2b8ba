"""The ASGI application: Django over HTTP, the boards' sockets over WebSocket."""

from __future__ import annotations

import logging
import os
from types import SimpleNamespace
from typing import Any, cast
from urllib.parse import urlsplit

from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import WebsocketDenier
from channels.sessions import SessionMiddlewareStack
from django.core.asgi import get_asgi_application
from django.urls import path, re_path
from django.utils.functional import SimpleLazyObject

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "horizonwar.settings")
pages = get_asgi_application()  # sets Django up, which what follows relies on

from django.contrib.auth import get_user  # noqa: E402

from horizonwar.live.consumers import BoardConsumer, MissingConsumer  # noqa: E402

logger = logging.getLogger(__name__)

DEFAULT_PORTS = {"http": 80, "https": 443}


class OwnPagesOnly:
    """Refuse a socket that a page of another site opened: the Origin's host must equal the Host.

    Django's ALLOWED_HOSTS cannot do this in a house whose router hands out addresses. Every
    refusal is logged with its reason.
    """

    def __init__(self, inner: Any) -> None:
        self.inner = inner

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if reason := why_foreign(scope["headers"]):
            logger.warning("Socket %s refused: %s", scope["path"], reason)
            await WebsocketDenier()(scope, receive, send)
        else:
            await self.inner(scope, receive, send)


class LazyUser:
    """Give the scope a user that is looked up on first use, in the one hop that loads a viewer."""

    def __init__(self, inner: Any) -> None:
        self.inner = inner

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        asking: Any = SimpleNamespace(session=scope["session"])
        scope = {**scope, "user": SimpleLazyObject(lambda: get_user(asking))}
        await self.inner(scope, receive, send)


def why_foreign(headers: list[tuple[bytes, bytes]]) -> str:
    """Why these headers do not come from a page of our own; empty when they do."""
    origins = [value.decode("latin1") for name, value in headers if name == b"origin"]
    hosts = [value.decode("latin1") for name, value in headers if name == b"host"]
    if len(origins) != 1 or len(hosts) != 1:
        return f"one Origin and one Host are needed, there are {len(origins)} and {len(hosts)}"
    try:
        origin, host = urlsplit(origins[0]), urlsplit(f"//{hosts[0]}")
        default = DEFAULT_PORTS.get(origin.scheme)
        ours = (host.hostname, host.port or default)
        theirs = (origin.hostname, origin.port or default)
    except ValueError:
        return f"Origin {origins[0]!r} or Host {hosts[0]!r} is malformed"
    if default is None or not origin.hostname or ours != theirs:
        return f"Origin {origins[0]!r} is not Host {hosts[0]!r}"
    return ""


# Channels routes with Django's own path(), whose types know only views.
routes: list[Any] = [
    path("ws/<slug:board>/", cast("Any", BoardConsumer.as_asgi())),
    re_path("", cast("Any", MissingConsumer.as_asgi())),
]

application = ProtocolTypeRouter(
    {
        "http": pages,
        "websocket": OwnPagesOnly(SessionMiddlewareStack(LazyUser(URLRouter(routes)))),
    }
)

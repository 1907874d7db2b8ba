"""`manage.py serve`: the server of a game day, with the ticker in its loop."""

from __future__ import annotations

import errno
import signal
import socket
import subprocess
import sys
import threading
from argparse import SUPPRESS, ArgumentParser
from typing import Any

from daphne.endpoints import build_endpoint_description_strings
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connections
from django.utils.translation import gettext as _

from horizonwar.live import groups, hooks
from horizonwar.live.server import LiveServer

BACKLOG = 1024
CHECK = 0.5  # seconds between looks at the workers
FAREWELL = 3.0  # seconds that a worker may take to end


class Command(BaseCommand):
    help = "Serve the game day: pages, sockets and the clock, in one process or several workers."
    requires_migrations_checks = True

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="0.0.0.0")  # noqa: S104  (the whole house)
        parser.add_argument("--port", type=int, default=settings.SERVE_PORT)
        parser.add_argument("--workers", type=int, default=1, help="processes; needs REDIS_URL")
        parser.add_argument("--fd", type=int, help=SUPPRESS)  # set by the parent of the workers

    def handle(
        self, *, host: str, port: int, workers: int, fd: int | None, **_options: Any
    ) -> None:
        settings.SERVE_PORT = port
        if workers > 1 and groups.shared_layer() is None:
            raise CommandError(
                _(
                    "Several workers need Redis: the channel layer is in memory, so the phones of"
                    " one worker would not hear of what happens in another. Set REDIS_URL, or"
                    " leave out --workers."
                ),
                returncode=2,
            )
        if fd is not None:
            _serve(fd=fd)
            return
        hooks.renew_epochs()
        connections.close_all()
        self.stdout.write(_("Listening on %(address)s") % {"address": f"http://{host}:{port}/"})
        try:
            if workers > 1:
                _supervise(host, port, workers)
            else:
                _serve(host=host, port=port)
        except OSError as fault:
            raise CommandError(_why(fault, host, port), returncode=2) from fault


def _serve(**where: Any) -> None:
    """OSError: the address cannot be had."""
    from horizonwar.asgi import application  # noqa: PLC0415  (Django is set up only now)

    [endpoint] = build_endpoint_description_strings(
        host=where.get("host"), port=where.get("port"), file_descriptor=where.get("fd")
    )
    server = LiveServer(application, endpoint, leash=sys.stdin if "fd" in where else None)
    server.run()
    if server.failure is not None:
        raise server.failure


def _supervise(host: str, port: int, count: int) -> None:
    """Listen once and let the workers inherit the socket; a worker that dies is replaced."""
    with socket.create_server((host, port), backlog=BACKLOG) as listening:
        fd = listening.fileno()
        command = [sys.executable, sys.argv[0], "serve", "--port", str(port), "--fd", str(fd)]
        stopping = threading.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: stopping.set())

        def start() -> subprocess.Popen[bytes]:
            # A worker whose parent is gone, however it went, reads the end of this pipe and ends.
            return subprocess.Popen(command, pass_fds=[fd], stdin=subprocess.PIPE)  # noqa: S603

        children = [start() for _ in range(count)]
        while not stopping.wait(CHECK):
            children = [child if child.poll() is None else start() for child in children]
        for child in children:
            child.terminate()
        for child in children:
            try:
                child.wait(FAREWELL)
            except subprocess.TimeoutExpired:
                child.kill()


def _why(fault: OSError, host: str, port: int) -> str:
    """The fault in words that say what to do."""
    if fault.errno == errno.EADDRINUSE:
        return _(
            "Port %(port)s is taken by another program, perhaps by a server that still runs: stop"
            " it, or choose another port with --port."
        ) % {"port": port}
    if fault.errno == errno.EACCES:
        return _("Port %(port)s is not allowed: choose one above 1023 with --port.") % {
            "port": port
        }
    return _("Cannot listen on %(address)s (%(fault)s): choose another --host or --port.") % {
        "address": f"{host}:{port}",
        "fault": fault.strerror or fault,
    }

"""The address at which phones on the house's network reach this laptop."""

from __future__ import annotations

import socket

from django.conf import settings

# Any address outside this machine's own: no packet is sent, the system only picks a route.
_FAR = ("192.0.2.1", 9)


def lan_address() -> str:
    """This machine's address on the network it would leave by; 127.0.0.1 without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_FAR)
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def public_url() -> str:
    """Scheme, host and port for QR codes, without a slash at the end."""
    if settings.PUBLIC_URL:
        return str(settings.PUBLIC_URL).rstrip("/")
    port = "" if settings.SERVE_PORT == 80 else f":{settings.SERVE_PORT}"
    return f"http://{lan_address()}{port}"

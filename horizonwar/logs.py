"""One shape for every log line, ours and the libraries': readable in a terminal, or JSON.

What a request or a socket binds with `structlog.contextvars.bind_contextvars` (the request id)
stands on each line logged on its behalf.
"""

from __future__ import annotations

import logging
import sys
from typing import TYPE_CHECKING, Any, TypedDict

import structlog

if TYPE_CHECKING:
    from structlog.typing import Processor


class LogConfig(TypedDict):
    """`settings.LOGGING`."""

    json: bool
    level: str


# Libraries that tell of every request or frame at INFO.
QUIET = ("asyncio", "autobahn", "daphne", "httpx", "websockets")


def configure(config: LogConfig) -> None:
    """Set up structlog and the standard library's logging (`settings.LOGGING_CONFIG`)."""
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.add_log_level,
        structlog.stdlib.PositionalArgumentsFormatter(),
        structlog.stdlib.ExtraAdder(allow=()),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.StackInfoRenderer(),
    ]
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *shared,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(_utf8_stderr())
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                *_renderers(as_json=config["json"]),
            ],
        )
    )
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(config["level"])
    for name in ("django", "django.server"):  # Django gave them handlers of their own
        logger = logging.getLogger(name)
        logger.handlers = []
        logger.propagate = True
    for name in QUIET:
        logging.getLogger(name).setLevel(logging.WARNING)


def _renderers(*, as_json: bool) -> list[Processor]:
    if as_json:
        return [
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(ensure_ascii=False),
        ]
    # Plain: where rich is installed, its tracebacks take seconds of the hub and show the tokens
    # that lie in local variables.
    return [
        structlog.dev.ConsoleRenderer(
            colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback
        )
    ]


def _utf8_stderr() -> Any:
    """A Windows console may be set to a code page without Cyrillic."""
    reconfigure = getattr(sys.stderr, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(encoding="utf-8", errors="backslashreplace")
    return sys.stderr

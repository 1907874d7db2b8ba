"""The transaction of a domain entry, with a fair queue in front of SQLite's one writer."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType

from django.db import transaction


class Queue:
    """A lock that is handed over in the order of arrival; `threading.Lock` promises no order."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._is_held = False
        self._waiting: deque[threading.Lock] = deque()

    def __enter__(self) -> None:
        with self._guard:
            if not self._is_held:
                self._is_held = True
                return
            turn = threading.Lock()
            turn.acquire()
            self._waiting.append(turn)
        turn.acquire()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with self._guard:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._is_held = False


_writers = Queue()


@contextmanager
def durable() -> Iterator[None]:
    """Run a domain entry in the outermost transaction; a context manager and a decorator.

    SQLite's own busy handler lets a writer starve for seconds, so there the writers of this
    process queue up first come, first served. PostgreSQL has row locks and needs no queue.

    Raises RuntimeError inside another atomic block, as `atomic(durable=True)` does, without ever
    waiting in the queue: a thread that holds the database must not wait for one that wants it.
    """
    connection = transaction.get_connection()
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        with transaction.atomic(durable=True):
            yield
    else:
        with _writers, transaction.atomic(durable=True):
            yield

"""Threads that start together and, where they can, meet at the worst moment."""

from __future__ import annotations

import contextlib
import threading
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from django.db import connection

Work = Callable[[], object]


def run_together(works: Sequence[Work]) -> list[object]:
    """Run all at once, each with a database connection of its own; answers or exceptions."""
    answers: list[object] = [None] * len(works)
    start = threading.Barrier(len(works))

    def run(number: int) -> None:
        start.wait(20)
        try:
            answers[number] = works[number]()
        except Exception as error:  # noqa: BLE001  (whatever it is, the test looks at it)
            answers[number] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=[number]) for number in range(len(works))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(40)
        assert not thread.is_alive()
    return answers


def outcomes(answers: Sequence[object]) -> Counter[str]:
    """How many were done, and how many ended how else."""
    return Counter(
        type(answer).__name__ if isinstance(answer, Exception) else "done" for answer in answers
    )


class Meeting:
    """A place where all wait for each other; when a lock keeps them apart, nobody waits twice."""

    def __init__(self, count: int, *, patience: float = 1.5) -> None:
        self._barrier = threading.Barrier(count)
        self._patience = patience

    def wait(self) -> None:
        with contextlib.suppress(threading.BrokenBarrierError):
            self._barrier.wait(self._patience)

    def before(self, monkeypatch: pytest.MonkeyPatch, place: object, name: str) -> None:
        """Meet just before this function does its work."""
        original: Callable[..., Any] = getattr(place, name)

        def met(*args: Any, **told: Any) -> Any:
            self.wait()
            return original(*args, **told)

        monkeypatch.setattr(place, name, met)

    def after(self, monkeypatch: pytest.MonkeyPatch, place: object, name: str) -> None:
        """Meet just after this function did its work."""
        original: Callable[..., Any] = getattr(place, name)

        def met(*args: Any, **told: Any) -> Any:
            answer = original(*args, **told)
            self.wait()
            return answer

        monkeypatch.setattr(place, name, met)

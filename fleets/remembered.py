"""States of battles that this process has just made or read: a frozen state is decoded once.

A key is a battle with the mark its row bears, another one after every change. What a rolled back
command has made is remembered under a mark that no row ever bears.
"""

from __future__ import annotations

import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

MOST = 32

_lock = threading.Lock()
_states: OrderedDict[tuple[int, str], Any] = OrderedDict()


def mark() -> str:
    """A new mark for a row whose state has changed."""
    return secrets.token_hex(8)


def state(key: tuple[int, str], make: Callable[[], Any]) -> Any:
    """The state of this key, or what `make` returns. A row without a mark is decoded each time."""
    if not key[1]:
        return make()
    with _lock:
        if key in _states:
            _states.move_to_end(key)
            return _states[key]
    made = make()
    with _lock:
        _states[key] = made
        while len(_states) > MOST:
            _states.popitem(last=False)
    return made

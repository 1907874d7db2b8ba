"""The fair queue, and the proof that without it a writer is overtaken."""

from __future__ import annotations

import threading
import time
from contextlib import contextmanager

import pytest
from django.db import connection, transaction

from horizonwar import db

only_sqlite = pytest.mark.skipif(
    "connection.vendor != 'sqlite'", reason="PostgreSQL has row locks and needs no queue"
)


def order_of_two(block) -> list[str]:
    """Anna writes twice in a row, Boris arrives during her first turn: who was when?"""
    order: list[str] = []
    is_inside = threading.Event()

    def boris() -> None:
        is_inside.wait()
        with block():
            order.append("Boris")
        connection.close()

    thread = threading.Thread(target=boris)
    thread.start()
    with block():
        order.append("Anna")
        is_inside.set()
        time.sleep(0.4)  # long enough for SQLite's busy handler to take its longest naps
    with block():
        order.append("Anna again")
    thread.join()
    return order


@only_sqlite
@pytest.mark.django_db(transaction=True)
def test_writers_go_in_the_order_of_arrival():
    assert order_of_two(db.durable) == ["Anna", "Boris", "Anna again"]


@only_sqlite
@pytest.mark.django_db(transaction=True)
def test_without_the_queue_a_waiting_writer_is_overtaken():
    @contextmanager
    def unfair():
        with transaction.atomic(durable=True):
            yield

    assert order_of_two(unfair) == ["Anna", "Anna again", "Boris"]


@pytest.mark.unit
def test_queue_hands_over_first_come_first_served():
    queue, order = db.Queue(), []

    def take(number: int) -> None:
        with queue:
            order.append(number)

    threads = [threading.Thread(target=take, args=[number]) for number in range(20)]
    with queue:
        for number, thread in enumerate(threads):
            thread.start()
            while len(queue._waiting) <= number:
                time.sleep(0.001)
    for thread in threads:
        thread.join()

    assert order == list(range(20))
    assert not queue._is_held


@pytest.mark.unit
def test_queue_is_free_again_after_a_fault():
    queue = db.Queue()
    with pytest.raises(ZeroDivisionError), queue:
        raise ZeroDivisionError
    with queue:
        pass


@pytest.mark.django_db(transaction=True)
def test_entry_inside_a_transaction_is_refused_and_holds_up_nobody():
    with transaction.atomic(), pytest.raises(RuntimeError), db.durable():
        pass
    with db.durable():
        assert connection.in_atomic_block


@pytest.mark.django_db(transaction=True)
def test_entry_inside_an_entry_is_refused_without_waiting_for_itself():
    with db.durable(), pytest.raises(RuntimeError), db.durable():
        pass
    assert not db._writers._is_held


@pytest.mark.django_db
def test_entry_works_inside_the_transaction_of_a_test():
    with db.durable():
        assert connection.in_atomic_block


@pytest.mark.django_db(transaction=True)
def test_entry_may_be_a_decorated_function():
    @db.durable()
    def entry() -> bool:
        return connection.in_atomic_block

    assert entry()
    assert entry()
    assert not connection.in_atomic_block

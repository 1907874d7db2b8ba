"""From a document to rows, and a day's rows away. Both are steps of the caller's transaction."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import IntegrityError, models, transaction
from django.utils.translation import gettext as _

from hq import codes
from hq.keeping import shape, values, words
from hq.keeping.document import Document
from hq.keeping.faults import DayFileError, Fault
from hq.keeping.shape import Table
from hq.models import Game, Person

Pks = dict[str, list[int]]


def build(document: Document, *, into: Game | None = None) -> Game:
    """Step: the day's rows under new numbers and a new epoch; or its other rows into a day.

    A game master's seat is tied to the login of the same name, if there is one here. Raises
    `DayFileError` when the database refuses; then the caller's transaction is to be given up.
    """
    told = shape.current()
    pks: Pks = {} if into is None else {"hq.game": [into.pk]}
    later: list[tuple[Table, int, str, int]] = []
    for table in told:
        if table.label not in document.rows or table.label in pks:
            continue
        made = list(_instances(table, document, pks))
        _insert(table, made, document)
        pks[table.label] = [each.pk for each in made]
        later += _promised(table, document, pks)
    for table, pk, name, place in later:
        field = table.model._meta.get_field(name)  # noqa: SLF001  (documented API)
        target = shape.related(field) or Game  # type: ignore[arg-type]
        known = pks[shape.label_of(target)][place - 1]
        table.model._base_manager.filter(pk=pk).update(**{name: known})  # noqa: SLF001
    game = into or Game.objects.get(pk=pks["hq.game"][0])
    _tie_logins(game)
    return game


def delete(game: Game) -> None:
    """Step: the day with all that belongs to it, the last rows first; nobody else's."""
    Game.objects.filter(pk=game.pk).update(is_wiping=True, pinned=None)
    for table in reversed(list(shape.current())):
        table.rows(game.pk).order_by().delete()


def _instances(table: Table, document: Document, pks: Pks) -> Iterator[models.Model]:
    ids = shape.current().ids
    for row in document.rows[table.label]:
        given: dict[str, Any] = {}
        for field in table.fields:
            target = shape.related(field)
            if target is not None:
                given[field.attname] = _pk(row[field.name], shape.label_of(target), pks)
            elif field.name in table.words:
                told = words.swapped(row[field.name], ids, lambda label, at: pks[label][at - 1])
                given[field.name] = told
            else:
                given[field.name] = values.decode(field, row[field.name])
        yield table.model(**given, **_own(table, pks))


def _own(table: Table, pks: Pks) -> dict[str, Any]:
    if table.model is Game:
        return {"epoch": codes.epoch()}
    fields = table.model._meta.concrete_fields  # noqa: SLF001  (documented API)
    return {field.attname: pks["hq.game"][0] for field in fields if shape.related(field) is Game}


def _pk(place: int | None, label: str, pks: Pks) -> int | None:
    """The new number of a row; None where the row comes later and is filled in at the end."""
    known = pks.get(label)
    return known[place - 1] if place is not None and known is not None else None


def _promised(table: Table, document: Document, pks: Pks) -> Iterator[tuple[Table, int, str, int]]:
    for number, row in enumerate(document.rows[table.label]):
        for field in table.fields:
            target = shape.related(field)
            if target is None or row[field.name] is None or _is_before(table, target, pks):
                continue
            yield table, pks[table.label][number], field.name, row[field.name]


def _is_before(table: Table, target: type[models.Model], pks: Pks) -> bool:
    return target is table.model or shape.label_of(target) in pks


def _insert(table: Table, made: list[models.Model], document: Document) -> None:
    """One by one where rows speak of earlier rows of their own list."""
    own = [field for field in table.fields if shape.related(field) is table.model]
    try:
        with transaction.atomic():
            if not own:
                table.model._base_manager.bulk_create(made, batch_size=200)  # noqa: SLF001
            for number, row in enumerate(made if own else ()):
                for field in own:
                    place = document.rows[table.label][number][field.name]
                    setattr(row, field.attname, None if place is None else made[place - 1].pk)
                row.save(force_insert=True)
    except IntegrityError as error:
        raise DayFileError(list(_located(table, made)) or [_unlocated(table, error)]) from error


def _located(table: Table, made: list[models.Model]) -> Iterator[Fault]:
    """Which rows break which rule; asked only when the database has refused them."""
    options = table.model._meta  # noqa: SLF001  (documented API)
    rules: list[Any] = [
        rule for rule in options.constraints if isinstance(rule, models.CheckConstraint)
    ]
    for place, row in enumerate(made, start=1):
        row.pk = None
        for rule in rules:
            try:
                rule.validate(table.model, row)
            except ValidationError:
                message = _("breaks the rule %(rule)s") % {"rule": rule.name}
                yield Fault(f"{table.label}[{place}]", message)
        for field in table.fields:
            known = {field.attname: getattr(row, field.attname)}
            if field.unique and table.model._base_manager.filter(**known).exists():  # noqa: SLF001
                message = _("is taken by another day of this server")
                yield Fault(f"{table.label}[{place}].{field.name}", message)


def _unlocated(table: Table, error: IntegrityError) -> Fault:
    return Fault(table.label, _("the database refuses these rows: %(why)s") % {"why": error})


def _tie_logins(game: Game) -> None:
    people = Person.objects.filter(game=game, user=None).exclude(login="")
    users = {
        user.username: user for user in User.objects.filter(username__in=people.values("login"))
    }
    for person in people:
        person.user = users.get(person.login)
        person.save(update_fields=["user"])

"""The admin panel: what is typed there is checked as a pack is, and nothing breaks the day."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from hq import cards
from hq.models import (
    Aggravation,
    Card,
    Game,
    GameMap,
    JournalEntry,
    Person,
    Pool,
    Price,
    Stake,
    Way,
)
from tests.factories.days import (
    card,
    make_asked_day,
    make_day,
    make_master,
    make_volunteer,
    text,
    the_card,
    the_stake,
    the_way,
    way,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def panel(client: Client) -> Client:
    user = User.objects.create_superuser("root", "", "long enough a word")
    client.force_login(user)
    return client


def form_of(panel: Client, path: str) -> dict[str, Any]:
    """The fields of the change form as a browser would send them back."""
    page = panel.get(path).context
    shown = page["adminform"].form
    told = {"opened": page.get("opened")}
    told |= {shown.add_prefix(name): shown[name].value() for name in shown.fields}
    for inline in page["inline_admin_formsets"]:
        management = inline.formset.management_form
        told |= {
            management.add_prefix(name): management[name].value() for name in management.fields
        }
        for form in inline.formset.forms:
            told |= {form.add_prefix(name): form[name].value() for name in form.fields}
    return {name: sendable(value) for name, value in told.items() if value is not None}


def sendable(value: Any) -> Any:
    return json.dumps(value) if isinstance(value, (dict, list)) else value


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("failure_effects", [{"kind": "pool"}]),
        ("failure_effects", "строка"),
        ("title", "строка"),
        ("situation", {"en": "only English"}),
    ],
)
def test_slip_in_a_card_is_refused_by_its_field(panel: Client, field: str, value: Any):
    game = make_day(started=False)
    card = Card.objects.filter(game=game)[0]
    path = f"/admin/hq/card/{card.pk}/change/"

    answer = panel.post(path, form_of(panel, path) | {field: json.dumps(value)})

    assert answer.status_code == 200
    assert field in answer.context["adminform"].form.errors
    before = getattr(card, field)
    card.refresh_from_db()
    assert getattr(card, field) == before


def test_slip_in_the_effects_of_a_way_is_refused(panel: Client):
    game = make_day(started=False)
    card = Card.objects.filter(game=game)[0]
    path = f"/admin/hq/card/{card.pk}/change/"

    told = form_of(panel, path) | {"ways-0-effects": json.dumps([{"kind": "pool"}])}
    answer = panel.post(path, told)

    assert answer.status_code == 200
    assert card.ways.first().effects == []


def test_sound_card_is_saved(panel: Client):
    game = make_day(started=False)
    card = Card.objects.filter(game=game)[0]
    path = f"/admin/hq/card/{card.pk}/change/"

    answer = panel.post(path, form_of(panel, path) | {"title": json.dumps({"ru": "Иначе"})})

    assert answer.status_code == 302
    card.refresh_from_db()
    assert card.title == {"ru": "Иначе"}


@pytest.mark.parametrize("value", [{"chorus_window": "abc"}, {"no_such": 1}, "строка"])
def test_figures_that_do_not_fit_are_refused(panel: Client, value: Any):
    game = make_day(started=False)
    path = f"/admin/hq/game/{game.pk}/change/"

    answer = panel.post(path, form_of(panel, path) | {"settings": json.dumps(value)})

    assert answer.status_code == 200
    assert "settings" in answer.context["adminform"].form.errors


def test_figures_that_fit_are_taken(panel: Client):
    game = make_day(started=False)
    path = f"/admin/hq/game/{game.pk}/change/"
    told = Game.objects.get(pk=game.pk).settings | {"chorus_window": 30}

    answer = panel.post(path, form_of(panel, path) | {"settings": json.dumps(told)})

    assert answer.status_code == 302
    assert Game.objects.get(pk=game.pk).settings["chorus_window"] == 30


def test_ceiling_of_morale_stays_above_what_is_there(panel: Client):
    game = make_day(started=False)
    pool = Pool.objects.get(game=game, kind="morale")

    path = f"/admin/hq/pool/{pool.pk}/change/"

    answer = panel.post(path, form_of(panel, path) | {"ceiling": 10})

    assert answer.status_code == 200
    assert "ceiling" in answer.context["adminform"].form.errors


# Two game masters on one form


def change_path(row: Any) -> str:
    return f"/admin/hq/{type(row)._meta.model_name}/{row.pk}/change/"


def next_try(answer: Any, told: dict[str, Any]) -> dict[str, Any]:
    """The refused page sent once more as it stands, without a choice."""
    return told | {"opened": answer.context["opened"], "told": answer.context["told"]}


def choices(answer: Any) -> dict[str, str]:
    return {spot.name: spot.choice for spot in answer.context["clash"].spots}


def test_r28_second_save_is_refused_until_every_field_is_decided(panel: Client):
    row = the_card(make_day(started=False))
    path = change_path(row)
    told = form_of(panel, path) | {"title": json.dumps({"ru": "Моё"})}
    Card.objects.filter(pk=row.pk).update(title={"ru": "Чужое"})

    first = panel.post(path, told)
    second = panel.post(path, next_try(first, told))

    for answer in (first, second):
        assert answer.status_code == 409
        assert choices(answer) == {"decide title": ""}
        typed = answer.context["adminform"].form["title"].value()
        assert json.loads(typed) == {"ru": "Моё"}
        assert "Чужое" in answer.content.decode()
    row.refresh_from_db()
    assert row.title == {"ru": "Чужое"}


def test_r28_refusal_names_who_wrote_meanwhile(panel: Client):
    row = the_card(make_day(started=False))
    path = change_path(row)
    told = form_of(panel, path) | {"title": json.dumps({"ru": "Моё"})}
    anna = Client()
    anna.force_login(User.objects.create_superuser("anna", "", "long enough a word"))
    anna.post(path, form_of(anna, path) | {"title": json.dumps({"ru": "Аннино"})})

    answer = panel.post(path, told)

    assert answer.status_code == 409
    assert "anna" in answer.context["clash"].sentence


@pytest.mark.parametrize(("choice", "stored"), [("mine", "Моё"), ("theirs", "Чужое")])
def test_r28_decided_field_is_saved_and_the_other_text_stays(
    panel: Client, choice: str, stored: str
):
    row = the_card(make_day(started=False))
    path = change_path(row)
    told = form_of(panel, path) | {
        "title": json.dumps({"ru": "Моё"}),
        "how": json.dumps({"ru": "Только моё"}),
    }
    Card.objects.filter(pk=row.pk).update(title={"ru": "Чужое"}, failure={"ru": "Их исход"})
    refused = panel.post(path, told)
    assert choices(refused) == {"decide title": "", "decide failure": "theirs"}

    answer = panel.post(path, next_try(refused, told) | choices(refused) | {"decide title": choice})

    assert answer.status_code == 302
    row.refresh_from_db()
    assert (row.title, row.how, row.failure) == (
        {"ru": stored},
        {"ru": "Только моё"},
        {"ru": "Их исход"},
    )


def test_r28_third_change_after_the_choice_is_told_again(panel: Client):
    row = the_card(make_day(started=False))
    path = change_path(row)
    told = form_of(panel, path) | {"title": json.dumps({"ru": "Моё"})}
    Card.objects.filter(pk=row.pk).update(title={"ru": "Чужое"})
    refused = panel.post(path, told)
    Card.objects.filter(pk=row.pk).update(title={"ru": "Ещё раз чужое"})

    answer = panel.post(path, next_try(refused, told) | {"decide title": "mine"})

    assert answer.status_code == 409
    assert the_card(Game.objects.get()).title == {"ru": "Ещё раз чужое"}


def test_r28_ways_of_the_other_are_not_written_over_by_an_older_form(panel: Client):
    game = make_day(started=False)
    path = change_path(the_card(game))
    told = form_of(panel, path) | {"ways-1-cost_energy": "9"}
    Way.objects.filter(pk=the_way(game).pk).update(cost_energy=3, title={"ru": "Их путь"})
    Way.objects.create(card=the_card(game), slug="new", title={"ru": "Их новый"}, order=5)

    refused = panel.post(path, told)

    assert refused.status_code == 409
    assert set(choices(refused).values()) == {"theirs"}
    page = form_sent_back(refused)
    assert page["ways-TOTAL_FORMS"] == "3"
    answer = panel.post(path, page | choices(refused))
    assert answer.status_code == 302
    assert list(
        Way.objects.filter(card=the_card(game)).values_list("title__ru", "cost_energy")
    ) == [("Их путь", 3), ("Путь two", 9), ("Их новый", 0)]


def test_r28_row_that_the_other_removed_comes_back_only_if_i_wrote_in_it(panel: Client):
    game = make_day(started=False)
    path = change_path(the_card(game))
    told = form_of(panel, path) | {"ways-1-cost_energy": "9"}
    Way.objects.filter(card=the_card(game)).delete()

    refused = panel.post(path, told)
    assert refused.status_code == 409
    answer = panel.post(path, form_sent_back(refused))

    assert answer.status_code == 302
    assert list(the_card(game).ways.values_list("slug", "cost_energy")) == [("two", 9)]


def test_r28_row_that_i_remove_and_the_other_changed_is_asked_about(panel: Client):
    game = make_day(started=False)
    path = change_path(the_card(game))
    told = form_of(panel, path) | {"ways-0-DELETE": "on"}
    one = the_way(game)
    Way.objects.filter(pk=one.pk).update(cost_energy=3)

    refused = panel.post(path, told)
    assert choices(refused) == {f"decide ways:{one.pk}:DELETE": ""}
    kept = panel.post(path, form_sent_back(refused) | {f"decide ways:{one.pk}:DELETE": "theirs"})

    assert kept.status_code == 302
    assert the_way(game).cost_energy == 3


def form_sent_back(answer: Any) -> dict[str, Any]:
    """All fields of a refused page, as a browser would send them."""
    context = answer.context
    form = context["adminform"].form
    told = {"opened": context["opened"], "told": context.get("told", "")}
    told |= {form.add_prefix(name): form[name].value() for name in form.fields}
    for inline in context["inline_admin_formsets"]:
        management = inline.formset.management_form
        told |= {
            management.add_prefix(name): management[name].value() for name in management.fields
        }
        for each in inline.formset.forms:
            told |= {each.add_prefix(name): each[name].value() for name in each.fields}
    return {name: sendable(value) for name, value in told.items() if value not in (None, False)}


@pytest.mark.parametrize(
    ("model", "field", "mine", "theirs"),
    [
        (Game, "title", {"ru": "Мой день"}, {"ru": "Их день"}),
        (GameMap, "title", {"ru": "Моя Луна"}, {"ru": "Их Луна"}),
        (Pool, "ceiling", 91, 92),
        (Person, "name", "Вера Моя", "Вера Их"),
    ],
)
def test_r28_every_form_of_the_set_up_is_compared(
    panel: Client, model: Any, field: str, mine: Any, theirs: Any
):
    make_volunteer(make_day())
    row = model.objects.order_by("pk")[0]
    path = change_path(row)
    told = form_of(panel, path) | {field: sendable(mine)}
    model.objects.filter(pk=row.pk).update(**{field: theirs})

    refused = panel.post(path, told)
    assert refused.status_code == 409
    assert choices(refused) == {f"decide {field}": ""}
    row.refresh_from_db()
    assert getattr(row, field) == theirs
    answer = panel.post(path, form_sent_back(refused) | {f"decide {field}": "mine"})

    assert answer.status_code == 302
    row.refresh_from_db()
    assert getattr(row, field) == mine


def test_r28_stakes_and_prices_are_compared_too(panel: Client):
    prices = [{"slug": "crate", "title": text("ящик"), "resources": 3}]
    game = make_asked_day(prices=prices)
    stake, price = the_stake(game), Price.objects.get()
    for path, sent, changed in (
        (change_path(stake.map), "stakes-0-question", Stake.objects.filter(pk=stake.pk)),
        (change_path(game), "prices-0-title", Price.objects.filter(pk=price.pk)),
    ):
        told = form_of(panel, path) | {sent: json.dumps({"ru": "Моё"})}
        field = sent.rpartition("-")[2]
        changed.update(**{field: {"ru": "Чужое"}})

        answer = panel.post(path, told)

        assert answer.status_code == 409
        assert list(choices(answer).values()) == [""]
        assert getattr(changed.get(), field) == {"ru": "Чужое"}


def test_r28_form_without_what_it_was_opened_with_writes_over_nothing(panel: Client):
    row = the_card(make_day(started=False))
    path = change_path(row)
    told = form_of(panel, path) | {"title": json.dumps({"ru": "Моё"})}

    answer = panel.post(path, {name: told[name] for name in told if name != "opened"})

    assert answer.status_code == 409
    assert choices(answer)["decide title"] == ""


def test_card_issued_meanwhile_is_refused_with_what_was_typed(panel: Client):
    game = make_day()
    row = the_card(game)
    path = change_path(row)
    told = form_of(panel, path) | {
        "title": json.dumps({"ru": "Моё"}),
        "ways-0-title": json.dumps({"ru": "Мой путь"}),
    }
    cards.issue(card_id=row.pk, by=make_master(game))

    for _try in range(2):
        answer = panel.post(path, told)

        assert answer.status_code == 409
        html = answer.content.decode()
        assert "Моё" in html
        assert "Мой путь" in html
        assert 'name="_save"' not in html
    row.refresh_from_db()
    assert row.title == text("Карта first")
    assert the_way(game).title == text("Путь one")


# What the panel writes is announced


def kinds(game: Game) -> list[str]:
    return list(JournalEntry.objects.filter(game=game).values_list("kind", flat=True))


@pytest.mark.parametrize(
    ("model", "change", "kind"),
    [
        (Game, {"title": {"ru": "Иной день"}}, "day_arranged"),
        (GameMap, {"title": {"ru": "Иная Луна"}}, "map_arranged"),
        (Card, {"title": {"ru": "Иная карта"}}, "card_arranged"),
        (Pool, {"ceiling": 99}, "pool_arranged"),
        (Person, {"name": "Иная"}, "person_renamed"),
    ],
)
def test_save_is_in_the_journal_and_told_to_the_boards(
    panel: Client,
    django_capture_on_commit_callbacks: Any,
    model: Any,
    change: dict[str, Any],
    kind: str,
):
    game = make_day()
    make_volunteer(game)
    path = change_path(model.objects.order_by("pk")[0])
    told = form_of(panel, path) | {name: sendable(value) for name, value in change.items()}
    before = Game.objects.get(pk=game.pk).seq

    with django_capture_on_commit_callbacks() as callbacks:
        answer = panel.post(path, told)

    assert answer.status_code == 302
    entry = JournalEntry.objects.filter(game=game).last()
    assert (entry.kind, entry.role) == (kind, "master")
    assert entry.seq == before + 1 == Game.objects.get(pk=game.pk).seq
    assert any("_Announcement" in repr(call) for call in callbacks)


def test_save_that_changes_nothing_says_nothing(panel: Client):
    game = make_day()
    path = change_path(the_card(game))

    assert panel.post(path, form_of(panel, path)).status_code == 302

    assert "card_arranged" not in kinds(game)


def test_save_touches_only_what_was_changed(panel: Client):
    game = make_day()
    path = change_path(game)
    told = form_of(panel, path) | {"title": json.dumps({"ru": "Иной день"})}
    row = the_card(game)
    Game.objects.filter(pk=game.pk).update(pinned=row)

    assert panel.post(path, told).status_code == 302

    after = Game.objects.get(pk=game.pk)
    assert (after.pinned_id, after.state) == (row.pk, "running")


def test_card_is_added_and_removed_on_the_shelf(panel: Client):
    game = make_day()
    path = "/admin/hq/card/add/"
    told = {name: value for name, value in form_of(panel, path).items() if name != "opened"}
    texts = ("title", "situation", "how", "failure")
    told |= {"game": game.pk, "slug": "fresh", "kind": "crisis"}
    told |= {name: json.dumps({"ru": f"Текст {name}"}) for name in texts}
    assert panel.post(path, told).status_code == 302
    fresh = the_card(game, "fresh")
    assert kinds(game)[-1] == "card_arranged"

    answer = panel.post(f"/admin/hq/card/{fresh.pk}/delete/", {"post": "yes"})

    assert answer.status_code == 302
    assert not Card.objects.filter(pk=fresh.pk).exists()
    assert kinds(game)[-2:] == ["card_arranged", "card_arranged"]


def test_several_cards_are_removed_by_the_changelist(panel: Client):
    game = make_day()
    pks = [the_card(game, slug).pk for slug in ("second", "third")]

    panel.post(
        "/admin/hq/card/",
        {"action": "delete_selected", "_selected_action": pks, "post": "yes"},
    )

    assert not Card.objects.filter(pk__in=pks).exists()
    assert kinds(game)[-2:] == ["card_arranged", "card_arranged"]


def test_row_never_moves_to_another_day(panel: Client):
    game, other = make_day(), make_day(key="other")
    path = change_path(the_card(game))

    panel.post(path, form_of(panel, path) | {"game": other.pk})

    assert the_card(game).game_id == game.pk


def test_secret_worsening_is_written_in_the_panel(panel: Client):
    worse = {"trigger": "master", "text": text("Хуже"), "cost_percent": 150}
    game = make_day(card("first", way("one"), aggravations=[worse]))
    path = change_path(the_card(game))

    assert (
        panel.post(path, form_of(panel, path) | {"aggravations-0-secret": "on"}).status_code == 302
    )

    assert Aggravation.objects.get().secret

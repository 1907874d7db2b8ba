"""Every command over HTTP: done, refused, malformed, by a stranger, by the wrong role, by GET."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from hq import cards, people, presence, turns
from hq.enums import CardState, ChorusState, GameState, Phase
from hq.models import (
    Backing,
    Card,
    Chorus,
    Command,
    Game,
    JournalEntry,
    LedgerLine,
    Person,
    Pool,
    Seat,
    Voice,
)
from hq.viewers import Viewer
from tests.factories.days import (
    answer_now,
    back_all,
    call_chorus,
    card,
    issue,
    make_day,
    make_master,
    make_volunteers,
    the_card,
    the_way,
    way,
)
from tests.factories.hands import Hand
from tests.factories.visitors import press, reached, sit

pytestmark = pytest.mark.django_db

BIG = 10**30


@dataclass
class Scene:
    """A day under way: a card in chorus, a card in deliberation, two on the shelf."""

    game: Game
    crew: list[Viewer]
    master: Viewer
    chorus: Chorus
    clients: dict[int | None, Client] = field(default_factory=dict)

    def client(self, viewer: Viewer) -> Client:
        if viewer.seat_id not in self.clients:
            self.clients[viewer.seat_id] = sit(viewer)
        return self.clients[viewer.seat_id]

    @property
    def vera(self) -> Client:
        return self.client(self.crew[0])

    @property
    def gleb(self) -> Client:
        return self.client(self.master)


@pytest.fixture
def scene(hand: Hand) -> Scene:
    game = make_day(
        card("first", way("one", cost={"energy": 7})), card("second"), card("third"), card("fourth")
    )
    crew = make_volunteers(game, 4)
    issue(game)
    issue(game, "second")
    chorus = call_chorus(game, crew)
    return Scene(game=game, crew=crew, master=make_master(game), chorus=chorus)


Commands = dict[str, tuple[Callable[[Scene], tuple[Any, ...]], Callable[[Scene], dict[str, Any]]]]
VOLUNTEER: Commands = {
    "back": (
        lambda s: (the_card(s.game, "second").pk,),
        lambda s: {"way": the_way(s.game, of="second").pk},
    ),
    "voice": (
        lambda s: (the_card(s.game, "second").pk,),
        lambda s: {"way": the_way(s.game, of="second").pk},
    ),
    "speak": (lambda s: (s.chorus.pk,), lambda s: {}),
    "give": (lambda s: (), lambda s: {"kind": "energy", "amount": "5"}),
}
MASTER: Commands = {
    "pause": (lambda s: (), lambda s: {"reason": "чай"}),
    "resume": (lambda s: (), lambda s: {}),
    "start": (lambda s: (), lambda s: {}),
    "turn": (lambda s: (), lambda s: {"turn": "2"}),
    "issue": (lambda s: (the_card(s.game, "third").pk,), lambda s: {}),
    "mark": (lambda s: (s.crew[3].person_id,), lambda s: {"here": "1"}),
    "record_voice": (lambda s: (s.chorus.pk, s.crew[1].person_id), lambda s: {}),
    "seal": (lambda s: (s.chorus.pk,), lambda s: {}),
    "break_chorus": (lambda s: (s.chorus.pk,), lambda s: {"reason": "тише"}),
    "correct": (lambda s: (), lambda s: {"kind": "energy", "delta": "-3", "reason": "учёт"}),
    "revoke": (lambda s: (s.crew[3].seat_id,), lambda s: {}),
}
ALL: Commands = {**VOLUNTEER, **MASTER}


def prepare(scene: Scene, name: str) -> None:
    """Bring the scene to where this command is lawful."""
    if name == "voice":
        back_all(scene.game, scene.crew[:3], of="second")
    if name == "resume":
        turns.pause(reason="чай", by=scene.master)
    if name == "start":
        Game.objects.update(state=GameState.BEFORE, clock_since=None, turn=0)


def spoil(scene: Scene, name: str) -> None:
    """Bring the scene to where this command is refused."""
    spoils: dict[str, Callable[[], object]] = {
        **dict.fromkeys(("back", "voice"), lambda: turn_over("second")),
        **dict.fromkeys(
            ("speak", "record_voice", "seal", "break_chorus"),
            lambda: Chorus.objects.update(state=ChorusState.BROKEN),
        ),
        "give": lambda: Game.objects.update(state=GameState.OVER, clock_since=None),
        "pause": lambda: turns.pause(reason="раньше", by=scene.master),
        "turn": lambda: turns.open_next(turn=2, by=scene.master),
        "issue": lambda: issue(scene.game, "third"),
        "mark": lambda: Seat.objects.filter(pk=scene.crew[3].seat_id).update(role="courier"),
        "revoke": lambda: Seat.objects.filter(pk=scene.crew[3].seat_id).delete(),
        "correct": lambda: Pool.objects.filter(kind="energy").update(balance=2),
    }
    spoils.get(name, lambda: None)()


def turn_over(slug: str) -> None:
    Card.objects.filter(slug=slug).update(state=CardState.EXPIRED)


def send(scene: Scene, name: str, client: Client | None = None, **more: Any):
    args, data = ALL[name]
    who = client or (scene.vera if name in VOLUNTEER else scene.gleb)
    return press(who, name, *args(scene), **{**data(scene), **more})


def written() -> tuple[int, ...]:
    """Every table that a command may write to."""
    models = (JournalEntry, LedgerLine, Command, Backing, Chorus, Voice, Seat, Person)
    return tuple(model.objects.count() for model in models)


@pytest.mark.parametrize("name", ALL)
def test_done_command_tells_the_page_where_it_will_get(scene: Scene, name: str):
    prepare(scene, name)
    before = Game.objects.get().seq

    response = send(scene, name)

    game = Game.objects.get()
    assert (response.status_code, response.content) == (204, b"")
    assert reached(response) == {"seq": game.seq, "epoch": game.epoch}
    assert game.seq > before


@pytest.mark.parametrize("name", ALL)
def test_repeat_with_the_same_key_gets_the_same_answer_and_writes_nothing(scene: Scene, name: str):
    prepare(scene, name)
    send(scene, name, key="k" * 22)
    before = written()

    again = send(scene, name, key="k" * 22)

    assert again.status_code == 204
    assert reached(again)["seq"] == Game.objects.get().seq
    assert written() == before


@pytest.mark.parametrize("name", ALL)
def test_refusal_is_a_notice_and_writes_nothing(scene: Scene, name: str):
    spoil(scene, name)
    before = written()

    response = send(scene, name)

    assert response.status_code == 409
    assert b'id="notice"' in response.content
    assert b'hx-swap-oob="true"' in response.content
    assert "HX-Trigger" not in response
    assert written() == before


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("back", {"way": "первый"}),
        ("back", {"way": "-1"}),
        ("voice", {"way": ""}),
        ("give", {"amount": "много"}),
        ("give", {"amount": ""}),
        ("give", {"kind": "mana"}),
        ("give", {"amount": "1.5"}),
        ("pause", {"reason": "я" * 201}),
        ("turn", {"turn": "вторая"}),
        ("turn", {"turn": "0"}),
        ("mark", {"here": "maybe"}),
        ("correct", {"delta": "x"}),
        ("correct", {"kind": "чеки"}),
        ("break_chorus", {"reason": "я" * 201}),
    ],
)
def test_form_that_does_not_fit_is_a_notice(scene: Scene, name: str, data: dict[str, str]):
    before = written()

    response = send(scene, name, **data)

    assert response.status_code == 422
    assert b'id="notice"' in response.content
    assert written() == before


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("back", {"way": str(BIG)}),
        ("voice", {"way": str(BIG)}),
        ("speak", {"beside": [str(BIG), "٣", "x", "-1", ""]}),
        ("give", {"amount": str(BIG)}),
        ("give", {"amount": str(-BIG)}),
        ("correct", {"delta": str(BIG)}),
        ("turn", {"turn": str(BIG)}),
        ("pause", {"reason": "\x00"}),
    ],
)
def test_numbers_beyond_all_bounds_are_no_fault_of_ours(scene: Scene, name: str, data):
    assert send(scene, name, **data).status_code in {204, 409, 422}


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("back", [BIG]),
        ("voice", [BIG]),
        ("speak", [BIG]),
        ("issue", [BIG]),
        ("mark", [BIG]),
        ("seal", [BIG]),
        ("record_voice", [BIG, 1]),
        ("revoke", [BIG]),
    ],
)
def test_addresses_beyond_all_bounds_lead_nowhere(scene: Scene, name: str, args: list[int]):
    who = scene.vera if name in VOLUNTEER else scene.gleb
    data = {"way": "1", "here": "1"}

    assert press(who, name, *args, **data).status_code == 409


@pytest.mark.parametrize("name", ALL)
def test_stranger_is_led_to_the_door(scene: Scene, name: str):
    before = written()

    scripted = send(scene, name, Client())
    args, data = ALL[name]
    plain = Client().post(reverse(name, args=args(scene)), data(scene))

    assert (scripted.status_code, scripted["HX-Redirect"]) == (403, "/")
    assert (plain.status_code, plain["Location"]) == (302, "/")
    assert written() == before


@pytest.mark.parametrize("name", ALL)
def test_revoked_seat_commands_nothing(scene: Scene, name: str):
    prepare(scene, name)
    client = scene.vera
    people.revoke(seat_id=scene.crew[0].seat_id, by=scene.master)
    before = written()

    response = send(scene, name, client)

    assert response.status_code == 403
    assert b'id="notice"' in response.content
    assert written() == before


@pytest.mark.parametrize("name", ALL)
def test_wrong_role_is_refused(scene: Scene, name: str):
    prepare(scene, name)
    before = written()

    response = send(scene, name, scene.gleb if name in VOLUNTEER else scene.vera)

    assert response.status_code == 409
    assert written() == before


@pytest.mark.parametrize("name", ALL)
def test_get_commands_nothing(scene: Scene, name: str):
    before = written()
    args, data = ALL[name]
    client = scene.vera if name in VOLUNTEER else scene.gleb

    response = client.get(reverse(name, args=args(scene)), data(scene))

    assert response.status_code == 405
    assert written() == before


@pytest.mark.parametrize("name", ALL)
def test_without_scripts_a_command_leads_back_home(scene: Scene, name: str):
    prepare(scene, name)
    args, data = ALL[name]
    client = scene.vera if name in VOLUNTEER else scene.gleb

    response = client.post(reverse(name, args=args(scene)), {**data(scene), "key": "k" * 22})

    assert (response.status_code, response["Location"]) == (302, "/")
    assert Command.objects.filter(key="k" * 22).exists()


def test_without_scripts_a_refusal_is_a_page_in_words(scene: Scene):
    response = scene.vera.post(reverse("give"), {"kind": "morale", "amount": "1"})

    assert response.status_code == 409
    assert b"<!doctype html>" in response.content
    assert {"БЧС", "BChS"} & set(response.content.decode().replace(">", " ").split())


def test_command_of_another_origin_without_a_token_is_refused(scene: Scene):
    strict = Client(enforce_csrf_checks=True)
    sit(scene.crew[0], strict)

    response = press(strict, "give", kind="energy", amount="5")

    assert response.status_code in {200, 403}
    assert response.get("HX-Refresh") == "true" or response.status_code == 403
    assert not LedgerLine.objects.filter(reason="gift").exists()


# What the commands do


def test_empty_way_takes_the_backing_back(scene: Scene):
    send(scene, "back")
    assert Backing.objects.filter(decision__card__slug="second").count() == 1

    send(scene, "back", way="")

    assert not Backing.objects.filter(decision__card__slug="second").exists()


def test_voicing_queues_and_speaking_beside_seals(scene: Scene):
    prepare(scene, "voice")
    send(scene, "voice")
    assert Card.objects.get(slug="second").decision.phase == Phase.VOICED

    beside = [str(viewer.person_id) for viewer in scene.crew[1:3]]
    send(scene, "speak", beside=beside)

    scene.chorus.refresh_from_db()
    assert scene.chorus.state == ChorusState.SEALED
    assert Pool.objects.get(kind="energy").balance == 53
    assert Card.objects.get(slug="second").decision.phase == Phase.CHORUS


def test_morale_is_never_given(scene: Scene):
    response = send(scene, "give", kind="morale")

    assert response.status_code == 409
    assert Pool.objects.get(kind="morale").balance == 24


def test_unmarking(scene: Scene):
    send(scene, "mark")
    assert Person.objects.get(pk=scene.crew[3].person_id).marked_here
    send(scene, "mark", here="0")
    assert not Person.objects.get(pk=scene.crew[3].person_id).marked_here


def test_stale_masters_tab_is_told_the_present_state(scene: Scene):
    cards.issue(card_id=the_card(scene.game, "third").pk, by=scene.master)

    response = send(scene, "issue")

    assert response.status_code == 409
    assert str(CardState.OPEN.label) in response.content.decode()


def test_a_command_is_a_sign_of_life(scene: Scene, hand: Hand):
    hand.move(seconds=30)

    send(scene, "give")

    assert Person.objects.get(pk=scene.crew[0].person_id).seen_at == hand.moment


def test_seat_of_another_day_reaches_nothing_here(scene: Scene):
    other = make_day(key="other")
    stranger = sit(make_volunteers(other, 1)[0])

    for name in ("back", "voice", "speak"):
        assert send(scene, name, stranger).status_code == 409
    assert send(scene, "issue", sit(make_master(other))).status_code == 409


# What they cost


def statements(asked) -> list[str]:
    return [query["sql"] for query in asked.captured_queries]


def test_vote_takes_at_most_ten_statements(scene: Scene, django_assert_max_num_queries):
    presence.note_changes(scene.game.pk)
    answer_now(*scene.crew)
    client = scene.vera
    args, data = VOLUNTEER["back"]
    told = args(scene), data(scene)
    Card.objects.update(opened_at=0)  # as every phone tells that shows a card for two seconds

    with django_assert_max_num_queries(10) as asked:
        response = press(client, "back", *told[0], **told[1])

    assert response.status_code == 204
    assert any("hq_backing" in sql for sql in statements(asked))


def test_gift_takes_at_most_ten_statements_of_its_own(scene: Scene, django_assert_max_num_queries):
    answer_now(*scene.crew)
    client = scene.vera

    with django_assert_max_num_queries(12) as asked:
        press(client, "give", kind="energy", amount="5")

    bare = [sql for sql in statements(asked) if "SAVEPOINT" not in sql]
    assert len(bare) <= 10


def test_cost_of_a_vote_does_not_grow_with_the_day(hand: Hand):
    counts = []
    for size in (1, 30):
        game = make_day(*[card(f"c{n}") for n in range(size)], key=f"day-{size}")
        crew = make_volunteers(game, min(8, size + 1))
        for number in range(size):
            issue(game, f"c{number}")
        client = sit(crew[0])
        told = the_way(game, of="c0")
        with CaptureQueriesContext(connection) as asked:
            press(client, "back", told.card_id, way=told.pk)
        counts.append(len(asked))

    assert counts[0] == counts[1]

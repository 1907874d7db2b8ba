"""The demo script: a day in small in which every command is given and every event happens."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from django.db.models import Model

from fleets import disputes, doors, holdings, results, retractions, rosters, rulings
from fleets.battles import Order
from fleets.models import Battle, Dispute, Squadron, Withdrawal
from fleets.rules.base import RollAnswer
from hq import (
    addresses,
    aggravations,
    aids,
    calls,
    camp,
    cards,
    choruses,
    deadlines,
    decisions,
    dispatches,
    exchange,
    games,
    grants,
    journal,
    ledger,
    people,
    pins,
    presence,
    remarks,
    safety,
    setup,
    signups,
    stakes,
    strokes,
    timing,
    turns,
    ways,
    writing,
)
from hq.dispatches import Place
from hq.enums import ChorusState, PoolKind, Role
from hq.figures import Figures
from hq.models import (
    Ability,
    Aid,
    Card,
    Chorus,
    Dispatch,
    Game,
    Grant,
    HelpCall,
    Invitation,
    LedgerLine,
    Person,
    Pool,
    Price,
    Share,
    Stroke,
    Way,
)
from hq.signups import Choice
from hq.viewers import Viewer
from hq.ways import Terms
from tests.factories.battles import SIDES, duellists, fight, seat
from tests.factories.battles import give as order
from tests.factories.days import (
    answer_now,
    answered,
    asking_moon,
    call_chorus,
    card,
    issue,
    make_day,
    make_master,
    make_volunteer,
    make_volunteers,
    speak,
    text,
    the_card,
    the_stake,
    the_way,
    way,
)
from tests.factories.hands import Hand

Step = Callable[["World"], object]
SCRIPT: dict[str, Step] = {}


FAST_COURIERS = {
    "slug": "fast-couriers",
    "title": text("Быстрые курьеры"),
    "needs": {"support": 1},
    "cost": {"resources": 1},
    "effects": [{"kind": "hasten", "minutes": 5}],
}
HOSPITAL = {
    "slug": "hospital",
    "title": text("Госпиталь"),
    "mode": "collective",
    "needs": {"defence": 3, "people": 2},
    "uses": 2,
    "effects": [{"kind": "aid", "aid": "reroll", "count": 2, "title": text("Скорая")}],
}
LETTER = {
    "slug": "letter",
    "from": text("Адмирал"),
    "to": [{"kind": "hq"}, {"kind": "side", "key": "spo"}],
    "text": text("Держитесь"),
}


@dataclass
class World:
    game: Game
    hand: Hand
    crew: list[Viewer]
    master: Viewer
    wall: Viewer
    guest: Viewer
    courier: Viewer
    red: Viewer  # captain of the СПО
    blue: Viewer  # captain of the Облачный флот
    scribe: Viewer
    late: list[Viewer] = field(default_factory=list)

    @property
    def battle(self) -> Battle:
        return Battle.objects.filter(game=self.game).latest("pk")

    @property
    def sounding(self) -> Chorus:
        return Chorus.objects.get(game=self.game, state=ChorusState.OPEN)

    def back(self, who: int, slug: str, of: str) -> None:
        chosen = the_way(self.game, slug, of)
        decisions.back(card_id=chosen.card_id, way_id=chosen.pk, by=self.crew[who])

    def pass_time(self, *silent: int, seconds: float = 0, minutes: float = 0) -> None:
        """The clock moves, all phones but those of `silent` answer, the ticker looks."""
        self.hand.move(seconds=seconds, minutes=minutes)
        answer_now(*(v for number, v in enumerate(self.crew) if number not in silent), *self.late)
        deadlines.run_due()


def seated(game: Game, role: Role, code: str) -> Viewer:
    door, _ = Invitation.objects.get_or_create(game=game, role=role, defaults={"code": code})
    return Viewer.of_seat(people.join(invitation=door, name=f"Гость {role.value}"), language="ru")


def make_world(hand: Hand) -> World:
    """A day before its start, with five volunteers, a master, a wall and a guest."""
    effects = [
        {"kind": "pool", "pool": "energy", "delta": 4},
        {"kind": "pool", "pool": "morale", "delta": -2},
        {"kind": "chronicle", "text": text("Мост устоял")},
        {"kind": "release", "card": "third", "when": "now"},
        {"kind": "release", "card": "fourth", "when": "after", "after_minutes": 2},
        {"kind": "release", "card": "fifth", "when": "next_turn"},
    ]
    failure = [
        {"kind": "pool", "pool": "resources", "delta": -3},
        {"kind": "chronicle", "text": text("Мост пал")},
    ]
    cost = {"energy": 7, "resources": 2, "morale": 1}
    game = make_day(
        card("first", way("one", cost=cost, effects=effects, outcome=text("Так и стало"))),
        card("second", way("one", cost={"energy": 9}), way("two"), worse=text("Молчание")),
        card("third", minutes=6, failure_effects=failure),
        card("fourth", kind="prospect", minutes=30),
        card("fifth", minutes=None, until_end=True),
        card("sixth", turn=3, master_note=text("Мастеру")),
        card(
            "hidden",
            way("one", deed=text("Спеть")),
            way("two", deed=text("Сплясать")),
            way("three"),
            tally="until_voted",
            minutes=90,
        ),
        card("blind", tally="blind", minutes=90),
        card(
            "worsening",
            way("one", cost={"energy": 2}),
            minutes=90,
            aggravations=[
                {"trigger": "time", "after_minutes": 3, "text": text("Ещё"), "cost_percent": 150},
                {"trigger": "master", "text": text("Искра"), "minutes_less": 2, "releases": "raw"},
                {"trigger": "way", "way": "one", "cost_percent": 200},
            ],
        ),
        card("raw", unfinished="дописать исход"),
        card("solo", way("one", cost={"resources": 1}), mode="personal", minutes=90),
        maps=[
            asking_moon(
                {"kind": "chronicle", "text": text("Луна ничья")},
                {"kind": "stroke", "form": "ways", "side": "spo"},
            )
        ],
        camp={"title": text("Лагерь"), "defence": 2, "support": 3},
        abilities=[FAST_COURIERS, HOSPITAL],
        dispatches=[LETTER],
        sides=SIDES,
        prices=[{"slug": "crate", "title": text("ящик"), "resources": 3}],
        started=False,
    )
    duellists(game)
    return World(
        game=game,
        hand=hand,
        crew=make_volunteers(game, 5),
        master=make_master(game),
        wall=seated(game, Role.SCREEN, "WALLAA"),
        guest=seated(game, Role.ONLOOKER, "GUESTA"),
        courier=seated(game, Role.COURIER, "COURYA"),
        red=seat(game, "Рита", side="spo"),
        blue=seat(game, "Бруно", side="of"),
        scribe=seat(game, "Писарь"),
    )


def own_way(w: World) -> Way:
    return Way.objects.get(card__game=w.game, author__isnull=False)


def new_squadron(w: World) -> Squadron:
    return Squadron.objects.get(game=w.game, slug="luna-spo-1")


def step(work: Step) -> Step:
    SCRIPT[work.__name__] = work
    return work


@step
def sign_up(w: World) -> None:
    signups.sign_up(game_id=w.game.pk, choice=Choice(name="Ждан", food="пирог"))


@step
def bring_a_list(w: World) -> None:
    signups.bring(rows=[(1, ("Капа", "luna", "spo"))], by=w.master)


@step
def strike_a_sign_up(w: World) -> None:
    signups.strike(signup_id=w.game.signups.get(name="Ждан").pk, by=w.master)


@step
def make_seats_of_the_list(w: World) -> None:
    signups.seat_all(by=w.master)


@step
def start(w: World) -> None:
    turns.start(by=w.master)


@step
def issue_first(w: World) -> None:
    issue(w.game)


@step
def open_first(w: World) -> None:
    cards.mark_opened(card_id=the_card(w.game).pk, by=w.crew[1])


@step
def back_a_way(w: World) -> None:
    w.back(0, "one", "first")


@step
def issue_second(w: World) -> None:
    issue(w.game, "second")


@step
def back_another(w: World) -> None:
    w.back(1, "two", "second")


@step
def change_a_backing(w: World) -> None:
    w.back(1, "one", "second")


@step
def take_a_backing_back(w: World) -> None:
    decisions.back(card_id=the_way(w.game, of="second").card_id, way_id=None, by=w.crew[1])


@step
def give(w: World) -> None:
    ledger.give(kind="energy", amount=5, by=w.crew[2])


@step
def correct(w: World) -> None:
    ledger.correct(kind="morale", delta=-1, note="учёт", by=w.master)


@step
def join(w: World) -> None:
    w.late.append(make_volunteer(w.game, "Новенький"))


@step
def mark(w: World) -> None:
    presence.mark(person_id=w.crew[4].person_id, here=True, by=w.master)


@step
def unmark(w: World) -> None:
    presence.mark(person_id=w.crew[4].person_id, here=False, by=w.master)


@step
def somebody_goes(w: World) -> None:
    w.back(4, "one", "first")
    w.pass_time(4, seconds=46)


@step
def somebody_comes_back(w: World) -> None:
    w.pass_time(seconds=1)


@step
def backer_goes_for_good(w: World) -> None:
    w.pass_time(4, seconds=46)


@step
def voice_first(w: World) -> None:
    call_chorus(w.game, w.crew[:4])


@step
def give_while_a_chorus_sounds(w: World) -> None:
    ledger.give(kind="energy", amount=3, by=w.crew[0])


@step
def voice_second_into_the_queue(w: World) -> None:
    call_chorus(w.game, w.crew[:4], of="second")


@step
def speak_one(w: World) -> None:
    speak(w.sounding, w.crew[0])


@step
def join_while_a_chorus_sounds(w: World) -> None:
    w.late.append(make_volunteer(w.game, "Опоздавший"))


@step
def hear_a_latecomer(w: World) -> None:
    choruses.record_voice(chorus_id=w.sounding.pk, person_id=w.late[1].person_id or 0, by=w.master)


@step
def lose_a_seat(w: World) -> None:
    w.pass_time(3, 4, seconds=Figures().lost_after + 1)


@step
def pause(w: World) -> None:
    turns.pause(reason="эвакуация", by=w.master)


@step
def look_during_the_pause(w: World) -> None:
    w.pass_time(3, 4, minutes=60)


@step
def resume(w: World) -> None:
    turns.resume(by=w.master)


@step
def phones_answer_again(w: World) -> None:
    w.pass_time(4)


@step
def seal_by_voices(w: World) -> None:
    choruses.speak(
        chorus_id=w.sounding.pk,
        by=w.crew[1],
        beside=[w.crew[2].person_id or 0, w.late[0].person_id or 0],
    )
    assert Chorus.objects.filter(state=ChorusState.SEALED).exists()


@step
def break_off(w: World) -> None:
    choruses.break_off(chorus_id=w.sounding.pk, reason="не расслышал", by=w.master)


@step
def voice_again(w: World) -> None:
    call_chorus(w.game, w.crew[:4], of="second")


@step
def fall_silent(w: World) -> None:
    w.pass_time(seconds=22)
    assert Chorus.objects.filter(verdict="silence").exists()


@step
def voice_once_more(w: World) -> None:
    call_chorus(w.game, w.crew[:4], of="second")


@step
def pools_run_short_in_the_window(w: World) -> None:
    ledger.correct(kind="energy", delta=-60, note="пробоина", by=w.master)


@step
def break_for_what_is_missing(w: World) -> None:
    choruses.seal_for_room(chorus_id=w.sounding.pk, by=w.master)
    assert Chorus.objects.filter(verdict="missing").exists()


@step
def open_the_next_turn(w: World) -> None:
    turns.open_next(turn=2, by=w.master)


@step
def scheduled_card_comes(w: World) -> None:
    w.pass_time(minutes=2)


@step
def seal_for_the_room(w: World) -> None:
    w.back(0, "two", "second")
    call_chorus(w.game, w.crew[:4], slug="two", of="second")
    choruses.seal_for_room(chorus_id=w.sounding.pk, by=w.master)


@step
def back_what_will_expire(w: World) -> None:
    w.back(0, "one", "third")


@step
def time_is_up(w: World) -> None:
    w.pass_time(minutes=7)


@step
def issue_cards_that_hide_their_voices(w: World) -> None:
    issue(w.game, "hidden")
    issue(w.game, "blind")


@step
def back_in_hiding(w: World) -> None:
    w.back(0, "one", "hidden")
    w.back(0, "one", "blind")


@step
def another_backs_in_hiding(w: World) -> None:
    w.back(2, "two", "hidden")
    w.back(2, "one", "blind")


@step
def who_backs_in_hiding_goes(w: World) -> None:
    w.pass_time(2, seconds=46)


@step
def who_backs_in_hiding_comes_back(w: World) -> None:
    w.pass_time(seconds=1)


@step
def deed_is_refused(w: World) -> None:
    ways.refuse(way_id=the_way(w.game, "two", "hidden").pk, word="Мимо нот", by=w.master)


@step
def judgement_is_taken_back(w: World) -> None:
    ways.take_back(way_id=the_way(w.game, "two", "hidden").pk, by=w.master)


@step
def deed_is_refused_after_all(w: World) -> None:
    ways.refuse(way_id=the_way(w.game, "two", "hidden").pk, word="Всё же мимо", by=w.master)


@step
def deed_is_done(w: World) -> None:
    ways.let_pass(way_id=the_way(w.game, "one", "hidden").pk, by=w.master)


@step
def voice_what_was_hidden(w: World) -> None:
    call_chorus(w.game, w.crew[:4], of="hidden")


@step
def break_what_was_hidden(w: World) -> None:
    choruses.break_off(chorus_id=w.sounding.pk, reason="рано", by=w.master)


@step
def write_an_own_way(w: World) -> None:
    card_id = the_way(w.game, of="hidden").card_id
    ways.write(card_id=card_id, text="Открыть «шлюз» & ждать", by=w.crew[0])


@step
def own_way_is_priced(w: World) -> None:
    terms = Terms(cost={PoolKind.RESOURCES: 1}, chance=100)
    ways.let_pass(way_id=own_way(w).pk, terms=terms, by=w.master)


@step
def price_of_the_own_way_is_taken_back(w: World) -> None:
    w.back(3, own_way(w).slug, "hidden")
    ways.take_back(way_id=own_way(w).pk, by=w.master)


@step
def own_way_is_priced_again(w: World) -> None:
    terms = Terms(cost={PoolKind.RESOURCES: 1}, chance=100)
    ways.let_pass(way_id=own_way(w).pk, terms=terms, by=w.master)


@step
def voice_the_own_way(w: World) -> None:
    call_chorus(w.game, w.crew[:4], slug=own_way(w).slug, of="hidden")


@step
def own_way_fails(w: World) -> None:
    choruses.seal_for_room(chorus_id=w.sounding.pk, by=w.master)
    assert Chorus.objects.filter(verdict="failed").exists()


@step
def issue_a_personal_card(w: World) -> None:
    issue(w.game, "solo")


@step
def take_alone(w: World) -> None:
    chosen = the_way(w.game, of="solo")
    decisions.take(card_id=chosen.card_id, way_id=chosen.pk, by=w.crew[1])


@step
def issue_what_gets_worse(w: World) -> None:
    issue(w.game, "worsening")


@step
def talk_about_it(w: World) -> None:
    pins.pin(card_id=the_card(w.game, "worsening").pk, by=w.crew[0])


@step
def talk_about_another(w: World) -> None:
    pins.pin(card_id=the_card(w.game, "blind").pk, by=w.master)


@step
def talk_about_none(w: World) -> None:
    pins.unpin(card_id=the_card(w.game, "blind").pk, by=w.crew[0])


@step
def give_it_more_time(w: World) -> None:
    timing.move_deadline(card_id=the_card(w.game, "worsening").pk, minutes=5, by=w.master)


@step
def make_it_worse(w: World) -> None:
    worse = the_card(w.game, "worsening").aggravations.get(trigger="master")
    aggravations.apply(aggravation_id=worse.pk, by=w.master)


@step
def time_makes_it_worse(w: World) -> None:
    w.pass_time(minutes=3)
    assert the_card(w.game, "worsening").aggravations.exclude(applied_at=None).count() == 2


@step
def way_tried_makes_it_worse(w: World) -> None:
    call_chorus(w.game, w.crew[:4], of="worsening")
    w.pass_time(seconds=22)
    assert not the_card(w.game, "worsening").aggravations.filter(applied_at=None).exists()


@step
def write_on_the_spot(w: World) -> None:
    writing.write(title="Свет погас", minutes=5, by=w.master)


@step
def write_and_open_at_once(w: World) -> None:
    writing.write(
        title="Дым", situation="Дымит", failure="Огонь", minutes=5, at_once=True, by=w.master
    )


@step
def talk_about_it_to_the_end(w: World) -> None:
    pins.pin(card_id=the_card(w.game, "worsening").pk, by=w.crew[0])


@step
def call_its_time(w: World) -> None:
    timing.call_time(card_id=the_card(w.game, "worsening").pk, by=w.master)
    w.pass_time(seconds=2)


@step
def take_a_seat_back(w: World) -> None:
    w.back(1, "one", "fourth")
    people.revoke(seat_id=w.crew[1].seat_id or 0, by=w.master)


@step
def open_a_door(w: World) -> None:
    with journal.act("invite", by=w.master) as act:
        people.invite(act=act, role=Role.VOLUNTEER, label="Второй вход")


@step
def close_a_question(w: World) -> None:
    answered(w.game, "yes")


@step
def open_the_question_again(w: World) -> None:
    stakes.reopen(stake_id=the_stake(w.game).pk, reason="не тот ответ", by=w.master)


@step
def close_the_question_again(w: World) -> None:
    answered(w.game, "no")


@step
def exchange_resources(w: World) -> None:
    price = Price.objects.get(game=w.game)
    exchange.buy(price_id=price.pk, count=2, by=w.crew[2])


@step
def undo_the_exchange(w: World) -> None:
    line = LedgerLine.objects.get(game=w.game, reason="exchange")
    ledger.reverse(line_id=line.pk, reason="передумали", by=w.master)


@step
def build_a_squadron(w: World) -> None:
    rosters.build(table="luna", side="spo", name="Заря", by=w.red)


@step
def put_a_ship_into_it(w: World) -> None:
    card = {"name": "Игла", "type": "small", "speed": 3, "defence": "2d6", "piloting": "2d8"}
    rosters.put_unit(squadron_id=new_squadron(w).pk, values=card, count=2, by=w.red)


@step
def let_a_limit_pass(w: World) -> None:
    rosters.let_pass(squadron_id=new_squadron(w).pk, code="no-commander", by=w.master)


@step
def hold_to_the_limit_again(w: World) -> None:
    rosters.let_pass(squadron_id=new_squadron(w).pk, code="no-commander", lets=False, by=w.master)


@step
def retire_the_squadron(w: World) -> None:
    rosters.retire(squadron_id=new_squadron(w).pk, by=w.red)


@step
def take_a_squadron_in_hand(w: World) -> None:
    holdings.take(squadron="red", by=w.red)


@step
def confirm_a_ruling(w: World) -> None:
    rulings.confirm(system="horizon", number="H-1", by=w.master)


@step
def change_the_tables(w: World) -> None:
    figures = {"figures": {"command_points": {"value": 3}}}
    rulings.change(system="horizon", overrides=figures, by=w.master)


@step
def open_a_battle(w: World) -> None:
    fight(w.game, rounds=2)


@step
def open_a_captains_door(w: World) -> None:
    doors.open_door(table="luna", side="of", by=w.master)


@step
def open_the_round(w: World) -> None:
    order(w.battle, w.red, "open-round")


@step
def take_over_a_squadron(w: World) -> None:
    holdings.take(by=w.scribe)


@step
def roll_initiative(w: World) -> None:
    order(w.battle, w.scribe, "roll-initiative", (1, 1), squadron="red")
    order(w.battle, w.scribe, "roll-initiative", (6, 6), squadron="blue")


@step
def let_go_of_all(w: World) -> None:
    holdings.release(by=w.scribe)


@step
def move_at_the_table(w: World) -> None:
    for ship in ("r1", "r2", "b1", "b2"):
        by = w.red if ship.startswith("r") else w.blue
        order(w.battle, by, "move", ship=ship)
        order(w.battle, by, "finish-activation", ship=ship)


@step
def take_the_own_last_line_back(w: World) -> None:
    retractions.retract(battle_id=w.battle.pk, number=w.battle.number, by=w.blue)


@step
def do_it_again(w: World) -> None:
    order(w.battle, w.blue, "finish-activation", ship="b2")


@step
def shoot(w: World) -> None:
    shot = {"ship": "b1", "gun": "g1", "target": "r1", "face": "front"}
    order(w.battle, w.blue, "fire-gun", (8, 8), (1, 1), **shot)
    order(w.battle, w.blue, "roll-hit", (2, 4))
    order(w.battle, w.blue, "roll-hit", (1, 2))
    order(w.battle, w.blue, "roll-hit", (4, 6))


@step
def dispute_the_hit(w: World) -> None:
    version = Order(command={"kind": "roll-hit"}, typed=(RollAnswer((2, 3)),))
    disputes.dispute(
        battle_id=w.battle.pk, number=w.battle.number, claim="тройка", version=version, by=w.red
    )


@step
def pass_the_dispute_on(w: World) -> None:
    disputes.pass_on(dispute_id=Dispute.objects.get().pk, by=w.blue)


@step
def settle_the_dispute(w: World) -> None:
    disputes.settle(dispute_id=Dispute.objects.get().pk, stands=False, by=w.master)


@step
def ask_a_line_back(w: World) -> None:
    retractions.retract(battle_id=w.battle.pk, number=1, confirm=True, reason="заново?", by=w.blue)


@step
def refuse_to_give_it_back(w: World) -> None:
    asked = Withdrawal.objects.get()
    retractions.answer(withdrawal_id=asked.pk, agree=False, along=0, by=w.red)


@step
def end_the_battle(w: World) -> None:
    order(w.battle, w.master, "end-battle")


@step
def confirm_the_result(w: World) -> None:
    results.confirm(battle_id=w.battle.pk, winner="of", by=w.red)
    results.confirm(battle_id=w.battle.pk, winner="of", by=w.blue)


@step
def open_the_result_again(w: World) -> None:
    results.reopen(battle_id=w.battle.pk, reason="спорят", by=w.master)


@step
def master_says_the_result(w: World) -> None:
    results.override(battle_id=w.battle.pk, winner="", note="ничья", by=w.master)


@step
def nobody_opens_a_card(w: World) -> None:
    issue(w.game, "sixth")
    w.pass_time(minutes=2)
    assert the_card(w.game, "sixth").unseen_at is not None


@step
def open_what_was_unseen(w: World) -> None:
    cards.mark_opened(card_id=the_card(w.game, "sixth").pk, by=w.crew[0])


@step
def leave(w: World) -> None:
    presence.leave(by=w.crew[2])


@step
def phone_of_who_left_answers(w: World) -> None:
    w.pass_time(seconds=2)


@step
def come_back(w: World) -> None:
    presence.come_back(by=w.crew[2])


@step
def address_changes(w: World) -> None:
    for last in (7, 8):
        w.game.refresh_from_db()
        addresses.note(w.game, now=f"http://192.168.1.{last}:8000")


@step
def address_is_noted(w: World) -> None:
    addresses.acknowledge(by=w.master)


def arrange(w: World, row: Model, **fields: object) -> None:
    """As the panel does it: the row is written and told of in one act."""
    with setup.saving(by=w.master) as act:
        for name, value in fields.items():
            setattr(row, name, value)
        row.save(update_fields=list(fields))
        setup.tell(act=act, changed=row)


def letter(w: World, *places: Place, by: Viewer, **more: object) -> Dispatch:
    return dispatches.write(text="Слушайте & пишите", places=places, by=by, **more)


@step
def send_to_the_hq_a_table_and_a_person(w: World) -> None:
    letter(
        w,
        Place(kind="hq"),
        Place(kind="table", key="luna"),
        Place(kind="person", person=w.crew[2].person_id),
        by=w.master,
        sender="Штаб",
    )


@step
def open_the_dispatch(w: World) -> None:
    dispatches.read(dispatch_id=Dispatch.objects.latest("pk").pk, by=w.crew[0])


@step
def answer_the_dispatch(w: World) -> None:
    found = Dispatch.objects.latest("pk")
    dispatches.read(dispatch_id=found.pk, reply="doing", by=w.crew[0])


@step
def nobody_reads_at_the_table(w: World) -> None:
    w.pass_time(minutes=3, seconds=1)
    assert Dispatch.objects.filter(unread_at__isnull=False).exists()


@step
def captain_writes_to_a_person_and_the_masters(w: World) -> None:
    letter(
        w,
        Place(kind="masters"),
        Place(kind="person", person=w.crew[0].person_id),
        by=w.red,
    )


@step
def person_reads_what_a_captain_wrote(w: World) -> None:
    dispatches.read(dispatch_id=Dispatch.objects.latest("pk").pk, reply="taken", by=w.crew[0])


@step
def send_with_a_delay(w: World) -> None:
    letter(w, Place(kind="hq"), by=w.master, way="delayed", minutes=30)


@step
def couriers_run_faster(w: World) -> None:
    answer_now(*w.crew)
    camp.use(ability_id=Ability.objects.get(slug="fast-couriers").pk, by=w.crew[0])


@step
def call_it_back(w: World) -> None:
    dispatches.recall(dispatch_id=Dispatch.objects.latest("pk").pk, by=w.master)


@step
def send_by_courier(w: World) -> None:
    letter(w, Place(kind="hq"), by=w.master, way="courier", courier_id=w.courier.person_id)


@step
def courier_delivers(w: World) -> None:
    dispatches.hand_over(dispatch_id=Dispatch.objects.latest("pk").pk, by=w.courier)


@step
def captain_sends_by_courier(w: World) -> None:
    letter(w, Place(kind="hq"), by=w.red, way="courier")


@step
def code_of_the_paper_is_typed(w: World) -> None:
    dispatches.open_by_code(code=Dispatch.objects.latest("pk").code.lower(), by=w.crew[0])


@step
def send_what_was_prepared(w: World) -> None:
    dispatches.send_prepared(dispatch_id=Dispatch.objects.get(slug="letter").pk, by=w.master)


@step
def camp_is_fortified(w: World) -> None:
    camp.correct(measure="defence", delta=1, note="баррикада", by=w.master)


@step
def ability_is_put_to_the_vote(w: World) -> None:
    answer_now(*w.crew)
    camp.use(ability_id=Ability.objects.get(slug="hospital").pk, by=w.crew[0])


@step
def ability_is_voted_for(w: World) -> None:
    call_chorus(w.game, w.crew[2:5], slug="accept", of="motion-1")
    choruses.seal_for_room(chorus_id=w.sounding.pk, by=w.master)
    assert Aid.objects.filter(state="stock").count() == 2


@step
def command_points_are_given(w: World) -> None:
    grants.give(table="luna", side="spo", points=1, rounds=1, by=w.master)


@step
def fight_again(w: World) -> None:
    fight(w.game, rounds=3)
    grants.give(table="luna", points=1, rounds=2, by=w.master)


@step
def captain_takes_the_points(w: World) -> None:
    for grant in Grant.objects.all():
        grants.take(grant_id=grant.pk, squadron="red", by=w.red)


@step
def points_are_counted_as_the_round_opens(w: World) -> None:
    order(w.battle, w.red, "open-round")
    order(w.battle, w.scribe, "roll-initiative", (1, 1), squadron="red")
    order(w.battle, w.scribe, "roll-initiative", (6, 6), squadron="blue")


@step
def last_point_is_the_hqs(w: World) -> None:
    for ship in ("r1", "r2"):
        order(w.battle, w.red, "move", ship=ship, full_thrust=True)
        order(w.battle, w.red, "barrel-roll", (8, 8), (1, 1), ship=ship, danger=True)
        order(w.battle, w.red, "finish-activation", ship=ship)
    assert Share.objects.filter(spent=1).exists()


@step
def points_are_counted_down(w: World) -> None:
    for kind in ("advance-phase", "advance-phase", "end-round"):
        order(w.battle, w.master, kind)


@step
def ship_goes_out(w: World) -> None:
    order(w.battle, w.master, "correct-ship", ship="r1", status="out", fatal="hull")


@step
def battle_ends_and_the_rescue_opens(w: World) -> None:
    order(w.battle, w.master, "end-battle")


@step
def survival_is_rolled(w: World) -> None:
    order(w.battle, w.red, "roll-survival", (2,), ship="r1")


@step
def aid_is_put_to_the_vote(w: World) -> None:
    answer_now(*w.crew)
    aids.ask(kind="reroll", title="Скорая", table="luna", ship="r1@2", by=w.crew[0])


@step
def aid_is_voted_for(w: World) -> None:
    call_chorus(w.game, w.crew[2:5], slug="accept", of="motion-2")
    choruses.seal_for_room(chorus_id=w.sounding.pk, by=w.master)


@step
def aid_is_taken_back(w: World) -> None:
    aids.take_back(aid_id=Aid.objects.get(state="sent").pk, by=w.master)


@step
def aid_is_sent_alone(w: World) -> None:
    aids.send(kind="reroll", title="Скорая", table="luna", ship="r1@2", by=w.crew[0])


@step
def aid_is_used(w: World) -> None:
    order(w.battle, w.red, "use-aid", (5,), ship="r1", aid="reroll")


@step
def use_of_the_aid_is_taken_back(w: World) -> None:
    retractions.retract(battle_id=w.battle.pk, number=w.battle.number, by=w.red)


@step
def aid_is_used_after_all(w: World) -> None:
    order(w.battle, w.red, "use-aid", (6,), ship="r1", aid="reroll")


@step
def no_more_aid(w: World) -> None:
    aids.close_window(table="luna", by=w.master)


@step
def fate_is_settled(w: World) -> None:
    order(w.battle, w.red, "settle-survival", ship="r1")


@step
def fate_is_taken_back(w: World) -> None:
    retractions.retract(battle_id=w.battle.pk, number=w.battle.number, by=w.master)


@step
def second_battle_is_closed(w: World) -> None:
    results.override(battle_id=w.battle.pk, winner="of", by=w.master)


@step
def winner_gets_the_ways(w: World) -> None:
    with journal.act("stake", by=w.master) as act:
        strokes.win(act=act, form="ways", holder="spo", table="", at=act.at)


@step
def winner_names_what_falls(w: World) -> None:
    strokes.name(stroke_id=Stroke.objects.get().pk, choice="blockade", by=w.red)


@step
def stroke_falls(w: World) -> None:
    strokes.word(stroke_id=Stroke.objects.get().pk, text="Пути закрыты", by=w.master)


@step
def volunteer_and_captain_call_for_help(w: World) -> None:
    calls.call(by=w.crew[2])
    calls.call(text="спор о столкновении", by=w.red)


@step
def master_is_on_the_way(w: World) -> None:
    calls.come(call_id=HelpCall.objects.earliest("pk").pk, by=w.master)


@step
def help_came(w: World) -> None:
    calls.close(call_id=HelpCall.objects.earliest("pk").pk, by=w.master)


@step
def rename_a_map(w: World) -> None:
    arrange(w, w.game.maps.get(slug="luna"), title=text("Тёмная сторона"))


@step
def rename_the_day_and_change_its_figures(w: World) -> None:
    game = Game.objects.get(pk=w.game.pk)
    bands = [{"level": 3, "name": text("держимся"), "from": 0}]
    settings = {**game.settings, "morale_bands": bands, "exchange_back": True}
    price = Price.objects.get(game=game)
    price.title = text("бочка")
    price.save()
    game.invitations.update(label="Парадная")
    arrange(w, game, title=text("Другой день"), settings=settings)


@step
def prepare_a_card(w: World) -> None:
    arrange(w, the_card(w.game, "raw"), title=text("Дописанная"), planned_turn=1)


@step
def widen_a_pool(w: World) -> None:
    arrange(w, Pool.objects.get(game=w.game, kind="energy"), ceiling=500)


@step
def rename_a_person(w: World) -> None:
    arrange(w, Person.objects.get(pk=w.crew[0].person_id), name="Вера Павловна")


@step
def everybody_goes(w: World) -> None:
    w.hand.move(seconds=46)
    Person.objects.update(marked_here=False)
    deadlines.run_due()


@step
def copies_fail(w: World) -> None:
    safety.note(w.game, fault="disk")


@step
def copies_are_made_again(w: World) -> None:
    w.game.refresh_from_db()
    safety.note(w.game, fault="")


@step
def go_on_from_a_copy(w: World) -> None:
    games.hold_all()


@step
def find_a_seat_again(w: World) -> None:
    w.hand.move(seconds=1)
    door = Invitation.objects.filter(game=w.game, role=Role.VOLUNTEER).first()
    people.find_again(invitation=door, name=w.crew[2].name)


@step
def resume_after_it(w: World) -> None:
    turns.resume(by=w.master)


@step
def end_the_day(w: World) -> None:
    lying = Card.objects.filter(game=w.game).open().values_list("pk", flat=True)
    turns.end(cards=list(lying), break_chorus=True, by=w.master)


@step
def comment_on_a_card(w: World) -> None:
    remarks.write(card_id=the_card(w.game).pk, text="Долго спорили", by=w.master)


@step
def open_the_day_again(w: World) -> None:
    turns.reopen(reason="рано закончили", by=w.master)

"""The report of a day: what it tells, to whom, in which language and which file."""

from __future__ import annotations

import io
import json
from xml.etree.ElementTree import fromstring

import pytest
from django.utils import translation
from openpyxl import load_workbook

from fleets import results
from hq import choruses, decisions, ledger, remarks, reports, turns, ways
from hq.enums import Role
from hq.errors import NotAllowedError, NotFoundHereError, RemarkTooLongError, ReportNotYetError
from hq.models import Card, Game, Remark
from hq.reports.views import CardTold, ReportView
from hq.viewers import Viewer
from tests.contracts.demo import seated
from tests.factories.battles import SIDES, duellists, fight, give, seat
from tests.factories.days import (
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
    the_way,
    way,
)
from tests.factories.hands import Hand, hold
from tests.factories.visitors import sit

pytestmark = pytest.mark.django_db

THEMES = [{"slug": "moon", "title": text("Луна")}, {"slug": "camp", "title": text("Лагерь")}]


@pytest.fixture
def hand(monkeypatch: pytest.MonkeyPatch) -> Hand:
    return hold(monkeypatch)


def line(words: str, theme: str = "") -> dict[str, object]:
    return {"kind": "chronicle", "text": text(words), "theme": theme}


def make_told_day(**fields: object) -> Game:
    effects = [line("Мост устоял", "camp"), {"kind": "pool", "pool": "morale", "delta": -2}]
    return make_day(
        card(
            "first",
            way("one", cost={"energy": 7, "morale": 1}, effects=effects, outcome=text("Дошли")),
        ),
        card("second", minutes=6, failure_effects=[line("Мост пал", "moon"), line("Без темы")]),
        card("solo", way("one", cost={"resources": 1}), mode="personal"),
        card("shelf"),
        maps=[asking_moon(line("Луна ничья", "moon"))],
        settings={"themes": THEMES},
        sides=SIDES,
        **fields,
    )


def end(game: Game) -> None:
    lying = Card.objects.filter(game=game).open().values_list("pk", flat=True)
    turns.end(cards=list(lying), break_chorus=True, by=make_master(game))


def report_of(game: Game, *, language: str = "ru", **more: bool) -> ReportView:
    with translation.override(language):
        return reports.of_day(make_master(game), language=language, **more)


def told(game: Game, slug: str) -> CardTold:
    found = {each.id: each for each in report_of(game).cards}
    return found[the_card(game, slug).pk]


def play(game: Game, hand: Hand) -> list[Viewer]:
    """The first card is sealed by two voices of three with 6 minutes left; the second fails."""
    crew = make_volunteers(game, 3)
    issue(game)
    issue(game, "second")
    hand.move(minutes=4)
    speak(call_chorus(game, crew), crew[0], crew[1])
    return crew


def test_sealed_card_tells_who_when_at_what_price_by_whose_voices(hand):
    game = make_told_day()
    play(game, hand)

    first = told(game, "first")

    assert (first.decision, first.outcome, first.voiced_by) == ("Путь one", "Дошли", "Вера")
    assert first.seconds_left == 360
    assert [(each.kind, each.amount) for each in first.cost] == [("energy", 7), ("morale", 1)]
    assert (first.voices, first.asked) == (("Вера", "Глафира"), 3)
    assert (first.number, first.state_name) == (1, "решено")
    assert first.chronicle == ("Мост устоял",)


def test_failed_crisis_tells_what_became_of_it_and_no_price(hand):
    game = make_told_day()
    play(game, hand)
    end(game)

    second = told(game, "second")

    assert (second.decision, second.cost, second.seconds_left) == ("", (), None)
    assert second.outcome == "Что будет, если нет"
    report = report_of(game)
    assert (report.solved, report.failed) == (1, 1)


def test_personal_decision_stands_in_its_name(hand):
    game = make_told_day()
    vera = make_volunteer(game)
    issue(game, "solo")
    chosen = the_way(game, of="solo")
    decisions.take(card_id=chosen.card_id, way_id=chosen.pk, by=vera)

    solo = told(game, "solo")

    assert (solo.taken_by, solo.voiced_by, solo.asked) == ("Вера", "", 0)
    assert solo.seconds_left == 600


def test_broken_chorus_is_told_with_its_reason(hand):
    game = make_told_day()
    crew = make_volunteers(game, 3)
    issue(game)
    chorus = call_chorus(game, crew)
    choruses.break_off(chorus_id=chorus.pk, reason="рано", by=make_master(game))

    (why,) = told(game, "first").broken
    assert "рано" in why


def test_cards_that_never_came_up_are_not_told(hand):
    game = make_told_day()
    play(game, hand)

    assert the_card(game, "shelf").pk not in {each.id for each in report_of(game).cards}


def test_chronicle_goes_theme_by_theme_in_the_order_of_the_pack(hand):
    game = make_told_day()
    play(game, hand)
    answered(game, "yes")
    end(game)

    themes = [(each.title, each.lines) for each in report_of(game).themes]

    assert themes == [
        ("Луна", ("Луна ничья", "Мост пал")),
        ("Лагерь", ("Мост устоял",)),
        ("", ("Без темы",)),
    ]


def test_stakes_tell_their_answer_or_that_they_stayed_open(hand):
    game = make_told_day()
    assert report_of(game).maps[0].stakes[0].answer == ""
    answered(game, "yes")

    stake = report_of(game).maps[0].stakes[0]

    assert (stake.question, stake.answer) == ("Чья Луна?", "Да")


def test_report_is_told_in_the_language_asked_for(hand):
    game = make_told_day()
    play(game, hand)

    english = report_of(game, language="en")

    assert english.cards[0].decision == "Путь one (en)"
    assert english.cards[0].kind_name == "crisis"


def test_pools_keep_every_change_in_its_moment(hand):
    game = make_told_day()
    play(game, hand)

    energy = next(pool for pool in report_of(game).pools if pool.kind == "energy")

    assert [(p.at_ms, p.balance) for p in energy.points] == [(0, 60), (240_000, 53), (240_000, 53)]
    assert (energy.start, energy.end, energy.ceiling) == (60, 53, 80)


def test_plot_is_one_drawing_without_styles_of_its_own(hand):
    game = make_told_day()
    play(game, hand)

    drawn = str(reports.draw(report_of(game), label='Пулы <"день">'))

    svg = fromstring(drawn)  # noqa: S314  our own drawing
    lines = [node for node in svg.iter() if node.get("class") == "plot-line"]
    assert len(lines) == 3
    assert svg.get("aria-label") == 'Пулы <"день">'
    assert "style" not in drawn
    assert lines[0].get("d") == "M6.0 41.0H440.0V49.0H440.0V49.0"


def test_plot_of_a_day_that_has_not_begun_can_be_drawn():
    game = make_told_day(started=False)

    fromstring(str(reports.draw(report_of(game), label="x")))  # noqa: S314  our own drawing


# Souvenir cards


def test_souvenir_counts_words_off_the_journal(hand):
    game = make_told_day()
    crew = play(game, hand)
    ledger.give(kind="energy", amount=4, by=crew[2])
    ways.write(card_id=the_card(game, "second").pk, text="Спеть", by=crew[2])

    kept = {each.name: each for each in report_of(game).keepsakes}

    assert (kept["Вера"].words, kept["Глафира"].words, kept["Тимур"].words) == (1, 1, 0)
    assert kept["Вера"].quotes == ("Путь one",)
    assert "1 решение ЦУП озвучено тобой" in kept["Вера"].lines
    assert "Твой вклад в Энергию: 4" in kept["Тимур"].lines
    assert "1 свой путь придуман тобой" in kept["Тимур"].lines
    assert "3 досье легли на стол из твоих рук" not in kept["Глеб"].lines
    assert "2 досье легли на стол из твоих рук" in kept["Глеб"].lines


def test_gift_that_was_undone_and_backing_taken_back_count_for_nothing(hand):
    game = make_told_day()
    vera = make_volunteer(game)
    issue(game)
    gift = ledger.give(kind="energy", amount=4, by=vera)
    ledger.reverse(line_id=gift.pk, reason="нет", by=make_master(game))
    decisions.back(card_id=the_card(game).pk, way_id=None, by=vera)

    kept = next(each for each in report_of(game).keepsakes if each.name == "Вера")

    assert (kept.lines, kept.quotes) == (("1 досье открыто тобой раньше всех",), ())


def test_walls_and_demo_bots_keep_no_souvenir(hand):
    game = make_told_day()
    seated(game, Role.SCREEN, "WALLAA")
    bot = make_volunteer(game, "Бот")
    game.people.filter(pk=bot.person_id).update(is_bot=True)

    assert [each.name for each in report_of(game).keepsakes] == ["Глеб"]


# The tables' chapter


@pytest.fixture
def fought(hand) -> Game:
    """Red has lost both ships and one of them has rolled a 1; blue has won."""
    game = make_told_day()
    duellists(game)
    battle, master = fight(game), make_master(game)
    red = seat(game, "Рита", side="spo")
    give(battle, master, "correct-ship", ship="r1", status="out", fatal="hull")
    give(battle, master, "correct-ship", ship="r2", status="out", fatal="crew")
    give(battle, master, "end-battle")
    give(battle, red, "roll-survival", (6,), ship="r1")
    results.override(battle_id=battle.pk, winner="of", note="Чисто", by=master)
    return game


def test_battles_tell_winner_left_lost_and_fates(fought: Game):
    (chapter,) = report_of(fought).chapters
    (passage,) = chapter.passages

    assert (chapter.key, passage.title) == ("battles", "Луна")
    assert passage.lines[0] == "Победа: Облачный флот. Чисто"
    assert passage.lines[1].startswith("СПО: в строю 0 из 2.")
    assert passage.lines[2] == "Облачный флот: в строю 2 из 2. b1, b2"
    assert passage.lines[4] == "Потерян: r2 (СПО) – на выживание не бросали."
    assert "r1" in passage.lines[3]
    assert "не бросали" not in passage.lines[3]
    assert len(chapter.rows) == 4
    assert len(chapter.rows[0]) == len(chapter.columns)


def test_orders_at_a_table_stand_on_the_captains_souvenir(fought: Game):
    rita = next(each for each in report_of(fought).keepsakes if each.name == "Рита")

    assert rita.lines == ("1 приказ отдан у стола",)


def test_battle_that_nobody_closed_says_so(hand):
    game = make_told_day()
    duellists(game)
    fight(game)

    (chapter,) = report_of(game).chapters

    assert chapter.passages[0].lines[0].startswith("Бой не закрыт")


def test_day_without_a_battle_has_no_chapter_of_them(hand):
    assert report_of(make_told_day()).chapters == ()


# Comments


def test_comment_is_kept_changed_and_taken_away(hand):
    game = make_told_day()
    issue(game)
    master, pk = make_master(game), the_card(game).pk
    remarks.write(card_id=pk, text=" Спорили час ", by=master)
    assert (told(game, "first").remark, told(game, "first").remark_by) == ("Спорили час", "Глеб")
    remarks.write(card_id=pk, text="Два часа", by=master)
    assert told(game, "first").remark == "Два часа"

    assert remarks.write(card_id=pk, text=" ", by=master) is None

    assert told(game, "first").remark == ""
    assert not Remark.objects.exists()


def test_comment_can_be_written_after_the_end(hand):
    game = make_told_day()
    issue(game)
    end(game)

    assert remarks.write(card_id=the_card(game).pk, text="Итог", by=make_master(game)) is not None


def test_comment_is_the_masters_and_of_a_card_that_came_up(hand):
    game, other = make_told_day(), make_told_day(key="other")
    issue(game)
    issue(other)
    master = make_master(game)
    with pytest.raises(NotAllowedError):
        remarks.write(card_id=the_card(game).pk, text="Я", by=make_volunteer(game))
    for hidden in (the_card(game, "shelf"), the_card(other)):
        with pytest.raises(NotFoundHereError):
            remarks.write(card_id=hidden.pk, text="Я", by=master)
    with pytest.raises(RemarkTooLongError) as refusal:
        remarks.write(card_id=the_card(game).pk, text="я" * 2001, by=master)

    assert refusal.value.params == {"most": 2000, "letters": 2001}
    assert not Remark.objects.exists()


def test_secret_comment_is_told_to_masters_who_ask_and_to_nobody_else(hand):
    game = make_told_day()
    issue(game)
    remarks.write(card_id=the_card(game).pk, text="Тсс", is_secret=True, by=make_master(game))

    assert report_of(game).cards[0].remark == ""
    assert report_of(game, with_secrets=True).cards[0].is_secret
    vera = make_volunteer(game)
    assert reports.of_day(vera, language="ru", with_secrets=True).cards[0].remark == ""


# Pages and files


def test_report_is_the_masters_till_the_end_and_everybodys_after(hand):
    game = make_told_day()
    vera = make_volunteer(game)
    with pytest.raises(ReportNotYetError):
        reports.check_may_read(vera)
    reports.check_may_read(make_master(game))
    client = sit(vera)
    assert client.get("/report/").status_code == 409
    assert client.get("/report/file/xlsx/").status_code == 409
    end(game)

    assert client.get("/report/").status_code == 200
    for role, code in ((Role.SCREEN, "WALLAA"), (Role.ONLOOKER, "GUESTA")):
        game.invitations.create(role=role, code=code)
    turns.reopen(reason="ещё", by=make_master(game))
    assert client.get("/report/").status_code == 409


def test_every_role_reads_the_report_in_both_languages_after_the_end(fought: Game):
    viewers = [make_volunteer(fought), make_master(fought), seat(fought, "Ян", side="of")]
    viewers += [
        seated(fought, role, f"ROLE{role[0].upper()}A")
        for role in (Role.SCREEN, Role.ONLOOKER, Role.COURIER)
    ]
    end(fought)
    for viewer in viewers:
        client = sit(viewer)
        for language, word in (("ru", "Отчёт дня"), ("en", "Report of the day")):
            html = client.get("/report/", {"in": language}).content.decode()
            assert word in html, (viewer.role, language)


def test_page_of_a_comment_keeps_what_was_typed_when_refused(hand):
    game = make_told_day()
    issue(game)
    client, address = sit(make_master(game)), f"/report/cards/{the_card(game).pk}/"
    assert client.get(address).status_code == 200
    long = client.post(address, {"text": "я" * 2001, "secret": "1"})
    assert long.status_code == 422
    assert "я" * 2001 in long.content.decode()

    for _again in range(2):
        done = client.post(address, {"text": "Спорили", "secret": "1", "key": "k1"})
        assert done.status_code == 302
    assert Remark.objects.get().is_secret
    assert "Спорили" in client.get(address).content.decode()


def test_page_of_a_comment_is_for_masters_of_this_day(hand):
    game, other = make_told_day(), make_told_day(key="other")
    issue(other)
    assert sit(make_master(game)).get(f"/report/cards/{the_card(other).pk}/").status_code == 404
    client = sit(make_volunteer(game))
    assert client.get(f"/report/cards/{the_card(game).pk}/").status_code == 403


def test_workbook_opens_with_numbers_times_and_no_formulas(fought: Game):
    make_volunteer(fought, "=1+1")
    response = sit(make_master(fought)).get("/report/file/xlsx/")
    assert response["Content-Disposition"] == 'attachment; filename="day-report-ru.xlsx"'

    book = load_workbook(io.BytesIO(response.content))

    assert book.sheetnames == ["Карты", "Дела", "Бои", "Пулы", "Летопись", "Люди"]
    pools = book["Пулы"]
    assert [cell.value for cell in pools[1]] == ["пул", "игровое время", "остаток"]
    assert pools["C2"].value == 60
    assert pools["B2"].number_format == "[h]:mm:ss"
    formula = [c for row in book["Люди"].iter_rows() for c in row if c.value == "=1+1"]
    assert [cell.data_type for cell in formula] == ["s"]


def test_json_and_html_files_stand_alone(hand):
    game = make_told_day()
    play(game, hand)
    client = sit(make_master(game))

    whole = json.loads(client.get("/report/file/json/", {"in": "en"}).content)
    html = client.get("/report/file/html/").content.decode()

    assert whole["language"] == "en"
    assert whole["cards"][0]["voices"] == ["Вера", "Глафира"]
    assert "<style>" in html
    assert "/static/" not in html
    assert client.get("/report/file/exe/").status_code == 404

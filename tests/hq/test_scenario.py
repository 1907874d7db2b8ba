from __future__ import annotations

import re
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from hq import effects, figures, scenario
from hq.enums import CardKind, CardState, DecisionMode, Judgement, PoolKind, Tally, Threshold
from hq.models import Card, Game, GameMap, JournalEntry, LedgerLine, Pool, Price, Stake, Way
from hq.scenario.reader import read_text
from hq.scenario.schema import Settings
from tests.factories.days import make_day, make_pack

HEAD = """\
slug: probe
version: "1"
title: {ru: Проба, en: Probe}
tagline: {ru: Коротко, en: In short}
maps:
  - slug: luna
    title: {ru: Луна, en: The Moon}
    summary: {ru: Высадка, en: The landing}
pools:
  energy: {start: 60, ceiling: 80}
  resources: {start: 40, ceiling: 60}
  morale: {start: 24, ceiling: 30}
"""

CARD = """\
  - slug: first
    kind: crisis
    map: luna
    minutes: 10
    title: {ru: Первая, en: First}
    situation: {ru: Что, en: What}
    how: {ru: Как, en: How}
    failure: {ru: Иначе, en: Else}
    worse: {ru: Хуже, en: Worse}
    aggravations: [{trigger: master, text: {ru: Ой, en: Oh}, cost_percent: 150}]
    ways:
      - slug: one
        title: {ru: Раз, en: One}
        text: {ru: Так, en: So}
        outcome: {ru: Вышло, en: It worked}
        cost: {energy: 5}
"""

WHOLE = HEAD + "cards:\n" + CARD


@pytest.fixture(autouse=True)
def in_english():
    with translation.override("en"):
        yield


def line_of(text: str, part: str) -> int:
    """The number of the only line that holds `part`."""
    (number,) = [n for n, line in enumerate(text.splitlines(), start=1) if part in line]
    return number


def faults_of(text: str) -> list[tuple[int, str, str]]:
    with pytest.raises(scenario.PackError) as error:
        read_text(text)
    return [(fault.line, fault.where, fault.message) for fault in error.value.faults]


def changed(old: str, new: str, text: str = WHOLE) -> str:
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times"
    return text.replace(old, new)


def warned(text: str) -> list[tuple[int, str]]:
    return [(fault.line, fault.message) for fault in scenario.warnings(read_text(text))]


# Reading


def test_whole_pack_reads_without_faults_or_warnings():
    pack = read_text(WHOLE)

    assert pack.title.ru == "Проба"
    assert pack.cards[0].ways[0].cost.by_kind() == {PoolKind.ENERGY: 5}
    assert scenario.warnings(pack) == []


def test_faults_of_every_kind_are_reported_together_each_with_its_line():
    text = changed("kind: crisis", "kind: crisys")
    text = changed("map: luna", "map: mars", text)
    text = changed("minutes: 10", "minutes: ten", text)
    text = changed("cost: {energy: 5}", "cost: {energy: 5, mana: 1}", text)
    text += "    failure_effects:\n      - {kind: release, card: ghost, when: now}\n"
    text = changed("tagline:", 'version: "2"\ntagline:', text)

    faults = faults_of(text)

    assert [line for line, _where, _message in faults] == [
        line_of(text, part)
        for part in ('version: "2"', "crisys", "map: mars", "minutes: ten", "mana", "ghost")
    ]
    assert [where for _line, where, _message in faults] == [
        "version",
        "cards[first].kind",
        "cards[first].map",
        "cards[first].minutes",
        "cards[first].ways[one].cost.mana",
        "cards[first].failure_effects[1].card",
    ]


def test_yaml_that_cannot_be_read_is_one_fault_at_its_line():
    ((line, _where, message),) = faults_of("slug: probe\ntitle: [ru, en\nversion: 1\n")

    assert line == 3
    assert message.startswith("From here on the file is not YAML")


@pytest.mark.parametrize(
    ("text", "line", "sentence"),
    [
        ("", 0, "The file is empty."),
        ("# nothing yet\n", 0, "The file is empty."),
        ("just words\n", 1, "A pack is a block of named entries"),
        ("slug: probe\ntitle: a\x01b\n", 2, "a character here that YAML does not allow"),
    ],
)
def test_file_that_is_no_pack_is_refused(text: str, line: int, sentence: str):
    ((found, _where, message),) = faults_of(text)

    assert found == line
    assert sentence in message


@pytest.mark.parametrize(
    ("old", "new", "part", "sentence"),
    [
        ("kind: crisis", "kind: crisys", "crisys", "not one of the words possible here: crisis, p"),
        ("kind: crisis", "kidn: crisis", "kidn", "“kidn” is not known here"),
        ('version: "1"', "version: 1", "version", "goes into quotes"),
        ("{ru: Как, en: How}", '{ru: "", en: How}', "how:", "The text is empty."),
        ("{ru: Как, en: How}", "{en: How}", "how:", "“ru” is missing here."),
        ("{ru: Как, en: How}", "Как", "how:", "block of named entries"),
        ("minutes: 10", "minutes: 10.5", "10.5", "A whole number"),
        ("minutes: 10", "minutes: no", "minutes", "A whole number"),
        ("minutes: 10", "minutes: 0", "minutes", "least possible here is 1."),
        ("minutes: 10", "minutes: 9999", "minutes", "most possible here is 1440."),
        ("minutes: 10", f"minutes: {'9' * 5000}", "minutes", "A whole number"),
        ("minutes: 10", "until_end: maybe", "maybe", "Only true or false"),
        ("minutes: 10", "minutes: 10\n    until_end: true", "until_end", "not both"),
        ("slug: probe", "slug: Проба!", "Проба!", "lower-case Latin"),
        ("slug: probe", f"slug: {'a' * 51}", "aaa", "At most 50 characters"),
        ("- slug: luna", "- slug: mars", "map: luna", "There is no map “luna” in this pack."),
        ("- slug: one", "- slug: one\n        kind: accept", "accept", "only be: overcome."),
        ("start: 24", "start: 31", "start: 31", "It starts above its ceiling of 30."),
        ("en: It worked}", "en: It worked}\n        text: {ru: Снова}", "Снова", "already given"),
        ("{ru: Так, en: So}", "&so {ru: Так}\n        outcome: *so", "*so", "write the text out"),
        ("maps:\n", "settings: {chorus_share: most}\nmaps:\n", "most", "half, two_thirds, all"),
    ],
)
def test_fault_is_a_sentence_at_its_line(old: str, new: str, part: str, sentence: str):
    text = changed(old, new)

    found = faults_of(text)

    assert any(line == line_of(text, part) and sentence in told for line, _where, told in found)


@pytest.mark.parametrize(
    ("entry", "sentence"),
    [
        ("cost: 5", "block of named entries"),
        ("cost: {energy: -5}", "least possible here is 0."),
        ("effects: {kind: pool}", "A list is expected"),
        ("effects: [{kind: boom}]", "“boom” is no kind of effect. Possible: pool, chronicle, rel"),
        ("effects: [{delta: 1}]", "does not say its “kind”"),
        ("effects: [{kind: pool, pool: energy, delta: 0}]", "changes nothing"),
        ("effects: [{kind: release, card: first, when: after}]", "needs “after_minutes”"),
        ("effects: [{kind: release, card: first, when: now, after_minutes: 3}]", "belongs only to"),
        ("effects: [{kind: release, card: ghost, when: now}]", "There is no card “ghost”"),
        ("effects: [{kind: release, card: first, when: now}]", "A card cannot release itself."),
    ],
)
def test_fault_of_a_way_is_a_sentence_at_its_line(entry: str, sentence: str):
    text = changed("cost: {energy: 5}", entry)

    found = faults_of(text)

    assert any(line == line_of(text, entry) and sentence in told for line, _where, told in found)


def test_fault_inside_a_list_does_not_make_the_list_too_short():
    found = faults_of(changed("cost: {energy: 5}", "cost: {mana: 5}"))

    assert [where for _line, where, _told in found] == ["cards[first].ways[one].cost.mana"]
    assert "at least 1" in faults_of(WHOLE[: WHOLE.index("ways:")] + "ways: []\n")[0][2]


def test_missing_entry_is_told_at_the_block_that_lacks_it():
    text = changed("    title: {ru: Первая, en: First}\n", "")

    assert faults_of(text) == [
        (line_of(text, "slug: first"), "cards[first]", "“title” is missing here.")
    ]


BAD_EFFECT = """\
    failure_effects:
      - kind: pool
        pool: mana
        delta: half
"""


def test_fault_inside_an_effect_points_at_the_entry_of_the_effect():
    # An effect's kind «pool» and its entry «pool» have one name; the line must be the entry's.
    text = WHOLE + BAD_EFFECT

    assert [(line, where) for line, where, _message in faults_of(text)] == [
        (line_of(text, "pool: mana"), "cards[first].failure_effects[1].pool"),
        (line_of(text, "delta: half"), "cards[first].failure_effects[1].delta"),
    ]


def test_repeated_key_of_a_card_is_refused():
    text = WHOLE + CARD

    ((line, where, message),) = faults_of(text)

    assert line == len((WHOLE + "x").splitlines())
    assert where == "cards[first].slug"
    assert "already taken" in message


def test_times_and_words_stay_the_text_that_was_written():
    text = changed("{ru: Как, en: How}", "{ru: 12:30, en: no}")
    text = changed("{ru: Что, en: What}", "{ru: 2077-01-01, en: yes}", text)

    card = read_text(text).cards[0]

    assert card.how is not None
    assert card.situation is not None
    assert (card.how.ru, card.how.en) == ("12:30", "no")
    assert (card.situation.ru, card.situation.en) == ("2077-01-01", "yes")


def test_prospect_needs_both_answers_and_costs_nothing_when_missed():
    text = changed("kind: crisis", "kind: prospect\n    mode: personal")
    text = changed("- slug: one", "- slug: one\n        kind: accept", text)
    text += "    failure_effects: [{kind: pool, pool: energy, delta: -1}]\n"

    assert [message for _line, _where, message in faults_of(text)] == [
        "A prospect is always a collective decision.",
        "A prospect needs a way to accept it and a way to decline it.",
        "A missed prospect costs nothing.",
    ]


@pytest.mark.parametrize(
    ("shares", "sentence"),
    [((0, 70), "highest"), ((70, 70, 0), "each once"), ((70, 40), "starts from 0")],
)
def test_r2_bands_go_down_to_zero(shares: tuple[int, ...], sentence: str):
    bands = ", ".join(
        f"{{level: 1, name: {{ru: Полоса, en: Band}}, from: {share}}}" for share in shares
    )
    text = changed("maps:\n", f"settings: {{morale_bands: [{bands}]}}\nmaps:\n")

    ((line, _where, message),) = faults_of(text)

    assert line == line_of(text, "morale_bands")
    assert sentence in message


# Warnings


@pytest.mark.parametrize(
    ("old", "new", "part", "sentence"),
    [
        ("    minutes: 10\n", "", "slug: first", "Neither “minutes” nor “until_end”"),
        ("minutes: 10", "until_end: false", "slug: first", "Neither “minutes” nor “until_end”"),
        ("    worse: {ru: Хуже, en: Worse}\n", "", "slug: first", "“worse” is not written yet"),
        ("worse: {ru: Хуже, en: Worse}", "worse:", "worse:", "“worse” is not written yet"),
        ("outcome: {ru: Вышло, en: It worked}", "outcome:", "outcome:", "“outcome” is not"),
        ("{ru: Как, en: How}", "{ru: Как}", "how:", "No English translation."),
        ("cost: {energy: 5}", "cost: {energy: 61}", "cost:", "never hold so much: at most 60."),
        ("cost: {energy: 5}", "cost: {morale: 25}", "cost:", "never hold so much: at most 24."),
        ("cost: {energy: 5}", "deed: {ru: Спойте}", "deed:", "No English translation."),
        (
            "minutes: 10",
            "minutes: 10\n    mode: personal\n    tally: blind",
            "tally:",
            "there are no voices to hide",
        ),
        (
            "    aggravations: [{trigger: master, text: {ru: Ой, en: Oh}, cost_percent: 150}]\n",
            "",
            "worse:",
            "“aggravations” has nothing that does",
        ),
        ("minutes: 10", "minutes: 10\n    turn: 0", "turn: 0", "nothing brings it up"),
        ("{ru: Ой, en: Oh}", "{ru: Ой}", "Ой", "No English translation."),
    ],
)
def test_warning_is_a_sentence_at_its_line(old: str, new: str, part: str, sentence: str):
    text = changed(old, new)

    ((line, message),) = warned(text)

    assert line == line_of(text, part)
    assert sentence in message


@pytest.mark.parametrize(
    "bringer",
    [
        "    failure_effects: [{kind: release, card: first, when: now}]\n",
        "    aggravations: [{trigger: master, text: {ru: Ой, en: Oh}, releases: first}]\n",
    ],
)
def test_card_on_no_turn_that_another_brings_up_is_not_warned_of(bringer: str):
    other = re.sub("    aggravations:.*\n", "", CARD.replace("slug: first", "slug: other"))
    other = other.replace("    worse: {ru: Хуже, en: Worse}\n", "")
    text = changed("minutes: 10", "minutes: 10\n    turn: 0") + other + bringer

    assert all("brings it up" not in message for _line, message in warned(text))


def test_reachable_counts_the_best_of_other_cards_and_the_ceiling_of_morale():
    gains = "[{kind: pool, pool: energy, delta: 30}, {kind: pool, pool: morale, delta: 30}]"
    giver = CARD.replace("slug: first", "slug: giver") + f"    failure_effects: {gains}\n"

    def with_cost(cost: str) -> str:
        return changed("cost: {energy: 5}", f"cost: {cost}") + giver

    assert warned(with_cost("{energy: 90}")) == []
    assert "at most 90" in warned(with_cost("{energy: 91}"))[0][1]
    assert warned(with_cost("{morale: 30}")) == []
    assert "at most 30" in warned(with_cost("{morale: 31}"))[0][1]


# Effects

slugs = st.from_regex(r"[a-z][a-z0-9]{0,8}(-[a-z0-9]{1,4})?", fullmatch=True)
wordings = st.fixed_dictionaries({"ru": st.text(min_size=1)}, optional={"en": st.text()})
stored_effects = st.one_of(
    st.fixed_dictionaries(
        {
            "kind": st.just("pool"),
            "pool": st.sampled_from(PoolKind.values),
            "delta": st.integers(-10_000, 10_000).filter(bool),
        }
    ),
    st.fixed_dictionaries(
        {"kind": st.just("chronicle"), "text": wordings}, optional={"theme": slugs | st.just("")}
    ),
    st.fixed_dictionaries(
        {"kind": st.just("release"), "card": slugs, "when": st.sampled_from(["now", "next_turn"])}
    ),
    st.fixed_dictionaries(
        {
            "kind": st.just("release"),
            "card": slugs,
            "when": st.just("after"),
            "after_minutes": st.integers(1, 1440),
        }
    ),
)


@pytest.mark.unit
@given(st.lists(stored_effects))
def test_effects_read_and_written_back_are_the_same(stored: list[dict[str, Any]]):
    assert effects.dump(effects.parse(stored)) == stored


@pytest.mark.unit
def test_effect_made_in_code_is_stored_with_its_kind():
    stored = effects.dump([effects.PoolEffect(pool=PoolKind.ENERGY, delta=-2)])

    assert stored == [{"kind": "pool", "pool": "energy", "delta": -2}]


@pytest.mark.unit
def test_stored_effect_that_is_not_one_is_an_error():
    with pytest.raises(ValidationError):
        effects.parse([{"kind": "pool", "pool": "energy", "delta": "2"}])


# Finding


def test_pack_is_found_by_slug_by_file_and_by_folder(tmp_path: Path):
    (tmp_path / "pack.yaml").write_text(WHOLE, encoding="utf-8")

    assert scenario.find("voina-gorizonta").name == "pack.yaml"
    assert scenario.find(str(tmp_path)) == scenario.find(str(tmp_path / "pack.yaml"))


def test_unknown_pack_is_refused_with_the_names_of_those_there_are():
    with pytest.raises(scenario.PackError, match="voina-gorizonta"):
        scenario.find("nowhere")


@pytest.mark.parametrize("content", [WHOLE.encode("cp1251"), None])
def test_file_that_cannot_be_read_is_a_fault(tmp_path: Path, content: bytes | None):
    path = tmp_path / "pack.yaml"
    if content is not None:
        path.write_bytes(content)

    with pytest.raises(scenario.PackError, match=r"UTF-8|cannot be opened"):
        scenario.read(path)


def test_settings_of_a_pack_are_the_figures_of_the_game():
    told_in_words = {"themes"}  # of the report, no figure

    known = set(Settings.model_fields) - told_in_words

    assert known == set(figures.Figures.__dataclass_fields__)


# Stakes and prices

ASKED = HEAD.replace(
    "pools:\n",
    """\
    stakes:
      - slug: fate
        question: {ru: Как, en: How}
        answers:
          - slug: so
            title: {ru: Так, en: So}
            effects:
              - {kind: chronicle, text: {ru: Так стало, en: So it was}}
              - {kind: release, card: first, when: now}
          - {slug: other, title: {ru: Иначе, en: Else}}
prices:
  - {slug: cheque, title: {ru: чек, en: cheque}, resources: 1}
pools:
""",
)
ASKING = ASKED + "cards:\n" + CARD


def test_answer_with_effects_and_price_read_without_faults_or_warnings():
    pack = read_text(ASKING)

    assert [effect.kind for effect in pack.maps[0].stakes[0].answers[0].effects] == [
        "chronicle",
        "release",
    ]
    assert pack.prices[0].resources == 1
    assert scenario.warnings(pack) == []


def test_answer_that_releases_a_card_nobody_wrote_is_a_fault():
    text = changed("card: first, when", "card: ghost, when", ASKING)

    ((line, _where, message),) = faults_of(text)

    assert line == line_of(text, "ghost")
    assert "ghost" in message


def test_untranslated_answer_line_and_price_are_warned_of():
    text = changed("{ru: Так стало, en: So it was}", "{ru: Так стало}", ASKING)
    text = changed("{ru: чек, en: cheque}", "{ru: чек}", text)

    assert warned(text) == [
        (line_of(text, "Так стало"), "No English translation."),
        (line_of(text, "чек"), "No English translation."),
    ]


@pytest.mark.parametrize("resources", ["0", "1.5", "ten"])
def test_price_is_a_whole_number_of_resources(resources: str):
    text = changed("resources: 1}", f"resources: {resources}}}", ASKING)

    ((line, _where, _message),) = faults_of(text)

    assert line == line_of(text, "чек")


def test_price_stands_once_under_its_key():
    twice = "  - {slug: cheque, title: {ru: ещё, en: more}, resources: 2}\npools:\n"

    ((_line, where, message),) = faults_of(changed("pools:\n", twice, ASKING))

    assert "prices" in where
    assert "cheque" in message


def test_what_an_answer_brings_counts_as_reachable():
    text = changed("cost: {energy: 5}", "cost: {energy: 63}", ASKING)
    (found,) = warned(text)
    assert "at most 60" in found[1]

    bring = "- {kind: pool, pool: energy, delta: 3}\n              - {kind: release"
    assert warned(changed("- {kind: release", bring, text)) == []


def test_every_question_and_prospect_of_the_bundled_pack_writes_into_the_chronicle():
    pack = scenario.read(scenario.find("voina-gorizonta"))
    answers = [each for entry in pack.maps for stake in entry.stakes for each in stake.answers]
    ways = [way for card in pack.cards if card.kind == CardKind.PROSPECT for way in card.ways]

    assert len([stake for entry in pack.maps for stake in entry.stakes]) == 8
    for each in (*answers, *ways):
        assert "chronicle" in {effect.kind for effect in each.effects}, each.slug
    assert pack.prices


# Building


RICH_HEAD = """\
slug: probe
version: "1"
title: {ru: Проба, en: Probe}
settings: {chorus_window: 30}
sides:
  - {slug: spo, title: {ru: СПО, en: PDF}}
maps:
  - slug: luna
    title: {ru: Луна, en: The Moon}
    stakes:
      - slug: fate
        question: {ru: Как, en: How}
        answers:
          - slug: so
            title: {ru: Так, en: So}
            effects: [{kind: pool, pool: energy, delta: 3}]
          - {slug: other, title: {ru: Иначе}}
pools:
  energy: {start: 60, ceiling: 80}
  resources: {start: 40, ceiling: 60}
  morale: {start: 24, ceiling: 30}
prices:
  - {slug: cheque, title: {ru: чек, en: cheque}, resources: 1}
cards:
"""


@pytest.mark.django_db
def test_build_writes_exactly_the_rows_of_the_pack():
    text = changed("minutes: 10", "minutes: 10\n    turn: 2\n    threshold: majority")
    text = RICH_HEAD + text.removeprefix(HEAD + "cards:\n")
    text += "    failure_effects: [{kind: pool, pool: morale, delta: -2}]\n"
    game = Game.objects.create(key="day", pack="probe", title={"ru": "Проба"}, epoch="e")

    scenario.build(read_text(text), game)

    game.refresh_from_db()
    assert game.settings == {
        "chorus_window": 30,
        "sides": [{"slug": "spo", "title": {"ru": "СПО", "en": "PDF"}}],
    }
    assert list(GameMap.objects.values_list("slug", "order")) == [("luna", 0)]
    assert Stake.objects.get().answers == [
        {
            "slug": "so",
            "title": {"ru": "Так", "en": "So"},
            "effects": [{"kind": "pool", "pool": "energy", "delta": 3}],
        },
        {"slug": "other", "title": {"ru": "Иначе"}, "effects": []},
    ]
    assert list(Price.objects.values_list("slug", "title", "resources")) == [
        ("cheque", {"ru": "чек", "en": "cheque"}, 1)
    ]
    assert list(Pool.objects.values_list("kind", "balance", "ceiling")) == [
        ("energy", 0, 80),
        ("resources", 0, 60),
        ("morale", 0, 30),
    ]
    assert not LedgerLine.objects.exists()
    card = Card.objects.get()
    assert (card.slug, card.kind, card.mode, card.threshold, card.state) == (
        "first",
        CardKind.CRISIS,
        DecisionMode.COLLECTIVE,
        Threshold.MAJORITY,
        CardState.SHELF,
    )
    assert (card.planned_turn, card.time_limit, card.map.slug) == (2, 600, "luna")
    assert card.situation == {"ru": "Что", "en": "What"}
    assert card.master_note == {}
    assert card.failure_effects == [{"kind": "pool", "pool": "morale", "delta": -2}]
    way = Way.objects.get()
    assert (way.slug, way.cost, way.order) == ("one", {PoolKind.ENERGY: 5}, 0)


@pytest.mark.django_db
def test_r8_deed_and_tally_of_a_pack_are_those_of_the_day():
    text = changed("minutes: 10", "minutes: 10\n    tally: until_voted")
    text = changed("cost: {energy: 5}", "deed: {ru: Спойте, en: Sing}", text)
    text += "      - {slug: two, title: {ru: Два, en: Two}}\n"
    game = Game.objects.create(key="day", pack="probe", title={"ru": "Проба"}, epoch="e")

    scenario.build(read_text(text), game)

    assert Card.objects.get().tally == Tally.UNTIL_VOTED
    assert list(Way.objects.values_list("deed", "judgement")) == [
        ({"ru": "Спойте", "en": "Sing"}, Judgement.AWAITING),
        ({}, Judgement.NONE),
    ]


def test_unknown_tally_and_incomplete_prices_of_own_ways_are_faults():
    ((_line, _where, message),) = faults_of(changed("minutes: 10", "tally: secret"))
    assert "is not one of the words possible here" in message

    text = f"settings: {{own_way_costs: {{cheap: {{energy: 1}}, fair: {{energy: 2}}}}}}\n{WHOLE}"
    ((line, _where, message),) = faults_of(text)
    assert (line, message) == (1, "“dear” is missing here.")


@pytest.mark.django_db
def test_card_until_the_end_has_no_limit():
    game = Game.objects.create(key="day", pack="probe", title={"ru": "Проба"}, epoch="e")

    scenario.build(read_text(changed("minutes: 10", "until_end: true")), game)

    assert Card.objects.get().time_limit is None


# Adding to a day


BIGGER = WHOLE + CARD.replace("slug: first", "slug: second")


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("wipeable")
class TestAddCards:
    def test_day_gets_only_the_cards_it_lacks(self):
        game = make_day(started=False)
        Card.objects.filter(slug="second").delete()
        first = Card.objects.get(slug="first")

        added = scenario.add_cards(read_text(BIGGER), game_key=game.key)

        assert added == ("second",)
        assert Card.objects.get(slug="second").map == first.map
        assert Card.objects.get(slug="first").title == first.title

    def test_day_that_has_started_keeps_its_deck(self):
        game = make_day()
        before = JournalEntry.objects.count()

        with pytest.raises(scenario.PackError, match="has started"):
            scenario.add_cards(read_text(BIGGER), game_key=game.key)

        assert JournalEntry.objects.count() == before

    def test_unknown_day_is_refused(self):
        with pytest.raises(scenario.PackError, match="no game day “nowhere”"):
            scenario.add_cards(read_text(BIGGER), game_key="nowhere")

    def test_cards_of_unknown_maps_are_refused_and_nothing_is_written(self):
        game = make_day(started=False)
        mars = CARD.replace("slug: first", "slug: on-mars").replace("map: luna", "map: mars")
        text = changed("  - slug: luna", "  - {slug: mars, title: {ru: Марс}}\n  - slug: luna")
        text += CARD.replace("slug: first", "slug: new") + mars
        cards = Card.objects.count()

        with pytest.raises(scenario.PackError) as error:
            scenario.add_cards(read_text(text), game_key=game.key)

        (fault,) = error.value.faults
        assert (fault.line, fault.where) == (line_of(text, "map: mars"), "cards[on-mars].map")
        assert Card.objects.count() == cards


# Commands


def run(*args: str) -> str:
    out = StringIO()
    call_command(*args, stdout=out)
    return out.getvalue()


def test_check_pack_tells_warnings_and_a_count(tmp_path: Path):
    path = tmp_path / "own.yaml"
    path.write_text(changed("    minutes: 10\n", ""), encoding="utf-8")

    told = run("check_pack", str(path))

    assert "Warning: 14: cards[first]: Neither" in told
    assert "no faults; cards: 1, maps: 1." in told


@pytest.mark.parametrize("command", ["check_pack", "load_pack"])
def test_commands_fail_with_every_fault(tmp_path: Path, command: str):
    path = tmp_path / "own.yaml"
    path.write_text(changed("minutes: 10", "minutes: 0\n    turn: -1"), encoding="utf-8")

    with pytest.raises(CommandError) as error:
        run(command, str(path))

    assert len(str(error.value).splitlines()) == 2


def test_load_pack_without_a_day_only_checks():
    assert "new_game voina-gorizonta" in run("load_pack", "voina-gorizonta")


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("wipeable")
def test_load_pack_adds_to_a_day(tmp_path: Path):
    path = tmp_path / "own.yaml"
    path.write_text(WHOLE + CARD.replace("slug: first", "slug: new"), encoding="utf-8")
    game = make_day(started=False)

    assert "Added: 1 (new)." in run("load_pack", str(path), "--game", game.key)
    assert Card.objects.filter(slug="new").exists()


def test_pack_made_from_values_has_warnings_without_lines():
    assert {fault.line for fault in scenario.warnings(make_pack())} == {0}

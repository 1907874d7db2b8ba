from __future__ import annotations

from django.urls import path

from hq.views import boards, books, console, decisions, doors, evening, master

urlpatterns = [
    path("", doors.home, name="home"),
    path("j/<str:code>/", doors.join, name="join"),
    path("s/<str:token>/", doors.restore, name="restore"),
    path("seat/<int:seat>/", doors.seat_switch, name="seat_switch"),
    path("leave/", doors.leave, name="leave"),
    path("language/", doors.language, name="language"),
    path("hq/", boards.board, name="board"),
    path("wall/", boards.wall, name="wall"),
    path("chronicle/", boards.chronicle, name="chronicle"),
    path("ledger/", books.lines, name="ledger"),
    path("ledger/<int:line>/undo/", books.undo, name="undo"),
    path("live/<slug:board>/", boards.frame, name="frame"),
    path("hq/cards/<int:card>/back/", decisions.back, name="back"),
    path("hq/cards/<int:card>/voice/", decisions.voice, name="voice"),
    path("hq/cards/<int:card>/take/", decisions.take, name="take"),
    path("hq/cards/<int:card>/own/", decisions.write_way, name="write_way"),
    path("hq/chorus/<int:chorus>/speak/", decisions.speak, name="speak"),
    path("hq/pools/give/", decisions.give, name="give"),
    path("hq/pools/exchange/", books.buy, name="buy"),
    path("master/", master.console, name="master"),
    path("master/end/", evening.end, name="end"),
    path("master/reopen/", evening.reopen, name="reopen"),
    path("master/stakes/<int:stake>/answer/", evening.answer, name="answer"),
    path("master/start/", master.start, name="start"),
    path("master/pause/", master.pause, name="pause"),
    path("master/resume/", master.resume, name="resume"),
    path("master/turn/", master.turn, name="turn"),
    path("master/cards/<int:card>/issue/", master.issue, name="issue"),
    path("hq/cards/<int:card>/pin/", console.pin, name="pin"),
    path("hq/cards/<int:card>/unpin/", console.unpin, name="unpin"),
    path("master/cards/write/", console.write_card, name="write_card"),
    path("master/cards/<int:card>/preview/", console.preview, name="preview"),
    path("master/cards/<int:card>/deadline/", console.move_deadline, name="move_deadline"),
    path("master/cards/<int:card>/now/", console.call_time, name="call_time"),
    path("master/aggravations/<int:aggravation>/", console.aggravate, name="aggravate"),
    path("master/people/<int:person>/mark/", master.mark, name="mark"),
    path(
        "master/chorus/<int:chorus>/voice/<int:person>/", master.record_voice, name="record_voice"
    ),
    path("master/chorus/<int:chorus>/seal/", master.seal, name="seal"),
    path("master/chorus/<int:chorus>/break/", master.break_chorus, name="break_chorus"),
    path("master/ways/<int:way>/pass/", master.pass_way, name="pass_way"),
    path("master/ways/<int:way>/refuse/", master.refuse_way, name="refuse_way"),
    path("master/pools/correct/", master.correct, name="correct"),
    path("master/seats/<int:seat>/revoke/", master.revoke, name="revoke"),
]

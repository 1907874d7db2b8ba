"""`manage.py rehearse PACK --bots N --speed X`: a day on a server and a database of its own."""

from __future__ import annotations

import asyncio
import json
import sys
from argparse import ArgumentTypeError
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from hq import scenario
from hq.benches.house import BenchError, House
from hq.rehearsal.day import Doors

FASTEST = 240  # a minute of the game in a quarter of a second: no faster does a bot look
MOST_BOTS = 200
CRASHED = 2


def speed(text: str) -> float:
    value = float(text)
    if not 1 <= value <= FASTEST:
        raise ArgumentTypeError(f"a speed is a number from 1 to {FASTEST}")
    return value


def crowd(text: str) -> int:
    value = int(text)
    if not 2 <= value <= MOST_BOTS:
        raise ArgumentTypeError(f"bots: from 2 to {MOST_BOTS}, a chorus takes two")
    return value


class Command(BaseCommand):
    help = "Play a whole day of a pack with bots; print invariants and figures as JSON."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("pack", help="a file, a folder, or the slug of a bundled pack")
        parser.add_argument("--bots", type=crowd, default=5, help="volunteers in the HQ")
        parser.add_argument("--speed", type=speed, default=20.0, help="how fast the clock runs")
        parser.add_argument(
            "--seconds", type=float, default=3600.0, help="then the day is ended early"
        )
        parser.add_argument("--json", type=Path, help="a file for the figures, too")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            path = scenario.find(options["pack"]).resolve()
            scenario.read(path)
        except scenario.PackError as error:
            raise CommandError(str(error)) from error
        try:
            with House() as house:
                told = asyncio.run(rehearse(house, path, options))
        except BenchError as fault:
            raise CommandError(str(fault), returncode=CRASHED) from fault
        said = json.dumps(told, ensure_ascii=False, indent=2)
        self.stdout.write(said)
        if options["json"]:
            options["json"].write_text(said + "\n", encoding="utf-8")
        broken = [name for name, holds in told["invariants"].items() if not holds]
        if broken:
            raise CommandError(f"Broken: {', '.join(broken)}", returncode=1)


async def rehearse(house: House, path: Path, options: dict[str, Any]) -> dict[str, Any]:
    """Raises `BenchError` when the server or the players did not come through."""
    house.manage("migrate", "--verbosity", "0")
    house.manage("collectstatic", "--noinput", "--verbosity", "0")
    doors = Doors.parse(await part(house, "day", str(path), str(options["speed"])))
    async with house.serving("serving") as served:
        plan = {
            "base": served.url,
            "pack": str(path),
            "bots": options["bots"],
            "speed": options["speed"],
            "limit": options["seconds"],
            "doors": asdict(doors),
        }
        told: dict[str, Any] = json.loads(await part(house, "play", json.dumps(plan)))
    told["pack"] = options["pack"]
    log = house.log("serving")
    told["invariants"]["server_log_clean"] = "Traceback" not in log
    if log:
        told["server_log"] = log.splitlines()
    return told


async def part(house: House, *words: str) -> str:
    """Run a part of `hq.rehearsal` in the house and return what it printed."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "hq.rehearsal", *words),
        cwd=settings.BASE_DIR,
        env=house.environment,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        said, wrong = await process.communicate()
    finally:
        if process.returncode is None:
            process.terminate()
            await process.wait()
    if process.returncode:
        raise BenchError(f"{words[0]} failed:\n{wrong.decode(errors='replace')[-4000:]}")
    return said.decode()

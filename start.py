"""One command to try, run and test ЦУП. Needs Python 3.11 or newer and nothing else.

python3 start.py [--port 8000] [--host 0.0.0.0] [--empty] [--no-bots]    run the game day
python3 start.py --take-over FILE                             go on with another laptop's day
python3 start.py setup                                                  only install
python3 start.py test [PYTEST ARGS]                                     check everything
"""

# An old Python must get as far as the sentence in `python_is_too_old`: no syntax newer than 3.6 in
# this file, and no newer annotation above that sentence.
import argparse
import ctypes
import hashlib
import os
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

NEEDED = (3, 11)
ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
VAR = Path(os.environ.get("VAR_DIR") or ROOT / "var")
WINDOWS = os.name == "nt"
PYTHON = VENV / ("Scripts/python.exe" if WINDOWS else "bin/python")
UV = "uv==0.13.9"  # three times faster than pip; pip does when it cannot be had
LOCK = "requirements.txt"
DEV_LOCK = "requirements-dev.txt"
PACK = "voina-gorizonta"
PATIENCE = 10  # seconds for a child to stop by itself
BROWSERS = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "msedge",
    "microsoft-edge",
)
BROWSER_PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    "{PROGRAMFILES}/Google/Chrome/Application/chrome.exe",
    "{PROGRAMFILES(X86)}/Google/Chrome/Application/chrome.exe",
    "{LOCALAPPDATA}/Google/Chrome/Application/chrome.exe",
    "{PROGRAMFILES(X86)}/Microsoft/Edge/Application/msedge.exe",
)
NO_NETWORK = re.compile(
    r"name resolution|resolve host|dns error|failed to lookup|NewConnectionError|"
    r"Failed to establish|Network is unreachable|getaddrinfo|No route to host|ConnectTimeout|"
    r"ConnectionError|Connection refused|error sending request",
    re.IGNORECASE,
)


def speaks_russian() -> bool:
    """Russian first; English where the system says so."""
    if WINDOWS:
        kernel = ctypes.windll.kernel32  # type: ignore[attr-defined,unused-ignore]
        return bool(kernel.GetUserDefaultUILanguage() & 0x3FF == 0x19)
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(name):
            return not os.environ[name].startswith("en")
    return True


def words(ru: str, en: str) -> str:
    """The same sentence for the person in front of the screen."""
    return ru if speaks_russian() else en


def python_is_too_old(version: "tuple[int, ...]") -> str:
    """The sentence to stop with, or nothing."""
    if tuple(version[:2]) >= NEEDED:
        return ""
    return words(
        "Нужен Python 3.11 или новее, а это {}.{}. Поставьте новый с сайта python.org "
        "или запустите им, например: python3.12 start.py",
        "Python 3.11 or newer is needed, this is {}.{}. Install one from python.org, "
        "or start with it, for example: python3.12 start.py",
    ).format(*version[:2])


if python_is_too_old(sys.version_info[:2]):
    sys.exit(python_is_too_old(sys.version_info[:2]))


class StopError(Exception):
    """A sentence for the person at the terminal; nothing more to be done here."""


def say(ru: str, en: str) -> None:
    print(words(ru, en), flush=True)


def utf8() -> None:
    """Cyrillic and the QR's blocks, on a Windows console and in its children too."""
    os.environ["PYTHONUTF8"] = "1"
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="replace")


def keep_bytecode() -> None:
    """Where Python may not write beside the sources, compiled modules go into .venv.

    Without them each of our children takes three times as long to start.
    """
    if os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):
        os.environ.setdefault("PYTHONPYCACHEPREFIX", str(VENV / "bytecode"))


# ------------------------------------------------------------------------------- installing


def digest(*paths: Path) -> str:
    """One fingerprint of these files' names and contents."""
    made = hashlib.sha256(sys.version.encode())
    for path in sorted(paths):
        made.update(path.relative_to(ROOT).as_posix().encode())
        made.update(path.read_bytes())
    return made.hexdigest()


def stamped(stamp: Path, fingerprint: str) -> bool:
    return stamp.is_file() and stamp.read_text(encoding="utf-8") == fingerprint


def run(*command: object, env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """Run to its end and keep what it said, both streams together."""
    return subprocess.run(
        [str(part) for part in command],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        check=False,
        env=env,
    )


def install(lock: str) -> None:
    """Make .venv and put the lock file's packages in it, each checked by its hash."""
    path, stamp = ROOT / lock, VENV / f".stamp-{lock}"
    fingerprint = digest(path)
    if stamped(stamp, fingerprint) and run(PYTHON, "-c", "").returncode == 0:
        return
    make_venv()
    say(
        "Ставлю библиотеки, это один раз и меньше минуты…",
        "Installing libraries, once and in less than a minute…",
    )
    got_uv = run(PYTHON, "-m", "pip", "install", "--quiet", "--retries", "1", UV)
    done = got_uv
    if got_uv.returncode == 0:
        done = run(
            PYTHON, "-m", "uv", "pip", "install", "--require-hashes", "-r", path,
            "--python", PYTHON,
        )  # fmt: skip
    if done.returncode != 0:
        done = run(PYTHON, "-m", "pip", "install", "--quiet", "--require-hashes", "-r", path)
    if done.returncode != 0:
        raise StopError(why_not_installed(done.stdout))
    stamp.write_text(fingerprint, encoding="utf-8")
    if lock == DEV_LOCK:  # it holds the other, version by version
        (VENV / f".stamp-{LOCK}").write_text(digest(ROOT / LOCK), encoding="utf-8")


def make_venv() -> None:
    if PYTHON.exists() and run(PYTHON, "-m", "pip", "--version").returncode == 0:
        return
    made = run(sys.executable, "-m", "venv", "--clear", VENV)
    if made.returncode != 0 and "ensurepip" in made.stdout and apt("python3-venv"):
        made = run(sys.executable, "-m", "venv", "--clear", VENV)
    if made.returncode == 0:
        return
    raise StopError(
        words(
            "Не получилось создать .venv. На Debian и Ubuntu помогает: "
            "sudo apt install python3-venv",
            "Could not make .venv. On Debian and Ubuntu this helps: sudo apt install python3-venv",
        )
        + "\n\n"
        + tail(made.stdout)
    )


def why_not_installed(output: str) -> str:
    if NO_NETWORK.search(output):
        return words(
            "Нет сети, а первый запуск один раз скачивает библиотеки. Подключитесь к интернету "
            "и запустите ещё раз; дальше игра идёт без интернета.",
            "There is no network, and the first start downloads libraries once. Connect to the "
            "internet and start again; after that the game runs without it.",
        )
    reason = words(
        "Библиотеки не поставились. Вот что ответил установщик:",
        "The libraries could not be installed. The installer said:",
    )
    return reason + "\n\n" + tail(output)


def tail(output: str, lines: int = 12) -> str:
    return "\n".join(output.strip().splitlines()[-lines:])


def apt(package: str) -> bool:
    """Install a Debian package where that needs no question: as root."""
    if WINDOWS or os.geteuid() != 0 or not shutil.which("apt-get"):
        return False
    environment = dict(os.environ, DEBIAN_FRONTEND="noninteractive")
    run("apt-get", "update", env=environment)
    done = run("apt-get", "install", "-y", "--no-install-recommends", package, env=environment)
    return done.returncode == 0


# ---------------------------------------------------------------------------- the game day


def manage(*arguments: object) -> str:
    """Run a management command; its own output is the answer."""
    done = subprocess.run(
        [str(part) for part in (PYTHON, "manage.py", *arguments)],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    if done.returncode != 0:
        command = " ".join(str(part) for part in arguments)
        raise StopError(
            words("Не получилось: {}", "This failed: {}").format("manage.py " + command)
            + "\n\n"
            + tail(done.stdout + done.stderr, 20)
        )
    return done.stdout


def port_is_taken(host: str, port: int) -> str:
    """The sentence to stop with, or nothing. Comes before everything that takes time."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        if not WINDOWS:  # there the option would let two servers share the port
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except PermissionError:
            return words(
                "Порт {0} доступен только администратору. Возьмите другой: "
                "python3 start.py --port 8000",
                "Port {0} is for administrators only. Take another: python3 start.py --port 8000",
            ).format(port)
        except socket.gaierror:
            return words(
                "Адрес {0} не понят. Обычно его указывать не нужно.",
                "The address {0} is not understood. Usually none is needed.",
            ).format(host)
        except OSError:
            return words(
                "Порт {0} занят: там уже работает другая программа или ещё один ЦУП. "
                "Остановите её (Ctrl-C в её окне) или возьмите другой порт: "
                "python3 start.py --port {1}",
                "Port {0} is taken: another program, or another ЦУП, is running there. "
                "Stop it (Ctrl-C in its window) or take another port: "
                "python3 start.py --port {1}",
            ).format(port, port + 1 if port < 65535 else 8000)
    return ""


def prepare() -> None:
    """Translations, tables, static files: only when something they are made of has changed."""
    made_of = [
        ROOT / LOCK,
        *ROOT.glob("horizonwar/*.py"),
        *ROOT.glob("*/migrations/*.py"),
        *ROOT.glob("*/locale/*/LC_MESSAGES/*.po"),
        *(path for path in ROOT.glob("static/**/*") if path.is_file()),
    ]
    stamp, fingerprint = VAR / "prepared", digest(*made_of)
    static = Path(os.environ.get("STATIC_ROOT") or ROOT / "staticfiles")
    ready = static.is_dir() and all(
        path.with_suffix(".mo").exists() for path in ROOT.glob("*/locale/*/LC_MESSAGES/*.po")
    )
    if ready and database_exists() and stamped(stamp, fingerprint):
        return
    say("Готовлю базу и страницы…", "Preparing the database and the pages…")
    manage("compile_translations")
    manage("migrate", "--verbosity", "0")
    manage("collectstatic", "--noinput", "--verbosity", "0")
    VAR.mkdir(parents=True, exist_ok=True)
    stamp.write_text(fingerprint, encoding="utf-8")


def database_exists() -> bool:
    if os.environ.get("DATABASE_URL"):
        return False  # only the server itself knows: let migrate look
    return Path(os.environ.get("DATABASE_FILE") or VAR / "db.sqlite3").exists()


def open_first_day() -> None:
    """The demo day, once per database; a day that is already there is left alone."""
    mark = VAR / "first_day.json"
    if mark.exists():
        return
    say("Открываю первый игровой день…", "Opening the first game day…")
    answer = manage("new_game", PACK, "--json")
    mark.write_text(answer, encoding="utf-8")
    mark.chmod(0o600)


# ------------------------------------------------------------------------------ taking over


def take_over(file: Path) -> None:
    """Go on with a day of another laptop: a copy of its database, or a file of export_game."""
    kind = kind_of_day(file)
    if kind == "database":
        if os.environ.get("DATABASE_URL"):
            raise StopError(
                words(
                    "Это база SQLite, а здесь задан DATABASE_URL. Возьмите файл export_game "
                    "или уберите DATABASE_URL.",
                    "This is an SQLite database, but DATABASE_URL is set here. Take a file of "
                    "export_game, or unset DATABASE_URL.",
                )
            )
        put_database(file)
    (VAR / "prepared").unlink(missing_ok=True)
    prepare()
    (VAR / "first_day.json").touch(mode=0o600)  # the day is there: no demo day
    say("Принимаю день…", "Taking the day over…")
    told = (
        manage("take_over")
        if kind == "database"
        else manage("import_game", file, "--replace", "--hold")
    )
    print(told.strip(), flush=True)


def kind_of_day(file: Path) -> str:
    """By its first bytes, whatever its name."""
    try:
        with file.open("rb") as opened:
            head = opened.read(200)
    except OSError as error:
        raise StopError(
            words("Файл не читается: {}", "The file cannot be read: {}").format(error)
        ) from error
    if head.startswith(b"SQLite format 3\0"):
        return "database"
    if b"horizonwar-day" in head:
        return "day"
    raise StopError(
        words(
            "Это не копия базы и не файл дня: {}. Нужен файл из var/copies или var/db.sqlite3 "
            "первого ноутбука, или файл export_game.",
            "This is neither a copy of the database nor a file of a day: {}. What is needed is a "
            "file out of var/copies or var/db.sqlite3 of the first laptop, or a file of "
            "export_game.",
        ).format(file)
    )


def put_database(file: Path) -> None:
    """The copy becomes this laptop's database; the one that was here is kept beside it."""
    target = Path(os.environ.get("DATABASE_FILE") or VAR / "db.sqlite3")
    fresh = target.with_name(target.name + ".new")
    target.parent.mkdir(parents=True, exist_ok=True)
    fresh.unlink(missing_ok=True)
    fault = ""
    try:
        # Through SQLite itself: a database taken with its -wal beside it comes whole.
        source, made = sqlite3.connect(file), sqlite3.connect(fresh)
        try:
            source.backup(made)
            made.execute("PRAGMA journal_mode=DELETE")
            [[fault]] = made.execute("PRAGMA quick_check(1)").fetchall()
        finally:
            source.close()
            made.close()
    except sqlite3.Error as error:
        fault = str(error)
    if fault != "ok":
        fresh.unlink(missing_ok=True)
        raise StopError(
            words(
                "Копия повреждена ({}), здесь ничего не изменилось. Возьмите предыдущую.",
                "The copy is damaged ({}), nothing was changed here. Take the one before it.",
            ).format(fault)
        )
    aside = time.strftime("%Y%m%d-%H%M%S")
    for ending in ("", "-wal", "-shm"):
        old = target.with_name(target.name + ending)
        if old.exists():
            old.replace(target.with_name(f"{target.name}.before-{aside}{ending}"))
    fresh.chmod(0o600)
    fresh.replace(target)


def child(*arguments: object, log: Path | None = None) -> subprocess.Popen[bytes]:
    """Start a management command beside us. It gets no Ctrl-C of its own: we pass it on once."""
    command = [str(part) for part in (PYTHON, "manage.py", *arguments)]
    apart = {} if WINDOWS else {"start_new_session": True}
    if log is None:
        return subprocess.Popen(command, cwd=ROOT, **apart)  # type: ignore[call-overload,no-any-return]
    with log.open("ab") as output:
        return subprocess.Popen(  # type: ignore[call-overload,no-any-return]
            command, cwd=ROOT, stdout=output, stderr=output, **apart
        )


def stop(children: list[subprocess.Popen[bytes]]) -> None:
    """The same Ctrl-C for each; whoever has not gone after a while is ended."""
    for process in children:
        if process.poll() is None and not WINDOWS:  # on Windows the console has told them
            process.send_signal(signal.SIGINT)
    for process in children:
        try:
            process.wait(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def wait_until_open(server: subprocess.Popen[bytes], host: str, port: int) -> None:
    """Until the server takes connections, or is gone."""
    target = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104
    until = time.monotonic() + 60
    while time.monotonic() < until and server.poll() is None:
        try:
            with socket.create_connection((target, port), timeout=1):
                return
        except OSError:
            time.sleep(0.1)
    raise StopError(
        words("Сервер не поднялся, причина выше.", "The server did not start, see above.")
    )


def start(options: argparse.Namespace) -> int:
    taken = port_is_taken(options.host, options.port)
    if taken:
        raise StopError(taken)
    os.environ["SERVE_PORT"] = str(options.port)
    if options.take_over:
        kind_of_day(options.take_over)  # a wrong file is told of before anything takes time
    install(LOCK)
    if options.take_over:
        take_over(options.take_over)
    if not database_exists() and not os.environ.get("DATABASE_URL"):
        (VAR / "first_day.json").unlink(missing_ok=True)
    prepare()
    if not options.empty:
        open_first_day()
    # Ctrl-C too: a shell starts what it puts in the background with that one ignored.
    on_signals(raise_interrupt)
    children = [child("serve", "--host", options.host, "--port", options.port)]
    try:
        welcome = manage("welcome", "--port", options.port)
        wait_until_open(children[0], options.host, options.port)
        print(welcome, flush=True)
        say("Остановить: Ctrl-C. День сохранится.", "Stop with Ctrl-C. The day is kept.")
        if not options.no_bots and not options.empty and not options.take_over:
            children.append(child("demo_bots", log=VAR / "bots.log"))
        return children[0].wait()
    except KeyboardInterrupt:
        return 0
    finally:
        on_signals(signal.SIG_IGN)  # a second one must not leave the server behind
        stop(children)
        say("Остановлено, день сохранён.", "Stopped, the day is kept.")


def on_signals(answer: Callable[[int, object], None] | signal.Handlers) -> None:
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), answer)


def raise_interrupt(_number: int, _frame: object) -> None:
    raise KeyboardInterrupt


# ----------------------------------------------------------------------------------- tests


class Checks:
    """Runs every check, remembers what failed and what could not be run, and says so at the end."""

    def __init__(self) -> None:
        self.failed: list[str] = []
        self.skipped: list[str] = []
        self.summaries: list[str] = []

    def run(self, name: str, *command: object, env: dict[str, str] | None = None) -> None:
        print("\n=== " + name, flush=True)
        last = ""
        with subprocess.Popen(
            [str(part) for part in command],
            cwd=ROOT,
            env=dict(os.environ, **(env or {})),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
        ) as process:
            for line in process.stdout or ():
                print(line, end="", flush=True)
                last = line.strip() or last
        if process.returncode != 0:
            self.failed.append(name)
        if name.startswith("pytest"):
            self.summaries.append(f"{name}: {last}")

    def skip(self, name: str, reason: str) -> None:
        self.skipped.append(f"{name}: {reason}")

    def finish(self) -> int:
        strict = os.environ.get("CI", "").lower() in ("1", "true") and self.skipped
        print("\n=== " + words("Итог", "Summary"))
        for line in self.skipped:
            print(words("ПРОПУЩЕНО", "SKIPPED"), line)
        for line in self.failed:
            print(words("НЕ ПРОШЛО", "FAILED"), line)
        if strict:
            say("В CI пропуск считается ошибкой.", "In CI a skipped check is a failure.")
        if not self.failed and not strict:
            say("Всё прошло.", "All passed.")
        print("\n".join(self.summaries), flush=True)
        return 1 if self.failed or strict else 0


def test(arguments: list[str]) -> int:
    install(DEV_LOCK)
    browser = find_browser()
    if browser:
        os.environ["E2E_BROWSER"] = browser
    manage("compile_translations")
    if arguments:
        return subprocess.call([str(PYTHON), "-m", "pytest", *arguments], cwd=ROOT)
    checks = Checks()
    if not browser and apt("chromium"):
        browser = find_browser()
        os.environ["E2E_BROWSER"] = browser
    if not browser:
        checks.skip(
            words("браузерные тесты", "browser tests"),
            words(
                "нет Chromium, Chrome или Edge; поставьте любой из них",
                "no Chromium, Chrome or Edge; install any of them",
            ),
        )
    for name, command in STATIC_CHECKS:
        checks.run(name, PYTHON, *command)
    checks.run("pytest, SQLite", PYTHON, "-m", "pytest", *ON_BOTH_CORES, "-m", "not alone")
    checks.run("pytest, one at a time", PYTHON, "-m", "pytest", "-m", "alone")
    test_scaled(checks)
    return checks.finish()


ON_BOTH_CORES = ("-n", "2", "--dist", "worksteal")
STATIC_CHECKS = (
    ("ruff format", ("-m", "ruff", "format", "--check", ".")),
    ("ruff check", ("-m", "ruff", "check", ".")),
    ("mypy", ("-m", "mypy")),
    ("djlint", ("-m", "djlint", "templates", "--lint", "--quiet")),
    ("import contracts", ("-c", "from importlinter.cli import lint_imports_command as c; c()")),
    ("migrations", ("manage.py", "makemigrations", "--check", "--dry-run")),
    ("system checks", ("manage.py", "check", "--fail-level", "WARNING")),
    ("translations", ("manage.py", "compile_translations", "--check")),
)


def test_scaled(checks: Checks) -> None:
    """The suite once more on PostgreSQL and Redis, a club's set-up, where they can be had."""
    folder = Path(tempfile.mkdtemp(prefix="horizonwar-servers-"))
    servers: list[subprocess.Popen[bytes]] = []
    try:
        database, cache = postgres_url(folder, servers), redis_url(folder, servers)
        missing = [name for name, url in (("PostgreSQL", database), ("Redis", cache)) if not url]
        if missing:
            checks.skip(
                words("тесты на PostgreSQL и Redis", "tests on PostgreSQL and Redis"),
                words("нет: ", "not here: ") + ", ".join(missing),
            )
            return
        checks.run(
            "pytest, PostgreSQL + Redis",
            # What never touches the database has been tested already (tests/conftest.py).
            *(PYTHON, "-m", "pytest", *ON_BOTH_CORES, "-m", "postgres and not e2e"),
            env={"DATABASE_URL": database, "REDIS_URL": cache},
        )
    finally:
        for server in servers:
            server.terminate()
            server.wait()
        shutil.rmtree(folder, ignore_errors=True)


def postgres_url(folder: Path, servers: list[subprocess.Popen[bytes]]) -> str:
    """A PostgreSQL that answers, or one of our own for the length of the tests, or nothing."""
    url = os.environ.get("TEST_DATABASE_URL") or "postgresql://root@127.0.0.1:5432/test"
    if postgres_answers(url):
        return url
    program = postgres_program("initdb") or (apt("postgresql") and postgres_program("initdb"))
    if not program:
        return ""
    data, port = folder / "postgres", free_port()
    owner = None
    if not WINDOWS and os.geteuid() == 0:  # PostgreSQL refuses to run as root
        owner = "postgres"
        shutil.chown(folder, owner)
    quiet = {"cwd": folder, "user": owner, "stdout": subprocess.DEVNULL}
    subprocess.run(
        [program, "-D", str(data), "-U", "root", "--auth=trust", "-E", "UTF8"],
        check=False,
        **quiet,  # type: ignore[call-overload]
    )
    options = ("fsync=off", "unix_socket_directories=", "listen_addresses=127.0.0.1")
    command = [str(Path(program).with_name("postgres")), "-D", str(data), "-p", str(port)]
    for option in options:
        command += ["-c", option]
    servers.append(
        subprocess.Popen(command, stderr=subprocess.DEVNULL, **quiet)  # type: ignore[call-overload]
    )
    url = f"postgresql://root@127.0.0.1:{port}/postgres"
    return url if within(20, lambda: postgres_answers(url)) else ""


def postgres_answers(url: str) -> bool:
    code = "import psycopg, sys; psycopg.connect(sys.argv[1], connect_timeout=2).close()"
    return run(PYTHON, "-c", code, url).returncode == 0


def postgres_program(name: str) -> str:
    """On the path, or where Debian keeps it."""
    places = sorted(Path("/usr/lib/postgresql").glob("*/bin/" + name), reverse=True)
    return shutil.which(name) or (str(places[0]) if places else "")


def redis_url(folder: Path, servers: list[subprocess.Popen[bytes]]) -> str:
    """A Redis that answers, or one of our own for the length of the tests, or nothing."""
    url = os.environ.get("TEST_REDIS_URL") or "redis://127.0.0.1:6379/0"
    if redis_answers(url):
        return url
    if not shutil.which("redis-server") and not apt("redis-server"):
        return ""
    port = free_port()
    servers.append(
        subprocess.Popen(
            ["redis-server", "--port", str(port), "--save", "", "--dir", str(folder)],
            stdout=subprocess.DEVNULL,
        )
    )
    url = f"redis://127.0.0.1:{port}/0"
    return url if within(10, lambda: redis_answers(url)) else ""


def redis_answers(url: str) -> bool:
    code = "import redis, sys; redis.Redis.from_url(sys.argv[1], socket_timeout=2).ping()"
    return run(PYTHON, "-c", code, url).returncode == 0


def within(seconds: float, true: Callable[[], bool]) -> bool:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if true():
            return True
        time.sleep(0.2)
    return False


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def find_browser() -> str:
    """A Chromium family browser for the tests, or nothing."""
    chosen = os.environ.get("E2E_BROWSER")
    if chosen:
        return chosen
    for name in BROWSERS:
        found = shutil.which(name)
        if found:
            return found
    for place in BROWSER_PLACES:
        named = re.sub(r"\{(.+?)\}", lambda hit: os.environ.get(hit[1], "?"), place)
        if Path(named).exists():
            return named
    return ""


# --------------------------------------------------------------------------- command line


def parse(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="start.py", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("command", nargs="?", choices=("setup",), help=argparse.SUPPRESS)
    parser.add_argument("--port", type=port_number, default=8000)
    parser.add_argument("--host", default="0.0.0.0")  # noqa: S104  (the phones of the house)
    parser.add_argument("--empty", action="store_true", help="no demo day, no bots")
    parser.add_argument("--no-bots", action="store_true", help="the demo day without its bots")
    parser.add_argument(
        "--take-over", metavar="FILE", type=Path, help="go on with another laptop's day"
    )
    return parser.parse_args(arguments)


def port_number(text: str) -> int:
    if text.isdecimal() and 1 <= int(text) <= 65535:
        return int(text)
    raise argparse.ArgumentTypeError(
        words("порт — число от 1 до 65535", "a port is a number from 1 to 65535")
    )


def main(arguments: list[str]) -> int:
    utf8()
    keep_bytecode()
    try:
        if arguments[:1] == ["test"]:
            return test(arguments[1:])
        options = parse(arguments)
        if options.command == "setup":
            install(LOCK)
            say("Готово. Запуск: python3 start.py", "Done. Start with: python3 start.py")
            return 0
        return start(options)
    except StopError as stop_words:
        print(stop_words, file=sys.stderr, flush=True)
        return 1
    except KeyboardInterrupt:
        return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

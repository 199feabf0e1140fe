"""Lets a real worker of OpenBench play a test on a real server of OpenBench.

    drive.py SOURCES CHECKOUT FOLDER BENCH

runs the sources of OpenBench, none of them changed, in FOLDER, which must be empty: a server
that CHECKOUT's configure.py has taught Tak, and a worker that fetches, builds and plays all
that the server names, 20 games with clocks. BENCH is the node count of the engine. Prints
what the server holds then, as one line of JSON, and writes the logs of both to FOLDER.
"""

import json
import os
import pathlib
import re
import shutil
import socket
import subprocess
import sys
import time

import requests

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from github import GitHub, REPOSITORY  # noqa: E402

GAMES = 20
USER, PASSWORD = "keeper", "of-the-bench"
# For two builds and two minutes of games on a busy machine.
PATIENCE = 40 * 60


class Server:
    """The server, its database, and somebody who is logged in."""

    def __init__(self, folder, environment):
        self.folder, self.environment = folder, environment
        self.manage("migrate", "--verbosity", "0")
        # As its administrator does it in a browser.
        self.shell(
            "from django.contrib.auth.models import User; from OpenBench.models import Profile;"
            f"user = User.objects.create_superuser('{USER}', '', '{PASSWORD}');"
            "Profile.objects.create(user=user, enabled=True, approver=True)"
        )
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{port}"
        self.log = open(folder.parent / "server.log", "w")
        command = [sys.executable, "manage.py", "runserver", "--noreload", f"127.0.0.1:{port}"]
        self.process = subprocess.Popen(
            command, cwd=folder, env=environment, stdout=self.log, stderr=self.log
        )
        self.session = requests.Session()
        self.session.trust_env = False

    def log_in(self):
        until(lambda: self.get("/login/"), "the server", self.process)
        self.post("/login/", {"username": USER, "password": PASSWORD})

    def manage(self, *words):
        command = [sys.executable, "manage.py", *words]
        done = subprocess.run(
            command, cwd=self.folder, env=self.environment, capture_output=True, text=True
        )
        if done.returncode:
            sys.exit(f"{command}: {done.stdout}{done.stderr}")
        return done.stdout

    def shell(self, program):
        return self.manage("shell", "-c", program)

    def get(self, path):
        answer = self.session.get(self.address + path, timeout=60)
        answer.raise_for_status()
        return answer.text

    def post(self, path, form):
        """Sends a form as a browser does."""
        self.get(path)
        form = {**form, "csrfmiddlewaretoken": self.session.cookies["csrftoken"]}
        headers = {"Referer": self.address + path}
        answer = self.session.post(self.address + path, form, headers=headers, timeout=60)
        answer.raise_for_status()
        return answer.text

    def info(self):
        return json.loads(self.get("/api/workload/1/info/"))["info"]


def until(done, what, process):
    """Waits until something is there, or its process has ended."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        try:
            if found := done():
                return found
        except requests.RequestException:
            pass
        if process.poll() is not None:
            sys.exit(f"{what} has ended with {process.returncode}")
        time.sleep(1)
    sys.exit(f"{what} took longer than {PATIENCE} s")


def form(engines):
    """The form of a new test, filled in by the engine's own presets."""
    engine = json.loads((engines / "tak-engine.json").read_text())
    values = {
        "info": "", "upload_pgns": "COMPACT", "priority": 0, "throughput": 1000,
        "scale_method": "BASE", "scale_nps": engine["nps"], "test_mode": "GAMES",
        "test_max_games": GAMES, "workload_size": GAMES // 4, "both_time_control": "1.0+0.02",
    }
    values = {**engine["test_presets"]["default"], **values}
    for side in ("dev", "base"):
        values |= {
            f"{side}_engine": "tak-engine", f"{side}_repo": engine["source"],
            f"{side}_branch": "main", f"{side}_bench": "", f"{side}_network": "",
            f"{side}_options": values["both_options"],
            f"{side}_time_control": values["both_time_control"],
        }
    return values


def worker(server, sources, environment):
    """Starts the worker, in a session of its own."""
    # It ends what it has started by `pkill -f NAME`. That shall end nothing of anybody else:
    # among the processes of its session only.
    tools = server.folder.parent / "tools"
    tools.mkdir()
    shim = tools / "pkill"
    shim.write_text(f'#!/bin/sh\nexec {shutil.which("pkill")} -s 0 "$@"\n')
    shim.chmod(0o755)
    environment = {**environment, "PATH": f"{tools}{os.pathsep}{environment['PATH']}"}
    command = [sys.executable, "-u", "client.py", "-U", USER, "-P", PASSWORD, "-S", server.address]
    command += ["-T", "1", "-N", "1", "--no-client-downloads"]
    log = open(server.folder.parent / "worker.log", "w")
    return subprocess.Popen(
        command, cwd=sources / "Client", env=environment, stdout=log, stderr=log,
        start_new_session=True,
    )


def end(process):
    """Ends a process and, if it has a session, all in it."""
    if process.poll() is None:
        if os.getsid(process.pid) == process.pid:
            subprocess.run(["pkill", "-KILL", "-s", str(process.pid)], check=False)
        else:
            process.kill()
    process.wait()


def main():
    sources, checkout, folder = (pathlib.Path(word).resolve() for word in sys.argv[1:4])
    bench = sys.argv[4]
    there = folder / "openbench"
    shutil.copytree(sources, there, ignore=shutil.ignore_patterns(".git"))
    subprocess.run(
        [sys.executable, checkout / "tak-match" / "openbench" / "configure.py", there],
        check=True, stdout=sys.stderr,
    )
    github = GitHub(checkout, folder, bench)
    environment = {**os.environ, **github.environment()}
    server = Server(there, environment)
    process = None
    try:
        server.log_in()
        page = server.post("/test/new/", form(there / "Engines"))
        if "test/1" not in page:
            sys.exit(f"the test was refused: {re.findall('error-message[^<]*<[^<]*', page)}")
        process = worker(server, there, environment)
        until(lambda: server.info()["finished"], "the worker", process)
        pgn = "from OpenBench.models import PGN; print(PGN.objects.count())"
        until(lambda: int(server.shell(pgn)) == 1, "the upload of the games", process)
        (there / "Client" / "openbench.exit").touch()
        print(json.dumps({
            "test": server.info(),
            "results": json.loads(server.get("/api/workload/1/results/"))["results"],
            "page": server.get("/test/1/"),
            "errors": server.shell(
                "from OpenBench.models import LogEvent;"
                "print([e.summary for e in LogEvent.objects.exclude(machine_id=0)])"
            ).strip(),
            "asked": github.asked,
        }))
    finally:
        for started in (process, server.process):
            if started:
                end(started)


if __name__ == "__main__":
    main()

"""GitHub for a machine without the Internet: a proxy that answers for it.

OpenBench fetches branches, sources and books over HTTPS from hosts of GitHub and from no
others. Programs that have HTTPS_PROXY and REQUESTS_CA_BUNDLE in their environment ask this
proxy to connect them with such a host, and are connected with the answers below.
"""

import http.server
import io
import json
import pathlib
import ssl
import subprocess
import threading
import zipfile

HOSTS = ("api.github.com", "github.com", "raw.githubusercontent.com")
REPOSITORY = "tak-toolkit/tak-toolkit"


def certificate(folder):
    """Makes a certificate for the hosts, and its key, in one file."""
    file = folder / "github.pem"
    names = ",".join(f"DNS:{host}" for host in HOSTS)
    command = "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=github.com".split()
    command += ["-addext", f"subjectAltName={names}", "-keyout", "key.pem", "-out", "only.pem"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    file.write_text((folder / "only.pem").read_text() + (folder / "key.pem").read_text())
    return file


class GitHub:
    """One repository, with the working tree of a checkout as its only commit."""

    def __init__(self, checkout, folder, bench):
        self.checkout = checkout
        self.bench = bench
        self.sha = self._git("rev-parse", "HEAD").strip()
        self.certificate = certificate(folder)
        self.asked = []
        self._archive = None
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.certificate)

        class Handler(_Handler):
            github = self
            tls = context

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def environment(self):
        """What a program needs to meet this GitHub."""
        return {
            "HTTPS_PROXY": f"http://127.0.0.1:{self.server.server_port}",
            "REQUESTS_CA_BUNDLE": str(self.certificate),
        }

    def _git(self, *words):
        command = ["git", "-C", str(self.checkout), *words]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    def archive(self):
        """All that git knows or does not ignore, as GitHub packs it."""
        if self._archive is None:
            names = self._git("ls-files", "-z", "--cached", "--others", "--exclude-standard")
            buffer = io.BytesIO()
            with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
                for name in filter(None, names.split("\0")):
                    if (self.checkout / name).is_file():
                        archive.write(self.checkout / name, f"tak-toolkit-{self.sha}/{name}")
            self._archive = buffer.getvalue()
        return self._archive

    def answer(self, host, path):
        """The body for a path, `None` if there is nothing."""
        path = path.rstrip("/")
        api, raw = f"/repos/{REPOSITORY}", f"/{REPOSITORY}/main/"
        commit = {"sha": self.sha, "commit": {"message": f"The newest\n\nBench: {self.bench}"}}
        if host == "api.github.com":
            if path == f"{api}/branches/main":
                return json.dumps({"name": "main", "commit": commit}).encode()
            if path.startswith(f"{api}/compare/"):
                return json.dumps({"ahead_by": 0}).encode()
            if path == f"{api}/zipball/{self.sha}":
                return self.archive()
        if host == "github.com" and path == f"/{REPOSITORY}/archive/main.zip":
            return self.archive()
        if host == "raw.githubusercontent.com" and path.startswith(raw):
            file = self.checkout / pathlib.PurePosixPath(path.removeprefix(raw))
            return file.read_bytes() if file.is_file() else None
        return None


class _Handler(http.server.BaseHTTPRequestHandler):
    """Connects with a host, and is that host from then on."""

    def do_CONNECT(self):
        self.host = self.path.split(":")[0]
        if self.host not in HOSTS:
            self.github.asked.append(self.path)
            self.send_error(502, "only GitHub is here")
            return
        self.send_response(200)
        self.end_headers()
        self.connection = self.tls.wrap_socket(self.connection, server_side=True)
        self.rfile = self.connection.makefile("rb")
        self.wfile = self.connection.makefile("wb")
        self.close_connection = False

    def do_GET(self):
        host = getattr(self, "host", "")
        body = self.github.answer(host, self.path)
        self.github.asked.append(f"{host}{self.path}{'' if body else ': not here'}")
        self.send_response(200 if body else 404)
        body = body or b"{}"
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
        self.wfile.flush()
        self.close_connection = True

    def log_message(self, *_):
        pass

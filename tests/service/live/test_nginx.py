"""The nginx configuration of the guide, with Debian's nginx in front of a real server: what it lets through."""

import os
import re
import shutil
import socket
import ssl
import subprocess
import time
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from lowwater.server.pages import dashboard
from lowwater.server.pages.assets import assets, digest

ROOT = Path(__file__).parents[3]
GUIDE = ROOT / "docs" / "live" / "operating.md"
PLACES = os.pathsep.join((os.environ["PATH"], "/usr/sbin", str(ROOT / ".venv" / "debian" / "usr" / "sbin")))
NGINX = shutil.which("nginx", path=PLACES)
MAIN = """daemon off; master_process off; pid nginx.pid; error_log stderr crit;
events {{}}
http {{
client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path f; uwsgi_temp_path u; scgi_temp_path s;
{server}
}}
"""


class Nginx:
    """nginx in a folder of its own, with the guide's configuration, at a free port."""

    def __init__(self, folder, upstream):
        with closing(socket.create_server(("127.0.0.1", 0))) as free:
            port = free.getsockname()[1]
        self.url = f"https://127.0.0.1:{port}"
        (block,) = re.findall(r"```nginx\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
        for details, here in {
            "127.0.0.1:8770": upstream.removeprefix("http://"),
            "listen 443 ssl": f"listen 127.0.0.1:{port} ssl",
            "/etc/ssl/survey.example.org": str(folder / "survey"),
            "/var/log/nginx/lowwater.log": str(folder / "error.log"),
        }.items():
            assert details in block
            block = block.replace(details, here)
        (folder / "nginx.conf").write_text(MAIN.format(server=block))
        names = ["-subj", "/CN=survey.example.org", "-addext", "subjectAltName=IP:127.0.0.1"]
        curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"]
        files = ["-keyout", folder / "survey.key", "-out", folder / "survey.pem"]
        openssl = shutil.which("openssl")
        subprocess.run([openssl, "req", "-x509", *curve, "-nodes", *names, *files], check=True, capture_output=True)
        self._process = subprocess.Popen([NGINX, "-p", folder, "-c", folder / "nginx.conf"], stderr=subprocess.PIPE)
        self._context = ssl.create_default_context(cafile=folder / "survey.pem")
        until = time.monotonic() + 30
        while self.status("/nothing") is None and self._process.poll() is None and time.monotonic() < until:
            pass

    def status(self, path):
        """The status of a reply; None if nobody listens yet."""
        try:
            with urllib.request.urlopen(self.url + path, context=self._context, timeout=60) as reply:  # noqa: S310
                reply.read()
                return reply.status
        except urllib.error.HTTPError as error:
            with error:
                return error.code
        except urllib.error.URLError:
            return None

    def many(self, paths):
        """The statuses of many requests, eight at a time."""
        with ThreadPoolExecutor(8) as pool:
            return list(pool.map(self.status, paths))

    def close(self):
        self._process.terminate()
        self._process.communicate()


@pytest.fixture(scope="module")
def nginx(lasting, tmp_path_factory):
    if NGINX is None or shutil.which("openssl") is None:
        pytest.skip("NO NGINX WAS TESTED: nginx or openssl is missing; `make test` fetches nginx where it is root")
    with closing(Nginx(tmp_path_factory.mktemp("nginx"), lasting.address)) as result:
        yield result


def test_a_page_and_all_its_files_come_through_however_often_they_are_loaded(nginx):
    files = [f"/pages/{digest()}/{name}" for name in assets()]
    files += [f"/pages/{dashboard.digest()}/{name}" for name in dashboard.assets()]
    loads = ["/answer/any", "/", "/open", "/survey/any", *files] * 30  # more than the burst that devices have
    assert {200} == set(nginx.many(loads))


def test_requests_of_devices_are_limited_and_what_is_inside_stays_there(nginx):
    reply = nginx.many(["/v1/surveys/none"] * 300)
    assert {404, 429} == set(reply)
    assert [404] * 4 == nginx.many(["/healthz", "/metrics", "/openapi.json", "/opened"])

#!/usr/bin/python3
"""The module http as a script of the finished program sees it: module_test.py PEEKABOO PEEKABOO_HTTP_SO"""
import http.server
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import unittest

PROGRAM, MODULE = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])


class Handler(http.server.BaseHTTPRequestHandler):
    def answer(self):
        if self.path == "/status":
            return self.reply(418, "text/plain", b"short and stout")
        size = int(self.headers.get("Content-Length", 0))
        told = {"method": self.command, "path": self.path, "agent": self.headers["User-Agent"],
                "body": self.rfile.read(size).decode()}
        self.reply(200, "application/json", json.dumps(told).encode())

    def reply(self, status, kind, body):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        self.answer()

    do_POST = do_PUT = do_GET

    def log_message(self, *_):
        pass


def run(script, *arguments, program=PROGRAM):
    """Runs a script; its standard output in lines."""
    with tempfile.NamedTemporaryFile("w", suffix=".lua") as file, tempfile.TemporaryDirectory() as folder:
        file.write(script)
        file.flush()
        environment = dict(os.environ, PEEKABOO_LOG_FILE=os.path.join(folder, "log"))
        done = subprocess.run([program, "run", file.name, *arguments], capture_output=True, text=True, timeout=60,
                              env=environment, check=False)
        if done.returncode != 0 or done.stderr:
            raise AssertionError(f"status {done.returncode}: {done.stderr}")
        return done.stdout.splitlines()


def needed_libraries(path):
    lines = subprocess.run(["ldd", path], capture_output=True, text=True, check=True).stdout.splitlines()
    return [line.split()[0] for line in lines]


class Requests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        cls.url = f"http://127.0.0.1:{cls.server.server_port}"
        threading.Thread(target=cls.server.serve_forever, daemon=True).start()

    @classmethod
    def tearDownClass(cls):
        cls.server.shutdown()
        cls.server.server_close()

    def test_gets_json(self):
        script = """
          local reply = require("http").get(arg[1] .. "/a?b=c")
          print(reply.status, reply.headers["content-type"], reply.json.method, reply.json.path, reply.json.agent)"""
        status, kind, method, path, agent = run(script, self.url)[0].split("\t")
        self.assertEqual([status, kind, method, path], ["200", "application/json", "GET", "/a?b=c"])
        self.assertTrue(agent.startswith("peekaboo/"), agent)

    def test_a_file_in_the_home_folder(self):
        with tempfile.TemporaryDirectory() as home:
            script = """
              local reply = require("http").get(arg[1] .. "/x", { to = "~/answer.json" })
              print(reply.path, reply.size > 0)"""
            kept = os.environ.get("HOME")
            os.environ["HOME"] = home
            try:
                self.assertEqual(run(script, self.url), [os.path.join(home, "answer.json") + "\ttrue"])
            finally:
                os.environ["HOME"] = kept
            self.assertGreater(os.path.getsize(os.path.join(home, "answer.json")), 0)

    def test_posts_a_table_and_a_blob(self):
        script = """
          local http, fs, json = require "http", require "fs", require "json"
          print(http.post(arg[1], {json = {n = 1, list = json.array {}}}).json.body)
          print(http.request("put", arg[1], {body = fs.read(arg[2])}).json.body)"""
        with tempfile.NamedTemporaryFile("w") as file:
            file.write("from a file")
            file.flush()
            self.assertEqual(run(script, self.url, file.name), ['{"list":[],"n":1}', "from a file"])

    def test_a_status_is_no_error(self):
        script = """local reply = require("http").get(arg[1] .. "/status") print(reply.status, reply.body, reply.json)"""
        self.assertEqual(run(script, self.url), ["418\tshort and stout\tnil"])

    def test_requests_run_side_by_side_with_everything_else(self):
        script = """
          local http, task, work = require "http", require "task", {}
          for i = 1, 20 do work[i] = function() return http.get(arg[1] .. "/" .. i).json.path end end
          local ticks = 0
          work[21] = function() for _ = 1, 3 do task.sleep(0.001) ticks = ticks + 1 end end
          local paths = {task.all(work)}
          print(paths[1], paths[20], ticks)"""
        self.assertEqual(run(script, self.url), ["/1\t/20\t3"])

    def test_an_error_is_one_of_ours(self):
        script = """
          local ok, err = pcall(require("http").get, "http://127.0.0.1:1/", {timeout = 5})
          print(ok, err.code, err.details.reason, tostring(err):match("^[A-Z_]+"))"""
        self.assertEqual(run(script), ["false\tCONNECTION_REFUSED\tconnect\tCONNECTION_REFUSED"])

    def test_the_program_ends_while_a_request_runs(self):
        script = """
          local http, task = require "http", require "task"
          local ok, err = pcall(task.timeout, 0.1, function() http.get("http://127.0.0.1:" .. arg[1], {timeout = 600}) end)
          print(err.code)"""
        with socket.create_server(("127.0.0.1", 0)) as mute:  # takes connections and says nothing
            self.assertEqual(run(script, str(mute.getsockname()[1])), ["TIMEOUT"])


class Placing(unittest.TestCase):
    SCRIPT = """
      local ok, module = pcall(require, "http")
      if ok then print(type(module.get)) else print(module.code, module.message, module.hint) end"""

    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.prefix = place.name
        os.makedirs(os.path.join(self.prefix, "bin"))
        os.makedirs(os.path.join(self.prefix, "lib/peekaboo"))
        self.program = shutil.copy(PROGRAM, os.path.join(self.prefix, "bin/peekaboo"))

    def test_the_executable_carries_no_tls(self):
        heavy = [name for name in needed_libraries(PROGRAM) if name.startswith(("libssl", "libcrypto", "libcpp-httplib"))]
        self.assertEqual(heavy, [])
        own = [name for name in needed_libraries(MODULE) if name.startswith(("libssl", "libcpp-httplib", "liblua", "libuv"))]
        self.assertEqual(sorted(name.split(".so")[0] for name in own), ["libcpp-httplib", "libssl"])

    def test_opens_on_first_use(self):
        script = """
          local fs = require "fs"
          local function loaded()
            return fs.read("/proc/self/maps", {head = 4194304}):bytes():find("libssl", 1, true) ~= nil
          end
          local before = loaded()
          local http = require "http"
          print(before, loaded(), http == require "http")"""
        self.assertEqual(run(script), ["false\ttrue\ttrue"])

    def test_found_in_the_library_folder(self):
        shutil.copy(MODULE, os.path.join(self.prefix, "lib/peekaboo"))
        self.assertEqual(run(self.SCRIPT, program=self.program), ["function"])

    def test_found_beside_the_program(self):
        shutil.copy(MODULE, os.path.join(self.prefix, "bin"))
        self.assertEqual(run(self.SCRIPT, program=self.program), ["function"])

    def test_missing(self):
        code, message, hint = run(self.SCRIPT, program=self.program)[0].split("\t")
        self.assertEqual(code, "UNSUPPORTED")
        self.assertIn("peekaboo-http.so", message)
        self.assertIn("lib/peekaboo", hint)

    def test_damaged(self):
        with open(os.path.join(self.prefix, "bin/peekaboo-http.so"), "w", encoding="ascii") as file:
            file.write("no library")
        code, message, _ = run(self.SCRIPT, program=self.program)[0].split("\t")
        self.assertEqual(code, "UNSUPPORTED")
        self.assertIn("cannot be opened", message)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])

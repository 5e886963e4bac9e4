#!/usr/bin/python3
"""The tool run_script: when it is there, what it answers, and that it never gets in the way of anything else."""
import json
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import unittest

from server import CLOCK, PEEKABOO, Served, environment, mcp_client

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "rig"))
import awake  # noqa: E402
from waiting import wait_until  # noqa: E402


def guests_of(pid):
    """The processes of guests below a server."""
    with open(f"/proc/{pid}/task/{pid}/children", encoding="utf-8") as file:
        children = file.read().split()
    found = []
    for child in children:
        try:
            with open(f"/proc/{child}/comm", encoding="utf-8") as file:
                if file.read().strip() == "peekaboo-guest":
                    found.append(int(child))
        except (FileNotFoundError, ProcessLookupError):
            pass
    return found


class Progress(mcp_client.Client):
    """A client that notices progress."""

    def __init__(self, program, variables):
        self.noticed = threading.Event()
        super().__init__(program, variables)

    def read(self):
        for line in self.process.stdout:
            message = json.loads(line)
            if message.get("method") == "notifications/progress":
                self.noticed.set()
            with self.lock:
                call = self.calls.pop(message.get("id"), None)
            if call:
                call.seconds = awake.now() - call.began
                call.answer = message
                call.done.set()


class Answers(Served):
    def test_value_output_and_calls(self):
        call = self.run_script("print('a', 1) print(nil) return {n = time.clock() > 0}, json.encode {1}")
        self.assertEqual(call.code(), "", call.text())
        answer = call.result()
        facts = {"value": [{"n": True}, "[1]"], "output": "a\t1\nnil\n", "images": [], "call_count": 2,
                 "calls": ["time.clock()", "json.encode([1])"]}
        self.assertEqual({name: answer[name] for name in facts}, facts)
        self.assertNotIn("structuredContent", answer)

    def test_nothing(self):
        call = self.run_script("")
        self.assertEqual(call.text(), "The script is done; it returned nothing.")

    def test_a_failure_tells_line_and_what_was_done(self):
        call = self.refused("task.sleep(0)\nprint 'so far'\nlocal x = nil + 1", "SCRIPT_ERROR", "script:3:", "so far",
                            "Done before: 1 call", "1. task.sleep(0)", "stack traceback")
        self.assertEqual(call.result()["error"]["line"], 3)
        self.refused("\nwindow.list { pids = 1 }", "INVALID_ARGUMENT", "Line 2 of the script", "did you mean 'pid'")

    def test_a_misspelt_member_is_named_with_the_nearest(self):
        call = self.refused("\nreturn window.lst()", "INVALID_ARGUMENT", "Line 2 of the script: there is no window.lst",
                            "did you mean window.list?", "Done before: nothing")
        self.assertEqual(call.result()["call_count"], 0)
        self.refused("return window.close(5)", "INVALID_ARGUMENT", "there is no window.close", "window has: list, ")
        self.refused("return json[('x'):rep(1000000)]", "INVALID_ARGUMENT", "there is no json.xxx")
        self.assertEqual(self.value("return pcall(function() return screen.captrue end)")[0], False)
        self.assertEqual(self.value("json.mine = 5 return json.mine, json[1] == nil"), [5, True])

    def test_error_tables_say_what_stands_in_them(self):
        self.refused("\nerror {list = {1, 'x'}}", "SCRIPT_ERROR", "Line 2 of the script", '{"list":[1,"x"]}')
        self.refused("error {message = 'mine', hint = 'try this'}", "SCRIPT_ERROR", "mine", "try this")
        self.refused("error(setmetatable({}, {__tostring = function() return 'words' end}))", "SCRIPT_ERROR", "words")
        self.refused("error {print}", "SCRIPT_ERROR", "table: ")
        call = self.refused("local t = {} for i = 1, 5000 do t[i] = 'ä' end error(t)", "SCRIPT_ERROR", '["ä","ä"', "…")
        self.assertLess(len(call.result()["error"]["message"]), 302)

    def test_numbers_that_json_has_not(self):
        self.refused("task.sleep(0) return {a = {1, 0/0}}", "INVALID_ARGUMENT", "returned value 1.a[2] is ", "nan",
                     "1. task.sleep(0)")
        self.refused("return 1, -math.huge", "INVALID_ARGUMENT", "returned value 2 is -inf")

    def test_the_errors_of_functions_can_be_caught(self):
        self.assertEqual(self.value("local ok, err = pcall(task.sleep, 'x') return ok, err.code, tostring(err)")[:2],
                         [False, "INVALID_ARGUMENT"])
        self.assertEqual(self.value("local _, err = try(time.format, 5) return err.code"), "INVALID_ARGUMENT")

    def test_arguments_of_the_call(self):
        self.assertEqual(self.value("return arguments.name .. #arguments.list", arguments={"name": "x", "list": [1, 2]}), "x2")
        for wrong in ({"timeout": 0}, {"timeout": 301}, {"arguments": [1]}, {"script": 5}):
            with self.subTest(wrong):
                call = self.client.tool("run_script", **{"script": "return 1", **wrong})
                self.assertEqual(call.code(), "INVALID_ARGUMENT")

    def test_modules_are_globals_and_required(self):
        self.assertTrue(self.value("local w = require 'window' return w == window and w.list ~= nil"))

    def test_one_guest_knows_nothing_of_another(self):
        self.value("shared = 5 string.shared = 5")
        self.assertIsNone(self.value("return shared or string.shared"))


class Beside(Served):
    """Other things go on meanwhile."""

    def test_eight_at_once_and_no_more(self):
        requests = []
        for _ in range(8):
            self.run_script("task.sleep(100)", timeout=120)
            requests.append(self.client.count)
        wait_until("eight guests", lambda: len(guests_of(self.client.process.pid)) == 8)
        self.assertEqual(self.run_script("return 1").code(), "RATE_LIMIT_EXCEEDED")
        for number in requests:
            self.client.send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": number}})
        wait_until("their ends", lambda: not guests_of(self.client.process.pid))
        wait_until("room", lambda: self.run_script("return 1").code() == "")

    def test_pings_are_answered_while_guests_compute(self):
        calls = [self.run_script("while true do end", timeout=2) for _ in range(8)]
        waits = []
        while not all(call.done.is_set() for call in calls):
            ping = self.client.ping()
            ping.result()
            waits.append(ping.seconds)
        self.assertEqual({call.code() for call in calls}, {"TIMEOUT"})
        self.assertGreater(len(waits), 10)
        self.assertLess(statistics.median(waits), 0.1)
        self.assertEqual(self.value("return 1"), 1)

    def test_a_guest_that_crashes_is_one_answer(self):
        for how, word in ((signal.SIGSEGV, "signal 11"), (signal.SIGKILL, "process killed"), (signal.SIGSYS, "forbidden system call")):
            with self.subTest(how):
                call = self.run_script("print 'here' task.sleep(20)")
                (guest,) = wait_until("a guest", lambda: guests_of(self.client.process.pid))
                os.kill(guest, how)
                self.assertIn(call.code(), ("SCRIPT_ERROR", "TIMEOUT"))
                self.assertIn(word, call.text())
                self.assertLess(call.seconds, 10, "noticed at once, not when the wait was over")
        self.assertEqual(self.value("return 1"), 1)

    def test_waiting_has_its_limit(self):
        began = awake.now()
        self.refused("print 'waiting' task.sleep(60)", "TIMEOUT", "within 0.5 seconds", "Printed:\nwaiting", timeout=0.5)
        self.assertLess(awake.now() - began, 10)


class Ends(unittest.TestCase):
    """With a client of their own."""

    def setUp(self):
        self.home = tempfile.TemporaryDirectory()
        self.addCleanup(self.home.cleanup)

    def call(self, script, *words, **variables):
        return subprocess.run([PEEKABOO, "call", *words, "run_script", json.dumps({"script": script})], capture_output=True,
                              text=True, timeout=60, env={**environment(self.home.name), **variables})

    def test_no_process_and_no_descriptor_is_left(self):
        client = mcp_client.Client(PEEKABOO, environment(self.home.name))
        before = client.holds()
        for i in range(30):
            client.tool("run_script", script="error 'x'" if i % 2 else "return {1}").result()
        wait_until("the guests' ends", lambda: not guests_of(client.process.pid))
        wait_until("the pipes' ends", lambda: client.holds()["pipe:"] == before["pipe:"])
        self.assertEqual(client.end(), 0)

    def test_cancelling_kills_the_guest(self):
        client = Progress(PEEKABOO, environment(self.home.name))
        call = client.request("tools/call", name="run_script", _meta={"progressToken": "p"},
                              arguments={"script": "time.now() while true do end"})
        (guest,) = wait_until("a guest", lambda: guests_of(client.process.pid))
        self.assertTrue(client.noticed.wait(CLOCK), "no progress was told")
        client.send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": client.count}})
        began = awake.now()
        wait_until("the guest's end", lambda: not os.path.exists(f"/proc/{guest}"))
        self.assertLess(awake.now() - began, 2)
        self.assertFalse(call.done.is_set(), "a cancelled call was answered")
        self.assertEqual(client.end(), 0)

    def test_a_server_that_dies_takes_its_guests_along(self):
        client = mcp_client.Client(PEEKABOO, environment(self.home.name))
        client.tool("run_script", script="while true do end", timeout=60)
        (guest,) = wait_until("a guest", lambda: guests_of(client.process.pid))
        client.process.kill()
        client.process.wait()
        wait_until("the guest's end", lambda: not os.path.exists(f"/proc/{guest}"))
        client.process.stdin.close()
        client.reader.join(CLOCK)
        client.process.stdout.close()

    def test_a_running_guest_holds_nothing(self):
        client = mcp_client.Client(PEEKABOO, environment(self.home.name))
        call = client.tool("run_script", script="task.sleep(20)")
        (guest,) = wait_until("a guest", lambda: guests_of(client.process.pid))
        wait_until("the call", lambda: self.state(guest).get("Seccomp") == "2")
        state = self.state(guest)
        self.assertEqual(state["NoNewPrivs"], "1")
        self.assertEqual(sorted(os.listdir(f"/proc/{guest}/fd")), ["0", "1", "2"])
        for name in os.listdir(f"/proc/{guest}/fd"):
            self.assertRegex(os.readlink(f"/proc/{guest}/fd/{name}"), r"^pipe:")
        with open(f"/proc/{guest}/environ", "rb") as file:
            self.assertEqual(file.read(), b"")
        self.assertEqual(os.readlink(f"/proc/{guest}/cwd"), "/")
        with open(f"/proc/{guest}/limits", encoding="utf-8") as file:
            limits = {line[:26].strip(): line[26:].split()[:2] for line in file}
        for name in ("Max open files", "Max file size", "Max processes", "Max core file size"):
            self.assertEqual(limits[name], ["0", "0"], name)
        self.assertEqual(limits["Max cpu time"], ["7", "7"])
        self.assertLess(int(limits["Max address space"][0]), 512 << 20)
        os.kill(guest, signal.SIGKILL)
        call.result()
        self.assertEqual(client.end(), 0)

    @staticmethod
    def state(pid):
        with open(f"/proc/{pid}/status", encoding="utf-8") as file:
            return {name: value.strip() for name, value in (line.split(":", 1) for line in file)}

    def test_it_is_there_only_where_it_is_switched_on(self):
        self.assertEqual(self.call("return 1").returncode, 0)
        for off in ("false", "0", ""):
            done = self.call("return 1", PEEKABOO_ENABLE_RUN_SCRIPT=off)
            self.assertEqual(done.returncode, 20)
            self.assertIn("Unknown tool: run_script", done.stderr)
        os.makedirs(os.path.join(self.home.name, "peekaboo"))
        with open(os.path.join(self.home.name, "peekaboo", "config.json"), "w", encoding="utf-8") as file:
            file.write('{"enable_run_script": true}')
        self.assertEqual(self.call("return 1", PEEKABOO_ENABLE_RUN_SCRIPT="").returncode, 0)

    def test_at_the_shell(self):
        done = self.call("print 'x' return 2")
        self.assertEqual(json.loads(done.stdout)["value"], 2)
        self.assertEqual(self.call("error 'x'").returncode, 26)

    def test_the_status_says_how_guests_are_held(self):
        done = subprocess.run([PEEKABOO, "list", "server_status", "--json-output"], capture_output=True, text=True, timeout=60,
                              env=environment(self.home.name))
        seen = json.loads(done.stdout)["data"]["run_script"]
        self.assertTrue(seen["available"], seen)
        self.assertEqual(seen["confinement"]["system_calls"], "system calls filtered" in seen["detail"])


if __name__ == "__main__":
    unittest.main()

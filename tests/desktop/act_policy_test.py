#!/usr/bin/python3
"""What an agent may act on, and how the person is told and asked: xterm is the agent's terminal, dunst shows the
notifications, and both speak for themselves."""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

from support import HERE, PEEKABOO, DesktopTest, active_window, wait_until

sys.path.insert(0, os.path.join(HERE, "..", "faults"))
from mcp_client import Client  # noqa: E402

SCRIPTS = os.path.join(HERE, "..", "..", "scripts")

TOOL = """
local input, tool, window = require "input", require "tool", require "window"
tool.register {
  name = "type_into", title = "Types", description = "Types into a window.",
  params = { { "window", "integer", "Its id." }, { "text", "string", "What." } },
  run = function(args)
    input.type(args.text, { window = args.window, timeout = 20 })
    return { content = { tool.text("typed") } }
  end,
}
tool.register {
  name = "click_into", title = "Clicks", description = "Clicks into a window.",
  params = { { "window", "integer", "Its id." } },
  run = function(args)
    input.click({ x = 30, y = 20 }, { window = args.window, timeout = 20 })
    return { content = { tool.text("clicked") } }
  end,
}
tool.register {
  name = "close_it", title = "Closes", description = "Closes a window.",
  params = { { "window", "integer", "Its id." } },
  run = function(args)
    window.close(args.window, { timeout = 20 })
    return { content = { tool.text("closed") } }
  end,
}
"""

# An agent in a terminal: starts a server, calls its tools, and writes down what they answer.
AGENT = """
import json, os, sys
sys.path.insert(0, sys.argv[1])
from mcp_client import Client
client = Client(os.environ["PEEKABOO"], dict(os.environ))
calls = json.loads(sys.argv[3])
answers = []
for name, arguments in calls:
    if arguments["window"] == "own":
        arguments["window"] = int(os.environ["WINDOWID"])
    call = client.tool(name, **arguments)
    answers.append([call.code(), call.text()])
client.end()
with open(sys.argv[2] + ".new", "w") as file:
    json.dump(answers, file)
os.rename(sys.argv[2] + ".new", sys.argv[2])
"""

ASK = """
local safeguards = require "safeguards"
local M = {}
M.row = { order = 99, text = "Asks the person", options = { { "--seconds", "how long", value = "N" } } }
function M.run(options)
  safeguards.confirm { title = "Delete <all>?", text = "<b>3 files</b> & more.", timeout = tonumber(options.seconds) }
  return { text = "allowed\\n", data = { allowed = true } }
end
return M
"""


# A bus that starts no services, as dunst's package would have it start dunst.
BARE_BUS = """<busconfig>
  <type>session</type>
  <listen>unix:tmpdir=/tmp</listen>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
"""


class ActPolicy(DesktopTest):
    def setUp(self):
        super().setUp()
        self.own = tempfile.mkdtemp(prefix="act_policy.", dir=os.environ["RIG"])
        self.variables = {"XDG_CONFIG_HOME": self.own + "/config", "XDG_STATE_HOME": self.own + "/state",
                          "PEEKABOO_RUNTIME_DIR": self.own + "/run", "PEEKABOO_PERSON": "ignore",
                          "PEEKABOO_NOTIFY": "true"}
        self.write("config/peekaboo/tools/acts.lua", TOOL)

    def write(self, name, text):
        path = os.path.join(self.own, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def policy(self, **policy):
        self.write("config/peekaboo/policy.json", json.dumps(policy))

    def entry(self, title):
        path = f"{self.folder}/{title}.txt"
        window = self.ready(self.start("gtk_entry.py", title, path))[0]
        wait_until("the field to be active", lambda: active_window() == window)
        return window, path

    def received(self, path):
        with open(path, encoding="utf-8") as file:
            return file.read()

    def serve(self, **variables):
        client = Client(PEEKABOO, {**os.environ, "TMPDIR": self.temporary, **self.variables, **variables})
        self.addCleanup(client.end)
        return client

    def finish(self, process):
        process.kill()
        process.communicate()


class OwnWindows(ActPolicy):
    def agent(self, *calls):
        """What the tools answer to an agent in a terminal, and what came into the terminal."""
        answers = os.path.join(self.folder, "answers")
        agent = self.write("agent.py", AGENT)
        terminal = subprocess.Popen(
            ["xterm", "-T", "agent", "-e", "sh", "-c", 'exec "$@" 2>"$0"', self.own + "/errors", "/usr/bin/python3",
             agent, os.path.join(HERE, "..", "faults"), answers, json.dumps(calls)],
            env={**os.environ, "TMPDIR": self.temporary, **self.variables}, stdin=subprocess.DEVNULL)
        self.addCleanup(self.finish, terminal)
        wait_until("the agent's answers", lambda: os.path.exists(answers))
        with open(answers, encoding="utf-8") as file:
            result = json.load(file)
        os.remove(answers)
        return result

    def test_the_terminal_of_an_agent_takes_no_input_from_it(self):
        window, path = self.entry("other")
        answers = self.agent(["type_into", {"window": "own", "text": "rm\n"}], ["click_into", {"window": "own"}],
                             ["close_it", {"window": "own"}], ["click_into", {"window": window}],
                             ["type_into", {"window": window, "text": "fine"}])
        self.assertEqual([code for code, _ in answers], ["POLICY_DENIED"] * 3 + ["", ""], answers)
        self.assertIn("belongs to the program that runs the agent", answers[0][1])
        self.assertIn("ownWindows", answers[0][1])
        wait_until("the text", lambda: self.received(path) == "fine")

    def test_the_policy_may_allow_it(self):
        self.policy(ownWindows="allow")
        answers = self.agent(["click_into", {"window": "own"}])
        self.assertEqual(answers[0][0], "", answers)

    def test_a_script_of_a_person_may_use_its_terminal(self):
        done = os.path.join(self.folder, "done")
        script = self.write("own.lua", f"""
            local input, fs, env = require "input", require "fs", require "env"
            local window = math.tointeger(tonumber(env.get "WINDOWID"))
            input.click({{ x = 30, y = 20 }}, {{ window = window }})
            fs.write("{done}", "done")
        """)
        terminal = subprocess.Popen(["xterm", "-T", "person", "-e", PEEKABOO, "run", script], stdin=subprocess.DEVNULL,
                                    env={**os.environ, "TMPDIR": self.temporary, **self.variables})
        self.addCleanup(self.finish, terminal)
        wait_until("the click", lambda: os.path.exists(done))


class Levels(ActPolicy):
    def test_levels_of_applications(self):
        window, path = self.entry("field")
        client = self.serve()

        def codes():
            return [client.tool("type_into", window=window, text="x").code(),
                    client.tool("click_into", window=window).code()]

        def explained():
            return self.succeeds("policy", "explain", str(window), **self.variables)

        self.policy(levels={"gtk_entry*": "view"})
        self.assertEqual(codes(), ["POLICY_DENIED", "POLICY_DENIED"])
        self.assertIn("field", json.dumps(client.tool("list", item_type="application_windows", app="gtk_entry.py").result()))
        self.assertEqual(explained()["level"], "view")
        self.policy(levels={"*": "view", "gtk_entry.py": "click"})
        self.assertEqual(codes(), ["POLICY_DENIED", ""])
        text = client.tool("type_into", window=window, text="x").text()
        self.assertIn("has the level click", text)
        self.policy(callers={"mcp": {"levels": {"gtk_entry.py": "full"}}}, levels={"gtk_entry.py": "view"})
        self.assertEqual(codes(), ["", ""])
        wait_until("the text", lambda: self.received(path) == "x")
        self.policy(levels={"gtk_entry.py": "none"})
        self.assertEqual(codes(), ["POLICY_DENIED", "POLICY_DENIED"])
        self.assertTrue(explained()["excluded"])
        self.assertNotIn("field", json.dumps(client.tool("list", item_type="application_windows",
                                                         app="gtk_entry.py").result()))
        self.assertEqual(self.received(path), "x")

    def test_a_level_that_there_is_not_is_refused(self):
        path = self.write("config/peekaboo/policy.json", '{\n"levels": {"a": "clik"}}')
        error = self.fails("POLICY_DENIED", 27, "policy", "validate", path, **self.variables)
        self.assertIn(":2: unknown level 'clik'", error["message"])
        self.assertIn("'click'", error["hint"])


class Asking(ActPolicy):
    def setUp(self):
        super().setUp()
        bus = subprocess.Popen(["dbus-daemon", "--config-file", self.write("bus.conf", BARE_BUS), "--nofork",
                                "--print-address=1"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.addCleanup(self.finish, bus)
        self.variables["DBUS_SESSION_BUS_ADDRESS"] = bus.stdout.readline().strip()

    def ask(self, *options):
        scripts = os.path.join(self.own, "scripts")
        if not os.path.exists(scripts):
            shutil.copytree(SCRIPTS, scripts)
            self.write("scripts/commands/ask.lua", ASK)
        asking = subprocess.Popen([PEEKABOO, "--scripts", scripts, "--json-output", "ask", *options],
                                  env={**os.environ, "TMPDIR": self.temporary, **self.variables},
                                  stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(self.finish, asking)
        return asking

    def outcome(self, asking):
        answer, errors = asking.communicate(timeout=60)
        answer = json.loads(answer or "{}")
        self.assertTrue(answer, errors)
        return answer.get("data", {}).get("allowed") or answer["error"]


class Notifications(Asking):
    """With dunst, which hands each notification to a program and has its buttons pressed by name."""

    def setUp(self):
        super().setUp()
        self.told = os.path.join(self.own, "told")
        self.choice = os.path.join(self.own, "choice")
        teller = self.write("teller", f"""#!/bin/sh
printf '%s\\t%s\\t%s\\n' "$DUNST_URGENCY" "$DUNST_SUMMARY" "$DUNST_BODY" >> {self.told}
""")
        chooser = self.write("chooser", f'#!/bin/sh\ngrep "$(cat {self.choice})" | head -1\n')
        for program in (teller, chooser):
            os.chmod(program, 0o755)
        config = self.write("dunstrc", f"""[global]
    dmenu = {chooser}
    title = dunst
[all]
    summary = "*"
    script = {teller}
""")
        self.bus = {**os.environ, "DBUS_SESSION_BUS_ADDRESS": self.variables["DBUS_SESSION_BUS_ADDRESS"]}
        dunst = subprocess.Popen(["dunst", "-config", config], stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=self.bus)
        self.addCleanup(self.finish, dunst)
        wait_until("dunst", lambda: self.dunst("dunstctl", "count", check=False).returncode == 0)

    def dunst(self, *command, check=True):
        return subprocess.run(command, env=self.bus, capture_output=True, check=check)

    def rows(self):
        if not os.path.exists(self.told):
            return []
        with open(self.told, encoding="utf-8") as file:
            return [line.rstrip("\n").split("\t") for line in file]

    def displayed(self):
        return int(self.dunst("dunstctl", "count", "displayed").stdout)

    def press(self, button):
        with open(self.choice, "w", encoding="utf-8") as file:
            file.write(button)
        self.dunst("dunstctl", "action", "0")

    def ask(self, *options):
        # One that was answered may still be shown, and would be answered again.
        wait_until("nothing to be shown", lambda: self.displayed() == 0)
        self.known = len(self.rows())
        return super().ask(*options)

    def asked(self):
        wait_until("the question", lambda: len(self.rows()) > self.known and self.displayed() == 1)

    def test_the_first_act_is_told(self):
        window, _ = self.entry("field")
        client = self.serve()
        for _ in range(2):
            self.assertEqual(client.tool("type_into", window=window, text="x").code(), "")
        wait_until("a notification", self.rows)
        self.assertEqual(self.serve().tool("type_into", window=window, text="x").code(), "")
        self.assertEqual(len(self.rows()), 1, "another process after the first")
        urgency, title, text = self.rows()[0]
        self.assertEqual((urgency, title), ("NORMAL", "Peekaboo uses this desktop"))
        self.assertIn('The AI client "faults" uses keyboard', text)
        self.assertIn("Press Ctrl+Alt+Shift+Escape to stop it.", text)

    def test_a_setting_turns_it_off(self):
        window, path = self.entry("field")
        client = self.serve(PEEKABOO_NOTIFY="false")
        self.assertEqual(client.tool("type_into", window=window, text="x").code(), "")
        self.dunst("dunstify", "the last")
        wait_until("a notification", self.rows)
        self.assertEqual([title for _, title, _ in self.rows()], ["the last"])
        wait_until("the text", lambda: self.received(path) == "x")

    def test_the_person_allows_or_refuses(self):
        asking = self.ask()
        self.asked()
        urgency, title, text = self.rows()[0]
        self.assertEqual((urgency, title), ("CRITICAL", "Delete <all>?"))
        self.assertEqual(text, "<b>3 files</b> & more.", "no markup")
        self.press("Allow")
        self.assertIs(self.outcome(asking), True)
        for refuse in (lambda: self.press("Refuse"), lambda: self.dunst("dunstctl", "close")):
            asking = self.ask()
            self.asked()
            refuse()
            error = self.outcome(asking)
            self.assertEqual((error["code"], error["message"]), ("NOT_CONFIRMED", "the person at the desktop refused"))
            self.assertEqual(asking.returncode, 39)

    def test_nobody_acts_while_a_question_is_open(self):
        window, path = self.entry("field")
        asking = self.ask()
        self.asked()
        script = self.write("act.lua", f'require("input").type("x", {{ window = {window}, timeout = 1 }})')
        error = self.fails("SCRIPT_ERROR", 26, "run", script, **self.variables)
        self.assertIn("(TIMEOUT)", error["message"])
        self.assertEqual((self.received(path), self.displayed()), ("", 1))
        self.press("Allow")
        self.assertIs(self.outcome(asking), True)
        self.assertEqual(self.peekaboo("run", script, **self.variables).status, 0)
        wait_until("the text", lambda: self.received(path) == "x")

    def test_a_question_ends(self):
        error = self.outcome(self.ask("--seconds", "1"))
        self.assertEqual((error["code"], error["message"]), ("NOT_CONFIRMED", "the person at the desktop did not answer"))
        wait_until("nothing to be shown", lambda: self.displayed() == 0)
        asking = self.ask()
        self.asked()
        self.assertEqual(self.peekaboo("stop", **self.variables).status, 0)
        self.assertEqual(self.outcome(asking)["code"], "INTERRUPTED")
        wait_until("nothing to be shown", lambda: self.displayed() == 0)

    def test_doctor_names_the_service(self):
        self.assertIn("dunst", self.succeeds("doctor", **self.variables)["safeguards"]["notifications"]["detail"])


class WithoutNotifications(Asking):
    def test_acts_are_done_and_nobody_can_be_asked(self):
        window, path = self.entry("field")
        self.assertEqual(self.serve().tool("type_into", window=window, text="x").code(), "")
        wait_until("the text", lambda: self.received(path) == "x")
        error = self.outcome(self.ask())
        self.assertEqual(error["code"], "NOT_CONFIRMED")
        self.assertIn("cannot be asked", error["message"])
        state = self.succeeds("doctor", **self.variables)["safeguards"]["notifications"]
        self.assertEqual((state["available"], state["buttons"]), (False, False))
        self.assertIn("nobody is told who acts", self.peekaboo("doctor", **self.variables).stdout.decode())


if __name__ == "__main__":
    unittest.main(verbosity=2)

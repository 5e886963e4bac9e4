#!/usr/bin/python3
"""A domain of tools, a subcommand, a provider and a kind of trigger are added by their own files alone: nothing lists them.

    PEEKABOO=build/peekaboo tests/cli/additions_test.py
"""
import base64
import json
import os
import shutil
import subprocess
import tempfile
import unittest

from ask import HANDSHAKE, PEEKABOO, ask

SCRIPTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "scripts")
DOMAIN = {
    "tools/greetings/rows.lua": """
        local M = {}
        M.tools = { { name = "greet", title = "Greet", description = "Greets somebody.", read_only = true,
          params = { { "name", "string", "Who is greeted." } }, result = { { "greeting", "string", "What was said." } },
          errors = { { "INVALID_ARGUMENT" } }, examples = { { "A greeting", { { "name", "Ann" } } } } } }
        return M""",
    "tools/greetings/greet.lua": """
        local tool = require "tool"
        local M = {}
        function M.run(args)
          local text = "Hello " .. args.name
          return { content = { tool.text(text) }, structured = { greeting = text } }
        end
        return M""",
}
COMMAND = {"commands/wave.lua": """
    local errors = require "errors"
    local M = {}
    M.row = { text = "Wave a hand", desktop = false, options = {
      { "who", "who is waved at", required = true },
      { "--hand", "left or right", value = "HAND", one_of = { "left", "right" } },
    } }
    function M.run(options)
      if options.who == "" then errors.raise("INVALID_ARGUMENT", "who is empty") end
      return { data = { who = options.who }, text = ("%s hand, %s\\n"):format(options.hand or "right", options.who) }
    end
    return M"""}
PROVIDER = {"ai/providers/parrot.lua": """
    local M = { name = "parrot", default_model = "grey", limits = {} }
    function M.check() return true end
    function M.analyze(_, question) return "You said: " .. question end
    return M"""}
TRIGGER = {"automation/triggers/counted.lua": """
    local task = require "task"
    local M = {}
    M.counted = { options = { pace = { "seconds", "Of \\"counted\\": seconds between two." } }, required = "pace",
      subject = "a number", told = "The next number is there.",
      open = function(options)
        local count = 0
        return function()
          task.sleep(options.pace)
          count = count + 1
          return count, { count = count }
        end
      end }
    return M"""}
PICTURE = ("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR42mP4z8AAAAMBAQD3A0FDAAAAAElFTkSuQmCC")


class Addition(unittest.TestCase):
    def setUp(self):
        self.home = tempfile.mkdtemp(prefix="peekaboo-additions-")
        self.addCleanup(shutil.rmtree, self.home)
        self.scripts = os.path.join(self.home, "scripts")
        shutil.copytree(SCRIPTS, self.scripts)

    def add(self, files):
        for name, text in files.items():
            path = os.path.join(self.scripts, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)

    def environment(self, **variables):
        return {"PATH": os.environ["PATH"], "HOME": self.home, "TMPDIR": self.home, **variables}

    def run_peekaboo(self, *words, **variables):
        return subprocess.run([PEEKABOO, "--scripts", self.scripts, *words], env=self.environment(**variables), cwd=self.home,
                              text=True, stdin=subprocess.DEVNULL, capture_output=True, timeout=60, check=False)

    def prints(self, *words, **variables):
        run = self.run_peekaboo(*words, **variables)
        self.assertEqual((run.returncode, run.stderr), (0, ""), run.stdout)
        return run.stdout

    def serve(self, *words, calls=(), **variables):
        """The names of the tools that are listed, and the answers to calls by {name, arguments}."""
        _, listed, *answers = ask(
            ["--scripts", self.scripts, "mcp", *words],
            [HANDSHAKE, ("tools/list", {}), *(("tools/call", call) for call in calls)], self.environment(**variables), self.home)
        return [tool["name"] for tool in listed["result"]["tools"]], answers


class Additions(Addition):
    def test_a_domain_of_tools(self):
        self.add(DOMAIN)
        self.assertEqual(json.loads(self.prints("call", "greet", '{"name": "Ann"}'))["structuredContent"],
                         {"greeting": "Hello Ann"})
        call = {"name": "greet", "arguments": {"name": "Bo"}}
        for words in (["--toolsets=all"], ["--toolsets", "core,greetings"], ["--toolsets=greet"]):
            names, answers = self.serve(*words, calls=[call])
            self.assertIn("greet", names)
            self.assertEqual(answers[0]["result"]["content"][0]["text"], "Hello Bo")
        names, answers = self.serve(calls=[call])
        self.assertEqual(names, ["image", "analyze", "list"])
        self.assertEqual(answers[0]["error"]["message"], "Unknown tool: greet. It is switched off: add 'greetings' to "
                                                         "--toolsets or PEEKABOO_TOOLSETS.")
        self.assertIn("## `greet`: Greet", self.prints("api", "--tools"))
        self.assertRegex(self.prints("completion", "bash"), r"call\) _peekaboo_words '[^']*\bgreet\b")

    def test_a_subcommand(self):
        self.add(COMMAND)
        self.assertEqual(self.prints("wave", "Ann"), "right hand, Ann\n")
        self.assertEqual(self.prints("wave", "Ann", "--hand", "left"), "left hand, Ann\n")
        self.assertEqual(json.loads(self.prints("wave", "Ann", "--json-output"))["data"], {"who": "Ann"})
        self.assertRegex(self.prints("--help"), r"wave +Wave a hand\n")
        self.assertRegex(self.prints("wave", "--help"), r"--hand HAND +left or right")
        for words, told in ((("wave",), "who is required"), (("wavw",), "did you mean 'wave'?"),
                            (("wave", "x", "--hnd", "left"), "did you mean '--hand'?")):
            run = subprocess.run([PEEKABOO, *words], env={**os.environ, "PEEKABOO_SCRIPTS": self.scripts}, text=True,
                                 capture_output=True, timeout=60, check=False)
            self.assertEqual(run.returncode, 64)
            self.assertIn(told, run.stderr)
        run = self.run_peekaboo("wave", "x", "--hand", "both")
        self.assertEqual((run.returncode, run.stderr.splitlines()[0]),
                         (64, "Error: --hand: 'both' is none of left, right"))
        self.assertEqual(self.run_peekaboo("wave", "").returncode, 20)
        for shell in ("bash", "zsh", "fish"):
            script = self.prints("completion", shell)
            self.assertIn("wave", script)
            self.assertIn("left right", script)

    def test_a_subcommand_cannot_have_an_option_that_the_program_sets(self):
        for option in ("--colour", "--columns", "--json-output", "--trace", "colour"):
            with self.subTest(option):
                self.add({"commands/wave.lua": COMMAND["commands/wave.lua"].replace("--hand", option)})
                run = self.run_peekaboo("wave", "Ann")
                self.assertNotEqual(run.returncode, 0)
                self.assertIn(f"scripts/commands/wave.lua has the option '{option}', which the program sets", run.stderr)

    def test_a_provider(self):
        self.add(PROVIDER)
        with open(os.path.join(self.home, "a.png"), "wb") as file:
            file.write(base64.b64decode(PICTURE))
        told = self.prints("analyze", "a.png", "Who?", "--json-output", PEEKABOO_AI_PROVIDERS="parrot")
        self.assertEqual((json.loads(told)["data"]["analysis_text"], json.loads(told)["data"]["model_used"]),
                         ("You said: Who?", "parrot/grey"))
        # Behind those whose order is published.
        self.assertRegex(self.prints("api", "--tools"), "`auto`, `ollama`, `openai`, `anthropic`, `ocr`,.* `parrot`")

    def test_a_kind_of_trigger(self):
        self.add(TRIGGER)
        script = os.path.join(self.home, "script.lua")
        with open(script, "w", encoding="utf-8") as file:
            file.write("""
                local event = require "event"
                local trigger
                trigger = event.on { "counted", pace = 0.01, run = function(count, happened)
                  print(count, happened.kind, event.list()[1].kind)
                  if count == 2 then trigger:stop() end
                end }""")
        self.assertEqual(self.prints("run", script), "1\tcounted\tcounted\n2\tcounted\tcounted\n")
        self.assertEqual(self.prints("check", script), "")
        with open(script, "w", encoding="utf-8") as file:
            file.write("require('event').on { 'counted', run = print }")
        self.assertIn("event.on: 'counted' needs the option 'pace'", self.run_peekaboo("check", script).stdout)
        # Its options are its own: the name means something else than in other kinds, and goes with no other.
        self.add({"automation/triggers/counted.lua": TRIGGER["automation/triggers/counted.lua"].replace("pace", "path")})
        for text, told in (("'counted', path = 1, run = print", ""),
                           ("'counted', path = 'x', run = print", "event.on: path: expected a number, got a string"),
                           ("'file.changed', path = 1, run = print", "event.on: path: expected a string, got a number"),
                           ("'counted', every = 1, path = 1, run = print", "event.on: 'counted' has no option 'every'")):
            with open(script, "w", encoding="utf-8") as file:
                file.write(f"local trigger = require('event').on {{ {text} }}\ntrigger:stop()\n")
            with self.subTest(text):
                for word in ("check", "run"):
                    run = self.run_peekaboo(word, script)
                    self.assertIn(told, run.stdout + run.stderr, word)
                    self.assertEqual(run.returncode == 0, told == "", run.stderr)
        self.add(TRIGGER)
        text = self.prints("api", "--markdown")
        self.assertIn("| `counted` | pace | a number | The next number is there. |", text)
        self.assertIn('Of "counted": seconds between two.', text)


class Toolsets(Addition):
    def test_what_is_off_is_not_callable(self):
        names, answers = self.serve("--toolsets=list", calls=[{"name": "image", "arguments": {}},
                                                             {"name": "run_script", "arguments": {}}])
        self.assertEqual(names, ["list"])
        self.assertEqual(answers[0]["error"]["message"], "Unknown tool: image. It is switched off: add 'core' to "
                                                         "--toolsets or PEEKABOO_TOOLSETS.")
        self.assertEqual(answers[1]["error"]["message"],
                         "Unknown tool: run_script. It is switched off: set PEEKABOO_ENABLE_RUN_SCRIPT=true.")

    def test_the_option_wins_over_the_setting(self):
        self.assertEqual(self.serve(PEEKABOO_TOOLSETS="core,-analyze")[0], ["image", "list"])
        self.assertEqual(self.serve("--toolsets", "core", PEEKABOO_TOOLSETS="list")[0], ["image", "analyze", "list"])
        script = {"PEEKABOO_ENABLE_RUN_SCRIPT": "true"}
        self.assertEqual(self.serve("--toolsets", "list", **script)[0], ["list", "run_script"])
        self.assertEqual(self.serve("--toolsets", "core,script", **script)[0], ["image", "analyze", "list", "run_script"])
        some = ("image", "run_script", "see", "click", "window")
        self.assertEqual(sorted(set(some) & set(self.serve("--toolsets", "all", **script)[0])), sorted(some))
        self.assertEqual(self.serve("--toolsets", "script")[0], [])

    def test_an_unknown_name(self):
        for words, variables in ((["--toolsets", "corr"], {}), ([], {"PEEKABOO_TOOLSETS": "corr"}),
                                 (["--http", "0", "--toolsets", "corr"], {})):
            run = self.run_peekaboo("mcp", *words, **variables)
            self.assertEqual((run.returncode, run.stdout), (20, ""))
            self.assertEqual(run.stderr, "Error: no toolset is called 'corr'\nDid you mean 'core'?\n")
        told = self.prints("list", "server_status", PEEKABOO_TOOLSETS="corr")
        self.assertIn("PEEKABOO_TOOLSETS: no toolset is called 'corr'.", told)

    def test_the_shell_knows_all(self):
        run = self.run_peekaboo("call", "list", '{"item_type": "server_status"}', PEEKABOO_TOOLSETS="image")
        self.assertEqual(run.returncode, 0, run.stderr)

    def test_tools_of_the_user_are_always_there(self):
        path = os.path.join(self.home, "mine.lua")
        with open(path, "w", encoding="utf-8") as file:
            file.write("require('tool').register { name = 'mine', description = 'x', run = print }")
        self.assertEqual(self.serve("--toolsets=list", "--tools", path)[0], ["list", "mine"])


if __name__ == "__main__":
    unittest.main(verbosity=2)

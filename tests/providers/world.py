"""What the provider tests share: a home of their own, pictures, and the program."""
import json
import os
import subprocess
import tempfile
import unittest

PEEKABOO = os.environ["PEEKABOO"]
OPENAI_KEY = "sk-test-0123456789abcdefghijklmnop/+="
ANTHROPIC_KEY = "sk-ant-ZYXWVUTSRQPONMLKJIHGFEDCBA"


def make_picture(path, *options):
    """A picture by an independent hand; the ending of the path decides the kind unless `options` do."""
    subprocess.run(["convert", *options, path], check=True, timeout=60)


class World(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.home = place.name
        self.log = os.path.join(self.home, "log")
        self.png = self.path("a.png")
        make_picture(self.png, "-size", "40x30", "xc:red")

    def path(self, name):
        return os.path.join(self.home, name)

    def write(self, name, content):
        path = self.path(name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(content.encode() if isinstance(content, str) else content)
        return path

    def environment(self, providers, service=None, **changes):
        given = {
            "PATH": os.environ["PATH"], "HOME": self.home, "TMPDIR": self.home, "LANG": "C.UTF-8",
            "XDG_CONFIG_HOME": self.path("config"), "XDG_RUNTIME_DIR": self.home,
            "PEEKABOO_LOG_FILE": self.log, "PEEKABOO_LOG_LEVEL": "trace",
            "OPENAI_API_KEY": OPENAI_KEY, "ANTHROPIC_API_KEY": ANTHROPIC_KEY,
        }
        if providers is not None:
            given["PEEKABOO_AI_PROVIDERS"] = providers
        if service:
            given.update(PEEKABOO_OLLAMA_BASE_URL=service.url, OPENAI_BASE_URL=service.url + "/v1",
                         ANTHROPIC_BASE_URL=service.url)
        given.update(changes)
        return {name: value for name, value in given.items() if value is not None}

    def run_program(self, *arguments, environment):
        done = subprocess.run([PEEKABOO, *arguments], capture_output=True, text=True, timeout=120, env=environment,
                              check=False)
        self.assert_no_secret(done.stdout + done.stderr)
        return done

    def assert_no_secret(self, text):
        if os.path.exists(self.log):
            with open(self.log, encoding="utf-8", errors="replace") as file:
                text += file.read()
        for key in (OPENAI_KEY, ANTHROPIC_KEY):
            for start in range(0, len(key) - 12):
                self.assertNotIn(key[start:start + 12], text, "a piece of a key was shown")

    def analyze(self, providers, service=None, picture=None, question="What is this?", options=(), **changes):
        """Runs `analyze`; its JSON answer with the exit status in `status`."""
        done = self.run_program("analyze", picture or self.png, question, *options, "--json-output",
                                environment=self.environment(providers, service, **changes))
        self.assertEqual(done.stderr, "")
        answer = json.loads(done.stdout)
        answer["status"] = done.returncode
        return answer

    def answered(self, *arguments, **options):
        answer = self.analyze(*arguments, **options)
        self.assertEqual((answer["success"], answer["status"]), (True, 0), answer)
        return answer["data"]

    def failed(self, *arguments, code="AI_PROVIDER_ERROR", **options):
        answer = self.analyze(*arguments, **options)
        self.assertEqual((answer["success"], answer.get("error", {}).get("code")), (False, code), answer)
        self.assertNotEqual(answer["status"], 0)
        return answer["error"]

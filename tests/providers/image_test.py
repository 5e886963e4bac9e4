#!/usr/bin/python3
"""`image` with a question, on a real display: which pictures reach the service, and what is told when it fails."""
import json
import os
import struct
import subprocess
import sys
import unittest

import service as services
from service import Service, says, sends
from world import PEEKABOO, World

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "faults"))
from mcp_client import Client  # noqa: E402


def size_of(png):
    return struct.unpack(">II", png[16:24])


class Questions(World):
    def setUp(self):
        super().setUp()
        subprocess.run(["xsetroot", "-solid", "rgb:ff/00/00"], check=True, timeout=30)

    def environment(self, *arguments, **changes):
        given = super().environment(*arguments, **changes)
        for name in ("DISPLAY", "XAUTHORITY"):
            if name in os.environ:
                given[name] = os.environ[name]
        return given

    def call(self, providers, service=None, changes=None, **arguments):
        done = self.run_program("call", "image", json.dumps({"question": "What colour?", **arguments}),
                                environment=self.environment(providers, service, **(changes or {})))
        return json.loads(done.stdout)

    def test_the_screen_is_sent_as_it_is(self):
        for name, used in (("ollama", "ollama/llava:latest"), ("openai", "openai/gpt-4o"),
                           ("anthropic", "anthropic/claude-sonnet-5-5")):
            with self.subTest(name), Service() as service:
                result = self.call(name, service)
                self.assertNotIn("isError", result)
                self.assertEqual((result["analysis_text"], result["model_used"], result["saved_files"]),
                                 (services.WORDS, used, []))
                (post,) = service.posts()
                self.assertEqual((post.question, size_of(post.picture)), ("What colour?", (1280, 800)))
                self.assertIn(post.kind, (None, "image/png"))
                seen = self.write("seen.png", post.picture)
                colour = subprocess.run(["convert", seen, "-crop", "1x1+5+5", "-format", "%[hex:u.p{0,0}]", "info:"],
                                        check=True, capture_output=True, text=True, timeout=60).stdout
                self.assertEqual(colour[:6], "FF0000")

    def test_the_choice_is_that_of_analyze(self):
        with Service() as service:
            result = self.call("strange;openai/x,ollama/ann/eyes/wide:q4", service, {"OPENAI_API_KEY": None})
            self.assertEqual(result["model_used"], "ollama/ann/eyes/wide:q4")
            self.assertEqual([request.path for request in service.requests], ["/api/tags", "/api/generate"])

    def test_a_failure_keeps_the_capture_and_tells_the_cause(self):
        path = self.path("kept.png")
        with Service(sends(401, {"error": {"message": "Incorrect key."}})) as service:
            result = self.call("openai", service, path=path)
            self.assertTrue(result["isError"])
            self.assertTrue(os.path.exists(path))
            self.assertEqual(result["saved_files"][0]["path"], path)
            self.assertIn("Analysis failed: All configured AI providers failed or are unavailable", result["analysis_text"])
            self.assertIn("OpenAI API error: 401 - Incorrect key.", result["analysis_text"])
            self.assertIn("401", result["_meta"]["analysis_error"])

    def test_nothing_configured(self):
        result = self.call(None)
        self.assertTrue(result["isError"])
        self.assertEqual(result["analysis_text"], "Analysis skipped: AI analysis not configured on this server "
                                                  "(PEEKABOO_AI_PROVIDERS is not set or empty).")

    def test_an_own_provider_sees_a_smaller_picture(self):
        self.write("config/peekaboo/providers/eyes.lua", """
            return { limits = { side = 640 }, analyze = function(picture)
              return picture.width .. " " .. picture.media_type
            end }""")
        text = self.call("eyes")["analysis_text"]
        self.assertIn("640 image/png\n\nNote: the picture was scaled down from 1280×800 to 640×400", text)

    def test_cancelling_ends_the_request(self):
        with Service(services.mute) as service:
            client = Client(PEEKABOO, self.environment("openai", service))
            self.addCleanup(client.end)
            call = client.tool("image", app_target="screen:0", question="?")
            service.wait_for_post()
            client.send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": client.count}})
            service.wait_for_leaving(5)
            client.ping().result(5)
            self.assertFalse(call.done.is_set())

    def test_an_empty_question_asks_nobody(self):
        with Service(says()) as service:
            self.assertNotIn("analysis_text", self.call("ollama", service, question=""))
            self.assertEqual(service.requests, [])


if __name__ == "__main__":
    unittest.main()

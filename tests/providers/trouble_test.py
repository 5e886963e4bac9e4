#!/usr/bin/python3
"""`peekaboo analyze` when the service is in trouble."""
import os
import signal
import socket
import subprocess
import time
import unittest

import service as services
from service import Service, echoes_key, raw, says, sends
from world import ANTHROPIC_KEY, OPENAI_KEY, PEEKABOO, World
import awake

EACH = ("ollama", "openai", "anthropic")


def chosen(*choices):
    return sends(200, {"choices": list(choices)})


# Who is asked, what the service does, and what the failure says of it.
FAILURES = (
    ("ollama", sends(400, {"error": "bad model"}), {"message": 'AI analysis failed: Ollama API error: 400 - {"error": "bad model"}'}),
    ("openai/none", sends(404, {"error": {"message": "No such model"}}),
     {"message": "OpenAI API error: 404 - No such model", "hint": "model's name"}),
    *((name, sends(401, {"error": {"message": "Incorrect key."}}), {"message": "API error: 401 - ", "hint": "Check "}) for name in EACH),
    *((name, raw('{"response": '), {"message": "no JSON document"}) for name in EACH),
    *(("ollama", raw(body), {"message": "no JSON document"}) for body in ("[1, 2", "", "null", "17", '"words"')),
    *((name, raw("<html>Sign in</html>", "text/html"), {"message": "(text/html): <html>Sign in", "hint": "_BASE_URL"}) for name in EACH),
    ("openai", sends(200, {"a": 1}), {"message": "has no choices"}),
    ("openai", sends(200, []), {"message": "has no choices"}),
    ("openai", sends(200, {"error": {"message": "no credit"}}), {"message": "no credit"}),
    ("anthropic", sends(200, {}), {"message": "has no content"}),
    *(("ollama", sends(200, document), {"message": "gave no answer"}) for document in ({"response": ""}, {"response": " \n"}, {})),
    *(("openai", scene, {"message": "gave no answer"}) for scene in (
        chosen(), chosen({"message": {"content": ""}}), chosen({"message": {"content": None}}), chosen(None))),
    *(("anthropic", sends(200, {"content": content}), {"message": "gave no answer"}) for content in (
        [], [{"type": "text", "text": ""}], [{"type": "thinking", "thinking": "hm"}])),
    ("ollama", services.half_closed, {"message": "closed the connection before its answer was complete"}),
    ("openai", services.floods, {"message": "larger than 8388608 bytes"}),
)


class Failures(World):
    def test_what_is_said(self):
        for number, (name, scene, said) in enumerate(FAILURES):
            with self.subTest(number, name=name, said=said), Service(scene) as service:
                error = self.failed(name, service)
                for field, words in said.items():
                    self.assertIn(words, error[field])
                if "API error: 4" in said["message"]:
                    self.assertEqual(len(service.posts()), 1, "a refusal is not repeated")


class Refusals(World):
    def test_429_with_retry_after(self):
        with Service(sends(429, {"error": {"message": "slow down"}}, Retry_After="1"), says()) as service:
            began = time.monotonic()
            self.answered("openai", service)
            self.assertGreaterEqual(time.monotonic() - began, 1)
            self.assertEqual(len(service.posts()), 2)

    def test_retry_after_beyond_the_deadline(self):
        with Service(sends(429, {"error": {"message": "slow down"}}, Retry_After="3600")) as service:
            began = awake.now()
            error = self.failed("openai", service, PEEKABOO_AI_TIMEOUT="20000")
            self.assertLess(awake.now() - began, 15, "nobody waits for what cannot come")
            self.assertIn("429 - slow down", error["message"])
            self.assertIn("Retry-After 3600", error["hint"])

    def test_500_then_success(self):
        for name in EACH:
            with self.subTest(name), Service(sends(500, {"error": {"message": "oops"}}), sends(529, {}), says()) as service:
                self.answered(name, service)
                self.assertEqual(len(service.posts()), 3)

    def test_500_for_ever(self):
        with Service(sends(500, {"error": {"message": "oops"}})) as service:
            error = self.failed("anthropic", service)
            self.assertIn("Anthropic API error: 500 - oops", error["message"])
            self.assertEqual(len(service.posts()), 5)


class PassingOn(World):
    """A provider that is overloaded or has nothing to say makes room for the next."""

    def both(self, first, second=None, providers="openai,ollama/llava", **changes):
        with Service(first) as one, Service(second or says()) as other:
            answer = self.analyze(providers, OPENAI_BASE_URL=one.url + "/v1", PEEKABOO_OLLAMA_BASE_URL=other.url,
                                  **changes)
            return answer, len(one.posts()), len(other.posts())

    def test_to_the_next(self):
        for reply, why in ((sends(429, {"error": {"message": "slow down"}}, Retry_After="60"), "429 - slow down"),
                           (sends(503, {"error": {"message": "busy"}}), "503 - busy"),
                           (sends(200, {"choices": [{"message": {"content": ""}}]}), "gave no answer"),
                           (sends(200, {}), "has no choices")):
            with self.subTest(why):
                began = awake.now()
                answer, asked, others = self.both(reply)
                self.assertTrue(answer["success"], answer)
                self.assertEqual(answer["data"]["model_used"], "ollama/llava")
                self.assertEqual((asked, others), (1, 1))
                self.assertIn(why, " ".join(answer["messages"]))
                self.assertLess(awake.now() - began, 30, "the first was waited for")

    def test_the_last_is_asked_with_patience(self):
        answer, _, others = self.both(sends(429, {}), sends(503, {"error": "busy"}))
        self.assertFalse(answer["success"])
        self.assertEqual(others, 5)
        self.assertIn("503", answer["error"]["message"])
        self.assertIn("openai/gpt-4o was asked before", answer["error"]["message"])

    def test_not_where_one_was_named_or_refuses(self):
        answer, _, others = self.both(sends(200, {"choices": []}), options=["--provider", "openai"])
        self.assertEqual((answer["success"], others), (False, 0))
        answer, _, others = self.both(sends(401, {"error": {"message": "no"}}))
        self.assertEqual((answer["success"], others), (False, 0))


class Answers(World):
    def test_a_type_that_nobody_declared(self):
        with Service(raw('{"response": "words"}', None)) as service:
            self.assertEqual(self.answered("ollama", service)["analysis_text"], "words")

    def test_a_body_that_never_ends(self):
        with Service(services.drips) as service:
            began = awake.now()
            error = self.failed("ollama", service, PEEKABOO_AI_TIMEOUT="1500")
            self.assertIn("did not answer within 1.5 s", error["message"])
            self.assertLess(awake.now() - began, 20)

    def test_a_limit_beyond_all_patience(self):
        for limit in ("1e12", "100000000000"):
            with Service() as service:
                self.answered("openai", service, PEEKABOO_AI_TIMEOUT=limit)

    def test_control_c(self):
        with Service(services.mute) as service:
            process = subprocess.Popen([PEEKABOO, "analyze", self.png, "?"], stdout=subprocess.PIPE,
                                       stderr=subprocess.PIPE, env=self.environment("openai", service))
            service.wait_for_post()
            process.send_signal(signal.SIGINT)
            service.wait_for_leaving(5)
            process.communicate(timeout=services.PATIENCE)
            self.assertEqual(process.returncode, 130)

    def test_slow(self):
        with Service(services.mute) as service:
            began = awake.now()
            error = self.failed("anthropic", service, PEEKABOO_AI_TIMEOUT="1000")
            self.assertIn("Anthropic did not answer within 1 s", error["message"])
            self.assertIn("PEEKABOO_AI_TIMEOUT", error["hint"])
            self.assertLess(awake.now() - began, 20)
            service.wait_for_leaving(5)


class Keys(World):
    def test_an_error_that_repeats_the_key(self):
        for name in ("openai", "anthropic"):
            for words in ("Incorrect key: %s", "%s", "pieces %.20s…"):
                scene = echoes_key(401, lambda key, words=words: {"error": {"message": words % key}})
                with self.subTest(name + words), Service(scene) as service:
                    self.assertIn("***", self.failed(name, service)["message"])

    def test_a_body_that_repeats_the_key(self):
        with Service(echoes_key(500, lambda key: "x" * 490 + key)) as service:
            self.failed("openai", service, PEEKABOO_AI_TIMEOUT="400")

    def test_an_answer_that_repeats_the_key(self):
        for name, document_of in (
                ("openai", lambda key: {"choices": [{"message": {"content": "Your key is " + key}}]}),
                ("anthropic", lambda key: {"content": [{"type": "text", "text": "Your key is " + key}]})):
            with self.subTest(name), Service(echoes_key(200, document_of)) as service:
                self.assertEqual(self.answered(name, service)["analysis_text"], "Your key is ***")

    def test_a_key_that_cannot_be_sent(self):
        with Service() as service:
            error = self.failed("openai", service, OPENAI_API_KEY=OPENAI_KEY + "\n" + OPENAI_KEY)
            self.assertIn("Check OPENAI_BASE_URL and OPENAI_API_KEY.", error["details"])
            self.assertEqual(service.requests, [])

    def test_a_key_in_the_address(self):
        url = f"http://user:{ANTHROPIC_KEY}@127.0.0.1:1"
        error = self.failed("anthropic", ANTHROPIC_BASE_URL=url)
        self.assertIn("user name or password", error["details"])
        done = self.run_program("list", "server_status", environment=self.environment("ocr", ANTHROPIC_BASE_URL=url))
        self.assertRegex(done.stdout, r"http://\*+@127\.0\.0\.1:1")

    def test_another_server_gets_nothing(self):
        with Service() as other:
            for name, status in (("ollama", 301), ("openai", 302), ("anthropic", 303), ("openai", 307), ("anthropic", 308)):
                away = lambda handler, request, status=status: handler.reply(status, "", Location=other.url + request.path)
                with self.subTest(f"{name} {status}"):
                    with Service(looks=away) as service:
                        self.assertIn("which is another server", self.failed(name, service)["details"])
                        self.assertEqual(service.posts(), [])
                    with Service(away) as service:
                        error = self.failed(f"{name}/llava", service)
                        self.assertIn("which is another server", error["message"])
                        self.assertIn("_BASE_URL", error["hint"])
            self.assertEqual(other.requests, [])

    def test_the_same_server_may_redirect(self):
        on = lambda handler, request: handler.reply(307, "", Location=request.path)
        with Service(on, says()) as service:
            self.answered("openai", service)
            self.assertEqual([bool(request.headers["Authorization"]) for request in service.posts()], [True, True])


class Connections(World):
    def certificate(self, names):
        key, file = self.path("key.pem"), self.path("certificate.pem")
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                        "-keyout", key, "-out", file, "-days", "1", "-subj", "/CN=test", "-addext",
                        "subjectAltName=" + names], check=True, capture_output=True, timeout=60)
        return file, key

    def test_nobody_listens(self):
        with socket.create_server(("127.0.0.1", 0)) as listener:
            port = listener.getsockname()[1]
        nowhere = {"PEEKABOO_OLLAMA_BASE_URL": f"http://127.0.0.1:{port}"}
        error = self.failed("ollama", code="CONNECTION_REFUSED", **nowhere)
        self.assertIn("Ollama cannot be reached", error["details"])
        self.assertIn("ollama serve", error["details"])
        answer = self.analyze("ollama", options=("--provider", "ollama"), **nowhere)
        self.assertEqual((answer["error"]["code"], answer["status"]), ("CONNECTION_REFUSED", 30))
        self.failed("ollama,openai", OPENAI_BASE_URL="ftp://x", **nowhere)  # two causes have no code in common

    def test_senseless_addresses(self):
        for url in ("localhost:11434", "ftp://x", "http://", "http://a b/", "http://x:99999"):
            with self.subTest(url):
                error = self.failed("ollama", PEEKABOO_OLLAMA_BASE_URL=url)
                self.assertIn("Check PEEKABOO_OLLAMA_BASE_URL.", error["details"])

    def test_a_certificate_that_nobody_vouches_for(self):
        with Service(certificate=self.certificate("IP:127.0.0.1")) as service:
            for name in EACH:
                error = self.failed(name, service)
                self.assertIn("is not trusted", error["details"])
                self.assertIn("PEEKABOO_CA_FILE", error["details"])
            self.assertEqual(service.requests, [])

    def test_a_certificate_of_another_host(self):
        pair = self.certificate("DNS:example.org")
        with Service(certificate=pair) as service:
            self.assertIn("is not trusted", self.failed("openai", service, PEEKABOO_CA_FILE=pair[0])["details"])
            self.assertEqual(service.requests, [])

    def test_an_authority_of_ones_own(self):
        pair = self.certificate("IP:127.0.0.1")
        with Service(certificate=pair) as service:
            for name in EACH:
                self.answered(name, service, PEEKABOO_CA_FILE=pair[0])

    def test_a_file_of_certificates_that_is_not_there(self):
        with Service(certificate=self.certificate("IP:127.0.0.1")) as service:
            error = self.failed("ollama", service, PEEKABOO_CA_FILE=os.path.join(self.home, "none"))
            self.assertIn("PEEKABOO_CA_FILE", error["details"])


if __name__ == "__main__":
    unittest.main()

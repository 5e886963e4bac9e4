#!/usr/bin/python3
"""What `peekaboo analyze` sends to each service, and whom it asks."""
import os
import struct
import unittest
import zlib

import service as services
from service import Service, says, sends
from world import World, make_picture

EACH = {"ollama": "ollama/llava:latest", "openai": "openai/gpt-4o", "anthropic": "anthropic/claude-sonnet-5-5"}


class Shapes(World):
    def test_each_service_gets_its_own_shape_and_the_file_as_it_is(self):
        with open(self.png, "rb") as file:
            content = file.read()
        for name, model in EACH.items():
            with self.subTest(name), Service() as service:
                data = self.answered(name, service)
                self.assertEqual((data["analysis_text"], data["model_used"]), (services.WORDS, model))
                (post,) = service.posts()
                self.assertEqual((post.model, post.question, post.picture),
                                 (model.split("/", 1)[1], "What is this?", content))
                self.assertIn(post.kind, (None, "image/png"))

    def test_the_type_that_the_bytes_tell(self):
        kinds = {"png": "image/png", "jpeg": "image/jpeg", "webp": "image/webp"}
        for kind, media_type in kinds.items():
            for ending in (".png", ".jpg", ".JPEG", ".webp"):
                picture = self.path("p" + ending)
                make_picture(f"{kind}:{picture}", "-size", "9x9", "xc:blue")
                for name in ("openai", "anthropic"):
                    with self.subTest(f"{kind} named {ending} for {name}"), Service() as service:
                        self.answered(name, service, picture=picture)
                        self.assertEqual(service.posts()[0].kind, media_type)

    def test_an_empty_question_becomes_the_default_one(self):
        for question in ("", "  \t"):
            with Service() as service:
                self.answered("ollama", service, question=question)
                self.assertEqual(service.posts()[0].question, "Please describe what you see in this image.")

    def test_questions_travel_whole(self):
        for question in ('"quotes" \\ and\nlines', "Ünïcödé 👻", "x" * 100000):
            with Service() as service:
                self.answered("openai", service, question=question)
                self.assertEqual(service.posts()[0].question, question)

    def test_no_doubled_slash_and_no_doubled_version(self):
        for name, variable, endings, path in (
                ("ollama", "PEEKABOO_OLLAMA_BASE_URL", ("", "/", "//"), "/api/generate"),
                ("openai", "OPENAI_BASE_URL", ("", "/", "/v1", "/v1/"), "/v1/chat/completions"),
                ("anthropic", "ANTHROPIC_BASE_URL", ("", "/", "/v1", "/v1/"), "/v1/messages")):
            for ending in endings:
                with self.subTest(name + ending), Service() as service:
                    self.answered(name, service, **{variable: service.url + ending})
                    self.assertEqual(service.posts()[0].path, path)

    def test_a_model_that_wants_another_limit(self):
        refusal = {"error": {"message": "Unsupported parameter: use 'max_completion_tokens'.", "param": "max_tokens"}}
        with Service(sends(400, refusal), says()) as service:
            self.answered("openai/newest", service)
            first, second = service.posts()
            self.assertEqual(first.document["max_tokens"], 1000)
            self.assertNotIn("max_tokens", second.document)

    def test_a_model_that_stopped_early_is_noted(self):
        cut = {"choices": [{"message": {"content": "It is a"}, "finish_reason": "length"}]}
        with Service(sends(200, cut)) as service:
            answer = self.analyze("openai", service)
            self.assertEqual(answer["data"]["analysis_text"], "It is a")
            self.assertIn("limit of tokens", answer["messages"][0])


class Models(World):
    def test_names_with_slashes_and_colons(self):
        for entry, model in (("ollama/ann/eyes/wide:q4", "ann/eyes/wide:q4"), ("ollama/qwen2.5vl:7b", "qwen2.5vl:7b"),
                             (" OpenAI / vendor/model:free ", "vendor/model:free")):
            with self.subTest(entry), Service() as service:
                data = self.answered(entry, service)
                self.assertEqual(service.posts()[0].model, model)
                self.assertEqual(data["model_used"].split("/", 1)[1], model)

    def test_explicit_type_and_model(self):
        providers = "ollama/llava:latest;openai/gpt-4o,anthropic"
        for options, used in ((("--provider", "openai"), "openai/gpt-4o"), (("--provider", "ANTHROPIC"), EACH["anthropic"]),
                              (("--provider", "openai", "--model", "a/b:c"), "openai/a/b:c"),
                              (("--provider", "auto", "--model", "qwen2.5vl:7b"), "ollama/qwen2.5vl:7b")):
            with self.subTest(options), Service() as service:
                self.assertEqual(self.answered(providers, service, options=options)["model_used"], used)

    def test_installed_models(self):
        for wanted, there, works in (
                ("llava", ["llava:latest"], True), ("llava:13b", ["llava:7b"], True), ("llava", ["llava"], True),
                ("llava", ["lava:latest"], False), ("llava", [], False), ("llava", ["llavax:1"], False)):
            looks = sends(200, {"models": [{"name": name} for name in there]})
            with self.subTest(f"{wanted} among {there}"), Service(looks=looks) as service:
                if works:
                    self.answered("ollama/" + wanted, service)
                    continue
                error = self.failed("ollama/" + wanted, service)
                self.assertIn(f"Run `ollama pull {wanted}`.", error["details"])
                self.assertEqual(service.posts(), [])


class Choice(World):
    def test_the_first_that_works(self):
        with Service() as service:
            data = self.answered("strange/x;;ollama/llava , openai/gpt-4o", service, PEEKABOO_OLLAMA_BASE_URL="http://127.0.0.1:1")
            self.assertEqual(data["model_used"], "openai/gpt-4o")
            self.assertEqual([request.path for request in service.requests], ["/v1/models", "/v1/chat/completions"])

    def test_several_entries_of_one_provider(self):
        with Service() as service:
            self.assertEqual(self.answered("ollama/none;ollama/llava", service)["model_used"], "ollama/llava")

    def test_a_key_that_is_refused_or_missing_makes_way(self):
        with Service(looks=sends(401, {"error": {"message": "no"}})) as service:
            error = self.failed("openai;anthropic", service)
            self.assertIn("No configured AI providers in PEEKABOO_AI_PROVIDERS are currently operational.", error["message"])
            self.assertIn("openai: OpenAI API error: 401 - no → Check OPENAI_API_KEY.", error["details"])
            self.assertIn("Check ANTHROPIC_API_KEY.", error["details"])
            self.assertEqual(service.posts(), [])
        with Service() as service:
            error = self.failed("openai;anthropic", service, OPENAI_API_KEY=None, ANTHROPIC_API_KEY=" \n")
            self.assertIn("OPENAI_API_KEY is not set", error["details"])
            self.assertIn("ANTHROPIC_API_KEY is not set", error["details"])
            self.assertEqual(service.requests, [])

    def test_a_server_without_a_list_of_models_is_there(self):
        for status in (404, 405, 501, 429):
            with self.subTest(status), Service(looks=sends(status, {"error": "?"})) as service:
                self.answered("openai", service)

    def test_a_sick_server_makes_way(self):
        with Service(looks=sends(503, {"error": "?"})) as service:
            self.assertIn("OpenAI API error: 503", self.failed("openai", service)["details"])

    def test_explicit_failures(self):
        with Service() as service:
            error = self.failed("ollama", service, options=("--provider", "openai"))
            self.assertEqual(error["message"],
                             "Provider 'openai' is not enabled in server's PEEKABOO_AI_PROVIDERS configuration.")
            error = self.failed("openai", service, options=("--provider", "openai"), OPENAI_API_KEY=None)
            self.assertIn("Provider 'openai' is not operational: OPENAI_API_KEY is not set", error["message"])

    def test_nothing_configured(self):
        text = "AI analysis not configured on this server. Set the PEEKABOO_AI_PROVIDERS environment variable."
        for providers in (None, ""):
            self.assertEqual(self.failed(providers)["message"], text)
        for providers in (" ", ",;,", "/x"):
            self.assertEqual(self.failed(providers)["message"],
                             "No valid AI providers found in PEEKABOO_AI_PROVIDERS configuration.")


class Pictures(World):
    def refused(self, name, content, *words):
        with Service() as service:
            error = self.failed("ollama", service, picture=self.write(name, content), code="INVALID_ARGUMENT")
            for word in words:
                self.assertIn(word, error["message"])
            self.assertEqual(service.posts(), [])

    def test_endings(self):
        self.refused("a.gif", "GIF89a", "Unsupported image format: .gif. Supported formats: .png, .jpg, .jpeg, .webp")
        self.refused("plain", "x", "Unsupported image format")

    def test_what_only_claims_to_be_a_picture(self):
        self.refused("text.png", "just words", "not a PNG, JPEG or WebP picture")
        self.refused("gif.jpg", b"GIF89a" + bytes(20), "not a PNG, JPEG or WebP picture")
        self.refused("empty.webp", b"", "not a PNG, JPEG or WebP picture")

    def test_truncated(self):
        for kind in ("png", "jpg", "webp"):
            whole = self.path("whole." + kind)
            make_picture(whole, "-size", "200x200", "plasma:")
            with open(whole, "rb") as file:
                content = file.read()
            self.refused("cut." + kind, content[:len(content) // 2], "damaged")

    def test_a_decompression_bomb(self):
        def chunk(kind, data):
            return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        side = 40000
        row = zlib.compressobj(9)
        data = b"".join(row.compress(bytes(side // 8 + 1)) for _ in range(side)) + row.flush()
        self.assertLess(len(data), 1000000)
        self.refused("bomb.png", b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 1, 0, 0, 0, 0))
                     + chunk(b"IDAT", data) + chunk(b"IEND", b""), "40000x40000 pixels")

    def test_a_file_that_is_not_there(self):
        with Service() as service:
            error = self.failed("ollama", service, picture="/nowhere/a.png", code="FILE_IO_ERROR")
            self.assertIn("Failed to read image file: ", error["message"])

    def test_too_many_pixels_for_the_service(self):
        wide = self.path("wide.png")
        make_picture(wide, "-size", "9000x40", "gradient:")
        with Service() as service:
            answer = self.analyze("anthropic", service, picture=wide)
            self.assertIn("scaled down from 9000×40 to 8000×", answer["messages"][0])
            sent = service.posts()[0]
            self.assertEqual((sent.kind, struct.unpack(">I", sent.picture[16:20])[0]), ("image/png", 8000))
        with Service() as service:
            self.assertEqual(self.analyze("openai", service, picture=wide)["messages"], [])
            self.assertEqual(len(service.posts()[0].picture), os.path.getsize(wide))

    def test_too_many_bytes_for_the_service(self):
        heavy = self.path("heavy.png")
        make_picture(heavy, "-size", "1500x1500", "-seed", "1", "xc:gray", "+noise", "Random")
        self.assertGreater(os.path.getsize(heavy), 4000000)
        with Service() as service:
            answer = self.analyze("anthropic", service, picture=heavy)
            self.assertEqual(len(answer["messages"]), 1)
            self.assertIn("because anthropic takes at most", answer["messages"][0])
            sent = service.posts()[0]
            self.assertLessEqual(len(sent.picture), 3932160)
            begin = {"image/jpeg": b"\xff\xd8\xff", "image/png": b"\x89PNG"}[sent.kind]
            self.assertTrue(sent.picture.startswith(begin))


if __name__ == "__main__":
    unittest.main()

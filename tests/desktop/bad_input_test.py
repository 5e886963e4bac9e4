#!/usr/bin/python3
"""Bad input ends in a coded error with the table's exit status, nothing half written and nothing overwritten."""
import json
import os
import shutil
import subprocess
import unittest

from support import HERE, DesktopTest, painted, read_picture

SCRIPTS = os.path.join(HERE, "..", "..", "scripts")


class Files(DesktopTest):
    def refused(self, path):
        return self.fails("FILE_IO_ERROR", 17, "image", "--mode", "screen", "--screen-index", "0", "--path", path)

    def test_a_path_below_a_file(self):
        blocker = os.path.join(self.folder, "file")
        with open(blocker, "w", encoding="utf-8") as file:
            file.write("keep me")
        error = self.refused(os.path.join(blocker, "shot.png"))
        self.assertIn(blocker, error["message"])

    def test_a_folder_that_cannot_be_written(self):
        self.refused("/proc/shot.png")

    def test_a_full_disk(self):
        disk = os.path.join(self.folder, "disk")
        os.mkdir(disk)
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4k", "none", disk], check=True)
        self.addCleanup(subprocess.run, ["umount", disk], check=True)
        self.form()
        error = self.refused(os.path.join(disk, "shot.png"))
        self.assertRegex(str(error).lower(), "space|full")
        self.assertEqual(os.listdir(disk), [])

    def test_a_file_that_is_no_picture_is_kept(self):
        path = os.path.join(self.folder, "thesis.png")
        with open(path, "w", encoding="utf-8") as file:
            file.write("three years of work")
        self.refused(path)
        with open(path, encoding="utf-8") as file:
            self.assertEqual(file.read(), "three years of work")

    def test_a_name_that_is_too_long(self):
        self.refused(os.path.join(self.folder, "x" * 300 + ".png"))
        self.assertEqual(os.listdir(self.folder), [])

    def test_a_title_cannot_choose_the_folder(self):
        process, _ = self.painter("--title", "../../escape/now", "--class", "../Evil/App", "--geometry", "90x70+50+50")
        inside = os.path.join(self.folder, "inside") + "/"
        data = self.succeeds("image", "--app", f"PID:{process.pid}", "--mode", "multi", "--path", inside)
        (saved,) = data["saved_files"]
        self.assertEqual(os.path.dirname(saved["path"]), inside.rstrip("/"))
        self.assertEqual(os.listdir(self.folder), ["inside"])
        self.same(read_picture(saved["path"]), painted(90, 70))


class Targets(DesktopTest):
    def test_an_unknown_application(self):
        error = self.fails("APP_NOT_FOUND", 18, "image", "--app", "NoSuchApplicationAtAll")
        self.assertIn("NoSuchApplicationAtAll", error["message"])
        self.assertEqual(os.listdir(self.folder), [])

    def test_a_process_without_windows(self):
        for name in ("PID:999999", "PID:0", "PID:-4", "PID:abc", "PID:"):
            with self.subTest(name):
                self.fails(("APP_NOT_FOUND", "INVALID_ARGUMENT"), (18, 20), "image", "--app", name)

    def test_an_ambiguous_name_lists_the_candidates(self):
        self.painter("--class", "Alphabet")
        self.painter("--class", "Alphanum")
        error = self.fails("AMBIGUOUS_APP_IDENTIFIER", 22, "image", "--app", "Alpha")
        self.assertIn("Alphabet", str(error))
        self.assertIn("Alphanum", str(error))

    def test_an_unknown_title_lists_the_titles(self):
        self.painter("--class", "Studio", "--title", "Budget 2031")
        error = self.fails("WINDOW_NOT_FOUND", 15, "image", "--app", "Studio", "--mode", "window", "--window-title", "Taxes")
        self.assertIn("Budget 2031", str(error))

    def test_an_index_out_of_range(self):
        self.painter("--class", "Studio")
        self.fails("WINDOW_NOT_FOUND", 15, "image", "--app", "Studio", "--mode", "window", "--window-index", "5")

    def test_a_screen_out_of_range(self):
        self.fails("DISPLAY_NOT_FOUND", 10, "image", "--mode", "screen", "--screen-index", "7")

    def test_an_unmapped_window(self):
        process, _ = self.painter("--unmapped")
        self.fails(("WINDOW_NOT_FOUND", "APP_NOT_FOUND"), (15, 18), "image", "--app", f"PID:{process.pid}")
        self.assertEqual(os.listdir(self.folder), [])


class Usage(DesktopTest):
    def test_usage_errors_are_json_too(self):
        for words in (("image", "--no-such-option"), ("image", "--window-index", "abc", "--app", "x"), ("list", "windows"),
                      ("image", "--mode", "sideways"), ("list", "planets"), ("no-such-command",),
                      ("image", "--format"), ("analyze",)):
            with self.subTest(words):
                self.fails("INVALID_ARGUMENT", 64, *words)

    def test_usage_errors_for_people(self):
        result = self.peekaboo("image", "--no-such-option")
        self.assertEqual(result.status, 64, str(result))
        self.assertEqual(result.stdout, b"")
        self.assertIn(b"--no-such-option", result.stderr)

    def test_call_with_bad_json(self):
        for text in ("{", "[]", "7", '{"a": '):
            with self.subTest(text):
                self.assertIn(self.peekaboo("call", "list", text).status, (20, 64))

    def test_call_of_an_unknown_tool(self):
        result = self.peekaboo("call", "no_such_tool", "{}")
        self.assertNotEqual(result.status, 0, str(result))
        self.assertIn("no_such_tool", str(result))


class Pictures(DesktopTest):
    def test_analyze_says_what_is_wrong_with_a_file(self):
        text = os.path.join(self.folder, "text.png")
        with open(text, "w", encoding="utf-8") as file:
            file.write("no picture")
        for path in (os.path.join(self.folder, "missing.png"), text, os.path.join(self.folder, "x.gif")):
            with self.subTest(path):
                result = self.peekaboo("analyze", path, "What?", "--json-output", PEEKABOO_AI_PROVIDERS="ocr")
                self.assertNotEqual(result.status, 0, str(result))
                self.assertIs(result.json["success"], False)

    def test_analyze_without_a_provider(self):
        self.capture()
        self.fails("AI_PROVIDER_ERROR", 25, "analyze", os.path.join(self.folder, "shot-0.png"), "What?")


class Scripts(DesktopTest):
    def script(self, text):
        path = os.path.join(self.folder, "script.lua")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def test_a_script_that_fails(self):
        for text in ("error 'broken on purpose'", "local x = nil; return x.y", "this is not Lua", "error { code = 'X' }"):
            with self.subTest(text):
                result = self.peekaboo("run", self.script(text))
                self.assertEqual(result.status, 26, str(result))
                self.assertIn(b"script.lua", result.stderr)

    def test_a_script_that_fails_is_json_too(self):
        path = os.path.join(self.folder, "fails.lua")
        with open(path, "w", encoding="utf-8") as file:
            file.write("error 'boom'")
        error = self.fails("SCRIPT_ERROR", 26, "run", path)
        self.assertIn("boom", error["message"])
        self.assertIn("fails.lua", error["context"]["traceback"])

    def test_a_script_that_is_missing(self):
        self.assertEqual(self.peekaboo("run", os.path.join(self.folder, "none.lua")).status, 17)

    def test_an_override_that_cannot_be_read(self):
        result = self.peekaboo("list", "apps", "--json-output", PEEKABOO_SCRIPTS=os.path.join(self.folder, "none"))
        self.assertNotEqual(result.status, 0, str(result))
        self.assertIs(result.json["success"], False)
        self.assertIn("none", result.json["error"]["message"])

    def test_a_tool_with_a_lua_error(self):
        scripts = os.path.join(self.folder, "scripts")
        shutil.copytree(SCRIPTS, scripts)
        tool = os.path.join(scripts, "tools", "core", "list.lua")
        with open(tool, encoding="utf-8") as file:
            source = file.read()
        with open(tool, "w", encoding="utf-8") as file:
            file.write("if true then error 'broken on purpose' end\n" + source)
        result = self.peekaboo("call", "list", "{}", PEEKABOO_SCRIPTS=scripts)
        self.assertEqual(result.status, 26, str(result))
        self.assertIn("broken on purpose", str(result))
        result = self.peekaboo("call", "image", json.dumps({"path": self.folder + "/"}), PEEKABOO_SCRIPTS=scripts)
        self.assertEqual(result.status, 0, str(result))


if __name__ == "__main__":
    unittest.main(verbosity=2)

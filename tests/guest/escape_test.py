#!/usr/bin/python3
"""A guest script reaches nothing that it was not given, and uses up no more than its budget. Each attempt is a script."""
import unittest

from server import Served
import awake


class Reach(Served):
    """Ways out of Lua."""

    def test_nothing_of_the_system_is_there(self):
        for name in ("io", "debug", "package", "dofile", "loadfile", "os.execute", "os.exit", "os.getenv", "os.remove",
                     "os.rename", "os.tmpname", "os.setlocale", "string.dump", "fs", "process", "http", "env", "host", "registry",
                     "tool", "guest_process", "desktop", "image", "event"):
            with self.subTest(name):
                self.assertIsNone(self.value(f"return {name}"))
        self.refused("return screen.nothing", "INVALID_ARGUMENT", "there is no screen.nothing")

    def test_what_is_there_is_all_there_is(self):
        names = self.value("local names = {} for name in pairs(_G) do names[#names + 1] = name end table.sort(names) return names")
        self.assertEqual(names, sorted([
            "_G", "_VERSION", "app", "arguments", "assert", "collectgarbage", "coroutine", "error", "getmetatable", "ipairs",
            "json", "load", "math", "next", "os", "pairs", "pcall", "print", "rawequal", "rawget", "rawlen", "rawset",
            "require", "screen", "select", "setmetatable", "string", "table", "task", "time", "tonumber", "tostring",
            "try", "type", "utf8", "warn", "window", "xpcall"]))
        self.assertEqual(self.value("local n = {} for k in pairs(os) do n[#n + 1] = k end table.sort(n) return n"),
                         ["clock", "date", "difftime", "time"])

    def test_other_modules_cannot_be_required(self):
        for name in ("io", "os", "fs", "process", "http", "tool", "prelude", "tools.image", "guest", "../x", "/etc/passwd", ""):
            with self.subTest(name):
                self.refused(f"require '{name}'", "SCRIPT_ERROR", "there is no module", "screen")

    def test_no_bytecode(self):
        for chunk in ("load('\\27Lua')", "load('\\27LuaT\\0\\x19\\x93', 'x', 'b')", "load(function() return nil end, 'x', 'b') and nil",
                      "load(function() return '\\27Lua' end, 'x', 'bt')"):
            with self.subTest(chunk):
                self.assertIsNone(self.value(f"return (({chunk}))"))
        self.refused("\x1bLuaS", "SCRIPT_ERROR")

    def test_metatables_lead_nowhere(self):
        self.assertEqual(self.value("""
            local strings = getmetatable ""
            strings.__index = function() return function() return "mine" end end
            return ("x"):execute()"""), "mine")
        self.assertEqual(self.value("return ('x'):upper()"), "X", "the next guest has its own strings")
        self.assertFalse(self.value("return getmetatable(json.array {})"))

    def test_replaced_functions_are_the_guests_own(self):
        self.assertEqual(self.value("pcall, error, tostring, print, try = nil tostring = nil return 5"), 5)
        self.assertEqual(self.value("setmetatable(_G, {__index = function(_, k) return k end}) return nothing"), "nothing")
        self.assertEqual(self.value("window.list = function() return 'fake' end return window.list()"), "fake")

    def test_functions_that_are_not_listed_cannot_be_called_by_name(self):
        self.refused("coroutine.wrap(time.format)('%Y', {})", "INVALID_ARGUMENT", "time.format")
        self.refused("return image.decode('x')", "SCRIPT_ERROR", "a nil value")
        self.refused("task.spawn(print)", "INVALID_ARGUMENT", "there is no task.spawn for a guest script")
        self.refused("task.sleep = nil task.sleep(0)", "INVALID_ARGUMENT", "there is no task.sleep")

    def test_what_cannot_be_passed_is_refused_in_the_script(self):
        for value, word in (("print", "a function cannot be passed"), ("{[1] = 1, a = 2}", "either a list or a record"),
                            ("{[true] = 1}", "keys must be strings"), ("('x'):rep(2e6)", "more than a megabyte"),
                            ("{{('x'):rep(6e5)}, ('x'):rep(6e5)}", "too large"), ("loop", "nested too deeply"), ("deep", "nested too deeply"),
                            ("wide", "too large")):
            with self.subTest(value):
                self.refused("loop = {} loop[1] = loop deep = {} for i = 1, 100 do deep = {deep} end wide = {} "
                             f"for i = 1, 3e5 do wide[i] = i end json.encode({value})", "SCRIPT_ERROR", word)

    def test_no_argument_makes_the_host_take_memory(self):
        self.refused("return json.encode({{{1}}}, 1000000000)", "INVALID_ARGUMENT", "at most 1 argument")
        self.refused("return json.decode(('['):rep(1000000))", "INVALID_ARGUMENT")
        self.refused("return time.format(('%c'):rep(400000))", "INVALID_ARGUMENT")

    def test_a_cycle_cannot_be_returned_either(self):
        self.refused("local t = {} t.t = t return t", "SCRIPT_ERROR", "nested too deeply")
        self.refused("return print", "SCRIPT_ERROR", "a function cannot be passed")


class Budget(Served):
    """Ways to use up the machine. Each is over within seconds, and says why."""

    def within(self, seconds, script, code, *words, **more):
        began = awake.now()
        call = self.refused(script, code, *words, **more)
        self.assertLess(awake.now() - began, seconds)
        return call

    def test_endless_loops(self):
        scripts = ("while true do end", "while true do pcall(error) end", "pcall(function() while true do end end)",
                   "local f f = function() pcall(f) return f() end f()",
                   "xpcall(function() while true do end end, function() while true do end end)",
                   "coroutine.wrap(function() while true do end end)()",
                   "coroutine.wrap(function() while true do coroutine.wrap(function() end)() end end)()",
                   "local t <close> = setmetatable({}, {__close = function() while true do end end})",
                   "setmetatable({}, {__gc = function() while true do end end}) collectgarbage()",
                   "error(setmetatable({}, {__tostring = function() while true do end end}))",
                   "table.sort({3, 2, 1}, function() while true do end end)", "::again:: goto again",
                   "local function f(...) return f(1, ...) end f()", "(('a'):rep(30000)):find(('a-'):rep(30) .. 'b')")
        for some in (scripts[:7], scripts[7:]):
            for script, call in [(script, self.run_script(script, timeout=0.5)) for script in some]:
                with self.subTest(script):
                    self.assertEqual(call.code(), "TIMEOUT", call.text())
                    self.assertLess(call.seconds, 20)

    def test_computing_has_a_limit_of_its_own(self):
        calls = [(self.run_script(script, timeout=120), said) for script, said in (
            ("while true do end", "computed for more than 5 seconds"),
            ("(('a'):rep(30000)):find(('a-'):rep(30) .. 'b')", "string pattern"))]
        for call, said in calls:
            self.assertEqual(call.code(), "TIMEOUT", call.text())
            self.assertIn(said, call.text())

    def test_memory(self):
        scripts = ("local t = {} while true do t[#t + 1] = ('x'):rep(1e6) .. #t end", "local t = {} while true do t = {t, {}, {}} end",
                   "local s = 'x' while true do s = s .. s end", "return ('x'):rep(1e10)", "return (' '):rep(1e8):rep(100)",
                   "local t = {} for i = 1, 1e9 do t[i] = i end", "return table.concat(setmetatable({}, {__len = function() return 1e9 end, "
                   "__index = function() return ('x'):rep(1000) end}))", "local t = table.pack(string.byte(('x'):rep(1e7), 1, -1))",
                   "local t = {} while true do t[#t + 1] = coroutine.create(function() end) end",
                   "return load(('x = 1 '):rep(1e7))()")
        for some in (scripts[:5], scripts[5:]):
            for script, call in [(script, self.run_script(script)) for script in some]:
                with self.subTest(script):
                    self.assertEqual(call.code(), "SCRIPT_ERROR", call.text())
                    self.assertLess(call.seconds, 20)

    def test_memory_that_is_short_can_be_caught_and_given_back(self):
        self.assertTrue(self.value("local ok = pcall(function() return ('x'):rep(1e9) end) collectgarbage() return not ok"))

    def test_recursion(self):
        self.within(20, "local function f() return 1 + f() end return f()", "SCRIPT_ERROR", "stack overflow")
        self.within(20, "local t = setmetatable({}, {}) getmetatable(t).__index = t return t.x", "SCRIPT_ERROR")
        self.within(20, "local f f = function(s) return s:gsub('.', f) end f('x')", "SCRIPT_ERROR", "overflow")
        self.within(20, "return load(('('):rep(1e5) .. '1' .. (')'):rep(1e5))()", "SCRIPT_ERROR")
        self.within(20, "local s = ('x'):rep(300000) return s:find(('.-'):rep(1000) .. ('(x'):rep(50))", "SCRIPT_ERROR")

    def test_output(self):
        call = self.run_script("for i = 1, 1e6 do print(('y'):rep(100)) end return 'end'")
        self.assertEqual(call.code(), "", call.text())
        structured = call.result()
        self.assertEqual(len(structured["output"]), 64 * 1024)
        self.assertTrue(structured["output_truncated"])
        self.assertEqual(structured["value"], "end")
        self.assertIn("was dropped", call.text())

    def test_calls(self):
        call = self.within(20, "for i = 1, 1e6 do time.now() end", "SCRIPT_ERROR", "more than 2000 calls", "Done before: 2000 calls")
        self.assertEqual(len(call.result()["calls"]), 50)

    def test_ten_thousand_coroutines(self):
        self.assertEqual(self.value("""local all = {}
            for i = 1, 10000 do all[i] = coroutine.wrap(function() coroutine.yield(i) end) end
            local sum = 0
            for i = 1, 10000 do sum = sum + all[i]() end
            return sum"""), 50005000)

    def test_errors_where_nobody_catches_them(self):
        self.assertEqual(self.value("setmetatable({}, {__gc = function() error 'late' end}) collectgarbage() return 1"), 1)
        self.refused("local x <close> = setmetatable({}, {__close = function() error 'closing' end}) return 1", "SCRIPT_ERROR", "closing")
        self.refused("error(setmetatable({}, {__tostring = function() error 'again' end}))", "SCRIPT_ERROR")
        self.refused("error()", "SCRIPT_ERROR", "nil")
        self.refused("error({code = 'POLICY_DENIED', message = 'mine'})", "POLICY_DENIED", "mine")
        self.refused("error({code = 'bad code\\n', message = 'mine'})", "SCRIPT_ERROR", "mine")
        self.refused("coroutine.yield(1)", "SCRIPT_ERROR", "outside a coroutine")

    def test_sizes_of_what_comes_in(self):
        self.refused("--" + "x" * 300_000, "INVALID_ARGUMENT", "at most 262144")
        self.assertEqual(self.value("return arguments.list[3]", arguments={"list": [1, 2, "ä"]}), "ä")
        deep = {"a": 1}
        for _ in range(40):
            deep = {"a": deep}
        self.refused("return 1", "INVALID_ARGUMENT", "nested too deeply", arguments=deep)

    def test_numbers_that_json_has_no_word_for(self):
        self.refused("return {2^53, 1 / 0}", "INVALID_ARGUMENT", "returned value 1[2] is inf")
        self.assertEqual(self.value("return {2^53, math.mininteger}"), [2 ** 53, -2 ** 63])
        self.assertEqual(self.value("return nil, 'x', nil"), [None, "x", None])
        self.assertEqual(self.value("return '\\xff\\0'"), "\ufffd\0")


if __name__ == "__main__":
    unittest.main()

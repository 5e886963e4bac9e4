#!/usr/bin/python3
"""The co_await lint finds every form that g++ 12 miscompiles and leaves the allowed ones alone."""
import unittest

from await_lint import faults

BAD = [
    "co_await run([object] { return object.size(); });",
    "co_await run([&, object] { return 1; });",
    "co_await f({.a = 1, .text = name});",
    "auto x = co_await f(Options{1, name});",
    "co_await f({});",
    "auto x = co_await (c ? f(x) : g(y));",
    "auto x = c ? co_await f(x) : 0;",
    "int list[] = {x, co_await f()};",
    "Pair p{x, co_await f()};",
    "co_await Awaiter{object};",
    "if (ready) co_await f(Options{name});",
    "return_value(co_await f(std::vector<int>{1, 2}));",
    "co_return Result{co_await f(name)};",
]
GOOD = [
    "int x = co_await f(name);",
    "co_await f(std::move(name));",
    'auto x = co_await f("a {text} with ? and [brackets]");',
    "auto task = f({.a = 1});\n  auto x = co_await std::move(task);",
    "if (a && co_await b()) { work(); }",
    "for (auto& x : co_await several()) { use(x); }",
    "while (co_await more()) { use(); }",
    "switch (co_await kind()) { case 1: break; }",
    "switch (k) { case 1: co_await f(name); break; default: co_await g(name); }",
    "auto [a, b] = co_await pair();",
    "co_await sleep(0.5);",
    "try { co_await f(name); } catch (const Error& error) { use(error); }",
    "if (x) { co_await f(name); } else { co_await g(name); }",
    "const Rect r{1, 2};\n  co_await f(r);",
    "// co_await f({})\n  co_await f(name);",
    "wait(1'000'000);\n  co_await f(name);",
    "co_return co_await f(name);",
]


def body(statement):
    return "Task<int> work(Name name) {\n  " + statement + "\n  co_return 0;\n}\n"


class AwaitLint(unittest.TestCase):
    def test_finds_every_bad_form(self):
        for statement in BAD:
            with self.subTest(statement):
                self.assertEqual([line for line, _ in faults(body(statement))], [2])

    def test_leaves_good_forms_alone(self):
        for statement in GOOD:
            with self.subTest(statement):
                self.assertEqual(faults(body(statement)), [])

    def test_names_the_line(self):
        self.assertEqual(faults("int a;\nint b;\n" + body(BAD[0]))[0][0], 4)


if __name__ == "__main__":
    unittest.main()

#!/usr/bin/python3
"""A file that uses a name of the standard library includes the header that declares it, itself or by one of ours. Which
headers a standard header includes besides depends on the version of the compiler."""
import os
import re
import unittest

import tree

INCLUDE = re.compile(r'(?m)^#include ([<"])([^>"]+)[>"]')
HEADERS = {
    "algorithm": re.compile(r"\bstd::(?:sort|stable_sort|find_if|any_of|all_of|none_of|transform|remove_if|clamp|min|max)\("),
    "array": re.compile(r"\bstd::(?:array<|to_array\()"),
    "atomic": re.compile(r"\bstd::(?:atomic\b|memory_order|atomic_flag\b)"),
    "charconv": re.compile(r"\bstd::(?:from_chars|to_chars)\b"),
    "chrono": re.compile(r"\bstd::chrono\b"),
    "condition_variable": re.compile(r"\bstd::(?:condition_variable|cv_status)\b"),
    "coroutine": re.compile(r"\bstd::(?:coroutine_handle|suspend_always|suspend_never|noop_coroutine)\b"),
    "cstddef": re.compile(r"\bstd::(?:size_t|ptrdiff_t|byte|nullptr_t|max_align_t)\b"),
    "cstdint": re.compile(r"\b(?:u?int(?:8|16|32|64)_t|u?intptr_t)\b"),
    "deque": re.compile(r"\bstd::deque<"),
    "exception": re.compile(r"\bstd::(?:exception|exception_ptr|current_exception|rethrow_exception|uncaught_exceptions)\b"),
    "filesystem": re.compile(r"\bstd::filesystem\b"),
    "fstream": re.compile(r"\bstd::(?:if|of|f)stream\b"),
    "functional": re.compile(r"\bstd::(?:function|hash|less|greater)<"),
    "future": re.compile(r"\bstd::(?:future|promise|async|packaged_task|shared_future|future_status)\b"),
    "initializer_list": re.compile(r"\bstd::initializer_list<"),
    "limits": re.compile(r"\bstd::numeric_limits<"),
    "list": re.compile(r"\bstd::list<"),
    "map": re.compile(r"\bstd::(?:multi)?map<"),
    "memory": re.compile(r"\bstd::(?:unique_ptr|shared_ptr|weak_ptr|make_unique|make_shared|enable_shared_from_this)\b"),
    "mutex": re.compile(r"\bstd::(?:mutex|lock_guard|unique_lock|scoped_lock|recursive_mutex|once_flag|call_once)\b"),
    "optional": re.compile(r"\bstd::(?:optional|nullopt)\b"),
    "random": re.compile(r"\bstd::(?:mt19937|mt19937_64|random_device|uniform_\w+_distribution)\b"),
    "set": re.compile(r"\bstd::(?:multi)?set<"),
    "span": re.compile(r"\bstd::span\b"),
    "sstream": re.compile(r"\bstd::[io]?stringstream\b"),
    "stdexcept": re.compile(r"\bstd::(?:runtime_error|logic_error|invalid_argument|out_of_range|length_error)\b"),
    "string": re.compile(r"\bstd::(?:string|to_string)\b"),
    "string_view": re.compile(r"\bstd::string_view\b"),
    "system_error": re.compile(r"\bstd::(?:error_code|system_error|errc|generic_category|system_category)\b"),
    "thread": re.compile(r"\bstd::(?:thread|jthread|this_thread)\b"),
    "tuple": re.compile(r"\bstd::(?:tuple|tie|make_tuple|tuple_size)\b"),
    "type_traits": re.compile(r"\bstd::(?:is_\w+_v|enable_if_t|decay_t|conditional_t|remove_\w+_t|invoke_result_t|underlying_type_t)\b"),
    "unordered_map": re.compile(r"\bstd::unordered_map<"),
    "unordered_set": re.compile(r"\bstd::unordered_set<"),
    "utility": re.compile(r"\bstd::(?:exchange|pair|move|forward|swap|declval|in_place\w*)\b"),
    "variant": re.compile(r"\bstd::(?:variant|visit|get_if|holds_alternative|monostate)\b"),
    "vector": re.compile(r"\bstd::vector<"),
}
# What a header promises to bring along, or always has to.
CONTAINERS = ("array", "deque", "list", "map", "set", "span", "string", "unordered_map", "unordered_set", "vector")
BRINGS = {**{header: {"utility", "cstddef", "initializer_list"} for header in CONTAINERS},
          **{header: {"utility"} for header in ("algorithm", "functional", "memory", "optional", "tuple", "variant")},
          **{header: {"cstddef"} for header in ("cstdint", "cstdio", "cstdlib", "cstring", "string_view")}}
BRINGS["string"] |= {"string_view"}
BRINGS["filesystem"] = BRINGS["fstream"] = BRINGS["sstream"] = BRINGS["string"] | {"string"}
BRINGS["charconv"] = {"system_error"}
BRINGS["thread"] = BRINGS["condition_variable"] = BRINGS["future"] = {"chrono"}


def without_comments(text):
    return re.sub(r'//[^\n]*|"(?:\\.|[^"\\\n])*"', "", text)


def reached(path, read, seen):
    """The standard headers that a file includes, by our own headers too."""
    if path in seen:
        return set()
    seen.add(path)
    found = set()
    for form, name in INCLUDE.findall(read(path)):
        if form == "<":
            found |= {name} | BRINGS.get(name, set())
        elif os.path.exists(os.path.join(tree.ROOT, name)):
            found |= reached(name, read, seen)
    return found


def faults(path, read=tree.read):
    there = reached(path, read, set())
    text = without_comments(read(path))
    return [f"{path}: <{header}> is not included" for header, use in HEADERS.items()
            if header not in there and use.search(text)]


class Includes(unittest.TestCase):
    def test_what_is_used_is_included(self):
        paths = tree.files(["runtime", "native", "tests"], [".cpp", ".hpp"])
        self.assertGreater(len(paths), 100, "the tree was not found")
        found = [fault for path in paths for fault in faults(path)]
        self.assertEqual(found, [], "\n" + "\n".join(found))

    def test_a_missing_header_is_found(self):
        self.assertEqual(faults("x", lambda _: "#include <vector>\nstd::uint8_t x;"), ["x: <cstdint> is not included"])
        self.assertEqual(faults("x", lambda _: "#include <cstdint>\nstd::uint8_t x;  // std::array<"), [])


if __name__ == "__main__":
    unittest.main()

#include <gtest/gtest.h>

#include "tests/unit/runtime/lua/script_host.hpp"

namespace runtime {
namespace {

Results seven(const Args&) { return Value(7); }
constexpr Function kFunctions[] = {{.call = "later.seven", .text = "Seven.", .work = seven}};

TEST(LaterModule, IsMadeWhenItIsFirstAskedFor) {
  ScriptHost host;
  int made = 0;
  host.state->add_module("later", [&] {
    ++made;
    return Module{.name = "later", .functions = kFunctions};
  });
  const std::size_t before = host.state->modules().size();
  EXPECT_EQ(made, 0);
  EXPECT_EQ(host.run("local a, b = require 'later', require 'later' return a.seven(), a == b")[1],
            Value(true));
  EXPECT_EQ(made, 1);
  EXPECT_EQ(host.state->modules().size(), before + 1);
}

TEST(LaterModule, RaisesWhyItCannotBeMadeAndMayWorkLater) {
  ScriptHost host;
  bool possible = false;
  host.state->add_module("later", [&] {
    if (!possible) throw Error("UNSUPPORTED", "not now", "later");
    return Module{.name = "later", .functions = kFunctions};
  });
  const auto values = host.run("local ok, e = pcall(require, 'later') return ok, e.code, e.hint");
  EXPECT_EQ(values[0], Value(false));
  EXPECT_EQ(values[1], Value("UNSUPPORTED"));
  EXPECT_EQ(values[2], Value("later"));
  possible = true;
  EXPECT_EQ(host.run("return require('later').seven()")[0], Value(7));
}

}  // namespace
}  // namespace runtime

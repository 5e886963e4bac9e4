// What scripts see of windows under a policy.
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "tests/unit/native/lua/desktop_host.hpp"
#include "tests/unit/native/lua/excluding_policy.hpp"

namespace native {
namespace {

class WindowsUnderAPolicy : public testing::Test {
 protected:
  WindowsUnderAPolicy() {
    for (const char* title : {"Notes", "notes of May", "Secret notes"}) {
      Window window;
      window.id = ++last_;
      window.title = title;
      window.bounds = {10, 10, 20, 20};
      window.on_screen = true;
      desktop.desktop.add_window(window, [](int, int) { return 0x123456U; });
    }
  }
  std::string text(const std::string& script) {
    const auto results = desktop.run(script);
    return results.empty() || !results[0].string() ? "" : *results[0].string();
  }
  std::string titles(const std::string& pattern) {
    return text(R"(local window, found = require "window", {}
      for i, w in ipairs(window.list {title = ")" +
                pattern + R"("}) do found[i] = w.title end
      return table.concat(found, ","))");
  }

  Excluding* policy = new Excluding("secret");
  DesktopHost desktop{60, std::size_t{256} << 20, std::unique_ptr<Policy>(policy)};

 private:
  std::uint64_t last_ = 0;
};

TEST_F(WindowsUnderAPolicy, AreFoundByAPattern) {
  EXPECT_EQ(titles("NOTES"), "Notes") << "the exact title first";
  EXPECT_EQ(titles("note"), "notes of May,Notes");
  EXPECT_EQ(titles("*may"), "notes of May");
  EXPECT_EQ(titles("/^n.*s$/"), "Notes");
  EXPECT_EQ(titles("secret"), "") << "an excluded window has no title";
  EXPECT_EQ(text("return select(2, pcall(require('window').list, {title = '/(/'})).code"),
            "INVALID_ARGUMENT");
}

TEST_F(WindowsUnderAPolicy, HoldUpNothingWhileItIsRead) {
  for (const char* function : {"window.list", "window.frontmost", "app.list"}) {
    const std::string name(function);
    policy->forget();
    const std::string module = name.substr(0, name.find('.'));
    desktop.run("local " + module + " = require '" + module + "' " + name + "()");
    EXPECT_NE(policy->reader(), std::thread::id()) << name;
    EXPECT_NE(policy->reader(), std::this_thread::get_id()) << name << " read it on the loop";
  }
}

TEST_F(WindowsUnderAPolicy, SayThatTheyAreExcluded) {
  EXPECT_EQ(text(R"(local found = {}
    for i, w in ipairs(require("window").list()) do found[i] = w.title .. tostring(w.excluded) end
    return table.concat(found, ","))"),
            "true,notes of Mayfalse,Notesfalse");
}

TEST_F(WindowsUnderAPolicy, AreCountedInAPicture) {
  EXPECT_EQ(text("return tostring(require('screen').capture('desktop').excluded_windows)"), "1");
}

TEST_F(WindowsUnderAPolicy, LookDifferentUnderAnotherPolicy) {
  desktop.run(R"(local screen = require "screen"
    rawset(screen, "kept", screen.capture("desktop", {fingerprint = true}).fingerprint))");
  const std::string same = R"(local screen = require "screen"
    return tostring(screen.matches("desktop", {fingerprint = rawget(screen, "kept")})))";
  EXPECT_EQ(text(same), "true");
  policy->set("secret");
  EXPECT_EQ(text(same), "false");
}

}  // namespace
}  // namespace native

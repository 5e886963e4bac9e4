#include "native/linux/short_program.hpp"

#include <gtest/gtest.h>

namespace native {
namespace {

Deadline short_deadline(int milliseconds) {
  return std::chrono::steady_clock::now() + std::chrono::milliseconds(milliseconds);
}

std::optional<std::string> shell(const std::string& text, int milliseconds = 20'000) {
  return run_short_program({"sh", "-c", text}, {{"PEEKABOO_SHOWN", "it's"}},
                           short_deadline(milliseconds));
}

TEST(ShortProgram, SaysWhatItWrites) {
  EXPECT_EQ(shell("printf '%s' \"$PEEKABOO_SHOWN\""), "it's");
  // Its input is empty, and it has no descriptors of ours; the fourth one is the folder.
  EXPECT_EQ(shell("cat; ls /proc/self/fd | tr '\\n' ' '"), "0 1 2 3 ");
}

TEST(ShortProgram, ThatFailsSaysNothing) {
  EXPECT_EQ(shell("echo said; exit 3"), std::nullopt);
  EXPECT_EQ(run_short_program({"peekaboo-no-such-program"}, {}, short_deadline(5000)),
            std::nullopt);
}

TEST(ShortProgram, ThatDoesNotEndIsKilled) {
  const auto begun = std::chrono::steady_clock::now();
  EXPECT_EQ(shell("exec sleep 1000", 200), std::nullopt);
  EXPECT_EQ(shell("exec >&-; exec sleep 1000", 200), std::nullopt);
  EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(20));
}

TEST(ShortProgram, ThatSaysTooMuchSaysNothing) {
  EXPECT_EQ(shell("head -c 65536 /dev/zero").value_or("").size(), 65536U);
  EXPECT_EQ(shell("cat /dev/zero"), std::nullopt);
}

}  // namespace
}  // namespace native

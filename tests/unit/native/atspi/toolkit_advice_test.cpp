#include "native/atspi/toolkit_advice.hpp"

#include <gtest/gtest.h>
#include <time.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace native::atspi {
namespace {

class ToolkitAdvice : public testing::Test {
 protected:
  ToolkitAdvice() { std::filesystem::create_directories(proc_ + "/7"); }
  ~ToolkitAdvice() override { std::filesystem::remove_all(proc_); }
  void map(const std::string& files) { std::ofstream(proc_ + "/7/maps") << files; }
  // Has the process begun so many seconds ago.
  void start_before(std::int64_t seconds) {
    timespec now{};
    ::clock_gettime(CLOCK_BOOTTIME, &now);
    std::ofstream stat(proc_ + "/7/stat");
    stat << "7 (program) S 1 ";
    for (int field = 5; field < 22; ++field) stat << "0 ";
    stat << (now.tv_sec - seconds) * ::sysconf(_SC_CLK_TCK) << " 0\n";
  }

  const std::string proc_ = testing::TempDir() + "proc_of_advice_" + std::to_string(::getpid());
};

TEST_F(ToolkitAdvice, GoesByWhatAProgramHasLoaded) {
  map("7f00-7f01 r-xp 0 08:01 1  /usr/lib/x86_64-linux-gnu/libQt5Core.so.5\n");
  EXPECT_NE(toolkit_advice(proc_, 7).find("QT_LINUX_ACCESSIBILITY_ALWAYS_ON"), std::string::npos);
  EXPECT_EQ(browser_advice(proc_, 7), "");
  map("7f00-7f01 r-xp 0 08:01 1  /usr/lib/jvm/java-17/lib/server/libjvm.so\n");
  EXPECT_NE(toolkit_advice(proc_, 7).find("java"), std::string::npos);
}

TEST_F(ToolkitAdvice, KnowsABrowserThatHasLoadedAToolkitToo) {
  map("7f00-7f01 r-xp 0 08:01 1  /usr/lib/x86_64-linux-gnu/libgtk-3.so.0\n"
      "7f00-7f01 r-xp 0 08:01 1  /usr/lib/chromium/chromium\n");
  EXPECT_NE(toolkit_advice(proc_, 7).find("--force-renderer-accessibility"), std::string::npos);
  EXPECT_EQ(browser_advice(proc_, 7), toolkit_advice(proc_, 7));
}

TEST_F(ToolkitAdvice, KnowsFirefoxThatHasLoadedGtk) {
  map("7f00-7f01 r-xp 0 08:01 1  /usr/lib/x86_64-linux-gnu/libgtk-3.so.0\n"
      "7f00-7f01 r-xp 0 08:01 1  /usr/lib/firefox-esr/libxul.so\n");
  EXPECT_NE(toolkit_advice(proc_, 7).find("GNOME_ACCESSIBILITY"), std::string::npos);
}

TEST_F(ToolkitAdvice, DoesNotNameAFlagThatABrowserHas) {
  map("7f00-7f01 r-xp 0 08:01 1  /usr/lib/chromium/chromium\n");
  std::ofstream(proc_ + "/7/cmdline") << "chromium" << '\0' << "--force-renderer-accessibility";
  EXPECT_EQ(toolkit_advice(proc_, 7).find("--force"), std::string::npos);
  EXPECT_NE(toolkit_advice(proc_, 7).find("anew"), std::string::npos);
  EXPECT_EQ(browser_advice(proc_, 7), toolkit_advice(proc_, 7));
}

TEST_F(ToolkitAdvice, IsToWaitForAProgramThatHasJustStarted) {
  map("7f00-7f01 r-xp 0 08:01 1  /usr/lib/chromium/chromium\n");
  start_before(1);
  const std::string young = toolkit_advice(proc_, 7);
  EXPECT_NE(young.find("just started"), std::string::npos);
  EXPECT_NE(young.find("--force-renderer-accessibility"), std::string::npos);
  std::ofstream(proc_ + "/7/cmdline") << "chromium" << '\0' << "--force-renderer-accessibility";
  EXPECT_EQ(toolkit_advice(proc_, 7), "Look again in a few seconds: it has just started.");
  EXPECT_EQ(browser_advice(proc_, 7), toolkit_advice(proc_, 7));
  start_before(60);
  EXPECT_NE(toolkit_advice(proc_, 7).find("anew"), std::string::npos);
  map("7f00-7f01 r-xp 0 08:01 1  /usr/bin/xterm\n");
  start_before(1);
  EXPECT_EQ(toolkit_advice(proc_, 7), "") << "it will never offer any";
}

TEST_F(ToolkitAdvice, HasNoneForOthers) {
  map("7f00-7f01 r-xp 0 08:01 1  /usr/bin/xterm\n");
  EXPECT_EQ(toolkit_advice(proc_, 7), "");
  EXPECT_EQ(toolkit_advice(proc_, 8), "") << "no such process";
}

}  // namespace
}  // namespace native::atspi

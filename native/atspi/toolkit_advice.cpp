#include "native/atspi/toolkit_advice.hpp"

#include <time.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <optional>
#include <string_view>

#include "native/linux/bounded_file.hpp"

namespace native::atspi {
namespace {

constexpr std::size_t kMaxMaps = 2 << 20;
constexpr std::chrono::seconds kStarting{15};  // in which a process counts as just started
constexpr const char* kWait = "Look again in a few seconds: it has just started.";

// A file that programs of a toolkit have mapped, and what helps them.
struct Advice {
  std::string_view file;
  const char* remedy;
};

constexpr std::string_view kBrowserFlag = "--force-renderer-accessibility";
constexpr const char* kBrowserRemedy = "Start it with --force-renderer-accessibility.";
// It looks only when it starts whether accessibility is on.
constexpr const char* kFlaggedRemedy =
    "Start it anew with ACCESSIBILITY_ENABLED=1: accessibility was off when it started.";
constexpr std::array<Advice, 3> kBrowsers = {{
    {"/chrom", kBrowserRemedy},
    {"/electron", kBrowserRemedy},
    {"/resources.pak", kBrowserRemedy},
}};
constexpr std::array<Advice, 5> kToolkits = {{
    {"/libjvm.so", "Install libatk-wrapper-java-jni (Debian, Ubuntu), then start it anew."},
    {"/libQt5", "Start it with QT_LINUX_ACCESSIBILITY_ALWAYS_ON=1, or start it anew."},
    {"/libQt6", "Start it with QT_LINUX_ACCESSIBILITY_ALWAYS_ON=1, or start it anew."},
    // Firefox has loaded GTK as well.
    {"/libxul.so",
     "Start it anew with GNOME_ACCESSIBILITY=1, or set accessibility.force_disabled to -1 in "
     "about:config."},
    {"/libgtk-", "Start it anew, without NO_AT_BRIDGE and with GTK_A11Y unset."},
}};

template <std::size_t Count>
std::string first_fitting(const std::array<Advice, Count>& rows, const std::string& maps) {
  for (const Advice& each : rows)
    if (maps.find(each.file) != std::string::npos) return each.remedy;
  return {};
}

std::string maps_of(const std::string& proc, std::int64_t pid) {
  return read_bounded(proc + "/" + std::to_string(pid) + "/maps", kMaxMaps).value_or("");
}

bool has_browser_flag(const std::string& proc, std::int64_t pid) {
  constexpr std::size_t kMaxWords = 256 << 10;
  const std::string words =
      read_bounded(proc + "/" + std::to_string(pid) + "/cmdline", kMaxWords).value_or("");
  return words.find(kBrowserFlag) != std::string::npos;
}

bool is_young(const std::string& proc, std::int64_t pid) {
  const auto process = process_status(proc, static_cast<pid_t>(pid));
  return process && has_just_started(*process);
}

std::string browser_remedy(const std::string& proc, std::int64_t pid, const std::string& maps) {
  const std::string remedy = first_fitting(kBrowsers, maps);
  if (remedy.empty()) return remedy;
  const bool young = is_young(proc, pid);
  if (has_browser_flag(proc, pid)) return young ? kWait : kFlaggedRemedy;
  return young ? std::string(kWait) + " If that does not help: " + remedy : remedy;
}

}  // namespace

bool has_just_started(const ProcessStatus& process) {
  timespec now{};
  ::clock_gettime(CLOCK_BOOTTIME, &now);
  const auto ticks = static_cast<std::uint64_t>(::sysconf(_SC_CLK_TCK));
  return static_cast<std::uint64_t>(now.tv_sec) <
         process.start / ticks + static_cast<std::uint64_t>(kStarting.count());
}

// A browser has loaded GTK as well.
std::string toolkit_advice(const std::string& proc, std::int64_t pid) {
  const std::string maps = maps_of(proc, pid);
  const std::string browser = browser_remedy(proc, pid, maps);
  if (!browser.empty()) return browser;
  const std::string remedy = first_fitting(kToolkits, maps);
  return !remedy.empty() && is_young(proc, pid) ? kWait : remedy;
}

std::string browser_advice(const std::string& proc, std::int64_t pid) {
  return browser_remedy(proc, pid, maps_of(proc, pid));
}

}  // namespace native::atspi

#include "native/gate/filling_sink.hpp"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include "native/desktop/capture_area.hpp"
#include "native/image/mask.hpp"
#include "native/policy/built_in_exclusions.hpp"

namespace native {
namespace {

constexpr std::uint8_t kFill[4] = {kExcludedColour.blue, kExcludedColour.green, kExcludedColour.red,
                                   0xFF};

Rect shown_in(const FrameInfo& info, const Rect& area) {
  return in_picture(info.origin, info.scale, info.width, info.height, area);
}

// Throws "POLICY_DENIED", details.reason "locked", when one of the windows is a screen locker's and
// on the screen: a locker that no session knows of, such as i3lock. Needs app_class, app_instance,
// pid, pop_up and on_screen of each; a locker's window is none that a window manager handles, its
// settings are.
void refuse_behind_locker(const std::vector<Window>& windows, ProgramNames& names,
                          Applications& applications) {
  std::vector<Window> shown;
  for (const Window& each : windows)
    if (each.pop_up && each.on_screen) shown.push_back(each);
  const std::vector<ProgramNames::Names> programs = names.of(shown, false, applications);
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const Window& window = shown[i];
    const std::string& executable = programs[i].executable;
    if (!is_screen_locker({"", window.app_class, window.app_instance, "", executable})) continue;
    const std::string& name = executable.empty() ? window.app_class : executable;
    throw Error("POLICY_DENIED", "session is locked: " + name + " covers the screen",
                "Unlock it, or set whenLocked to \"allow\" in the policy file.",
                {{"reason", "locked"}});
  }
}

}  // namespace

FillingSink::FillingSink(StripSink& sink, std::vector<WindowRulesRef> rules, unsigned bit,
                         ProgramNames& names, Applications& applications, std::vector<Rect> recent,
                         bool denied_when_locked)
    : sink_(sink),
      rules_(std::move(rules)),
      bit_(bit),
      names_(names),
      applications_(applications),
      recent_(std::move(recent)),
      denied_when_locked_(denied_when_locked) {}

Exclusion* FillingSink::exclusion() {
  const bool none = std::all_of(rules_.begin(), rules_.end(),
                                [](const WindowRulesRef& each) { return each->empty(); });
  return none ? nullptr : this;
}

bool FillingSink::needs_titles() const {
  return std::any_of(rules_.begin(), rules_.end(),
                     [](const WindowRulesRef& each) { return each->needs_titles(); });
}

void FillingSink::mark(std::vector<Window>& windows) {
  mark_excluded(windows, rules_, bit_, names_, applications_);
  if (denied_when_locked_) refuse_behind_locker(windows, names_, applications_);
}

void FillingSink::refuse(std::uint64_t window) {
  throw Error("POLICY_DENIED", "window " + std::to_string(window) + " is excluded by the policy",
              "Capture another window; `peekaboo policy explain` tells which rule excludes it.",
              {{"reason", "excluded window"}, {"window", std::to_string(window)}});
}

void FillingSink::begin(const FrameInfo& info) {
  FrameInfo announced = info;
  if (info.delayed && !recent_.empty()) {
    announced.excluded.insert(announced.excluded.end(), recent_.begin(), recent_.end());
    announced.excluded_windows = std::max(announced.excluded_windows, 1);
    const bool shows = std::any_of(recent_.begin(), recent_.end(),
                                   [&](const Rect& area) { return !shown_in(info, area).empty(); });
    if (shows && announced.note.empty())
      announced.note =
          "an excluded window closed or moved a moment ago; its former place is filled";
  }
  filled_.clear();
  for (const Rect& area : announced.excluded)
    if (const Rect part = shown_in(info, area); !part.empty()) filled_.push_back(part);
  if (filled_.empty()) announced.excluded_windows = 0;
  excluded_windows_ = announced.excluded_windows;
  sink_.begin(announced);
}

void FillingSink::strip(int y, int rows, std::uint8_t* pixels, std::size_t stride) {
  for (const Rect& area : filled_) {
    const int first = std::max(area.y, y);
    const int end = std::min(area.y + area.height, y + rows);
    for (int row = first; row < end; ++row) {
      std::uint8_t* at = pixels + static_cast<std::size_t>(row - y) * stride +
                         static_cast<std::size_t>(area.x) * 4;
      for (int x = 0; x < area.width; ++x, at += 4) std::memcpy(at, kFill, sizeof kFill);
    }
  }
  sink_.strip(y, rows, pixels, stride);
}

}  // namespace native

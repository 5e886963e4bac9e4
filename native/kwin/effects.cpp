#include "native/kwin/effects.hpp"

#include <algorithm>
#include <chrono>
#include <string_view>
#include <thread>

namespace native::kwin {
namespace {

constexpr std::size_t kMaxEffects = 200;
constexpr std::size_t kMaxEffectName = 100;
// Animations of windows end within it; those that a person looks at do not.
constexpr std::chrono::milliseconds kAnimation{800};
// KWin tells of no change.
constexpr std::chrono::milliseconds kBetweenEffects{20};

// What paints windows at their places, or no windows. Some are always active.
constexpr std::string_view kStill[] = {"blur",           "contrast",
                                       "screenshot",     "startupfeedback",
                                       "mouseclick",     "mousemark",
                                       "trackmouse",     "touchpoints",
                                       "showfps",        "showpaint",
                                       "invert",         "colorpicker",
                                       "colorblindness", "colorblindnesscorrection",
                                       "dimscreen",      "diminactive",
                                       "dialogparent",   "dimadminmode",
                                       "translucency",   "screenedge",
                                       "snaphelper",     "showcompositing",
                                       "outputlocator",  "shakecursor",
                                       "hidecursor",     "systembell",
                                       "kscreen",        "blendchanges"};

std::vector<std::string> active_effects(Service& service, Deadline deadline) {
  std::vector<std::string> names;
  dbus::Reply reply = service.bus().call({service.owner(),
                                          "/Effects",
                                          "org.freedesktop.DBus.Properties",
                                          "Get",
                                          {"org.kde.kwin.Effects", "activeEffects"}},
                                         deadline);
  if (!reply) service.check_answer();
  if (!reply || !reply.enter('v', "as") || !reply.enter('a', "s")) return names;
  std::string name;
  while (names.size() < kMaxEffects && reply.read(&name, 's', kMaxEffectName))
    names.push_back(name);
  return names;
}

}  // namespace

std::string moving_effect(const std::vector<std::string>& active) {
  for (const std::string& each : active)
    if (std::find(std::begin(kStill), std::end(kStill), each) == std::end(kStill)) return each;
  return {};
}

std::string wait_for_effects(Service& service, Deadline deadline) {
  const Deadline until = std::min(deadline, std::chrono::steady_clock::now() + kAnimation);
  for (;;) {
    std::string name = moving_effect(active_effects(service, deadline));
    if (name.empty() || std::chrono::steady_clock::now() + kBetweenEffects >= until) return name;
    std::this_thread::sleep_for(kBetweenEffects);
  }
}

}  // namespace native::kwin

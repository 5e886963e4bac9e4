#include "tests/unit/native/support/wayland_compositor.hpp"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <vector>

#include "native/linux/file_names.hpp"

namespace test {
namespace {

using Json = nlohmann::json;

// Returns what a shell command prints; "" when it fails.
std::string output_of(const std::string& command) {
  struct Close {
    void operator()(std::FILE* stream) const { ::pclose(stream); }
  };
  std::unique_ptr<std::FILE, Close> stream(::popen(command.c_str(), "re"));
  if (!stream) return {};
  std::string text;
  char part[4096];
  while (const std::size_t count = std::fread(part, 1, sizeof part, stream.get()))
    text.append(part, count);
  return ::pclose(stream.release()) == 0 ? text : std::string();
}

std::string swaymsg(const std::string& socket, const std::string& what) {
  return output_of("swaymsg -r -s '" + socket + "' " + what + " 2>/dev/null");
}

void collect(const Json& node, bool in_scratchpad, std::map<std::uint64_t, SwayWindow>& windows) {
  in_scratchpad = in_scratchpad || node.value("name", Json()) == "__i3_scratch";
  if (node.contains("pid")) {
    const Json& rect = node.at("rect");
    SwayWindow& window = windows[node.at("id")];
    if (node.at("name").is_string()) window.title = node.at("name");
    window.place = {rect.at("x"), rect.at("y"), rect.at("width"), rect.at("height")};
    window.focused = node.at("focused");
    window.in_scratchpad = in_scratchpad;
  }
  for (const char* children : {"nodes", "floating_nodes"})
    for (const Json& child : node.at(children)) collect(child, in_scratchpad, windows);
}

// Sway refuses to run as root: in a namespace of its own it is an ordinary user.
std::vector<std::string> sway_command(const std::string& configuration) {
  std::vector<std::string> command;
  if (::getuid() == 0) command = {"unshare", "--user", "--map-user=1", "--map-group=1", "--"};
  for (const std::string& word : {std::string("sway"), std::string("-c"), configuration})
    command.push_back(word);
  return command;
}

}  // namespace

Sway::Sway(const std::string& screen)
    : configuration_(
          folder_.write("sway.conf", "output HEADLESS-1 mode --custom " + screen +
                                         " position 0 0 scale 1\n"
                                         "default_border none\n"
                                         "default_floating_border none\n"
                                         "focus_follows_mouse no\n"
                                         "xwayland disable\n"
                                         "for_window [app_id=\".*\"] floating enable\n")) {
  start();
}

void Sway::restart() {
  process_.kill();
  std::filesystem::remove(control_);
  control_.clear();
  start();
}

bool Sway::reset() const {
  return eventually([&] { return windows().empty(); }) &&
         !swaymsg(control_, "workspace number 1").empty();
}

void Sway::start() {
  const char* path = std::getenv("PATH");
  process_ = Child(sway_command(configuration_), {{"PATH", path ? path : "/usr/bin:/bin"},
                                                  {"HOME", folder()},
                                                  {"XDG_RUNTIME_DIR", folder()},
                                                  {"WLR_BACKENDS", "headless"},
                                                  {"WLR_RENDERER", "pixman"},
                                                  {"WLR_LIBINPUT_NO_DEVICES", "1"},
                                                  {"LC_ALL", "C.UTF-8"}});
  if (!eventually([&] { return answers(); })) throw std::runtime_error("sway did not start");
}

bool Sway::answers() {
  for (const std::string& name : native::names_in(folder(), "sway-ipc."))
    control_ = folder() + "/" + name;
  for (const std::string& name : native::names_in(folder(), "wayland-"))
    if (!name.ends_with(".lock")) display_ = name;
  return !control_.empty() && !display_.empty() && !swaymsg(control_, "-t get_version").empty();
}

native::SessionRoots Sway::roots() const {
  return roots_of(folder(), {{"WAYLAND_DISPLAY", display_}, {"XDG_RUNTIME_DIR", folder()}});
}

void Sway::command(std::uint64_t window, const std::string& what) const {
  const std::string selected = "[con_id=" + std::to_string(window) + "] " + what;
  if (swaymsg(control_, "'" + selected + "'").empty())
    throw std::runtime_error("sway refuses " + selected);
}

std::map<std::uint64_t, SwayWindow> Sway::windows() const {
  std::map<std::uint64_t, SwayWindow> windows;
  collect(Json::parse(swaymsg(control_, "-t get_tree")), false, windows);
  return windows;
}

}  // namespace test

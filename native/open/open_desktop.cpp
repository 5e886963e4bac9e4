#include "native/open/open_desktop.hpp"

#include <unistd.h>

#include <utility>

#include "native/desktop/refusal/refusing.hpp"
#include "native/linux/wayland_session.hpp"
#include "native/x11/x11_desktop.hpp"

namespace native {
namespace {

// The desktop of X programs in a Wayland session.
std::unique_ptr<Desktop> open_xwayland() {
  SessionRoots roots = SessionRoots::system();
  roots.environment = [inner = roots.environment](const std::string& name) {
    return name == "PEEKABOO_ALLOW_XWAYLAND" ? std::optional<std::string>("1") : inner(name);
  };
  return open_x11(std::move(roots));
}

// Stands for the backend that find_session() leads to.
class ChosenDesktop : public Desktop {
 public:
  explicit ChosenDesktop(OpenWayland open_wayland) : open_wayland_(std::move(open_wayland)) {}

  std::string name() const override { return now().name(); }
  std::string description() const override { return now().description(); }
  std::string guess() const override { return now().guess(); }
  std::vector<std::pair<std::string, std::string>> variables() override {
    return now().variables();
  }
  Displays& displays() override { return now().displays(); }
  Windows& windows() override { return now().windows(); }
  Applications& applications() override { return now().applications(); }
  Capture& capture() override { return now().capture(); }
  DamageTracker& changes() override { return now().changes(); }
  Input& input() override { return now().input(); }
  WindowControl& control() override { return now().control(); }
  Clipboard& clipboard() override { return now().clipboard(); }
  EmbeddedIcons embedded_icons(Deadline deadline) override {
    return now().embedded_icons(deadline);
  }
  std::unique_ptr<Events> listen() override { return now().listen(); }
  std::unique_ptr<PersonWatch> watch_person(const Hotkey& stop_keys) override {
    return now().watch_person(stop_keys);
  }
  Permissions& permissions() override { return now().permissions(); }
  std::vector<Capability> capabilities(Deadline deadline) override {
    return now().capabilities(deadline);
  }

 private:
  bool has_gone() const { return !socket_.empty() && ::access(socket_.c_str(), F_OK) != 0; }

  std::unique_ptr<Desktop> opened_wayland(const SessionRoots& roots) const {
    try {
      return open_wayland_({roots, open_xwayland});
    } catch (const Error& error) {
      return refusing_desktop(error);
    }
  }

  Desktop& now() const {
    if (chosen_ && !has_gone()) return *chosen_;
    const SessionRoots roots = SessionRoots::system();
    const DesktopSession session = find_session(roots);
    socket_.clear();
    if (session.wayland) {
      chosen_ = opened_wayland(roots);
      if (!session.wayland_display.empty()) socket_ = wayland_socket(roots, session);
    } else {
      chosen_ = open_x11(roots);
    }
    return *chosen_;
  }

  const OpenWayland open_wayland_;
  mutable std::unique_ptr<Desktop> chosen_;
  mutable std::string socket_;  // of the compositor; "" for X11
};

}  // namespace

std::unique_ptr<Desktop> open_desktop(OpenWayland open_wayland) {
  return std::make_unique<ChosenDesktop>(std::move(open_wayland));
}

}  // namespace native

#include "native/wayland/kwin/kwin_screens.hpp"

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "native/desktop/error.hpp"
#include "native/kwin/permission.hpp"
#include "native/kwin/screenshots.hpp"

namespace native::wayland {
namespace {

// A session bus that does not answer must not keep other desktops from being used.
constexpr std::chrono::seconds kBusPatience{1};

std::uint32_t shared_format(kwin::PixelOrder order, bool opaque) {
  switch (order) {
    case kwin::PixelOrder::kBgra:
      return opaque ? WL_SHM_FORMAT_XRGB8888 : WL_SHM_FORMAT_ARGB8888;
    case kwin::PixelOrder::kRgbx:
      return WL_SHM_FORMAT_XBGR8888;
    case kwin::PixelOrder::kRgba:
      return opaque ? WL_SHM_FORMAT_XBGR8888 : WL_SHM_FORMAT_ABGR8888;
    case kwin::PixelOrder::kRgb30:
      return WL_SHM_FORMAT_XRGB2101010;
    case kwin::PixelOrder::kBgr30:
      return WL_SHM_FORMAT_XBGR2101010;
    default:
      return WL_SHM_FORMAT_XRGB8888;
  }
}

bool has_unique_name(const Output& output, const std::vector<Output>& outputs) {
  return !output.name.empty() &&
         std::count_if(outputs.begin(), outputs.end(),
                       [&](const Output& each) { return each.name == output.name; }) == 1;
}

constexpr const char* kScreens = "screens";
constexpr const char* kFileConsent =
    "a desktop file that `peekaboo permissions grant screens` writes; once, for this program, "
    "until it is removed";
// A new desktop file holds within a second, and nothing announces that.
constexpr std::chrono::seconds kUntilItHolds{6};
constexpr std::chrono::milliseconds kBetweenTrials{300};

class KwinScreens : public ScreenPictures, public Permissions {
 public:
  KwinScreens(kwin::Service& service, Connection& connection)
      : service_(service), connection_(connection) {}

  // KWin turns the picture upright by itself.
  UprightPicture take(const Output& output, const std::vector<Output>& outputs,
                      Deadline deadline) override {
    const kwin::Expected expected{output.width, output.height, {}};
    return upright(raw_of(has_unique_name(output, outputs)
                              ? kwin::capture_screen(service_, output.name, expected, deadline)
                              : kwin::capture_area(service_, output.bounds, expected, deadline),
                          true));
  }
  std::vector<Capability> pixels(Deadline deadline) override {
    const std::optional<Error> refusal = trial(deadline);
    std::vector<Capability> rows;
    for (const char* operation : {"capture.display", "capture.window", "capture.covered"}) {
      rows.push_back(refusal ? refused(operation, *refusal)
                             : Capability{operation, true, "org.kde.KWin.ScreenShot2", {}});
      rows.back().consent = kFileConsent;
    }
    return rows;
  }
  Permissions& permissions() override { return *this; }

  std::vector<Permission> list(Deadline deadline) override {
    const std::optional<Error> refusal = trial(deadline);
    if (!refusal)
      return {{kScreens, "given", "org.kde.KWin.ScreenShot2; a desktop file permits it", {}}};
    return {{kScreens, is_refused(*refusal) ? "needs consent" : "unavailable", refusal->message,
             refusal->hint}};
  }
  std::string announcement(const std::string&, Deadline deadline) override {
    const std::optional<Error> refusal = trial(deadline);
    if (!refusal) return {};
    if (!is_refused(*refusal)) throw *refusal;
    return "KWin lets a program that a desktop file names capture screens and windows, and tells "
           "it when windows change. Peekaboo now writes this one:\n\n" +
           kwin::desktop_file_path() + "\n\n" + kwin::desktop_file();
  }
  void grant(const std::string&, Deadline deadline) override {
    kwin::write_desktop_file();
    if (holds(true, deadline)) return;
    throw Error("PERMISSION_ERROR_SCREEN_RECORDING",
                "KWin does not let this program capture yet, although " +
                    kwin::desktop_file_path() + " names it",
                "Log out and in again, then run `peekaboo permissions` once more.",
                {{"reason", "needs desktop file"}});
  }
  bool revoke(const std::string&, Deadline deadline) override {
    const bool was_there = kwin::remove_desktop_file();
    if (holds(false, deadline)) return was_there;
    throw Error("UNSUPPORTED",
                "screens are allowed by another desktop file, which is not Peekaboo's to remove",
                "Remove the line X-KDE-DBUS-Restricted-Interfaces from the desktop file that names "
                "this program.",
                {{"reason", "another desktop file"}});
  }

 private:
  static bool is_refused(const Error& error) {
    return error.code == "PERMISSION_ERROR_SCREEN_RECORDING";
  }

  // Takes a picture of one pixel, which proves that it may; returns why not.
  std::optional<Error> trial(Deadline deadline) {
    const std::vector<Output> outputs = read_outputs(connection_, deadline);
    if (outputs.empty()) return std::nullopt;
    const Rect& screen = outputs.front().bounds;
    try {
      kwin::capture_area(service_, {screen.x, screen.y, 1, 1}, {}, deadline);
    } catch (const Error& error) {
      return error;
    }
    return std::nullopt;
  }

  // Waits until KWin lets this program capture, or no longer does; returns whether that came.
  bool holds(bool allowed, Deadline deadline) {
    const Deadline until = std::min(deadline, Deadline::clock::now() + kUntilItHolds);
    while (true) {
      const std::optional<Error> refusal = trial(deadline);
      if (allowed ? !refusal : refusal && is_refused(*refusal)) return true;
      if (Deadline::clock::now() + kBetweenTrials >= until) return false;
      std::this_thread::sleep_for(kBetweenTrials);
    }
  }

  kwin::Service& service_;
  Connection& connection_;
};

}  // namespace

std::unique_ptr<kwin::Service> find_kwin(const Connection& connection, const SessionRoots& roots,
                                         Deadline deadline) {
  try {
    return kwin::Service::find(kwin::kServiceName, find_session_bus(roots), roots.proc,
                               connection.compositor(),
                               std::min(deadline, Deadline::clock::now() + kBusPatience));
  } catch (const kwin::ServiceLate&) {
    return nullptr;
  }
}

RawPicture raw_of(kwin::Picture picture, bool opaque) {
  RawPicture raw;
  raw.width = picture.width;
  raw.height = picture.height;
  raw.stride = picture.stride;
  raw.format = shared_format(picture.order, opaque);
  raw.bytes = std::move(picture.bytes);
  raw.pixels = raw.bytes.data();
  raw.method = "screenshot2";
  return raw;
}

std::unique_ptr<ScreenPictures> kwin_screens(kwin::Service& service, Connection& connection) {
  return std::make_unique<KwinScreens>(service, connection);
}

}  // namespace native::wayland

#include "native/dbus/dbus_file_managers.hpp"

#include <algorithm>
#include <utility>

#include "native/dbus/bus.hpp"
#include "native/dbus/service_search.hpp"
#include "native/linux/file_uri.hpp"

namespace native {
namespace {

using dbus::Bus;
using dbus::Reply;
using dbus::Texts;
using dbus::within;

constexpr const char* kFileManager = "org.freedesktop.FileManager1";
constexpr const char* kFileManagerPath = "/org/freedesktop/FileManager1";
// Only Nautilus has it; in it, since 3.10, the name of each window with the folders of its tabs.
constexpr const char* kWindows = "OpenWindowsWithLocations";
constexpr std::size_t kMaxWindows = 200;
constexpr std::size_t kMaxFolders = 200;  // of a window
constexpr std::size_t kMaxUri = 16'384;   // bytes: a path of 4096, each byte encoded

const Provider& file_manager_provider() {
  static const Provider kProvider{"file manager", kFileManager, "nautilus", "nautilus", "nautilus"};
  return kProvider;
}

std::vector<std::string> folders_of(Reply& reply) {
  std::vector<std::string> folders;
  if (!reply.enter('a', "s")) return folders;
  std::string uri;
  while (folders.size() < kMaxFolders && reply.read(&uri, 's', kMaxUri))
    folders.push_back(path_of(uri).value_or(uri));
  reply.leave();
  return folders;
}

// A manager that is busy opens its window late; one that is stopped answers nothing at all.
void check_alive(Bus& bus, Deadline deadline) {
  bus.call({kFileManager, "/", "org.freedesktop.DBus.Peer", "Ping"}, deadline);
  if (bus.state() != Bus::State::kThere) dbus::throw_failed_call(bus, file_manager_provider());
}

class DbusFileManagers : public FileManagers {
 public:
  explicit DbusFileManagers(std::function<std::string()> session_bus)
      : session_bus_(std::move(session_bus)) {}

  FileManagerProgram program(Deadline deadline) override {
    Bus bus(session_bus_());
    const auto owner = dbus::require_service(bus, file_manager_provider(), kFileManager,
                                             within(deadline, kPatience));
    return {kFileManager, owner.pid};
  }

  FileManagerProgram show(const std::string& path, Deadline deadline) override {
    Bus bus(session_bus_());
    auto owner = dbus::require_service(bus, file_manager_provider(), kFileManager,
                                       within(deadline, kPatience));
    if (!owner.unique.empty()) check_alive(bus, within(deadline, kPatience));
    const Deadline limit = within(deadline, kStart);
    {
      Reply reply = bus.call({.service = kFileManager,
                              .path = kFileManagerPath,
                              .interface = kFileManager,
                              .name = "ShowItems",
                              .arguments = {Texts{{file_uri(path)}}, ""},
                              .starts_service = true},
                             limit);
      if (!reply) dbus::throw_failed_call(bus, file_manager_provider());
    }
    if (owner.unique.empty()) owner = dbus::find_service(bus, kFileManager, limit);
    return {kFileManager, owner.pid};
  }

  std::optional<std::vector<FolderWindow>> windows(Deadline deadline) override {
    Bus bus(session_bus_());
    const Deadline limit = within(deadline, kPatience);
    const auto owner = dbus::find_service(bus, kFileManager, limit);
    if (owner.unique.empty()) return std::nullopt;
    Reply reply = bus.call({kFileManager,
                            kFileManagerPath,
                            "org.freedesktop.DBus.Properties",
                            "Get",
                            {kFileManager, kWindows}},
                           limit);
    // Managers without the property say so, or nothing that fits.
    if (!reply && bus.state() != Bus::State::kThere)
      dbus::throw_failed_call(bus, file_manager_provider());
    if (!reply || !reply.enter('v', "a{sas}") || !reply.enter('a', "{sas}")) return std::nullopt;
    std::vector<FolderWindow> found;
    while (found.size() < kMaxWindows && reply.enter('e', "sas")) {
      FolderWindow window;
      if (!reply.read(&window.object, 's', kMaxUri)) break;
      window.folders = folders_of(reply);
      reply.leave();
      found.push_back(std::move(window));
    }
    return found;
  }

 private:
  const std::function<std::string()> session_bus_;
};

}  // namespace

std::unique_ptr<FileManagers> open_dbus_file_managers(std::function<std::string()> session_bus) {
  return std::make_unique<DbusFileManagers>(std::move(session_bus));
}

}  // namespace native

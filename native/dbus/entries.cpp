#include "native/dbus/entries.hpp"

#include <utility>

namespace native::dbus {

bool read_entries(
    Reply& reply, std::size_t most,
    const std::function<void(const std::string& name, const std::string& type)>& take) {
  constexpr std::size_t kMaxName = 256;
  if (!reply.enter('a', "{sv}")) return false;
  for (std::size_t count = 0; reply.enter('e', "sv"); ++count) {
    std::string name;
    if (count < most && reply.read(&name, 's', kMaxName)) {
      const std::string type = reply.next_type().second;
      if (reply.enter('v', type.c_str())) {
        take(name, type);
        reply.finish();
      }
    }
    reply.finish();
  }
  reply.leave();
  return true;
}

Method all_properties(std::string service, std::string path, const char* interface) {
  return {std::move(service),
          std::move(path),
          "org.freedesktop.DBus.Properties",
          "GetAll",
          {interface}};
}

}  // namespace native::dbus

#include "native/dbus/properties.hpp"

namespace native::dbus {
namespace {

constexpr std::size_t kMaxProperties = 300;
constexpr std::size_t kMaxText = 1000;  // bytes

template <class T>
Property read_as(Reply& reply) {
  T value{};
  return reply.read(&value) ? Property(value) : Property();
}

Property read_value(Reply& reply, const std::string& type) {
  std::string text;
  if (type == "s") return reply.read(&text, 's', kMaxText) ? Property(text) : Property();
  if (type == "b") return read_as<bool>(reply);
  if (type == "u") return read_as<std::uint32_t>(reply);
  if (type == "d") return read_as<double>(reply);
  reply.skip(type.c_str());
  return {};
}

}  // namespace

Properties read_properties(Reply& reply) {
  Properties properties;
  if (!reply || !reply.enter('a', "{sv}")) return properties;
  while (properties.size() < kMaxProperties && reply.enter('e', "sv")) {
    std::string name;
    const bool named = reply.read(&name, 's', kMaxText);
    const auto [kind, type] = reply.next_type();
    if (!named || kind != 'v' || !reply.enter('v', type.c_str())) break;
    properties[name] = read_value(reply, type);
    reply.leave();
    reply.leave();
  }
  return properties;
}

}  // namespace native::dbus

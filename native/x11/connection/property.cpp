#include "native/x11/connection/property.hpp"

namespace native::x11 {

AskProperty ask_property(Connection& connection, xcb_window_t window, xcb_atom_t property,
                         std::uint32_t bytes) {
  xcb_connection_t* c = connection.raw();
  return AskProperty(
      c, xcb_get_property(c, 0, window, property, XCB_GET_PROPERTY_TYPE_ANY, 0, bytes / 4));
}

std::string_view bytes_of(const xcb_get_property_reply_t* reply) {
  if (reply == nullptr || reply->format != 8) return {};
  const auto bytes = items<char>(*reply, xcb_get_property_value(reply), reply->value_len);
  return {bytes.data(), bytes.size()};
}

std::vector<std::uint32_t> numbers_of(const xcb_get_property_reply_t* reply) {
  if (reply == nullptr || reply->format != 32) return {};
  const auto values = items<std::uint32_t>(*reply, xcb_get_property_value(reply), reply->value_len);
  return {values.begin(), values.end()};
}

std::optional<std::uint32_t> number_of(const xcb_get_property_reply_t* reply) {
  const std::vector<std::uint32_t> values = numbers_of(reply);
  if (values.empty()) return std::nullopt;
  return values.front();
}

}  // namespace native::x11

#include "native/x11/input/input_devices.hpp"

#include <xcb/xinput.h>

#include <cstring>

namespace native::x11 {
namespace {

// Reads a reply from its start to its end, and never beyond.
class Reader {
 public:
  explicit Reader(std::span<const std::uint8_t> bytes) : rest_(bytes) {}

  template <class Value>
  Value peek() const {
    if (rest_.size() < sizeof(Value)) throw BadReply{};
    Value value;
    std::memcpy(&value, rest_.data(), sizeof value);
    return value;
  }
  std::string text(std::size_t size) const {
    if (rest_.size() < size) throw BadReply{};
    return {reinterpret_cast<const char*>(rest_.data()), size};
  }
  void skip(std::size_t size) {
    if (rest_.size() < size) throw BadReply{};
    rest_ = rest_.subspan(size);
  }

 private:
  std::span<const std::uint8_t> rest_;
};

}  // namespace

std::vector<InputDevice> list_input_devices(Connection& connection) {
  xcb_connection_t* c = connection.raw();
  const xcb_query_extension_reply_t* data = xcb_get_extension_data(c, &xcb_input_id);
  if (data == nullptr) throw ConnectionLost{};
  if (data->present == 0) return {};
  Ask<xcb_input_xi_query_version_reply> version(c, xcb_input_xi_query_version(c, 2, 2));
  Ask<xcb_input_xi_query_device_reply> asked(c, xcb_input_xi_query_device(c, XCB_INPUT_DEVICE_ALL));
  if (!version.wait()) return {};
  const auto reply = asked.wait();
  if (!reply) return {};
  Reader reader(items<std::uint8_t>(*reply, reply.get() + 1, reply_size(*reply) - sizeof *reply));
  std::vector<InputDevice> devices;
  for (int i = 0; i < reply->num_infos; ++i) {
    const auto info = reader.peek<xcb_input_xi_device_info_t>();
    reader.skip(sizeof info);
    InputDevice device{info.deviceid, info.type, reader.text(info.name_len)};
    reader.skip((info.name_len + std::size_t{3}) / 4 * 4);
    for (int each = 0; each < info.num_classes; ++each) {
      const auto head = reader.peek<xcb_input_device_class_t>();
      if (head.len == 0) throw BadReply{};
      reader.skip(std::size_t{head.len} * 4);
    }
    devices.push_back(std::move(device));
  }
  return devices;
}

}  // namespace native::x11

#include "native/dbus/sd_bus.hpp"

#include <dlfcn.h>

#include <optional>

namespace native::dbus {

namespace {

template <class Function>
bool find(void* library, const char* name, Function* function) {
  *function = reinterpret_cast<Function>(::dlsym(library, name));
  return *function != nullptr;
}

bool fill(void* library, SdBus& bus) {
  return find(library, "sd_bus_new", &bus.create) &&
         find(library, "sd_bus_set_address", &bus.set_address) &&
         find(library, "sd_bus_set_bus_client", &bus.set_bus_client) &&
         find(library, "sd_bus_start", &bus.start) &&
         find(library, "sd_bus_is_ready", &bus.is_ready) &&
         find(library, "sd_bus_process", &bus.process) &&
         find(library, "sd_bus_get_fd", &bus.get_fd) &&
         find(library, "sd_bus_get_unique_name", &bus.get_unique_name) &&
         find(library, "sd_bus_get_events", &bus.get_events) &&
         find(library, "sd_bus_call", &bus.call) && find(library, "sd_bus_send", &bus.send) &&
         find(library, "sd_bus_close", &bus.close) && find(library, "sd_bus_unref", &bus.unref) &&
         find(library, "sd_bus_message_new_method_call", &bus.new_method_call) &&
         find(library, "sd_bus_message_append_basic", &bus.append_basic) &&
         find(library, "sd_bus_message_set_auto_start", &bus.set_auto_start) &&
         find(library, "sd_bus_message_open_container", &bus.open_container) &&
         find(library, "sd_bus_message_close_container", &bus.close_container) &&
         find(library, "sd_bus_message_read_basic", &bus.read_basic) &&
         find(library, "sd_bus_message_peek_type", &bus.peek_type) &&
         find(library, "sd_bus_message_get_reply_cookie", &bus.get_reply_cookie) &&
         find(library, "sd_bus_message_is_method_error", &bus.is_method_error) &&
         find(library, "sd_bus_message_is_method_call", &bus.is_method_call) &&
         find(library, "sd_bus_message_get_error", &bus.get_error) &&
         find(library, "sd_bus_message_new_method_return", &bus.new_method_return) &&
         find(library, "sd_bus_message_is_signal", &bus.is_signal) &&
         find(library, "sd_bus_message_get_path", &bus.get_path) &&
         find(library, "sd_bus_message_get_sender", &bus.get_sender) &&
         find(library, "sd_bus_message_get_interface", &bus.get_interface) &&
         find(library, "sd_bus_message_enter_container", &bus.enter_container) &&
         find(library, "sd_bus_message_exit_container", &bus.exit_container) &&
         find(library, "sd_bus_message_skip", &bus.skip) &&
         find(library, "sd_bus_message_unref", &bus.message_unref) &&
         find(library, "sd_bus_error_free", &bus.error_free);
}

// The library is never closed.
std::optional<SdBus> open_library() {
  for (const char* name : {"libsystemd.so.0", "libelogind.so.0"}) {
    void* library = ::dlopen(name, RTLD_LAZY | RTLD_LOCAL);
    SdBus bus{};
    if (library != nullptr && fill(library, bus)) return bus;
  }
  return std::nullopt;
}

}  // namespace

const SdBus* SdBus::load() {
  static const std::optional<SdBus> loaded = open_library();
  return loaded ? &*loaded : nullptr;
}

}  // namespace native::dbus

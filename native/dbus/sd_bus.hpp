#pragma once

#include <systemd/sd-bus.h>

// The functions of sd-bus(3) that are needed. Loaded at first use: few operations ask services, and
// machines without systemd or elogind do not have the library.
namespace native::dbus {

struct SdBus {
  decltype(&sd_bus_new) create;
  decltype(&sd_bus_set_address) set_address;
  decltype(&sd_bus_set_bus_client) set_bus_client;
  decltype(&sd_bus_start) start;
  decltype(&sd_bus_is_ready) is_ready;
  decltype(&sd_bus_process) process;
  decltype(&sd_bus_get_fd) get_fd;
  decltype(&sd_bus_get_unique_name) get_unique_name;
  decltype(&sd_bus_get_events) get_events;
  decltype(&sd_bus_call) call;
  decltype(&sd_bus_send) send;
  decltype(&sd_bus_close) close;
  decltype(&sd_bus_unref) unref;
  decltype(&sd_bus_message_new_method_call) new_method_call;
  decltype(&sd_bus_message_append_basic) append_basic;
  decltype(&sd_bus_message_set_auto_start) set_auto_start;
  decltype(&sd_bus_message_open_container) open_container;
  decltype(&sd_bus_message_close_container) close_container;
  decltype(&sd_bus_message_read_basic) read_basic;
  decltype(&sd_bus_message_peek_type) peek_type;
  decltype(&sd_bus_message_get_reply_cookie) get_reply_cookie;
  decltype(&sd_bus_message_is_method_error) is_method_error;
  decltype(&sd_bus_message_is_method_call) is_method_call;
  decltype(&sd_bus_message_get_error) get_error;
  decltype(&sd_bus_message_new_method_return) new_method_return;
  decltype(&sd_bus_message_is_signal) is_signal;
  decltype(&sd_bus_message_get_sender) get_sender;
  decltype(&sd_bus_message_get_path) get_path;
  decltype(&sd_bus_message_get_interface) get_interface;
  decltype(&sd_bus_message_enter_container) enter_container;
  decltype(&sd_bus_message_exit_container) exit_container;
  decltype(&sd_bus_message_skip) skip;
  decltype(&sd_bus_message_unref) message_unref;
  decltype(&sd_bus_error_free) error_free;

  // Returns null when there is no such library.
  static const SdBus* load();
};

}  // namespace native::dbus

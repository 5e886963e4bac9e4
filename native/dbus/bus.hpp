#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "native/dbus/sd_bus.hpp"

namespace native::dbus {

using Deadline = std::chrono::steady_clock::time_point;

// What a method is called on.
struct Method {
  const char* service;
  std::string path;
  const char* interface;
  const char* name;
  std::vector<std::string> arguments = {};  // strings
};

// An answer. Valid while its connection lives.
class Reply {
 public:
  Reply(const SdBus& bus, sd_bus_message* message) : bus_(bus), message_(message) {}
  Reply(Reply&& other) noexcept : bus_(other.bus_), message_(other.message_) {
    other.message_ = nullptr;
  }
  ~Reply() {
    if (message_ != nullptr) bus_.message_unref(message_);
  }
  Reply& operator=(Reply&&) = delete;

  // Whether there is one: the method may have failed.
  explicit operator bool() const { return message_ != nullptr; }
  // Return false at the end of a container, and when the type is another one.
  bool enter(char type, const char* content);
  void leave();
  bool read(std::string* text, char type = 's');
  bool read(bool* value);
  bool read(std::uint32_t* value);
  void skip(const char* types);

 private:
  const SdBus& bus_;
  sd_bus_message* message_;
};

// A connection to a message bus, made at the first call and again after a failure. One thread at a
// time.
class Bus {
 public:
  // An address such as "unix:path=/run/dbus/system_bus_socket"; "" is no bus.
  explicit Bus(std::string address) : address_(std::move(address)) {}
  ~Bus() { close(); }
  Bus(const Bus&) = delete;
  Bus& operator=(const Bus&) = delete;

  enum class State { kThere, kAbsent, kSilent };
  // Connects. kAbsent: there is no such bus; kSilent: it did not answer by the deadline.
  State connect(Deadline deadline);
  // Calls a method without starting its service. Returns none when there is no such service or the
  // method fails; then state() says whether the bus is still there.
  Reply call(const Method& method, Deadline deadline);
  State state() const { return state_; }

 private:
  void close();
  bool open();
  Reply none() const { return Reply(*bus_, nullptr); }

  std::string address_;
  const SdBus* bus_ = nullptr;
  sd_bus* connection_ = nullptr;
  State state_ = State::kAbsent;
};

}  // namespace native::dbus

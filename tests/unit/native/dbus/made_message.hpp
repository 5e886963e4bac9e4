#pragma once

#include <sys/socket.h>
#include <systemd/sd-bus.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>
#include <vector>

#include "native/dbus/bus.hpp"

namespace test {

// A message that is written here and read by the code under test, without a bus.
class MadeMessage {
 public:
  MadeMessage() {
    if (sd_bus_message_new_signal(connection(), &message_, "/a", "a.b", "C") < 0) std::abort();
  }
  ~MadeMessage() { sd_bus_message_unref(message_); }
  MadeMessage(const MadeMessage&) = delete;
  MadeMessage& operator=(const MadeMessage&) = delete;

  sd_bus_message* raw() { return message_; }
  void open(char type, const std::string& content) {
    if (sd_bus_message_open_container(message_, type, content.c_str()) < 0) std::abort();
  }
  void close() {
    if (sd_bus_message_close_container(message_) < 0) std::abort();
  }
  void text(const std::string& value, char type = 's') {
    if (sd_bus_message_append_basic(message_, type, value.c_str()) < 0) std::abort();
  }
  template <class Number>
  void number(char type, Number value) {
    if (sd_bus_message_append_basic(message_, type, &value) < 0) std::abort();
  }
  // Ends the writing.
  native::dbus::Reply reply() {
    if (sd_bus_message_seal(message_, 1, 0) < 0 || sd_bus_message_rewind(message_, 1) < 0)
      std::abort();
    return {native::dbus::SdBus::load(), sd_bus_message_ref(message_)};
  }

 private:
  // Messages belong to a connection, which need not lead anywhere.
  static sd_bus* connection() {
    static sd_bus* const made = [] {
      sd_bus* bus = nullptr;
      int ends[2];
      if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0 || sd_bus_new(&bus) < 0 ||
          sd_bus_set_fd(bus, ends[0], ends[0]) < 0 || sd_bus_start(bus) < 0)
        std::abort();
      return bus;
    }();
    return made;
  }

  sd_bus_message* message_ = nullptr;
};

// Bytes that decide what a program answers.
class Choices {
 public:
  explicit Choices(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}
  bool empty() const { return at_ == bytes_.size(); }
  // Returns a number below `most`; 0 at the end.
  std::size_t below(std::size_t most) { return at_ < bytes_.size() ? bytes_[at_++] % most : 0; }
  std::string text() {
    std::string made;
    for (std::size_t left = below(9); left > 0 && !empty(); --left)
      made += static_cast<char>(' ' + below(95));
    // A long one now and then.
    return below(16) == 15 ? made + std::string(5000, 'x') : made;
  }

 private:
  std::span<const std::uint8_t> bytes_;
  std::size_t at_ = 0;
};

// Writes menus as com.canonical.dbusmenu tells them, and as no program should.
class LayoutWriter {
 public:
  LayoutWriter(MadeMessage& message, Choices& choices) : message_(message), choices_(choices) {}

  void layout() {
    message_.number('u', static_cast<std::uint32_t>(choices_.below(256)));
    node(0);
  }

 private:
  static constexpr int kMaxDepth = 6;
  static constexpr int kMaxMembers = 40;

  void node(int depth) {
    message_.open('r', "ia{sv}av");
    message_.number('i', static_cast<std::int32_t>(choices_.below(256)) - 128);
    message_.open('a', "{sv}");
    for (std::size_t left = choices_.below(6); left > 0; --left) property();
    message_.close();
    message_.open('a', "v");
    for (std::size_t left = depth < kMaxDepth ? choices_.below(5) : 0;
         left > 0 && !choices_.empty(); --left)
      child(depth);
    message_.close();
    message_.close();
  }

  void child(int depth) {
    if (choices_.below(8) == 7 || ++members_ > kMaxMembers) {
      value();
      return;
    }
    message_.open('v', "(ia{sv}av)");
    node(depth + 1);
    message_.close();
  }

  void property() {
    static const char* const names[] = {
        "label",     "enabled", "visible", "toggle-state", "type", "children-display", "shortcut",
        "icon-data", "enabled", ""};
    message_.open('e', "sv");
    message_.text(names[choices_.below(std::size(names))]);
    value();
    message_.close();
  }

  // Writes a variant of any type.
  void value() {
    switch (choices_.below(7)) {
      case 0:
        return basic('s', choices_.text());
      case 1:
        return basic('s', choices_.below(2) == 0 ? "submenu" : "separator");
      case 2:
        message_.open('v', "b");
        message_.number('b', static_cast<int>(choices_.below(2)));
        return message_.close();
      case 3:
        message_.open('v', "i");
        message_.number('i', static_cast<std::int32_t>(choices_.below(3)));
        return message_.close();
      case 4:
        return shortcut();
      case 5:
        message_.open('v', "a{sv}");
        message_.open('a', "{sv}");
        message_.close();
        return message_.close();
      default:
        message_.open('v', "t");
        message_.number('t', std::uint64_t{choices_.below(256)} << 40);
        return message_.close();
    }
  }

  void basic(char type, const std::string& text) {
    message_.open('v', std::string(1, type));
    message_.text(text, type);
    message_.close();
  }

  void shortcut() {
    message_.open('v', "aas");
    message_.open('a', "as");
    for (std::size_t left = choices_.below(3); left > 0; --left) {
      message_.open('a', "s");
      for (std::size_t keys = choices_.below(12); keys > 0; --keys) message_.text(choices_.text());
      message_.close();
    }
    message_.close();
    message_.close();
  }

  MadeMessage& message_;
  Choices& choices_;
  int members_ = 0;
};

}  // namespace test

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "runtime/guest/protocol.hpp"

// The guest's end of the two pipes. The host is trusted; a pipe that ends or carries invalid data
// ends the process.
namespace guest {

namespace protocol = runtime::guest::protocol;

// One frame from the host: its kind, and its content, taken piece by piece.
class Incoming {
 public:
  // Waits for the next frame.
  static Incoming next();

  char kind() const { return kind_; }
  bool at_end() const { return at_ == bytes_.size(); }
  char tag();
  std::uint32_t size();
  std::int64_t integer();
  double number();
  std::string_view text();

 private:
  std::string_view take(std::size_t count);
  char kind_ = 0;
  std::string bytes_;
  std::size_t at_ = 0;
};

// A frame for the host, filled piece by piece.
class Outgoing {
 public:
  explicit Outgoing(protocol::Kind kind);
  void tag(protocol::Tag tag) { bytes_ += static_cast<char>(tag); }
  void size(std::uint32_t count);
  void integer(std::int64_t value);
  void number(double value);
  void text(std::string_view value);  // without a tag
  bool too_large() const { return bytes_.size() > protocol::kHead + protocol::kMaxFromGuest; }
  void send();

  // Position of a count that is set later.
  std::size_t place() const { return bytes_.size(); }
  void set_size(std::size_t place, std::uint32_t count);

 private:
  std::string bytes_;
};

}  // namespace guest

#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

// Messages between Peekaboo and peekaboo-portal, over a Unix socket of packets: one packet each,
// which may carry one descriptor. Both sides take the other for hostile.
namespace native::portal {

using Clock = std::chrono::steady_clock;
using Deadline = Clock::time_point;

// Closes a descriptor at its end.
class OwnedFile {
 public:
  OwnedFile() = default;
  explicit OwnedFile(int file) : file_(file) {}
  ~OwnedFile() { reset(); }
  OwnedFile(OwnedFile&& other) noexcept : file_(std::exchange(other.file_, -1)) {}
  OwnedFile& operator=(OwnedFile&& other) noexcept {
    reset(std::exchange(other.file_, -1));
    return *this;
  }

  int get() const { return file_; }
  int release() { return std::exchange(file_, -1); }
  void reset(int file = -1);

 private:
  int file_ = -1;
};

// Named fields.
class Message {
 public:
  Message() = default;
  explicit Message(std::string word) { set("do", std::move(word)); }

  Message& set(const std::string& name, std::string value);
  Message& set(const std::string& name, std::int64_t value);
  // Returns "" when there is no such field.
  std::string text(const std::string& name) const;
  // Returns nothing when there is no such field, or it is no number between the two.
  std::optional<std::int64_t> number(const std::string& name, std::int64_t least,
                                     std::int64_t most) const;

  std::string encoded() const;
  // Returns nothing for anything but an encoded message.
  static std::optional<Message> decoded(const std::string& bytes);

  OwnedFile file;

 private:
  std::vector<std::pair<std::string, std::string>> fields_;
};

// Returns milliseconds for poll(2), rounded up.
int milliseconds_until(Deadline deadline);

// Returns the moment by which a request has its answer made, as its field "deadline": earlier than
// the deadline by what the answer needs on its way.
std::int64_t answer_time(Deadline deadline);

// Returns false when the other side has gone, or takes nothing by the deadline.
bool send_message(int socket, const Message& message, Deadline deadline);

// Waits for the next message. Returns nothing when none came by the deadline, the other side has
// gone, or what came is no message.
std::optional<Message> receive_message(int socket, Deadline deadline);

// Returns whether the process at the other end is this user's.
bool is_own_peer(int socket);

}  // namespace native::portal

#include "runtime/guest/helper/wire.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace guest {

namespace {

[[noreturn]] void give_up() { _exit(protocol::kExitBadOrder); }

void read_all(char* to, std::size_t count) {
  while (count > 0) {
    const ssize_t got = read(STDIN_FILENO, to, count);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) give_up();
    to += got;
    count -= static_cast<std::size_t>(got);
  }
}

void write_all(const char* from, std::size_t count) {
  while (count > 0) {
    const ssize_t put = write(STDOUT_FILENO, from, count);
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) give_up();
    from += put;
    count -= static_cast<std::size_t>(put);
  }
}

template <class T>
void append(std::string& bytes, T value) {
  char raw[sizeof(T)];
  std::memcpy(raw, &value, sizeof(T));
  bytes.append(raw, sizeof(T));
}

template <class T>
T value_of(std::string_view bytes) {
  T value;
  std::memcpy(&value, bytes.data(), sizeof(T));
  return value;
}

}  // namespace

Incoming Incoming::next() {
  char head[protocol::kHead];
  read_all(head, sizeof head);
  const auto count = value_of<std::uint32_t>(std::string_view(head, sizeof head));
  if (count == 0 || count > protocol::kMaxToGuest) give_up();
  Incoming frame;
  frame.bytes_.resize(count);
  read_all(frame.bytes_.data(), count);
  frame.kind_ = frame.bytes_[0];
  frame.at_ = 1;
  return frame;
}

std::string_view Incoming::take(std::size_t count) {
  if (count > bytes_.size() - at_) give_up();
  const std::string_view piece = std::string_view(bytes_).substr(at_, count);
  at_ += count;
  return piece;
}

char Incoming::tag() { return take(1)[0]; }
std::uint32_t Incoming::size() { return value_of<std::uint32_t>(take(sizeof(std::uint32_t))); }
std::int64_t Incoming::integer() { return value_of<std::int64_t>(take(sizeof(std::int64_t))); }
double Incoming::number() { return value_of<double>(take(sizeof(double))); }
std::string_view Incoming::text() { return take(size()); }

Outgoing::Outgoing(protocol::Kind kind) : bytes_(protocol::kHead, '\0') {
  bytes_ += static_cast<char>(kind);
}

void Outgoing::size(std::uint32_t count) { append(bytes_, count); }
void Outgoing::integer(std::int64_t value) { append(bytes_, value); }
void Outgoing::number(double value) { append(bytes_, value); }

void Outgoing::text(std::string_view value) {
  size(static_cast<std::uint32_t>(value.size()));
  bytes_.append(value);
}

void Outgoing::set_size(std::size_t place, std::uint32_t count) {
  std::memcpy(bytes_.data() + place, &count, sizeof count);
}

void Outgoing::send() {
  const auto count = static_cast<std::uint32_t>(bytes_.size() - protocol::kHead);
  std::memcpy(bytes_.data(), &count, sizeof count);
  write_all(bytes_.data(), bytes_.size());
}

}  // namespace guest

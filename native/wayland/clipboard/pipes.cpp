#include "native/wayland/clipboard/pipes.hpp"

#include <fcntl.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include "native/desktop/error.hpp"

namespace native::wayland {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kMaxTransfers = 64;
constexpr std::size_t kSlice = std::size_t{64} << 10;  // bytes read or written at once
constexpr int kTurn = 16;  // slices of one transfer before the next has its turn
constexpr std::chrono::seconds kStall{30};

void unblock(int descriptor) {
  ::fcntl(descriptor, F_SETFL, ::fcntl(descriptor, F_GETFL) | O_NONBLOCK);
}

}  // namespace

Pipe make_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0)
    throw Error("INTERNAL_ERROR", std::string("no pipe for the clipboard: ") + std::strerror(errno),
                "Close what is not needed, and try again.");
  // The other program gets the same description of its end, and would find it changed.
  unblock(ends[0]);
  return {Descriptor(ends[0]), Descriptor(ends[1])};
}

Drained drain(int pipe, std::string& bytes, std::size_t most) {
  std::array<char, kSlice> slice{};
  for (;;) {
    const ssize_t count = ::read(pipe, slice.data(), slice.size());
    if (count == 0) return Drained::kEnded;
    if (count > 0) {
      bytes.append(slice.data(), static_cast<std::size_t>(count));
      if (bytes.size() > most) return Drained::kTooMuch;
      continue;
    }
    if (errno == EAGAIN) return Drained::kMoreMayCome;
    if (errno != EINTR) return Drained::kEnded;
  }
}

void OutgoingPipes::begin(Descriptor pipe, std::string_view bytes) {
  if (transfers_.size() >= kMaxTransfers) return;
  unblock(pipe.get());
  transfers_.push_back({std::move(pipe), bytes, Clock::now() + kStall});
}

void OutgoingPipes::go_on() {
  std::erase_if(transfers_, [](Transfer& each) { return !write_some(each); });
}

// Returns whether the transfer goes on.
bool OutgoingPipes::write_some(Transfer& transfer) {
  for (int turn = 0; turn < kTurn && !transfer.rest.empty(); ++turn) {
    const ssize_t count =
        ::write(transfer.pipe.get(), transfer.rest.data(), std::min(kSlice, transfer.rest.size()));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return errno == EAGAIN && Clock::now() < transfer.due;
    transfer.rest.remove_prefix(static_cast<std::size_t>(count));
    transfer.due = Clock::now() + kStall;
  }
  return !transfer.rest.empty();
}

std::optional<Deadline> OutgoingPipes::watch(std::vector<pollfd>& states) const {
  std::optional<Deadline> due;
  for (const Transfer& each : transfers_) {
    states.push_back({each.pipe.get(), POLLOUT, 0});
    due = std::min(due.value_or(each.due), each.due);
  }
  return due;
}

}  // namespace native::wayland

#pragma once

#include <poll.h>

#include <cstddef>
#include <list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "native/desktop/records.hpp"
#include "native/wayland/clipboard/descriptor.hpp"

// Pipes, by which contents pass from program to program. Nothing here waits.
namespace native::wayland {

struct Pipe {
  Descriptor in;   // from which we read; does not block
  Descriptor out;  // for another program, which may expect that it blocks
};
// Throws "INTERNAL_ERROR" when no descriptors are left.
Pipe make_pipe();

enum class Drained { kMoreMayCome, kEnded, kTooMuch };

// Appends what is in a pipe, until there are more than `most` bytes.
Drained drain(int pipe, std::string& bytes, std::size_t most);

// Gives other programs bytes through pipes. Holds no copy of them: they must live as long as it
// does.
class OutgoingPipes {
 public:
  // Begins a transfer; ends it at once when too many are under way.
  void begin(Descriptor pipe, std::string_view bytes);
  // Writes what the pipes have room for. Ends transfers that are complete, those whose reader has
  // gone, and those whose reader has not gone on for too long.
  void go_on();
  bool none() const { return transfers_.empty(); }
  void end_all() { transfers_.clear(); }
  // Appends what to poll for, and returns when to go on at the latest.
  std::optional<Deadline> watch(std::vector<pollfd>& states) const;

 private:
  struct Transfer {
    Descriptor pipe;
    std::string_view rest;
    Deadline due;
  };

  static bool write_some(Transfer& transfer);

  std::list<Transfer> transfers_;
};

}  // namespace native::wayland

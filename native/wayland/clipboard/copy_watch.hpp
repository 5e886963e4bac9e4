#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "native/desktop/events.hpp"
#include "native/wayland/clipboard/data_device.hpp"

namespace native::wayland {

// Reports that selections have another content, or none. Lives as long as its connection.
class CopyWatch {
 public:
  explicit CopyWatch(Connection& connection) : connection_(connection) {}

  // Throws "UNSUPPORTED" for selections that the compositor does not report.
  void want(const std::vector<Selection>& wanted, Deadline deadline);
  bool marked() const;
  void collect(std::size_t room, std::vector<Event>& out);

 private:
  // A wanted selection, and how often it had been exchanged when that was last reported.
  struct Watched {
    Selection selection;
    std::uint64_t changes;
  };

  Connection& connection_;
  std::unique_ptr<DataDevice> device_;  // null until something is wanted
  std::vector<Watched> watched_;
};

}  // namespace native::wayland

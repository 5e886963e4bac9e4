#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "native/desktop/clipboard.hpp"
#include "native/wayland/connection.hpp"

namespace native::wayland {

class ContentOffer;

// The clipboard of a compositor that lets programs control its selections (data-control);
// "UNSUPPORTED" for any other.
class WaylandClipboard : public Clipboard {
 public:
  using Operation = std::function<void(std::unique_ptr<Connection>)>;
  // Runs an operation until the deadline, with a connection of its own.
  using Run = std::function<void(Deadline, const Operation&)>;
  explicit WaylandClipboard(Run run);
  ~WaylandClipboard() override;

  ClipboardReading read(const ClipboardWish& wish, Deadline deadline) override;
  void write(Selection selection, std::shared_ptr<const ClipboardContent> content,
             Deadline deadline) override;
  void clear(Selection selection, Deadline deadline) override;
  // No protocol hands a content to a clipboard manager; those that run keep it without being asked.
  std::vector<ClipboardOffer> hand_over(Deadline deadline) override;
  bool take_over(const ClipboardOffer& offer, Deadline deadline) override;
  bool wait_until_lost(Deadline deadline) override;

 private:
  bool offer(const ClipboardOffer& offer, Deadline deadline);

  const Run run_;
  // The newest last. Those that are lost still serve what was under way.
  std::vector<std::unique_ptr<ContentOffer>> offers_;
};

}  // namespace native::wayland

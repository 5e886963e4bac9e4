#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "native/desktop/clipboard.hpp"
#include "native/x11/connection/connection.hpp"

namespace native::x11 {

class SelectionOffer;
class SelectionReader;

// The clipboard of an X server: its selections CLIPBOARD and PRIMARY.
class X11Clipboard : public Clipboard {
 public:
  using Operation = std::function<void(Connection&)>;
  // Runs an operation on the desktop's connection until the deadline; opens another connection to
  // the same display.
  using Run = std::function<void(Deadline, const Operation&)>;
  using Open = std::function<std::unique_ptr<Connection>(Deadline)>;
  X11Clipboard(Run run, Open open);
  ~X11Clipboard() override;

  // Called before the desktop's connection ends. Offers go on.
  void disconnect();

  ClipboardReading read(const ClipboardWish& wish, Deadline deadline) override;
  void write(Selection selection, std::shared_ptr<const ClipboardContent> content,
             Deadline deadline) override;
  void clear(Selection selection, Deadline deadline) override;
  std::vector<ClipboardOffer> hand_over(Deadline deadline) override;
  bool take_over(const ClipboardOffer& offer, Deadline deadline) override;
  bool wait_until_lost(Deadline deadline) override;

 private:
  bool offer(const ClipboardOffer& offer, Deadline deadline);

  const Run run_;
  const Open open_;
  std::unique_ptr<SelectionReader> reader_;
  // The newest last. Those that are lost still serve what was under way.
  std::vector<std::unique_ptr<SelectionOffer>> offers_;
};

}  // namespace native::x11

#pragma once

#include <cstdint>
#include <string>

#include "native/wayland/clipboard/data_device.hpp"

namespace native::wayland {

// Reads what other programs offer.
class OfferReader {
 public:
  OfferReader(Connection& connection, DataDevice& device)
      : connection_(connection), device_(device) {}

  // As Clipboard::read(). Begins again when another program copies something meanwhile.
  ClipboardReading read(const ClipboardWish& wish, Deadline deadline);

 private:
  // Thrown when something else is offered now.
  struct Changed {};

  ClipboardReading read_once(const ClipboardWish& wish);
  void read_content(const ClipboardWish& wish, const DataOffer& offer, ClipboardReading& reading);
  std::string receive(const DataOffer& offer, const std::string& type);
  void wait_for(int pipe, Deadline limit);
  void look_for_change() const;
  Deadline owner_limit() const;

  Connection& connection_;
  DataDevice& device_;

  // Of the read under way.
  Selection selection_ = Selection::kClipboard;
  Deadline deadline_;
  std::uint64_t changes_ = 0;
  std::size_t total_ = 0;
};

}  // namespace native::wayland

#pragma once

#include <xcb/xcb.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace native::x11 {

// Shared memory into which the display server writes pixels, in two halves: one is filled while the
// other is read. Owned by its Connection and reused for later captures, because making it costs
// more than a picture.
class SharedStrip {
 public:
  // Returns null, with the reason, when there is no memory or the server cannot map ours (another
  // machine, a container, a proxy).
  static std::unique_ptr<SharedStrip> create(xcb_connection_t* connection, std::string& reason);
  ~SharedStrip();
  SharedStrip(const SharedStrip&) = delete;
  SharedStrip& operator=(const SharedStrip&) = delete;

  std::uint32_t segment() const { return segment_; }
  std::size_t half_size() const;
  std::uint8_t* half(int index) const;
  std::uint32_t half_offset(int index) const;

 private:
  SharedStrip(xcb_connection_t* connection, std::uint8_t* memory);

  xcb_connection_t* connection_;
  std::uint8_t* memory_;
  std::uint32_t segment_;
};

}  // namespace native::x11

#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "native/desktop/error.hpp"
#include "native/desktop/records.hpp"
#include "native/image/codec/codec.hpp"

namespace native {

// What holds the processes in which other people's pictures are looked at.
struct HelperConfinement {
  bool files = false;         // they can open none (Landlock)
  bool system_calls = false;  // they have a handful (seccomp)
};

// Unpacks picture files that somebody else names: each in a process of its own, peekaboo-decode,
// which can reach nothing. Any thread.
class PictureReader {
 public:
  // `helper` overrides where the helper is looked for.
  explicit PictureReader(std::string helper = {}) : override_(std::move(helper)) {}

  // As decode(), which says what is thrown; besides "UNSUPPORTED" when the helper is missing,
  // "TIMEOUT" past the deadline, "INTERNAL_ERROR" when the helper crashed.
  Frame read(std::span<const std::uint8_t> bytes, std::uint64_t max_pixels,
             const BeforePixels& before, Deadline deadline) const;

  // Starts a helper to see. Throws as read().
  HelperConfinement confinement(Deadline deadline) const;

 private:
  std::string helper_path() const;

  const std::string override_;
};

}  // namespace native

#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "native/desktop/error.hpp"
#include "native/desktop/records.hpp"
#include "native/image/codec/codec.hpp"

namespace native {

// How the processes that read untrusted pictures are confined.
struct HelperConfinement {
  bool files = false;         // no access to files (Landlock)
  bool system_calls = false;  // few system calls (seccomp)
};

// Decodes picture files from untrusted sources, each in a new process, peekaboo-decode, which has
// no access to files or the network. Thread safe.
class PictureReader {
 public:
  // `helper` overrides the path of the helper.
  explicit PictureReader(std::string helper = {}) : override_(std::move(helper)) {}

  // Decodes like decode(). Throws its errors, and "UNSUPPORTED" when the helper is
  // missing, "TIMEOUT" past the deadline, "INTERNAL_ERROR" when the helper crashed.
  Frame read(std::span<const std::uint8_t> bytes, std::uint64_t max_pixels,
             const BeforePixels& before, Deadline deadline) const;

  // Starts a helper to ask how it is confined. Throws as read().
  HelperConfinement confinement(Deadline deadline) const;

 private:
  std::string helper_path() const;

  const std::string override_;
};

}  // namespace native

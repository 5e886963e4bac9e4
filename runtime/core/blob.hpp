#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace runtime {

// Immutable bytes with a media type, shared by everyone on a picture's way out. Never copied into JSON text:
// the writer of a message splices the base64 form in.
class Blob {
 public:
  Blob(std::vector<std::uint8_t> bytes, std::string media_type)
      : bytes_(std::move(bytes)), media_type_(std::move(media_type)) {}

  const std::vector<std::uint8_t>& bytes() const { return bytes_; }
  const std::string& media_type() const { return media_type_; }

 private:
  std::vector<std::uint8_t> bytes_;
  std::string media_type_;
};

using BlobRef = std::shared_ptr<const Blob>;

}  // namespace runtime

#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace runtime {

// Immutable bytes with a media type, shared along a picture's way to the client. Never copied into
// JSON text: the message writer splices in the base64 form.
class Blob {
 public:
  Blob(std::vector<std::uint8_t> bytes, std::string media_type)
      : bytes_(std::move(bytes)), media_type_(std::move(media_type)) {}
  // Shares the bytes under another media type. As a data URL (RFC 2397), the JSON form is
  // "data:TYPE;base64,…" instead of bare base64.
  Blob(std::shared_ptr<const Blob> source, std::string media_type, bool data_url)
      : source_(std::move(source)), media_type_(std::move(media_type)), data_url_(data_url) {}

  const std::vector<std::uint8_t>& bytes() const { return source_ ? source_->bytes() : bytes_; }
  const std::string& media_type() const { return media_type_; }
  bool is_data_url() const { return data_url_; }

 private:
  std::vector<std::uint8_t> bytes_;
  std::shared_ptr<const Blob> source_;  // owner of the bytes, instead of bytes_
  std::string media_type_;
  bool data_url_ = false;
};

using BlobRef = std::shared_ptr<const Blob>;

}  // namespace runtime

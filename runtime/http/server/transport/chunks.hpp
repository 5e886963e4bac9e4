#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace runtime::http {

// Decodes a chunked body (RFC 9112, section 7.1) as its bytes arrive. Drops chunk extensions and
// trailer fields.
class Chunks {
 public:
  // `limit`: maximum number of bytes of the body.
  explicit Chunks(std::size_t limit) : limit_(limit) {}

  // Moves the decodable part of `bytes` to the body. Returns whether the body is complete; the rest
  // of `bytes` then belongs to the next request. Throws Refusal.
  bool take(std::string& bytes);
  std::string& body() { return body_; }

 private:
  enum class Part { kSize, kData, kDataEnd, kTrailer, kDone };
  static constexpr std::size_t kLongestLine = 1024;
  static constexpr int kMaxTrailers = 32;

  bool step(std::string_view& rest);
  bool take_line(std::string_view& rest, std::string_view& line);
  void read_size(std::string_view line);

  std::size_t limit_;
  std::size_t left_ = 0;  // of the current chunk
  int trailers_ = 0;
  Part part_ = Part::kSize;
  std::string body_;
};

}  // namespace runtime::http

#pragma once

#include <cstddef>
#include <string>

#include "runtime/http/client/message.hpp"

namespace runtime::http {

// Receives an answer's lines as the HTTP library reads them byte by byte. Limits their size, which
// the library does not, and keeps the header fields as received, where the library percent-decodes
// them.
class Head {
 public:
  static constexpr std::size_t kLongestLine = 8192;
  // The library matches the status line with std::regex, whose stack grows with the line.
  static constexpr std::size_t kLongestStatusLine = 1024;
  static constexpr int kMaxLines = 256;
  static constexpr std::size_t kLargest = 256 * 1024;

  // Takes one byte of a line, in the head or between chunks. Throws Error "UNKNOWN_ERROR" with
  // reason "protocol".
  void take(char byte);
  // Ends the header fields.
  void end();

  const Fields& fields() const { return fields_; }
  // Returns the size given by Content-Length, or -1. Throws as take() does for an invalid one.
  std::int64_t content_length() const;
  // Returns whether a chunked body ended properly (RFC 9112, section 7.1).
  bool chunks_ended() const { return last_ == "\r\n"; }

 private:
  void finish_line();

  bool ended_ = false;
  int lines_ = 0;
  std::size_t size_ = 0;
  std::string line_;
  std::string last_;
  Fields fields_;
};

}  // namespace runtime::http

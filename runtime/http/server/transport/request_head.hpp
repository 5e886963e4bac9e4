#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "runtime/http/client/message.hpp"

namespace runtime::http {

// The request line and the header fields of an HTTP/1.1 request (RFC 9112, sections 3 and 5).
struct RequestHead {
  static constexpr std::size_t kLargest = 32 * 1024;  // bytes
  static constexpr std::size_t kMaxFields = 100;

  std::string method;
  std::string path;  // without the query
  // names in lower case, values trimmed; the target's host, if it has one, replaces Host
  Fields fields;
  bool keep_alive = true;
  bool expects_continue = false;
  bool chunked = false;
  std::size_t length = 0;  // of the body, unless it is chunked

  // Returns the value unless there are no or several fields of that name.
  const std::string* only(std::string_view name) const;
  // Returns the values of all fields of that name as one list (RFC 9110, section 5.3), or nothing
  // when there is none.
  std::optional<std::string> list(std::string_view name) const;
};

// Finds the end of a request's head while its bytes arrive, and refuses invalid ones as early as
// possible. Create a new one for each request.
class HeadScan {
 public:
  // Returns the position after the empty line that ends the head; nothing when more bytes are
  // needed. `bytes` begins with the head and grows from call to call. Throws Refusal.
  std::optional<std::size_t> take(std::string_view bytes);

 private:
  void check_request_line(std::string_view bytes);

  std::size_t seen_ = 0;
  std::size_t line_ = 0;  // start of the current line
  bool in_method_ = true;
};

// Strict: refuses anything ambiguous (RFC 9112, section 11.2). Throws Refusal.
RequestHead parse_head(std::string_view bytes);

// Returns whether the value of a field such as Accept or Content-Type includes this media type,
// ignoring parameters and counting ranges such as */*.
bool accepts(std::string_view field, std::string_view media_type);
bool is_media_type(std::string_view field, std::string_view media_type);
// For ASCII only.
std::string lower_case(std::string_view text);
std::string_view trimmed(std::string_view text);  // of spaces and tabs

}  // namespace runtime::http

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
  Fields fields;     // names in lower case, values trimmed; as Host the target's, when it names one
  bool keep_alive = true;
  bool expects_continue = false;
  bool chunked = false;
  std::size_t length = 0;  // of the body, unless it is chunked

  // Nothing unless there is exactly one field of that name.
  const std::string* only(std::string_view name) const;
  // A field that is a list may stand on several lines (RFC 9110, section 5.3): all of them as one.
  // Nothing when there is none.
  std::optional<std::string> list(std::string_view name) const;
};

// Finds the end of a request's head while its bytes arrive, and refuses what cannot become one as
// soon as that shows. Made anew for each request.
class HeadScan {
 public:
  // Returns where the head ends, behind the empty line; nothing when more must come. `bytes` begins
  // with the head and grows from call to call. Throws Refusal.
  std::optional<std::size_t> take(std::string_view bytes);

 private:
  void check_request_line(std::string_view bytes);

  std::size_t seen_ = 0;
  std::size_t line_ = 0;  // where the current line begins
  bool in_method_ = true;
};

// Strict: what could be understood in two ways (RFC 9112, section 11.2) is refused. Throws Refusal.
RequestHead parse_head(std::string_view bytes);

// Whether the value of a field such as Accept or Content-Type names this media type, regardless of
// parameters; ranges like
// */* count.
bool accepts(std::string_view field, std::string_view media_type);
bool is_media_type(std::string_view field, std::string_view media_type);
// ASCII only.
std::string lower_case(std::string_view text);
std::string_view trimmed(std::string_view text);  // of spaces and tabs

}  // namespace runtime::http

#pragma once

#include <string>
#include <string_view>

#include "runtime/http/client/message.hpp"
#include "runtime/mcp/rpc/rpc.hpp"

namespace runtime::http {

// Formats HTTP/1.1 answers. Pure functions.

// Returns the status line and header fields, up to the empty line. `length` < 0: the body is
// chunked.
std::string reply_head(int status, const Fields& fields, std::int64_t length, bool keep_alive);
// Returns a whole answer with a short body; without one when `body` is empty.
std::string short_reply(int status, Fields fields, std::string_view media_type,
                        std::string_view body, bool keep_alive);

// Returns the size of a message in bytes, blobs as base64.
std::size_t size_of(const mcp::Segments& message);

// Returns the lines before the message of a server-sent event (WHATWG HTML, section 9.2); kEventEnd
// follows the message. `id` may be empty.
std::string event_begin(const std::string& id);
inline constexpr std::string_view kEventEnd = "\n\n";
// Returns an event without a message, the first of a stream that can be resumed.
std::string priming_event(const std::string& id, int retry_milliseconds);
// Wraps a piece of the body for a chunked answer.
std::string chunk(std::string_view bytes);
inline constexpr std::string_view kLastChunk = "0\r\n\r\n";

}  // namespace runtime::http

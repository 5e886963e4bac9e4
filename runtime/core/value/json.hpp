#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "runtime/core/value/value.hpp"

namespace runtime::json {

inline constexpr int kMaxDepth = 64;
// Bounds a document's memory: a value takes up to seventy bytes of memory, but as little as two of
// text.
inline constexpr std::size_t kMaxValues = 1'000'000;

// Parses one JSON text (RFC 8259). Objects keep their order; a repeated key keeps the last value.
// Signed integers of up to 64 bits stay exact, larger ones become doubles. Throws Error
// "INVALID_ARGUMENT" with the byte offset for bad JSON, invalid UTF-8, numbers beyond a double,
// more than kMaxDepth levels and more than kMaxValues values.
Value parse(std::string_view text);

// The same for files written by people: allows comments (// and /* */) and a comma after the last
// member or item. The Error names the line, also in details.line.
Value parse_commented(std::string_view text);

// An outgoing message: strings and blobs. A blob stands for its canonical base64 form (RFC 4648
// section 4, padded), which the transport encodes while writing; the surrounding quotes and the
// prefix of a data URL are in the strings.
using Segment = std::variant<std::string, BlobRef>;

// Serialises a document. Replaces invalid UTF-8 by U+FFFD; writes nil as null, and a double with an
// integral value within 2^53 without a point. Throws Error "INVALID_ARGUMENT" with the path
// ("$.content[2]") for NaN, infinity, objects, functions, and more than kMaxDepth levels.
std::vector<Segment> write(const Value& value);

// Serialises to one string, including base64. `indent` > 0 makes it readable.
std::string dump(const Value& value, int indent = 0);

// Appends for the log, never throwing: what has no JSON form is null, and so are blobs and what is
// nested more than kMaxDepth levels deep; members whose name says so are masked (secret.hpp).
void append_masked(std::string& out, const Value& value);
void append_string(std::string& out, std::string_view text);

}  // namespace runtime::json

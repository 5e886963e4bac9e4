#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "runtime/core/value/value.hpp"

namespace runtime::json {

inline constexpr int kMaxDepth = 64;
// A value takes up to seventy bytes of memory while its text may take two: this bounds a document's
// memory.
inline constexpr std::size_t kMaxValues = 1'000'000;

// Reads one JSON text (RFC 8259). Objects keep their order; a repeated key keeps the last value.
// Integers up to 64 bits signed stay exact, larger ones become doubles. Throws Error
// "INVALID_ARGUMENT" naming the byte offset for bad JSON, invalid UTF-8, numbers beyond a double,
// more than kMaxDepth levels and more than kMaxValues values.
Value parse(std::string_view text);

// The same for a file that a person writes: comments (// and /* */) and a comma behind the last
// member or item are allowed. Its Error names the line, in details.line as well.
Value parse_commented(std::string_view text);

// A message on its way out: text and blobs in turn. A blob stands for its canonical base64 form
// (RFC 4648 section 4, padded), which the transport makes while it writes; the quotes around it are
// in the text, and so is what a data URL begins with.
using Segment = std::variant<std::string, BlobRef>;

// Writes a document. Invalid UTF-8 is replaced by U+FFFD; nil is written as null; a double with an
// integral value within 2^53 is written without a point. Throws Error "INVALID_ARGUMENT" with the
// path ("$.content[2]") for NaN, infinity, objects, functions, and more than kMaxDepth levels.
std::vector<Segment> write(const Value& value);

// The same as one string, base64 included. `indent` > 0 for people.
std::string dump(const Value& value, int indent = 0);

// Appends for the log, never throwing: what has no JSON form is null, and so are blobs and what is
// nested more than kMaxDepth levels deep; members whose name says so are masked (secret.hpp).
void append_masked(std::string& out, const Value& value);
void append_string(std::string& out, std::string_view text);

}  // namespace runtime::json

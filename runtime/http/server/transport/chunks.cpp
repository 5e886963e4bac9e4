#include "runtime/http/server/transport/chunks.hpp"

#include <algorithm>
#include <charconv>

#include "runtime/http/server/transport/refusal.hpp"

namespace runtime::http {

namespace {

[[noreturn]] void refuse_body(const char* why) {
  throw Refusal(400, std::string("malformed chunked body: ") + why);
}

}  // namespace

// Takes a line from the front of `rest`; returns false when more bytes are needed.
bool Chunks::take_line(std::string_view& rest, std::string_view& line) {
  const std::size_t end = rest.substr(0, kLongestLine + 2).find('\n');
  if (end == std::string_view::npos && rest.size() < kLongestLine + 2) return false;
  if (end == std::string_view::npos) refuse_body("line too long");
  line = rest.substr(0, end);
  // A bare CR or LF is a line end to some implementations.
  if (end == 0 || line.find('\r') != end - 1) refuse_body("bare CR or LF in a line");
  line.remove_suffix(1);
  rest.remove_prefix(end + 1);
  return true;
}

void Chunks::read_size(std::string_view line) {
  const std::string_view digits = line.substr(0, line.find_first_of("; \t"));
  const char* end = digits.data() + digits.size();
  const auto [stopped, error] = std::from_chars(digits.data(), end, left_, 16);
  if (error == std::errc::result_out_of_range) throw Refusal(413, "body is too large");
  if (error != std::errc() || stopped != end || digits[0] == '-')
    refuse_body("chunk size is not a hexadecimal number");
  if (left_ > limit_ - body_.size()) throw Refusal(413, "body is too large");
  part_ = left_ > 0 ? Part::kData : Part::kTrailer;
}

bool Chunks::take(std::string& bytes) {
  std::string_view rest = bytes;
  while (part_ != Part::kDone && step(rest)) {
  }
  bytes.erase(0, bytes.size() - rest.size());
  return part_ == Part::kDone;
}

// Returns false when more bytes are needed.
bool Chunks::step(std::string_view& rest) {
  if (part_ == Part::kData) {
    const std::size_t count = std::min(left_, rest.size());
    body_.append(rest.substr(0, count));
    rest.remove_prefix(count);
    left_ -= count;
    if (left_ == 0) part_ = Part::kDataEnd;
    return left_ == 0;
  }
  std::string_view line;
  if (!take_line(rest, line)) return false;
  if (part_ == Part::kSize) {
    read_size(line);
  } else if (part_ == Part::kDataEnd) {
    if (!line.empty()) refuse_body("chunk longer than its size");
    part_ = Part::kSize;
  } else if (line.empty()) {
    part_ = Part::kDone;
  } else if (++trailers_ > kMaxTrailers) {
    refuse_body("too many trailer fields");
  }
  return true;
}

}  // namespace runtime::http

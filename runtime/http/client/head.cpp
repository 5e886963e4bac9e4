#include "runtime/http/client/head.hpp"

#include <charconv>

#include "runtime/http/client/failure.hpp"

namespace runtime::http {

namespace {

[[noreturn]] void refuse_answer(const char* why) {
  throw failure("protocol", std::string("invalid HTTP answer: ") + why,
                "Check that the address is that of an HTTP server.");
}

std::string_view trim(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(kSpace);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kSpace) - begin + 1);
}

bool is_status_line(std::string_view line) { return line.substr(0, 5) == "HTTP/"; }

}  // namespace

void Head::take(char byte) {
  line_ += byte;
  if (line_.size() > kLongestLine) refuse_answer("a line is longer than 8 KiB");
  if (!ended_) {
    if (++size_ > kLargest) refuse_answer("its head is larger than 256 KiB");
    if (line_.size() > kLongestStatusLine && (lines_ == 0 || is_status_line(line_)))
      refuse_answer("its first line is longer than 1 KiB");
  }
  if (byte == '\n') finish_line();
}

void Head::end() {
  ended_ = true;
  line_.clear();
}

void Head::finish_line() {
  last_ = std::exchange(line_, std::string());
  if (ended_) return;
  if (++lines_ > kMaxLines) refuse_answer("it has more than 256 header fields");
  if (is_status_line(last_)) {
    fields_.clear();  // those before belong to an interim answer
    return;
  }
  const std::string_view text = last_;
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos || colon == 0) return;
  std::string name(trim(text.substr(0, colon)));
  for (char& c : name)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  fields_.emplace_back(std::move(name), trim(text.substr(colon + 1)));
}

std::int64_t Head::content_length() const {
  std::int64_t length = -1;
  for (const auto& [name, value] : fields_) {
    if (name != "content-length") continue;
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
    const bool whole = error == std::errc() && end == value.data() + value.size() && number >= 0;
    if (!whole || (length >= 0 && number != length)) refuse_answer("invalid Content-Length");
    length = number;
  }
  return length;
}

}  // namespace runtime::http

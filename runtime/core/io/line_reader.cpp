#include "runtime/core/io/line_reader.hpp"

#include <algorithm>

#include "runtime/core/async/condition.hpp"

namespace runtime {

std::optional<LineReader::Line> LineReader::take() {
  std::size_t end = buffer_.find('\n', searched_);
  const bool unfinished = end == std::string::npos;
  if (unfinished) {
    searched_ = end = buffer_.size();
    if (end - begin_ > limit_) skipping_ = true;
    if (skipping_) begin_ = end;
    if (!ended_ || (begin_ == end && !skipping_)) return std::nullopt;
  }
  Line line;
  line.unfinished = unfinished;
  line.too_long = skipping_ || end - begin_ > limit_;
  if (!line.too_long) line.text = buffer_.substr(begin_, end - begin_);
  begin_ = searched_ = std::min(end + 1, buffer_.size());
  skipping_ = false;
  if (!line.text.empty() && line.text.back() == '\r') line.text.pop_back();
  return line;
}

// Discards the taken bytes here, once for many lines.
void LineReader::add(std::string bytes) {
  buffer_.erase(0, begin_);
  searched_ -= begin_;
  begin_ = 0;
  if (buffer_.empty())
    buffer_ = std::move(bytes);
  else
    buffer_ += bytes;
}

Task<std::optional<LineReader::Line>> LineReader::next() {
  for (;;) {
    // Yields before taking a line, because a taken line must not be lost to a cancellation.
    if (begin_ < buffer_.size()) co_await yield();
    std::optional<Line> line = take();
    if (line || ended_) co_return line;
    std::string bytes = co_await stream_.read();
    if (bytes.empty()) ended_ = true;
    add(std::move(bytes));
  }
}

Task<std::string> LineReader::bytes(std::size_t most) {
  if (begin_ < buffer_.size()) {
    co_await yield();
  } else if (!ended_) {
    std::string more = co_await stream_.read();
    if (more.empty()) ended_ = true;
    add(std::move(more));
  }
  std::string result = buffer_.substr(begin_, most);
  begin_ += result.size();
  searched_ = begin_;
  co_return result;
}

}  // namespace runtime

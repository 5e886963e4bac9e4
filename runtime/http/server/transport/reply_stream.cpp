#include "runtime/http/server/transport/reply_stream.hpp"

#include <algorithm>

#include "runtime/http/server/transport/reply.hpp"

namespace runtime::http {

Task<void> ReplyStream::push(mcp::Segments message, mcp::Transport::Nature nature) {
  while (attached_ && last_ - read_ >= kUnread) co_await changed.wait();
  const std::size_t bytes = size_of(message);
  bytes_ += bytes;
  ++last_;
  events_.push_back(Event());
  events_.back().number = last_;
  events_.back().bytes = bytes;
  events_.back().nature = nature;
  events_.back().message = std::move(message);
  if (nature.kind == mcp::Transport::Nature::Kind::kReply) answered_ = true;
  trim();
  changed.notify_all();
}

// Keeps the last event, which is the answer.
void ReplyStream::trim() {
  while (events_.size() > 1 && (events_.size() > kKept || bytes_ > kKeptBytes)) {
    bytes_ -= events_.front().bytes;
    events_.pop_front();
  }
}

void ReplyStream::finish() {
  finished_ = true;
  finished_at_ = std::chrono::steady_clock::now();
  changed.notify_all();
}

const ReplyStream::Event* ReplyStream::after(std::uint64_t number) const {
  const auto found = std::find_if(events_.begin(), events_.end(),
                                  [&](const Event& event) { return event.number > number; });
  return found == events_.end() ? nullptr : &*found;
}

void ReplyStream::read_up_to(std::uint64_t number) {
  read_ = std::max(read_, number);
  while (!resumable_ && !events_.empty() && events_.front().number <= read_) {
    bytes_ -= events_.front().bytes;
    events_.pop_front();
  }
  changed.notify_all();
}

std::uint64_t ReplyStream::attach() {
  attached_ = true;
  ++turn_;
  changed.notify_all();
  return turn_;
}

void ReplyStream::detach(std::uint64_t turn) {
  if (turn != turn_) return;
  attached_ = false;
  changed.notify_all();
}

Task<std::optional<mcp::Transport::Line>> StreamTransport::next() {
  while (!stream_->finished()) co_await stream_->changed.wait();
  co_return std::nullopt;
}

Task<bool> StreamTransport::write(std::vector<Message> messages) {
  for (Message& message : messages)
    co_await stream_->push(std::move(message.segments), message.nature);
  co_return true;
}

}  // namespace runtime::http

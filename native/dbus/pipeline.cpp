#include "native/dbus/pipeline.hpp"

#include <algorithm>
#include <utility>

namespace native::dbus {

bool Pipeline::drop() {
  waiting_.clear();
  in_flight_.clear();
  return false;
}

// Returns false when the connection is lost.
bool Pipeline::send(Call call) {
  const Reply request(bus_.bus_, bus_.make_message(call.method));
  if (!request) {
    Reply none = bus_.none();
    call.answer(none);
    return true;
  }
  std::uint64_t cookie = 0;
  if (bus_.bus_->send(bus_.connection_, request.message(), &cookie) < 0) return false;
  in_flight_.emplace(cookie, Sent{std::move(call.method.service), std::move(call.answer)});
  return true;
}

// Takes a message. Those that answer no call of ours are signals, and late answers to others.
void Pipeline::take(sd_bus_message* message) {
  Reply reply(bus_.bus_, message);
  std::uint64_t cookie = 0;
  if (bus_.bus_->get_reply_cookie(message, &cookie) < 0) return;
  const auto found = in_flight_.find(cookie);
  if (found == in_flight_.end()) return;
  const char* sender = bus_.bus_->get_sender(message);
  const std::string& service = found->second.service;
  // Another program on the bus cannot answer in its place.
  if (service.starts_with(':') && sender != nullptr && service != sender &&
      !bus_.bus_->is_method_error(message, nullptr))
    return;
  const Answer answer = std::move(found->second.answer);
  in_flight_.erase(found);
  last_answer_ = std::chrono::steady_clock::now();
  Reply none = bus_.none();
  answer(bus_.bus_->is_method_error(message, nullptr) > 0 ? none : reply);
}

bool Pipeline::lose() {
  bus_.close();
  bus_.state_ = Bus::State::kAbsent;
  return drop();
}

void Pipeline::wait(Deadline moment) {
  constexpr std::chrono::milliseconds kCheck{5};
  const Deadline now = std::chrono::steady_clock::now();
  if (check_) check_();
  bus_.wait(check_ ? std::min(moment, now + kCheck) : moment);
}

bool Pipeline::run_until(Deadline moment) {
  if (waiting_.empty()) return true;
  if (bus_.connect(deadline_) != Bus::State::kThere) return drop();
  // Answers that come at once are never waited for.
  if (check_) check_();
  while (!waiting_.empty() || !in_flight_.empty()) {
    while (!waiting_.empty() && in_flight_.size() < kMaxInFlight) {
      Call call = std::move(waiting_.front());
      waiting_.pop_front();
      if (!send(std::move(call))) return lose();
    }
    const Deadline now = std::chrono::steady_clock::now();
    if (now >= deadline_) bus_.state_ = Bus::State::kSilent;
    if (now >= deadline_ || now >= moment) return drop();
    if (in_flight_.empty()) continue;
    sd_bus_message* message = nullptr;
    const int done = bus_.process(&message);
    if (done < 0) return lose();
    if (message != nullptr)
      take(message);
    else if (done == 0)
      wait(std::min(moment, deadline_));
  }
  return true;
}

}  // namespace native::dbus

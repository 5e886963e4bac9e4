#include "native/portal/input_portal.hpp"

#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <set>
#include <utility>

#include "native/desktop/error.hpp"
#include "native/portal/refusal_text.hpp"

namespace native::portal {
namespace {

constexpr const char* kInput = "input";
constexpr const char* kNoInput = "PERMISSION_ERROR_ACCESSIBILITY";

Error with_sent(Error error, std::int64_t sent) {
  error.details.emplace_back("sent", sent);
  return error;
}

}  // namespace

Message InputLink::exchange(Message request, Deadline deadline) {
  request.set("deadline", answer_time(deadline));
  std::optional<Message> answer;
  if (link_.get() >= 0 && send_message(link_.get(), request, deadline))
    answer = receive_message(link_.get(), deadline);
  if (answer) return std::move(*answer);
  // An answer that is still to come would be taken for that of the next events.
  link_.reset();
  throw error_for(Clock::now() >= deadline ? "no answer" : "helper ended", Purpose::kInput);
}

void InputLink::send(const std::vector<InputEvent>& events, bool only, Deadline deadline) {
  const std::lock_guard lock(mutex_);
  std::int64_t sent = 0;
  for (auto next = events.begin(); next != events.end();) {
    const auto rest = static_cast<std::size_t>(events.end() - next);
    const auto end = next + static_cast<std::ptrdiff_t>(std::min(rest, kMaxEvents));
    const std::vector<InputEvent> batch(next, end);
    const auto most = static_cast<std::int64_t>(batch.size());
    Message request("act");
    request.set("events", encoded(batch)).set("only", only ? "yes" : "no");
    const Message answer = exchange(std::move(request), deadline);
    const std::optional<std::int64_t> count = answer.number("sent", 0, most);
    const std::string refused = answer.text("refused");
    if (!count || (refused.empty() && *count != most)) {
      link_.reset();
      throw with_sent(error_for("bad answer", Purpose::kInput), sent);
    }
    sent += *count;
    if (!refused.empty()) throw with_sent(error_for(refused, Purpose::kInput), sent);
    next = end;
  }
}

std::optional<std::uint32_t> InputLink::find_missing(const std::vector<std::uint32_t>& symbols,
                                                     Deadline deadline) {
  const std::lock_guard lock(mutex_);
  const std::set<std::uint32_t> sought(symbols.begin(), symbols.end());
  for (auto next = sought.begin(); next != sought.end();) {
    std::vector<InputEvent> batch;
    for (; next != sought.end() && batch.size() < kMaxEvents; ++next)
      batch.push_back({InputEvent::Kind::kSymbol, static_cast<int>(*next), 1});
    Message request("find");
    request.set("events", encoded(batch));
    const Message answer = exchange(std::move(request), deadline);
    const std::string refused = answer.text("refused");
    if (!refused.empty()) throw with_sent(error_for(refused, Purpose::kInput), 0);
    const std::optional<std::int64_t> missing = answer.number("missing", 0, kLastSymbol);
    if (answer.text("layout") != "known" || !missing) return std::nullopt;
    if (*missing != 0) return static_cast<std::uint32_t>(*missing);
  }
  return 0;
}

bool InputLink::is_alive() {
  const std::lock_guard lock(mutex_);
  if (link_.get() < 0) return false;
  char byte = 0;
  // Nothing comes unasked: what can be read is the end.
  return ::recv(link_.get(), &byte, 1, MSG_PEEK | MSG_DONTWAIT) < 0 && errno == EAGAIN;
}

Message InputPortal::request(const char* word, Deadline deadline) const {
  Message message(word);
  message.set("of", kInput).set("bus", bus_()).set("deadline", answer_time(deadline));
  return message;
}

Message InputPortal::ask(const char* word, bool repeats, Deadline deadline) const {
  return link_.ask(request(word, deadline), repeats, deadline, Purpose::kInput);
}

std::unique_ptr<InputLink> InputPortal::open(Deadline deadline) const {
  return std::make_unique<InputLink>(
      link_.open(request("hands", deadline), deadline, Purpose::kInput));
}

void InputPortal::check(Deadline deadline) const {
  const std::string found = ask("state", true, deadline).text("state");
  if (found != "given") throw error_for(found, Purpose::kInput);
}

std::vector<Permission> InputPortal::list(Deadline deadline) {
  try {
    check(deadline);
  } catch (const Error& error) {
    if (error.code != kNoInput) return {{kInput, "unavailable", error.message, error.hint}};
    return {{kInput, error.fact("reason"), std::string(kName) + ": " + error.message, error.hint}};
  }
  return {{kInput, "given", std::string(kName) + "; allowed for every program of this user", {}}};
}

std::string InputPortal::announcement(const std::string&, Deadline deadline) {
  ask("state", true, deadline);  // throws where nobody could be asked
  return "The desktop now asks whether Peekaboo may use keys and pointer. Choose every screen, "
         "switch on what allows remote interaction or control, leave what remembers it ticked "
         "where "
         "there is such a box, and press Share. Without such a box it holds until Peekaboo has not "
         "acted for 15 minutes. The panel shows all the while that Peekaboo may act.";
}

void InputPortal::grant(const std::string&, Deadline deadline) {
  if (ask("ask", false, deadline).text("state") != "given")
    throw error_for("bad answer", Purpose::kInput);
}

bool InputPortal::revoke(const std::string&, Deadline deadline) {
  return ask("forget", true, deadline).text("state") == "forgotten";
}

}  // namespace native::portal

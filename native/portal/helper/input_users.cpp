#include "native/portal/helper/input_users.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "native/portal/helper/requests.hpp"
#include "native/portal/refusal.hpp"

namespace native::portal {
namespace {

constexpr std::size_t kMaxUsers = 16;
constexpr std::chrono::seconds kReleasePatience{2};

}  // namespace

void InputUsers::add(OwnedFile& link, const std::string& bus, Deadline deadline) {
  if (users_.size() >= kMaxUsers) throw Refusal("too many");
  source_.open(bus, deadline);
  last_use_ = Clock::now();
  Message answer;
  answer.set("state", "ready");
  if (!send_message(link.get(), answer, Clock::now() + kAnswerPatience)) return;
  users_.push_back({std::move(link), bus});
}

void InputUsers::poll_for(std::vector<pollfd>& waiting) const {
  for (const User& each : users_) waiting.push_back({each.link.get(), POLLIN, 0});
}

bool InputUsers::any_holds() const {
  return std::any_of(users_.begin(), users_.end(),
                     [](const User& each) { return !each.held.empty(); });
}

Message InputUsers::answer_to(User& user, const Message& request) {
  const Deadline deadline = deadline_of(request);
  const std::optional<std::vector<InputEvent>> events = decoded_events(request.text("events"));
  const std::string word = request.text("do");
  if ((word != "act" && word != "find") || !events) throw Refusal("bad request");
  if (Clock::now() >= deadline) throw Refusal("no answer");
  source_.take_in();
  const bool same = source_.is_open() && user.session == source_.session_number();
  if (!same && !std::exchange(user.held, {}).empty()) throw Refusal("session closed");
  source_.open(user.bus, deadline);
  user.session = source_.session_number();
  if (word == "find") return find(*events, deadline);
  return act(user, *events, request.text("only") == "yes", deadline);
}

Message InputUsers::act(User& user, const std::vector<InputEvent>& events, bool only,
                        Deadline deadline) {
  const InputSource::Sent sent = source_.send(events, user.held, only, deadline);
  Message answer;
  answer.set("sent", static_cast<std::int64_t>(sent.count));
  if (!sent.refused.empty()) answer.set("refused", sent.refused);
  return answer;
}

// Answers which of the symbols the keyboard lacks. Presses none of them.
Message InputUsers::find(const std::vector<InputEvent>& events, Deadline deadline) {
  std::vector<std::uint32_t> symbols;
  for (const InputEvent& each : events) symbols.push_back(static_cast<std::uint32_t>(each.first));
  const std::optional<std::uint32_t> missing = source_.find_missing(symbols, deadline);
  Message answer;
  answer.set("layout", missing ? "known" : "unknown");
  if (missing) answer.set("missing", std::int64_t{*missing});
  return answer;
}

bool InputUsers::serve(User& user) {
  const std::optional<Message> request =
      receive_message(user.link.get(), Clock::now() + kRequestPatience);
  if (!request) return false;
  Message answer;
  try {
    answer = answer_to(user, *request);
  } catch (const Refusal& refusal) {
    answer = refusal_message(refusal.reason());
    answer.set("sent", std::int64_t{0});
  }
  last_use_ = Clock::now();
  return send_message(user.link.get(), answer, Clock::now() + kAnswerPatience);
}

void InputUsers::take_in(const std::vector<pollfd>& polled) {
  const auto has_sent = [&](const User& user) {
    return std::any_of(polled.begin(), polled.end(), [&](const pollfd& each) {
      return each.fd == user.link.get() && each.revents != 0;
    });
  };
  for (auto user = users_.begin(); user != users_.end();) {
    if (!has_sent(*user) || serve(*user)) {
      ++user;
      continue;
    }
    if (source_.is_open() && user->session == source_.session_number())
      source_.release(user->held, Clock::now() + kReleasePatience);
    user = users_.erase(user);
  }
}

}  // namespace native::portal

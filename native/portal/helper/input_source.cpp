#include "native/portal/helper/input_source.hpp"

#include <optional>
#include <utility>

#include "native/portal/refusal.hpp"

namespace native::portal {
namespace {

// How long a portal may take that knows the token. A dialog waits for a person.
constexpr std::chrono::milliseconds kSilentStart{1500};
// How long the portal may take to let go.
constexpr std::chrono::milliseconds kFarewell{500};
// The desktop shows all that time that it is controlled.
constexpr std::chrono::seconds kIdle{30};
// A consent that ends with its session would otherwise be asked for again and again.
constexpr std::chrono::minutes kIdleConsent{15};

// Returns whether all is as it was before an event that was refused so.
bool leaves_all(const std::string& refused) {
  return refused == "not shared" || refused == "places unknown" || refused == "not on the keyboard";
}

void note(const InputEvent& event, HeldKeys& held) {
  if (event.kind != InputEvent::Kind::kButton && event.kind != InputEvent::Kind::kSymbol) return;
  if (event.second == 1)
    held.emplace(event.kind, event.first);
  else
    held.erase({event.kind, event.first});
}

}  // namespace

void InputSource::close() {
  const Deadline deadline = Clock::now() + kFarewell;
  try {
    for (const auto& [kind, number] : session_ ? std::exchange(down_, {}) : HeldKeys())
      session_->notify({kind, number, 0}, false, deadline);
    if (session_) session_->finish(deadline);
  } catch (const Refusal&) {
    // The portal has gone, or does not answer.
  }
  down_.clear();
  session_.reset();
}

void InputSource::take_in() {
  if (!session_) return;
  try {
    if (session_->take_in()) return;
  } catch (const Refusal&) {
    // The bus has gone, and the session with it.
  }
  close();
}

std::chrono::seconds InputSource::idle_time() const {
  return session_ && !session_->remembers() ? kIdleConsent : kIdle;
}

void InputSource::adopt(std::unique_ptr<RemoteDesktop> session, std::string bus) {
  close();
  session_ = std::move(session);
  bus_ = std::move(bus);
  ++number_;
}

std::unique_ptr<RemoteDesktop> InputSource::begin(const std::string& bus, Deadline deadline) {
  // Says so where there is no portal that could be asked.
  auto session = std::make_unique<RemoteDesktop>(bus, deadline);
  if (!session->remembers()) throw Refusal("needs consent");
  const std::optional<std::string> token = token_.read();
  if (!token) throw Refusal("needs consent");
  token_.check_writable();
  if (!session->may_know(*token, deadline)) throw Refusal("consent revoked");
  const std::string next = session->start(
      *token, {.deadline = deadline, .patience = kSilentStart, .late = "consent revoked"});
  if (!next.empty()) token_.write(next);
  return session;
}

void InputSource::open(const std::string& bus, Deadline deadline) {
  take_in();
  if (session_ && bus == bus_) return;
  close();
  std::unique_ptr<RemoteDesktop> session = begin(bus, deadline);
  if (has_useful_eis_ && !session->connect_devices(deadline)) {
    // Keys would be guessed where the compositor does not tell the layout in effect, as earlier
    // ones of KDE. The portal asks nobody again.
    has_useful_eis_ = false;
    session.reset();
    session = begin(bus, deadline);
  }
  adopt(std::move(session), bus);
}

void InputSource::hand_over(const InputEvent& event, HeldKeys& held, bool only, Deadline deadline) {
  take_in();
  if (!session_) throw Refusal("session closed");
  const auto note_as = [&](int second) {
    note({event.kind, event.first, second}, held);
    note({event.kind, event.first, second}, down_);
  };
  // One that fails may still have reached the compositor.
  if (event.second == 1) note_as(1);
  try {
    session_->notify(event, only, deadline);
  } catch (const Refusal& refusal) {
    if (leaves_all(refusal.reason())) note_as(0);
    throw;
  }
  note_as(event.second);
}

InputSource::Sent InputSource::send(const std::vector<InputEvent>& events, HeldKeys& held,
                                    bool only, Deadline deadline) {
  Sent sent;
  const bool is_known_later = session_ && session_->knows_keyboard();
  try {
    for (const InputEvent& event : events) {
      hand_over(event, held, only, deadline);
      ++sent.count;
    }
  } catch (const Refusal& refusal) {
    sent.refused = refusal.reason();
  }
  bool is_fine = sent.refused.empty() || leaves_all(sent.refused);
  try {
    if (is_fine && session_) session_->finish(deadline);
  } catch (const Refusal& refusal) {
    sent.refused = refusal.reason();
    is_fine = false;
  }
  // By EIS none of them is known to have been taken then.
  if (!is_fine && is_known_later) sent.count = 0;
  if (!is_fine) close();
  if (!session_) held.clear();
  return sent;
}

std::optional<std::uint32_t> InputSource::find_missing(const std::vector<std::uint32_t>& symbols,
                                                       Deadline deadline) {
  try {
    if (!session_->knows_keyboard()) return std::nullopt;
    return session_->find_missing(symbols, deadline).value_or(0);
  } catch (const Refusal&) {
    close();
    throw;
  }
}

void InputSource::release(HeldKeys& held, Deadline deadline) {
  if (held.empty()) return;
  std::vector<InputEvent> events;
  for (const auto& [kind, number] : held) events.push_back({kind, number, 0});
  send(events, held, false, deadline);
}

std::string InputSource::consent_state(const std::string& bus, Deadline deadline) {
  take_in();
  if (session_ && bus == bus_) return "given";
  RemoteDesktop session(bus, deadline);
  const std::optional<std::string> token = token_.read();
  if (!session.remembers() || !token) return "needs consent";
  return session.may_know(*token, deadline) ? "given" : "consent revoked";
}

bool InputSource::forget() {
  const bool was_open = is_open();
  close();
  return token_.remove() || was_open;
}

}  // namespace native::portal

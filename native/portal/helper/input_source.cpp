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

void InputSource::open(const std::string& bus, Deadline deadline) {
  take_in();
  if (session_ && bus == bus_) return;
  close();
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
  adopt(std::move(session), bus);
}

InputSource::Sent InputSource::send(const std::vector<InputEvent>& events, HeldKeys& held,
                                    bool only, Deadline deadline) {
  Sent sent;
  try {
    for (const InputEvent& event : events) {
      take_in();
      if (!session_) throw Refusal("session closed");
      // One that fails may still have reached the compositor.
      if (event.second == 1) note(event, held);
      if (event.second == 1) note(event, down_);
      session_->notify(event, only, deadline);
      note(event, held);
      note(event, down_);
      ++sent.count;
    }
  } catch (const Refusal& refusal) {
    sent.refused = refusal.reason();
    // After a place that there is not all is as it was.
    if (sent.refused != "not shared" && sent.refused != "places unknown") close();
  }
  if (!session_) held.clear();
  return sent;
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

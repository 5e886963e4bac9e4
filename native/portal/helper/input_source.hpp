#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "native/portal/helper/remote_desktop.hpp"
#include "native/portal/helper/token_file.hpp"
#include "native/portal/input_event.hpp"

namespace native::portal {

// The keys and buttons that one user of the session holds down, by kind and number.
using HeldKeys = std::set<std::pair<InputEvent::Kind, int>>;

// Keys and pointer that a person has allowed. Opens a session for the first use, and holds it until
// close(): with a portal that remembers nothing, the consent ends with it.
class InputSource {
 public:
  explicit InputSource(TokenFile token) : token_(std::move(token)) {}

  // Has a session open. Opens no dialog. Throws a Refusal.
  void open(const std::string& bus, Deadline deadline);
  // Takes over a session that a person has just allowed.
  void adopt(std::unique_ptr<RemoteDesktop> session, std::string bus);
  // Sends events, as far as it comes: returns how many were sent, and the reason when not all.
  // `only`: the desktop has one screen.
  struct Sent {
    std::size_t count = 0;
    std::string refused;
  };
  Sent send(const std::vector<InputEvent>& events, HeldKeys& held, bool only, Deadline deadline);
  // Returns the first of the keysyms that the layout in effect has no key for, 0 for none; nothing
  // where only the compositor knows the layout. Throws a Refusal; the session is over then.
  std::optional<std::uint32_t> find_missing(const std::vector<std::uint32_t>& symbols,
                                            Deadline deadline);
  // Lets go of what is held. Where that fails, the session is closed, which lets go as well.
  void release(HeldKeys& held, Deadline deadline);

  // Takes in what the portal has said. Closes a session that is over.
  void take_in();
  // Lets go of what anybody holds, then closes the session: KDE's portal of Plasma 5.27 leaves keys
  // and buttons down when its session ends.
  void close();
  bool is_open() const { return session_ != nullptr; }
  // Returns how long the session may stay open without use.
  std::chrono::seconds idle_time() const;
  // Counts the sessions: what was held in an earlier one is up.
  int session_number() const { return number_; }
  int bus_descriptor() const { return session_ ? session_->bus().descriptor() : -1; }
  int devices_descriptor() const { return session_ ? session_->devices_descriptor() : -1; }

  // Returns whether acts need no dialog: "given", "needs consent" or "consent revoked". Throws a
  // Refusal when there is no portal for it.
  std::string consent_state(const std::string& bus, Deadline deadline);
  // Closes the session and forgets the token. Returns whether there was a consent.
  bool forget();

 private:
  // Begins a session by the token, without a dialog.
  std::unique_ptr<RemoteDesktop> begin(const std::string& bus, Deadline deadline);
  void hand_over(const InputEvent& event, HeldKeys& held, bool only, Deadline deadline);

  TokenFile token_;
  std::string bus_;
  std::unique_ptr<RemoteDesktop> session_;
  HeldKeys down_;               // by anybody
  bool has_useful_eis_ = true;  // until it turns out to be of no use
  int number_ = 0;
};

}  // namespace native::portal

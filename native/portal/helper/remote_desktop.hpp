#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "native/portal/helper/input_devices.hpp"
#include "native/portal/helper/portal_session.hpp"
#include "native/portal/input_event.hpp"
#include "native/portal/message.hpp"

namespace native::portal {

// One session of org.freedesktop.portal.RemoteDesktop: keys, the pointer, and the monitors on which
// places are. Closed with it, which lets go of every key and button. Throws a Refusal for
// everything that fails.
class RemoteDesktop {
 public:
  // Connects, and asks what portal there is.
  RemoteDesktop(const std::string& bus, Deadline deadline);

  // Returns whether the portal gives tokens. Else a consent ends with its session.
  bool remembers() const { return remembers_; }
  // Returns whether the portal may still know a token.
  bool may_know(const std::string& token, Deadline deadline);
  // Has the session begin. `token`: "" to have a dialog ask the person. Returns the next token; ""
  // when the portal gives none.
  std::string start(const std::string& token, const Wish& wish);
  // Opens the way to the compositor by EIS where there is one; the portal's own calls are refused
  // from then on. Returns false when it is of no use: another session must do without.
  bool connect_devices(Deadline deadline);
  // Hands an event to the compositor. `only`: the desktop has one screen. "not shared": its place
  // is on no monitor of the session; "places unknown": the portal does not tell where they are;
  // "not on the keyboard": the layout in effect has no key for its symbol. After these three all is
  // as it was.
  void notify(const InputEvent& event, bool only, Deadline deadline);
  // Waits until the compositor has taken what it was handed.
  void finish(Deadline deadline);

  // Returns whether the layout in effect is known here, and not to the compositor alone.
  bool knows_keyboard() const { return devices_ != nullptr; }
  // Returns the first keysym for which that layout has no key; nothing when it has all.
  std::optional<std::uint32_t> find_missing(const std::vector<std::uint32_t>& symbols,
                                            Deadline deadline);

  // Takes in what the portal and the compositor have said. Returns false once the session is over.
  bool take_in();
  SessionBus& bus() { return session_.bus(); }
  // Can be read when the compositor has said something by EIS; -1 where events go by the portal.
  int devices_descriptor() const { return devices_ ? devices_->descriptor() : -1; }

 private:
  void send(const InputEvent& event, bool only, Deadline deadline);
  void move(int x, int y, bool only, Deadline deadline);
  const SharedScreen& screen_at(int x, int y, bool only) const;
  void turn(int axis, int notches, Deadline deadline);

  PortalSession session_;
  bool remembers_;
  bool has_eis_;
  bool takes_notches_;
  std::vector<SharedScreen> screens_;
  std::unique_ptr<InputDevices> devices_;  // of EIS; null: events go by the portal
};

}  // namespace native::portal

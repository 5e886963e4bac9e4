#pragma once

#include <string>
#include <vector>

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
  // Hands an event to the compositor. `only`: the desktop has one screen. "not shared": its place
  // is on no monitor of the session; "places unknown": the portal does not tell where they are.
  // After these two all is as it was.
  void notify(const InputEvent& event, bool only, Deadline deadline);

  // Takes in what the portal has said. Returns false once the session is over.
  bool take_in() { return session_.take_in() && !session_.has_crashed(); }
  SessionBus& bus() { return session_.bus(); }

 private:
  void move(int x, int y, bool only, Deadline deadline);
  const SharedScreen& screen_at(int x, int y, bool only) const;
  void turn(int axis, int notches, Deadline deadline);

  PortalSession session_;
  bool remembers_;
  bool takes_notches_;
  std::vector<SharedScreen> screens_;
};

}  // namespace native::portal

#pragma once

#include <string>
#include <vector>

#include "native/portal/helper/portal_session.hpp"
#include "native/portal/message.hpp"

namespace native::portal {

// A place and a size in desktop units.
struct Area {
  int x = 0, y = 0, width = 0, height = 0;
  bool operator==(const Area&) const = default;
};

// One session of org.freedesktop.portal.ScreenCast. Throws a Refusal for everything that fails.
class ScreenCast {
 public:
  // Connects, and asks what portal there is.
  ScreenCast(const std::string& bus, Deadline deadline);

  // Returns whether the portal may still know a token.
  bool may_know(const std::string& token, Deadline deadline);
  // Has the session begin. `token`: "" to have a dialog ask the person. Returns the next token; ""
  // when the portal gives none.
  std::string start(const std::string& token, const Wish& wish);
  const std::vector<SharedScreen>& screens() const { return screens_; }
  // Returns a connection to PipeWire that shows these screens alone.
  OwnedFile open_pipewire(Deadline deadline);

  // Takes in what the portal has said. Returns false once the session is over.
  bool take_in() { return session_.take_in(); }
  SessionBus& bus() { return session_.bus(); }

 private:
  PortalSession session_;
  std::vector<SharedScreen> screens_;
};

}  // namespace native::portal

#pragma once

#include <functional>
#include <string>

#include "native/portal/message.hpp"
#include "native/portal/refusal_text.hpp"

namespace native::portal {

// Where peekaboo-portal is.
struct Place {
  std::function<std::string()> folder;  // makes and returns the folder of its socket
  std::string program;                  // its path; "" when it is missing
  std::string run;                      // XDG_RUNTIME_DIR of the session
};

// The way to the one peekaboo-portal of this user, which is started when it does not run.
class HelperLink {
 public:
  explicit HelperLink(Place place) : place_(std::move(place)) {}

  // Sends a request and returns its answer. `repeats`: it may be sent again when the helper ends
  // meanwhile. Throws "TIMEOUT" past the deadline, "UNSUPPORTED" when the helper cannot be started,
  // and the error of the word by which it refuses.
  // `purpose` chooses the words of the error.
  Message ask(const Message& request, bool repeats, Deadline deadline,
              Purpose purpose = Purpose::kScreens) const;
  // The same for a connection that lasts: sends its first request, and returns it once answered.
  OwnedFile open(const Message& request, Deadline deadline, Purpose purpose) const;

 private:
  OwnedFile connect(const std::string& socket, Deadline deadline) const;
  void start(const std::string& socket, Deadline deadline) const;

  Place place_;
};

}  // namespace native::portal

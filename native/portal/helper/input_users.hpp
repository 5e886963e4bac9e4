#pragma once

#include <poll.h>

#include <string>
#include <vector>

#include "native/portal/helper/input_source.hpp"
#include "native/portal/message.hpp"

namespace native::portal {

// Who acts with keys and pointer: connections that last. What one of them holds down comes up when
// it goes.
class InputUsers {
 public:
  explicit InputUsers(InputSource& source) : source_(source) {}

  // Answers the first request of a connection, and keeps it: takes `link`. Throws a Refusal where
  // there is no consent, or too many act already.
  void add(OwnedFile& link, const std::string& bus, Deadline deadline);
  // Adds what must be polled for.
  void poll_for(std::vector<pollfd>& waiting) const;
  // Answers those that have sent something, and lets go for those that have gone.
  void take_in(const std::vector<pollfd>& polled);
  // Returns whether one of them holds something.
  bool any_holds() const;
  // Returns when the session was last used.
  Deadline last_use() const { return last_use_; }

 private:
  struct User {
    OwnedFile link;
    std::string bus;
    HeldKeys held = {};
    int session = 0;  // in which it holds them
  };
  // Returns false when it has gone.
  bool serve(User& user);
  Message answer_to(User& user, const Message& request);
  Message act(User& user, const std::vector<InputEvent>& events, bool only, Deadline deadline);
  Message find(const std::vector<InputEvent>& events, Deadline deadline);

  InputSource& source_;
  std::vector<User> users_;
  Deadline last_use_{};
};

}  // namespace native::portal

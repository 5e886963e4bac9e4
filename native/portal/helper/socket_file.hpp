#pragma once

#include <string>

#include "native/portal/message.hpp"

namespace native::portal {

// The socket file at which one peekaboo-portal of each user listens.
class SocketFile {
 public:
  enum class Begin { kListening, kRunsAlready, kFailed };
  explicit SocketFile(std::string path) : path_(std::move(path)) {}

  // Listens, unless another one does. Keeps others from trying until let_others().
  Begin begin();
  void let_others() { lock_.reset(); }
  // Ends listening. Returns false when somebody has connected meanwhile, and listens on.
  bool end();
  int descriptor() const { return listener_.get(); }
  // Returns the next connection, of this user; none when there is none.
  OwnedFile accept();

 private:
  bool lock();

  std::string path_;
  OwnedFile lock_, listener_;
};

}  // namespace native::portal

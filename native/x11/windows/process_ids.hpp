#pragma once

#include <cstdint>
#include <map>
#include <memory>

#include "native/x11/connection/connection.hpp"

namespace native::x11 {

// Finds the process of each connection to the server (X-Resource 1.2): known to the kernel, not
// claimed by the program. Sends the request when constructed and waits for the reply at the first
// of().
class ProcessIds {
 public:
  explicit ProcessIds(Connection& connection);
  // Returns 0 when the server does not know.
  std::int64_t of(std::uint32_t resource);

 private:
  struct Pending;
  void learn();

  std::uint32_t client_mask_;
  std::shared_ptr<Pending> pending_;
  std::map<std::uint32_t, std::int64_t> by_client_;
};

}  // namespace native::x11

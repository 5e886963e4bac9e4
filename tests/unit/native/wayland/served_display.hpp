#pragma once

#include <wayland-server-core.h>

#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "native/wayland/clipboard/descriptor.hpp"

namespace native::wayland {

// A display of libwayland-server with a socket of its own, served in a thread. What it offers is
// added before start().
class ServedDisplay {
 public:
  ServedDisplay();
  ~ServedDisplay();
  ServedDisplay(const ServedDisplay&) = delete;
  ServedDisplay& operator=(const ServedDisplay&) = delete;

  wl_display* display() const { return display_; }
  const std::string& socket() const { return socket_; }
  void start();
  // Does work in the display's thread, and waits for it.
  void run(const std::function<void()>& work);
  // Ends all connections, as a compositor does that ends.
  void drop_clients();

 private:
  void work();

  std::string folder_;
  std::string socket_;
  wl_display* display_;
  Descriptor bell_;
  wl_event_source* heard_;  // the bell
  std::mutex mutex_;
  std::vector<std::function<void()>> work_;
  std::thread thread_;
};

// The request that ends an object.
inline void destroy_resource(wl_client*, wl_resource* resource) { ::wl_resource_destroy(resource); }

}  // namespace native::wayland

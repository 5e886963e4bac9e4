#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "native/desktop/permissions.hpp"
#include "native/portal/helper_link.hpp"
#include "native/portal/input_event.hpp"

// Keys and pointer by the desktop portal (org.freedesktop.portal.RemoteDesktop), where the
// compositor itself takes none. A person has to allow them once; see native/portal/helper.
namespace native::portal {

// A way for events that lasts. What they hold down comes up when it ends. Thread safe.
class InputLink {
 public:
  explicit InputLink(OwnedFile link) : link_(std::move(link)) {}

  // Sends events in their order, and returns once the portal has taken them. `only`: the desktop
  // has one screen. Throws "PERMISSION_ERROR_ACCESSIBILITY", "INTERRUPTED" and "TIMEOUT", with the
  // fact `sent`: how many were taken.
  void send(const std::vector<InputEvent>& events, bool only, Deadline deadline);
  // Returns the first of the keysyms that the layout in effect has no key for, 0 for none; nothing
  // where only the compositor knows the layout. Throws as send().
  std::optional<std::uint32_t> find_missing(const std::vector<std::uint32_t>& symbols,
                                            Deadline deadline);
  // Returns whether there is any use in sending more.
  bool is_alive();

 private:
  Message exchange(Message request, Deadline deadline);

  std::mutex mutex_;
  OwnedFile link_;  // none: it has failed
};

class InputPortal : public Permissions {
 public:
  static constexpr const char* kName = "desktop portal (org.freedesktop.portal.RemoteDesktop)";

  // `bus`: returns the address of the session bus.
  InputPortal(Place place, std::function<std::string()> bus)
      : link_(std::move(place)), bus_(std::move(bus)) {}

  // Opens no dialog: without a permission it throws "PERMISSION_ERROR_ACCESSIBILITY".
  std::unique_ptr<InputLink> open(Deadline deadline) const;
  // Throws what open() throws for want of a permission, or of a portal.
  void check(Deadline deadline) const;

  // The only one, "input".
  std::vector<Permission> list(Deadline deadline) override;
  std::string announcement(const std::string& name, Deadline deadline) override;
  void grant(const std::string& name, Deadline deadline) override;
  bool revoke(const std::string& name, Deadline deadline) override;

 private:
  Message request(const char* word, Deadline deadline) const;
  Message ask(const char* word, bool repeats, Deadline deadline) const;

  HelperLink link_;
  std::function<std::string()> bus_;
};

}  // namespace native::portal

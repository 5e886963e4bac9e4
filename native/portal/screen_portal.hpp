#pragma once

#include <functional>
#include <string>

#include "native/desktop/permissions.hpp"
#include "native/desktop/records.hpp"
#include "native/portal/helper_link.hpp"
#include "native/portal/picture.hpp"

// Pictures of screens by the desktop portal (org.freedesktop.portal.ScreenCast), where the
// compositor itself gives none. A person has to allow them once; see native/portal/helper.
namespace native::portal {

// A screen as the compositor describes it: the portal's must be the same.
struct AskedScreen {
  Rect bounds;                // in desktop units
  int width = 0, height = 0;  // of its picture, in pixels
  bool only = false;          // there is no other
};

class ScreenPortal : public Permissions {
 public:
  static constexpr const char* kName = "desktop portal (org.freedesktop.portal.ScreenCast)";

  // `bus`: returns the address of the session bus.
  ScreenPortal(Place place, std::function<std::string()> bus)
      : link_(std::move(place)), bus_(std::move(bus)) {}

  // Opens no dialog: without a permission it throws "PERMISSION_ERROR_SCREEN_RECORDING".
  Picture capture(const AskedScreen& screen, Deadline deadline) const;
  // Throws what capture() throws for want of a permission, or of a portal.
  void check(Deadline deadline) const;
  // The only one, "screens".
  Permission state(Deadline deadline) const;

  std::vector<Permission> list(Deadline deadline) override { return {state(deadline)}; }
  std::string announcement(const std::string& name, Deadline deadline) override;
  void grant(const std::string& name, Deadline deadline) override;
  bool revoke(const std::string& name, Deadline deadline) override;

 private:
  Message ask(Message request, bool repeats, Deadline deadline) const;

  HelperLink link_;
  std::function<std::string()> bus_;
};

}  // namespace native::portal

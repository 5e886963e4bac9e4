#pragma once

#include <xcb/xcb.h>

#include <array>
#include <string>

namespace native::x11 {

// The atoms that this backend uses, in the order of the names in atoms.cpp.
enum class Atom {
  kNetSupported,
  kNetSupportingWmCheck,
  kNetClientList,
  kNetClientListStacking,
  kNetActiveWindow,
  kNetCurrentDesktop,
  kNetWmName,
  kNetWmVisibleName,
  kNetWmPid,
  kNetWmDesktop,
  kNetWmState,
  kNetWmStateHidden,
  kNetWmStateShaded,
  kNetWmWindowType,
  kNetFrameExtents,
  kGtkFrameExtents,
  kNetWmPing,
  kNetWmOpaqueRegion,
  kNetWmWindowOpacity,
  kWmProtocols,
  kWmTakeFocus,
  kWmState,
  kUtf8String,
  kCompoundText,
  kHeldInput,
  kHeldButton,
  kWmDeleteWindow,
  kWmChangeState,
  kNetCloseWindow,
  kNetMoveresizeWindow,
  kNetNumberOfDesktops,
  kNetWmStateMaximizedVert,
  kNetWmStateMaximizedHorz,
  kCompositingManager,
  kTypeDesktop,
  kTypeDock,
  kTypeToolbar,
  kTypeMenu,
  kTypeUtility,
  kTypeSplash,
  kTypeDialog,
  kTypeDropdownMenu,
  kTypePopupMenu,
  kTypeTooltip,
  kTypeNotification,
  kTypeCombo,
  kTypeDnd,
  kTypeNormal,
  kCount
};

class Atoms {
 public:
  // Takes one round trip. `screen` selects the name of the compositing manager's selection.
  void intern(xcb_connection_t* connection, int screen);
  xcb_atom_t operator[](Atom atom) const { return values_[static_cast<std::size_t>(atom)]; }
  // Returns "normal", "dialog" ... for a _NET_WM_WINDOW_TYPE atom; "" for an unknown one.
  std::string type_name(xcb_atom_t value) const;

 private:
  std::array<xcb_atom_t, static_cast<std::size_t>(Atom::kCount)> values_{};
};

}  // namespace native::x11

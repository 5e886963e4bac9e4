#pragma once

#include <map>
#include <optional>

#include "native/linux/clipboard/targets.hpp"
#include "native/x11/clipboard/named_atoms.hpp"
#include "native/x11/clipboard/outgoing_transfers.hpp"
#include "native/x11/clipboard/selection_window.hpp"

namespace native::x11 {

// Owns a selection and answers the programs that ask for it (ICCCM 2.2), over a connection of its
// own. Driven by one thread; only take_selection() and ask_manager() wait for the server.
class SelectionServer {
 public:
  SelectionServer(Connection& connection, Selection selection,
                  std::shared_ptr<const ClipboardContent> content);

  // Becomes the owner; with `from`, only when that window owns the selection until then. Returns
  // whether it did.
  bool take_selection(xcb_window_t from, Deadline deadline);
  // Asks the clipboard manager to keep the content (the convention of freedesktop.org). Without a
  // manager the answer is there at once.
  void ask_manager();
  // Returns the manager's answer, once: whether it has kept the content.
  std::optional<bool> take_answer();

  void take(const xcb_generic_event_t& event);
  OutgoingTransfers& transfers() { return transfers_; }
  xcb_window_t window() const { return window_.id(); }
  bool lost() const { return lost_; }

 private:
  void answer(const xcb_selection_request_event_t& request);
  bool convert(xcb_window_t window, xcb_atom_t target, xcb_atom_t property);
  bool convert_several(xcb_window_t window, xcb_atom_t property);
  void put_atoms(xcb_window_t window, xcb_atom_t property, const std::vector<xcb_atom_t>& atoms,
                 xcb_atom_t type);

  Connection& connection_;
  const Targets targets_;
  NamedAtoms atoms_;
  const xcb_atom_t selection_;
  SelectionWindow window_;
  OutgoingTransfers transfers_;
  std::map<xcb_atom_t, OfferedTarget> offered_;
  xcb_timestamp_t since_ = XCB_CURRENT_TIME;  // when it became the owner
  bool lost_ = false;
  std::optional<bool> answer_;
};

}  // namespace native::x11

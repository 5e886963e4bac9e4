#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "native/linux/clipboard/targets.hpp"
#include "native/x11/clipboard/named_atoms.hpp"
#include "native/x11/clipboard/selection_window.hpp"

namespace native::x11 {

// Reads selections of other programs (ICCCM 2.4), over a connection that others use as well. Made
// at first use; ends with its connection.
class SelectionReader {
 public:
  explicit SelectionReader(Connection& connection);

  // As Clipboard::read(). Begins again when another program copies something meanwhile.
  ClipboardReading read(const ClipboardWish& wish, Deadline deadline);

 private:
  // What the owner answered to one conversion.
  struct Answer {
    xcb_atom_t type = XCB_ATOM_NONE;
    int format = 0;
    std::string bytes;
  };
  // Thrown when the selection has another owner now.
  struct Changed {};

  void abandon();
  ClipboardReading read_once(const ClipboardWish& wish, Deadline deadline);
  std::vector<xcb_atom_t> offered(Deadline deadline);
  bool offers(const std::vector<xcb_atom_t>& offered, std::string_view target) const;
  void read_content(const ClipboardWish& wish, const std::vector<xcb_atom_t>& offered,
                    ClipboardReading& reading, Deadline deadline);
  std::optional<Answer> convert(xcb_atom_t target, Deadline deadline);
  std::optional<Answer> take_property();
  Answer take_increments(Deadline deadline);
  Owned<xcb_generic_event_t> next(Deadline limit);
  void watch(bool wanted);
  void look_for_change(const xcb_generic_event_t& event) const;
  void count(std::size_t bytes);
  std::string type_name(xcb_atom_t type) const;

  Connection& connection_;
  NamedAtoms atoms_;
  int fixes_event_ = 0;  // first event number of XFIXES; 0: there is none
  // Windows of reads that were broken off. They stay for a while, because the owner may still
  // answer, and some programs end when the window is gone that they answer to.
  std::deque<std::unique_ptr<SelectionWindow>> abandoned_;

  // Of the read under way.
  std::unique_ptr<SelectionWindow> window_;
  Selection selection_ = Selection::kClipboard;
  xcb_atom_t atom_ = XCB_ATOM_NONE;
  xcb_timestamp_t time_ = XCB_CURRENT_TIME;
  std::size_t total_ = 0;
};

}  // namespace native::x11

#include "native/atspi/pop_ups.hpp"

#include <cstddef>

#include "native/atspi/names.hpp"

namespace native::atspi {
namespace {

bool is_document(std::uint32_t role) { return role == kDocumentWeb || role == kDocumentFrame; }

// Returns whether an element in a combo box may be in the window itself, as its text and arrow are.
bool is_of_closed_box(std::uint32_t role) {
  switch (role) {
    case kAutocomplete:
    case kEditBar:
    case kEntry:
    case kIcon:
    case kImage:
    case kLabel:
    case kPushButton:
    case kStatic:
    case Role::kText:
    case kToggleButton:
      return true;
    default:
      return false;
  }
}

bool opens_menu(std::uint32_t role) {
  return role == kMenu || role == kPopupMenu || role == kPushButtonMenu || is_menu_item(role);
}

// GTK 4.8 calls what has no label after its class, and gives popovers no role of their own.
bool is_popover(const Node& node) { return node.name.starts_with("GtkPopover"); }

// Returns whether an element in a holder that is in the window is in a pop-up. The menus of pages
// are painted in the page.
bool begins_pop_up(const Node& node, const Node& holder, bool in_document) {
  if (holder.role == kComboBox) return !is_of_closed_box(node.role);
  if (in_document) return false;
  if (opens_menu(holder.role) || node.role == kPopupMenu || is_popover(node)) return true;
  return node.role == kMenu && holder.role != kMenuBar;
}

}  // namespace

void find_pop_ups(std::vector<Node>& nodes) {
  std::vector<bool> in_document(nodes.size());
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (nodes[i].parent < 0) continue;
    const auto holder = static_cast<std::size_t>(nodes[i].parent);
    in_document[i] = in_document[holder] || is_document(nodes[holder].role);
    nodes[i].in_pop_up =
        nodes[holder].in_pop_up || begins_pop_up(nodes[i], nodes[holder], in_document[i]);
  }
}

}  // namespace native::atspi

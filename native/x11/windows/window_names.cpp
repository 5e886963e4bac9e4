#include "native/x11/windows/window_names.hpp"

#include <algorithm>
#include <string_view>

#include "native/x11/connection/text_encodings.hpp"

namespace native::x11 {

std::string modern_title(const xcb_get_property_reply_t* reply) {
  const std::string_view utf8 = bytes_of(reply);
  return clean_utf8(utf8.substr(0, utf8.find('\0')));
}

std::string legacy_title(Connection& connection, const xcb_get_property_reply_t* name,
                         const xcb_get_property_reply_t* visible_name) {
  const std::string_view text = bytes_of(name);
  if (text.empty()) return {};
  if (name->type == XCB_ATOM_STRING) return from_latin1(text);
  const std::string title = name->type == connection.atom(Atom::kCompoundText)
                                ? from_compound_text(text)
                                : clean_utf8(text);
  const std::string shown = clean_utf8(bytes_of(visible_name));
  return is_lossy(title) && !shown.empty() && !is_lossy(shown) ? shown : title;
}

void fill_class(Window& window, const xcb_get_property_reply_t* reply) {
  const std::string_view both = bytes_of(reply);
  const std::size_t middle = std::min(both.find('\0'), both.size());
  window.app_instance = clean_utf8(both.substr(0, middle));
  std::string_view rest = both.substr(std::min(middle + 1, both.size()));
  window.app_class = clean_utf8(rest.substr(0, rest.find('\0')));
}

}  // namespace native::x11

#pragma once

#include <xcb/xcb.h>

#include <string>
#include <vector>

namespace test {

// Reads what keys type as a program of the core protocol does: by the keyboard mapping that it
// fetched when the last MappingNotify arrived.
class KeyReader {
 public:
  explicit KeyReader(xcb_connection_t* connection) : connection_(connection) { fetch(); }

  void fetch();
  // Returns the character in UTF-8, "\n" for Return, "\t" for Tab; "" for other keys.
  std::string text_of(const xcb_key_press_event_t& event) const;
  xcb_keysym_t symbol_of(const xcb_key_press_event_t& event) const;

 private:
  xcb_connection_t* connection_;
  std::vector<xcb_keysym_t> symbols_;
  std::size_t per_key_ = 0;
};

}  // namespace test

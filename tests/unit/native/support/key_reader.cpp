#include "tests/unit/native/support/key_reader.hpp"

#include <cstdint>

#include "native/x11/connection/reply.hpp"

namespace test {
namespace {

std::string utf8_of(std::uint32_t value) {
  if (value < 0x80) return {static_cast<char>(value)};
  std::string result;
  const auto tail = [&](int shift) {
    result += static_cast<char>(0x80 | ((value >> shift) & 0x3F));
  };
  if (value < 0x800) {
    result += static_cast<char>(0xC0 | value >> 6);
  } else if (value < 0x10000) {
    result += static_cast<char>(0xE0 | value >> 12);
    tail(6);
  } else {
    result += static_cast<char>(0xF0 | value >> 18);
    tail(12);
    tail(6);
  }
  tail(0);
  return result;
}

}  // namespace

void KeyReader::fetch() {
  const xcb_setup_t* setup = xcb_get_setup(connection_);
  const auto count = static_cast<std::uint8_t>(setup->max_keycode - setup->min_keycode + 1);
  const native::x11::Owned<xcb_get_keyboard_mapping_reply_t> reply(xcb_get_keyboard_mapping_reply(
      connection_, xcb_get_keyboard_mapping(connection_, setup->min_keycode, count), nullptr));
  if (!reply) return;
  const xcb_keysym_t* symbols = xcb_get_keyboard_mapping_keysyms(reply.get());
  symbols_.assign(symbols, symbols + xcb_get_keyboard_mapping_keysyms_length(reply.get()));
  per_key_ = reply->keysyms_per_keycode;
}

xcb_keysym_t KeyReader::symbol_of(const xcb_key_press_event_t& event) const {
  const std::size_t first =
      (event.detail - std::size_t{xcb_get_setup(connection_)->min_keycode}) * per_key_;
  const auto at = [&](std::size_t group, std::size_t level) -> xcb_keysym_t {
    const std::size_t column = level < 2 ? group * 2 + level : 4 + group * 2 + (level - 2);
    return column < per_key_ && first + column < symbols_.size() ? symbols_[first + column] : 0;
  };
  std::size_t group = (event.state >> 13) & 1;
  if (at(group, 0) == 0 && at(group, 1) == 0) group = 0;
  const std::size_t level = ((event.state & XCB_MOD_MASK_SHIFT) != 0 ? 1U : 0U) +
                            ((event.state & XCB_MOD_MASK_5) != 0 ? 2U : 0U);
  xcb_keysym_t symbol = at(group, level);
  if ((event.state & XCB_MOD_MASK_LOCK) != 0 && symbol >= 'a' && symbol <= 'z') symbol -= 0x20;
  return symbol;
}

std::string KeyReader::text_of(const xcb_key_press_event_t& event) const {
  constexpr xcb_keysym_t kTab = 0xFF09, kReturn = 0xFF0D, kUnicode = 0x01000000;
  const xcb_keysym_t symbol = symbol_of(event);
  if (symbol == kReturn) return "\n";
  if (symbol == kTab) return "\t";
  if (symbol >= kUnicode) return utf8_of(symbol - kUnicode);
  const bool latin = (symbol >= 0x20 && symbol < 0x7F) || (symbol >= 0xA0 && symbol <= 0xFF);
  return latin ? utf8_of(symbol) : std::string();
}

}  // namespace test

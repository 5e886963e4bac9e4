#include "native/x11/input/keysyms.hpp"

#include <dlfcn.h>

#include <cstdint>

namespace native::x11 {
namespace {

constexpr xcb_keysym_t kUnicode = 0x01000000;
constexpr xcb_keysym_t kFirstFunctionKey = 0xFD00;
constexpr xcb_keysym_t kLastFunctionKey = 0xFFFF;

bool is_latin(std::uint32_t value) {
  return (value >= 0x20 && value < 0x7F) || (value >= 0xA0 && value <= 0xFF);
}

using ToCharacter = std::uint32_t (*)(std::uint32_t symbol);

// Opens the library at first use, because few programs type. It is never closed.
ToCharacter open_library() {
  void* library = ::dlopen("libxkbcommon.so.0", RTLD_LAZY | RTLD_LOCAL);
  if (library == nullptr) return nullptr;
  return reinterpret_cast<ToCharacter>(::dlsym(library, "xkb_keysym_to_utf32"));
}

}  // namespace

xcb_keysym_t symbol_of(char32_t character) {
  if (character == U'\n') return kReturnSymbol;
  if (character == U'\t') return kTabSymbol;
  return is_latin(character) ? character : kUnicode + character;
}

char32_t character_of(xcb_keysym_t symbol) {
  if (symbol == kReturnSymbol) return U'\n';
  if (symbol == kTabSymbol) return U'\t';
  if (is_latin(symbol)) return symbol;
  if (symbol > kUnicode && symbol <= kUnicode + 0x10FFFF) return symbol - kUnicode;
  if (symbol < 0x100 || (symbol >= kFirstFunctionKey && symbol <= kLastFunctionKey)) return 0;
  static const ToCharacter convert = open_library();
  return convert != nullptr ? convert(symbol) : 0;
}

}  // namespace native::x11

#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>

namespace native::wayland {

// The keysyms that a keyboard types in every one of its layouts, without a modifier, with Shift or
// with AltGr: whichever layout is in effect, which only programs that have the focus are told.
class LayoutSymbols {
 public:
  LayoutSymbols() = default;
  // `keymap`: in XKB's text form, from another program; empty: the keyboard types nothing. Throws
  // "UNSUPPORTED" where libxkbcommon is missing.
  explicit LayoutSymbols(const std::string& keymap);

  bool empty() const { return symbols_.empty(); }
  // Returns the keysym by which the keyboard knows the same character or key.
  std::optional<std::uint32_t> find(std::uint32_t symbol) const;

 private:
  std::set<std::uint32_t> symbols_;
  std::map<std::uint32_t, std::uint32_t> by_character_;
};

}  // namespace native::wayland

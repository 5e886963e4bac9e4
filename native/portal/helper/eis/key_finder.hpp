#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>

struct xkb_keymap;
struct xkb_state;

namespace native::portal {

// The modifiers that choose the level of a key.
enum class LevelModifier { kShift, kAltGr };
constexpr std::array kLevelModifiers{LevelModifier::kShift, LevelModifier::kAltGr};

// A key of linux/input-event-codes.h, and the modifiers with which it gives a symbol.
struct FoundKey {
  std::uint32_t code = 0;
  bool with_shift = false;
  bool with_alt_gr = false;

  bool needs(LevelModifier modifier) const {
    return modifier == LevelModifier::kShift ? with_shift : with_alt_gr;
  }
  bool operator==(const FoundKey&) const = default;
};

// Finds keys by what they type in the layout in effect, as a compositor does for keysyms.
class KeyFinder {
 public:
  static constexpr std::size_t kMaxKeymap = 1 << 20;  // bytes; one of four layouts has 60,000

  // `keymap`: in XKB's text form, from another program. One that is none has no keys.
  explicit KeyFinder(const std::string& keymap);

  // Takes over which modifiers are locked (Caps Lock, Num Lock), as a mask, and which layout is in
  // effect.
  void set_state(std::uint32_t locked, std::uint32_t layout);

  // Returns how many layouts the keyboard has.
  std::uint32_t layouts() const;
  // Returns the key that gives a keysym, or else the character of one; with as few modifiers as
  // possible.
  std::optional<FoundKey> find(std::uint32_t symbol) const;
  // Returns the key of a modifier; nothing where the keyboard has none.
  std::optional<std::uint32_t> key_of(LevelModifier modifier) const;
  // Returns whether a key, held down, does what a modifier does.
  bool acts_as(std::uint32_t code, LevelModifier modifier) const;
  // Returns the modifiers, as a mask, that a key sets while it is down.
  std::uint32_t mask_of(std::uint32_t code) const;

 private:
  struct Modifier {
    std::uint32_t code = 0;
    std::uint32_t mask = 0;
  };

  std::optional<Modifier> find_modifier(std::uint32_t symbol) const;
  const std::optional<Modifier>& modifier(LevelModifier which) const;
  void read_level(bool with_shift, bool with_alt_gr);
  void read_keys();

  std::shared_ptr<xkb_keymap> keymap_;
  std::shared_ptr<xkb_state> state_;
  std::uint32_t locked_ = 0;
  std::uint32_t layout_ = 0;
  std::optional<Modifier> shift_, alt_gr_;
  std::map<std::uint32_t, FoundKey> by_symbol_, by_character_;
};

}  // namespace native::portal

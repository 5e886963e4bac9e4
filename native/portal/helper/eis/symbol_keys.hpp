#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "native/portal/helper/eis/key_finder.hpp"

namespace native::portal {

// One key, by its code of linux/input-event-codes.h, goes down or up.
struct KeyChange {
  std::uint32_t code = 0;
  bool down = false;
  bool operator==(const KeyChange&) const = default;
};

// Turns keysyms that go down and up into keys, with the modifiers that they need around them. Keeps
// what is held down.
class SymbolKeys {
 public:
  explicit SymbolKeys(KeyFinder finder) : finder_(std::move(finder)) {}

  KeyFinder& finder() { return finder_; }
  const KeyFinder& finder() const { return finder_; }
  // Returns what must change for a symbol to be down; nothing where the layout in effect has no key
  // for it, and then all stays as it is.
  std::optional<std::vector<KeyChange>> press(std::uint32_t symbol);
  // Lets go of a symbol, by the key that it was pressed with, whatever the layout is now.
  std::vector<KeyChange> release(std::uint32_t symbol);
  bool is_down(std::uint32_t symbol) const { return symbols_.contains(symbol); }
  bool any_is_down() const { return !symbols_.empty(); }

 private:
  using Changes = std::vector<KeyChange>;
  void take(std::uint32_t code, Changes& changes);
  void drop(std::uint32_t code, Changes& changes);
  void take_modifier(LevelModifier modifier, Changes& changes);
  void drop_modifier(LevelModifier modifier, Changes& changes);
  bool is_held_by_symbol(LevelModifier modifier) const;
  bool is_needed(LevelModifier modifier) const;

  KeyFinder finder_;
  std::map<std::uint32_t, FoundKey> symbols_;     // that are down
  std::map<LevelModifier, std::uint32_t> added_;  // modifiers that they need, by their keys
  std::map<std::uint32_t, int> holders_;          // of keys that are down
};

}  // namespace native::portal

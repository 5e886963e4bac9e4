#include "native/portal/helper/eis/symbol_keys.hpp"

#include <algorithm>

namespace native::portal {

void SymbolKeys::take(std::uint32_t code, Changes& changes) {
  if (++holders_[code] == 1) changes.push_back({code, true});
}

void SymbolKeys::drop(std::uint32_t code, Changes& changes) {
  if (--holders_[code] > 0) return;
  holders_.erase(code);
  changes.push_back({code, false});
}

// Adds a modifier, unless a person of this session's holds it down by its own symbol.
void SymbolKeys::take_modifier(LevelModifier modifier, Changes& changes) {
  if (added_.contains(modifier) || is_held_by_symbol(modifier)) return;
  const std::uint32_t code = finder_.key_of(modifier).value();
  added_.emplace(modifier, code);
  take(code, changes);
}

void SymbolKeys::drop_modifier(LevelModifier modifier, Changes& changes) {
  const auto added = added_.find(modifier);
  if (added == added_.end()) return;
  drop(added->second, changes);
  added_.erase(added);
}

bool SymbolKeys::is_held_by_symbol(LevelModifier modifier) const {
  return std::any_of(symbols_.begin(), symbols_.end(),
                     [&](const auto& each) { return finder_.acts_as(each.second.code, modifier); });
}

bool SymbolKeys::is_needed(LevelModifier modifier) const {
  return std::any_of(symbols_.begin(), symbols_.end(),
                     [&](const auto& each) { return each.second.needs(modifier); });
}

std::optional<std::vector<KeyChange>> SymbolKeys::press(std::uint32_t symbol) {
  Changes changes;
  if (symbols_.contains(symbol)) return changes;
  const std::optional<FoundKey> found = finder_.find(symbol);
  if (!found) return std::nullopt;
  for (const LevelModifier each : kLevelModifiers) {
    if (found->needs(each))
      take_modifier(each, changes);
    else
      drop_modifier(each, changes);
  }
  take(found->code, changes);
  symbols_.emplace(symbol, *found);
  return changes;
}

std::vector<KeyChange> SymbolKeys::release(std::uint32_t symbol) {
  Changes changes;
  const auto held = symbols_.find(symbol);
  if (held == symbols_.end()) return changes;
  drop(held->second.code, changes);
  symbols_.erase(held);
  for (const LevelModifier each : kLevelModifiers)
    if (!is_needed(each)) drop_modifier(each, changes);
  return changes;
}

}  // namespace native::portal

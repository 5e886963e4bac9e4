#pragma once

#include <cstddef>
#include <iterator>
#include <optional>
#include <string_view>

namespace native {

// What an act may do, from the least on: a person may have to allow it.
enum class Effect { kNone, kReversible, kInput, kDestructive };

inline constexpr std::string_view kEffectNames[] = {"none", "reversible", "input", "destructive"};

inline std::optional<Effect> effect_named(std::string_view name) {
  for (std::size_t i = 0; i < std::size(kEffectNames); ++i)
    if (kEffectNames[i] == name) return static_cast<Effect>(i);
  return std::nullopt;
}

inline std::string_view name_of(Effect effect) {
  return kEffectNames[static_cast<std::size_t>(effect)];
}

// Returns whether a person must allow an act, where one is asked from `from` on (nothing: never).
inline bool needs_confirmation(Effect effect, std::optional<Effect> from) {
  return effect != Effect::kNone && from && effect >= *from;
}

// Returns from which effect on a person is asked where two rules hold.
inline std::optional<Effect> stricter(std::optional<Effect> a, std::optional<Effect> b) {
  if (!a || !b) return a ? a : b;
  return *a < *b ? a : b;
}

}  // namespace native

#include "native/portal/helper/eis/key_finder.hpp"

#include <linux/input-event-codes.h>
#include <xkbcommon/xkbcommon-keysyms.h>
#include <xkbcommon/xkbcommon.h>

#include <algorithm>
#include <cstdarg>

namespace native::portal {
namespace {

constexpr std::uint32_t kFirstCode = 8;  // of evdev in XKB

void log_nothing(xkb_context*, xkb_log_level, const char*, va_list) {}

std::shared_ptr<xkb_keymap> compile(const std::string& text) {
  if (text.empty() || text.size() > KeyFinder::kMaxKeymap) return nullptr;
  // Neither files of the system nor the environment change what the compositor says.
  constexpr auto kAlone = static_cast<xkb_context_flags>(XKB_CONTEXT_NO_DEFAULT_INCLUDES |
                                                         XKB_CONTEXT_NO_ENVIRONMENT_NAMES);
  const std::unique_ptr<xkb_context, void (*)(xkb_context*)> context(::xkb_context_new(kAlone),
                                                                     ::xkb_context_unref);
  if (!context) return nullptr;
  ::xkb_context_set_log_fn(context.get(), log_nothing);
  xkb_keymap* const keymap =
      ::xkb_keymap_new_from_buffer(context.get(), text.data(), text.size(),
                                   XKB_KEYMAP_FORMAT_TEXT_V1, XKB_KEYMAP_COMPILE_NO_FLAGS);
  return keymap != nullptr ? std::shared_ptr<xkb_keymap>(keymap, ::xkb_keymap_unref) : nullptr;
}

std::shared_ptr<xkb_state> new_state(xkb_keymap* keymap) {
  xkb_state* const state = keymap != nullptr ? ::xkb_state_new(keymap) : nullptr;
  return state != nullptr ? std::shared_ptr<xkb_state>(state, ::xkb_state_unref) : nullptr;
}

}  // namespace

KeyFinder::KeyFinder(const std::string& keymap)
    : keymap_(compile(keymap)), state_(new_state(keymap_.get())) {
  read_keys();
}

std::uint32_t KeyFinder::layouts() const {
  return keymap_ ? ::xkb_keymap_num_layouts(keymap_.get()) : 0;
}

void KeyFinder::set_state(std::uint32_t locked, std::uint32_t layout) {
  if (locked == locked_ && layout == layout_) return;
  locked_ = locked;
  layout_ = layout;
  read_keys();
}

std::uint32_t KeyFinder::mask_of(std::uint32_t code) const {
  const std::shared_ptr<xkb_state> state = new_state(keymap_.get());
  if (!state) return 0;
  ::xkb_state_update_mask(state.get(), 0, 0, 0, 0, 0, layout_);
  ::xkb_state_update_key(state.get(), code + kFirstCode, XKB_KEY_DOWN);
  return ::xkb_state_serialize_mods(state.get(), XKB_STATE_MODS_DEPRESSED);
}

std::optional<KeyFinder::Modifier> KeyFinder::find_modifier(std::uint32_t symbol) const {
  const auto found = by_symbol_.find(symbol);
  if (found == by_symbol_.end()) return std::nullopt;
  const Modifier modifier{found->second.code, mask_of(found->second.code)};
  return modifier.mask != 0 ? std::optional(modifier) : std::nullopt;
}

const std::optional<KeyFinder::Modifier>& KeyFinder::modifier(LevelModifier which) const {
  return which == LevelModifier::kShift ? shift_ : alt_gr_;
}

// Adds what keys give with these modifiers held, and not by fewer.
void KeyFinder::read_level(bool with_shift, bool with_alt_gr) {
  if ((with_shift && !shift_) || (with_alt_gr && !alt_gr_)) return;
  const std::uint32_t held = (with_shift ? shift_->mask : 0) | (with_alt_gr ? alt_gr_->mask : 0);
  ::xkb_state_update_mask(state_.get(), held, 0, locked_, 0, 0, layout_);
  const std::uint32_t last =
      std::min<std::uint32_t>(::xkb_keymap_max_keycode(keymap_.get()), kFirstCode + KEY_MAX);
  for (std::uint32_t key = std::max(::xkb_keymap_min_keycode(keymap_.get()), kFirstCode);
       key <= last; ++key) {
    const std::uint32_t symbol = ::xkb_state_key_get_one_sym(state_.get(), key);
    if (symbol == XKB_KEY_NoSymbol) continue;
    const FoundKey found{key - kFirstCode, with_shift, with_alt_gr};
    by_symbol_.emplace(symbol, found);
    if (const std::uint32_t character = ::xkb_keysym_to_utf32(symbol))
      by_character_.emplace(character, found);
  }
}

void KeyFinder::read_keys() {
  by_symbol_.clear();
  by_character_.clear();
  if (!state_) return;
  read_level(false, false);
  shift_ = find_modifier(XKB_KEY_Shift_L);
  alt_gr_ = find_modifier(XKB_KEY_ISO_Level3_Shift);
  read_level(true, false);
  read_level(false, true);
  read_level(true, true);
}

std::optional<FoundKey> KeyFinder::find(std::uint32_t symbol) const {
  if (const auto found = by_symbol_.find(symbol); found != by_symbol_.end()) return found->second;
  const std::uint32_t character = ::xkb_keysym_to_utf32(symbol);
  const auto found = character != 0 ? by_character_.find(character) : by_character_.end();
  return found != by_character_.end() ? std::optional(found->second) : std::nullopt;
}

std::optional<std::uint32_t> KeyFinder::key_of(LevelModifier which) const {
  const std::optional<Modifier>& found = modifier(which);
  return found ? std::optional(found->code) : std::nullopt;
}

bool KeyFinder::acts_as(std::uint32_t code, LevelModifier which) const {
  const std::optional<Modifier>& found = modifier(which);
  return found && (mask_of(code) & found->mask) == found->mask;
}

}  // namespace native::portal

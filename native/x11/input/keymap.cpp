#include "native/x11/input/keymap.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <functional>
#include <string_view>

#include "native/x11/input/keysyms.hpp"
#include "native/x11/input/xkb.hpp"

namespace native::x11 {
namespace {

// Others would make a shortcut of a character (Control, Mod1, Mod4) or depend on a lock.
constexpr std::uint8_t kTypingModifiers = XCB_MOD_MASK_SHIFT | XCB_MOD_MASK_3 | XCB_MOD_MASK_5;
constexpr std::uint16_t kParts =
    XCB_XKB_MAP_PART_KEY_TYPES | XCB_XKB_MAP_PART_KEY_SYMS | XCB_XKB_MAP_PART_MODIFIER_MAP;

// Programs that forward keys to another machine may not know those beyond, of multimedia keyboards.
constexpr xcb_keycode_t kLastWritingKey = 135;

// What chooses the level of a key (XKB protocol, KEYTYPE).
struct KeyType {
  std::uint8_t mask = 0;
  std::vector<std::optional<std::uint8_t>> modifiers;  // for each level; none: not for typing
};

Owned<xcb_xkb_get_map_reply_t> ask_keymap(Connection& connection, std::uint16_t device) {
  xcb_connection_t* c = connection.raw();
  Ask<xcb_xkb_get_map_reply> asked(
      c, xcb_xkb_get_map(c, device, kParts, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0));
  return asked.wait();
}

std::uint64_t fingerprint_of(const xcb_xkb_get_map_reply_t& reply) {
  const auto bytes = items<char>(reply, &reply + 1, reply_size(reply) - sizeof reply);
  return std::hash<std::string_view>{}({bytes.data(), bytes.size()});
}

template <class Strokes, class Key>
std::optional<Stroke> best(const Strokes& strokes, Key key, int group) {
  const auto [first, last] = strokes.equal_range(key);
  const auto effort = [&](const Stroke& stroke) {
    const int change = stroke.every_group || stroke.group == group ? 0 : 100;
    const int unusual = stroke.key > kLastWritingKey ? 30 : 0;
    return change + unusual + std::popcount(stroke.modifiers) * 10 + stroke.group;
  };
  const auto found = std::min_element(first, last, [&](const auto& a, const auto& b) {
    return effort(a.second) < effort(b.second);
  });
  if (found == last) return std::nullopt;
  return found->second;
}

}  // namespace

// Parses the reply by hand, because the parser of xcb trusts the counts in it.
class KeymapReader {
 public:
  KeymapReader(const xcb_xkb_get_map_reply_t& reply, Keymap& keymap)
      : reply_(reply),
        keymap_(keymap),
        rest_(items<std::uint8_t>(reply, &reply + 1, reply_size(reply) - sizeof reply)) {}

  void read() {
    for (int i = 0; i < reply_.nTypes; ++i) types_.push_back(read_type());
    for (int i = 0; i < reply_.nKeySyms; ++i)
      read_key(static_cast<std::size_t>(reply_.firstKeySym) + static_cast<std::size_t>(i));
    for (int i = 0; i < reply_.totalModMapKeys; ++i) {
      const auto entry = take<std::array<std::uint8_t, 2>>();
      keymap_.modifiers_[entry[0]] = entry[1];
      if (entry[1] != 0) keymap_.used_[entry[0]] = true;
    }
  }

 private:
  template <class Value>
  Value take() {
    if (rest_.size() < sizeof(Value)) throw BadReply{};
    Value value;
    std::memcpy(&value, rest_.data(), sizeof value);
    rest_ = rest_.subspan(sizeof value);
    return value;
  }

  KeyType read_type() {
    const auto head = take<xcb_xkb_key_type_t>();
    KeyType type{head.mods_mask, std::vector<std::optional<std::uint8_t>>(head.numLevels)};
    if (!type.modifiers.empty()) type.modifiers[0] = std::uint8_t{0};
    for (int i = 0; i < head.nMapEntries; ++i) {
      const auto entry = take<xcb_xkb_kt_map_entry_t>();
      const bool types = entry.active != 0 && (entry.mods_mask & ~kTypingModifiers) == 0;
      if (!types || entry.level == 0 || entry.level >= type.modifiers.size()) continue;
      auto& known = type.modifiers[entry.level];
      if (!known || std::popcount(entry.mods_mask) < std::popcount(*known)) known = entry.mods_mask;
    }
    for (int i = 0; head.hasPreserve != 0 && i < head.nMapEntries; ++i) take<xcb_xkb_mod_def_t>();
    return type;
  }

  void read_key(std::size_t key) {
    const auto head = take<xcb_xkb_key_sym_map_t>();
    const int groups = head.groupInfo & 0x0F;
    for (int i = 0; i < head.nSyms; ++i) {
      const auto symbol = take<xcb_keysym_t>();
      if (symbol == 0 || head.width == 0 || key > 255) continue;
      keymap_.used_[key] = true;
      const int group = i / head.width;
      if (group >= groups || group > 3) continue;
      add(static_cast<xcb_keycode_t>(key), symbol, group, groups == 1,
          static_cast<std::size_t>(i % head.width), head.kt_index[static_cast<std::size_t>(group)]);
    }
  }

  void add(xcb_keycode_t key, xcb_keysym_t symbol, int group, bool every_group, std::size_t level,
           std::size_t type) {
    if (type >= types_.size() || level >= types_[type].modifiers.size()) return;
    const std::optional<std::uint8_t> modifiers = types_[type].modifiers[level];
    if (!modifiers) return;
    const Stroke stroke{key, static_cast<std::uint8_t>(group), every_group, *modifiers,
                        types_[type].mask};
    keymap_.symbols_.emplace(symbol, stroke);
    const char32_t character = character_of(symbol);
    if (character != 0) keymap_.characters_.emplace(character, stroke);
  }

  const xcb_xkb_get_map_reply_t& reply_;
  Keymap& keymap_;
  std::span<const std::uint8_t> rest_;
  std::vector<KeyType> types_;
};

Keymap Keymap::read(Connection& connection, std::uint16_t device) {
  Keymap keymap;
  const auto reply = ask_keymap(connection, device);
  if (!reply) return keymap;
  KeymapReader(*reply, keymap).read();
  keymap.fingerprint_ = fingerprint_of(*reply);
  return keymap;
}

std::uint64_t Keymap::read_fingerprint(Connection& connection, std::uint16_t device) {
  const auto reply = ask_keymap(connection, device);
  return reply ? fingerprint_of(*reply) : 0;
}

std::optional<Stroke> Keymap::find_character(char32_t character, int group) const {
  return best(characters_, character, group);
}

std::optional<Stroke> Keymap::find_symbol(xcb_keysym_t symbol, int group) const {
  return best(symbols_, symbol, group);
}

xcb_keycode_t Keymap::modifier_key(xcb_keysym_t symbol, std::uint8_t modifiers) const {
  const auto [first, last] = symbols_.equal_range(symbol);
  const auto found = std::find_if(
      first, last, [&](const auto& each) { return modifiers_[each.second.key] == modifiers; });
  return found == last ? xcb_keycode_t{0} : found->second.key;
}

std::vector<xcb_keysym_t> Keymap::symbols_on(xcb_keycode_t key) const {
  std::vector<xcb_keysym_t> found;
  for (const auto& [symbol, stroke] : symbols_)
    if (stroke.key == key) found.push_back(symbol);
  return found;
}

bool Keymap::is_spare(xcb_keycode_t key) const { return !used_[key]; }

}  // namespace native::x11

#include "native/x11/input/key_symbols.hpp"

#include <algorithm>
#include <cstring>

#include "native/desktop/error.hpp"
#include "native/x11/input/xkb.hpp"

namespace native::x11 {
namespace {

constexpr std::uint8_t kTwoLevels = 1;  // the second of the key types that every keymap has

// The symbols of one key as requests and replies have them.
struct KeyEntry {
  xcb_xkb_key_sym_map_t head{};
  std::vector<xcb_keysym_t> symbols;
};

std::vector<KeyEntry> read_entries(const xcb_xkb_get_map_reply_t& reply) {
  auto rest = items<std::uint8_t>(reply, &reply + 1, reply_size(reply) - sizeof reply);
  const auto take = [&](void* to, std::size_t size) {
    if (rest.size() < size) throw BadReply{};
    if (size > 0) std::memcpy(to, rest.data(), size);
    rest = rest.subspan(size);
  };
  std::vector<KeyEntry> entries(reply.nKeySyms);
  for (KeyEntry& entry : entries) {
    take(&entry.head, sizeof entry.head);
    entry.symbols.resize(entry.head.nSyms);
    take(entry.symbols.data(), entry.symbols.size() * sizeof(xcb_keysym_t));
  }
  return entries;
}

KeyEntry entry_of(const KeyBinding& binding) {
  KeyEntry entry;
  if (binding.symbols[0] == 0 && binding.symbols[1] == 0) return entry;
  entry.head.kt_index[0] = kTwoLevels;
  entry.head.groupInfo = 1;
  entry.head.width = 2;
  entry.head.nSyms = 2;
  entry.symbols.assign(binding.symbols.begin(), binding.symbols.end());
  return entry;
}

struct KeyRange {
  xcb_keycode_t first = 0;
  std::uint8_t count = 0;
};

KeyRange range_of(const std::vector<KeyBinding>& bindings) {
  const auto [lowest, highest] = std::minmax_element(
      bindings.begin(), bindings.end(), [](const auto& a, const auto& b) { return a.key < b.key; });
  return {lowest->key, static_cast<std::uint8_t>(highest->key - lowest->key + 1)};
}

struct Entries {
  std::vector<KeyEntry> keys;  // of a range
  xcb_keycode_t least = 0;     // of the keyboard
  xcb_keycode_t most = 0;
};

Entries ask_entries(Connection& connection, std::uint16_t device, const KeyRange& range) {
  xcb_connection_t* c = connection.raw();
  Ask<xcb_xkb_get_map_reply> asked(
      c, xcb_xkb_get_map(c, device, 0, XCB_XKB_MAP_PART_KEY_SYMS, 0, 0, range.first, range.count, 0,
                         0, 0, 0, 0, 0, 0, 0, 0, 0, 0));
  const auto reply = asked.wait();
  Entries entries;
  if (reply) entries = {read_entries(*reply), reply->minKeyCode, reply->maxKeyCode};
  if (!reply || entries.keys.size() != range.count || reply->firstKeySym != range.first)
    throw BadReply{};
  return entries;
}

}  // namespace

bool has_bindings(Connection& connection, std::uint16_t device,
                  const std::vector<KeyBinding>& bindings) {
  const KeyRange range = range_of(bindings);
  const Entries entries = ask_entries(connection, device, range);
  return std::all_of(bindings.begin(), bindings.end(), [&](const KeyBinding& binding) {
    const auto place = static_cast<std::size_t>(binding.key - range.first);
    return entries.keys[place].symbols == entry_of(binding).symbols;
  });
}

void bind_keys(Connection& connection, std::uint16_t device,
               const std::vector<KeyBinding>& bindings) {
  xcb_connection_t* c = connection.raw();
  const KeyRange range = range_of(bindings);
  auto [entries, least, most] = ask_entries(connection, device, range);
  for (const KeyBinding& each : bindings)
    entries[static_cast<std::size_t>(each.key - range.first)] = entry_of(each);
  std::vector<std::uint8_t> bytes;
  std::uint16_t total = 0;
  const auto append = [&](const void* from, std::size_t size) {
    const auto* first = static_cast<const std::uint8_t*>(from);
    bytes.insert(bytes.end(), first, first + size);
  };
  for (const KeyEntry& entry : entries) {
    append(&entry.head, sizeof entry.head);
    append(entry.symbols.data(), entry.symbols.size() * sizeof(xcb_keysym_t));
    total = static_cast<std::uint16_t>(total + entry.symbols.size());
  }
  const xcb_void_cookie_t sent = xcb_xkb_set_map_checked(
      c, device, XCB_XKB_MAP_PART_KEY_SYMS, 0, least, most, 0, 0, range.first, range.count, total,
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, bytes.data());
  const int error = check(c, sent);
  if (error == 0) return;
  throw Error("UNSUPPORTED",
              "display server does not let characters be put on free keys (X error " +
                  std::to_string(error) + ")",
              "Choose a keyboard layout with these characters.", {{"reason", "no key"}});
}

}  // namespace native::x11

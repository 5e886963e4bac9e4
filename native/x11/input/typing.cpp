#include "native/x11/input/typing.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>

#include "native/desktop/typed_text.hpp"
#include "native/x11/input/key_sender.hpp"
#include "native/x11/input/keysyms.hpp"

namespace native::x11 {
namespace {

// Strokes after which typing waits for the program, so that no server holds a whole text for one
// that is stopped.
constexpr std::int64_t kMaxAhead = 960;
// Characters among which those to bind are looked for at once: each binding makes every program
// read the keyboard again.
constexpr std::size_t kLookAhead = 2000;

// Spare keys, and which symbols each has been given: one without Shift and one with it, because
// every binding makes all programs read the keyboard again.
class SpareKeys {
 public:
  SpareKeys(Keyboard& keyboard, KeySender& sender) : keyboard_(keyboard), sender_(sender) {}

  std::optional<Stroke> find(xcb_keysym_t symbol) const {
    const auto found = bound_.find(symbol);
    if (found == bound_.end()) return std::nullopt;
    return found->second;
  }
  // Returns whether a key is one of these. A keymap that was read since shows what it had then.
  bool has(xcb_keycode_t key) const {
    return std::find(all_.begin(), all_.end(), key) != all_.end();
  }
  bool empty() const { return free_.empty() && !half_; }

  // Makes all keys free again once the program has taken what they typed.
  void recycle() {
    sender_.wait_until_taken();
    bound_.clear();
    if (all_.empty()) all_ = keyboard_.spare_keys();
    if (all_.empty())
      throw Error("UNSUPPORTED", "no key of this keyboard is free for other characters",
                  "Choose a keyboard layout with these characters.", {{"reason", "no key"}});
    free_ = all_;
  }

  // Takes a place on a free key for a symbol; bind() then binds all of them.
  void take(xcb_keysym_t symbol) {
    constexpr std::uint8_t kMask = XCB_MOD_MASK_SHIFT | XCB_MOD_MASK_LOCK;
    if (half_) {
      KeyBinding& binding = wanted_.back();
      binding.symbols[1] = symbol;
      bound_[symbol] = {binding.key, 0, true, XCB_MOD_MASK_SHIFT, kMask};
    } else {
      // The server would make two cases of a letter that stands alone.
      wanted_.push_back({free_.back(), {symbol, symbol}});
      bound_[symbol] = {free_.back(), 0, true, 0, kMask};
      free_.pop_back();
    }
    half_ = !half_;
  }
  // Returns false, with nothing bound, when the layout has changed.
  bool bind() {
    if (wanted_.empty()) return true;
    const bool bound = sender_.held().bind(wanted_);
    for (const KeyBinding& each : wanted_) {
      if (bound) put_[each.key] = {each.symbols.begin(), each.symbols.end()};
      if (!bound)
        std::erase_if(bound_, [&](const auto& one) { return one.second.key == each.key; });
    }
    wanted_.clear();
    half_ = false;
    return bound;
  }
  // Forgets bindings that a change of the layout has removed, and keys that it has taken. Lets the
  // program read that change before there is another: programs were seen to miss the second of two
  // that come close together.
  void keep_bound() {
    sender_.wait_until_taken();
    keyboard_.forget_keymap();
    const Keymap& keymap = keyboard_.keymap();
    std::erase_if(bound_, [&](const auto& each) {
      return !contains(keymap.symbols_on(each.second.key), each.first);
    });
    std::erase_if(all_, [&](xcb_keycode_t key) {
      const bool taken = is_taken(keymap, key);
      if (taken) sender_.held().leave(key);
      return taken;
    });
    std::erase_if(bound_, [&](const auto& each) { return !has(each.second.key); });
    std::erase_if(free_, [&](xcb_keycode_t key) { return !has(key); });
    if (bound_.empty()) free_ = all_;
  }

 private:
  // Returns whether somebody else has given a key symbols.
  bool is_taken(const Keymap& keymap, xcb_keycode_t key) {
    const std::vector<xcb_keysym_t> symbols = keymap.symbols_on(key);
    if (symbols.empty()) {
      const std::vector<xcb_keycode_t>& spare = keyboard_.spare_keys();
      return std::find(spare.begin(), spare.end(), key) == spare.end();
    }
    return std::any_of(symbols.begin(), symbols.end(),
                       [&](xcb_keysym_t symbol) { return !contains(put_[key], symbol); });
  }
  static bool contains(const std::vector<xcb_keysym_t>& symbols, xcb_keysym_t symbol) {
    return std::find(symbols.begin(), symbols.end(), symbol) != symbols.end();
  }

  Keyboard& keyboard_;
  KeySender& sender_;
  std::vector<xcb_keycode_t> all_;
  std::vector<xcb_keycode_t> free_;
  std::map<xcb_keysym_t, Stroke> bound_;
  std::map<xcb_keycode_t, std::vector<xcb_keysym_t>> put_;  // what each key was bound to last
  std::vector<KeyBinding> wanted_;
  bool half_ = false;  // the last key of `wanted_` has room for another symbol
};

class Typist {
 public:
  Typist(Keyboard& keyboard, const Act& act)
      : keyboard_(keyboard), sender_(keyboard, act), spare_(keyboard, sender_) {}

  void type(const std::vector<char32_t>& characters) {
    sender_.wait_for_program();
    std::size_t next = 0;
    do {
      const std::size_t end = prepare(characters, next);
      next = send(characters, next, end);
    } while (next < characters.size());
    sender_.wait_until_taken();
  }

  void press(const Hotkey& key, int count) {
    sender_.wait_for_program();
    for (int pressed = 0; pressed < count;) {
      const Stroke stroke = stroke_of(key.symbol);
      if (sender_.send({&stroke, 1}, modifier_keys(key.modifiers)))
        ++pressed;
      else
        spare_.keep_bound();
    }
    if (sender_.held().binds()) sender_.wait_until_taken();
  }

  void hold(const Hotkey& key, std::chrono::milliseconds time) {
    sender_.wait_for_program();
    while (!sender_.hold(stroke_of(key.symbol), modifier_keys(key.modifiers), time))
      spare_.keep_bound();
    if (sender_.held().binds()) sender_.wait_until_taken();
  }

 private:
  Stroke stroke_of(xcb_keysym_t symbol) {
    const auto stroke = keyboard_.keymap().find_symbol(symbol, keyboard_.state().group);
    return stroke && !spare_.has(stroke->key) ? *stroke : bound(symbol);
  }

  std::optional<Stroke> find(char32_t character) const {
    const auto stroke = keyboard_.keymap().find_character(character, group_);
    return stroke && !spare_.has(stroke->key) ? stroke : spare_.find(symbol_of(character));
  }

  Stroke bound(xcb_keysym_t symbol) {
    if (const auto known = spare_.find(symbol)) return *known;
    do {
      if (spare_.empty()) spare_.recycle();
      spare_.take(symbol);
    } while (!bind_taken());
    return *spare_.find(symbol);
  }

  // Binds what was taken. Returns false when it must be taken again, because the layout has
  // changed.
  bool bind_taken() {
    if (spare_.bind()) return true;
    spare_.keep_bound();
    return false;
  }

  // Binds the characters that no key has. Returns where those that can be typed then end.
  std::size_t prepare(const std::vector<char32_t>& characters, std::size_t next) {
    std::size_t end = next;
    do end = take_keys(characters, next);
    while (!bind_taken());
    return end;
  }

  std::size_t take_keys(const std::vector<char32_t>& characters, std::size_t next) {
    group_ = keyboard_.state().group;
    const std::size_t last = std::min(characters.size(), next + kLookAhead);
    std::size_t end = next;
    for (; end < last; ++end) {
      if (find(characters[end])) continue;
      if (spare_.empty()) {
        if (end != next) break;
        spare_.recycle();
      }
      spare_.take(symbol_of(characters[end]));
    }
    return end;
  }

  // Returns the place up to which everything was sent; before `end` when the layout changed.
  std::size_t send(const std::vector<char32_t>& characters, std::size_t next, std::size_t end) {
    do {
      std::vector<Stroke> strokes;
      const std::size_t stop = std::min(end, next + KeySender::kPortion);
      for (std::size_t i = next; i < stop; ++i) strokes.push_back(*find(characters[i]));
      if (!sender_.send(strokes)) {
        spare_.keep_bound();
        return next;
      }
      next = stop;
      if (sender_.sent() - taken_ < kMaxAhead) continue;
      sender_.wait_until_taken();
      taken_ = sender_.sent();
    } while (next < end);
    return next;
  }

  std::vector<xcb_keycode_t> modifier_keys(std::uint32_t modifiers) {
    constexpr std::array<std::pair<std::uint32_t, xcb_keysym_t>, 4> kKeys = {
        {{Hotkey::kSuper, kSuperSymbol},
         {Hotkey::kControl, kControlSymbol},
         {Hotkey::kAlt, kAltSymbol},
         {Hotkey::kShift, kShiftSymbol}}};
    std::vector<xcb_keycode_t> keys;
    for (const auto& [bit, symbol] : kKeys) {
      if ((modifiers & bit) == 0) continue;
      const auto stroke = keyboard_.keymap().find_symbol(symbol, 0);
      if (!stroke)
        throw Error("UNSUPPORTED", "keyboard has no key for one of the modifiers",
                    "Choose a keyboard layout with it.", {{"reason", "no key"}});
      keys.push_back(stroke->key);
    }
    return keys;
  }

  Keyboard& keyboard_;
  KeySender sender_;
  SpareKeys spare_;
  int group_ = 0;
  std::int64_t taken_ = 0;  // how many strokes the program has surely taken
};

}  // namespace

void type_text(Keyboard& keyboard, const std::string& text, const Act& act) {
  const std::vector<char32_t> characters = typed_characters(text);
  Typist(keyboard, act).type(characters);
}

void press_key(Keyboard& keyboard, const Hotkey& key, int count, const Act& act) {
  check_press(key, count);
  Typist(keyboard, act).press(key, count);
}

void hold_key(Keyboard& keyboard, const Hotkey& key, std::chrono::milliseconds time,
              const Act& act) {
  check_hold(key, time);
  Typist(keyboard, act).hold(key, time);
}

}  // namespace native::x11

#include "native/wayland/input/layout_symbols.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <iterator>
#include <memory>

#include "native/desktop/error.hpp"

// Of libxkbcommon, whose headers no build needs: every desktop that this is for brings the library.
struct xkb_context;
struct xkb_keymap;

namespace native::wayland {
namespace {

constexpr std::uint32_t kUnicodeSymbol = 0x01000000;
// Without a modifier, Shift, AltGr: compositors press no more than one for a keysym.
constexpr std::uint32_t kLevels = 3;
constexpr int kTextForm = 1;   // XKB_KEYMAP_FORMAT_TEXT_V1
constexpr int kQuiet = 1 | 2;  // no files of the system, no environment

// The functions of the library.
struct Xkb {
  xkb_context* (*context_new)(int flags);
  void (*context_unref)(xkb_context*);
  void (*set_log_level)(xkb_context*, int level);
  xkb_keymap* (*keymap_new)(xkb_context*, const char* text, int format, int flags);
  void (*keymap_unref)(xkb_keymap*);
  std::uint32_t (*first_key)(xkb_keymap*);
  std::uint32_t (*last_key)(xkb_keymap*);
  std::uint32_t (*layouts)(xkb_keymap*);
  std::uint32_t (*layouts_of)(xkb_keymap*, std::uint32_t key);
  std::uint32_t (*levels_of)(xkb_keymap*, std::uint32_t key, std::uint32_t layout);
  int (*symbols_of)(xkb_keymap*, std::uint32_t key, std::uint32_t layout, std::uint32_t level,
                    const std::uint32_t** symbols);
  std::uint32_t (*character_of)(std::uint32_t symbol);
};

template <class Function>
bool load(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(::dlsym(library, name));
  return function != nullptr;
}

std::optional<Xkb> load_xkb() {
  void* const library = ::dlopen("libxkbcommon.so.0", RTLD_LAZY | RTLD_LOCAL);
  Xkb xkb{};
  const bool whole = library != nullptr && load(library, "xkb_context_new", xkb.context_new) &&
                     load(library, "xkb_context_unref", xkb.context_unref) &&
                     load(library, "xkb_context_set_log_level", xkb.set_log_level) &&
                     load(library, "xkb_keymap_new_from_string", xkb.keymap_new) &&
                     load(library, "xkb_keymap_unref", xkb.keymap_unref) &&
                     load(library, "xkb_keymap_min_keycode", xkb.first_key) &&
                     load(library, "xkb_keymap_max_keycode", xkb.last_key) &&
                     load(library, "xkb_keymap_num_layouts", xkb.layouts) &&
                     load(library, "xkb_keymap_num_layouts_for_key", xkb.layouts_of) &&
                     load(library, "xkb_keymap_num_levels_for_key", xkb.levels_of) &&
                     load(library, "xkb_keymap_key_get_syms_by_level", xkb.symbols_of) &&
                     load(library, "xkb_keysym_to_utf32", xkb.character_of);
  return whole ? std::optional(xkb) : std::nullopt;
}

const Xkb& loaded_xkb() {
  static const std::optional<Xkb> xkb = load_xkb();
  if (xkb) return *xkb;
  throw Error("UNSUPPORTED", "library libxkbcommon cannot be loaded, which tells the keys",
              "Install libxkbcommon0.", {{"reason", "no keyboard library"}});
}

std::set<std::uint32_t> symbols_of_layout(const Xkb& xkb, xkb_keymap* keymap,
                                          std::uint32_t layout) {
  // XKB's codes end there for Wayland.
  const std::uint32_t last = std::min(xkb.last_key(keymap), 0x7FFU);
  std::set<std::uint32_t> found;
  for (std::uint32_t key = xkb.first_key(keymap); key <= last; ++key) {
    const std::uint32_t layouts = xkb.layouts_of(keymap, key);
    if (layouts == 0) continue;
    const std::uint32_t used = layout % layouts;
    const std::uint32_t levels = std::min(xkb.levels_of(keymap, key, used), kLevels);
    for (std::uint32_t level = 0; level < levels; ++level) {
      const std::uint32_t* symbols = nullptr;
      if (xkb.symbols_of(keymap, key, used, level, &symbols) == 1) found.insert(*symbols);
    }
  }
  return found;
}

}  // namespace

LayoutSymbols::LayoutSymbols(const std::string& text) {
  if (text.empty()) return;
  const Xkb& xkb = loaded_xkb();
  const std::unique_ptr<xkb_context, void (*)(xkb_context*)> context(xkb.context_new(kQuiet),
                                                                     xkb.context_unref);
  if (!context) return;
  xkb.set_log_level(context.get(), 0);
  const std::unique_ptr<xkb_keymap, void (*)(xkb_keymap*)> keymap(
      xkb.keymap_new(context.get(), text.c_str(), kTextForm, 0), xkb.keymap_unref);
  if (!keymap) return;
  const std::uint32_t layouts = std::min(xkb.layouts(keymap.get()), 32U);
  for (std::uint32_t layout = 0; layout < layouts; ++layout) {
    const std::set<std::uint32_t> found = symbols_of_layout(xkb, keymap.get(), layout);
    std::set<std::uint32_t> common;
    std::set_intersection(symbols_.begin(), symbols_.end(), found.begin(), found.end(),
                          std::inserter(common, common.end()));
    symbols_ = layout == 0 ? found : common;
  }
  for (const std::uint32_t symbol : symbols_)
    if (const std::uint32_t character = xkb.character_of(symbol))
      by_character_.emplace(character, symbol);
}

std::optional<std::uint32_t> LayoutSymbols::find(std::uint32_t symbol) const {
  if (symbols_.contains(symbol)) return symbol;
  if (symbol < kUnicodeSymbol) return std::nullopt;
  const auto found = by_character_.find(symbol - kUnicodeSymbol);
  return found == by_character_.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace native::wayland

// Reads any text as a desktop entry: what is found is no longer than the text, and names that are
// told once are.

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <set>
#include <string>

#include "native/linux/desktop_entries.hpp"

using namespace native;

namespace {

void check_names(const std::vector<std::string>& names, std::size_t longest) {
  const std::set<std::string> once(names.begin(), names.end());
  if (once.size() != names.size() || once.contains("")) std::abort();
  for (const std::string& name : names)
    if (name.size() > longest) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  if (const auto entry = parse_desktop_entry("some.Program", text)) {
    if (entry->name.empty() || entry->name.size() > size) std::abort();
    if (entry->startup_class.size() > size || entry->executable.size() > size) std::abort();
    if (entry->executable.find('/') != std::string::npos || entry->id != "some.Program")
      std::abort();
  }
  constexpr std::size_t kTerminal = 8;  // the name that a category stands for
  const EntryNames names = parse_entry_names(text);
  check_names(names.names, size);
  check_names(names.generic_names, std::max(size, kTerminal));
  return 0;
}

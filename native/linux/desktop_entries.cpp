#include "native/linux/desktop_entries.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <set>
#include <sstream>
#include <string_view>
#include <system_error>
#include <utility>

#include "native/linux/bounded_file.hpp"

namespace native {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxFiles = 4096;
constexpr std::size_t kMaxBytes = 64 * 1024;
constexpr int kMaxDepth = 3;

// Compares ignoring ASCII case. Does not copy, because every window is compared with hundreds of
// entries.
bool same_letters(std::string_view one, std::string_view other) {
  const auto lower = [](char letter) {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
  };
  return one.size() == other.size() &&
         std::equal(one.begin(), one.end(), other.begin(),
                    [&](char a, char b) { return lower(a) == lower(b); });
}

std::string_view trim(std::string_view text) {
  const auto blank = [](char letter) { return letter == ' ' || letter == '\t' || letter == '\r'; };
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return text;
}

std::string base_name(const std::string& path) { return path.substr(path.rfind('/') + 1); }

std::string unescape(std::string_view value) {
  std::string result;
  for (std::size_t i = 0; i < value.size(); ++i) {
    if (value[i] != '\\' || i + 1 == value.size()) {
      result += value[i];
      continue;
    }
    const char next = value[++i];
    result += next == 's' || next == 'n' || next == 't' || next == 'r' ? ' ' : next;
  }
  return result;
}

// Sets the program that Exec= starts, after `env` and its assignments and without quotes, and
// whether options follow.
void read_command(const std::string& command, DesktopEntry& entry) {
  std::istringstream words(command);
  std::string word;
  while (words >> word) {
    if (!entry.executable.empty()) {
      entry.with_options = entry.with_options || word.front() == '-';
      continue;
    }
    if (word.front() == '"' && word.back() == '"' && word.size() > 1)
      word = word.substr(1, word.size() - 2);
    const bool prefix = base_name(word) == "env" || word.find('=') != std::string::npos;
    if (!prefix) entry.executable = base_name(word);
  }
}

// Returns whether a list such as Categories= ("A;B;") contains an item.
bool holds(std::string_view list, std::string_view item) {
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(';'), list.size());
    if (list.substr(0, end) == item) return true;
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return false;
}

// Calls take(key, value), with raw values, for each line of the group [Desktop Entry]. Does not
// copy, because hundreds of files are read before the first answer.
template <class Take>
void each_line(std::string_view text, Take take) {
  bool inside = false;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = trim(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty() || line.front() == '#') continue;
    if (line.front() == '[') {
      if (inside) return;
      inside = line == "[Desktop Entry]";
      continue;
    }
    const std::size_t equals = line.find('=');
    if (inside && equals != std::string_view::npos)
      take(trim(line.substr(0, equals)), trim(line.substr(equals + 1)));
  }
}

// Ways to match an entry. A window's class is stronger evidence than its instance.
using Key = std::string_view (*)(const DesktopEntry&);
std::string_view startup_key(const DesktopEntry& entry) { return entry.startup_class; }
std::string_view id_key(const DesktopEntry& entry) { return entry.id; }
std::string_view last_id_part(const DesktopEntry& entry) {
  return std::string_view(entry.id).substr(entry.id.rfind('.') + 1);
}
// Returns "" (no match) for an entry that starts one function of a program, such as `xfce4-panel
// --preferences`: its name is not the program's name.
std::string_view program_key(const DesktopEntry& entry) {
  const bool one_job = entry.with_options && (entry.settings || entry.hidden);
  return one_job ? std::string_view() : entry.executable;
}
std::string_view plain_program_key(const DesktopEntry& entry) {
  return entry.with_options || entry.hidden ? std::string_view() : entry.executable;
}

const DesktopEntry* find(const std::vector<DesktopEntry>& entries, const std::string& text,
                         Key key) {
  if (text.empty()) return nullptr;
  const DesktopEntry* hidden = nullptr;
  for (const DesktopEntry& entry : entries) {
    if (!same_letters(key(entry), text)) continue;
    if (!entry.hidden) return &entry;
    if (hidden == nullptr) hidden = &entry;
  }
  return hidden;
}

std::int64_t stamp_of(const std::string& folder) {
  struct stat status{};
  if (::stat(folder.c_str(), &status) != 0) return -1;
  return std::int64_t{status.st_mtim.tv_sec} * 1'000'000'000 + status.st_mtim.tv_nsec;
}

std::vector<fs::path> files_in(const std::string& folder, std::size_t most) {
  std::vector<fs::path> result;
  std::error_code error;
  fs::recursive_directory_iterator walker(folder, fs::directory_options::skip_permission_denied,
                                          error);
  std::size_t seen = 0;
  while (!error && walker != fs::recursive_directory_iterator() && ++seen <= 4 * kMaxFiles) {
    if (walker.depth() >= kMaxDepth) walker.disable_recursion_pending();
    if (walker->path().extension() == ".desktop" && result.size() < most)
      result.push_back(walker->path());
    walker.increment(error);
  }
  std::sort(result.begin(), result.end());
  return result;
}

}  // namespace

std::optional<DesktopEntry> parse_desktop_entry(const std::string& id, const std::string& text) {
  DesktopEntry entry;
  entry.id = id;
  std::string_view type;
  each_line(text, [&](std::string_view key, std::string_view value) {
    if (key == "Type") type = value;
    if (key == "Name") entry.name = unescape(value);
    if (key == "StartupWMClass") entry.startup_class = unescape(value);
    if (key == "Exec") read_command(unescape(value), entry);
    if (key == "Categories") entry.settings = holds(value, "Settings");
    if ((key == "NoDisplay" || key == "Hidden") && value == "true") entry.hidden = true;
  });
  if (type != "Application" || entry.name.empty()) return std::nullopt;
  return entry;
}

EntryNames parse_entry_names(const std::string& text) {
  EntryNames result;
  std::set<std::string> seen;
  std::set<std::string> seen_generic;
  const auto add = [](std::vector<std::string>& list, std::set<std::string>& known,
                      std::string name) {
    if (!name.empty() && known.insert(name).second) list.push_back(std::move(name));
  };
  each_line(text, [&](std::string_view key, std::string_view value) {
    const std::string_view plain = key.substr(0, key.find('['));
    if (plain == "Name" || plain == "X-GNOME-FullName") add(result.names, seen, unescape(value));
    if (plain == "GenericName") add(result.generic_names, seen_generic, unescape(value));
    if (key == "Categories" && holds(value, "TerminalEmulator"))
      add(result.generic_names, seen_generic, "Terminal");
  });
  return result;
}

DesktopEntries::DesktopEntries(std::vector<std::string> folders) : folders_(std::move(folders)) {}

std::vector<std::string> DesktopEntries::folders(
    const std::function<std::optional<std::string>(const std::string&)>& environment) {
  const std::string home = environment("HOME").value_or("");
  std::vector<std::string> result = {environment("XDG_DATA_HOME").value_or(home + "/.local/share")};
  std::istringstream list(environment("XDG_DATA_DIRS").value_or("/usr/local/share:/usr/share"));
  std::string folder;
  while (std::getline(list, folder, ':') && result.size() < 32) {
    if (!folder.empty()) result.push_back(folder);
  }
  for (std::string& entry : result) entry += "/applications";
  return result;
}

void DesktopEntries::refresh() {
  std::vector<std::int64_t> stamps;
  for (const std::string& folder : folders_) stamps.push_back(stamp_of(folder));
  if (stamps == stamps_) return;
  stamps_ = std::move(stamps);
  entries_.clear();
  names_.clear();
  std::set<std::string> seen;
  for (const std::string& folder : folders_) {
    for (const fs::path& file : files_in(folder, kMaxFiles - std::min(kMaxFiles, seen.size()))) {
      std::string id = file.lexically_relative(folder).replace_extension().string();
      std::replace(id.begin(), id.end(), '/', '-');
      if (!seen.insert(id).second) continue;
      const auto text = read_bounded(file.string(), kMaxBytes);
      if (!text) continue;
      auto entry = parse_desktop_entry(id, *text);
      if (!entry) continue;
      entry->path = file.string();
      entries_.push_back(std::move(*entry));
    }
  }
}

const DesktopEntry* DesktopEntries::match(const std::string& app_class,
                                          const std::string& app_instance,
                                          const std::string& executable) const {
  for (const Key key : {&startup_key, &id_key, &last_id_part}) {
    for (const std::string* text : {&app_class, &app_instance}) {
      if (const DesktopEntry* entry = find(entries_, *text, key)) return entry;
    }
  }
  for (const Key key : {&plain_program_key, &program_key, &id_key}) {
    if (const DesktopEntry* entry = find(entries_, executable, key)) return entry;
  }
  return nullptr;
}

const EntryNames& DesktopEntries::names(const DesktopEntry& entry) {
  const auto [place, fresh] = names_.try_emplace(entry.id);
  if (fresh) {
    if (const auto text = read_bounded(entry.path, kMaxBytes))
      place->second = parse_entry_names(*text);
  }
  return place->second;
}

}  // namespace native

#include "native/portal/helper/results.hpp"

#include "native/portal/refusal.hpp"

namespace native::portal {
namespace {

constexpr std::uint32_t kMonitor = 1;
constexpr std::size_t kMaxScreens = 64;
constexpr int kMaxPosition = 1 << 20;

// Reads a variant of two numbers.
std::optional<std::pair<int, int>> read_pair(sd_bus_message* message) {
  int first = 0, second = 0;
  if (::sd_bus_message_enter_container(message, 'v', "(ii)") <= 0) {
    check(::sd_bus_message_skip(message, "v"));
    return std::nullopt;
  }
  check(::sd_bus_message_read(message, "(ii)", &first, &second));
  check(::sd_bus_message_exit_container(message));
  const auto possible = [](int value) { return value >= -kMaxPosition && value <= kMaxPosition; };
  if (!possible(first) || !possible(second)) return std::nullopt;
  return std::pair(first, second);
}

// Calls `read` with each name of an a{sv} that comes next. It takes the variant, or returns false.
void read_entries(sd_bus_message* message, const std::function<bool(std::string_view)>& read) {
  check(::sd_bus_message_enter_container(message, 'a', "{sv}"));
  while (::sd_bus_message_enter_container(message, 'e', "sv") > 0) {
    const char* name = nullptr;
    check(::sd_bus_message_read(message, "s", &name));
    if (!read(name)) check(::sd_bus_message_skip(message, "v"));
    check(::sd_bus_message_exit_container(message));
  }
  check(::sd_bus_message_exit_container(message));
}

// Reads a variant that is a text; "" for any other.
std::string read_text(sd_bus_message* message) {
  char type = 0;
  const char* content = nullptr;
  check(::sd_bus_message_peek_type(message, &type, &content));
  const char* text = "";
  if (content != nullptr && (content == std::string_view("s") || content == std::string_view("o")))
    check(::sd_bus_message_read(message, "v", content, &text));
  else
    check(::sd_bus_message_skip(message, "v"));
  return text;
}

// Reads a variant that is a number; 0 for any other.
std::uint32_t read_count(sd_bus_message* message) {
  std::uint32_t value = 0;
  if (::sd_bus_message_enter_container(message, 'v', "u") <= 0) {
    check(::sd_bus_message_skip(message, "v"));
    return 0;
  }
  check(::sd_bus_message_read(message, "u", &value));
  check(::sd_bus_message_exit_container(message));
  return value;
}

std::vector<SharedScreen> read_screens(sd_bus_message* message) {
  std::vector<SharedScreen> screens;
  if (::sd_bus_message_enter_container(message, 'v', "a(ua{sv})") <= 0) throw Refusal("bad answer");
  check(::sd_bus_message_enter_container(message, 'a', "(ua{sv})"));
  while (::sd_bus_message_enter_container(message, 'r', "ua{sv}") > 0) {
    SharedScreen screen;
    std::uint32_t type = kMonitor;
    check(::sd_bus_message_read(message, "u", &screen.node));
    read_entries(message, [&](std::string_view name) {
      if (name == "position")
        screen.place = read_pair(message);
      else if (name == "size")
        screen.size = read_pair(message);
      else if (name == "mapping_id")
        screen.mapping = read_text(message);
      else if (name != "source_type")
        return false;
      else
        check(::sd_bus_message_read(message, "v", "u", &type));
      return true;
    });
    check(::sd_bus_message_exit_container(message));
    // Windows are found again by their titles, which may be another's.
    if (type == kMonitor && screens.size() < kMaxScreens) screens.push_back(screen);
  }
  check(::sd_bus_message_exit_container(message));
  check(::sd_bus_message_exit_container(message));
  return screens;
}

}  // namespace

void check(int code) {
  if (code < 0) throw Refusal("bad answer");
}

void add_number(sd_bus_message* message, const char* name, std::uint32_t value) {
  check(::sd_bus_message_append(message, "{sv}", name, "u", value));
}

void add_text(sd_bus_message* message, const char* name, const std::string& value) {
  check(::sd_bus_message_append(message, "{sv}", name, "s", value.c_str()));
}

Results read_results(sd_bus_message* message) {
  Results results;
  read_entries(message, [&](std::string_view name) {
    if (name == "streams")
      results.screens = read_screens(message);
    else if (name == "restore_token")
      results.token = read_text(message);
    else if (name == "session_handle")
      results.session = read_text(message);
    else if (name == "devices")
      results.devices = read_count(message);
    else
      return false;
    return true;
  });
  return results;
}

}  // namespace native::portal

#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "native/portal/helper/session_bus.hpp"

namespace native::portal {

// A monitor that the portal gives. What it does not tell is none.
struct SharedScreen {
  std::uint32_t node = 0;  // of PipeWire
  std::optional<std::pair<int, int>> place;
  std::optional<std::pair<int, int>> size;
  std::string mapping;  // how EIS names it; "": not told
};

// What a request of the portal may answer; the rest is passed over.
struct Results {
  std::string session;  // "": none was told, as with the others
  std::string token;
  std::uint32_t devices = 0;  // of RemoteDesktop, as bits
  std::vector<SharedScreen> screens;
};

// Reads the a{sv} that comes next. Throws a Refusal "bad answer".
Results read_results(sd_bus_message* message);

// These throw a Refusal "bad answer" when the message cannot hold more.
void check(int code);
void add_number(sd_bus_message* message, const char* name, std::uint32_t value);
void add_text(sd_bus_message* message, const char* name, const std::string& value);

}  // namespace native::portal

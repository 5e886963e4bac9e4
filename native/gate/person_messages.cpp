#include "native/gate/person_messages.hpp"

#include "runtime/core/value/plain_text.hpp"
#include "runtime/core/value/utf8.hpp"

namespace native {
namespace {

using runtime::Caller;

constexpr std::size_t kMaxName = 60;  // bytes
constexpr std::size_t kMaxTitle = 120;
constexpr std::size_t kMaxText = 600;

// Cuts at the end of a character. `text` is UTF-8.
std::string shortened(std::string text, std::size_t most) {
  if (text.size() <= most) return text;
  std::size_t end = 0;
  for (;;) {
    std::size_t bad = 0;
    const std::size_t size = runtime::character_size(std::string_view(text).substr(end), &bad);
    const std::size_t step = size > 0 ? size : bad;
    if (step == 0 || end + step > most) break;
    end += step;
  }
  return text.substr(0, end) + "…";
}

std::string quoted(const std::string& name) {
  return "\"" + shortened(runtime::plain_line(name), kMaxName) + "\"";
}

// Callers name themselves, so their names are told as such.
std::string who(const Caller& caller) {
  switch (caller.kind) {
    case Caller::Kind::kMcp:
      return caller.client.empty() ? "An AI client" : "The AI client " + quoted(caller.client);
    case Caller::Kind::kGuest:
      return caller.client.empty() ? "A script of an AI client"
                                   : "A script of the AI client " + quoted(caller.client);
    case Caller::Kind::kDaemon:
      return "The automation " + quoted(caller.name);
    case Caller::Kind::kScript:
      return "The script " + quoted(caller.name);
    case Caller::Kind::kCommandLine:
      return "The command " + quoted("peekaboo " + caller.name);
  }
  return "A program";
}

}  // namespace

Notification acting_message(const Caller& caller, const std::string& stop_keys) {
  const std::string stop =
      stop_keys.empty() ? "Run `peekaboo stop` to stop it." : "Press " + stop_keys + " to stop it.";
  return {"Peekaboo uses this desktop",
          who(caller) + " uses keyboard, pointer and windows. " + stop};
}

Notification plain_question(const Notification& question) {
  return {shortened(runtime::plain_line(question.title), kMaxTitle),
          shortened(runtime::plain_text(question.text), kMaxText)};
}

}  // namespace native

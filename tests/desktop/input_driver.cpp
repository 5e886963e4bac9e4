// Drives input and window control of the real backend for tests: one command a line, one answer a
// line. An answer is "ok", or the code of the error, how much was typed, and the message.
#include <csignal>
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string>

#include "native/desktop/desktop.hpp"
#include "native/x11/x11_desktop.hpp"

namespace {

volatile std::sig_atomic_t interrupted = 0;

// Undoes the escapes of a line: \n, \t, \e and \\.
std::string unescaped(const std::string& text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      result += text[i];
      continue;
    }
    const char next = text[++i];
    result += next == 'n' ? '\n' : next == 't' ? '\t' : next == 'e' ? '\x1b' : next;
  }
  return result;
}

native::Act act_of(std::istream& words) {
  native::Act act;
  int seconds = 0;
  words >> act.window >> seconds;
  act.whole_process = false;
  act.deadline = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
  act.check = [] {
    if (interrupted != 0) throw native::Error("INTERRUPTED", "signal");
  };
  return act;
}

void run(native::Desktop& desktop, std::istream& words) {
  std::string command;
  words >> command;
  const native::Act act = act_of(words);
  native::Input& input = desktop.input();
  native::Point place, to;
  int count = 0;
  if (command == "type") {
    std::string text;
    words.get();
    std::getline(words, text);
    input.type(unescaped(text), act);
  } else if (command == "press") {
    native::Hotkey key;
    words >> key.modifiers >> key.symbol >> count;
    input.press(key, count, act);
  } else if (command == "click") {
    int button = 0;
    words >> place.x >> place.y >> button >> count;
    input.click({place, static_cast<native::Button>(button), count}, act);
  } else if (command == "drag") {
    words >> place.x >> place.y >> to.x >> to.y;
    input.drag({place, to}, act);
  } else if (command == "scroll") {
    words >> place.x >> place.y >> count;
    input.scroll({place, 0, count}, act);
  } else if (command == "mend") {
    input.release_all(act.deadline);
  } else {
    throw native::Error("INVALID_ARGUMENT", "unknown command " + command);
  }
}

std::string answer(native::Desktop& desktop, const std::string& line) {
  try {
    std::istringstream words(line);
    run(desktop, words);
    return "ok";
  } catch (const native::Error& error) {
    std::string typed = "-";
    for (const auto& [name, fact] : error.details)
      if (name == "typed") typed = std::to_string(std::get<std::int64_t>(fact));
    return error.code + " " + typed + " " + error.message;
  }
}

}  // namespace

int main() {
  struct sigaction action{};
  action.sa_handler = [](int) { interrupted = 1; };
  sigaction(SIGTERM, &action, nullptr);
  const auto desktop = native::open_x11();
  std::string line;
  while (std::getline(std::cin, line)) std::cout << answer(*desktop, line) << std::endl;
}

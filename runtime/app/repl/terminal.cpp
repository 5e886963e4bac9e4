#include "runtime/app/repl/terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <string_view>

#include "runtime/app/host/module_loader.hpp"
#include "runtime/core/value/plain_text.hpp"

namespace runtime {

namespace {

constexpr const char* kModule = "peekaboo-terminal.so";

}  // namespace

std::unique_ptr<LineEditor> open_line_editor(const LineEditor::Settings& settings) {
  const auto open = reinterpret_cast<decltype(&peekaboo_line_editor)>(
      module_function(kModule, "peekaboo_line_editor"));
  std::unique_ptr<LineEditor> editor;
  open(&settings, &editor);
  return editor;
}

std::string draw_picture(const native::Frame& frame, const PictureLimits& limits) {
  const auto draw = reinterpret_cast<decltype(&peekaboo_draw_picture)>(
      module_function(kModule, "peekaboo_draw_picture"));
  std::string text;
  draw(&frame, &limits, &text);
  return text;
}

bool wants_colour() {
  const char* refused = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  const bool plain = !terminal || std::string_view(terminal) == "dumb";
  return isatty(1) && !plain && !(refused && *refused);
}

void write_plain(std::FILE* to, std::string_view text, bool colours) {
  const std::string plain = terminal_text(text, colours);
  std::fwrite(plain.data(), 1, plain.size(), to);
  std::fflush(to);
}

void write_printed(std::FILE* to, std::string_view text) {
  if (isatty(fileno(to))) return write_plain(to, text, true);
  std::fwrite(text.data(), 1, text.size(), to);
}

int terminal_columns() {
  winsize size{};
  if (ioctl(1, TIOCGWINSZ, &size) != 0) return 0;
  return size.ws_col > 0 ? size.ws_col : 80;
}

}  // namespace runtime

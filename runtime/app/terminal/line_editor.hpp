#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace runtime {

// Reads lines from the terminal, with editing, history and completion. Only its own thread uses the
// terminal; every function here returns at once. Driven by one thread.
class LineEditor {
 public:
  struct Settings {
    std::string history;         // a file, which need not exist; "" keeps none
    std::function<void()> wake;  // called on the editor's thread when there is something to take
  };
  struct Line {
    enum class How {
      kEntered,
      kInterrupted,
      kEnded
    };  // Return, Ctrl-C, Ctrl-D or a closed terminal
    How how;
    std::string text;
  };
  // Replacements for the last `replaced` bytes before the cursor.
  struct Candidates {
    std::size_t replaced = 0;
    std::vector<std::string> texts;
  };

  // Restores the terminal's settings.
  virtual ~LineEditor() = default;
  // Begins a line, which take_line() returns. One at a time.
  virtual void ask(std::string prompt) = 0;
  virtual std::optional<Line> take_line() = 0;
  // Adds a text of one or more lines to the history.
  virtual void remember(std::string text) = 0;
  // Prints whole lines, above the prompt if there is one. Drops output that exceeds the terminal's
  // speed, and notes that.
  virtual void print(std::string text) = 0;
  // Drops pending output.
  virtual void discard() = 0;
  // Returns the line up to the cursor when the user requests completion; answer() must follow
  // within a second or two.
  virtual std::optional<std::string> take_question() = 0;
  virtual void answer(Candidates candidates) = 0;
};

}  // namespace runtime

// Looked up by the program in the module.
extern "C" void peekaboo_line_editor(const runtime::LineEditor::Settings* settings,
                                     std::unique_ptr<runtime::LineEditor>* editor);

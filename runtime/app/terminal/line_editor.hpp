#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace runtime {

// Lines that a person types on the terminal, with editing, history and completion. Works on a
// thread of its own, which alone touches the terminal; every function here returns at once. Driven
// by one thread.
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
    };  // Return, Ctrl-C, Ctrl-D or a terminal that is gone
    How how;
    std::string text;
  };
  // What may stand in place of the last `replaced` bytes before the cursor.
  struct Candidates {
    std::size_t replaced = 0;
    std::vector<std::string> texts;
  };

  // Leaves the terminal as it was.
  virtual ~LineEditor() = default;
  // Begins a line; take_line() gives it. One at a time.
  virtual void ask(std::string prompt) = 0;
  virtual std::optional<Line> take_line() = 0;
  // Puts a text, of one line or several, into the history.
  virtual void remember(std::string text) = 0;
  // Prints whole lines, above the prompt when there is one. What is more than the terminal takes is
  // dropped, and said.
  virtual void print(std::string text) = 0;
  // Forgets what is not printed yet.
  virtual void discard() = 0;
  // The line up to the cursor, when the person wants it completed; answer() must follow within a
  // second or two.
  virtual std::optional<std::string> take_question() = 0;
  virtual void answer(Candidates candidates) = 0;
};

}  // namespace runtime

// What the program looks for in the module.
extern "C" void peekaboo_line_editor(const runtime::LineEditor::Settings* settings,
                                     std::unique_ptr<runtime::LineEditor>* editor);

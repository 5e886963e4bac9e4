#include "runtime/app/repl/repl.hpp"

#include <unistd.h>
#include <uv.h>

#include <cstdio>
#include <cstdlib>

#include "runtime/app/cli/commands.hpp"
#include "runtime/app/host/signals.hpp"
#include "runtime/app/host/stall_monitor.hpp"
#include "runtime/app/repl/repl_session.hpp"
#include "runtime/app/repl/terminal.hpp"
#include "runtime/core/io/line_reader.hpp"
#include "runtime/core/value/error_text.hpp"
#include "runtime/core/value/plain_text.hpp"

namespace runtime {

namespace {

constexpr std::size_t kLongestLine = 1u << 20;  // bytes; also of a multi-line text
// of a text: each new line is parsed together with all before it
constexpr std::size_t kMaxLines = 10000;
constexpr const char* kPrompt = "> ";
constexpr const char* kMore = ".. ";

// Returns $XDG_STATE_HOME/peekaboo/history or its default below the home folder; "" without one.
std::string history_path() {
  const char* state = std::getenv("XDG_STATE_HOME");
  if (state && *state == '/') return std::string(state) + "/peekaboo/history";
  const char* home = std::getenv("HOME");
  return home && *home == '/' ? std::string(home) + "/.local/state/peekaboo/history"
                              : std::string();
}

void write_text(std::FILE* to, const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), to);
  std::fflush(to);
}

Value start_options(bool interactive) {
  Value options;
  options.set("interactive", interactive).set("colour", interactive && wants_colour());
  return options;
}

// Collects lines until they are complete.
class Collected {
 public:
  // Throws Error "INVALID_ARGUMENT" when there are too many.
  void add(const std::string& line) {
    text_ += line + "\n";
    blank_ = line.find_first_not_of(" \t") == std::string::npos;
    if (text_.size() > kLongestLine || ++lines_ > kMaxLines)
      throw Error("INVALID_ARGUMENT", "too much Lua at once: more than a megabyte or 10000 lines",
                  "Put it into a file: `peekaboo run FILE`.");
  }
  bool empty() const { return lines_ == 0; }
  // Returns whether the last line cannot have completed those before it.
  bool goes_on() const { return blank_ && lines_ > 1; }
  const std::string& text() const { return text_; }
  std::string take() {
    lines_ = 0;
    return std::exchange(text_, {});
  }

 private:
  std::string text_;
  std::size_t lines_ = 0;
  bool blank_ = false;
};

// Wakes tasks of the loop from another thread; the handle outlives this object until libuv has
// closed it.
class EditorSignal {
 public:
  explicit EditorSignal(Loop& loop) : box_(new Box) {
    uv_async_init(loop.handle(), &box_->handle, [](uv_async_t* handle) {
      if (EditorSignal* signal = static_cast<Box*>(handle->data)->signal)
        signal->raised.notify_all();
    });
    box_->signal = this;
    box_->handle.data = box_;
  }
  ~EditorSignal() {
    box_->signal = nullptr;
    uv_close(reinterpret_cast<uv_handle_t*>(&box_->handle),
             [](uv_handle_t* handle) { delete static_cast<Box*>(handle->data); });
  }
  EditorSignal(const EditorSignal&) = delete;
  EditorSignal& operator=(const EditorSignal&) = delete;

  void ring() { uv_async_send(&box_->handle); }  // thread-safe

  Condition raised;

 private:
  struct Box {
    uv_async_t handle;
    EditorSignal* signal;
  };
  Box* box_;
};

LineEditor::Candidates candidates_of(const Value& answer) {
  LineEditor::Candidates candidates;
  if (const auto* replaced = answer["replaced"].as<std::int64_t>())
    candidates.replaced = static_cast<std::size_t>(*replaced);
  if (const Value::List* texts = answer["texts"].list())
    for (const Value& text : *texts)
      if (text.string()) candidates.texts.push_back(*text.string());
  return candidates;
}

// Answers the user's Tab key during the life of the prompt.
Task<void> answer_questions(LineEditor* editor, EditorSignal* signal, ReplSession* session) {
  for (;;) {
    if (const std::optional<std::string> question = editor->take_question()) {
      LineEditor::Candidates candidates;
      try {
        const Value answer = co_await session->complete(*question);
        candidates = candidates_of(answer);
      } catch (const Error&) {
        // Omits candidates that cannot be determined.
      }
      editor->answer(std::move(candidates));
    }
    co_await signal->raised.wait();
  }
}

Task<LineEditor::Line> next_line(LineEditor* editor, EditorSignal* signal, std::string prompt) {
  editor->ask(std::move(prompt));
  for (;;) {
    std::optional<LineEditor::Line> line = editor->take_line();
    if (line) co_return std::move(*line);
    co_await signal->raised.wait();
  }
}

Task<bool> needs_more(ReplSession* session, const Collected* lines) {
  if (lines->goes_on()) co_return true;
  const bool more = co_await session->incomplete(lines->text());
  co_return more;
}

// Stores a block as one text in the history, as typed.
void remember(LineEditor* editor, const std::string& text) {
  const std::size_t end = text.find_last_not_of(" \t\n");
  if (end != std::string::npos) editor->remember(text.substr(0, end + 1));
}

Task<void> converse(LineEditor* editor, EditorSignal* signal, ReplSession* session) {
  Collected lines;
  for (;;) {
    const std::string prompt = lines.empty() ? kPrompt : kMore;
    const LineEditor::Line line = co_await next_line(editor, signal, prompt);
    if (line.how == LineEditor::Line::How::kEnded) co_return;
    if (line.how == LineEditor::Line::How::kInterrupted) {
      remember(editor, lines.take());
      continue;
    }
    try {
      lines.add(line.text);
    } catch (const Error& error) {
      editor->print("Error: " + error_text(error) + "\n");
      lines.take();
      continue;
    }
    const bool more = co_await needs_more(session, &lines);
    if (more) continue;
    const int columns = terminal_columns();
    const std::string text = lines.take();
    remember(editor, text);
    const Evaluation* evaluation = co_await session->evaluate(text, columns);
    if (evaluation->cancelled()) editor->discard();
    if (!evaluation->text.empty()) editor->print(evaluation->text);
  }
}

Task<void> interact(Program* program, bool tracing) {
  const Context context = co_await current_context();
  EditorSignal signal(program->loop());
  LineEditor::Settings settings;
  settings.history = history_path();
  settings.wake = [&signal] { signal.ring(); };
  const std::unique_ptr<LineEditor> editor = open_line_editor(settings);
  const auto above_prompt = [&editor](std::string_view line) {
    editor->print(std::string(line) + "\n");
  };
  program->state().set_print(
      [&editor](std::string_view line) { editor->print(terminal_text(line, true) + "\n"); });
  if (tracing) program->state().set_trace(above_prompt);
  program->state().set_failure_output(
      [&editor](std::string_view text) { editor->print(std::string(text)); });
  StallMonitor::Settings holds;
  holds.say = [&editor](const std::string& text) { editor->print(text); };
  holds.asked = &Interrupts::unheeded;
  const StallMonitor report(program->loop(), program->state(), holds);
  ReplSession session(*program, context,
                      [&editor](const std::string& text) { editor->print(text); });
  const Interrupts interrupts([&] {
    // The interrupt may have ended the line already; what is to be printed then tells so.
    if (session.is_running()) editor->discard();
    session.cancel_line();
  });
  Nursery beside(context);
  std::exception_ptr failure;
  try {
    const Value options = start_options(true);
    const std::string greeting = co_await session.open(options);
    editor->print(greeting);
    beside.start(answer_questions(editor.get(), &signal, &session));
    co_await converse(editor.get(), &signal, &session);
  } catch (const std::exception&) {
    failure = std::current_exception();
  }
  beside.cancel();
  try {
    co_await beside.join();
  } catch (const Cancelled&) {
  }
  const std::string unclosed = co_await session.close();
  editor->print(unclosed);
  program->state().set_print(nullptr);
  program->state().set_failure_output(
      [](std::string_view text) { write_text(stderr, std::string(text)); });
  if (tracing) program->state().set_trace(nullptr);
  if (failure) std::rethrow_exception(failure);
}

// Runs one text after another until one fails; returns the failure's code.
Task<std::string> pour(LineReader* input, ReplSession* session) {
  Collected lines;
  for (;;) {
    const std::optional<LineReader::Line> line = co_await input->next();
    if (line) {
      lines.add(line->too_long ? std::string(kLongestLine, ' ') : line->text);
      const bool more = co_await needs_more(session, &lines);
      if (more) continue;
    }
    if (!lines.empty()) {
      const std::string text = lines.take();
      const Evaluation* evaluation = co_await session->evaluate(text, 0);
      write_text(evaluation->failed ? stderr : stdout, evaluation->text);
      if (evaluation->failed) co_return evaluation->code;
    }
    if (!line) co_return std::string();
  }
}

Task<int> filter(Program* program) {
  const Context context = co_await current_context();
  bool failed_later = false;
  StallMonitor::Settings holds;
  holds.say = [](const std::string& text) { write_text(stderr, text); };
  const StallMonitor report(program->loop(), program->state(), holds);
  ReplSession session(*program, context, [&](const std::string& text) {
    failed_later = true;
    write_text(stderr, text);
  });
  const Value options = start_options(false);
  co_await session.open(options);
  std::string code;
  std::exception_ptr failure;
  try {
    ReadStream stream(program->loop(), dup(0));
    LineReader lines(stream, kLongestLine);
    code = co_await pour(&lines, &session);
    if (code.empty()) co_await session.finish();
    if (code.empty()) fail_for_triggers(*program);
  } catch (const std::exception&) {
    failure = std::current_exception();
  }
  const std::string unclosed = co_await session.close();
  write_text(stderr, unclosed);
  if (!unclosed.empty()) failed_later = true;
  if (failure) std::rethrow_exception(failure);
  if (code.empty() && failed_later) code = "SCRIPT_ERROR";
  if (code.empty()) co_return 0;
  const int status = co_await status_of(program, code);
  co_return status;
}

}  // namespace

Task<int> repl_command(Program* program, CommandLine line) {
  if (!isatty(0) || !isatty(1)) {
    const int status = co_await filter(program);
    co_return status;
  }
  co_await interact(program, line.trace);
  co_return 0;
}

}  // namespace runtime

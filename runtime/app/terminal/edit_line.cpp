#include <fcntl.h>
#include <histedit.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cwchar>
#include <thread>
#include <utility>

#include "runtime/app/terminal/completion_list.hpp"
#include "runtime/app/terminal/editor_queue.hpp"
#include "runtime/app/terminal/history.hpp"
#include "runtime/app/terminal/line_editor.hpp"
#include "runtime/core/async/quiet_threads.hpp"

// libedit on a separate thread. Output during input is delivered as a key of our own: its command
// makes libedit clear the line, and the output is printed before the prompt is redrawn.
namespace runtime {

namespace {

constexpr char kEnd = 4;                              // Ctrl-D
constexpr wchar_t kInterrupt = 3;                     // Ctrl-C
constexpr wchar_t kAbove = 30;                        // our own key, Ctrl-^
constexpr std::chrono::milliseconds kPatience(2500);  // for candidates
constexpr const char* kIndentation = "  ";

int terminal_width() {
  winsize size{};
  return ioctl(1, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

class TerminalEditor final : public LineEditor {
 public:
  explicit TerminalEditor(const Settings& settings)
      : tell_(settings.wake), history_file_(settings.history) {
    const QuietThreads quiet;
    thread_ = std::thread([this] { work(); });
  }
  ~TerminalEditor() override {
    mail_.stop();
    thread_.join();
  }

  void ask(std::string prompt) override { mail_.ask(std::move(prompt)); }
  std::optional<Line> take_line() override { return mail_.take_line(); }
  void remember(std::string text) override { mail_.remember(std::move(text)); }
  void print(std::string text) override { mail_.print(text); }
  void discard() override { mail_.discard(); }
  std::optional<std::string> take_question() override { return mail_.take_question(); }
  void answer(Candidates candidates) override { mail_.answer(std::move(candidates)); }

 private:
  static TerminalEditor& self(EditLine* edit) {
    void* data = nullptr;
    el_get(edit, EL_CLIENTDATA, &data);
    return *static_cast<TerminalEditor*>(data);
  }

  // Everything below is for the editor's thread only.

  void work();
  void set_up();
  void bind_keys();
  void read_line();
  void write_output();
  void write_history();
  int next_character(wchar_t* character);
  bool wait_for_input();
  void follow_size();
  unsigned char complete();
  std::optional<Candidates> candidates_for(const std::string& text);
  unsigned char suspend();

  const std::function<void()> tell_;
  const HistoryFile history_file_;
  EditorQueue mail_;
  std::thread thread_;

  EditLine* edit_ = nullptr;
  ::History* history_ = nullptr;
  std::FILE* out_ = nullptr;
  std::string prompt_;
  std::string above_;  // printed before the prompt is next drawn
  bool interrupted_ = false;
  bool typed_ahead_ = false;  // input typed before the line was requested is still unread
  int width_ = 0;
  std::mbstate_t half_{};  // of a UTF-8 character
};

// Sets the user's locale, UTF-8 by default, for this thread only.
class ThreadLocale {
 public:
  ThreadLocale() {
    for (const char* name : {"", "C.UTF-8"})
      if (MB_CUR_MAX == 1) use(newlocale(LC_CTYPE_MASK, name, nullptr));
  }
  ~ThreadLocale() { use(nullptr); }
  ThreadLocale(const ThreadLocale&) = delete;
  ThreadLocale& operator=(const ThreadLocale&) = delete;

 private:
  void use(locale_t locale) {
    uselocale(locale ? locale : LC_GLOBAL_LOCALE);
    if (const locale_t before = std::exchange(mine_, locale)) freelocale(before);
  }
  locale_t mine_ = nullptr;
};

void TerminalEditor::work() {
  const ThreadLocale locale;
  set_up();
  for (;;) {
    const bool stopping = mail_.stopping();
    write_output();
    write_history();
    if (stopping) break;
    if (std::optional<std::string> prompt = mail_.take_asked()) {
      write_output();  // output from before the line was requested
      prompt_ = std::move(*prompt);
      read_line();
      continue;
    }
    pollfd watched{mail_.descriptor(), POLLIN, 0};
    poll(&watched, 1, -1);
    mail_.heard();
  }
  el_end(edit_);
  history_end(history_);
  std::fclose(out_);
}

void TerminalEditor::set_up() {
  out_ = fdopen(dup(1), "w");
  edit_ = el_init_fd("peekaboo", stdin, out_, out_, 0, 1, 1);
  el_set(edit_, EL_CLIENTDATA, this);
  el_set(edit_, EL_SIGNAL, 0);
  el_set(edit_, EL_EDITOR, "emacs");
  el_set(
      edit_, EL_PROMPT, +[](EditLine* edit) -> char* {
        TerminalEditor& editor = self(edit);
        if (!editor.above_.empty()) {
          std::fwrite(editor.above_.data(), 1, editor.above_.size(), editor.out_);
          editor.above_.clear();
        }
        return editor.prompt_.data();
      });
  el_set(
      edit_, EL_GETCFN,
      +[](EditLine* edit, wchar_t* character) { return self(edit).next_character(character); });
  history_ = history_init();
  HistEvent event;
  history(history_, &event, H_SETSIZE, static_cast<int>(2 * HistoryFile::kKept));
  history(history_, &event, H_SETUNIQUE, 1);
  el_set(edit_, EL_HIST, history, history_);
  for (const std::string& text : history_file_.load())
    history(history_, &event, H_ENTER, text.c_str());
  el_source(edit_, nullptr);
  bind_keys();
  width_ = terminal_width();
}

void TerminalEditor::bind_keys() {
  el_set(
      edit_, EL_ADDFN, "peekaboo-above", "Print above the prompt",
      +[](EditLine* edit, int) -> unsigned char {
        TerminalEditor& editor = self(edit);
        editor.above_ += editor.mail_.take_output();
        return CC_REDISPLAY;
      });
  el_set(
      edit_, EL_ADDFN, "peekaboo-complete", "Complete the word",
      +[](EditLine* edit, int) -> unsigned char { return self(edit).complete(); });
  el_set(
      edit_, EL_ADDFN, "peekaboo-suspend", "Stop the program until it is continued",
      +[](EditLine* edit, int) -> unsigned char { return self(edit).suspend(); });
  constexpr const char* kKeys[][2] = {
      {"^^", "peekaboo-above"},     {"\t", "peekaboo-complete"},  {"^Z", "peekaboo-suspend"},
      {"^R", "em-inc-search-prev"}, {"^L", "ed-clear-screen"},    {"\\e[H", "ed-move-to-beg"},
      {"\\e[F", "ed-move-to-end"},  {"\\e[1~", "ed-move-to-beg"}, {"\\e[4~", "ed-move-to-end"},
      {"\\eOH", "ed-move-to-beg"},  {"\\eOF", "ed-move-to-end"},  {"\\e[3~", "ed-delete-next-char"},
      {"\\e[1;5C", "em-next-word"}, {"\\e[1;5D", "ed-prev-word"},
  };
  for (const auto& [key, command] : kKeys) el_set(edit_, EL_BIND, key, command, nullptr);
  // Treats keys that would send signals as ordinary keys while a line is typed.
  el_set(edit_, EL_SETTY, "-d", "-isig", nullptr);
}

void TerminalEditor::read_line() {
  int count = 0;
  interrupted_ = false;
  half_ = std::mbstate_t{};
  el_set(edit_, EL_PREP_TERM,
         1);  // libedit would show the prompt first and lose a Ctrl-D in between
  pollfd terminal{0, POLLIN, 0};
  typed_ahead_ = poll(&terminal, 1, 0) > 0;
  const char* typed = el_gets(edit_, &count);
  if (mail_.stopping()) {
    std::fputc('\n', out_);
    std::fflush(out_);
    return;
  }
  Line line{Line::How::kEnded, {}};
  if (interrupted_) {
    line.how = Line::How::kInterrupted;
  } else if (typed && count > 0 && typed[count - 1] == '\n') {
    line = Line{Line::How::kEntered, std::string(typed, static_cast<std::size_t>(count - 1))};
  } else {
    std::fputc('\n', out_);
    std::fflush(out_);
  }
  mail_.put_line(std::move(line));
  tell_();
}

void TerminalEditor::write_output() {
  const std::string text = mail_.take_output();
  std::fwrite(text.data(), 1, text.size(), out_);
  std::fflush(out_);
}

void TerminalEditor::write_history() {
  for (const std::string& text : mail_.take_remembered()) {
    HistEvent event;
    history(history_, &event, H_ENTER, text.c_str());
    history_file_.add(text);
  }
}

void TerminalEditor::follow_size() {
  const int width = terminal_width();
  if (width == width_) return;
  width_ = width;
  el_resize(edit_);
}

// Returns false at the end of the input.
bool TerminalEditor::wait_for_input() {
  pollfd watched[] = {{0, POLLIN, 0}, {mail_.descriptor(), POLLIN, 0}};
  if (poll(watched, 2, -1) < 0) return errno == EINTR;
  if (watched[1].revents != 0) mail_.heard();
  return true;
}

int TerminalEditor::next_character(wchar_t* character) {
  for (;;) {
    if (mail_.stopping()) return 0;
    if (mail_.has_output()) {
      *character = kAbove;
      return 1;
    }
    pollfd terminal{0, POLLIN, 0};
    if (poll(&terminal, 1, 0) <= 0) {
      if (!wait_for_input()) return -1;
      continue;
    }
    char byte = 0;
    const ssize_t got = read(0, &byte, 1);
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (got <= 0) return 0;
    if (std::exchange(typed_ahead_, false) && byte == 0)
      byte = kEnd;  // the terminal stores a Ctrl-D typed ahead as 0
    follow_size();
    const std::size_t used = std::mbrtowc(character, &byte, 1, &half_);
    if (used == static_cast<std::size_t>(-2)) continue;
    if (used == static_cast<std::size_t>(-1)) {
      half_ = std::mbstate_t{};
      continue;
    }
    if (*character == kInterrupt) {
      interrupted_ = true;
      *character = L'\n';
    }
    return 1;
  }
}

std::optional<LineEditor::Candidates> TerminalEditor::candidates_for(const std::string& text) {
  mail_.put_question(text);
  tell_();
  const auto end = std::chrono::steady_clock::now() + kPatience;
  for (;;) {
    if (mail_.stopping()) return std::nullopt;
    if (std::optional<Candidates> found = mail_.take_answer()) return found;
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        end - std::chrono::steady_clock::now());
    if (left.count() <= 0) return std::nullopt;
    pollfd watched{mail_.descriptor(), POLLIN, 0};
    poll(&watched, 1, static_cast<int>(left.count()));
    mail_.heard();
  }
}

unsigned char TerminalEditor::complete() {
  const LineInfo* line = el_line(edit_);
  const std::string text(line->buffer, line->cursor);
  if (text.find_first_not_of(" \t") == std::string::npos) {
    el_insertstr(edit_, kIndentation);
    return CC_REFRESH;
  }
  const std::optional<Candidates> found = candidates_for(text);
  if (!found || found->texts.empty() || found->replaced > text.size()) return CC_ERROR;
  const std::string typed = text.substr(text.size() - found->replaced);
  const std::string common = common_beginning(found->texts);
  if (common.size() >= typed.size() && common != typed) {
    el_deletestr(edit_, static_cast<int>(character_count(typed)));
    el_insertstr(edit_, common.c_str());
    return CC_REFRESH;
  }
  if (found->texts.size() < 2) return CC_NORM;
  above_ += prompt_ + text + "\n" + in_columns(found->texts, width_);
  return CC_REDISPLAY;
}

unsigned char TerminalEditor::suspend() {
  el_set(edit_, EL_PREP_TERM, 0);
  raise(SIGSTOP);  // the only stop signal that this thread cannot block: stops all threads here
  el_set(edit_, EL_PREP_TERM, 1);
  return CC_REDISPLAY;
}

}  // namespace

}  // namespace runtime

extern "C" __attribute__((visibility("default"))) void peekaboo_line_editor(
    const runtime::LineEditor::Settings* settings, std::unique_ptr<runtime::LineEditor>* editor) {
  *editor = std::make_unique<runtime::TerminalEditor>(*settings);
}

#pragma once

#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "runtime/app/terminal/line_editor.hpp"

namespace runtime {

// A queue between the loop and the editor's thread. Every function is thread-safe and returns at
// once; entries from the loop wake the descriptor that the editor polls.
class EditorQueue {
 public:
  EditorQueue();
  ~EditorQueue();
  EditorQueue(const EditorQueue&) = delete;
  EditorQueue& operator=(const EditorQueue&) = delete;

  // Returns a descriptor that is readable after the loop has added an entry, until heard() resets
  // it.
  int descriptor() const { return wake_; }
  void heard() const;

  void stop();
  bool stopping();

  void ask(std::string prompt);
  std::optional<std::string> take_asked() { return take(asked_); }
  void put_line(LineEditor::Line line) { put(line_, std::move(line)); }
  std::optional<LineEditor::Line> take_line() { return take(line_); }

  void remember(std::string text);
  std::vector<std::string> take_remembered();

  void print(const std::string& text);
  bool has_output();
  // Returns all output to be printed, and how much was dropped.
  std::string take_output();
  void discard();

  void put_question(std::string text);
  std::optional<std::string> take_question() { return take(question_); }
  void answer(LineEditor::Candidates candidates);
  std::optional<LineEditor::Candidates> take_answer() { return take(answer_); }

 private:
  template <class T>
  std::optional<T> take(std::optional<T>& from) {
    const std::lock_guard lock(mutex_);
    return std::exchange(from, std::nullopt);
  }
  template <class T>
  void put(std::optional<T>& to, T value) {
    const std::lock_guard lock(mutex_);
    to = std::move(value);
  }
  void wake() const;

  const int wake_;
  std::mutex mutex_;
  bool stopping_ = false;
  std::optional<std::string> asked_;
  std::optional<LineEditor::Line> line_;
  std::vector<std::string> remembered_;
  std::string output_;
  std::size_t dropped_ = 0;
  std::optional<std::string> question_;
  std::optional<LineEditor::Candidates> answer_;
};

}  // namespace runtime

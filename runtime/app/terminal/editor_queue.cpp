#include "runtime/app/terminal/editor_queue.hpp"

#include <sys/eventfd.h>
#include <unistd.h>

#include <cstdint>

namespace runtime {

namespace {

constexpr std::size_t kMaxOutput = 16u << 20;

}  // namespace

EditorQueue::EditorQueue() : wake_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}

EditorQueue::~EditorQueue() { close(wake_); }

void EditorQueue::wake() const {
  const std::uint64_t one = 1;
  [[maybe_unused]] const ssize_t written =
      write(wake_, &one, sizeof one);  // a full counter wakes as well
}

void EditorQueue::heard() const {
  std::uint64_t count = 0;
  [[maybe_unused]] const ssize_t got = read(wake_, &count, sizeof count);
}

void EditorQueue::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  wake();
}

bool EditorQueue::stopping() {
  const std::lock_guard lock(mutex_);
  return stopping_;
}

void EditorQueue::ask(std::string prompt) {
  put(asked_, std::move(prompt));
  wake();
}

void EditorQueue::remember(std::string text) {
  {
    const std::lock_guard lock(mutex_);
    remembered_.push_back(std::move(text));
  }
  wake();
}

std::vector<std::string> EditorQueue::take_remembered() {
  const std::lock_guard lock(mutex_);
  return std::exchange(remembered_, {});
}

void EditorQueue::print(const std::string& text) {
  {
    const std::lock_guard lock(mutex_);
    if (output_.size() + text.size() > kMaxOutput)
      dropped_ += text.size();
    else
      output_ += text;
  }
  wake();
}

bool EditorQueue::has_output() {
  const std::lock_guard lock(mutex_);
  return !output_.empty();
}

std::string EditorQueue::take_output() {
  const std::lock_guard lock(mutex_);
  std::string text = std::exchange(output_, {});
  if (const std::size_t lost = std::exchange(dropped_, 0); lost > 0)
    text += "(" + std::to_string(lost) + " bytes exceeded the terminal's speed and were omitted)\n";
  return text;
}

void EditorQueue::discard() {
  const std::lock_guard lock(mutex_);
  output_.clear();
  dropped_ = 0;
}

void EditorQueue::put_question(std::string text) {
  const std::lock_guard lock(mutex_);
  question_ = std::move(text);
  answer_.reset();
}

void EditorQueue::answer(LineEditor::Candidates candidates) {
  put(answer_, std::move(candidates));
  wake();
}

}  // namespace runtime

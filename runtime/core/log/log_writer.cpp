#include "runtime/core/log/log_writer.hpp"

#include <unistd.h>

#include <utility>

namespace runtime::log {

namespace {

constexpr std::chrono::milliseconds kStatusPatience(500);

}  // namespace

Writer::Writer(const Settings& settings)
    : wanted_(settings.file), to_stderr_(settings.to_stderr), thread_([this] { run(); }) {}

Writer::~Writer() {
  {
    const std::lock_guard lock(guard_);
    ending_ = urgent_ = true;
  }
  wake_.notify_one();
  thread_.join();
}

void Writer::add(std::string_view line) {
  const std::lock_guard lock(guard_);
  if (waiting_.size() + line.size() > kMaxWaiting) return;
  const bool first = waiting_.empty();
  waiting_ += line;
  if (first) wake_.notify_one();
}

Status Writer::status() {
  std::unique_lock lock(guard_);
  urgent_ = true;
  wake_.notify_one();
  if (opened_.wait_for(lock, kStatusPatience, [this] { return is_open_; })) return status_;
  const std::string file = wanted_.empty() ? default_log_file() : wanted_;
  return Status{file, false, file + ": disk not responding"};
}

void Writer::run() {
  std::unique_lock lock(guard_);
  while (!ending_ || !waiting_.empty()) {
    wake_.wait(lock, [this] { return urgent_ || !waiting_.empty(); });
    wake_.wait_for(lock, kGather, [this] { return urgent_; });
    urgent_ = ending_;
    const std::string lines = std::exchange(waiting_, std::string());
    lock.unlock();
    if (!file_) open();
    write(lines);
    lock.lock();
  }
}

void Writer::open() {
  auto file = std::make_unique<LogFile>(wanted_);
  const std::lock_guard lock(guard_);
  status_ = Status{file->path(), file->writable(), file->problem()};
  is_open_ = true;
  file_ = std::move(file);
  opened_.notify_all();
}

void Writer::write(const std::string& lines) {
  if (lines.empty()) return;
  file_->append(lines);
  if (!to_stderr_) return;
  const ssize_t ignored = ::write(2, lines.data(), lines.size());
  static_cast<void>(ignored);
}

}  // namespace runtime::log

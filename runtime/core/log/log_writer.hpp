#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include "runtime/core/log/log.hpp"
#include "runtime/core/log/log_file.hpp"

namespace runtime::log {

// Writes lines to the file on its own thread, which opens it at the first line, so that a disk that
// hangs blocks no other thread. Batches lines that come in quick succession, so that a busy program
// is not woken for each.
class Writer {
 public:
  // How long a line waits to be batched with others, and how many bytes may wait for a disk; lines
  // beyond that are dropped.
  static constexpr std::chrono::milliseconds kGather{5};
  static constexpr std::size_t kMaxWaiting = 1 << 20;

  explicit Writer(const Settings& settings);
  // Waits until everything is written, without a time limit.
  ~Writer();
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  // Queues a line, which must end with its newline. Thread-safe.
  void add(std::string_view line);
  // Opens the file if necessary.
  Status status();

 private:
  void run();
  void open();
  void write(const std::string& lines);

  const std::string wanted_;
  const bool to_stderr_;
  std::unique_ptr<LogFile> file_;  // used only by the thread

  std::mutex guard_;
  std::condition_variable wake_;    // there are lines, or a request is urgent
  std::condition_variable opened_;  // status_ is known
  std::string waiting_;
  bool urgent_ = false;
  bool ending_ = false;
  bool is_open_ = false;
  Status status_;
  std::thread thread_;
};

}  // namespace runtime::log

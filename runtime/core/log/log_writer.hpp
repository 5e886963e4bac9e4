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

// Brings lines to the file on a thread of its own, which opens it at the first line: a disk that
// hangs holds nobody else up. Lines that come in quick succession are written together, so that a
// busy program is not woken for each.
class Writer {
 public:
  // How long a line waits for company, and how many bytes wait for a disk; lines beyond that are
  // dropped.
  static constexpr std::chrono::milliseconds kGather{5};
  static constexpr std::size_t kMaxWaiting = 1 << 20;

  explicit Writer(const Settings& settings);
  // Waits until everything is written, however long that takes.
  ~Writer();
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  // A whole line with its newline. From any thread.
  void add(std::string_view line);
  // Opens the file if need be.
  Status status();

 private:
  void run();
  void open();
  void write(const std::string& lines);

  const std::string wanted_;
  const bool to_stderr_;
  std::unique_ptr<LogFile> file_;  // the thread's own

  std::mutex guard_;
  std::condition_variable wake_;    // there are lines, or something is urgent
  std::condition_variable opened_;  // status_ is known
  std::string waiting_;
  bool urgent_ = false;
  bool ending_ = false;
  bool is_open_ = false;
  Status status_;
  std::thread thread_;
};

}  // namespace runtime::log

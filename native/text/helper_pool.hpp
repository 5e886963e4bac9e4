#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "native/desktop/error.hpp"
#include "native/desktop/records.hpp"

namespace native {

class HelperProcess;

// Processes of peekaboo-ocr. They are started as they are needed, kept, replaced after a crash, and
// ended when idle. Thread safe; calls queue in the order of arrival.
class HelperPool {
 public:
  struct Settings {
    // The path of the program; "": beside our executable, then libexec/peekaboo/ next to our
    // executable's folder.
    std::string helper;
    std::size_t most = 0;  // processes; 0: as many as processors, at most 4
    std::chrono::milliseconds idle = std::chrono::seconds(60);  // how long an idle one is kept
  };
  HelperPool() : HelperPool(Settings()) {}
  explicit HelperPool(Settings settings);
  ~HelperPool();
  HelperPool(const HelperPool&) = delete;
  HelperPool& operator=(const HelperPool&) = delete;

  // Takes a line of an answer. Returns false for one that makes no sense, which ends the helper.
  using Take = std::function<bool(std::string_view line)>;
  // Sends a request (see protocol.hpp) with a descriptor (-1: none) to one helper and hands over
  // the lines between "begin" and "end". "UNSUPPORTED" when the helper or the language is missing,
  // "TIMEOUT" past the deadline, which includes waiting for other calls (ends the helper),
  // "INTERNAL_ERROR" when it crashed or answered nonsense, "INVALID_ARGUMENT" when it refused the
  // size of a picture.
  void ask(const std::string& request, int descriptor, const std::string& language,
           Deadline deadline, const Take& take);

  // Returns the path of the helper, or "" when it is missing. Starts nothing.
  std::string helper_path() const;
  // Returns how many helpers may work at the same time.
  std::size_t most() const { return settings_.most; }

 private:
  using Clock = std::chrono::steady_clock;
  struct Helper {
    std::string language;  // it cannot open the files of another one
    std::unique_ptr<HelperProcess> process;
    Clock::time_point idle_since;
  };
  class Lease;

  Helper take(const std::string& language, Deadline deadline);
  void give_back(Helper helper);
  void start(Helper& helper) const;
  bool begin(Helper& helper, const std::string& request, int descriptor, Deadline deadline) const;
  void end_idle();

  const Settings settings_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::uint64_t> tickets_;  // of waiting calls, in the order of arrival
  std::uint64_t next_ticket_ = 0;
  std::size_t lent_ = 0;
  std::vector<Helper> idle_;  // the longest idle one first
  bool closing_ = false;
  std::thread ending_;  // ends idle helpers
};

}  // namespace native

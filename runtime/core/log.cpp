#include "runtime/core/log.hpp"

#include <spdlog/async.h>
#include <spdlog/async_logger.h>
#include <spdlog/sinks/base_sink.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <chrono>
#include <condition_variable>
#include <future>
#include <memory>
#include <mutex>
#include <thread>

#include "runtime/core/log_file.hpp"
#include "runtime/core/quiet_threads.hpp"

namespace runtime::log {

namespace {

constexpr std::array<const char*, 6> kNames = {"trace", "debug", "info", "warn", "error", "fatal"};
constexpr std::size_t kQueue = 4096;
constexpr std::chrono::seconds kFlushPatience(1);
constexpr std::chrono::milliseconds kStatusPatience(500);
constexpr std::size_t kShortestSecret = 8;
constexpr std::string_view kMask = "***";

std::string lower(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return result;
}

// Appends JSON string content. Bytes that are not ASCII pass: titles were made valid UTF-8 where they came in.
void append_quoted(std::string& out, std::string_view text) {
  static constexpr char kHex[] = "0123456789abcdef";
  out += '"';
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (byte < 0x20) {
      out += "\\u00";
      out += kHex[byte >> 4];
      out += kHex[byte & 15];
    } else {
      out += c;
    }
  }
  out += '"';
}

bool is_secret(std::string_view name) {
  const std::string low = lower(name);
  for (const char* word : {"key", "token", "secret", "password", "authorization", "cookie"})
    if (low.find(word) != std::string::npos) return true;
  return false;
}

bool is_key_character(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_'; }

// Masks what looks like a key of the usual services ("sk-..."), whoever's it is.
void mask_keys(std::string& text) {
  constexpr std::string_view kStart = "sk-";
  for (std::size_t at = text.find(kStart); at != std::string::npos; at = text.find(kStart, at + 1)) {
    std::size_t end = at + kStart.size();
    while (end < text.size() && is_key_character(text[end])) ++end;
    const bool inside_word = at > 0 && is_key_character(text[at - 1]);
    if (!inside_word && end - at >= 2 * kShortestSecret) text.replace(at, end - at, kMask);
  }
}

void mask_secrets(std::string& text, const std::vector<std::string>& secrets) {
  for (const std::string& secret : secrets) {
    if (secret.size() < kShortestSecret) continue;
    for (std::size_t at = text.find(secret); at != std::string::npos; at = text.find(secret, at))
      text.replace(at, secret.size(), kMask);
  }
  mask_keys(text);
}

void append_value(std::string& out, const Value& value, int depth) {
  if (const auto* text = value.string()) return append_quoted(out, *text);
  if (const auto* flag = value.as<bool>()) return void(out += *flag ? "true" : "false");
  if (const auto* whole = value.as<std::int64_t>()) return void(out += std::to_string(*whole));
  if (const auto* number = value.as<double>())
    return void(out += std::isfinite(*number) ? std::to_string(*number) : "null");
  const Value::List* items = value.list();
  const Value::Record* members = value.record();
  if ((!items && !members) || depth > 8) return void(out += "null");
  out += items ? '[' : '{';
  bool first = true;
  const auto comma = [&] {
    if (!std::exchange(first, false)) out += ',';
  };
  if (items)
    for (const Value& item : *items) comma(), append_value(out, item, depth + 1);
  if (members)
    for (const auto& [name, member] : *members) {
      comma();
      append_quoted(out, name);
      out += ':';
      if (is_secret(name))
        out += "\"***\"";
      else
        append_value(out, member, depth + 1);
    }
  out += items ? ']' : '}';
}

std::string line(Level level, std::string_view message, const Value& fields) {
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  std::string out = "{\"level\":\"";
  out += kNames[static_cast<std::size_t>(level)];
  out += "\",\"time\":" + std::to_string(now.tv_sec * 1000 + now.tv_nsec / 1000000);
  out += ",\"pid\":" + std::to_string(getpid()) + ",\"msg\":";
  append_quoted(out, message);
  if (const Value::Record* members = fields.record(); members && !members->empty()) {
    std::string extra;
    append_value(extra, fields, 0);
    out += ',';
    out.append(extra, 1, extra.size() - 2);
  }
  out += "}\n";
  return out;
}

// Opens the file at the first line, on the thread that writes: a disk that hangs holds nobody else up.
class Sink : public spdlog::sinks::base_sink<std::mutex> {
 public:
  explicit Sink(const Settings& settings) : wanted_(settings.file), to_stderr_(settings.to_stderr) {}

  Status status() {
    std::unique_lock lock(opened_guard_);
    const bool opened = opened_.wait_for(lock, kStatusPatience, [this] { return is_open_; });
    if (opened) return status_;
    const std::string file = wanted_.empty() ? default_log_file() : wanted_;
    return Status{file, false, file + ": the disk does not answer"};
  }

 protected:
  void sink_it_(const spdlog::details::log_msg& message) override {
    if (!file_) open();
    const std::string_view text(message.payload.data(), message.payload.size());
    if (text.empty()) return;  // somebody wants to know the status
    file_->append(text);
    if (!to_stderr_) return;
    const ssize_t ignored = ::write(2, text.data(), text.size());
    static_cast<void>(ignored);
  }
  void flush_() override {}

 private:
  void open() {
    file_ = std::make_unique<LogFile>(wanted_);
    const std::lock_guard lock(opened_guard_);
    status_ = Status{file_->path(), file_->writable(), file_->problem()};
    is_open_ = true;
    opened_.notify_all();
  }

  std::string wanted_;
  bool to_stderr_;
  std::unique_ptr<LogFile> file_;
  std::mutex opened_guard_;
  std::condition_variable opened_;
  bool is_open_ = false;
  Status status_;
};

class Logger {
 public:
  Settings settings;

  std::shared_ptr<Sink> sink() {
    write({});
    return sink_;
  }
  void write(std::string text) {
    open();
    logger_->log(spdlog::level::info, text);
  }

  // All that belongs to the open log; letting go of it waits until everything queued is written.
  struct Parts {
    std::shared_ptr<Sink> sink;
    std::shared_ptr<spdlog::details::thread_pool> pool;
    std::shared_ptr<spdlog::async_logger> logger;
  };
  Parts take() { return Parts{std::move(sink_), std::move(pool_), std::move(logger_)}; }

 private:
  void open() {
    if (logger_) return;
    sink_ = std::make_shared<Sink>(settings);
    const QuietThreads quiet;
    pool_ = std::make_shared<spdlog::details::thread_pool>(kQueue, 1);
    logger_ = std::make_shared<spdlog::async_logger>("peekaboo", sink_, pool_,
                                                     spdlog::async_overflow_policy::overrun_oldest);
  }
  std::shared_ptr<Sink> sink_;
  std::shared_ptr<spdlog::details::thread_pool> pool_;
  std::shared_ptr<spdlog::async_logger> logger_;
};

// Leaked on purpose: a thread may log while the program's static objects die.
Logger& logger() {
  static Logger* const instance = new Logger;
  return *instance;
}
std::mutex& guard() {
  static std::mutex* const instance = new std::mutex;
  return *instance;
}

}  // namespace

void configure(Settings settings) {
  const std::lock_guard lock(guard());
  logger().settings = std::move(settings);
}

bool parse_level(std::string_view name, Level* level) {
  const std::string low = lower(name);
  const auto found = std::find(kNames.begin(), kNames.end(), low);
  if (found == kNames.end()) return false;
  *level = static_cast<Level>(found - kNames.begin());
  return true;
}

bool enabled(Level level) { return level >= logger().settings.level; }

void write(Level level, std::string_view message, const Value& fields) {
  if (!enabled(level)) return;
  std::string text = line(level, message, fields);
  mask_secrets(text, logger().settings.secrets);
  const std::lock_guard lock(guard());
  logger().write(std::move(text));
}

Status status() {
  std::shared_ptr<Sink> sink;
  {
    const std::lock_guard lock(guard());
    sink = logger().sink();
  }
  return sink->status();
}

void flush() {
  Logger::Parts parts;
  {
    const std::lock_guard lock(guard());
    parts = logger().take();
  }
  if (!parts.logger) return;
  // A thread of its own waits for the writer: a disk that hangs must not hang the end of the program.
  const auto written = std::make_shared<std::promise<void>>();
  std::future<void> done = written->get_future();
  {
    const QuietThreads quiet;
    std::thread([written, parts = std::move(parts)]() mutable {
      parts.logger.reset();
      parts.pool.reset();
      parts.sink.reset();
      written->set_value();
    }).detach();
  }
  done.wait_for(kFlushPatience);
}

}  // namespace runtime::log

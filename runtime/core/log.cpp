#include "runtime/core/log.hpp"

#include <fcntl.h>
#include <spdlog/async.h>
#include <spdlog/async_logger.h>
#include <spdlog/sinks/base_sink.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <cmath>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <future>
#include <memory>
#include <mutex>
#include <thread>

namespace runtime::log {

namespace {

constexpr std::array<const char*, 6> kNames = {"trace", "debug", "info", "warn", "error", "fatal"};
constexpr std::size_t kQueue = 4096;
constexpr std::chrono::seconds kFlushPatience(1);

std::string lower(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return result;
}

std::string default_file() {
  const char* directory = std::getenv("TMPDIR");
  return std::string(directory && *directory ? directory : "/tmp") + "/peekaboo-mcp.log";
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

// The file, never through a symbolic link, readable by the owner only. -1 with the reason in `problem`.
int open_file(const std::string& path, std::string* problem) {
  const int file = ::open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0600);
  if (file < 0) {
    *problem = path + ": " + std::strerror(errno);
    return -1;
  }
  struct stat info{};
  if (fstat(file, &info) == 0 && S_ISREG(info.st_mode)) return file;
  *problem = path + ": not a regular file";
  ::close(file);
  return -1;
}

class Sink : public spdlog::sinks::base_sink<std::mutex> {
 public:
  explicit Sink(const Settings& settings) : to_stderr_(settings.to_stderr) {
    const std::string wanted = settings.file.empty() ? default_file() : settings.file;
    status_.file = wanted;
    file_ = open_file(wanted, &status_.problem);
    if (file_ < 0 && wanted != default_file()) {
      std::string second;
      status_.file = default_file();
      file_ = open_file(status_.file, &second);
    }
    status_.writable = file_ >= 0;
  }
  ~Sink() override {
    if (file_ >= 0) ::close(file_);
  }
  const Status& status() const { return status_; }

 protected:
  // One write() a line: appends of several servers do not mix.
  void sink_it_(const spdlog::details::log_msg& message) override {
    write_all(file_, message.payload.data(), message.payload.size());
    if (to_stderr_) write_all(2, message.payload.data(), message.payload.size());
  }
  void flush_() override {}

 private:
  static void write_all(int file, const char* bytes, std::size_t size) {
    if (file < 0) return;
    const ssize_t ignored = ::write(file, bytes, size);  // a full disk loses lines, never a call
    static_cast<void>(ignored);
  }
  int file_ = -1;
  bool to_stderr_;
  Status status_;
};

class Logger {
 public:
  Settings settings;

  Sink& sink() {
    open();
    return *sink_;
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
  const std::lock_guard lock(guard());
  logger().write(std::move(text));
}

Status status() {
  const std::lock_guard lock(guard());
  return logger().sink().status();
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
  std::thread([written, parts = std::move(parts)]() mutable {
    parts.logger.reset();
    parts.pool.reset();
    parts.sink.reset();
    written->set_value();
  }).detach();
  done.wait_for(kFlushPatience);
}

}  // namespace runtime::log

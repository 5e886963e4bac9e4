#include "runtime/core/log/log.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cctype>
#include <charconv>
#include <chrono>
#include <cmath>
#include <future>
#include <memory>
#include <mutex>
#include <system_error>
#include <thread>

#include "runtime/core/async/quiet_threads.hpp"
#include "runtime/core/log/log_writer.hpp"
#include "runtime/core/value/json.hpp"
#include "runtime/core/value/secret.hpp"

namespace runtime::log {

namespace {

constexpr std::array<const char*, 6> kNames = {"trace", "debug", "info", "warn", "error", "fatal"};
constexpr std::chrono::seconds kFlushPatience(1);
constexpr std::size_t kShortestSecret = 8;
constexpr std::size_t kUsualLine = 256;
constexpr std::size_t kMaxKept = 1000;

std::string lower(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
  });
  return result;
}

bool is_key_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_';
}

// Masks strings that look like a key of the usual services ("sk-...").
void mask_keys(std::string& text) {
  constexpr std::string_view kStart = "sk-";
  for (std::size_t at = text.find(kStart); at != std::string::npos;
       at = text.find(kStart, at + 1)) {
    std::size_t end = at + kStart.size();
    while (end < text.size() && is_key_character(text[end])) ++end;
    const bool inside_word = at > 0 && is_key_character(text[at - 1]);
    if (!inside_word && end - at >= 2 * kShortestSecret) text.replace(at, end - at, kSecretMask);
  }
}

void mask_secrets(std::string& text, const std::vector<std::string>& secrets) {
  for (const std::string& secret : secrets) {
    if (secret.size() < kShortestSecret) continue;
    for (std::size_t at = text.find(secret); at != std::string::npos; at = text.find(secret, at))
      text.replace(at, secret.size(), kSecretMask);
  }
  mask_keys(text);
}

template <class T>
void append_number(std::string& out, T number) {
  std::array<char, 32> text;
  out.append(text.data(), std::to_chars(text.data(), text.data() + text.size(), number).ptr);
}

std::string line(Level level, std::string_view message, const Value& fields) {
  static const std::int64_t pid = getpid();
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  std::string out;
  out.reserve(kUsualLine);
  out.append("{\"level\":\"")
      .append(kNames[static_cast<std::size_t>(level)])
      .append("\",\"time\":");
  append_number(out, now.tv_sec * 1000 + now.tv_nsec / 1000000);
  out += ",\"pid\":";
  append_number(out, pid);
  out += ",\"msg\":";
  json::append_string(out, message);
  if (fields.record() && !fields.record()->empty()) {
    // The members of the record follow those of the line.
    const std::size_t brace = out.size();
    json::append_masked(out, fields);
    out[brace] = ',';
    out.pop_back();
  }
  out += "}\n";
  return out;
}

struct Logger {
  Settings settings;
  std::shared_ptr<Writer> writer;  // from the first line on
  std::function<void(std::string_view)> listener;
  std::vector<std::string> kept;

  Writer& open() {
    if (writer) return *writer;
    const QuietThreads quiet;
    writer = std::make_shared<Writer>(settings);
    return *writer;
  }
};

// Leaked on purpose: a thread may log while static objects are destroyed.
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
  // Longest first: one secret may be a prefix of another, whose remainder must not be shown.
  std::sort(settings.secrets.begin(), settings.secrets.end(),
            [](const std::string& a, const std::string& b) { return a.size() > b.size(); });
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

void listen(std::function<void(std::string_view line)> listener) {
  const std::lock_guard lock(guard());
  logger().listener = std::move(listener);
}

std::string redacted(std::string text) {
  mask_secrets(text, logger().settings.secrets);
  return text;
}

namespace {

std::atomic<bool> keeping = false;

bool is_written(Level level) { return level >= logger().settings.level; }

}  // namespace

void collect() { keeping = true; }

std::vector<std::string> collected() {
  keeping = false;
  const std::lock_guard lock(guard());
  return std::exchange(logger().kept, {});
}

bool enabled(Level level) { return is_written(level) || (keeping && level >= Level::kDebug); }

void write(Level level, std::string_view message, const Value& fields) {
  if (!enabled(level)) return;
  std::string text = line(level, message, fields);
  mask_secrets(text, logger().settings.secrets);
  const std::lock_guard lock(guard());
  if (keeping && logger().kept.size() < kMaxKept) logger().kept.push_back(text);
  if (!is_written(level)) return;
  if (logger().listener) logger().listener(text);
  try {
    logger().open().add(text);
  } catch (const std::system_error&) {
    // The system has no thread left for the writer. The next line tries again.
  }
}

Status status() {
  std::shared_ptr<Writer> writer;
  {
    const std::lock_guard lock(guard());
    logger().open();
    writer = logger().writer;
  }
  return writer->status();
}

void flush() {
  std::shared_ptr<Writer> writer;
  {
    const std::lock_guard lock(guard());
    writer = std::move(logger().writer);
  }
  if (!writer) return;
  // Waits for the writer on a separate thread: a disk that hangs must not block the program's exit.
  const auto written = std::make_shared<std::promise<void>>();
  std::future<void> done = written->get_future();
  try {
    const QuietThreads quiet;
    std::thread([written, writer = std::move(writer)]() mutable {
      writer.reset();
      written->set_value();
    }).detach();
  } catch (const std::system_error&) {
    return;  // the failed attempt has destroyed the writer, which first writes everything
  }
  done.wait_for(kFlushPatience);
}

}  // namespace runtime::log

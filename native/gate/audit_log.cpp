#include "native/gate/audit_log.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "native/desktop/error.hpp"
#include "native/gate/audit_chain.hpp"
#include "runtime/core/files/file_error.hpp"
#include "runtime/core/files/files.hpp"
#include "runtime/core/files/locked_file.hpp"
#include "runtime/core/value/error.hpp"
#include "runtime/core/value/json.hpp"

namespace native {

namespace files = runtime::files;
using runtime::Value;

namespace {

constexpr std::size_t kLongestName = 200;  // bytes of what a client calls itself

// Returns the time in UTC with milliseconds, as RFC 3339 writes it.
std::string timestamp() {
  const auto now = std::chrono::system_clock::now();
  const std::time_t seconds = std::chrono::system_clock::to_time_t(now);
  const auto since = now - std::chrono::system_clock::from_time_t(seconds);
  tm parts{};
  gmtime_r(&seconds, &parts);
  char date[32] = {}, text[40] = {};
  std::strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%S", &parts);
  const auto part = std::chrono::duration_cast<std::chrono::milliseconds>(since).count();
  std::snprintf(text, sizeof text, "%s.%03dZ", date, static_cast<int>(part < 0 ? 0 : part));
  return text;
}

// Returns the entry as a JSON object without its closing bracket.
std::string members_of(const AuditEntry& entry) {
  const runtime::Caller& caller = entry.caller;
  Value who;
  who.set("kind", name_of(caller.kind)).set("name", caller.name.substr(0, kLongestName));
  if (!caller.peer.empty()) who.set("peer", caller.peer.substr(0, kLongestName));
  const auto text_with = [&](const Value& params) {
    Value line;
    line.set("timestamp", timestamp()).set("operation", entry.operation).set("params", params);
    line.set("result", entry.result).set("caller", who);
    line.set("client", caller.client.substr(0, kLongestName));
    if (!entry.counts.is_nil()) line.set("counts", entry.counts);
    if (!entry.file.empty()) line.set("file", entry.file);
    if (!entry.provider.empty()) line.set("provider", entry.provider);
    std::string text = runtime::json::dump(line);
    text.pop_back();
    return text;
  };
  const Value none = Value::Record{};
  std::string text = text_with(entry.params.is_nil() ? none : entry.params);
  return text.size() < AuditLog::kLongestLine ? text : text_with(Value().set("left_out", true));
}

std::string numbered(const std::string& path, int number) {
  return number == 0 ? path : path + "." + std::to_string(number);
}

std::int64_t size_of(int file, const std::string& path) {
  struct stat info{};
  if (::fstat(file, &info) != 0) files::fail("look at", path, errno);
  return info.st_size;
}

std::string read_at(int file, const std::string& path, std::int64_t offset, std::int64_t size) {
  std::string text(static_cast<std::size_t>(std::max<std::int64_t>(size, 0)), '\0');
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t count = ::pread(file, text.data() + done, text.size() - done,
                                  offset + static_cast<std::int64_t>(done));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) files::fail("read", path, errno);
    if (count == 0) break;
    done += static_cast<std::size_t>(count);
  }
  text.resize(done);
  return text;
}

// The newest file, as it is about to be appended to.
struct Newest {
  runtime::Descriptor file;
  std::int64_t size = 0;
  std::string previous;  // the digest that the next line follows
};

// Cuts off a line that a process left unfinished, and finds the end of the chain. What is missing
// stays missing: the next line then follows the line that was written last, not the last one left.
Newest open_newest(const std::string& path, const std::optional<ChainEnd>& end) {
  Newest newest{files::open_own_file(path, O_RDWR | O_CREAT), 0, std::string(kChainStart)};
  newest.size = size_of(newest.file.get(), path);
  if (end) newest.previous = end->digest;
  if (end && newest.size <= end->size) return newest;
  // Two lines hold the last whole one.
  constexpr auto kTail = static_cast<std::int64_t>(2 * (AuditLog::kLongestLine + 1024));
  const std::int64_t from = std::max<std::int64_t>(0, newest.size - kTail);
  const std::string tail = read_at(newest.file.get(), path, from, newest.size - from);
  const std::size_t last = tail.rfind('\n');
  const std::size_t whole = last == std::string::npos ? 0 : last + 1;
  if (whole < tail.size()) {
    newest.size = from + static_cast<std::int64_t>(whole);
    if (::ftruncate(newest.file.get(), newest.size) != 0) files::fail("write", path, errno);
  }
  if (whole == 0 || (end && newest.size <= end->size)) return newest;
  const std::size_t before = last == 0 ? std::string::npos : tail.rfind('\n', last - 1);
  const std::size_t begin = before == std::string::npos ? 0 : before + 1;
  const std::string line = tail.substr(begin, last - begin);
  if (const auto link = link_of(line)) newest.previous = link->digest;
  return newest;
}

void rotate(const std::string& path) {
  for (int number = AuditLog::kKept - 1; number >= 0; --number) {
    const std::string from = numbered(path, number), to = numbered(path, number + 1);
    if (std::rename(from.c_str(), to.c_str()) != 0 && errno != ENOENT)
      files::fail("rename", from, errno);
  }
}

std::string end_file(const std::string& path) { return path + ".end"; }

files::LockedFile lock_end(const std::string& path) {
  try {
    return files::LockedFile(end_file(path));
  } catch (const runtime::Error&) {
    files::make_directory(files::parent_of(path), 0700);
  }
  return files::LockedFile(end_file(path));
}

void append_line(const std::string& path, std::int64_t largest, std::string members) {
  files::LockedFile lock = lock_end(path);
  const std::optional<ChainEnd> end = parse_chain_end(lock.read(kLongestChainEnd));
  Newest newest = open_newest(path, end);
  if (newest.size >= largest) {
    rotate(path);
    newest.file = files::open_own_file(path, O_RDWR | O_CREAT);
    newest.size = 0;
  }
  ChainedLine line = chained(std::move(members), newest.previous);
  line.text += '\n';
  const int code = files::write_at(newest.file.get(), line.text, newest.size);
  if (code != 0) {
    // Best effort: the next one cuts off what is left of the line.
    static_cast<void>(!::ftruncate(newest.file.get(), newest.size));
    files::fail("write", path, code);
  }
  const std::int64_t size = newest.size + static_cast<std::int64_t>(line.text.size());
  lock.write(to_text({std::move(line.digest), size}));
}

// The files of the log as they were at one moment, the oldest first.
struct Snapshot {
  struct File {
    std::string path;
    runtime::Descriptor file;
    std::int64_t size = 0;
  };
  std::vector<File> files;
  std::string end;  // content of the file that holds the end of the chain
  int oldest = 0;   // number of the oldest file
};

Snapshot snapshot(const std::string& path) {
  Snapshot taken;
  struct stat info{};
  // Reading makes no files.
  const bool has_end = ::lstat(end_file(path).c_str(), &info) == 0;
  std::optional<files::LockedFile> lock;
  if (has_end) lock.emplace(end_file(path));
  if (lock) taken.end = lock->read(kLongestChainEnd);
  for (int number = AuditLog::kKept; number >= 0; --number) {
    const std::string name = numbered(path, number);
    if (::lstat(name.c_str(), &info) != 0) continue;
    Snapshot::File file{name, files::open_own_file(name, O_RDONLY), 0};
    file.size = size_of(file.file.get(), name);
    if (taken.files.empty()) taken.oldest = number;
    taken.files.push_back(std::move(file));
  }
  return taken;
}

std::vector<std::string_view> lines_of(std::string_view text, bool* torn) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) {
      *torn = true;
      break;
    }
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  return lines;
}

// Follows the chain through the lines of all files.
class Verifier {
 public:
  explicit Verifier(int oldest) : oldest_(oldest) {}

  // Returns whether all lines are as they were written.
  bool read(const std::string& file, const std::vector<std::string_view>& lines) {
    ++report.files;
    for (std::size_t i = 0; i < lines.size(); ++i) {
      ++report.entries;
      const std::optional<Link> link = link_of(lines[i]);
      if (!link || !link->sound) return fault(file, i + 1, "was changed");
      if (!follows(*link))
        return fault(file, i + 1,
                     report.entries == 1
                         ? "is not the first: what came before it was removed"
                         : "does not follow the line before: lines were removed, added or moved");
      before_last_ = std::exchange(last_, std::string(link->digest));
      place_ = {file, static_cast<std::int64_t>(i) + 1};
    }
    return true;
  }

  // Compares the last line with what is known of it.
  void finish(const std::string& text, const std::string& path) {
    if (report.entries == 0 && text.empty()) return;
    if (place_.first.empty()) place_ = {path, 0};
    const std::optional<ChainEnd> end = parse_chain_end(text);
    // A process may have ended after it wrote the line and before it wrote the end.
    const bool first = report.entries == 1 && text.empty();
    if (first || (end && (end->digest == last_ || end->digest == before_last_))) return;
    fault(place_.first, static_cast<std::size_t>(place_.second + 1),
          end ? "is missing: the end of the log was removed"
              : "cannot be judged: the record of the end of the log is missing or damaged");
  }

  AuditReport report;

 private:
  bool follows(const Link& link) const {
    if (report.entries > 1) return link.previous == last_;
    // Older files are removed one after the other once there are too many.
    return link.previous == kChainStart || oldest_ == AuditLog::kKept;
  }
  bool fault(const std::string& file, std::size_t line, const std::string& what) {
    report.file = file;
    report.line = static_cast<std::int64_t>(line);
    report.fault = what;
    return false;
  }

  int oldest_;
  std::string last_, before_last_;
  std::pair<std::string, std::int64_t> place_;  // of the last line
};

Value parsed(std::string_view line) {
  try {
    return runtime::json::parse(line);
  } catch (const runtime::Error& error) {
    return Value().set("fault", "not JSON: " + error.message);
  }
}

}  // namespace

AuditLog::AuditLog(std::string path, std::int64_t largest)
    : path_(std::move(path)), largest_(largest) {}

void AuditLog::append(const AuditEntry& entry) {
  const std::lock_guard lock(mutex_);
  try {
    append_line(path_, largest_, members_of(entry));
  } catch (const runtime::Error& error) {
    throw Error("FILE_IO_ERROR", "audit log not written: " + error.message,
                "Make " + path_ + " writable, or set enableAuditLog to false in the policy file.",
                {{"reason", "audit log"}, {"path", path_}});
  }
}

std::vector<Value> AuditLog::last(std::size_t count) const {
  const Snapshot taken = snapshot(path_);
  std::vector<Value> entries;
  for (auto file = taken.files.rbegin(); file != taken.files.rend(); ++file) {
    bool torn = false;
    const std::string text = read_at(file->file.get(), file->path, 0, file->size);
    const std::vector<std::string_view> lines = lines_of(text, &torn);
    const std::size_t wanted = std::min(lines.size(), count - entries.size());
    std::vector<Value> part;
    for (std::size_t i = lines.size() - wanted; i < lines.size(); ++i)
      part.push_back(parsed(lines[i]));
    entries.insert(entries.begin(), part.begin(), part.end());
    if (entries.size() >= count) break;
  }
  return entries;
}

AuditReport AuditLog::verify() const {
  const Snapshot taken = snapshot(path_);
  Verifier verifier(taken.oldest);
  for (const Snapshot::File& file : taken.files) {
    bool torn = false;
    const std::string text = read_at(file.file.get(), file.path, 0, file.size);
    const bool sound = verifier.read(file.path, lines_of(text, &torn));
    verifier.report.torn = torn;
    if (!sound) return verifier.report;
  }
  verifier.finish(taken.end, path_);
  return verifier.report;
}

std::string default_audit_path() {
  const char* given = std::getenv("XDG_STATE_HOME");
  // Relative paths must be ignored (XDG Base Directory Specification).
  const std::string base = given && *given == '/' ? given : files::home() + "/.local/state";
  return base + "/peekaboo/audit.jsonl";
}

}  // namespace native

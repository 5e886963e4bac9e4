#include "native/gate/rate_limit.hpp"

#include <algorithm>
#include <cstring>
#include <ctime>
#include <utility>
#include <vector>

#include "native/desktop/error.hpp"
#include "runtime/core/files/locked_file.hpp"
#include "runtime/core/files/own_folder.hpp"
#include "runtime/core/value/error.hpp"
#include "runtime/core/value/sha256.hpp"

namespace native {

namespace {

constexpr const char* kName = "/captures";
constexpr std::size_t kRemembered = 4096;  // calls of this process

std::int64_t boot_milliseconds() {
  timespec now{};
  clock_gettime(CLOCK_BOOTTIME, &now);
  return std::int64_t{now.tv_sec} * 1000 + now.tv_nsec / 1'000'000;
}

// The file: a head and the counted calls, in the byte order of the machine.
struct Head {
  char mark[8] = {'p', 'e', 'e', 'k', 'r', 'a', 't', 'e'};
  std::uint64_t count = 0;
  std::int64_t full_at = 0;  // when the file was found damaged; 0: never
};
struct Counted {
  char peer[16];
  std::int64_t at;  // milliseconds since the machine was started
};
constexpr std::size_t kMaxFile = sizeof(Head) + RateLimit::kMaxCounted * sizeof(Counted);

struct Content {
  std::int64_t full_at = 0;
  bool is_full = false;
  std::vector<Counted> calls;
};

// Returns the calls of the last minute. A moment in the future counts as now.
Content read(const std::string& text, std::int64_t now) {
  Content content;
  if (text.empty()) return content;
  Head head, empty;
  if (text.size() >= sizeof head) std::memcpy(&head, text.data(), sizeof head);
  const bool sound = text.size() >= sizeof head &&
                     std::memcmp(head.mark, empty.mark, sizeof head.mark) == 0 &&
                     head.count <= (text.size() - sizeof head) / sizeof(Counted);
  if (!sound) return {now, true, {}};
  content.full_at = head.full_at == 0 ? 0 : std::min(head.full_at, now);
  content.is_full = head.full_at != 0 && content.full_at > now - RateLimit::kWindow;
  for (std::size_t i = 0; i < head.count; ++i) {
    Counted each;
    std::memcpy(&each, text.data() + sizeof head + i * sizeof each, sizeof each);
    each.at = std::min(each.at, now);
    if (each.at > now - RateLimit::kWindow) content.calls.push_back(each);
  }
  return content;
}

std::string to_text(const Content& content) {
  Head head;
  head.count = content.calls.size();
  head.full_at = content.is_full ? content.full_at : 0;
  std::string text(sizeof head + content.calls.size() * sizeof(Counted), '\0');
  std::memcpy(text.data(), &head, sizeof head);
  if (!content.calls.empty())
    std::memcpy(text.data() + sizeof head, content.calls.data(),
                content.calls.size() * sizeof(Counted));
  return text;
}

[[noreturn]] void refuse(const std::string& why, std::int64_t milliseconds) {
  const std::int64_t seconds =
      std::clamp<std::int64_t>((milliseconds + 999) / 1000, 1, RateLimit::kWindow / 1000);
  throw Error("RATE_LIMIT_EXCEEDED", why,
              "Try again in " + std::to_string(seconds) + (seconds == 1 ? " second." : " seconds."),
              {{"retry_after", seconds}});
}

// Adds the call, or returns how many milliseconds it has to wait.
std::int64_t add(Content& content, const Counted& call, int per_minute) {
  if (content.is_full) return content.full_at + RateLimit::kWindow - call.at;
  std::vector<std::int64_t> own;
  for (const Counted& each : content.calls)
    if (std::memcmp(each.peer, call.peer, sizeof call.peer) == 0) own.push_back(each.at);
  std::sort(own.begin(), own.end());
  const auto limit = static_cast<std::size_t>(per_minute);
  if (own.size() >= limit) return own[own.size() - limit] + RateLimit::kWindow - call.at;
  if (content.calls.size() >= RateLimit::kMaxCounted) return RateLimit::kWindow;
  content.calls.push_back(call);
  return 0;
}

}  // namespace

RateLimit::RateLimit(std::vector<std::string> folders)
    : RateLimit(std::move(folders), boot_milliseconds) {}

RateLimit::RateLimit(std::vector<std::string> folders, Clock clock)
    : folders_(std::move(folders)), clock_(std::move(clock)) {}

bool RateLimit::is_counted(std::int64_t call) const { return call != 0 && counted_.contains(call); }

void RateLimit::remember(std::int64_t call) {
  if (call == 0) return;
  counted_.insert(call);
  order_.push_back(call);
  if (order_.size() <= kRemembered) return;
  counted_.erase(order_.front());
  order_.pop_front();
}

void RateLimit::count(const runtime::Caller& caller, int per_minute) {
  if (per_minute <= 0) return;
  const std::lock_guard lock(mutex_);
  if (is_counted(caller.call)) return;
  std::int64_t wait = 0;
  try {
    const std::string folder = *std::find_if(
        folders_.begin(), folders_.end(),
        [this](const std::string& each) { return runtime::files::is_usable(each, folders_); });
    runtime::files::make_runtime_folder(folder);
    runtime::files::LockedFile file(folder + kName);
    Counted call{};
    call.at = clock_();
    const std::string peer = runtime::sha256(caller.peer);
    std::memcpy(call.peer, peer.data(), sizeof call.peer);
    Content content = read(file.read(kMaxFile), call.at);
    wait = add(content, call, per_minute);
    file.write(to_text(content));
  } catch (const runtime::Error& error) {
    refuse("captures cannot be counted: " + error.message, kWindow);
  }
  if (wait > 0) refuse("more than " + std::to_string(per_minute) + " captures a minute", wait);
  remember(caller.call);
}

}  // namespace native

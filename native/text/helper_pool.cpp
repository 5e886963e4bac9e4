#include "native/text/helper_pool.hpp"

#include <string.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "native/text/helper_process.hpp"

namespace native {
namespace {

using Heard = HelperProcess::Heard;

constexpr std::size_t kMost = 4;

Error too_late(const std::string& what) {
  return Error("TIMEOUT", "text was not read in time: " + what,
               "Allow more time, or give a smaller region.");
}

Error misbehaved() {
  return Error("INTERNAL_ERROR", "invalid answer from the text helper",
               "Try again; the text helper is restarted.");
}

// Names the packages of the languages: tesseract-ocr-eng for "eng", tesseract-ocr-chi-sim for
// "chi_sim".
Error missing_language(std::string_view languages) {
  std::string packages;
  for (const char c : languages) packages += c == '_' ? '-' : c == '+' ? ' ' : c;
  std::string command = "apt install";
  for (std::size_t at = 0; at < packages.size();) {
    const std::size_t end = std::min(packages.find(' ', at), packages.size());
    command += " tesseract-ocr-" + packages.substr(at, end - at);
    at = end + 1;
  }
  return Error("UNSUPPORTED",
               "language data for \"" + std::string(languages) + "\" is not installed", command);
}

Error failure(std::string_view line) {
  line.remove_prefix(5);  // "fail\t"
  const std::size_t tab = line.find('\t');
  if (tab == std::string_view::npos) return misbehaved();
  const std::string_view reason = line.substr(0, tab);
  const std::string_view text = line.substr(tab + 1);
  if (reason == "language") return missing_language(text);
  if (reason == "size")
    return Error("INVALID_ARGUMENT", "text helper refused the picture: " + std::string(text),
                 "Give a smaller region.");
  return Error("INTERNAL_ERROR", "text helper failed: " + std::string(text), "Try again.");
}

// Overwrites its text at the end, which may be secret.
struct Line {
  std::string text;
  ~Line() {
    text.resize(text.capacity());
    explicit_bzero(text.data(), text.size());
  }
};

// Returns why the answer ended; ends the helper, because later answers could not be matched to
// requests.
Error give_up(std::unique_ptr<HelperProcess>& process, Heard heard) {
  const std::unique_ptr<HelperProcess> ended = std::move(process);
  if (heard == Heard::kGone)
    return Error("INTERNAL_ERROR", "text helper crashed (" + ended->finish().text + ")",
                 "Try again; the text helper is restarted.");
  return heard == Heard::kLate ? too_late("the text helper was ended") : misbehaved();
}

HelperPool::Settings completed(HelperPool::Settings settings) {
  if (settings.most == 0)
    settings.most = std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, kMost);
  return settings;
}

}  // namespace

// A helper that belongs to one call. Gives it back at the end, unless its process was ended.
class HelperPool::Lease {
 public:
  Lease(HelperPool& pool, const std::string& language, Deadline deadline)
      : pool_(pool), helper(pool.take(language, deadline)) {}
  ~Lease() { pool_.give_back(std::move(helper)); }
  Lease(const Lease&) = delete;
  Lease& operator=(const Lease&) = delete;

 private:
  HelperPool& pool_;

 public:
  Helper helper;
};

HelperPool::HelperPool(Settings settings) : settings_(completed(std::move(settings))) {}

HelperPool::~HelperPool() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
    changed_.notify_all();
  }
  if (ending_.joinable()) ending_.join();
}

std::string HelperPool::helper_path() const {
  if (settings_.helper.empty()) return find_helper("peekaboo-ocr");
  return access(settings_.helper.c_str(), X_OK) == 0 ? settings_.helper : "";
}

void HelperPool::ask(const std::string& request, int descriptor, const std::string& language,
                     Deadline deadline, const Take& take) {
  Lease lease(*this, language, deadline);
  if (!begin(lease.helper, request, descriptor, deadline)) {
    // It ended while it was idle; a new one that ends here cannot work at all.
    start(lease.helper);
    if (!begin(lease.helper, request, descriptor, deadline)) {
      const HelperProcess::End end = lease.helper.process->finish();
      lease.helper.process.reset();
      constexpr int kNotLoaded =
          127;  // exit status of the dynamic loader when a library is missing
      throw Error(end.exit_status == kNotLoaded ? "UNSUPPORTED" : "INTERNAL_ERROR",
                  "text helper ended as soon as it was started (" + end.text + ")",
                  "Run peekaboo doctor; a library may be missing (apt install libtesseract5).");
    }
  }
  // Kept only once the answer has ended: the rest of one could not be matched to its request.
  std::unique_ptr<HelperProcess> process = std::move(lease.helper.process);
  Line line;
  while (true) {
    const Heard heard = process->hear(line.text, deadline);
    if (heard != Heard::kLine) throw give_up(process, heard);
    const bool failed = line.text.starts_with("fail\t");
    if (failed || line.text == "end") {
      process->forget();
      lease.helper.process = std::move(process);
      if (failed) throw failure(line.text);
      return;
    }
    if (!take(line.text)) throw give_up(process, Heard::kGarbage);
  }
}

// Returns once the helper has taken the request; false when there is none or it has ended.
bool HelperPool::begin(Helper& helper, const std::string& request, int descriptor,
                       Deadline deadline) const {
  if (!helper.process || !helper.process->send(request, descriptor)) return false;
  std::string line;
  const Heard heard = helper.process->hear(line, deadline);
  if (heard == Heard::kGone) return false;
  if (heard != Heard::kLine || line != "begin")
    throw give_up(helper.process, heard == Heard::kLine ? Heard::kGarbage : heard);
  return true;
}

void HelperPool::start(Helper& helper) const {
  helper.process.reset();
  const std::string found = helper_path();
  if (found.empty())
    throw Error("UNSUPPORTED", "text helper peekaboo-ocr is missing",
                "Install Peekaboo again; peekaboo-ocr belongs beside peekaboo.",
                {{"reason", "helper missing"}});
  helper.process = std::make_unique<HelperProcess>(found);
}

// Returns a helper of that language, without a process when one must be started.
HelperPool::Helper HelperPool::take(const std::string& language, Deadline deadline) {
  std::unique_lock lock(mutex_);
  const std::uint64_t ticket = next_ticket_++;
  tickets_.push_back(ticket);
  const bool turn = changed_.wait_until(
      lock, deadline, [&] { return tickets_.front() == ticket && lent_ < settings_.most; });
  tickets_.erase(std::find(tickets_.begin(), tickets_.end(), ticket));
  changed_.notify_all();
  if (!turn) throw too_late("other texts were read first");
  if (Clock::now() >= deadline) throw too_late("no time was left to begin");
  ++lent_;
  Helper helper{language, nullptr, {}};
  const auto found = std::find_if(idle_.rbegin(), idle_.rend(),
                                  [&](const Helper& one) { return one.language == language; });
  if (found != idle_.rend()) {
    helper = std::move(*found);
    idle_.erase(std::next(found).base());
  } else if (lent_ + idle_.size() > settings_.most) {
    idle_.erase(idle_.begin());
  }
  return helper;
}

void HelperPool::give_back(Helper helper) {
  const std::lock_guard lock(mutex_);
  --lent_;
  if (helper.process) {
    helper.idle_since = Clock::now();
    idle_.push_back(std::move(helper));
    if (!ending_.joinable()) ending_ = std::thread([this] { end_idle(); });
  }
  changed_.notify_all();
}

void HelperPool::end_idle() {
  std::unique_lock lock(mutex_);
  while (!closing_) {
    while (!idle_.empty() && idle_.front().idle_since + settings_.idle <= Clock::now())
      idle_.erase(idle_.begin());
    if (idle_.empty())
      changed_.wait(lock);
    else
      changed_.wait_until(lock, idle_.front().idle_since + settings_.idle);
  }
}

}  // namespace native

#include "native/desktop/refusal/refusing.hpp"

#include "native/desktop/refusal/capability.hpp"

namespace native {
namespace {

class RefusingPersonWatch : public PersonWatch {
 public:
  explicit RefusingPersonWatch(Error error) : error_(std::move(error)) {}
  Seen next(Deadline) override { throw Error(error_); }
  void stop() override {}

 private:
  const Error error_;
};

class RefusingDesktop : public Desktop,
                        public Displays,
                        public Windows,
                        public Applications,
                        public Capture,
                        public WindowControl {
 public:
  explicit RefusingDesktop(Error error)
      : error_(std::move(error)), changes_(error_), input_(error_), clipboard_(error_) {}

  std::string name() const override { return "none"; }
  std::string description() const override { return error_.message; }
  Displays& displays() override { return *this; }
  Windows& windows() override { return *this; }
  Applications& applications() override { return *this; }
  Capture& capture() override { return *this; }
  DamageTracker& changes() override { return changes_; }
  Input& input() override { return input_; }
  WindowControl& control() override { return *this; }
  Clipboard& clipboard() override { return clipboard_; }
  std::unique_ptr<Events> listen() override { return std::make_unique<RefusingEvents>(error_); }
  std::unique_ptr<PersonWatch> watch_person(const Hotkey&) override {
    return refusing_person_watch(error_);
  }
  std::vector<Capability> capabilities(Deadline) override { return refused_capabilities(error_); }

  std::vector<Display> displays(Deadline) override { throw Error(error_); }
  std::vector<Window> windows(Deadline) override { throw Error(error_); }
  std::optional<Window> frontmost(Deadline) override { throw Error(error_); }
  void activate(std::uint64_t, Deadline) override { throw Error(error_); }
  std::vector<App> applications(Deadline, std::vector<Window>*) override { throw Error(error_); }
  std::vector<App> group(const std::vector<Window>&) override { return {}; }
  std::string executable(std::int64_t) override { return {}; }
  void capture(const CaptureTarget&, StripSink&, Deadline) override { throw Error(error_); }
  Rect place(std::uint64_t, const Place&, Deadline) override { throw Error(error_); }
  SizeLimits limits(std::uint64_t, Deadline) override { throw Error(error_); }
  void set_state(std::uint64_t, WindowState, Deadline) override { throw Error(error_); }
  void close(std::uint64_t, Deadline) override { throw Error(error_); }
  void to_workspace(std::uint64_t, int, Deadline) override { throw Error(error_); }

 private:
  const Error error_;
  RefusingChanges changes_;
  RefusingInput input_;
  RefusingClipboard clipboard_;
};

}  // namespace

void RefusingEvents::want(Wanted wanted, std::uint64_t number) {
  const std::lock_guard lock(mutex_);
  refuses_ = !wanted.nothing();
  number_ = number;
  changed_.notify_all();
}

void RefusingEvents::wake() {
  const std::lock_guard lock(mutex_);
  woken_ = true;
  changed_.notify_all();
}

void RefusingEvents::stop() {
  const std::lock_guard lock(mutex_);
  stopped_ = true;
  changed_.notify_all();
}

std::vector<Event> RefusingEvents::next(std::size_t room, Deadline deadline) {
  std::unique_lock lock(mutex_);
  for (;;) {
    if (stopped_) return {};
    if (room > 0 && number_ != answered_) {
      Event event;
      event.number = answered_ = number_;
      event.kind = refuses_ ? Event::Kind::kFailed : Event::Kind::kListening;
      if (refuses_) event.error = error_;
      return {std::move(event)};
    }
    if (std::exchange(woken_, false)) return {};
    if (std::chrono::steady_clock::now() >= deadline) return {};
    if (deadline == Deadline::max())
      changed_.wait(lock);
    else
      changed_.wait_until(lock, deadline);
  }
}

std::unique_ptr<PersonWatch> refusing_person_watch(Error error) {
  return std::make_unique<RefusingPersonWatch>(std::move(error));
}

std::unique_ptr<Desktop> refusing_desktop(Error error) {
  return std::make_unique<RefusingDesktop>(std::move(error));
}

}  // namespace native

#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "native/desktop/desktop.hpp"
#include "native/gate/gate.hpp"
#include "native/lua/bridge/desktop_pool.hpp"
#include "native/lua/bridge/elements_pool.hpp"
#include "native/lua/bridge/event_hub.hpp"
#include "native/lua/bridge/session_services.hpp"
#include "native/lua/bridge/waiting.hpp"
#include "runtime/core/async/condition.hpp"
#include "runtime/core/async/task.hpp"
#include "runtime/core/async/workers.hpp"
#include "runtime/lua/bridge/bindings.hpp"
#include "runtime/lua/bridge/call.hpp"

// Shared by the desktop modules. Runs blocking backends on worker threads for coroutines.
namespace native {

class LineReader;
class Masker;
class Recognizer;

// Whether a connection to the desktop is being made before it is needed. Used on the loop; owned by
// DesktopService, outlives the waits.
class EarlyConnection {
 public:
  // Marks the connection as being made while this lives.
  class Making {
   public:
    explicit Making(EarlyConnection& early) : early_(early) { early_.making_ = true; }
    ~Making() {
      early_.making_ = false;
      early_.made_.notify_all();
    }
    Making(const Making&) = delete;
    Making& operator=(const Making&) = delete;

   private:
    EarlyConnection& early_;
  };

  // Waits until the connection has been made, then runs `task`.
  template <class T>
  runtime::Task<T> before(runtime::Task<T> task) {
    while (making_) co_await made_.wait();
    T result = co_await std::move(task);
    co_return result;
  }

 private:
  bool making_ = false;
  runtime::Condition made_;
};

// What this process still offers, and the variables that lead to the same desktop.
struct LeftClipboard {
  std::vector<ClipboardOffer> offers;
  std::vector<std::pair<std::string, std::string>> environment;
};

// Lives as long as the State that its modules are added to. Jobs share ownership of what they need,
// so that a job that hangs and ends late does no harm.
class DesktopService {
 public:
  struct Settings {
    DesktopPool::Open open;
    ElementsPool::Open open_elements;  // none: elements cannot be read
    std::unique_ptr<Policy> policy;
    ActingSettings acting = {};
    SessionServices::Openers services = {};
    double timeout = 30;  // seconds for a desktop operation, from the arrival of the script call
    // Captures begin only while pictures hold less than this many bytes; captures under way may
    // exceed it.
    std::size_t pixel_budget = std::size_t{256} << 20;
  };
  DesktopService(runtime::Loop& loop, Settings settings);

  // Returns the moment that many seconds from now, at most a day; NaN and negative numbers count as
  // 0.
  static Deadline in(double seconds);
  // Returns the deadline of a desktop operation of `call`; `seconds` from now when that is earlier
  // (0: not given).
  Deadline deadline(const runtime::Call& call, double seconds) const;
  static Caller caller(const runtime::Call& call);
  // Admits an operation that shows titles or pixels, or acts, except captures. Throws the policy's
  // error when it refuses. Waits while a changed policy is read.
  runtime::Task<void> admit(const runtime::Call& call, Operation::Kind operation);

  // Runs `work` on a desktop thread and waits for it. "TIMEOUT" when it has not ended by the
  // deadline, wherever it hangs.
  template <class T>
  runtime::Task<T> on_desktop(std::function<T(Desktop&)> work, Deadline deadline,
                              DesktopPool::Success success = DesktopPool::Success::kMeansAnswer);
  // Like on_desktop(), on threads for captures, so that quick operations never wait behind many
  // megabytes.
  template <class T>
  runtime::Task<T> on_capture(std::function<T(Desktop&)> work, Deadline deadline);
  // Like on_desktop(), on threads for elements, so that a program that does not answer holds up
  // nothing else.
  template <class T>
  runtime::Task<T> on_elements(std::function<T(Desktop&, Elements&)> work, Deadline deadline);
  // Like on_elements(), on threads for work that waits for long. `check` throws when the result is
  // no longer wanted.
  template <class T>
  runtime::Task<T> on_element_waits(
      std::function<T(Desktop&, Elements&, const std::function<void()>& check)> work,
      Deadline deadline);
  // Connects to the desktop before it is needed. An operation that begins meanwhile waits for this
  // connection instead of making another. A failure shows at the first use.
  runtime::Task<void> connect_early();
  // Makes the gate ready for a capture that will come, by a caller of a kind.
  runtime::Task<void> prepare_capture(Caller::Kind kind);
  // Like on_desktop(), on threads for the clipboard, whose owner may not answer.
  template <class T>
  runtime::Task<T> on_clipboard(std::function<T(Desktop&)> work, Deadline deadline);
  // Runs `work` on the one desktop that offers what was copied.
  template <class T>
  runtime::Task<T> on_offers(std::function<T(Desktop&)> work, Deadline deadline);
  // Gives what is offered to the clipboard manager. Blocks; never throws.
  LeftClipboard hand_over_clipboard(Deadline deadline);
  // Blocks until another process offers what was offered here; returns false at the deadline.
  bool wait_for_other_owner(Deadline deadline);
  // Runs `work` on a thread for services of the session, which may not answer.
  template <class T>
  runtime::Task<T> on_services(std::function<T(SessionServices&)> work, Deadline deadline);
  // Like on_services(), with a desktop.
  template <class T>
  runtime::Task<T> on_service_with_desktop(std::function<T(Desktop&, SessionServices&)> work,
                                           Deadline deadline);
  // Runs `work` on a thread for computing, without a deadline.
  template <class T>
  runtime::Task<T> on_cpu(std::function<T()> work);
  // Like on_cpu(), for work that checks now and then whether its result is still wanted.
  template <class T>
  runtime::Task<T> on_cpu(std::function<T(const runtime::Stop&)> work);

  // Runs one act through the gate, on the one thread for acts. A cancelled call ends it.
  runtime::Task<void> on_input(const runtime::Call& call, ActRecord record, Act act,
                               Gate::Work work);
  // Runs one act on an element through the gate, on the threads for elements.
  runtime::Task<ElementActed> on_element_act(const runtime::Call& call, ElementId id,
                                             ElementAct what, Deadline deadline);
  // Runs a change of a window through the gate, on the same thread.
  template <class T>
  runtime::Task<T> on_control(const runtime::Call& call, ActRecord record, Deadline deadline,
                              std::function<T(Desktop&)> work);
  // Asks the person through the gate, on the same thread, at most `seconds`. What the question
  // takes does not count against the call's time.
  runtime::Task<void> on_confirm(const runtime::Call& call, Notification question, double seconds);

  // Like on_desktop(), on the one connection that collects painted areas; made at first use.
  template <class T>
  runtime::Task<T> on_changes(std::function<T(DamageTracker&)> work, Deadline deadline);

  runtime::Workers& decoders() { return decoder_; }  // jobs may wait for memory for pixels
  // Logs a capture's note unless it was the last one logged. Called on the loop.
  void log_note(const std::string& note);
  // Returns a note on which display was guessed among several, for the answer; "" when none was.
  std::string guess() const { return pool_->guess(); }
  EventHub& events() { return events_; }  // shared by all listeners
  std::size_t pixel_budget() const { return pixel_budget_; }
  const std::shared_ptr<Gate>& gate() const { return gate_; }
  const std::shared_ptr<LineReader>& line_reader() const { return line_reader_; }
  const std::shared_ptr<Recognizer>& recognizer() const { return recognizer_; }
  const std::shared_ptr<Masker>& masker() const { return masker_; }

 private:
  // Runs `work` on the one thread for acts; the act it gets ends when the call is cancelled.
  using ActWork = std::function<void(const Act&)>;
  runtime::Task<void> on_acts(Act act, ActWork work);
  // The same, with a desktop.
  using DesktopAct = std::function<void(Desktop&, const Act&)>;
  runtime::Task<void> on_desktop_acts(Act act, DesktopAct work);
  template <class T>
  runtime::Task<T> borrow(runtime::Workers* workers, std::function<T(Desktop&)> work,
                          Deadline deadline, DesktopPool::Success success);
  // Like borrow() with elements, for work that ends when it is no longer wanted.
  template <class T>
  std::function<T(const runtime::Stop&)> stoppable_job(
      std::function<T(Desktop&, Elements&, const std::function<void()>& check)> work,
      Deadline deadline);
  template <class T>
  runtime::Task<T> on_single(std::shared_ptr<SingleDesktop> single, std::function<T(Desktop&)> work,
                             Deadline deadline);

  std::shared_ptr<DesktopPool> pool_;
  std::shared_ptr<ElementsPool> elements_pool_;
  std::shared_ptr<SingleDesktop> watcher_;
  std::shared_ptr<SingleDesktop> offers_;
  std::shared_ptr<Gate> gate_;
  std::shared_ptr<SessionServices> services_;
  std::shared_ptr<LineReader> line_reader_;
  std::shared_ptr<Recognizer> recognizer_;
  std::shared_ptr<Masker> masker_;
  double timeout_;
  std::size_t pixel_budget_;
  std::string logged_note_;
  EventHub events_;
  EarlyConnection early_;
  runtime::Workers desktop_;
  runtime::Workers capture_;
  runtime::Workers elements_;
  runtime::Workers element_waits_;
  runtime::Workers clipboard_;
  runtime::Workers service_threads_;
  runtime::Workers cpu_;
  runtime::Workers decoder_;
  runtime::Workers input_;
};

template <class T>
runtime::Task<T> DesktopService::borrow(runtime::Workers* workers, std::function<T(Desktop&)> work,
                                        Deadline deadline, DesktopPool::Success success) {
  const auto pool = pool_;
  std::function<T()> job = [pool, work, deadline, success]() -> T {
    if (std::chrono::steady_clock::now() >= deadline) pool->throw_late();
    std::unique_ptr<Desktop> desktop = pool->take();
    const DesktopPool::Return back{*pool, desktop};
    return pool->run<T>([&] { return work(*desktop); }, success);
  };
  runtime::Task<T> waiting = early_.before(wait_for<T>(workers, std::move(job)));
  runtime::Task<T> limited = within(deadline, std::move(waiting));
  T result = co_await std::move(limited);
  co_return result;
}

template <class T>
runtime::Task<T> DesktopService::on_desktop(std::function<T(Desktop&)> work, Deadline deadline,
                                            DesktopPool::Success success) {
  return borrow<T>(&desktop_, std::move(work), deadline, success);
}

template <class T>
runtime::Task<T> DesktopService::on_capture(std::function<T(Desktop&)> work, Deadline deadline) {
  return borrow<T>(&capture_, std::move(work), deadline, DesktopPool::Success::kMeansAnswer);
}

template <class T>
runtime::Task<T> DesktopService::on_elements(std::function<T(Desktop&, Elements&)> work,
                                             Deadline deadline) {
  const auto pool = elements_pool_;
  std::function<T(Desktop&)> with_elements = [pool, work](Desktop& desktop) {
    std::unique_ptr<Elements> elements = pool->take();
    const ElementsPool::Return back{*pool, elements};
    return work(desktop, *elements);
  };
  return borrow<T>(&elements_, std::move(with_elements), deadline,
                   DesktopPool::Success::kMeansNothing);
}

template <class T>
std::function<T(const runtime::Stop&)> DesktopService::stoppable_job(
    std::function<T(Desktop&, Elements&, const std::function<void()>& check)> work,
    Deadline deadline) {
  return [pool = pool_, elements_pool = elements_pool_, work = std::move(work),
          deadline](const runtime::Stop& stop) -> T {
    if (std::chrono::steady_clock::now() >= deadline) pool->throw_late();
    std::unique_ptr<Desktop> desktop = pool->take();
    const DesktopPool::Return back{*pool, desktop};
    std::unique_ptr<Elements> elements = elements_pool->take();
    const ElementsPool::Return elements_back{*elements_pool, elements};
    const std::function<void()> check = [&stop] {
      if (stop.requested()) throw Error("INTERRUPTED", "call was cancelled");
    };
    return pool->run<T>([&] { return work(*desktop, *elements, check); },
                        DesktopPool::Success::kMeansNothing);
  };
}

template <class T>
runtime::Task<T> DesktopService::on_element_waits(
    std::function<T(Desktop&, Elements&, const std::function<void()>& check)> work,
    Deadline deadline) {
  auto job = stoppable_job<T>(std::move(work), deadline);
  runtime::Task<T> waiting = early_.before(wait_for<T>(&element_waits_, std::move(job)));
  runtime::Task<T> limited = within(deadline, std::move(waiting));
  T result = co_await std::move(limited);
  co_return result;
}

template <class T>
runtime::Task<T> DesktopService::on_control(const runtime::Call& call, ActRecord record,
                                            Deadline deadline, std::function<T(Desktop&)> work) {
  const auto result = std::make_shared<T>();
  DesktopAct job = [gate = gate_, who = caller(call), record = std::move(record),
                    work = std::move(work), result](Desktop& desktop, const Act& act) {
    gate->control(desktop, who, record, act, [&](Desktop& same) { *result = work(same); });
  };
  Act act;
  act.deadline = deadline;
  runtime::Task<void> running = on_desktop_acts(std::move(act), std::move(job));
  co_await std::move(running);
  co_return std::move(*result);
}

template <class T>
runtime::Task<T> DesktopService::on_changes(std::function<T(DamageTracker&)> work,
                                            Deadline deadline) {
  std::function<T(Desktop&)> with_changes = [work](Desktop& desktop) {
    return work(desktop.changes());
  };
  return on_single<T>(watcher_, std::move(with_changes), deadline);
}

template <class T>
runtime::Task<T> DesktopService::on_clipboard(std::function<T(Desktop&)> work, Deadline deadline) {
  return borrow<T>(&clipboard_, std::move(work), deadline, DesktopPool::Success::kMeansAnswer);
}

template <class T>
runtime::Task<T> DesktopService::on_offers(std::function<T(Desktop&)> work, Deadline deadline) {
  return on_single<T>(offers_, std::move(work), deadline);
}

template <class T>
runtime::Task<T> DesktopService::on_services(std::function<T(SessionServices&)> work,
                                             Deadline deadline) {
  std::function<T()> job = [services = services_, work] { return work(*services); };
  runtime::Task<T> limited = within(deadline, wait_for<T>(&service_threads_, std::move(job)));
  T result = co_await std::move(limited);
  co_return result;
}

template <class T>
runtime::Task<T> DesktopService::on_service_with_desktop(
    std::function<T(Desktop&, SessionServices&)> work, Deadline deadline) {
  std::function<T(Desktop&)> with_services = [services = services_, work](Desktop& desktop) {
    return work(desktop, *services);
  };
  return borrow<T>(&service_threads_, std::move(with_services), deadline,
                   DesktopPool::Success::kMeansNothing);
}

template <class T>
runtime::Task<T> DesktopService::on_single(std::shared_ptr<SingleDesktop> single,
                                           std::function<T(Desktop&)> work, Deadline deadline) {
  const auto pool = pool_;
  std::function<T()> job = [single, pool, work, deadline]() -> T {
    const auto turn = single->take_turn(deadline);
    if (!turn || std::chrono::steady_clock::now() >= deadline) pool->throw_late();
    if (!single->desktop) single->desktop = single->open();
    return pool->run<T>([&] { return work(*single->desktop); });
  };
  runtime::Task<T> limited = within(deadline, wait_for<T>(&desktop_, std::move(job)));
  T result = co_await std::move(limited);
  co_return result;
}

template <class T>
runtime::Task<T> DesktopService::on_cpu(std::function<T()> work) {
  return wait_for<T>(&cpu_, std::move(work));
}

template <class T>
runtime::Task<T> DesktopService::on_cpu(std::function<T(const runtime::Stop&)> work) {
  return wait_for<T>(&cpu_, std::move(work));
}

}  // namespace native

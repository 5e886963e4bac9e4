#include "native/lua/bridge/desktop_service.hpp"

#include <algorithm>

#include "native/masking/masker.hpp"
#include "native/text/line_reader.hpp"
#include "native/text/recognizer.hpp"
#include "runtime/core/log/log.hpp"

namespace native {

namespace {

constexpr int kDesktopThreads = 4;
// Each thread has one picture under way; waiting captures take no memory.
constexpr int kCaptureThreads = 4;
constexpr int kElementsThreads = 4;
constexpr int kElementWaitThreads = 8;
constexpr int kClipboardThreads = 2;
constexpr int kServiceThreads = 4;
constexpr int kCpuThreads = 4;
constexpr int kDecoderThreads = 4;
// There is one keyboard and one pointer.
constexpr int kInputThreads = 1;

Deadline after(Deadline from, double seconds) {
  constexpr double kDay = 86400;
  const std::chrono::duration<double> wait(seconds > 0 ? std::min(seconds, kDay) : 0);
  return from + std::chrono::duration_cast<Deadline::duration>(wait);
}

// Personal data is mostly in Latin letters and digits, whatever the language around it.
std::shared_ptr<Masker> make_masker(std::shared_ptr<LineReader> reader) {
  return std::make_shared<Masker>(
      [reader](const Frame& frame, const std::vector<TextLine>& lines, Deadline deadline,
               double enlarge) { return reader->read(frame, lines, "eng", deadline, enlarge); });
}

}  // namespace

DesktopService::DesktopService(runtime::Loop& loop, Settings settings)
    : pool_(std::make_shared<DesktopPool>(settings.open)),
      elements_pool_(std::make_shared<ElementsPool>(std::move(settings.open_elements))),
      watcher_(std::make_shared<SingleDesktop>()),
      offers_(std::make_shared<SingleDesktop>()),
      gate_(std::make_shared<Gate>(std::move(settings.policy), std::move(settings.acting))),
      services_(std::make_shared<SessionServices>(std::move(settings.services))),
      line_reader_(std::make_shared<LineReader>()),
      recognizer_(std::make_shared<Recognizer>(line_reader_)),
      masker_(make_masker(line_reader_)),
      timeout_(settings.timeout),
      pixel_budget_(settings.pixel_budget),
      events_(loop, settings.open, gate_),
      desktop_(loop, "desktop", kDesktopThreads),
      capture_(loop, "capture", kCaptureThreads),
      elements_(loop, "elements", kElementsThreads),
      element_waits_(loop, "element waits", kElementWaitThreads),
      clipboard_(loop, "clipboard", kClipboardThreads),
      service_threads_(loop, "services", kServiceThreads),
      cpu_(loop, "cpu", kCpuThreads),
      decoder_(loop, "decode", kDecoderThreads),
      input_(loop, "input", kInputThreads) {
  watcher_->open = settings.open;
  offers_->open = std::move(settings.open);
}

Deadline DesktopService::in(double seconds) {
  return after(std::chrono::steady_clock::now(), seconds);
}

Deadline DesktopService::deadline(const runtime::Call& call, double seconds) const {
  const Deadline limit = call.origin ? after(call.origin->arrival, timeout_) : in(timeout_);
  if (call.origin && call.origin->caller.is_own_script())
    return in(seconds > 0 ? seconds : timeout_);
  return seconds > 0 ? std::min(limit, in(seconds)) : limit;
}

runtime::Task<void> DesktopService::connect_early() {
  const Deadline deadline = in(timeout_);
  const auto pool = pool_;
  std::function<bool()> job = [pool, deadline] {
    std::unique_ptr<Desktop> desktop = pool->take();
    const DesktopPool::Return back{*pool, desktop};
    return pool->run<bool>([&] { return !desktop->displays().displays(deadline).empty(); });
  };
  runtime::Task<bool> connecting = wait_for(&desktop_, std::move(job));
  runtime::Task<bool> limited = within(deadline, std::move(connecting));
  const EarlyConnection::Making making(early_);
  try {
    co_await std::move(limited);
  } catch (const runtime::Error&) {
  }
}

runtime::Task<void> DesktopService::prepare_capture(Caller::Kind kind) {
  std::function<bool()> job = [gate = gate_, kind] {
    gate->prepare(kind);
    return true;
  };
  runtime::Task<bool> preparing = wait_for(&capture_, std::move(job));
  co_await std::move(preparing);
}

void DesktopService::log_note(const std::string& note) {
  if (note.empty() || note == logged_note_) return;
  logged_note_ = note;
  runtime::log::warn(note);
}

Caller DesktopService::caller(const runtime::Call& call) {
  return call.origin ? call.origin->caller : Caller();
}

LeftClipboard DesktopService::hand_over_clipboard(Deadline deadline) {
  const auto turn = offers_->take_turn(deadline);
  if (!turn || !offers_->desktop) return {};
  return {offers_->desktop->clipboard().hand_over(deadline), offers_->desktop->variables()};
}

bool DesktopService::wait_for_other_owner(Deadline deadline) {
  const auto turn = offers_->take_turn(deadline);
  if (!turn) return false;
  return !offers_->desktop || offers_->desktop->clipboard().wait_until_lost(deadline);
}

runtime::Task<void> DesktopService::admit(const runtime::Call& call, Operation::Kind operation) {
  std::function<bool()> work = [gate = gate_, who = caller(call), operation] {
    gate->admit(who, {operation, nullptr});
    return true;
  };
  if (gate_->is_ready()) {
    translated<bool>(work);
    co_return;
  }
  runtime::Task<bool> waiting = on_cpu<bool>(std::move(work));
  co_await std::move(waiting);
}

runtime::Task<void> DesktopService::on_acts(Act act, ActWork work) {
  const Deadline deadline = act.deadline;
  std::function<bool(const runtime::Stop&)> job =
      [act = std::move(act), work = std::move(work)](const runtime::Stop& stop) {
        Act stoppable = act;
        stoppable.check = [&stop] {
          if (stop.requested()) throw Error("INTERRUPTED", "call was cancelled");
        };
        work(stoppable);
        return true;
      };
  runtime::Task<bool> waiting = early_.before(wait_for<bool>(&input_, std::move(job)));
  runtime::Task<bool> limited = within(deadline, std::move(waiting));
  co_await std::move(limited);
}

runtime::Task<ElementActed> DesktopService::on_element_act(const runtime::Call& call, ElementId id,
                                                           ElementAct what, Deadline deadline) {
  std::function<ElementActed(Desktop&, Elements&, const std::function<void()>&)> work =
      [gate = gate_, who = caller(call), id, what, deadline](Desktop& desktop, Elements& elements,
                                                             const std::function<void()>& check) {
        Act act;
        act.deadline = deadline;
        act.check = check;
        return gate->act_on_element(desktop, elements, who, id, what, std::move(act));
      };
  auto job = stoppable_job<ElementActed>(std::move(work), deadline);
  runtime::Task<ElementActed> waiting =
      early_.before(wait_for<ElementActed>(&elements_, std::move(job)));
  runtime::Task<ElementActed> limited = within(deadline, std::move(waiting));
  ElementActed acted = co_await std::move(limited);
  co_return acted;
}

runtime::Task<void> DesktopService::on_desktop_acts(Act act, DesktopAct work) {
  ActWork job = [pool = pool_, work = std::move(work)](const Act& stoppable) {
    if (std::chrono::steady_clock::now() >= stoppable.deadline) pool->throw_late();
    std::unique_ptr<Desktop> desktop = pool->take();
    const DesktopPool::Return back{*pool, desktop};
    pool->run<bool>([&] {
      work(*desktop, stoppable);
      return true;
    });
  };
  return on_acts(std::move(act), std::move(job));
}

runtime::Task<void> DesktopService::on_input(const runtime::Call& call, ActRecord record, Act act,
                                             Gate::Work work) {
  DesktopAct job = [gate = gate_, who = caller(call), record = std::move(record),
                    work = std::move(work)](Desktop& desktop, const Act& stoppable) {
    Act lasting = stoppable;
    lasting.check_later = [gate, who] { gate->check_held(who); };
    gate->act(desktop, who, record, std::move(lasting), work);
  };
  return on_desktop_acts(std::move(act), std::move(job));
}

runtime::Task<void> DesktopService::on_confirm(const runtime::Call& call, Notification question,
                                               double seconds) {
  // The gate ends the question at its deadline by itself, and takes it away.
  constexpr double kToTakeItAway = 2;
  const Deadline began = std::chrono::steady_clock::now();
  const Deadline answer_by = in(seconds);
  Act act;
  act.deadline = in(seconds + kToTakeItAway);
  ActWork job = [gate = gate_, who = caller(call), question = std::move(question),
                 answer_by](const Act& stoppable) {
    Act asked = stoppable;
    asked.deadline = answer_by;
    gate->confirm(who, question, asked);
  };
  runtime::Task<void> running = on_acts(std::move(act), std::move(job));
  const auto origin = call.origin;
  co_await std::move(running);
  if (origin) origin->arrival += std::chrono::steady_clock::now() - began;
}

void rethrow(const Error& error) {
  runtime::Value details;
  for (const auto& [name, fact] : error.details)
    std::visit([&](const auto& value) { details.set(name, value); }, fact);
  throw runtime::Error(error.code, error.message, error.hint, std::move(details));
}

}  // namespace native

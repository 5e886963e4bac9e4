#include "native/portal/helper/server.hpp"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <utility>
#include <vector>

#include "native/portal/helper/grant.hpp"
#include "native/portal/helper/requests.hpp"
#include "native/portal/helper/window_cast.hpp"
#include "native/portal/refusal.hpp"

namespace native::portal {
namespace {

// The desktop shows that screens are watched until then.
constexpr std::chrono::seconds kIdlePictures{30};
constexpr std::chrono::minutes kIdle{2};
constexpr int kMaxPlace = 1 << 20;
constexpr int kMaxStreamSide = 65535;
constexpr std::int64_t kMaxWindow = std::int64_t{1} << 53;

// Returns whether a request is about keys and pointer, not about screens.
bool is_about_input(const Message& request) { return request.text("of") == "input"; }

}  // namespace

Server::Server(SocketFile& socket, TokenFile screens, TokenFile input, OwnedFile signals)
    : socket_(socket),
      screens_token_(screens),
      input_token_(input),
      source_(std::move(screens)),
      input_(std::move(input)),
      users_(input_),
      signals_(std::move(signals)),
      answered_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
      end_(Clock::now() + kIdle) {}

Server::~Server() {
  if (asking_.joinable()) asking_.join();
}

void Server::watch(const std::string& address, Deadline deadline) {
  if (watched_ && watched_address_ == address) return;
  watched_ = std::make_unique<SessionBus>(address, deadline);
  watched_address_ = address;
}

bool Server::session_has_ended() {
  if (!watched_) return false;
  try {
    while (watched_->next()) continue;
    return false;
  } catch (const Refusal&) {
    return true;
  }
}

Message Server::picture(const Message& request, Deadline deadline) {
  const auto place = [&](const char* name) { return request.number(name, -kMaxPlace, kMaxPlace); };
  const auto side = [&](const char* name) { return request.number(name, 1, kMaxStreamSide); };
  const auto x = place("x"), y = place("y"), units_wide = side("units_wide"),
             units_high = side("units_high"), width = side("width"), height = side("height");
  if (!x || !y || !units_wide || !units_high || !width || !height) throw Refusal("bad request");
  const auto whole = [](std::optional<std::int64_t> number) { return static_cast<int>(*number); };
  const WantedScreen wanted{{whole(x), whole(y), whole(units_wide), whole(units_high)},
                            whole(width),
                            whole(height),
                            request.text("only") == "yes"};
  SealedPicture taken = source_.capture(request.text("bus"), wanted, deadline);
  picture_end_ = Clock::now() + kIdlePictures;
  Message answer;
  answer.set("width", taken.width).set("height", taken.height);
  answer.set("order", taken.red_first ? "rgbx" : "bgrx");
  answer.file = std::move(taken.file);
  return answer;
}

bool Server::forget(bool input) {
  if (input) return input_.forget();
  source_.close();
  return screens_token_.remove();
}

Message Server::window_picture(const Message& request, Deadline deadline) {
  const auto window = request.number("window", 1, kMaxWindow);
  const std::string shell = request.text("shell");
  // A well-known name could be taken by somebody else meanwhile.
  if (!window || !shell.starts_with(':')) throw Refusal("bad request");
  const PictureSize drawn{
      static_cast<int>(request.number("width", 1, kMaxStreamSide).value_or(0)),
      static_cast<int>(request.number("height", 1, kMaxStreamSide).value_or(0))};
  SealedPicture taken = record_window(request.text("bus"), shell,
                                      static_cast<std::uint64_t>(*window), drawn, deadline);
  Message answer;
  answer.set("width", taken.width).set("height", taken.height);
  answer.set("order", taken.red_first ? "rgbx" : "bgrx");
  answer.set("alpha", taken.has_alpha ? "yes" : "no");
  answer.file = std::move(taken.file);
  return answer;
}

Message Server::answer_to(const Message& request) {
  const Deadline deadline = deadline_of(request);
  const std::string word = request.text("do"), bus = request.text("bus");
  Message answer;
  if (word == "forget") {
    answer.set("state", forget(is_about_input(request)) ? "forgotten" : "needs consent");
    return answer;
  }
  // Who asked has given up already, and may have left others waiting.
  if (Clock::now() >= deadline) throw Refusal("no answer");
  watch(bus, deadline);
  if (word == "picture") return picture(request, deadline);
  if (word == "window") return window_picture(request, deadline);
  if (word != "state") throw Refusal("bad request");
  answer.set("state", is_about_input(request) ? input_.consent_state(bus, deadline)
                                              : consent_state(bus, screens_token_, deadline));
  return answer;
}

void Server::answer_person(OwnedFile asker, const Asking& asking, bool input) {
  Message answer;
  try {
    if (input) {
      hand_over(ask_for_input(asking, input_token_), asking.bus);
    } else {
      ask_for_screens(asking, screens_token_);
    }
    answer.set("state", "given");
  } catch (const Refusal& refusal) {
    answer = refusal_message(refusal.reason());
  }
  send_message(asker.get(), answer, Clock::now() + kAnswerPatience);
  is_asking_ = false;
}

void Server::ask_person(OwnedFile asker, const Message& request) {
  if (is_asking_.exchange(true)) {
    send_message(asker.get(), refusal_message("asked already"), Clock::now() + kAnswerPatience);
    return;
  }
  if (asking_.joinable()) asking_.join();
  const Asking asking{request.text("bus"), asker.get(), deadline_of(request)};
  asking_ = std::thread([this, file = asker.release(), asking, input = is_about_input(request)] {
    answer_person(OwnedFile(file), asking, input);
  });
}

void Server::hand_over(std::unique_ptr<RemoteDesktop> session, const std::string& bus) {
  if (!session) return;
  {
    const std::lock_guard lock(mutex_);
    allowed_ = std::move(session);
    allowed_bus_ = bus;
  }
  const std::uint64_t one = 1;
  while (::write(answered_.get(), &one, sizeof one) < 0 && errno == EINTR) continue;
}

void Server::take_over() {
  std::uint64_t count = 0;
  while (::read(answered_.get(), &count, sizeof count) < 0 && errno == EINTR) continue;
  const std::lock_guard lock(mutex_);
  if (!allowed_) return;
  input_.adopt(std::move(allowed_), allowed_bus_);
  adopted_ = Clock::now();
}

void Server::take_request() {
  OwnedFile asker = socket_.accept();
  if (asker.get() < 0) return;
  end_ = Clock::now() + kIdle;
  const std::optional<Message> request =
      receive_message(asker.get(), Clock::now() + kRequestPatience);
  if (!request) return;
  take_over();  // who asks after the answer must find it
  Message answer;
  try {
    const std::string word = request->text("do");
    if (word == "ask" || word == "hands")
      watch(request->text("bus"), Clock::now() + kRequestPatience);
    if (word == "ask") return ask_person(std::move(asker), *request);
    if (word == "hands") return add_user(asker, *request);
    answer = answer_to(*request);
  } catch (const Refusal& refusal) {
    answer = refusal_message(refusal.reason());
  }
  send_message(asker.get(), answer, Clock::now() + kAnswerPatience);
}

void Server::add_user(OwnedFile& asker, const Message& request) {
  const Deadline deadline = deadline_of(request);
  if (Clock::now() >= deadline) throw Refusal("no answer");
  users_.add(asker, request.text("bus"), deadline);
}

Deadline Server::input_end() const {
  return std::max(users_.last_use(), adopted_) + input_.idle_time();
}

void Server::wait() {
  Deadline next = end_;
  if (source_.is_open()) next = std::min(next, picture_end_);
  // What holds something sends more, or goes.
  if (input_.is_open() && !users_.any_holds()) next = std::min(next, input_end());
  polled_ = {{socket_.descriptor(), POLLIN, 0},
             {source_.bus_descriptor(), POLLIN, 0},
             {source_.pipewire_descriptor(), POLLIN, 0},
             {watched_ ? watched_->descriptor() : -1, POLLIN, 0},
             {input_.bus_descriptor(), POLLIN, 0},
             {input_.devices_descriptor(), POLLIN, 0},
             {answered_.get(), POLLIN, 0},
             {signals_.get(), POLLIN, 0}};
  users_.poll_for(polled_);
  ::poll(polled_.data(), polled_.size(), milliseconds_until(next));
}

void Server::close_idle() {
  if (source_.is_open() && Clock::now() >= picture_end_) source_.close();
  if (input_.is_open() && Clock::now() >= input_end() && !users_.any_holds()) input_.close();
}

void Server::end() {
  source_.close();
  input_.close();
  socket_.end();
}

bool Server::serve() {
  wait();
  if (signalfd_siginfo signal{}; ::read(signals_.get(), &signal, sizeof signal) > 0) {
    end();
    ::_exit(0);
  }
  const bool has_asker = (polled_.front().revents & POLLIN) != 0;
  take_over();
  users_.take_in(polled_);
  if (has_asker) take_request();
  source_.take_in();
  input_.take_in();
  close_idle();
  if (session_has_ended()) {
    end();
    return false;
  }
  if (Clock::now() < end_) return true;
  if (!is_asking_ && !input_.is_open() && socket_.end()) return false;
  end_ = Clock::now() + kIdle;
  return true;
}

void Server::run() {
  while (serve()) continue;
}

}  // namespace native::portal

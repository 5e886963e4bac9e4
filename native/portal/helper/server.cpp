#include "native/portal/helper/server.hpp"

#include <poll.h>

#include <algorithm>

#include "native/portal/helper/grant.hpp"
#include "native/portal/refusal.hpp"

namespace native::portal {
namespace {

// An asker sends its request at once.
constexpr std::chrono::seconds kRequestPatience{1};
constexpr std::chrono::seconds kAnswerPatience{2};
// The desktop shows that screens are watched until then.
constexpr std::chrono::seconds kIdlePictures{30};
constexpr std::chrono::minutes kIdle{2};
constexpr std::chrono::minutes kMaxTime{15};
constexpr int kMaxPlace = 1 << 20;
constexpr int kMaxSide = 65535;

// Returns the moment until which the asker waits, as the machine's clock has it.
Deadline deadline_of(const Message& request) {
  const Deadline now = Clock::now();
  const auto nanoseconds = request.number("deadline", 0, INT64_MAX);
  const Deadline asked = nanoseconds ? Deadline(std::chrono::duration_cast<Clock::duration>(
                                           std::chrono::nanoseconds(*nanoseconds)))
                                     : now;
  return std::min(asked, now + kMaxTime);
}

Message refusal_message(const std::string& reason) {
  Message message;
  message.set("refused", reason);
  return message;
}

}  // namespace

Server::Server(SocketFile& socket, TokenFile token)
    : socket_(socket), token_(token), source_(std::move(token)), end_(Clock::now() + kIdle) {}

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
  const auto side = [&](const char* name) { return request.number(name, 1, kMaxSide); };
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

Message Server::answer_to(const Message& request) {
  const Deadline deadline = deadline_of(request);
  const std::string word = request.text("do"), bus = request.text("bus");
  if (word == "forget") {
    source_.close();
    Message answer;
    answer.set("state", token_.remove() ? "forgotten" : "needs consent");
    return answer;
  }
  // Who asked has given up already, and may have left others waiting.
  if (Clock::now() >= deadline) throw Refusal("no answer");
  watch(bus, deadline);
  if (word == "picture") return picture(request, deadline);
  if (word != "state") throw Refusal("bad request");
  Message answer;
  answer.set("state", consent_state(bus, token_, deadline));
  return answer;
}

void Server::ask_person(OwnedFile asker, const Message& request) {
  if (is_asking_.exchange(true)) {
    send_message(asker.get(), refusal_message("asked already"), Clock::now() + kAnswerPatience);
    return;
  }
  if (asking_.joinable()) asking_.join();
  asking_ = std::thread(
      [this, file = asker.release(), bus = request.text("bus"), deadline = deadline_of(request)] {
        const OwnedFile waiting(file);
        Message answer;
        try {
          portal::ask_person(bus, token_, waiting.get(), deadline);
          answer.set("state", "given");
        } catch (const Refusal& refusal) {
          answer = refusal_message(refusal.reason());
        }
        send_message(waiting.get(), answer, Clock::now() + kAnswerPatience);
        is_asking_ = false;
      });
}

void Server::take_request() {
  OwnedFile asker = socket_.accept();
  if (asker.get() < 0) return;
  end_ = Clock::now() + kIdle;
  const std::optional<Message> request =
      receive_message(asker.get(), Clock::now() + kRequestPatience);
  if (!request) return;
  Message answer;
  try {
    if (request->text("do") == "ask") {
      watch(request->text("bus"), Clock::now() + kRequestPatience);
      ask_person(std::move(asker), *request);
      return;
    }
    answer = answer_to(*request);
  } catch (const Refusal& refusal) {
    answer = refusal_message(refusal.reason());
  }
  send_message(asker.get(), answer, Clock::now() + kAnswerPatience);
}

bool Server::wait() {
  const Deadline next = source_.is_open() ? std::min(picture_end_, end_) : end_;
  pollfd waiting[] = {{socket_.descriptor(), POLLIN, 0},
                      {source_.bus_descriptor(), POLLIN, 0},
                      {source_.pipewire_descriptor(), POLLIN, 0},
                      {watched_ ? watched_->descriptor() : -1, POLLIN, 0}};
  ::poll(waiting, 4, milliseconds_until(next));
  return (waiting[0].revents & POLLIN) != 0;
}

void Server::run() {
  for (;;) {
    if (wait()) take_request();
    source_.take_in();
    if (source_.is_open() && Clock::now() >= picture_end_) source_.close();
    if (session_has_ended()) {
      source_.close();
      socket_.end();
      return;
    }
    if (Clock::now() < end_) continue;
    if (!is_asking_ && socket_.end()) return;
    end_ = Clock::now() + kIdle;
  }
}

}  // namespace native::portal

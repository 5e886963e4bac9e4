#include "native/dbus/bus.hpp"

#include <poll.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>

namespace native::dbus {

namespace {

std::int64_t microseconds_until(Deadline deadline) {
  const auto left = deadline - std::chrono::steady_clock::now();
  return std::max<std::int64_t>(
      0, std::chrono::duration_cast<std::chrono::microseconds>(left).count());
}

}  // namespace

bool Reply::enter(char type, const char* content) {
  return bus_.enter_container(message_, type, content) > 0;
}

void Reply::leave() { bus_.exit_container(message_); }

bool Reply::read(std::string* text, char type) {
  const char* found = nullptr;
  if (bus_.read_basic(message_, type, &found) <= 0) return false;
  *text = found;
  return true;
}

bool Reply::read(bool* value) {
  int found = 0;
  if (bus_.read_basic(message_, 'b', &found) <= 0) return false;
  *value = found != 0;
  return true;
}

bool Reply::read(std::uint32_t* value) { return bus_.read_basic(message_, 'u', value) > 0; }

void Reply::skip(const char* types) { bus_.skip(message_, types); }

void Bus::close() {
  if (connection_ == nullptr) return;
  bus_->close(connection_);
  bus_->unref(connection_);
  connection_ = nullptr;
}

bool Bus::open() {
  if (bus_->create(&connection_) < 0) {
    connection_ = nullptr;
    return false;
  }
  return bus_->set_address(connection_, address_.c_str()) >= 0 &&
         bus_->set_bus_client(connection_, 1) >= 0 && bus_->start(connection_) >= 0;
}

Bus::State Bus::connect(Deadline deadline) {
  if (bus_ == nullptr) bus_ = address_.empty() ? nullptr : SdBus::load();
  if (bus_ == nullptr) return state_ = State::kAbsent;
  const bool is_new = connection_ == nullptr;
  if (is_new && !open()) {
    close();
    return state_ = State::kAbsent;
  }
  // sd_bus_call() would wait without limit for a bus that does not say hello.
  for (;;) {
    const int done = bus_->process(connection_, nullptr);
    const int ready = done < 0 ? done : bus_->is_ready(connection_);
    if (ready > 0) return state_ = State::kThere;
    if (ready < 0) break;
    if (done > 0) continue;
    const std::int64_t left = microseconds_until(deadline);
    if (left == 0) {
      close();
      return state_ = State::kSilent;
    }
    pollfd waiting{bus_->get_fd(connection_), static_cast<short>(bus_->get_events(connection_)), 0};
    ::poll(&waiting, 1, static_cast<int>(left / 1000) + 1);
  }
  close();
  // The bus may have been started again.
  return is_new ? state_ = State::kAbsent : connect(deadline);
}

Reply Bus::call(const Method& method, Deadline deadline) {
  if (connect(deadline) != State::kThere) return none();
  sd_bus_message* message = nullptr;
  if (bus_->new_method_call(connection_, &message, method.service, method.path.c_str(),
                            method.interface, method.name) < 0)
    return none();
  const Reply request(*bus_, message);
  bus_->set_auto_start(message, 0);
  for (const std::string& argument : method.arguments)
    bus_->append_basic(message, 's', argument.c_str());
  sd_bus_error error{};
  sd_bus_message* answer = nullptr;
  const auto left =
      static_cast<std::uint64_t>(std::max<std::int64_t>(1, microseconds_until(deadline)));
  const int code = bus_->call(connection_, message, left, &error, &answer);
  bus_->error_free(&error);
  if (code >= 0) return Reply(*bus_, answer);
  if (code == -ETIMEDOUT) {
    close();
    state_ = State::kSilent;
  } else if (code == -ENOTCONN || code == -ECONNRESET || code == -EPIPE) {
    close();
    state_ = State::kAbsent;
  }
  return none();
}

}  // namespace native::dbus

#include "native/dbus/bus.hpp"

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace native::dbus {

namespace {

constexpr std::int64_t kMaxWait = 60'000;  // ms in one poll(2)

std::int64_t microseconds_until(Deadline deadline) {
  const auto left = deadline - std::chrono::steady_clock::now();
  return std::max<std::int64_t>(
      0, std::chrono::duration_cast<std::chrono::microseconds>(left).count());
}

// A bus says the one where it might start a service, the other where it must not.
bool says_missing(std::string_view error) {
  return error == "org.freedesktop.DBus.Error.ServiceUnknown" ||
         error == "org.freedesktop.DBus.Error.NameHasNoOwner";
}

}  // namespace

bool Reply::enter(char type, const char* content) {
  return bus_->enter_container(message_, type, content) > 0;
}

void Reply::leave() { bus_->exit_container(message_); }

bool Reply::read(std::string* text, char type, std::size_t limit) {
  const char* found = nullptr;
  if (bus_->read_basic(message_, type, &found) <= 0) return false;
  text->assign(found, ::strnlen(found, limit));
  return true;
}

bool Reply::read(bool* value) {
  int found = 0;
  if (bus_->read_basic(message_, 'b', &found) <= 0) return false;
  *value = found != 0;
  return true;
}

bool Reply::read(std::uint32_t* value) { return bus_->read_basic(message_, 'u', value) > 0; }

bool Reply::read(std::uint64_t* value) { return bus_->read_basic(message_, 't', value) > 0; }

bool Reply::read(std::int32_t* value) { return bus_->read_basic(message_, 'i', value) > 0; }

bool Reply::read(double* value) { return bus_->read_basic(message_, 'd', value) > 0; }

std::pair<char, std::string> Reply::next_type() {
  char type = 0;
  const char* content = nullptr;
  if (bus_->peek_type(message_, &type, &content) <= 0) return {};
  return {type, content != nullptr ? content : ""};
}

bool Reply::is_signal(const char* interface, const char* name) const {
  return bus_->is_signal(message_, interface, name) > 0;
}

bool Reply::is_call(const char* interface, const char* name) const {
  return bus_->is_method_call(message_, interface, name) > 0;
}

std::string Reply::path() const {
  const char* const path = bus_->get_path(message_);
  return path != nullptr ? path : "";
}

std::string Reply::sender() const {
  const char* const name = bus_->get_sender(message_);
  return name != nullptr ? name : "";
}

void Reply::skip(const char* types) { bus_->skip(message_, types); }

bool Reply::skip_next() {
  const auto [type, content] = next_type();
  if (type == 0) return false;
  std::string whole;
  if (type == 'r')
    whole = "(" + content + ")";
  else if (type == 'e')
    whole = "{" + content + "}";
  else if (type == 'a')
    whole = "a" + content;
  else
    whole = type;
  return bus_->skip(message_, whole.c_str()) > 0;
}

void Reply::finish() {
  while (skip_next()) continue;
  leave();
}

bool Reply::read(Scalar* value, std::size_t limit) {
  const char type = next_type().first;
  if (type == 0 || std::strchr("ybnqiuxtdsog", type) == nullptr) return skip_next() && false;
  value->type = type;
  if (type == 's' || type == 'o' || type == 'g') {
    // A longer text would be another value.
    const char* found = nullptr;
    if (bus_->read_basic(message_, type, &found) <= 0) return false;
    value->text = found;
    return value->text.size() <= limit;
  }
  std::uint64_t bits = 0;  // the machine's own order of bytes, as the library gives it
  if (bus_->read_basic(message_, type, &bits) <= 0) return false;
  value->text.assign(reinterpret_cast<const char*>(&bits), sizeof bits);
  return true;
}

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
         bus_->set_bus_client(connection_, kind_ == Kind::kBus ? 1 : 0) >= 0 &&
         bus_->start(connection_) >= 0;
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
    sd_bus_message* message = nullptr;
    const int done = process(&message);
    if (message != nullptr) bus_->message_unref(message);
    const int ready = done < 0 ? done : bus_->is_ready(connection_);
    if (ready > 0) {
      if (is_new) ++generation_;
      return state_ = State::kThere;
    }
    if (ready < 0) break;
    if (done > 0) continue;
    if (!wait(deadline)) {
      close();
      return state_ = State::kSilent;
    }
  }
  close();
  // The bus may have been started again.
  return is_new ? state_ = State::kAbsent : connect(deadline);
}

bool Bus::wait(Deadline deadline, int other, bool* other_is_readable) {
  const std::int64_t left = microseconds_until(deadline);
  if (left == 0) return false;
  // poll(2) ignores what is negative.
  pollfd waiting[] = {
      {bus_->get_fd(connection_), static_cast<short>(bus_->get_events(connection_)), 0},
      {other, POLLIN, 0}};
  ::poll(waiting, 2, static_cast<int>(std::min<std::int64_t>(left / 1000, kMaxWait)) + 1);
  if (other_is_readable != nullptr) *other_is_readable = waiting[1].revents != 0;
  return true;
}

std::optional<std::int64_t> Bus::peer_process() const {
  if (connection_ == nullptr) return std::nullopt;
  ucred peer{};
  socklen_t size = sizeof peer;
  if (::getsockopt(bus_->get_fd(connection_), SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0)
    return std::nullopt;
  return peer.pid;
}

bool Bus::append(sd_bus_message* message, const Argument& argument) {
  const auto basic = [&](char type, const void* value) {
    return bus_->append_basic(message, type, value) >= 0;
  };
  if (const auto* text = std::get_if<std::string>(&argument.value_))
    return basic('s', text->c_str());
  if (const auto* path = std::get_if<ObjectPath>(&argument.value_))
    return basic('o', path->text.c_str());
  if (const auto* number = std::get_if<std::int32_t>(&argument.value_)) return basic('i', number);
  if (const auto* number = std::get_if<std::uint32_t>(&argument.value_)) return basic('u', number);
  if (const auto* number = std::get_if<std::uint64_t>(&argument.value_)) return basic('t', number);
  if (const auto* file = std::get_if<Descriptor>(&argument.value_))
    return basic('h', &file->number);
  if (const auto* texts = std::get_if<Texts>(&argument.value_)) return append(message, *texts);
  if (const auto* number = std::get_if<DoubleVariant>(&argument.value_))
    return bus_->open_container(message, 'v', "d") >= 0 && basic('d', &number->value) &&
           bus_->close_container(message) >= 0;
  if (const auto* hints = std::get_if<Hints>(&argument.value_)) return append(message, *hints);
  if (!std::holds_alternative<BoolVariant>(argument.value_))
    return append_container(message, argument);
  const int truth = std::get<BoolVariant>(argument.value_).value ? 1 : 0;
  return bus_->open_container(message, 'v', "b") >= 0 && basic('b', &truth) &&
         bus_->close_container(message) >= 0;
}

bool Bus::append(sd_bus_message* message, const Switches& switches) {
  if (bus_->open_container(message, 'a', "{sv}") < 0) return false;
  for (const auto& [name, value] : switches.list) {
    const int truth = value ? 1 : 0;
    if (bus_->open_container(message, 'e', "sv") < 0 ||
        bus_->append_basic(message, 's', name.c_str()) < 0 ||
        bus_->open_container(message, 'v', "b") < 0 ||
        bus_->append_basic(message, 'b', &truth) < 0 || bus_->close_container(message) < 0 ||
        bus_->close_container(message) < 0)
      return false;
  }
  return bus_->close_container(message) >= 0;
}

bool Bus::append(sd_bus_message* message, const ScopeOf& scope) {
  const bool opened = bus_->open_container(message, 'a', "(sv)") >= 0 &&
                      bus_->open_container(message, 'r', "sv") >= 0 &&
                      bus_->append_basic(message, 's', "PIDs") >= 0 &&
                      bus_->open_container(message, 'v', "au") >= 0;
  bool whole = opened && append(message, Argument(Numbers{{scope.pid}}));
  for (int level = 0; level < 3; ++level) whole = whole && bus_->close_container(message) >= 0;
  return whole;
}

bool Bus::append_container(sd_bus_message* message, const Argument& argument) {
  if (const auto* switches = std::get_if<Switches>(&argument.value_))
    return append(message, *switches);
  if (const auto* value = std::get_if<ScalarVariant>(&argument.value_))
    return append_variant(message, value->value);
  if (const auto* scope = std::get_if<ScopeOf>(&argument.value_)) return append(message, *scope);
  const char* content = std::holds_alternative<NoUnits>(argument.value_) ? "(sa(sv))" : "{sv}";
  const auto* numbers = std::get_if<Numbers>(&argument.value_);
  const auto* variants = std::get_if<Variants>(&argument.value_);
  if (numbers != nullptr) content = "u";
  if (variants != nullptr) content = "v";
  bool whole = bus_->open_container(message, 'a', content) >= 0;
  if (numbers != nullptr)
    for (const std::uint32_t each : numbers->list)
      whole = whole && bus_->append_basic(message, 'u', &each) >= 0;
  if (variants != nullptr)
    for (const Scalar& each : variants->list) whole = whole && append_variant(message, each);
  return whole && bus_->close_container(message) >= 0;
}

bool Bus::append(sd_bus_message* message, const Scalar& value) {
  const bool is_text = value.type == 's' || value.type == 'o' || value.type == 'g';
  if (is_text) return bus_->append_basic(message, value.type, value.text.c_str()) >= 0;
  std::uint64_t bits = 0;
  std::memcpy(&bits, value.text.data(), std::min(value.text.size(), sizeof bits));
  return bus_->append_basic(message, value.type, &bits) >= 0;
}

bool Bus::append_variant(sd_bus_message* message, const Scalar& value) {
  const char type[2] = {value.type, 0};
  return bus_->open_container(message, 'v', type) >= 0 && append(message, value) &&
         bus_->close_container(message) >= 0;
}

bool Bus::append(sd_bus_message* message, const Texts& texts) {
  if (bus_->open_container(message, 'a', "s") < 0) return false;
  for (const std::string& text : texts.list)
    if (bus_->append_basic(message, 's', text.c_str()) < 0) return false;
  return bus_->close_container(message) >= 0;
}

bool Bus::append(sd_bus_message* message, const Hints& hints) {
  const auto entry = [&](const char* name, const char* type, const void* value) {
    return bus_->open_container(message, 'e', "sv") >= 0 &&
           bus_->append_basic(message, 's', name) >= 0 &&
           bus_->open_container(message, 'v', type) >= 0 &&
           bus_->append_basic(message, type[0], value) >= 0 &&
           bus_->close_container(message) >= 0 && bus_->close_container(message) >= 0;
  };
  const int truth = 1;
  // A name of the freedesktop.org sound naming specification.
  constexpr const char* kSound = "message-new-instant";
  const bool sounds = hints.sound == true, silent = hints.sound == false;
  return bus_->open_container(message, 'a', "{sv}") >= 0 && entry("urgency", "y", &hints.urgency) &&
         (!hints.transient || entry("transient", "b", &truth)) &&
         (!sounds || entry("sound-name", "s", kSound)) &&
         (!silent || entry("suppress-sound", "b", &truth)) && bus_->close_container(message) >= 0;
}

sd_bus_message* Bus::make_message(const Method& method) {
  sd_bus_message* message = nullptr;
  const char* service = kind_ == Kind::kBus ? method.service.c_str() : nullptr;
  if (bus_->new_method_call(connection_, &message, service, method.path.c_str(), method.interface,
                            method.name) < 0)
    return nullptr;
  bool whole = bus_->set_auto_start(message, method.starts_service ? 1 : 0) >= 0;
  for (const Argument& argument : method.arguments) whole = whole && append(message, argument);
  if (whole) return message;
  bus_->message_unref(message);
  return nullptr;
}

int Bus::process(sd_bus_message** message) {
  const int done = bus_->process(connection_, message);
  if (*message == nullptr || counted_.empty()) return done;
  if (bus_->is_signal(*message, nullptr, nullptr) <= 0) return done;
  const char* interface = bus_->get_interface(*message);
  if (interface != nullptr && std::string_view(interface).starts_with(counted_)) ++signals_;
  return done;
}

bool Bus::wait_signal(std::uint64_t known, Deadline deadline) {
  while (signals_ <= known) {
    // Handles all that has arrived.
    if (connection_ == nullptr || connect(deadline) != State::kThere) return false;
    sd_bus_message* message = nullptr;
    const int done = process(&message);
    if (message != nullptr) bus_->message_unref(message);
    if (done < 0) return false;
    if (done == 0 && signals_ <= known && !wait(deadline)) return false;
  }
  return true;
}

bool Bus::take_in() {
  const std::uint64_t before = signals_;
  while (connection_ != nullptr) {
    sd_bus_message* message = nullptr;
    const int done = process(&message);
    if (message != nullptr) bus_->message_unref(message);
    if (done < 0) lose(-EPIPE);
    if (done == 0) break;
  }
  return signals_ > before;
}

int Bus::descriptor() const { return connection_ == nullptr ? -1 : bus_->get_fd(connection_); }

void Bus::lose(int code) {
  if (code == -ETIMEDOUT) {
    close();
    state_ = State::kSilent;
  } else if (code == -ENOTCONN || code == -ECONNRESET || code == -EPIPE) {
    close();
    state_ = State::kAbsent;
  }
}

Reply Bus::call(const Method& method, Deadline deadline) {
  service_missing_ = false;
  error_name_.clear();
  if (connect(deadline) != State::kThere) return none();
  const Reply request(bus_, make_message(method));
  if (!request) return none();
  sd_bus_error error{};
  sd_bus_message* answer = nullptr;
  const auto left =
      static_cast<std::uint64_t>(std::max<std::int64_t>(1, microseconds_until(deadline)));
  const int code = bus_->call(connection_, request.message(), left, &error, &answer);
  note_error(code < 0 ? error.name : nullptr);
  bus_->error_free(&error);
  if (code >= 0) return Reply(bus_, answer);
  lose(code);
  return none();
}

void Bus::note_error(const char* name) {
  error_name_ = name != nullptr ? name : "";
  service_missing_ = says_missing(error_name_);
}

Reply Bus::call_reading(const Method& method, int descriptor, const std::function<bool()>& read,
                        Deadline deadline) {
  note_error(nullptr);
  if (connect(deadline) != State::kThere) return none();
  std::uint64_t sent = 0;
  {
    const Reply request(bus_, make_message(method));
    if (!request) return none();
    if (bus_->send(connection_, request.message(), &sent) < 0) {
      lose(-EPIPE);
      return none();
    }
  }
  for (;;) {
    sd_bus_message* message = nullptr;
    const int done = process(&message);
    Reply answer(bus_, message);
    std::uint64_t cookie = 0;
    if (message != nullptr && bus_->get_reply_cookie(message, &cookie) >= 0 && cookie == sent) {
      if (bus_->is_method_error(message, nullptr) <= 0) return answer;
      const sd_bus_error* error = bus_->get_error(message);
      note_error(error != nullptr ? error->name : nullptr);
      return none();
    }
    if (done < 0) {
      lose(-EPIPE);
      return none();
    }
    if (done > 0) continue;
    bool readable = false;
    if (!wait(deadline, descriptor, &readable)) {
      lose(-ETIMEDOUT);
      return none();
    }
    if (readable && !read()) descriptor = -1;
  }
}

void Bus::answer(sd_bus_message* call) {
  sd_bus_message* made = nullptr;
  if (bus_->new_method_return(call, &made) < 0) return;
  const Reply answer(bus_, made);
  bus_->send(connection_, made, nullptr);
}

Reply Bus::next_call(const char* interface, const char* name, Deadline deadline) {
  while (connection_ != nullptr) {
    sd_bus_message* message = nullptr;
    const int done = process(&message);
    Reply found(bus_, message);
    if (done < 0) {
      lose(-EPIPE);
      break;
    }
    if (found && found.is_call(interface, name)) {
      answer(message);
      return found;
    }
    if (done == 0 && !wait(deadline)) break;
  }
  return none();
}

std::string Bus::own_name(Deadline deadline) {
  const char* name = nullptr;
  if (connect(deadline) != State::kThere || bus_->get_unique_name(connection_, &name) < 0)
    return {};
  return name;
}

Reply Bus::next_signal(Deadline deadline) {
  while (connection_ != nullptr) {
    sd_bus_message* message = nullptr;
    const int done = bus_->process(connection_, &message);
    if (done < 0) {
      close();
      state_ = State::kAbsent;
      break;
    }
    Reply found(bus_, message);
    if (found && found.is_signal(nullptr, nullptr)) return found;
    if (done == 0 && !wait(deadline)) break;
  }
  return none();
}

}  // namespace native::dbus

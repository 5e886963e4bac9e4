#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "native/dbus/sd_bus.hpp"
#include "native/desktop/records.hpp"

namespace native::dbus {

// An argument of a method, with its D-Bus type.
struct ObjectPath {
  std::string text;
};
struct BoolVariant {
  bool value;
};
struct DoubleVariant {
  double value;
};
struct Texts {
  std::vector<std::string> list;
};
struct Numbers {
  std::vector<std::uint32_t> list;
};
// A basic value of any type, by its D-Bus letter: texts as they are, numbers as their bytes.
struct Scalar {
  char type = 's';
  std::string text;

  bool operator==(const Scalar&) const = default;
};
struct ScalarVariant {
  Scalar value;
};
// av
struct Variants {
  std::vector<Scalar> list;
};
// An empty a{sv}.
struct NoEntries {};
// What a scope of systemd is made of: one process, as a(sv).
struct ScopeOf {
  std::uint32_t pid;
};
// No more units, as an empty a(sa(sv)).
struct NoUnits {};
// An a{sv} of truth values.
struct Switches {
  std::vector<std::pair<std::string, bool>> list;
};
// A file descriptor, which the message gets a copy of.
struct Descriptor {
  int number;
};
// Hints of a notification, as a{sv}.
struct Hints {
  std::uint8_t urgency = 1;
  bool transient = false;
  std::optional<bool> sound = {};  // one for messages, or none at all
};
class Argument {
 public:
  Argument(const char* text) : value_(std::string(text)) {}
  Argument(std::string text) : value_(std::move(text)) {}
  Argument(ObjectPath path) : value_(std::move(path)) {}
  Argument(std::int32_t number) : value_(number) {}
  Argument(std::uint32_t number) : value_(number) {}
  Argument(std::uint64_t number) : value_(number) {}
  Argument(BoolVariant value) : value_(value) {}
  Argument(DoubleVariant value) : value_(value) {}
  Argument(Texts texts) : value_(std::move(texts)) {}
  Argument(Hints hints) : value_(hints) {}
  Argument(Numbers numbers) : value_(std::move(numbers)) {}
  Argument(ScalarVariant value) : value_(std::move(value)) {}
  Argument(Variants values) : value_(std::move(values)) {}
  Argument(NoEntries none) : value_(none) {}
  Argument(ScopeOf scope) : value_(scope) {}
  Argument(NoUnits none) : value_(none) {}
  Argument(Switches switches) : value_(std::move(switches)) {}
  Argument(Descriptor descriptor) : value_(descriptor) {}

 private:
  friend class Bus;
  std::variant<std::string, ObjectPath, std::int32_t, std::uint32_t, std::uint64_t, BoolVariant,
               DoubleVariant, Texts, Hints, Numbers, ScalarVariant, Variants, NoEntries, Switches,
               Descriptor, ScopeOf, NoUnits>
      value_;
};

// A call of a method on a bus. `service` is not used between peers.
struct Method {
  std::string service;
  std::string path;
  const char* interface;
  const char* name;
  std::vector<Argument> arguments = {};
  bool starts_service = false;  // has the bus start a service that does not run
};

// An answer, or a signal. Valid while its connection lives.
class Reply {
 public:
  // Without a message, the library may be missing, too.
  Reply(const SdBus* bus, sd_bus_message* message) : bus_(bus), message_(message) {}
  Reply(Reply&& other) noexcept : bus_(other.bus_), message_(other.message_) {
    other.message_ = nullptr;
  }
  ~Reply() {
    if (message_ != nullptr) bus_->message_unref(message_);
  }
  Reply& operator=(Reply&&) = delete;

  // Returns whether there is one: the method may have failed.
  explicit operator bool() const { return message_ != nullptr; }
  // Return false at the end of a container, and when the type is another one.
  bool enter(char type, const char* content);
  void leave();
  // Reads at most `limit` bytes of a text, and skips the rest.
  bool read(std::string* text, char type = 's', std::size_t limit = std::string::npos);
  bool read(bool* value);
  bool read(std::uint32_t* value);
  bool read(std::uint64_t* value);
  bool read(std::int32_t* value);
  bool read(double* value);
  void skip(const char* types);
  // Skips one value of whatever type. Returns false at the end of a container.
  bool skip_next();
  // Skips what is left in a container, and leaves it.
  void finish();
  // Reads a basic value of whatever type; false, and skips it, when it is none or a longer text.
  bool read(Scalar* value, std::size_t limit);
  // Returns the type of what comes next, and of its content: 0 and "" at the end.
  std::pair<char, std::string> next_type();
  bool is_signal(const char* interface, const char* name) const;
  bool is_call(const char* interface, const char* name) const;
  // Returns the object that a call is for; "" when this is none.
  std::string path() const;
  // Returns the unique name on the bus of who sent it; "" when it is not known.
  std::string sender() const;
  sd_bus_message* message() const { return message_; }

 private:
  const SdBus* bus_;
  sd_bus_message* message_;
};

// A connection to a message bus or to a single program (a peer), made at the first call and again
// after a failure. One thread at a time.
class Bus {
 public:
  enum class Kind { kBus, kPeer };
  // An address such as "unix:path=/run/dbus/system_bus_socket"; "" is no bus.
  explicit Bus(std::string address, Kind kind = Kind::kBus)
      : address_(std::move(address)), kind_(kind) {}
  ~Bus() { close(); }
  Bus(const Bus&) = delete;
  Bus& operator=(const Bus&) = delete;

  enum class State { kThere, kAbsent, kSilent };
  // Connects. kAbsent: there is no such bus; kSilent: it did not answer by the deadline.
  State connect(Deadline deadline);
  // Calls a method. Returns none when there is no such service or the method fails; then state()
  // says whether the bus is still there.
  Reply call(const Method& method, Deadline deadline);
  // The same, and meanwhile calls `read` whenever `descriptor` can be read, until it returns false.
  Reply call_reading(const Method& method, int descriptor, const std::function<bool()>& read,
                     Deadline deadline);
  // Returns the name of the error that the last call ended with; "" when it came from no program.
  const std::string& error_name() const { return error_name_; }
  // Returns the next call of a method of ours, and answers it with nothing; none at the deadline
  // and when the connection is lost: then state() says so. Arrives here only while nothing else is
  // called.
  Reply next_call(const char* interface, const char* name, Deadline deadline);
  // Returns the name of this connection on the bus; "" when there is none.
  std::string own_name(Deadline deadline);
  // Returns the next signal that the bus has delivered, for rules of AddMatch; none at the deadline
  // and when the connection is lost: then state() says so.
  Reply next_signal(Deadline deadline);
  State state() const { return state_; }
  // Returns whether the last call failed because the service's name has no owner.
  bool service_missing() const { return service_missing_; }
  // Counts the connections made: names of programs on a bus hold for one.
  int generation() const { return generation_; }
  // Has the signals counted whose interface begins so, from now on. Those wanted must be asked of
  // the bus by AddMatch.
  void count_signals(std::string prefix) { counted_ = std::move(prefix); }
  std::uint64_t signals() const { return signals_; }
  // Waits until more than `known` signals have arrived. Returns false at the deadline, and when the
  // connection is lost.
  bool wait_signal(std::uint64_t known, Deadline deadline);
  // Takes in what has arrived, without waiting; returns whether a counted signal was among it. For
  // a connection that calls nothing more: what arrives during a call makes the descriptor readable
  // only then. state() says when the connection was lost.
  bool take_in();
  // Returns what becomes readable when something arrives; -1 without a connection.
  int descriptor() const;
  // Returns the process that listens at the other end; nothing when it is not known.
  std::optional<std::int64_t> peer_process() const;

 private:
  friend class Pipeline;
  void close();
  bool open();
  Reply none() const { return Reply(bus_, nullptr); }
  // Returns null when the method's names are not valid.
  sd_bus_message* make_message(const Method& method);
  bool append(sd_bus_message* message, const Argument& argument);
  bool append(sd_bus_message* message, const Texts& texts);
  bool append(sd_bus_message* message, const Hints& hints);
  bool append(sd_bus_message* message, const Switches& switches);
  bool append(sd_bus_message* message, const ScopeOf& scope);
  bool append(sd_bus_message* message, const Scalar& value);
  bool append_variant(sd_bus_message* message, const Scalar& value);
  bool append_container(sd_bus_message* message, const Argument& argument);
  // Waits until there is something to read, or to write. Returns false at the deadline.
  bool wait(Deadline deadline, int other = -1, bool* other_is_readable = nullptr);
  void answer(sd_bus_message* call);
  // Handles what has arrived, as sd_bus_process(3), and counts signals.
  int process(sd_bus_message** message);
  void lose(int code);
  void note_error(const char* name);

  std::string address_;
  Kind kind_;
  const SdBus* bus_ = nullptr;
  sd_bus* connection_ = nullptr;
  State state_ = State::kAbsent;
  int generation_ = 0;
  bool service_missing_ = false;
  std::string error_name_;
  std::string counted_;  // interfaces whose signals count; "": none
  std::uint64_t signals_ = 0;
};

}  // namespace native::dbus

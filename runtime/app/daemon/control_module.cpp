#include "runtime/app/daemon/control_module.hpp"

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <optional>

#include "runtime/app/daemon/control_socket.hpp"
#include "runtime/app/daemon/log_lines.hpp"
#include "runtime/core/async/timer.hpp"
#include "runtime/core/files/own_folder.hpp"
#include "runtime/core/io/line_reader.hpp"
#include "runtime/core/io/listener.hpp"
#include "runtime/core/log/log.hpp"
#include "runtime/core/value/json.hpp"

namespace runtime {

namespace {

constexpr std::size_t kLongestRequest = 4096;      // bytes
constexpr std::size_t kLongestAnswer = 16u << 20;  // bytes
constexpr std::int64_t kMaxLines = 200;            // of the log at once
constexpr double kNoDescriptors = 0.1;             // seconds before the next attempt

struct Control {
  explicit Control(Loop& own_loop) : loop(own_loop) {}
  Loop& loop;
  std::unique_ptr<LogLines> log_lines;  // once listening
  std::optional<WriteStream> output;
};

Task<Results> receive(Args args);
Task<Results> send(Args args);
Task<Results> next_connection(Args args);

// Exchanges JSON objects, one per line, over a local socket.
class ControlConnection : public Object {
 public:
  static constexpr const char* kTypeName = "a connection";
  ControlConnection(Loop& loop, int input, int output, std::size_t longest)
      : streams_(std::make_unique<Streams>(loop, input, output, longest)),
        descriptor_(input),
        pid_(peer_of(input).pid) {}
  const ObjectType& type() const override;
  Value field(std::string_view name) const override {
    return name == "pid" ? Value(pid_) : Value();
  }
  // Closes the descriptors at once, or when no task waits for them any more (such a task sees the
  // end): scripts that create many connections would run out of descriptors long before the
  // collector runs.
  void close() override {
    closed_ = true;
    if (users_ == 0) return streams_.reset();
    shutdown(descriptor_, SHUT_RDWR);
  }

  // Null once closed.
  class Use {
   public:
    explicit Use(std::shared_ptr<ControlConnection> connection)
        : connection_(std::move(connection)) {
      ++connection_->users_;
    }
    ~Use() {
      if (--connection_->users_ == 0 && connection_->closed_) connection_->streams_.reset();
    }
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;
    explicit operator bool() const { return connection_->streams_ != nullptr; }
    LineReader& lines() const { return connection_->streams_->lines; }
    WriteStream& output() const { return connection_->streams_->output; }

   private:
    std::shared_ptr<ControlConnection> connection_;
  };

 private:
  struct Streams {
    Streams(Loop& loop, int in, int out, std::size_t longest)
        : input(loop, in), lines(input, longest), output(loop, out) {}
    ReadStream input;
    LineReader lines;
    WriteStream output;
  };
  std::unique_ptr<Streams> streams_;
  int descriptor_;
  std::int64_t pid_;
  int users_ = 0;
  bool closed_ = false;
};

std::shared_ptr<Object> open_connection(Loop& loop, int descriptor, std::size_t longest) {
  const int copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
  if (copy < 0) {
    ::close(descriptor);
    throw Error("FILE_IO_ERROR", "cannot accept a connection: no descriptors left in the system");
  }
  return std::make_shared<ControlConnection>(loop, descriptor, copy, longest);
}

constexpr Function kConnection[] = {
    {.call = "connection:receive",
     .text = "Waits for the next message; nil at the end. Raises INVALID_ARGUMENT for one that is "
             "too long or no JSON object.",
     .results = {{"table?", "record"}},
     .errors = {"INVALID_ARGUMENT"},
     .work = receive},
    {.call = "connection:send",
     .text = "Sends a message; false when the other side is gone.",
     .parameters = {{"record", "table", "The message."}},
     .results = {{"boolean"}},
     .work = send},
};

const ObjectType& ControlConnection::type() const {
  static constexpr ObjectType kType{"connection", kConnection};
  return kType;
}

Task<Results> receive(Args args) {
  const ControlConnection::Use connection(args.object<ControlConnection>(1));
  if (!connection) co_return Value();
  const std::optional<LineReader::Line> line = co_await connection.lines().next();
  if (!line) co_return Value();
  if (line->too_long) throw Error("INVALID_ARGUMENT", "message too long");
  Value message = json::parse(line->text);
  if (!message.record()) throw Error("INVALID_ARGUMENT", "message is not a JSON object");
  co_return message;
}

Task<Results> send(Args args) {
  const ControlConnection::Use connection(args.object<ControlConnection>(1));
  if (!connection) co_return Value(false);
  std::string line = json::dump(args[2]) + "\n";
  const bool sent = co_await connection.output().write(std::move(line));
  co_return Value(sent);
}

// The result of control.listen. When called by `for`, waits for the next connection.
class Door : public Object {
 public:
  static constexpr const char* kTypeName = "a listener";
  explicit Door(Loop& own_loop)
      : loop(own_loop),
        socket_(std::make_unique<ControlSocket>(files::runtime_folder())),
        listener(own_loop, socket_->take()),
        path_(socket_->path()) {}
  const ObjectType& type() const override {
    static constexpr Function kNext{.call = "listener",
                                    .text = "The next connection.",
                                    .results = {{"userdata", "connection"}},
                                    .work = next_connection};
    static constexpr ObjectType kType{"listener", {}, &kNext};
    return kType;
  }
  Value field(std::string_view name) const override {
    return name == "path" ? Value(path_) : Value();
  }
  void close() override { socket_.reset(); }

  Loop& loop;

 private:
  std::unique_ptr<ControlSocket> socket_;

 public:
  Listener listener;

 private:
  std::string path_;
};

Task<Results> next_connection(Args args) {
  const auto door = args.object<Door>(1);
  for (;;) {
    std::shared_ptr<Object> connection;
    try {
      const int descriptor = co_await door->listener.accept();
      const Peer peer = peer_of(descriptor);
      if (is_welcome(peer)) {
        connection = open_connection(door->loop, descriptor, kLongestRequest);
      } else {
        ::close(descriptor);
        Value who;
        who.set("uid", static_cast<std::int64_t>(peer.uid))
            .set("pid", static_cast<std::int64_t>(peer.pid));
        log::warn("refused a program of another user", who);
        continue;
      }
    } catch (const Error& problem) {
      log::warn(problem.message);
    }
    if (connection) co_return Value(std::move(connection));
    co_await sleep(kNoDescriptors);
  }
}

Results listen(const Args& args) {
  Control& control = args.self<Control>();
  std::shared_ptr<Object> door = std::make_shared<Door>(control.loop);
  if (!control.log_lines) control.log_lines = std::make_unique<LogLines>(control.loop);
  return Value(std::move(door));
}

Results connect(const Args& args) {
  return Value(open_connection(args.self<Control>().loop, connect_control(files::runtime_folder()),
                               kLongestAnswer));
}

Results log_end(const Args& args) {
  const auto count = static_cast<std::size_t>(std::max<std::int64_t>(0, args.integer(1)));
  return Value(static_cast<std::int64_t>(args.self<Control>().log_lines->before_end(count)));
}

Task<Results> log_from(Args args) {
  const auto first = static_cast<std::uint64_t>(std::max<std::int64_t>(0, args.integer(1)));
  const LogLines::Part part = co_await args.self<Control>().log_lines->from(first, kMaxLines);
  Value result;
  result.set("next", static_cast<std::int64_t>(part.next))
      .set("lost", static_cast<std::int64_t>(part.lost));
  Value lines = Value::List();
  for (const std::string& line : part.lines) lines.push(line);
  result.set("lines", std::move(lines));
  co_return result;
}

Task<Results> say(Args args) {
  const auto control = args.shared_self<Control>();
  if (!control->output) control->output.emplace(control->loop, fcntl(1, F_DUPFD_CLOEXEC, 3));
  std::string text = args.string(1);
  const bool written = co_await control->output->write(std::move(text));
  co_return Value(written);
}

constexpr Function kControl[] = {
    {.call = "control.listen",
     .text = "Becomes this user's daemon. For `for connection in listener do … end`; listener.path "
             "is the socket's. Raises FILE_IO_ERROR: with details.reason \"in_use\" and "
             "details.pid when there is one already.",
     .results = {{"userdata", "listener"}},
     .errors = {"FILE_IO_ERROR"},
     .work = listen},
    {.call = "control.connect",
     .text = "A connection to this user's daemon, whose process is connection.pid. Raises "
             "FILE_IO_ERROR, with details.reason \"missing\" when there is none.",
     .results = {{"userdata", "connection"}},
     .errors = {"FILE_IO_ERROR"},
     .work = connect},
    {.call = "control.log_end",
     .text = "The number of the log's line that is `count` before its end.",
     .parameters = {{"count", "integer", "Lines."}},
     .results = {{"number"}},
     .work = log_end},
    {.call = "control.log_from",
     .text = "Lines of the log from this number on, as JSON; waits until there is one. next: the "
             "number after them. lost: how many are no longer there.",
     .parameters = {{"number", "integer", "Of the first line."}},
     .results = {{"table", "{next, lost, lines}"}},
     .work = log_from},
    {.call = "control.say",
     .text = "Writes to standard output and waits until it is taken; false when its reader is "
             "gone.",
     .parameters = {{"text", "string", "What is written."}},
     .results = {{"boolean"}},
     .work = say},
};

}  // namespace

Module control_module(Loop& loop) {
  return Module{.name = "control", .functions = kControl, .self = std::make_shared<Control>(loop)};
}

}  // namespace runtime

#include "runtime/http/client/stream.hpp"

#include <algorithm>

#include "runtime/http/client/failure.hpp"

namespace runtime::http {

namespace {

constexpr std::int64_t kDefaultRead = 64 << 10;
constexpr std::int64_t kLargestRead = 16 << 20;

Results lines(const Args& args);
Task<Results> read(Args args);
Results close(const Args& args);
Task<Results> next_line(Args args);

constexpr Function kMethods[] = {
    {.call = "stream:lines",
     .text = "For `for line in stream:lines() do … end`: waits for each line of the body, which "
             "comes without its end (\\n or \\r\\n). A last line needs no end. Lines are at most 1 "
             "MiB. Raises TIMEOUT after read_timeout seconds of silence, and UNKNOWN_ERROR with "
             "details.reason closed, too_large or protocol when the body breaks off.",
     .results = {{"fun(): string?", "iterator"}},
     .errors = {"TIMEOUT", "UNKNOWN_ERROR"},
     .work = lines},
    {.call = "stream:read",
     .text = "Waits until there are bytes and gives them, at most n (default 65536, at most 16 "
             "MiB); nil at the end of the body. Raises what lines raises.",
     .parameters = {{"n", "integer", "At most so many bytes, up to 16 MiB. Default 65536.",
                     Parameter::kOptional}},
     .results = {{"string?", "text"}},
     .errors = {"TIMEOUT", "UNKNOWN_ERROR"},
     .work = read},
    {.call = "stream:close",
     .text = "Ends the connection; what was not read is dropped. A `local s <close>` variable does "
             "it too.",
     .work = close},
};

constexpr Function kNextLine{.call = "lines",
                             .text = "The next line, or nil at the end.",
                             .results = {{"line"}},
                             .work = next_line};

class Lines : public Object {
 public:
  static constexpr const char* kTypeName = "an iterator";
  explicit Lines(std::shared_ptr<Stream> owner) : stream(std::move(owner)) {}
  const ObjectType& type() const override {
    static constexpr ObjectType kType{"lines", {}, &kNextLine};
    return kType;
  }
  std::shared_ptr<Stream> stream;
};

Value to_value(std::optional<std::string> text) { return text ? Value(std::move(*text)) : Value(); }

Results lines(const Args& args) {
  return Value(std::shared_ptr<Object>(std::make_shared<Lines>(args.object<Stream>(1))));
}

Task<Results> next_line(Args args) {
  const auto iterator = args.object<Lines>(1);
  Task<std::optional<std::string>> work = iterator->stream->line();
  std::optional<std::string> line = co_await std::move(work);
  co_return to_value(std::move(line));
}

Task<Results> read(Args args) {
  const auto stream = args.object<Stream>(1);
  const std::int64_t most = args.has(2) ? args.integer(2) : kDefaultRead;
  if (most < 1 || most > kLargestRead) args.wrong(2, "a number of bytes from 1 to 16777216");
  Task<std::optional<std::string>> work = stream->bytes(static_cast<std::size_t>(most));
  std::optional<std::string> bytes = co_await std::move(work);
  co_return to_value(std::move(bytes));
}

Results close(const Args& args) {
  args.object<Stream>(1)->close();
  return Results();
}

}  // namespace

std::span<const Function> stream_methods() { return kMethods; }

Value to_value(const Fields& fields) {
  Value headers = Value(Value::Record());
  for (const auto& [name, text] : fields) {
    const std::string* before = headers[name].string();
    headers.set(name, before ? *before + ", " + text : text);
  }
  return headers;
}

Stream::Stream(Loop& loop, std::shared_ptr<Workers> workers, std::shared_ptr<const Plan> plan)
    : workers_(std::move(workers)),
      plan_(std::move(plan)),
      fetch_(std::make_shared<Fetch>(plan_->url, plan_->request, plan_->limits)),
      stream_(loop, pipe_->reader()),
      reader_(stream_, kLongestLine),
      nursery_(Context{&loop, &scope_}) {
  nursery_.start(carry(this));
}

Stream::~Stream() { close(); }

void Stream::close() {
  closed_ = true;
  fetch_->interrupt();
  pipe_->end();
}

// The job owns everything that it uses: it may still run when the stream is destroyed.
Task<void> Stream::carry(Stream* stream) {
  const auto job = [fetch = stream->fetch_, pipe = stream->pipe_,
                    plan = stream->plan_](const Stop&) {
    const std::shared_ptr<void> end(nullptr, [&](void*) { pipe->end(); });
    fetch->set_body(plan->content.bytes());
    fetch->set_sink(pipe.get());
    fetch->run();
  };
  try {
    co_await stream->workers_->run(job);
  } catch (const std::exception&) {
    stream->failure_ = std::current_exception();
  }
  stream->pipe_->end();
  stream->done_ = true;
  stream->ended_.notify_all();
}

Task<void> Stream::finish() {
  while (!done_) co_await ended_.wait();
  if (failure_ && !closed_) std::rethrow_exception(failure_);
}

Task<void> Stream::arrive() {
  const std::optional<LineReader::Line> mark = co_await reader_.next();
  if (!mark) co_await finish();
  head_ = pipe_->head();
}

Task<std::optional<std::string>> Stream::line() {
  if (closed_) co_return std::nullopt;
  std::optional<LineReader::Line> line = co_await reader_.next();
  if (!line || line->unfinished) co_await finish();
  if (!line || closed_) co_return std::nullopt;
  if (line->too_long)
    throw failure("too_large", "a line of the answer is longer than 1 MiB", "Use stream:read.");
  co_return std::move(line->text);
}

Task<std::optional<std::string>> Stream::bytes(std::size_t most) {
  if (closed_) co_return std::nullopt;
  std::string bytes = co_await reader_.bytes(most);
  if (bytes.empty()) co_await finish();
  if (bytes.empty() || closed_) co_return std::nullopt;
  co_return bytes;
}

const ObjectType& Stream::type() const {
  static constexpr ObjectType kType{"stream", kMethods};
  return kType;
}

Value Stream::field(std::string_view name) const {
  if (name == "status") return Value(head_.status);
  return name == "headers" ? to_value(head_.fields) : Value();
}

}  // namespace runtime::http

#pragma once

#include <exception>
#include <memory>
#include <optional>
#include <string>

#include "runtime/core/async/condition.hpp"
#include "runtime/core/async/nursery.hpp"
#include "runtime/core/async/workers.hpp"
#include "runtime/core/io/line_reader.hpp"
#include "runtime/http/client/pipe.hpp"
#include "runtime/http/client/plan.hpp"

namespace runtime::http {

// An answer whose body is read as it arrives: the result of http.open. Occupies a thread of
// `workers` until its end. Buffers at most about two megabytes of unread data; then the server has
// to wait.
class Stream : public Object {
 public:
  static constexpr const char* kTypeName = "a stream";
  static constexpr std::size_t kLongestLine = 1u << 20;

  Stream(Loop& loop, std::shared_ptr<Workers> workers, std::shared_ptr<const Plan> plan);
  ~Stream() override;

  // Waits for the head. Like the two below, throws as Fetch::run() does.
  Task<void> arrive();
  // Returns a line without its end; nothing at the end of the body, and after close().
  Task<std::optional<std::string>> line();
  // Returns some bytes, at most `most`; nothing at the end of the body, and after close().
  Task<std::optional<std::string>> bytes(std::size_t most);
  int status() const { return head_.status; }

  const ObjectType& type() const override;
  Value field(std::string_view name) const override;
  void close() override;

 private:
  static Task<void> carry(Stream* stream);
  Task<void> finish();

  std::shared_ptr<Workers> workers_;
  std::shared_ptr<const Plan> plan_;
  std::shared_ptr<Fetch> fetch_;
  std::shared_ptr<Pipe> pipe_ = std::make_shared<Pipe>();
  ReadStream stream_;
  LineReader reader_;
  Response head_;
  bool closed_ = false;
  bool done_ = false;  // the exchange is over
  std::exception_ptr failure_;
  Condition ended_;
  Cancel scope_;  // not the call's, because a stream may be handed to another call
  Nursery nursery_;
};

// Converts the header fields for scripts.
Value to_value(const Fields& fields);

// Returns the methods of a stream, also for the documentation.
std::span<const Function> stream_methods();

}  // namespace runtime::http

#pragma once

#include "runtime/http/server/mcp/endpoint.hpp"
#include "runtime/http/server/transport/refusal.hpp"

// Internal to the endpoint.
namespace runtime::http {

// The work for one POST, which continues until it is answered or abandoned. Shared by the task that
// does it and the connection that waits.
struct Endpoint::Job {
  Job(Endpoint& all, std::shared_ptr<ReplyStream> replies, std::shared_ptr<HttpSession> of)
      : endpoint(all),
        stream(std::move(replies)),
        session(std::move(of)),
        stateless(all.info_),
        scope(session ? &session->scope : &all.work_scope_) {
    ++endpoint.calls_;
    if (session) use.emplace(session);
  }
  ~Job() { --endpoint.calls_; }
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;

  Endpoint& endpoint;
  std::shared_ptr<ReplyStream> stream;
  std::shared_ptr<HttpSession> session;  // null: stateless
  std::optional<Use> use;
  mcp::StatelessDialect stateless;
  Cancel scope;
};

// Counts the bytes of a body while they are in memory: as they arrive, so that a merely announced
// size takes no room from others.
class Endpoint::Reservation {
 public:
  explicit Reservation(Endpoint& endpoint) : endpoint_(endpoint) {}
  ~Reservation() { endpoint_.bytes_ -= bytes_; }
  // Throws Refusal when there is no room.
  void set(std::size_t bytes) {
    if (bytes > bytes_ && endpoint_.bytes_ + (bytes - bytes_) > kMaxBytes)
      throw Refusal(503, "too many large requests at a time; try again later",
                    {{"Retry-After", "1"}});
    endpoint_.bytes_ += bytes - bytes_;
    bytes_ = bytes;
  }
  Reservation(const Reservation&) = delete;
  Reservation& operator=(const Reservation&) = delete;

 private:
  Endpoint& endpoint_;
  std::size_t bytes_ = 0;
};

// Counts an exchange in progress for its lifetime.
class Endpoint::Counted {
 public:
  explicit Counted(int& count) : count_(count) { ++count_; }
  ~Counted() { --count_; }
  Counted(const Counted&) = delete;
  Counted& operator=(const Counted&) = delete;

 private:
  int& count_;
};

}  // namespace runtime::http

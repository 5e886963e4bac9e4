#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>

#include "runtime/core/async/cancel.hpp"
#include "runtime/core/async/condition.hpp"
#include "runtime/mcp/rpc/rpc.hpp"

namespace runtime::mcp {

// The requests of one session that are in progress: the client's, so that it can cancel them by id,
// and the server's own, to match answers to them. Shared by the session's connections; must outlive
// them.
class InFlight {
 public:
  // One request, while it may be cancelled.
  class Entry {
   public:
    // The id must not be in flight. `scope` must outlive the entry.
    Entry(InFlight& all, Id id, Cancel& scope) : all_(all), id_(std::move(id)), scope_(scope) {
      all_.entries_.emplace(id_, this);
    }
    ~Entry() { settle(); }
    Entry(const Entry&) = delete;
    Entry& operator=(const Entry&) = delete;

    const Id& id() const { return id_; }
    // Returns whether the client has cancelled it.
    bool withdrawn() const { return withdrawn_; }
    // Ignores cancellations from now on.
    void settle() {
      if (!std::exchange(settled_, true)) all_.entries_.erase(id_);
    }

   private:
    friend class InFlight;
    InFlight& all_;
    Id id_;
    Cancel& scope_;
    bool withdrawn_ = false;
    bool settled_ = false;
  };

  // A request of the server to the client, while a task waits for the answer.
  class Question {
   public:
    explicit Question(InFlight& all)
        : all_(all), id_(Id("peekaboo-" + std::to_string(++all.asked_))) {
      all_.questions_.emplace(id_, this);
    }
    ~Question() { all_.questions_.erase(id_); }
    Question(const Question&) = delete;
    Question& operator=(const Question&) = delete;

    const Id& id() const { return id_; }
    Task<Message> answer() {
      while (!answer_) co_await came_.wait();
      co_return std::move(*answer_);
    }

   private:
    friend class InFlight;
    InFlight& all_;
    Id id_;
    std::optional<Message> answer_;
    Condition came_;
  };

  // Passes on a response from the client. Ignores one without a request.
  void answered(Message message) {
    const auto found = message.id ? questions_.find(*message.id) : questions_.end();
    if (found == questions_.end() || found->second->answer_) return;
    found->second->answer_ = std::move(message);
    found->second->came_.notify_all();
  }

  bool contains(const Id& id) const { return entries_.contains(id); }
  // Handles a cancellation by the client. Does nothing if there is no such request.
  void withdraw(const Id& id) {
    const auto found = entries_.find(id);
    if (found == entries_.end()) return;
    found->second->withdrawn_ = true;
    found->second->scope_.fire();
  }

 private:
  std::map<Id, Entry*> entries_;
  std::map<Id, Question*> questions_;
  std::int64_t asked_ = 0;
};

}  // namespace runtime::mcp

#pragma once

#include <map>
#include <utility>

#include "runtime/core/cancel.hpp"
#include "runtime/mcp/rpc.hpp"

namespace runtime::mcp {

// The requests of one session that are under way, so that the client can cancel them by id. Shared
// by the session's connections; must outlive them.
class InFlight {
 public:
  // One request, as long as it may be cancelled.
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
    // Whether the client has cancelled it.
    bool withdrawn() const { return withdrawn_; }
    // From now on a cancellation comes too late.
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

  bool contains(const Id& id) const { return entries_.contains(id); }
  // The client's cancellation. Nothing happens when there is no such request.
  void withdraw(const Id& id) {
    const auto found = entries_.find(id);
    if (found == entries_.end()) return;
    found->second->withdrawn_ = true;
    found->second->scope_.fire();
  }

 private:
  std::map<Id, Entry*> entries_;
};

}  // namespace runtime::mcp

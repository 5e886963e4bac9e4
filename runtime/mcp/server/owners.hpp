#pragma once

#include <cstdint>
#include <functional>
#include <list>
#include <set>
#include <utility>

namespace runtime::mcp {

// The owner of something in the catalog: a session, by its number, or one of the constants below.
using Owner = std::int64_t;
// Declared by scripts: for all sessions.
inline constexpr Owner kEverybody = 0;
// Created by a request without a session: readable by all who know the URI, and never listed.
inline constexpr Owner kNobody = -1;

// Returns whether `session` (or kNobody) is notified of things of that owner.
inline bool is_listed(Owner owner, Owner session) {
  return owner == kEverybody || (owner == session && owner != kNobody);
}
// Returns whether `session` can read it by its URI.
inline bool is_reachable(Owner owner, Owner session) { return owner <= 0 || owner == session; }

// The open sessions, each with a number that is never reused. Driven by the loop thread; must
// outlive the sessions and the listeners.
class Owners {
 public:
  // A session's number, held for its lifetime.
  class Lease {
   public:
    explicit Lease(Owners& owners) : owners_(owners), owner_(++owners.last_) {
      owners_.open_.insert(owner_);
    }
    ~Lease() { owners_.end(owner_); }
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;
    Owner owner() const { return owner_; }

   private:
    Owners& owners_;
    Owner owner_;
  };

  // Calls `ended` whenever a session has ended, during its own lifetime. The callback must not
  // throw.
  class Subscription {
   public:
    Subscription(Owners& owners, std::function<void(Owner)> ended)
        : owners_(owners), ended_(std::move(ended)) {
      owners_.listeners_.push_back(this);
    }
    ~Subscription() { owners_.listeners_.remove(this); }
    Subscription(const Subscription&) = delete;
    Subscription& operator=(const Subscription&) = delete;

   private:
    friend class Owners;
    Owners& owners_;
    std::function<void(Owner)> ended_;
  };

  // Returns whether something can be created for that owner: false once its session has ended.
  bool is_open(Owner owner) const { return owner <= 0 || open_.contains(owner); }

 private:
  void end(Owner owner) {
    open_.erase(owner);
    for (const Subscription* listener : listeners_) listener->ended_(owner);
  }

  Owner last_ = 0;
  std::set<Owner> open_;
  std::list<Subscription*> listeners_;
};

}  // namespace runtime::mcp

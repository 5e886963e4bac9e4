#pragma once

#include <algorithm>
#include <functional>
#include <list>
#include <string>
#include <utility>
#include <vector>

#include "runtime/mcp/server/owners.hpp"

namespace runtime::mcp {

// A change that clients may have subscribed to.
struct Change {
  enum class What { kTools, kPrompts, kResources, kResource };
  What what;
  std::string uri;           // for kResource: its content has changed, or it was removed
  Owner owner = kEverybody;  // for kResource and kResources: the resource's owner

  bool operator==(const Change&) const = default;
};

// Notifies every session of changes. Driven by the loop thread; must outlive its listeners.
class ChangeNotifier {
 public:
  // Calls `tell` for each change during its lifetime. The callback must not throw.
  class Subscription {
   public:
    Subscription(ChangeNotifier& changes, std::function<void(const Change&)> tell);
    ~Subscription();
    Subscription(const Subscription&) = delete;
    Subscription& operator=(const Subscription&) = delete;

   private:
    friend class ChangeNotifier;
    ChangeNotifier& changes_;
    std::function<void(const Change&)> tell_;
  };

  // Delays notifications during its lifetime, removing duplicates, and sends them when `send` is
  // called. One at a time.
  class Hold {
   public:
    explicit Hold(ChangeNotifier& changes) : changes_(changes) { changes_.held_ = &kept_; }
    ~Hold() { changes_.held_ = nullptr; }
    Hold(const Hold&) = delete;
    Hold& operator=(const Hold&) = delete;

    void send() {
      changes_.held_ = nullptr;
      for (const Change& change : std::exchange(kept_, {})) changes_.announce(change);
    }

   private:
    ChangeNotifier& changes_;
    std::vector<Change> kept_;
  };

  void announce(const Change& change) {
    if (held_) {
      if (std::find(held_->begin(), held_->end(), change) == held_->end()) held_->push_back(change);
      return;
    }
    for (Subscription* listener : listeners_) listener->tell_(change);
  }

 private:
  std::list<Subscription*> listeners_;
  std::vector<Change>* held_ = nullptr;
};

inline ChangeNotifier::Subscription::Subscription(ChangeNotifier& changes,
                                                  std::function<void(const Change&)> tell)
    : changes_(changes), tell_(std::move(tell)) {
  changes_.listeners_.push_back(this);
}
inline ChangeNotifier::Subscription::~Subscription() { changes_.listeners_.remove(this); }

}  // namespace runtime::mcp

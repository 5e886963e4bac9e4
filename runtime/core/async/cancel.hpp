#pragma once

#include "runtime/core/async/loop.hpp"

namespace runtime {

// One scope that can be cancelled. Sticky: once fired, every later wait under it throws Cancelled.
// A scope with a parent fires with it. Must outlive the tasks that run under it.
class Cancel {
 public:
  // Told when the scope fires; lives in the awaiter. Never resumes anything inline.
  class Hook : private Link {
   public:
    virtual void on_cancel() = 0;

   protected:
    ~Hook() = default;
    void unhook() { unlink(); }

   private:
    friend class Cancel;
  };

  Cancel() = default;
  explicit Cancel(Cancel* parent);

  void fire();
  bool fired() const { return fired_; }
  void add(Hook& hook) { hook.insert_before(hooks_); }

 private:
  struct FromParent : Hook {
    void on_cancel() override { scope->fire(); }
    Cancel* scope = nullptr;
  };

  Link hooks_;
  FromParent from_parent_;
  bool fired_ = false;
};

}  // namespace runtime

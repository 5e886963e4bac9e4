#pragma once

#include "runtime/core/async/loop.hpp"

namespace runtime {

// A scope that can be cancelled. Sticky: once fired, every later wait under it throws Cancelled. A
// scope also fires when its parent fires. Must outlive the tasks that run under it.
class Cancel {
 public:
  // Called when the scope fires. Lives in the awaiter and never resumes anything inline.
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

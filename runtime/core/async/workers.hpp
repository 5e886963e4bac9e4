#pragma once

#include <atomic>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "runtime/core/async/awaitable.hpp"

namespace runtime {

// Signals to a running job that its result is no longer wanted.
class Stop {
 public:
  bool requested() const { return requested_.load(std::memory_order_relaxed); }
  void request() { requested_.store(true, std::memory_order_relaxed); }

 private:
  std::atomic<bool> requested_ = false;
};

// A bounded pool of threads for blocking work. Threads start on demand. A job must own everything
// that it uses: a cancelled caller resumes at once, while the job may still run; its late result is
// dropped.
class Workers {
 public:
  // One piece of work, shared by the awaiter and the thread.
  class Job {
   public:
    virtual ~Job() = default;
    virtual void execute() = 0;                // on a worker thread; must not throw
    virtual void refuse(const char* why) = 0;  // on the loop, instead of execute()
    Stop stop;

   private:
    friend class Workers;
    Loop::Runnable* waiter_ = nullptr;  // loop thread only
  };

  Workers(Loop& loop, std::string name, int threads);
  // Drops queued jobs, asks running ones to stop and waits for at most `kPatience` seconds. A job
  // that has not returned by then keeps its thread until the process ends.
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  static constexpr double kPatience = 0.5;

  // Runs `job` on a worker thread: `co_await workers.run(job)`. Returns its result or rethrows its
  // exception.
  template <class F>
  auto run(F job);

 private:
  template <class T>
  class Wait;
  struct Pool;

  void submit(std::shared_ptr<Job> job, Loop::Runnable* waiter);
  static void abandon(Job& job);

  std::shared_ptr<Pool> pool_;
};

template <class T>
class Workers::Wait : public Awaitable {
 public:
  Wait(Workers& workers, std::function<T(const Stop&)> work)
      : workers_(workers), job_(std::make_shared<Typed>()), done_(*this) {
    job_->work = std::move(work);
  }
  ~Wait() { stop(); }

  T await_resume() {
    check();
    if (job_->failure) std::rethrow_exception(job_->failure);
    if constexpr (!std::is_void_v<T>) return std::move(*job_->result);
  }

 private:
  struct Typed : Job {
    void execute() override {
      try {
        if constexpr (std::is_void_v<T>)
          work(stop);
        else
          result.emplace(work(stop));
      } catch (const std::exception&) {
        failure = std::current_exception();
      }
      work = nullptr;
    }
    void refuse(const char* why) override {
      failure = std::make_exception_ptr(Error("INTERNAL_ERROR", why));
    }
    std::function<T(const Stop&)> work;
    std::optional<std::conditional_t<std::is_void_v<T>, bool, T>> result;
    std::exception_ptr failure;
  };
  struct Done : Loop::Runnable {
    explicit Done(Wait& wait) : wait_(wait) {}
    void run() override { wait_.complete(); }
    Wait& wait_;
  };

  void start(Loop&) override { workers_.submit(job_, &done_); }
  void stop() override { abandon(*job_); }

  Workers& workers_;
  std::shared_ptr<Typed> job_;
  Done done_;
};

template <class F>
auto Workers::run(F job) {
  using T = std::invoke_result_t<F, const Stop&>;
  return Wait<T>(*this, std::function<T(const Stop&)>(std::move(job)));
}

}  // namespace runtime

#include "runtime/core/async/workers.hpp"

#include <pthread.h>
#include <uv.h>

#include <condition_variable>
#include <deque>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "runtime/core/async/quiet_threads.hpp"

namespace runtime {

// Shared by the threads and the loop. Outlives Workers while a thread is stuck in a job.
struct Workers::Pool : std::enable_shared_from_this<Workers::Pool> {
  struct Async {
    uv_async_t handle;
    Pool* pool;  // null once Workers is destroyed
  };

  Pool(Loop& owner, std::string pool_name, int threads)
      : loop(owner), name(std::move(pool_name)), limit(threads), async(new Async) {
    async->pool = this;
    uv_async_init(loop.handle(), &async->handle, [](uv_async_t* handle) {
      if (Pool* pool = static_cast<Async*>(handle->data)->pool) pool->deliver();
    });
    async->handle.data = async;
    uv_unref(reinterpret_cast<uv_handle_t*>(&async->handle));
  }

  // Keeps the loop alive exactly while jobs are outstanding.
  void hold(int change) {
    outstanding += change;
    auto* handle = reinterpret_cast<uv_handle_t*>(&async->handle);
    if (outstanding > 0)
      uv_ref(handle);
    else
      uv_unref(handle);
  }

  void deliver() {
    std::vector<std::shared_ptr<Job>> finished;
    {
      const std::lock_guard lock(mutex);
      finished.swap(done);
    }
    hold(-static_cast<int>(finished.size()));
    for (const auto& job : finished)
      if (job->waiter_) loop.post(*std::exchange(job->waiter_, nullptr));
  }

  // Returns false when the system has no thread left; the existing threads then do all the work.
  bool start_thread() {
    try {
      // Detached, because a job may be stuck forever; ~Workers counts the threads that have ended.
      const QuietThreads quiet;
      std::thread([pool = shared_from_this()] { pool->work(); }).detach();
    } catch (const std::system_error&) {
      return false;
    }
    ++alive;
    return true;
  }

  void work() {
    pthread_setname_np(pthread_self(), name.substr(0, 15).c_str());
    std::unique_lock lock(mutex);
    for (;;) {
      ++idle;
      wake.wait(lock, [&] { return closed || !queue.empty(); });
      --idle;
      if (closed) break;
      const auto job = std::move(queue.front());
      queue.pop_front();
      running.push_back(job.get());
      lock.unlock();
      if (!job->stop.requested()) job->execute();
      lock.lock();
      std::erase(running, job.get());
      done.push_back(job);
      if (!closed) uv_async_send(&async->handle);
    }
    --alive;
    wake.notify_all();
  }

  Loop& loop;
  const std::string name;
  const int limit;
  Async* async;
  int outstanding = 0;  // loop thread only

  std::mutex mutex;
  std::condition_variable wake;
  std::deque<std::shared_ptr<Job>> queue;
  std::vector<Job*> running;
  std::vector<std::shared_ptr<Job>> done;
  int alive = 0;
  int idle = 0;
  bool closed = false;
};

Workers::Workers(Loop& loop, std::string name, int threads)
    : pool_(std::make_shared<Pool>(loop, std::move(name), threads)) {}

Workers::~Workers() {
  {
    std::unique_lock lock(pool_->mutex);
    pool_->closed = true;
    pool_->queue.clear();
    for (Job* job : pool_->running) job->stop.request();
    pool_->wake.notify_all();
    pool_->wake.wait_for(lock, std::chrono::duration<double>(kPatience),
                         [&] { return pool_->alive == 0; });
  }
  pool_->async->pool = nullptr;
  uv_close(reinterpret_cast<uv_handle_t*>(&pool_->async->handle),
           [](uv_handle_t* handle) { delete static_cast<Pool::Async*>(handle->data); });
}

void Workers::submit(std::shared_ptr<Job> job, Loop::Runnable* waiter) {
  job->waiter_ = waiter;
  const std::lock_guard lock(pool_->mutex);
  const bool more =
      pool_->idle <= static_cast<int>(pool_->queue.size()) && pool_->alive < pool_->limit;
  if (more && !pool_->start_thread() && pool_->alive == 0) {
    job->refuse("cannot start a thread");
    return pool_->loop.post(*std::exchange(job->waiter_, nullptr));
  }
  pool_->hold(1);
  pool_->queue.push_back(std::move(job));
  pool_->wake.notify_one();
}

void Workers::abandon(Job& job) {
  job.waiter_ = nullptr;
  job.stop.request();
}

}  // namespace runtime

#include "native/lua/bridge/file_writer.hpp"

#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

namespace native {

// The bytes to write. Shared with outputs, which helping threads may hold for longer.
struct FileWriter::Queue {
  // Bytes, or none for beginning anew.
  struct Piece {
    bool restart = false;
    Bytes bytes;
  };

  // Returns nothing at the end.
  std::optional<Piece> next() {
    std::unique_lock lock(mutex);
    came.wait(lock, [this] { return ended || !pieces.empty(); });
    if (pieces.empty()) return std::nullopt;
    Piece piece = std::move(pieces.front());
    pieces.pop_front();
    return piece;
  }

  void put(int from, std::span<const std::uint8_t> bytes) {
    {
      const std::lock_guard lock(mutex);
      if (failure) std::rethrow_exception(failure);
      if (from != current || ended) return;
      pieces.push_back({false, Bytes(bytes.begin(), bytes.end())});
    }
    came.notify_one();
  }

  int restart() {
    {
      const std::lock_guard lock(mutex);
      ++current;
      pieces.clear();
      pieces.push_back({true, {}});
    }
    came.notify_one();
    return current;
  }

  void end(bool drop) {
    {
      const std::lock_guard lock(mutex);
      ended = true;
      if (drop) pieces.clear();
    }
    came.notify_one();
  }

  void fail(std::exception_ptr why) {
    const std::lock_guard lock(mutex);
    failure = std::move(why);
    pieces.clear();
  }

  std::mutex mutex;
  std::condition_variable came;
  std::deque<Piece> pieces;
  int current = 0;  // number of the output that counts
  bool ended = false;
  std::exception_ptr failure;
};

struct FileWriter::Thread {
  Thread(std::shared_ptr<runtime::files::NewFile> to, std::shared_ptr<Queue> from)
      : file(std::move(to)), queue(std::move(from)), thread([this] { run(); }) {}

  void run() {
    try {
      while (const auto piece = queue->next()) {
        if (piece->restart)
          file->restart();
        else
          file->append(piece->bytes);
      }
    } catch (const std::exception&) {
      queue->fail(std::current_exception());
    }
  }

  std::shared_ptr<runtime::files::NewFile> file;
  std::shared_ptr<Queue> queue;
  std::thread thread;
};

FileWriter::FileWriter(std::shared_ptr<runtime::files::NewFile> file)
    : queue_(std::make_shared<Queue>()),
      thread_(std::make_unique<Thread>(std::move(file), queue_)) {}

FileWriter::~FileWriter() {
  queue_->end(true);
  if (thread_->thread.joinable()) thread_->thread.join();
}

OutputRef FileWriter::open() {
  struct Piecewise : Output {
    Piecewise(std::shared_ptr<Queue> to, int number) : queue(std::move(to)), own(number) {}
    void write(std::span<const std::uint8_t> bytes) override { queue->put(own, bytes); }
    std::shared_ptr<Queue> queue;
    int own;
  };
  return std::make_shared<Piecewise>(queue_, queue_->restart());
}

void FileWriter::finish() {
  queue_->end(false);
  thread_->thread.join();
  if (queue_->failure) std::rethrow_exception(queue_->failure);
}

}  // namespace native

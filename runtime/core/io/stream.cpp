#include "runtime/core/io/stream.hpp"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <uv.h>

#include <algorithm>
#include <cerrno>
#include <vector>

#include "runtime/core/async/condition.hpp"

namespace runtime {

namespace {

constexpr std::size_t kHighWater = 1 << 20;
constexpr std::size_t kReadSize = 64 << 10;
constexpr std::size_t kPipe = 64 << 10;  // the system's default size of a pipe
constexpr int kWidePipe = 1 << 20;

bool is_plain_file(int descriptor) {
  const uv_handle_type type = uv_guess_handle(descriptor);
  return type == UV_FILE || type == UV_UNKNOWN_HANDLE;
}

// Returns the ioctl request for the bytes that the other side has not read yet; 0 where there is
// none.
unsigned long unread_request(int descriptor) {
  struct stat status;
  if (::fstat(descriptor, &status) != 0) return 0;
  if (S_ISFIFO(status.st_mode)) return FIONREAD;
  return S_ISSOCK(status.st_mode) ? TIOCOUTQ : 0;
}

union AnyStream {
  uv_handle_t handle;
  uv_stream_t stream;
  uv_pipe_t pipe;
  uv_tty_t tty;
};

// Opens `descriptor` as a pipe or terminal handle.
void open_stream(uv_loop_s* loop, AnyStream& any, int descriptor, bool readable) {
  if (uv_guess_handle(descriptor) == UV_TTY &&
      uv_tty_init(loop, &any.tty, descriptor, readable) == 0)
    return;
  uv_pipe_init(loop, &any.pipe, 0);
  uv_pipe_open(&any.pipe, descriptor);
}

}  // namespace

// Outlives the stream object until libuv has closed it. A plain file is read through libuv's file
// operations, because polling one does not work.
struct ReadStream::Box {
  AnyStream any;
  uv_fs_t request;
  bool plain = false;
  int descriptor = -1;
  bool reading = false;
  bool ended = false;
  bool orphaned = false;
  bool busy = false;  // a file request is in progress
  std::string buffer;
  std::vector<char> scratch;
  Loop* loop = nullptr;
  Condition changed;

  void arrived(const char* bytes, std::size_t size) {
    buffer.append(bytes, size);
    if (buffer.size() > kHighWater) pause();
    changed.notify_all();
  }
  void end() {
    ended = true;
    changed.notify_all();
  }
  void pause() {
    if (!plain && reading) uv_read_stop(&any.stream);
    reading = false;
  }
  void resume();
  void read_file();
  void release();
};

void ReadStream::Box::resume() {
  if (reading || ended) return;
  reading = true;
  if (plain) return read_file();
  const int rc = uv_read_start(
      &any.stream,
      [](uv_handle_t* handle, std::size_t, uv_buf_t* target) {
        Box* box = static_cast<Box*>(handle->data);
        box->scratch.resize(kReadSize);
        *target = uv_buf_init(box->scratch.data(), static_cast<unsigned>(kReadSize));
      },
      [](uv_stream_t* stream, ssize_t count, const uv_buf_t* source) {
        Box* box = static_cast<Box*>(stream->data);
        if (count > 0) return box->arrived(source->base, static_cast<std::size_t>(count));
        if (count == 0) return;
        box->pause();
        box->end();
      });
  if (rc != 0) end();
}

void ReadStream::Box::read_file() {
  if (busy) return;
  busy = true;
  scratch.resize(kReadSize);
  const uv_buf_t target = uv_buf_init(scratch.data(), static_cast<unsigned>(kReadSize));
  request.data = this;
  uv_fs_read(loop->handle(), &request, descriptor, &target, 1, -1, [](uv_fs_t* done) {
    Box* box = static_cast<Box*>(done->data);
    const ssize_t count = done->result;
    uv_fs_req_cleanup(done);
    box->busy = false;
    if (box->orphaned) return box->release();
    if (count <= 0) return box->end();
    box->arrived(box->scratch.data(), static_cast<std::size_t>(count));
    if (box->reading) box->read_file();
  });
}

void ReadStream::Box::release() {
  orphaned = true;
  if (plain) {
    if (busy) return;  // the callback calls this again
    ::close(descriptor);
    delete this;
    return;
  }
  pause();
  uv_close(&any.handle, [](uv_handle_t* handle) { delete static_cast<Box*>(handle->data); });
}

ReadStream::ReadStream(Loop& loop, int descriptor) : box_(new Box) {
  box_->loop = &loop;
  box_->descriptor = descriptor;
  box_->plain = is_plain_file(descriptor);
  if (box_->plain) return;
  open_stream(loop.handle(), box_->any, descriptor, true);
  box_->any.handle.data = box_;
}

ReadStream::~ReadStream() {
  if (box_) box_->release();
}
ReadStream::ReadStream(ReadStream&& other) noexcept : box_(std::exchange(other.box_, nullptr)) {}
ReadStream& ReadStream::operator=(ReadStream&& other) noexcept {
  std::swap(box_, other.box_);
  return *this;
}

void ReadStream::finish() {
  if (box_->plain || box_->ended) return;
  box_->pause();
  box_->scratch.resize(kReadSize);
  for (std::size_t taken = 0; taken < kWidePipe;) {
    const ssize_t count = ::read(box_->descriptor, box_->scratch.data(), kReadSize);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    box_->buffer.append(box_->scratch.data(), static_cast<std::size_t>(count));
    taken += static_cast<std::size_t>(count);
  }
  box_->end();
}

bool ReadStream::ended() const { return box_->ended; }

Task<std::string> ReadStream::read() {
  if (!box_->buffer.empty()) co_await yield();
  while (box_->buffer.empty() && !box_->ended) {
    box_->resume();
    co_await box_->changed.wait();
  }
  std::string bytes = std::exchange(box_->buffer, std::string());
  co_return bytes;
}

// Shared with every waiting write, which may outlive the stream object, and with libuv until it has
// closed the handle.
struct WriteStream::Box {
  std::shared_ptr<Box> held;  // by libuv
  AnyStream any;
  uv_write_t request;
  uv_fs_t file_request;
  bool plain = false;
  int descriptor = -1;
  bool broken = false;
  bool busy = false;
  bool orphaned = false;
  bool closing = false;
  bool wide = false;        // widen() was tried
  std::uint64_t total = 0;  // bytes passed to the kernel
  std::string bytes;
  std::size_t written = 0;  // of a plain file
  Loop* loop = nullptr;
  Condition idle;

  void begin();
  void widen();
  void write_file();
  void finished(bool ok) {
    busy = false;
    if (ok) total += bytes.size();
    if (!ok) broken = true;
    idle.notify_all();
    if (orphaned && !closing) release();
  }
  void release();
  void give_up();
  void close();
};

void WriteStream::Box::begin() {
  busy = true;
  if (plain) {
    written = 0;
    return write_file();
  }
  if (bytes.size() > kPipe) widen();
  const uv_buf_t buffer = uv_buf_init(bytes.data(), static_cast<unsigned>(bytes.size()));
  request.data = this;
  const int rc = uv_write(&request, &any.stream, &buffer, 1, [](uv_write_t* done, int status) {
    static_cast<Box*>(done->data)->finished(status == 0);
  });
  if (rc != 0) finished(false);
}

// Enlarges the pipe: sending a picture of a megabyte through 64 kB makes this process and the
// reader wait for each other twenty times. Has no effect on anything but a pipe, or where the
// system allows no larger one.
void WriteStream::Box::widen() {
  if (!std::exchange(wide, true)) ::fcntl(descriptor, F_SETPIPE_SZ, kWidePipe);
}

void WriteStream::Box::write_file() {
  const uv_buf_t rest =
      uv_buf_init(bytes.data() + written, static_cast<unsigned>(bytes.size() - written));
  file_request.data = this;
  uv_fs_write(loop->handle(), &file_request, descriptor, &rest, 1, -1, [](uv_fs_t* done) {
    Box* box = static_cast<Box*>(done->data);
    const ssize_t count = done->result;
    uv_fs_req_cleanup(done);
    if (count <= 0) return box->finished(false);
    box->written += static_cast<std::size_t>(count);
    if (box->written < box->bytes.size()) return box->write_file();
    box->finished(true);
  });
}

void WriteStream::Box::release() {
  orphaned = true;
  if (busy) return;  // finished() calls this again
  close();
}

// Abandons a write that the other side may never read. A write to a plain file cannot hang forever.
void WriteStream::Box::give_up() {
  if (plain) return release();
  orphaned = true;
  close();
}

void WriteStream::Box::close() {
  closing = true;
  if (plain) {
    ::close(descriptor);
    held.reset();
    return;
  }
  uv_close(&any.handle, [](uv_handle_t* handle) { static_cast<Box*>(handle->data)->held.reset(); });
}

WriteStream::WriteStream(Loop& loop, int descriptor) : box_(std::make_shared<Box>()) {
  box_->held = box_;
  box_->loop = &loop;
  box_->descriptor = descriptor;
  box_->plain = is_plain_file(descriptor);
  if (box_->plain) return;
  open_stream(loop.handle(), box_->any, descriptor, false);
  box_->any.handle.data = box_.get();
}

WriteStream::~WriteStream() {
  if (box_) std::exchange(box_, nullptr)->give_up();
}
WriteStream::WriteStream(WriteStream&& other) noexcept = default;
WriteStream& WriteStream::operator=(WriteStream&& other) noexcept {
  std::swap(box_, other.box_);
  return *this;
}
void WriteStream::close() {
  if (box_) std::exchange(box_, nullptr)->release();
}

std::uint64_t WriteStream::written() const { return box_ ? box_->total : 0; }

std::uint64_t WriteStream::unread() const {
  const unsigned long request = box_ ? unread_request(box_->descriptor) : 0;
  int bytes = 0;
  if (request == 0 || ::ioctl(box_->descriptor, request, &bytes) != 0 || bytes < 0) return 0;
  // A socket's count includes the system's overhead for each message.
  return std::min(static_cast<std::uint64_t>(bytes), box_->total);
}

Task<bool> WriteStream::write(std::string bytes) {
  const bool open = co_await write_piece(&bytes);
  co_return open;
}

Task<bool> WriteStream::write_piece(std::string* piece) {
  const std::shared_ptr<Box> box = box_;
  if (!box) co_return false;
  // A cancelled caller may have left its write in progress.
  while (box->busy) co_await box->idle.wait();
  if (box->broken || box->orphaned) co_return false;
  if (piece->empty()) co_return true;
  box->bytes = std::move(*piece);
  box->begin();
  while (box->busy) co_await box->idle.wait();
  *piece = std::exchange(box->bytes, std::string());
  piece->clear();
  co_return !box->broken;
}

}  // namespace runtime

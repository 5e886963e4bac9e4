#include "native/portal/helper/screen_stream.hpp"

#include <fcntl.h>
#include <spa/buffer/meta.h>
#include <spa/param/buffers.h>
#include <spa/param/video/format-utils.h>
#include <spa/pod/builder.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <vector>

#include "native/portal/refusal.hpp"

namespace native::portal {
namespace {

constexpr std::uint32_t kMaxSide = 16384;
constexpr std::int64_t kMaxPictureBytes = std::int64_t{1} << 30;
constexpr int kPixel = 4;  // bytes

bool is_known(std::uint32_t format) {
  return format == SPA_VIDEO_FORMAT_BGRx || format == SPA_VIDEO_FORMAT_BGRA ||
         format == SPA_VIDEO_FORMAT_RGBx || format == SPA_VIDEO_FORMAT_RGBA;
}

const spa_pod* wanted_formats(spa_pod_builder& builder) {
  const spa_rectangle usual{1920, 1080}, least{1, 1}, most{kMaxSide, kMaxSide};
  const spa_fraction rate{60, 1}, slowest{0, 1}, fastest{1000, 1};
  return static_cast<const spa_pod*>(spa_pod_builder_add_object(
      &builder, SPA_TYPE_OBJECT_Format, SPA_PARAM_EnumFormat, SPA_FORMAT_mediaType,
      SPA_POD_Id(SPA_MEDIA_TYPE_video), SPA_FORMAT_mediaSubtype, SPA_POD_Id(SPA_MEDIA_SUBTYPE_raw),
      SPA_FORMAT_VIDEO_format,
      SPA_POD_CHOICE_ENUM_Id(5, SPA_VIDEO_FORMAT_BGRx, SPA_VIDEO_FORMAT_BGRx, SPA_VIDEO_FORMAT_BGRA,
                             SPA_VIDEO_FORMAT_RGBx, SPA_VIDEO_FORMAT_RGBA),
      SPA_FORMAT_VIDEO_size, SPA_POD_CHOICE_RANGE_Rectangle(&usual, &least, &most),
      SPA_FORMAT_VIDEO_framerate, SPA_POD_CHOICE_RANGE_Fraction(&rate, &slowest, &fastest)));
}

// Copies bytes out of memory that another program may shrink, so it is read rather than mapped.
bool copy_bytes(int from, std::int64_t offset, std::uint8_t* to, std::size_t size) {
  while (size > 0) {
    const ssize_t count = ::pread(from, to, size, offset);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    to += count;
    offset += count;
    size -= static_cast<std::size_t>(count);
  }
  return true;
}

// A file for a picture, while it is written. It is not mapped: each page of new memory would be a
// fault, which takes longer than the copy.
class NewPicture {
 public:
  NewPicture() : file_(::memfd_create("peekaboo-portal", MFD_CLOEXEC | MFD_ALLOW_SEALING)) {}

  // Adds bytes of another program's memory. Returns false where that ends before, or there is no
  // room.
  bool add(int from, std::int64_t offset, std::size_t size) {
    while (size > 0) {
      const std::size_t part = std::min(size, bytes_.size());
      if (!copy_bytes(from, offset, bytes_.data(), part) || !write_bytes(part)) return false;
      offset += static_cast<std::int64_t>(part);
      size -= part;
    }
    return true;
  }
  // Returns no file when it cannot be sealed.
  OwnedFile sealed() {
    constexpr int kSeals = F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE;
    if (::fcntl(file_.get(), F_ADD_SEALS, kSeals) != 0) return OwnedFile();
    return std::move(file_);
  }

 private:
  static constexpr std::size_t kPart = std::size_t{256} << 10;

  bool write_bytes(std::size_t size) {
    for (std::size_t done = 0; done < size;) {
      const ssize_t count = ::write(file_.get(), bytes_.data() + done, size - done);
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) return false;
      done += static_cast<std::size_t>(count);
    }
    return true;
  }

  OwnedFile file_;
  std::vector<std::uint8_t> bytes_ = std::vector<std::uint8_t>(kPart);
};

const pw_core_events kCoreEvents = [] {
  pw_core_events events{};
  events.version = PW_VERSION_CORE_EVENTS;
  events.error = [](void* data, std::uint32_t id, int, int, const char*) {
    if (id == PW_ID_CORE) *static_cast<bool*>(data) = true;
  };
  return events;
}();

}  // namespace

PipeWire::PipeWire(OwnedFile remote) {
  loop_ = ::pw_loop_new(nullptr);
  if (loop_ != nullptr) context_ = ::pw_context_new(loop_, nullptr, 0);
  // PipeWire closes the descriptor, also when it fails.
  if (context_ != nullptr) core_ = ::pw_context_connect_fd(context_, remote.release(), nullptr, 0);
  if (core_ == nullptr) {
    if (context_ != nullptr) ::pw_context_destroy(context_);
    if (loop_ != nullptr) ::pw_loop_destroy(loop_);
    throw Refusal("no pipewire");
  }
  pw_core_add_listener(core_, &listener_, &kCoreEvents, &failed_);
  pw_loop_enter(loop_);
}

PipeWire::~PipeWire() {
  ::pw_core_disconnect(core_);
  ::pw_context_destroy(context_);
  pw_loop_leave(loop_);
  ::pw_loop_destroy(loop_);
}

int PipeWire::descriptor() const { return pw_loop_get_fd(loop_); }

void PipeWire::take_in() {
  while (pw_loop_iterate(loop_, 0) > 0) continue;
}

struct StreamEvents {
  static ScreenStream& of(void* data) { return *static_cast<ScreenStream*>(data); }
  static constexpr pw_stream_events table() {
    pw_stream_events events{};
    events.version = PW_VERSION_STREAM_EVENTS;
    events.state_changed = [](void* data, pw_stream_state before, pw_stream_state now,
                              const char*) {
      const bool ended =
          before != PW_STREAM_STATE_UNCONNECTED && now == PW_STREAM_STATE_UNCONNECTED;
      if (now == PW_STREAM_STATE_ERROR || ended) of(data).failed_ = true;
    };
    events.param_changed = [](void* data, std::uint32_t id, const spa_pod* param) {
      if (id == SPA_PARAM_Format && param != nullptr) of(data).take_format(param);
    };
    events.remove_buffer = [](void* data, pw_buffer* buffer) {
      if (of(data).newest_ == buffer) of(data).newest_ = nullptr;
    };
    events.process = [](void* data) { of(data).take_buffers(); };
    return events;
  }
};

namespace {
const pw_stream_events kStreamEvents = StreamEvents::table();
}  // namespace

ScreenStream::ScreenStream(PipeWire& pipewire, std::uint32_t node) {
  // Without the last two PipeWire might link something else once the screen has gone.
  stream_ = ::pw_stream_new(
      pipewire.core(), "peekaboo",
      ::pw_properties_new(PW_KEY_MEDIA_TYPE, "Video", PW_KEY_MEDIA_CATEGORY, "Capture",
                          PW_KEY_MEDIA_ROLE, "Screen", PW_KEY_NODE_DONT_RECONNECT, "true",
                          "node.dont-fallback", "true", nullptr));
  if (stream_ == nullptr) throw Refusal("no pipewire");
  ::pw_stream_add_listener(stream_, &listener_, &kStreamEvents, this);
  std::uint8_t room[1024];
  spa_pod_builder builder{};
  spa_pod_builder_init(&builder, room, sizeof room);
  const spa_pod* formats[] = {wanted_formats(builder)};
  constexpr auto kFlags =
      static_cast<pw_stream_flags>(PW_STREAM_FLAG_AUTOCONNECT | PW_STREAM_FLAG_DONT_RECONNECT);
  if (::pw_stream_connect(stream_, PW_DIRECTION_INPUT, node, kFlags, formats, 1) == 0) return;
  ::pw_stream_destroy(stream_);
  throw Refusal("stream failed");
}

ScreenStream::~ScreenStream() { ::pw_stream_destroy(stream_); }

void ScreenStream::take_format(const spa_pod* format) {
  spa_video_info_raw info{};
  if (spa_format_video_raw_parse(format, &info) < 0 || !is_known(info.format) ||
      info.size.width == 0 || info.size.height == 0 || info.size.width > kMaxSide ||
      info.size.height > kMaxSide) {
    failed_ = true;
    return;
  }
  width_ = static_cast<int>(info.size.width);
  height_ = static_cast<int>(info.size.height);
  format_ = info.format;
  std::uint8_t room[1024];
  spa_pod_builder builder{};
  spa_pod_builder_init(&builder, room, sizeof room);
  // One picture stays with us, so there must be more than one.
  const spa_pod* wanted[] = {
      static_cast<const spa_pod*>(spa_pod_builder_add_object(
          &builder, SPA_TYPE_OBJECT_ParamBuffers, SPA_PARAM_Buffers, SPA_PARAM_BUFFERS_buffers,
          SPA_POD_CHOICE_RANGE_Int(4, 2, 16), SPA_PARAM_BUFFERS_dataType,
          SPA_POD_CHOICE_FLAGS_Int(1 << SPA_DATA_MemFd))),
      static_cast<const spa_pod*>(spa_pod_builder_add_object(
          &builder, SPA_TYPE_OBJECT_ParamMeta, SPA_PARAM_Meta, SPA_PARAM_META_type,
          SPA_POD_Id(SPA_META_Header), SPA_PARAM_META_size,
          SPA_POD_Int(static_cast<int>(sizeof(spa_meta_header))))),
      static_cast<const spa_pod*>(spa_pod_builder_add_object(
          &builder, SPA_TYPE_OBJECT_ParamMeta, SPA_PARAM_Meta, SPA_PARAM_META_type,
          SPA_POD_Id(SPA_META_VideoCrop), SPA_PARAM_META_size,
          SPA_POD_Int(static_cast<int>(sizeof(spa_meta_region)))))};
  ::pw_stream_update_params(stream_, wanted, 3);
}

bool ScreenStream::is_whole(const pw_buffer& buffer) const {
  const spa_buffer& data = *buffer.buffer;
  if (data.n_datas != 1 || data.datas[0].type != SPA_DATA_MemFd || data.datas[0].fd < 0)
    return false;
  const spa_chunk* const chunk = data.datas[0].chunk;
  const auto* const header = static_cast<const spa_meta_header*>(
      spa_buffer_find_meta_data(&data, SPA_META_Header, sizeof(spa_meta_header)));
  const bool corrupted =
      (static_cast<std::uint32_t>(chunk->flags) & SPA_CHUNK_FLAG_CORRUPTED) != 0 ||
      (header != nullptr && (header->flags & SPA_META_HEADER_FLAG_CORRUPTED) != 0);
  // A chunk without bytes tells of the pointer alone.
  return !corrupted && chunk->size > 0;
}

void ScreenStream::take_buffers() {
  while (pw_buffer* const buffer = ::pw_stream_dequeue_buffer(stream_)) {
    if (!is_whole(*buffer)) {
      ::pw_stream_queue_buffer(stream_, buffer);
      continue;
    }
    if (newest_ != nullptr) ::pw_stream_queue_buffer(stream_, newest_);
    newest_ = buffer;
    arrival_ = Clock::now();
  }
}

SealedPicture ScreenStream::copy() const { return copy_part(0, 0, width_, height_); }

SealedPicture ScreenStream::copy_content(const PictureSize& drawn) const {
  const auto* const crop = static_cast<const spa_meta_region*>(
      spa_buffer_find_meta_data(newest_->buffer, SPA_META_VideoCrop, sizeof(spa_meta_region)));
  if (crop == nullptr) throw Refusal("bad picture");
  const spa_region region = crop->region;  // another program may change it meanwhile
  const std::int64_t x = region.position.x, y = region.position.y, width = region.size.width,
                     height = region.size.height;
  const bool fits =
      x >= 0 && y >= 0 && width > 0 && height > 0 && x + width <= width_ && y + height <= height_;
  if (!fits) throw Refusal("bad picture");
  const int told_width = static_cast<int>(width), told_height = static_cast<int>(height);
  const bool larger = drawn.width > told_width && drawn.height > told_height &&
                      drawn.width <= width_ && drawn.height <= height_;
  if (larger && x == 0 && y == 0 && goes_on_beyond(told_width, told_height))
    return copy_part(0, 0, drawn.width, drawn.height);
  return copy_part(static_cast<int>(x), static_cast<int>(y), told_width, told_height);
}

// Returns whether anything is painted right of or below a part at the corner.
bool ScreenStream::goes_on_beyond(int width, int height) const {
  const auto is_painted = [&](int x, int y) {
    std::uint8_t pixel[kPixel] = {};
    const int from = static_cast<int>(newest_->buffer->datas[0].fd);
    if (!copy_bytes(from, position(x, y), pixel, sizeof pixel)) throw Refusal("bad picture");
    return (pixel[0] | pixel[1] | pixel[2] | pixel[3]) != 0;
  };
  for (int y = 0; y < height; ++y)
    if (is_painted(width, y)) return true;
  for (int x = 0; x < width; ++x)
    if (is_painted(x, height)) return true;
  return false;
}

std::int64_t ScreenStream::position(int x, int y) const {
  const spa_data& data = newest_->buffer->datas[0];
  const std::int64_t stride = data.chunk->stride;  // another program may change it meanwhile
  const std::int64_t whole_row = std::int64_t{width_} * kPixel;
  const std::int64_t offset = data.chunk->offset;
  const bool fits = stride >= whole_row && stride <= kMaxPictureBytes / height_ &&
                    offset + stride * (height_ - 1) + whole_row <= std::int64_t{data.maxsize};
  if (!fits) throw Refusal("bad picture");
  return std::int64_t{data.mapoffset} + offset + y * stride + std::int64_t{x} * kPixel;
}

SealedPicture ScreenStream::copy_part(int x, int y, int width, int height) const {
  const std::int64_t row = std::int64_t{width} * kPixel;
  NewPicture picture;
  const int from = static_cast<int>(newest_->buffer->datas[0].fd);
  bool whole = true;
  if (position(x, y + 1) - position(x, y) == row)
    whole = picture.add(from, position(x, y), static_cast<std::size_t>(row * height));
  else
    for (int line = 0; line < height && whole; ++line)
      whole = picture.add(from, position(x, y + line), static_cast<std::size_t>(row));
  if (!whole) throw Refusal("bad picture");
  SealedPicture sealed{picture.sealed(), width, height,
                       format_ == SPA_VIDEO_FORMAT_RGBx || format_ == SPA_VIDEO_FORMAT_RGBA,
                       format_ == SPA_VIDEO_FORMAT_BGRA || format_ == SPA_VIDEO_FORMAT_RGBA};
  if (sealed.file.get() < 0) throw Refusal("no memory");
  return sealed;
}

}  // namespace native::portal

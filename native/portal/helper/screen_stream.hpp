#pragma once

#include <pipewire/pipewire.h>
#include <spa/param/video/raw.h>

#include <cstdint>

#include "native/portal/message.hpp"
#include "native/portal/picture.hpp"

namespace native::portal {

// A connection to PipeWire. Its owner polls the descriptor, then calls take_in().
class PipeWire {
 public:
  // Throws a Refusal "no pipewire".
  explicit PipeWire(OwnedFile remote);
  ~PipeWire();
  PipeWire(const PipeWire&) = delete;
  PipeWire& operator=(const PipeWire&) = delete;

  int descriptor() const;
  // Handles what has arrived.
  void take_in();
  bool has_failed() const { return failed_; }
  pw_core* core() const { return core_; }

 private:
  pw_loop* loop_ = nullptr;
  pw_context* context_ = nullptr;
  pw_core* core_ = nullptr;
  spa_hook listener_{};
  bool failed_ = false;
};

// A picture in memory of its own, which nobody can change any more.
struct SealedPicture {
  OwnedFile file;
  int width = 0, height = 0;
  bool red_first = false;  // bytes are R, G, B, X instead of B, G, R, X
  bool has_alpha = false;  // X is alpha, by which the colours have been multiplied
};

// The pictures of one screen, or of one window. The newest one stays with us until a newer one is
// there.
class ScreenStream {
 public:
  ScreenStream(PipeWire& pipewire, std::uint32_t node);
  ~ScreenStream();
  ScreenStream(const ScreenStream&) = delete;
  ScreenStream& operator=(const ScreenStream&) = delete;

  bool has_failed() const { return failed_; }
  bool has_picture() const { return newest_ != nullptr; }
  // Returns when the newest one came.
  Deadline arrival() const { return arrival_; }
  int width() const { return width_; }
  int height() const { return height_; }
  // Copies the newest picture. Throws a Refusal "bad picture" when it is not one.
  SealedPicture copy() const;
  // Copies the part of it that has content (SPA_META_VideoCrop): that of a window is as large as a
  // screen. Mutter tells the size of what the program has painted; between whole scales (GNOME 50
  // at 1.5) it draws that larger, and the part ends within the window. `drawn`: the larger size in
  // which the window may be drawn, which is copied where it goes on beyond that part.
  SealedPicture copy_content(const PictureSize& drawn) const;

 private:
  friend struct StreamEvents;
  void take_format(const spa_pod* format);
  void take_buffers();
  bool is_whole(const pw_buffer& buffer) const;
  bool goes_on_beyond(int width, int height) const;
  // Returns where a pixel is in the memory. Throws a Refusal "bad picture".
  std::int64_t position(int x, int y) const;
  SealedPicture copy_part(int x, int y, int width, int height) const;

  pw_stream* stream_ = nullptr;
  spa_hook listener_{};
  pw_buffer* newest_ = nullptr;
  Deadline arrival_{};
  int width_ = 0, height_ = 0;
  std::uint32_t format_ = 0;
  bool failed_ = false;
};

}  // namespace native::portal

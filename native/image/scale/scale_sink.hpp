#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "native/image/frame.hpp"
#include "native/image/scale/row_scaler.hpp"

namespace native {

// Hands a capture on to another sink, scaled while its strips arrive: that sink gets the picture
// that scale() makes of the whole one, which never exists.
class ScaleSink : public StripSink {
 public:
  // What becomes of a picture that is small enough: it passes as it is, or the sink gets nothing.
  enum class Small { kPasses, kIsDropped };

  ScaleSink(const Fit& fit, StripSink& sink, Small small = Small::kPasses,
            IdlePool& idle_pool = IdlePool::shared())
      : fit_(fit), sink_(sink), small_(small), idle_pool_(idle_pool) {}
  bool wants_windows() const override { return sink_.wants_windows(); }
  // What is scaled has the right alpha in any case.
  bool wants_alpha() const override { return !scaler_ && !dropped_ && sink_.wants_alpha(); }
  void begin(const FrameInfo& info, const std::vector<Window>& windows) override;
  void strip(int y, int rows, std::uint8_t* pixels, std::size_t stride) override;
  // What the limits make of this capture, as Fit::factor() has it; after begin().
  double factor() const { return factor_; }

 private:
  const Fit fit_;
  StripSink& sink_;
  const Small small_;
  IdlePool& idle_pool_;
  double factor_ = 1;
  bool dropped_ = false;
  std::optional<RowScaler> scaler_;
  int taken_ = 0;    // rows
  int written_ = 0;  // rows
  std::vector<std::uint8_t> scaled_;
};

}  // namespace native

#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "native/image/frame.hpp"
#include "native/image/scale/row_scaler.hpp"

namespace native {

// Passes a capture on to another sink, scaled while its strips arrive. The sink gets the same
// picture as from scale(), but the full one is never in memory.
class ScaleSink : public StripSink {
 public:
  // Whether a picture that needs no scaling is passed on unchanged or dropped.
  enum class Small { kPasses, kIsDropped };

  ScaleSink(const Fit& fit, StripSink& sink, Small small = Small::kPasses,
            IdlePool& idle_pool = IdlePool::shared())
      : fit_(fit), sink_(sink), small_(small), idle_pool_(idle_pool) {}
  // The scaler gives scaled pixels the right alpha itself.
  bool wants_alpha() const override { return !scaler_ && !dropped_ && sink_.wants_alpha(); }
  void begin(const FrameInfo& info) override;
  void strip(int y, int rows, std::uint8_t* pixels, std::size_t stride) override;
  // Returns the factor that the limits give for this capture (see Fit::factor()). Call after
  // begin().
  double factor() const { return factor_; }

 private:
  const Fit fit_;
  StripSink& sink_;
  const Small small_;
  IdlePool& idle_pool_;
  double factor_ = 1;
  bool dropped_ = false;
  std::optional<RowScaler> scaler_;
  int taken_ = 0;    // rows taken from the capture
  int written_ = 0;  // rows passed on
  std::vector<std::uint8_t> scaled_;
};

}  // namespace native

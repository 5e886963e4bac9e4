#pragma once

#include "native/desktop/desktop.hpp"

namespace native {

// Passes one capture on to two sinks, strip by strip. Neither may change pixels.
class TeeSink : public StripSink {
 public:
  TeeSink(StripSink& first, StripSink& second) : first_(first), second_(second) {}
  bool wants_alpha() const override { return first_.wants_alpha() || second_.wants_alpha(); }
  void begin(const FrameInfo& info) override {
    first_.begin(info);
    second_.begin(info);
  }
  void strip(int y, int rows, std::uint8_t* pixels, std::size_t stride) override {
    first_.strip(y, rows, pixels, stride);
    second_.strip(y, rows, pixels, stride);
  }

 private:
  StripSink& first_;
  StripSink& second_;
};

}  // namespace native

#pragma once

#include <memory>

#include "native/image/codec/encoder.hpp"

namespace native {

// Writes a baseline JPEG while the rows come.
class JpegEncoder : public Encoder {
 public:
  JpegEncoder(const PictureShape& shape, int quality, OutputRef output);
  ~JpegEncoder() override;
  void add(const std::uint8_t* bgrx, std::size_t stride, int rows) override;
  void finish() override;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace native

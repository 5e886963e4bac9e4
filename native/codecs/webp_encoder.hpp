#pragma once

#include <memory>

#include "native/image/codec/encoder.hpp"

namespace native {

// Gathers the rows and writes a WebP in finish(): lossless without `quality`.
class WebpEncoder : public Encoder {
 public:
  WebpEncoder(const PictureShape& shape, std::optional<int> quality, OutputRef output);
  ~WebpEncoder() override;
  void add(const std::uint8_t* bgrx, std::size_t stride, int rows) override;
  void finish() override;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace native

#pragma once

#include "native/image/codec/encoder.hpp"

namespace native {

// Writes a BMP while the rows come: from the top down, so its height is negative.
class BmpEncoder : public Encoder {
 public:
  BmpEncoder(const PictureShape& shape, OutputRef output);
  void add(const std::uint8_t* bgrx, std::size_t stride, int rows) override;
  void finish() override;

 private:
  void convert(const std::uint8_t* bgrx, std::uint8_t* to) const;

  const PictureShape shape_;
  const std::size_t line_;  // bytes of a row in the file
  const OutputRef output_;
  int rows_left_;
  Bytes lines_;
};

}  // namespace native

#pragma once

#include <functional>
#include <memory>

#include "native/desktop/desktop.hpp"
#include "native/image/codec/encoder.hpp"

namespace native {

// Encodes one capture while its strips arrive, without a frame in between.
class EncodingSink : public StripSink {
 public:
  // Called by each begin(), because a capture may begin again.
  using OpenOutput = std::function<OutputRef()>;
  EncodingSink(const Encoding& encoding, OpenOutput open);

  bool wants_alpha() const override { return false; }
  void begin(const FrameInfo& info) override;
  void strip(int y, int rows, std::uint8_t* pixels, std::size_t stride) override;
  // Call after the capture: finish() completes the output, shape() has the picture's facts without
  // pixels.
  void finish();
  const Frame& shape() const { return shape_; }

 private:
  const Encoding encoding_;
  const OpenOutput open_;
  std::unique_ptr<Encoder> encoder_;
  Frame shape_;
  int gathered_ = 0;  // rows received so far
};

// Encodes a capture into memory.
class BytesSink : public EncodingSink {
 public:
  explicit BytesSink(const Encoding& encoding = {})
      : EncodingSink(encoding, [this] { return output_ = std::make_shared<MemoryOutput>(); }) {}
  // Returns the whole file.
  Bytes take() {
    finish();
    return output_->take();
  }

 private:
  std::shared_ptr<MemoryOutput> output_;
};

}  // namespace native

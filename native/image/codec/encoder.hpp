#pragma once

#include <memory>
#include <optional>

#include "native/image/codec/codec.hpp"
#include "native/image/codec/format.hpp"
#include "native/image/codec/output.hpp"

namespace native {

// Encodes one picture from rows that come from top to bottom. Driven by one thread.
class Encoder {
 public:
  virtual ~Encoder() = default;
  // Takes the next rows (B, G, R, X; of a translucent picture those of its frame). They may be
  // freed afterwards. "INTERNAL_ERROR" for more rows than the picture has.
  virtual void add(const std::uint8_t* bgrx, std::size_t stride, int rows) = 0;
  // Writes what is left, after the last row. "INTERNAL_ERROR" when rows are missing.
  virtual void finish() = 0;
};

// The picture's facts that an encoder needs before the pixels.
struct PictureShape {
  int width = 0;
  int height = 0;
  bool translucent = false;
};

// Returns an encoder that writes to `output`: PNG, JPEG and BMP while the rows come, WebP in
// finish(), because its library needs the whole picture. Errors as of encode().
std::unique_ptr<Encoder> make_encoder(const Encoding& encoding, const PictureShape& shape,
                                      OutputRef output);

}  // namespace native

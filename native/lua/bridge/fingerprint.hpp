#pragma once

#include "native/lua/bridge/picture.hpp"
#include "runtime/lua/bridge/bindings.hpp"

namespace native {

// The content of a capture without its pixels, which a script keeps to compare with the screen
// later.
class Fingerprint : public runtime::Object {
 public:
  static constexpr const char* kTypeName = "an image's fingerprint";
  explicit Fingerprint(TilesRef tiles) : tiles_(std::move(tiles)) {}

  const runtime::ObjectType& type() const override {
    static constexpr runtime::ObjectType kType{"fingerprint", {}};
    return kType;
  }
  const TilesRef& tiles() const { return tiles_; }

 private:
  TilesRef tiles_;
};

}  // namespace native

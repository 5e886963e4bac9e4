#pragma once

#include <memory>

#include "native/desktop/records.hpp"
#include "native/lua/host.hpp"
#include "runtime/lua/bindings.hpp"

namespace native {

// A picture that scripts hold; the pixels stay here. Immutable.
class Image : public runtime::Object {
 public:
  static constexpr const char* kTypeName = "an image";
  Image(Frame frame, std::shared_ptr<Host> host)
      : frame_(std::make_shared<const Frame>(std::move(frame))), host_(std::move(host)) {}

  const runtime::ObjectType& type() const override;
  runtime::Value field(std::string_view name) const override;
  const std::shared_ptr<const Frame>& frame() const { return frame_; }
  const std::shared_ptr<Host>& host() const { return host_; }

 private:
  std::shared_ptr<const Frame> frame_;
  std::shared_ptr<Host> host_;
};

runtime::Results image_result(Frame frame, std::shared_ptr<Host> host);

}  // namespace native

#pragma once

#include <memory>

#include "native/lua/bridge/desktop_service.hpp"
#include "native/lua/bridge/picture.hpp"
#include "runtime/lua/bridge/bindings.hpp"

namespace native {

// A picture held by scripts; the pixels stay here. Immutable until it is closed.
class Image : public runtime::Object {
 public:
  static constexpr const char* kTypeName = "an image";
  Image(PictureRef picture, std::shared_ptr<DesktopService> host)
      : picture_(std::move(picture)), host_(std::move(host)) {}

  const runtime::ObjectType& type() const override;
  runtime::Value field(std::string_view name) const override;
  std::size_t memory() const override;
  // Frees the picture's memory as soon as no work on it is under way.
  void close() override { picture_ = nullptr; }
  // Throws INVALID_ARGUMENT after close().
  const PictureRef& picture() const;
  const std::shared_ptr<DesktopService>& host() const { return host_; }

 private:
  PictureRef picture_;
  std::shared_ptr<DesktopService> host_;
};

runtime::Results image_result(Frame frame, std::shared_ptr<DesktopService> host);
runtime::Results image_result(PictureRef picture, std::shared_ptr<DesktopService> host);

}  // namespace native

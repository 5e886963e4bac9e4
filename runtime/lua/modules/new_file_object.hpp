#pragma once

#include <memory>
#include <string_view>

#include "runtime/core/async/workers.hpp"
#include "runtime/core/files/new_file.hpp"
#include "runtime/lua/bridge/bindings.hpp"

namespace runtime {

// A file that has no name yet, held by the program's own scripts. Removed with its last owner
// unless it is finished.
class NewFileObject : public Object {
 public:
  static constexpr const char* kTypeName = "a new file";
  NewFileObject(std::shared_ptr<files::NewFile> file,
                std::shared_ptr<const files::SavePlaces> places, std::shared_ptr<Workers> workers)
      : places_(std::move(places)), file_(std::move(file)), workers_(std::move(workers)) {}

  const ObjectType& type() const override;
  Value field(std::string_view name) const override;
  void close() override { file_ = nullptr; }
  // Throws INVALID_ARGUMENT after close().
  const std::shared_ptr<files::NewFile>& file() const;
  const std::shared_ptr<Workers>& workers() const { return workers_; }

 private:
  std::shared_ptr<const files::SavePlaces> places_;  // which the file refers to
  std::shared_ptr<files::NewFile> file_;
  std::shared_ptr<Workers> workers_;
};

}  // namespace runtime

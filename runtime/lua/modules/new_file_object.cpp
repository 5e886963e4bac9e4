#include "runtime/lua/modules/new_file_object.hpp"

#include <utility>

#include "runtime/lua/bridge/call.hpp"

namespace runtime {

namespace {

Task<Results> finish(Args args) {
  const auto object = args.object<NewFileObject>(1);
  std::optional<std::string> name;
  if (args.has(2)) name = args.string(2);
  const std::shared_ptr<files::NewFile> file = object->file();
  const std::shared_ptr<Workers> workers = object->workers();
  const auto job = [object, file, name](const Stop&) { return file->finish(name); };
  std::string identity = co_await workers->run(job);
  co_return Value(std::move(identity));
}

Task<Results> discard(Args args) {
  args.object<NewFileObject>(1)->close();
  co_return Results();
}

constexpr Function kNewFileMethods[] = {
    {.call = "new_file:finish",
     .text = "Gives the file its name and answers its identity. name: another one in the same "
             "folder. After an error with details.reason \"exists\" it may be called again.",
     .parameters = {{"name", "string", "The last part of a path.", Parameter::kOptional}},
     .results = {{"string", "identity"}},
     .errors = {"FILE_IO_ERROR"},
     .work = finish},
    {.call = "new_file:discard", .text = "Removes the file.", .work = discard},
};

}  // namespace

const ObjectType& NewFileObject::type() const {
  static constexpr ObjectType kType{"new_file", kNewFileMethods};
  return kType;
}

Value NewFileObject::field(std::string_view name) const {
  if (name == "size" && file_) return static_cast<std::int64_t>(file_->size());
  return Value();
}

const std::shared_ptr<files::NewFile>& NewFileObject::file() const {
  if (file_) return file_;
  throw Error("INVALID_ARGUMENT", "file is discarded already");
}

}  // namespace runtime

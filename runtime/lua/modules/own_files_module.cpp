#include "runtime/core/files/file_identity.hpp"
#include "runtime/core/files/new_file.hpp"
#include "runtime/lua/modules.hpp"

namespace runtime {

namespace {

constexpr unsigned kOwnerOnly = 0600;

template <class Work>
Task<Results> on_worker(Args args, Work work) {
  const std::shared_ptr<Workers> workers = args.shared_self<Workers>();
  const auto job = [work](const Stop&) { return work(); };
  Results results = co_await workers->run(job);
  co_return results;
}

const char* name_of(files::Named::Type type) {
  switch (type) {
    case files::Named::Type::kFile:
      return "file";
    case files::Named::Type::kDirectory:
      return "directory";
    case files::Named::Type::kLink:
      return "link";
    default:
      return "other";
  }
}

Task<Results> look(Args args) {
  const std::string path = args.string(1);
  return on_worker(std::move(args), [path]() -> Results {
    const std::optional<files::Named> found = files::named(path);
    if (!found) return Value();
    Value result;
    result.set("type", name_of(found->type)).set("identity", found->identity);
    return result;
  });
}

Task<Results> write(Args args) {
  const Options options = args.options(3, {"only"});
  const std::string path = args.string(1);
  const BlobRef blob = args.blob(2);
  files::WriteOptions how;
  how.new_mode = kOwnerOnly;
  how.replace = how.lasting = false;
  if (options.has("only")) how.only = options.string("only", "");
  return on_worker(std::move(args), [path, blob, how]() -> Results {
    return Value(files::write(path, blob->bytes(), how));
  });
}

Task<Results> resolved(Args args) {
  const std::string path = args.string(1);
  return on_worker(std::move(args), [path]() -> Results { return Value(files::resolved(path)); });
}

Task<Results> make_private(Args args) {
  const std::string path = args.string(1);
  return on_worker(std::move(args),
                   [path]() -> Results { return Value(files::make_private(path)); });
}

constexpr Function kOwnFiles[] = {
    {"look", "own_files.look(path) -> {type, identity}?",
     "What has the name, without following a link: \"file\", \"directory\", \"link\" or \"other\", "
     "and the text that tells it from every other and from itself once it was changed; nil when "
     "the name is free.",
     look},
    {"write", "own_files.write(path, blob, {only}?) -> identity",
     "Writes a new file of mode 0600, all or nothing; fails with details.reason \"exists\" when "
     "the name is taken. only: the identity of the one file that may be replaced, whose mode "
     "stays.",
     write},
    {"resolved", "own_files.resolved(path) -> path",
     "The path without symbolic links, \".\" and \"..\", as far as it exists.", resolved},
    {"make_private", "own_files.make_private(path) -> boolean",
     "Gives a file of ours mode 0600; false when it cannot.", make_private},
};

}  // namespace

Module own_files_module(std::shared_ptr<Workers> workers) {
  return Module{"own_files", kOwnFiles, std::move(workers), Value()};
}

}  // namespace runtime

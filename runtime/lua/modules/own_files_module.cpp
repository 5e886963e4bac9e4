#include "runtime/core/files/file_identity.hpp"
#include "runtime/core/files/new_file.hpp"
#include "runtime/core/files/own_folder.hpp"
#include "runtime/core/files/save_folder.hpp"
#include "runtime/lua/modules/file_access.hpp"
#include "runtime/lua/modules/new_file_object.hpp"

namespace runtime {

namespace {

constexpr unsigned kOwnerOnly = 0600;

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

Task<Results> write_own(Args args) {
  const Options options = args.options(3);
  const std::string path = args.string(1);
  const BlobRef blob = args.blob(2);
  files::WriteOptions how;
  how.new_mode = kOwnerOnly;
  how.replace = how.lasting = false;
  if (options.has("only")) how.only = options.string("only", "");
  const auto find_places = args.shared_self<FileAccess>()->places_of(args);
  return on_worker(std::move(args), [path, blob, how, find_places]() -> Results {
    const auto places = find_places();
    files::WriteOptions confined = how;
    confined.within = places.get();
    return Value(files::write(path, blob->bytes(), confined));
  });
}

Task<Results> create(Args args) {
  const Options options = args.options(2);
  const std::string path = args.string(1);
  files::WriteOptions how;
  how.new_mode = static_cast<unsigned>(options.integer_within("mode", kOwnerOnly, 0, 0777));
  how.replace = options.boolean("replace", false);
  how.lasting = false;
  if (options.has("only")) how.only = options.string("only", "");
  const auto find_places = args.shared_self<FileAccess>()->places_of(args);
  const std::shared_ptr<Workers> workers = args.shared_self<FileAccess>()->workers;
  return on_worker(std::move(args), [path, how, find_places, workers]() -> Results {
    const auto places = find_places();
    files::WriteOptions confined = how;
    confined.within = places.get();  // which the file keeps alive
    auto file = std::make_shared<files::NewFile>(path, confined);
    return Value(
        std::shared_ptr<Object>(std::make_shared<NewFileObject>(std::move(file), places, workers)));
  });
}

Task<Results> is_confined(Args args) {
  const auto find_places = args.shared_self<FileAccess>()->places_of(args);
  return on_worker(std::move(args),
                   [find_places]() -> Results { return Value(find_places() != nullptr); });
}

Task<Results> check_save(Args args) {
  const std::string path = args.string(1);
  const auto find_places = args.shared_self<FileAccess>()->places_of(args);
  return on_worker(std::move(args), [path, find_places]() -> Results {
    if (const auto places = find_places()) files::check_save_path(path, *places);
    return Results();
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

Task<Results> runtime_folder(Args args) {
  return on_worker(std::move(args), []() -> Results {
    const std::string folder = files::runtime_folder();
    files::make_runtime_folder(folder);
    return Value(folder);
  });
}

constexpr Function kOwnFiles[] = {
    {.call = "own_files.look",
     .text = "What has the name, without following a link: \"file\", \"directory\", \"link\" or "
             "\"other\", and the text that tells it from every other and from itself once it was "
             "changed; nil when the name is free.",
     .parameters = {kPath},
     .results = {{"table?", "{type, identity}"}},
     .errors = {"FILE_IO_ERROR"},
     .work = look},
    {.call = "own_files.write",
     .text = "Writes a new file of mode 0600, all or nothing; fails with details.reason \"exists\" "
             "when the name is taken. only: the identity of the one file that may be replaced, "
             "whose mode stays. For a confined caller the path is absolute and missing folders are "
             "made.",
     .parameters = {kPath, {"blob", "blob", "Bytes, such as of `fs.read` or `image:encode`."}},
     .options = {{"only", "string", "The identity of the one file that may be replaced."}},
     .results = {{"string", "identity"}},
     .errors = {"FILE_IO_ERROR", "INVALID_PATH", "POLICY_DENIED"},
     .work = write_own},
    {.call = "own_files.create",
     .text =
         "Begins a new file, which gets its name by file:finish(), and of which nothing is left "
         "without. Confined like own_files.write.",
     .parameters = {kPath},
     .options = {{"only", "string", "The identity of the one file that may be replaced."},
                 {"replace", "boolean", "Replace any file of that name. Default false."},
                 {"mode", "integer",
                  "Of a new file, without the bits of the umask. Default 0600."}},
     .results = {{"new_file"}},
     .errors = {"FILE_IO_ERROR", "INVALID_PATH", "POLICY_DENIED"},
     .work = create},
    {.call = "own_files.is_confined",
     .text = "Whether the policy says where the caller may save pictures.",
     .results = {{"boolean"}},
     .work = is_confined},
    {.call = "own_files.check_save",
     .text = "Raises what saving a picture at an absolute path would raise for its place: "
             "INVALID_PATH outside of the allowed folders, POLICY_DENIED for a restricted path.",
     .parameters = {kPath},
     .errors = {"INVALID_PATH", "POLICY_DENIED", "FILE_IO_ERROR"},
     .work = check_save},
    {.call = "own_files.resolved",
     .text = "The path without symbolic links, \".\" and \"..\", as far as it exists.",
     .parameters = {kPath},
     .results = {{"string", "path"}},
     .errors = {"FILE_IO_ERROR"},
     .work = resolved},
    {.call = "own_files.make_private",
     .text = "Gives a file of ours mode 0600; false when it cannot.",
     .parameters = {kPath},
     .results = {{"boolean"}},
     .work = make_private},
    {.call = "own_files.runtime_folder",
     .text = "The folder (mode 0700) for what commands of the user leave each other while the "
             "session lasts; made when it is missing.",
     .results = {{"string", "path"}},
     .errors = {"FILE_IO_ERROR"},
     .work = runtime_folder},
};

}  // namespace

Module own_files_module(std::shared_ptr<Workers> workers, SavePlacesOf save_places) {
  auto access =
      std::make_shared<FileAccess>(FileAccess{std::move(workers), std::move(save_places)});
  return Module{.name = "own_files", .functions = kOwnFiles, .self = std::move(access)};
}

}  // namespace runtime

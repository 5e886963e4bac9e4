#include "runtime/core/files/file_operations.hpp"
#include "runtime/core/files/files.hpp"
#include "runtime/core/files/folder_watch.hpp"
#include "runtime/core/files/new_file.hpp"
#include "runtime/core/files/own_folder.hpp"
#include "runtime/core/files/save_folder.hpp"
#include "runtime/lua/bridge/record_kind.hpp"
#include "runtime/lua/modules/file_access.hpp"

namespace runtime {

namespace {

constexpr std::uint64_t kDefaultLimit = 256u << 20;

// Expands "~" to the user's home folder, in every path of a script.
std::string path_of(const Args& args, std::size_t index) {
  return files::expanded(args.string(index));
}

Task<Results> read(Args args) {
  const Options options = args.options(2);
  const std::string path = path_of(args, 1);
  const bool head = options.has("head");
  const auto limit = static_cast<std::uint64_t>(std::max<std::int64_t>(
      0, options.integer(head ? "head" : "limit", static_cast<std::int64_t>(kDefaultLimit))));
  const std::string media_type = options.string("media_type", "application/octet-stream");
  return on_worker(std::move(args), [path, limit, head, media_type]() -> Results {
    std::vector<std::uint8_t> bytes =
        head ? files::read_head(path, limit) : files::read(path, limit);
    return Value(std::make_shared<const Blob>(std::move(bytes), media_type));
  });
}

// Returns what finds where the caller may save the blob; null: anywhere.
FileAccess::FindPlaces places_of_picture(const Args& args, const Blob& blob) {
  if (!blob.media_type().starts_with("image/")) return [] { return nullptr; };
  return args.shared_self<FileAccess>()->places_of(args);
}

unsigned mode_of(const Options& options) {
  const std::int64_t mode = options.integer("mode", 0);
  if (mode >= 0 && mode <= 0777) return static_cast<unsigned>(mode);
  throw Error("INVALID_ARGUMENT",
              "mode must be permissions as chmod has them, from 0 to 511 (octal 777)",
              "write octal digits with tonumber(\"640\", 8)");
}

Task<Results> write_file(Args args) {
  const Options options = args.options(3);
  const std::string path = path_of(args, 1);
  files::WriteOptions how{options.boolean("replace", true), {}, options.boolean("lasting", true)};
  if (options.has("mode")) how.mode = mode_of(options);
  if (args[2].as<BlobRef>()) {
    const BlobRef blob = args.blob(2);
    const auto find_places = places_of_picture(args, *blob);
    return on_worker(std::move(args), [path, blob, how, find_places]() -> Results {
      const auto places = find_places();
      files::WriteOptions confined = how;
      confined.within = places.get();
      files::write(places ? absolute(path) : path, blob->bytes(), confined);
      return Results();
    });
  }
  // Shared, because a long text is not to be copied on the loop more than once.
  const auto text = std::make_shared<const std::string>(args.string(2));
  return on_worker(std::move(args), [path, text, how]() -> Results {
    files::write(path, std::span(reinterpret_cast<const std::uint8_t*>(text->data()), text->size()),
                 how);
    return Results();
  });
}

Task<Results> append(Args args) {
  const std::string path = path_of(args, 1);
  if (args[2].as<BlobRef>()) {
    const BlobRef blob = args.blob(2);
    const auto find_places = places_of_picture(args, *blob);
    return on_worker(std::move(args), [path, blob, find_places]() -> Results {
      if (const auto places = find_places()) files::check_save_path(absolute(path), *places);
      files::append(path, blob->bytes());
      return Results();
    });
  }
  const auto text = std::make_shared<const std::string>(args.string(2));
  return on_worker(std::move(args), [path, text]() -> Results {
    files::append(path,
                  std::span(reinterpret_cast<const std::uint8_t*>(text->data()), text->size()));
    return Results();
  });
}

using Move = void (*)(const std::string& from, const std::string& to, bool replace);

Task<Results> move_file(Args args, Move move) {
  const std::string from = path_of(args, 1);
  const std::string to = path_of(args, 2);
  const bool replace = args.options(3).boolean("replace", true);
  return on_worker(std::move(args), [from, to, replace, move]() -> Results {
    if (move == files::rename) files::check_keeps_stop_file(from);
    move(from, to, replace);
    return Results();
  });
}

Task<Results> rename(Args args) { return move_file(std::move(args), files::rename); }
Task<Results> copy(Args args) { return move_file(std::move(args), files::copy); }

Task<Results> glob(Args args) {
  const std::string pattern = path_of(args, 1);
  return on_worker(std::move(args), [pattern]() -> Results {
    Value::List paths;
    for (std::string& path : files::glob(pattern)) paths.emplace_back(std::move(path));
    return Value(std::move(paths));
  });
}

Task<Results> exists(Args args) {
  const std::string path = path_of(args, 1);
  return on_worker(std::move(args), [path]() -> Results { return Value(files::exists(path)); });
}

Task<Results> stat(Args args) {
  const std::string path = path_of(args, 1);
  return on_worker(std::move(args), [path]() -> Results {
    const files::Status status = files::status(path);
    static const RecordKind kStat("stat");
    Value result = kStat.record();
    result.set("type", status.type == files::Status::Type::kFile        ? "file"
                       : status.type == files::Status::Type::kDirectory ? "directory"
                                                                        : "other");
    result.set("size", static_cast<std::int64_t>(status.size)).set("modified", status.modified);
    result.set("executable", status.executable);
    return result;
  });
}

Task<Results> list(Args args) {
  const std::string path = path_of(args, 1);
  return on_worker(std::move(args), [path]() -> Results {
    Value::List names;
    for (std::string& name : files::list(path)) names.emplace_back(std::move(name));
    return Value(std::move(names));
  });
}

Task<Results> make_directory(Args args) {
  const std::string path = path_of(args, 1);
  const Options options = args.options(2);
  const unsigned mode = options.has("mode") ? mode_of(options) : 0700;
  const bool fresh = options.boolean("fresh", false);
  return on_worker(std::move(args), [path, mode, fresh]() -> Results {
    if (fresh)
      files::make_new_directory(path, mode);
    else
      files::make_directory(path, mode);
    return Results();
  });
}

Task<Results> remove(Args args) {
  const std::string path = path_of(args, 1);
  return on_worker(std::move(args), [path]() -> Results {
    files::check_keeps_stop_file(path);
    files::remove(path);
    return Results();
  });
}

Task<Results> next_change(Args args);

constexpr Function kNextChange{.call = "watch",
                               .text = "The names that changed since the last call.",
                               .results = {{"string[]", "{name}"}},
                               .work = next_change};

// The result of fs.watch. When called by `for`, waits until something in the folder changes.
class FolderChanges : public Object {
 public:
  static constexpr const char* kTypeName = "a folder's watch";
  FolderChanges(Loop& loop, const std::string& folder)
      : watch(std::make_shared<FolderWatch>(loop, folder)) {}
  const ObjectType& type() const override {
    static constexpr ObjectType kType{"watch", {}, &kNextChange};
    return kType;
  }
  void close() override { watch.reset(); }

  std::shared_ptr<FolderWatch> watch;  // null once closed; also held by a waiting task
};

Task<Results> next_change(Args args) {
  const std::shared_ptr<FolderWatch> watch = args.object<FolderChanges>(1)->watch;
  if (!watch) co_return Value();
  const std::vector<std::string> names = co_await watch->next();
  Value::List list;
  for (const std::string& name : names) list.emplace_back(name);
  co_return Value(std::move(list));
}

Task<Results> watch(Args args) {
  const Context context = co_await current_context();
  const std::string folder = path_of(args, 1);
  std::shared_ptr<Object> changes = std::make_shared<FolderChanges>(*context.loop, folder);
  co_return Value(std::move(changes));
}

Results temporary_directory(const Args&) { return Value(files::temporary_directory()); }
Results home(const Args&) { return Value(files::home()); }
Results current_directory(const Args&) { return Value(files::current_directory()); }

constexpr Parameter kContent{"content", "string|blob", "What to write."};
constexpr Parameter kTo{"to", "string", "The new name."};
constexpr Parameter kReplace{"replace", "boolean",
                             "false: fail when the name is taken. Default true."};

constexpr Function kFs[] = {
    {.call = "fs.read",
     .text = "The whole file, or its beginning; `:bytes()` of it is its text.",
     .parameters = {kPath},
     .options = {{"limit", "integer", "Bytes that the file may have. Default 256 MiB."},
                 {"head", "integer", "Read only so many bytes from its start."},
                 {"media_type", "string", "Such as \"image/png\"."}},
     .results = {{"blob"}},
     .errors = {"FILE_IO_ERROR"},
     .work = read},
    {.call = "fs.write",
     .text = "Writes a string or blob, all or nothing. A file of that name is replaced and its "
             "permissions stay, a symbolic link is replaced by the file; a device, a pipe or a "
             "socket is not. replace = false fails with details.reason \"exists\".",
     .parameters = {kPath, kContent},
     .options = {{"replace", "boolean", "false: fail when the file exists. Default true."},
                 {"mode", "integer",
                  "Permissions of a new file, such as 0x1A4 (octal 644), the default."},
                 {"lasting", "boolean",
                  "false: it need not outlive a power failure; faster. Default true."}},
     .errors = {"FILE_IO_ERROR", "INVALID_PATH", "POLICY_DENIED"},
     .work = write_file},
    {.call = "fs.append",
     .text = "Adds a string or blob to the end of a file, which is made when there is none.",
     .parameters = {kPath, kContent},
     .errors = {"FILE_IO_ERROR"},
     .work = append},
    {.call = "fs.rename",
     .text = "Gives a file or folder another name, in another folder of the same disk too. A file "
             "of that name is replaced; replace = false fails with details.reason \"exists\".",
     .parameters = {kPath, kTo},
     .options = {kReplace},
     .errors = {"FILE_IO_ERROR"},
     .work = rename},
    {.call = "fs.copy",
     .text = "Copies a file with its permissions, all or nothing. A file of that name is replaced; "
             "replace = false fails with details.reason \"exists\".",
     .parameters = {kPath, kTo},
     .options = {kReplace},
     .errors = {"FILE_IO_ERROR"},
     .work = copy},
    {.call = "fs.glob",
     .text = "The paths that fit a pattern with *, ? and [a-z], sorted; \"shots/*.png\". None "
             "fits: an empty list.",
     .parameters = {{"pattern", "string", "Such as \"~/shots/*.png\"."}},
     .results = {{"string[]", "{path}"}},
     .errors = {"FILE_IO_ERROR"},
     .work = glob},
    {.call = "fs.exists",
     .text = "Whether there is anything of that name.",
     .parameters = {kPath},
     .results = {{"boolean"}},
     .work = exists},
    {.call = "fs.stat",
     .text = "What a path stands for.",
     .parameters = {kPath},
     .results = {{"stat"}},
     .errors = {"FILE_IO_ERROR"},
     .work = stat},
    {.call = "fs.list",
     .text = "The names in a folder, sorted.",
     .parameters = {kPath},
     .results = {{"string[]", "{name}"}},
     .errors = {"FILE_IO_ERROR"},
     .work = list},
    {.call = "fs.make_directory",
     .text = "Makes a folder and its parents. fresh = true fails with details.reason \"exists\", "
             "and when the parent is missing.",
     .parameters = {kPath},
     .options = {{"mode", "integer", "Permissions. Default 0x1C0 (octal 700)."},
                 {"fresh", "boolean", "true: fail when it exists. Default false."}},
     .errors = {"FILE_IO_ERROR"},
     .work = make_directory},
    {.call = "fs.remove",
     .text = "Removes a file or an empty folder.",
     .parameters = {kPath},
     .errors = {"FILE_IO_ERROR"},
     .work = remove},
    {.call = "fs.watch",
     .text =
         "For `for names in fs.watch(folder) do … end`: waits until files in it are made, written, "
         "renamed or removed (not what lies deeper) and gives their names. An empty name: the "
         "folder itself came or went, or very much changed. It may come into being later.",
     .parameters = {{"folder", "string", "A folder's path."}},
     .results = {{"fun(): string[]", "watch"}},
     .errors = {"FILE_IO_ERROR"},
     .work = watch},
    {.call = "fs.temporary_directory",
     .text = "TMPDIR, or /tmp.",
     .results = {{"string", "path"}},
     .work = temporary_directory},
    {.call = "fs.home",
     .text = "The user's home folder.",
     .results = {{"string", "path"}},
     .work = home},
    {.call = "fs.current_directory",
     .text = "The working directory.",
     .results = {{"string", "path"}},
     .errors = {"FILE_IO_ERROR"},
     .work = current_directory},
};

}  // namespace

Module fs_module(std::shared_ptr<Workers> workers, SavePlacesOf save_places) {
  return Module{
      .name = "fs",
      .functions = kFs,
      .self = std::make_shared<FileAccess>(FileAccess{std::move(workers), std::move(save_places)}),
      .about = "Files and folders. Relative paths begin at the working directory."};
}

}  // namespace runtime

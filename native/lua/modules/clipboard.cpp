#include "native/desktop/clipboard.hpp"

#include <utility>

#include "native/image/codec/codec.hpp"
#include "native/image/compare/tiles.hpp"
#include "native/lua/bridge/masking_values.hpp"
#include "native/lua/bridge/parameters.hpp"
#include "native/lua/bridge/picture_decoding.hpp"
#include "native/lua/bridge/records.hpp"
#include "native/lua/modules/image.hpp"
#include "native/lua/modules/modules.hpp"
#include "native/masking/masking.hpp"
#include "runtime/core/log/log.hpp"
#include "runtime/lua/bridge/call.hpp"
#include "runtime/lua/bridge/record_kind.hpp"

namespace native {

using runtime::Args;
using runtime::Blob;
using runtime::Function;
using runtime::Module;
using runtime::Object;
using runtime::ObjectType;
using runtime::Options;
using runtime::Parameter;
using runtime::Results;
using runtime::Task;
using runtime::Value;

namespace {

using ContentRef = std::shared_ptr<const ClipboardContent>;

// A format, by the name that scripts use.
struct NamedFormat {
  const char* name;
  bool ClipboardFormats::* member;
};
constexpr NamedFormat kFormats[] = {{"text", &ClipboardFormats::text},
                                    {"html", &ClipboardFormats::html},
                                    {"image", &ClipboardFormats::picture},
                                    {"files", &ClipboardFormats::files}};

[[noreturn]] void refuse(const std::string& what) {
  throw runtime::Error("INVALID_ARGUMENT", what);
}

// A content that a script keeps without seeing it.
class Saved : public Object {
 public:
  static constexpr const char* kTypeName = "what clipboard.save gave";
  explicit Saved(ContentRef what) : content(std::move(what)) {}
  const ObjectType& type() const override {
    static constexpr ObjectType kType{"saved_clipboard", {}};
    return kType;
  }
  std::size_t memory() const override { return content ? content->size() : 0; }
  void close() override { content.reset(); }

  ContentRef content;
};

ClipboardFormats formats_of(const Options& options) {
  if (!options.has("formats")) return ClipboardFormats::all();
  const Value& given = options["formats"];
  ClipboardFormats formats;
  if (given.record() && given.record()->empty()) return formats;
  if (!given.list()) refuse("clipboard.read: formats must be a list");
  for (const Value& each : *given.list()) {
    bool known = false;
    for (const NamedFormat& format : kFormats)
      if (each.string() && *each.string() == format.name) known = formats.*format.member = true;
    if (!known) refuse("clipboard.read: formats are \"text\", \"html\", \"image\" and \"files\"");
  }
  return formats;
}

Value to_value(const ClipboardReading& reading) {
  static const runtime::RecordKind kContent("clipboard_content");
  const ClipboardContent& content = reading.content;
  Value value = kContent.record();
  if (content.text) value.set("text", *content.text);
  if (content.html) value.set("html", *content.html);
  if (!content.files.empty()) {
    Value::List files(content.files.begin(), content.files.end());
    value.set("files", Value(std::move(files))).set("cut", content.cut);
  }
  Value::List formats;
  for (const NamedFormat& format : kFormats)
    if (reading.formats.*format.member) formats.emplace_back(format.name);
  value.set("formats", Value(std::move(formats))).set("secret", content.secret);
  return value;
}

// Fills what the policy of the caller has masked.
Task<Frame> masked_for(std::shared_ptr<DesktopService> host, Caller caller, Frame frame,
                       Deadline deadline) {
  const std::shared_ptr<const Rules> rules = host->gate()->rules();
  if (!rules->of(caller.kind).always_masked) co_return frame;
  const MaskRules wanted = mask_rules(rules->of(caller.kind));
  const auto shared = std::make_shared<Frame>(std::move(frame));
  std::function<Frame()> work = [masker = host->masker(), shared, wanted, deadline] {
    fill_masked(*shared, *masker->look(*shared, tiles_of(*shared), wanted, deadline), 0, 0);
    return std::move(*shared);
  };
  Task<Frame> masking = host->on_cpu<Frame>(std::move(work));
  Frame masked = co_await std::move(masking);
  co_return masked;
}

// Adds the picture, which another program has made, to the record. A damaged one is left out.
Task<void> add_picture(std::shared_ptr<DesktopService> host, runtime::Call* call,
                       const ClipboardPicture* picture, Value* record, Deadline deadline) {
  const auto file = std::make_shared<const Blob>(picture->bytes, picture->media_type);
  Task<Frame> decoding = decode_picture(host, call, file, Confinement::kHelper, deadline);
  Frame frame;
  try {
    frame = co_await std::move(decoding);
  } catch (const runtime::Error& error) {
    if (error.code != "INVALID_ARGUMENT") throw;
    runtime::log::warn("picture in the clipboard is left out: " + error.message);
    co_return;
  }
  frame.origin = Rect{0, 0, frame.width, frame.height};
  const Caller caller = DesktopService::caller(*call);
  Task<Frame> masking = masked_for(host, caller, std::move(frame), deadline);
  Frame shown = co_await std::move(masking);
  record->set("image", image_result(std::move(shown), host).values.front());
}

Task<Results> read(Args args) {
  const std::shared_ptr<DesktopService> host = args.shared_self<DesktopService>();
  const Options options = args.options(1);
  const Selection selection = selection_of(options, "clipboard.read");
  const ClipboardFormats formats = formats_of(options);
  const Deadline deadline = host->deadline(args.call(), options.number("timeout", 0));
  const Caller caller = DesktopService::caller(args.call());
  std::function<ClipboardReading(Desktop&)> work = [=, gate = host->gate()](Desktop& desktop) {
    return gate->read_clipboard(desktop, caller, selection, formats, deadline);
  };
  Task<ClipboardReading> running = host->on_clipboard<ClipboardReading>(std::move(work), deadline);
  const ClipboardReading reading = co_await std::move(running);
  Value record = to_value(reading);
  if (reading.content.picture) {
    const ClipboardPicture* const picture = &*reading.content.picture;
    Task<void> adding = add_picture(host, &args.call(), picture, &record, deadline);
    co_await std::move(adding);
  }
  co_return record;
}

Task<Results> save(Args args) {
  const std::shared_ptr<DesktopService> host = args.shared_self<DesktopService>();
  const Options options = args.options(1);
  const Selection selection = selection_of(options, "clipboard.save");
  const Deadline deadline = host->deadline(args.call(), options.number("timeout", 0));
  const Caller caller = DesktopService::caller(args.call());
  std::function<ContentRef(Desktop&)> work = [=, gate = host->gate()](Desktop& desktop) {
    return gate->keep_clipboard(desktop, caller, selection, deadline);
  };
  Task<ContentRef> running = host->on_clipboard<ContentRef>(std::move(work), deadline);
  ContentRef content = co_await std::move(running);
  std::shared_ptr<Object> saved = std::make_shared<Saved>(std::move(content));
  co_return Value(std::move(saved));
}

// Offers a content, or clears.
Task<Results> offer(std::shared_ptr<DesktopService> host, Caller caller, Selection selection,
                    ContentRef content, Deadline deadline) {
  std::function<bool(Desktop&)> work = [=, gate = host->gate()](Desktop& desktop) {
    gate->write_clipboard(desktop, caller, selection, content, deadline);
    return true;
  };
  Task<bool> running = host->on_offers<bool>(std::move(work), deadline);
  co_await std::move(running);
  co_return Results();
}

std::vector<std::string> files_of(const Value& given) {
  std::vector<std::string> files;
  if (given.absent() || (given.record() && given.record()->empty())) return files;
  if (!given.list()) refuse("clipboard.write: files must be a list of paths");
  for (const Value& each : *given.list()) {
    if (!each.string()) refuse("clipboard.write: files must be a list of paths");
    files.push_back(*each.string());
  }
  return files;
}

PictureRef picture_of(const Value& given) {
  if (given.absent()) return nullptr;
  const auto* object = given.as<std::shared_ptr<Object>>();
  const auto image = object ? std::dynamic_pointer_cast<Image>(*object) : nullptr;
  if (!image) refuse("clipboard.write: image must be an image");
  return image->picture();
}

// Returns the content that a script gave, without its picture; null: nothing, as it was read.
std::shared_ptr<ClipboardContent> content_of(const Value& given) {
  auto content = std::make_shared<ClipboardContent>();
  if (const std::string* text = given.string()) {
    content->text = *text;
    return content;
  }
  const Options fields("clipboard.write", given,
                       {"text", "html", "image", "files", "cut", "secret", "formats"});
  if (fields.has("text")) content->text = fields.string("text", "");
  if (fields.has("html")) content->html = fields.string("html", "");
  content->files = files_of(fields["files"]);
  content->cut = fields.boolean("cut", false);
  content->secret = fields.boolean("secret", false);
  return content;
}

Task<Results> write(Args args) {
  const std::shared_ptr<DesktopService> host = args.shared_self<DesktopService>();
  const Options options = args.options(2);
  const Selection selection = selection_of(options, "clipboard.write");
  const Deadline deadline = host->deadline(args.call(), options.number("timeout", 0));
  const Caller caller = DesktopService::caller(args.call());
  ContentRef content;
  if (args[1].as<std::shared_ptr<Object>>()) {
    content = args.object<Saved>(1)->content;
  } else {
    if (!args[1].string() && !args[1].record()) args.wrong(1, "a string or a table");
    const std::shared_ptr<ClipboardContent> made = content_of(args[1]);
    if (const PictureRef picture = picture_of(args[1]["image"])) {
      std::function<Bytes()> encoding = [picture] { return encode_png(picture->frame()); };
      Task<Bytes> running = host->on_cpu<Bytes>(std::move(encoding));
      Bytes file = co_await std::move(running);
      made->picture = ClipboardPicture{"image/png", std::move(file)};
    }
    // What was read from an empty clipboard empties it again. The rest of a content, which may be
    // long, is checked on the thread that offers it.
    const bool was_read = !args[1]["formats"].absent();
    if (!was_read && made->formats().none()) {
      std::function<bool()> check = [made] {
        check_content(*made);
        return true;
      };
      translated<bool>(check);
    }
    content = made;
  }
  Task<Results> offering = offer(host, caller, selection, std::move(content), deadline);
  Results results = co_await std::move(offering);
  co_return results;
}

Task<Results> clear(Args args) {
  const std::shared_ptr<DesktopService> host = args.shared_self<DesktopService>();
  const Options options = args.options(1);
  const Deadline deadline = host->deadline(args.call(), options.number("timeout", 0));
  const Caller caller = DesktopService::caller(args.call());
  return offer(host, caller, selection_of(options, "clipboard.clear"), nullptr, deadline);
}

constexpr Function kClipboard[] = {
    {.call = "clipboard.read",
     .text = "What can be pasted, in each format that there is; with no formats when it is empty. "
             "TIMEOUT with details.reason \"owner\" when the program that copied it does not "
             "answer for 5 seconds, UNSUPPORTED beyond 64 MiB. What a password manager marks as "
             "secret is refused to AI clients with POLICY_DENIED, details.reason \"secret\".",
     .options = {{"formats", "(\"text\"|\"html\"|\"image\"|\"files\")[]",
                  "Read only these; an empty list only tells what is there. Default: all."},
                 kSelection,
                 kTimeout},
     .results = {{"clipboard_content"}},
     .errors = {"DISPLAY_UNAVAILABLE", "INVALID_ARGUMENT", "POLICY_DENIED", "TIMEOUT",
                "UNSUPPORTED"},
     .work = read},
    {.call = "clipboard.write",
     .text = "Copies a text, or the same thing in several formats: {text, html, image, files, "
             "cut}, at most 64 MiB. Other programs can paste it as long as this program runs; "
             "after a command a clipboard manager has it, else a process that ends when something "
             "else is copied. What clipboard.read or clipboard.save gave is put back.",
     .parameters = {{"content", "string|table",
                     "files: absolute paths; cut = true moves them; secret = true marks it for "
                     "clipboard managers, which then keep no history of it."}},
     .options = {kSelection, kTimeout},
     .errors = {"DISPLAY_UNAVAILABLE", "EFFECT_NOT_SEEN", "INVALID_ARGUMENT", "POLICY_DENIED",
                "TIMEOUT"},
     .work = write},
    {.call = "clipboard.clear",
     .text = "Empties it.",
     .options = {kSelection, kTimeout},
     .errors = {"DISPLAY_UNAVAILABLE", "INVALID_ARGUMENT", "POLICY_DENIED", "TIMEOUT"},
     .work = clear},
    {.call = "clipboard.save",
     .text = "Keeps what can be pasted for clipboard.write, unseen: secrets, and what a policy "
             "would mask, are put back as they were.",
     .options = {kSelection, kTimeout},
     .results = {{"saved_clipboard", "saved"}},
     .errors = {"DISPLAY_UNAVAILABLE", "INVALID_ARGUMENT", "POLICY_DENIED", "TIMEOUT",
                "UNSUPPORTED"},
     .work = save},
};

}  // namespace

Module clipboard_module(std::shared_ptr<DesktopService> host) {
  return Module{.name = "clipboard",
                .functions = kClipboard,
                .self = std::move(host),
                .about = "Copying and pasting: what programs exchange."};
}

}  // namespace native

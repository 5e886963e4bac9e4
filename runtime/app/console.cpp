#include "runtime/app/console.hpp"

#include "native/lua/image.hpp"
#include "runtime/app/terminal.hpp"
#include "runtime/lua/state.hpp"

namespace runtime {

namespace {

struct Console {
  State& state;
  Verdict& verdict;
};

Value rows_of(std::string_view module, std::span<const Function> functions) {
  Value rows = Value::List();
  for (const Function& function : functions) {
    Value row;
    row.set("module", module).set("name", function.name);
    row.set("signature", function.signature).set("text", function.text);
    rows.push(std::move(row));
  }
  return rows;
}

Results rows(const Args& args) {
  Value all = Value::List();
  for (const Module& module : args.self<Console>().state.modules()) {
    Value entry;
    entry.set("module", module.name).set("rows", rows_of(module.name, module.functions));
    all.push(std::move(entry));
  }
  return all;
}

Results methods(const Args& args) {
  const auto* object = args[1].as<std::shared_ptr<Object>>();
  if (!object) return Value();
  const ObjectType& type = (*object)->type();
  Value entry;
  entry.set("module", type.name).set("rows", rows_of(type.name, type.functions));
  return entry;
}

Task<Results> preview(Args args) {
  const auto image = args.object<native::Image>(1);
  const Options options = args.options(2, {"rows", "colour"});
  PictureLimits limits;
  limits.rows = static_cast<int>(options.integer("rows", 0));
  limits.colour = options.boolean("colour", true);
  const native::PictureRef picture = image->picture();
  std::function<std::string()> work = [picture, limits] { return draw_picture(picture->frame(), limits); };
  Task<std::string> drawing = image->host()->on_cpu<std::string>(std::move(work));
  std::string text = co_await std::move(drawing);
  co_return Value(std::move(text));
}

Results answer(const Args& args) {
  Verdict& verdict = args.self<Console>().verdict;
  if (args.integer(1) == verdict.line && !verdict.known) verdict.tell(args.string(2));
  return Results();
}

constexpr Function kConsole[] = {
    {"rows", "console.rows() -> {{module, rows}}",
     "The documentation of all native modules that are open: rows of {module, name, signature, "
     "text}. Does not wait.",
     rows},
    {"methods", "console.methods(value) -> {module, rows}",
     "The same for the methods of an object; nil for anything else. Does not wait.", methods},
    {"preview", "console.preview(image, {rows, colour}?) -> text",
     "A picture as text for the terminal, at most so many rows high.", preview},
    {"answer", "console.answer(line, text)",
     "Tells the prompt what a line has come to. Does not wait.", answer},
};

}  // namespace

Module console_module(State& state, Verdict& verdict) {
  auto console = std::make_shared<Console>(Console{state, verdict});
  return Module{"console", kConsole, std::move(console), Value()};
}

}  // namespace runtime

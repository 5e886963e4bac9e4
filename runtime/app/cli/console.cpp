#include "runtime/app/cli/console.hpp"

#include "native/lua/modules/image.hpp"
#include "runtime/app/repl/terminal.hpp"

namespace runtime {

namespace {

Task<Results> preview(Args args) {
  const auto image = args.object<native::Image>(1);
  const Options options = args.options(2);
  PictureLimits limits;
  limits.rows = static_cast<int>(options.integer("rows", 0));
  limits.colour = options.boolean("colour", true);
  const native::PictureRef picture = image->picture();
  std::function<std::string()> work = [picture, limits] {
    return draw_picture(picture->frame(), limits);
  };
  Task<std::string> drawing = image->host()->on_cpu<std::string>(std::move(work));
  std::string text = co_await std::move(drawing);
  co_return Value(std::move(text));
}

Results answer(const Args& args) {
  Evaluation& evaluation = args.self<Evaluation>();
  if (args.integer(1) == evaluation.line && !evaluation.known) evaluation.tell(args.string(2));
  return Results();
}

constexpr Function kConsole[] = {
    {.call = "console.preview",
     .text = "A picture as text for the terminal, at most so many rows high.",
     .parameters = {{"image", "image", "A picture."}},
     .options = {{"rows", "integer", "At most so many lines."},
                 {"colour", "boolean", "Whether the terminal shows colours."}},
     .results = {{"string", "text"}},
     .work = preview},
    {.call = "console.answer",
     .text = "Tells the prompt what a line has come to. Does not wait.",
     .parameters = {{"line", "integer", "Its number."}, {"text", "string", "What is shown."}},
     .work = answer},
};

}  // namespace

Module console_module(Evaluation& evaluation) {
  return Module{.name = "console",
                .functions = kConsole,
                .self = std::shared_ptr<Evaluation>(&evaluation, [](Evaluation*) {})};
}

}  // namespace runtime

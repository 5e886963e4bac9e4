#include "runtime/core/value/edit_distance.hpp"
#include "runtime/lua/modules.hpp"

namespace runtime {

namespace {

Results between(const Args& args) {
  return Value(static_cast<std::int64_t>(edit_distance(args.string(1), args.string(2))));
}

Results nearest(const Args& args) {
  std::optional<std::size_t> most;
  if (args.has(3)) most = static_cast<std::size_t>(std::max<std::int64_t>(args.integer(3), 0));
  std::string name = nearest_name(args.string(1), args.strings(2), most);
  return name.empty() ? Value() : Value(std::move(name));
}

constexpr Function kEditDistance[] = {
    {.call = "edit_distance.between",
     .text = "The number of characters to change, add, remove or swap to turn a into b.",
     .parameters = {{"a", "string", "A word."}, {"b", "string", "Another word."}},
     .results = {{"integer"}},
     .work = between},
    {.call = "edit_distance.nearest",
     .text = "The name that is nearest to a wrong one; nil when none is near.",
     .parameters = {{"wrong", "string", "The name as it was written."},
                    {"names", "string[]", "The names that exist."},
                    {"most", "integer", "The largest distance that counts as near.",
                     Parameter::kOptional}},
     .results = {{"string?", "name"}},
     .work = nearest},
};

}  // namespace

Module edit_distance_module() {
  return Module{.name = "edit_distance", .functions = kEditDistance};
}

}  // namespace runtime

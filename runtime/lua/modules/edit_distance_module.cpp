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
    {"between", "edit_distance.between(a, b) -> integer",
     "The characters that must be changed, added, taken away or swapped to make b of a.", between},
    {"nearest", "edit_distance.nearest(wrong, names, most?) -> name?",
     "The nearest of some names to a wrong one; `most`: changes that still count as near.",
     nearest},
};

}  // namespace

Module edit_distance_module() { return Module{"edit_distance", kEditDistance, nullptr, Value()}; }

}  // namespace runtime

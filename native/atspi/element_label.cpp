#include "native/atspi/element_label.hpp"

#include <cstdint>
#include <utility>

#include "native/atspi/names.hpp"
#include "native/atspi/tree_reader.hpp"

namespace native::atspi {
namespace {

using dbus::Reply;

constexpr std::uint32_t kLabelledBy = 2;  // AtspiRelationType

// Returns the first object that labels another, by its relations, a(ua(so)); one without a path
// when there is none.
Object read_label(Reply& reply) {
  Object label;
  if (!reply || !reply.enter('a', "(ua(so))")) return label;
  while (reply.enter('r', "ua(so)")) {
    std::uint32_t kind = 0;
    const bool labels = reply.read(&kind) && kind == kLabelledBy;
    if (labels && reply.enter('a', "(so)")) {
      if (!read_object(reply, &label)) label = {};
      return label;
    }
    if (reply.next_type().first == 'a') reply.skip("a(so)");
    reply.leave();
  }
  return label;
}

// Asks for the name of a label, or else its text: labels of GTK 4.24's menus have no name either.
void ask_words(ProgramCalls& calls, const Object& label,
               const std::function<void(std::string)>& take) {
  calls.get(label, kAccessible, "Name", [&calls, label, take](Reply& reply) {
    std::string name;
    const bool known = reply && reply.enter('v', "s") && reply.read(&name, 's', kMaxText);
    if (known && !name.empty()) return take(std::move(name));
    calls.add(label, "org.a11y.atspi.Text", "GetText", {std::int32_t{0}, std::int32_t{-1}},
              [take](Reply& told) {
                std::string text;
                if (told && told.read(&text, 's', kMaxText)) take(std::move(text));
              });
  });
}

}  // namespace

void ask_label(ProgramCalls& calls, const Object& object, std::function<void(std::string)> take) {
  calls.add(object, kAccessible, "GetRelationSet", {},
            [&calls, bus = object.bus, take = std::move(take)](Reply& reply) {
              const Object label = read_label(reply);
              // Elements of other programs would be asked in vain.
              if (label.bus == bus) ask_words(calls, label, take);
            });
}

}  // namespace native::atspi

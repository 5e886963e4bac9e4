#include "native/x11/clipboard/named_atoms.hpp"

namespace native::x11 {

NamedAtoms::NamedAtoms(Connection& connection, const std::vector<std::string_view>& names) {
  xcb_connection_t* c = connection.raw();
  std::vector<Ask<xcb_intern_atom_reply>> asked;
  asked.reserve(names.size());
  for (const std::string_view name : names)
    asked.emplace_back(c,
                       xcb_intern_atom(c, 0, static_cast<std::uint16_t>(name.size()), name.data()));
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto reply = asked[i].wait();
    if (!reply) throw ConnectionLost{};
    atoms_.emplace(names[i], reply->atom);
  }
}

}  // namespace native::x11

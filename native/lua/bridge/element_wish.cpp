#include "native/lua/bridge/element_wish.hpp"

#include <algorithm>

#include "native/desktop/elements/element_path.hpp"
#include "native/policy/title_pattern.hpp"

namespace native {
namespace {

bool is_inside(const ElementTree& tree, std::size_t place, const std::vector<bool>& found) {
  const std::string& name = tree.elements[place].name;
  for (int each = tree.elements[place].parent; each >= 0;) {
    const auto above = static_cast<std::size_t>(each);
    if (found[above] && tree.elements[above].name == name) return true;
    each = tree.elements[above].parent;
  }
  return false;
}

std::vector<std::size_t> named_places(const ElementTree& tree, const ElementWish& wish) {
  std::vector<std::size_t> places;
  if (!wish.path.empty()) {
    places = find_path(tree, wish.path);
  } else {
    for (std::size_t i = 0; i < tree.elements.size(); ++i) places.push_back(i);
  }
  std::erase_if(places, [&](std::size_t place) {
    return !wish.role.empty() && tree.elements[place].role != wish.role;
  });
  if (wish.name.empty()) return places;
  std::vector<std::string> names;
  for (const std::size_t place : places) names.push_back(tree.elements[place].name);
  std::vector<std::size_t> named;
  std::vector<bool> found(tree.elements.size(), false);
  for (const std::size_t i : find_titles(wish.name, names)) named.push_back(places[i]);
  std::sort(named.begin(), named.end());
  for (const std::size_t place : named) found[place] = true;
  std::erase_if(named, [&](std::size_t place) { return is_inside(tree, place, found); });
  return named;
}

bool has_state(const Element& element, const std::string& state) {
  return std::find(element.states.begin(), element.states.end(), state) != element.states.end();
}

}  // namespace

std::vector<std::size_t> find_wish(const ElementTree& tree, const ElementWish& wish) {
  std::vector<std::size_t> places = named_places(tree, wish);
  std::erase_if(places, [&](std::size_t place) {
    const Element& element = tree.elements[place];
    return (!wish.state.empty() && !has_state(element, wish.state)) ||
           (wish.value && element.value != wish.value);
  });
  return places;
}

std::string wish_text(const ElementWish& wish) {
  std::string text = wish.path;
  for (const std::string& each : {wish.role, wish.name.empty() ? "" : "\"" + wish.name + "\""})
    if (!each.empty()) text += (text.empty() ? "" : " ") + each;
  if (text.empty()) text = "an element";
  if (!wish.state.empty()) text += " that is " + wish.state;
  if (wish.value) text += " with that value";
  return text;
}

}  // namespace native

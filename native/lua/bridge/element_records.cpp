#include "native/lua/bridge/element_records.hpp"

#include "native/lua/bridge/records.hpp"
#include "runtime/core/value/plain_text.hpp"
#include "runtime/lua/bridge/record_kind.hpp"

namespace native {

using runtime::plain_line;
using runtime::plain_text;
using runtime::RecordKind;
using runtime::Value;

namespace {

const RecordKind kElement("element", 16), kElementTree("element_tree"),
    kElementSupport("element_support");

Value lines(const std::vector<std::string>& texts) {
  Value::List items;
  items.reserve(texts.size());
  for (const std::string& text : texts) items.push_back(Value(plain_line(text)));
  return Value(std::move(items));
}

}  // namespace

Value to_value(const Element& element) {
  Value value = kElement.record();
  value.set("id", id_text(element.id)).set("role", element.role);
  value.set("name", plain_line(element.name)).set("states", lines(element.states));
  value.set("pid", element.id.pid);
  if (element.id.window != 0) value.set("window", static_cast<std::int64_t>(element.id.window));
  if (!element.path.empty()) value.set("path", plain_line(element.path));
  if (element.value) value.set("value", plain_text(*element.value));
  if (element.bounds) value.set("bounds", to_value(*element.bounds));
  if (element.unplaced) value.set("unplaced", true);
  if (!element.actions.empty()) value.set("actions", lines(element.actions));
  if (!element.description.empty()) value.set("description", plain_line(element.description));
  if (element.range)
    value.set("minimum", element.range->minimum).set("maximum", element.range->maximum);
  if (element.left_out > 0) value.set("left_out", element.left_out);
  return value;
}

Value to_value(const ElementTree& tree) {
  std::vector<int> depths(tree.elements.size(), 1);
  Value::List elements;
  elements.reserve(tree.elements.size());
  for (std::size_t i = 0; i < tree.elements.size(); ++i) {
    const Element& element = tree.elements[i];
    if (element.parent >= 0) depths[i] = depths[static_cast<std::size_t>(element.parent)] + 1;
    Value value = to_value(element);
    value.set("depth", depths[i]);
    elements.push_back(std::move(value));
  }
  Value value = kElementTree.record();
  value.set("elements", Value(std::move(elements))).set("left_out", lines(tree.left_out));
  return value;
}

Value to_value(const ElementSupport& support) {
  Value value = kElementSupport.record();
  value.set("pid", support.pid).set("available", support.available);
  if (!support.remedy.empty()) value.set("remedy", support.remedy);
  return value;
}

}  // namespace native

#include "native/x11/connection/known_answers.hpp"

#include <cstring>

#include "native/x11/connection/event_kind.hpp"

namespace native::x11 {
namespace {

// Returns an event as the type that its kind says.
template <class Event>
Event as(const xcb_generic_event_t& event) {
  Event result;
  std::memcpy(&result, &event, sizeof result);
  return result;
}

}  // namespace

void KnownAnswers::forget() {
  for (const auto& [window, facts] : facts_) masks_.unwatch(window, EventMasks::Still::kThere);
  facts_.clear();
  captures_ = 0;
  keeping_ = false;
}

KnownAnswers::Facts* KnownAnswers::watch(xcb_window_t window) {
  if (!keeping_) return nullptr;
  const auto found = facts_.find(window);
  if (found != facts_.end()) return &found->second;
  if (facts_.size() >= kMaxWindows) return nullptr;
  masks_.watch(window, kEvents);
  Facts& facts = facts_[window];
  facts.stamp = ++stamp_;
  return &facts;
}

KnownAnswers::Facts* KnownAnswers::changed(xcb_window_t window) {
  const auto found = facts_.find(window);
  if (found == facts_.end()) return nullptr;
  found->second.stamp = ++stamp_;
  return &found->second;
}

void KnownAnswers::forget_tree(xcb_window_t window) {
  if (Facts* const facts = changed(window)) facts->tree.reset();
}

void KnownAnswers::forget_window(xcb_window_t window) {
  if (facts_.erase(window) > 0) masks_.unwatch(window, EventMasks::Still::kGone);
}

void KnownAnswers::note(const xcb_generic_event_t& event) {
  if (facts_.empty() || sent_by_client(event)) return;
  switch (event_kind(event)) {
    case 0:  // the window whose events were to be selected was gone
      return forget_window(as<xcb_generic_error_t>(event).resource_id);
    case XCB_PROPERTY_NOTIFY: {
      const auto notify = as<xcb_property_notify_event_t>(event);
      if (Facts* const facts = changed(notify.window)) facts->properties.erase(notify.atom);
      return;
    }
    case XCB_CREATE_NOTIFY:
      return forget_tree(as<xcb_create_notify_event_t>(event).parent);
    case XCB_DESTROY_NOTIFY: {
      const auto notify = as<xcb_destroy_notify_event_t>(event);
      forget_window(notify.window);
      return forget_tree(notify.event);
    }
    case XCB_REPARENT_NOTIFY: {
      const auto notify = as<xcb_reparent_notify_event_t>(event);
      for (const xcb_window_t window : {notify.event, notify.parent, notify.window})
        forget_tree(window);
      if (Facts* const facts = changed(notify.window)) facts->geometry.reset();
      return;
    }
    case XCB_CIRCULATE_NOTIFY:
      return forget_tree(as<xcb_circulate_notify_event_t>(event).event);
    case XCB_CONFIGURE_NOTIFY: {
      const auto notify = as<xcb_configure_notify_event_t>(event);
      if (notify.event != notify.window) forget_tree(notify.event);  // the order may differ
      if (Facts* const facts = changed(notify.window)) facts->geometry.reset();
      return;
    }
    case XCB_GRAVITY_NOTIFY:
      if (Facts* const facts = changed(as<xcb_gravity_notify_event_t>(event).window))
        facts->geometry.reset();
      return;
    case XCB_MAP_NOTIFY:
    case XCB_UNMAP_NOTIFY:  // names the window in the same place
      if (Facts* const facts = changed(as<xcb_map_notify_event_t>(event).window))
        facts->attributes.reset();
      return;
    default:
      return;
  }
}

KnownTree KnownAnswers::tree(xcb_window_t window) {
  Facts* const facts = watch(window);
  if (facts != nullptr && facts->tree) return KnownTree(facts->tree);
  return {Ask<xcb_query_tree_reply>(connection_, xcb_query_tree(connection_, window)),
          facts == nullptr ? nullptr : this, window, XCB_ATOM_NONE};
}

KnownProperty KnownAnswers::property(xcb_window_t window, xcb_atom_t property,
                                     std::uint32_t bytes) {
  Facts* const facts = watch(window);
  if (facts != nullptr)
    if (const auto found = facts->properties.find(property); found != facts->properties.end())
      return KnownProperty(found->second);
  return {Ask<xcb_get_property_reply>(connection_,
                                      xcb_get_property(connection_, 0, window, property,
                                                       XCB_GET_PROPERTY_TYPE_ANY, 0, bytes / 4)),
          facts == nullptr ? nullptr : this, window, property};
}

KnownGeometry KnownAnswers::geometry(xcb_window_t window) {
  Facts* const facts = watch(window);
  if (facts != nullptr && facts->geometry) return KnownGeometry(facts->geometry);
  return {Ask<xcb_get_geometry_reply>(connection_, xcb_get_geometry(connection_, window)),
          facts == nullptr ? nullptr : this, window, XCB_ATOM_NONE};
}

KnownAttributes KnownAnswers::class_and_map_state(xcb_window_t window) {
  Facts* const facts = watch(window);
  if (facts != nullptr && facts->attributes) return KnownAttributes(facts->attributes);
  return {Ask<xcb_get_window_attributes_reply>(connection_,
                                               xcb_get_window_attributes(connection_, window)),
          facts == nullptr ? nullptr : this, window, XCB_ATOM_NONE};
}

std::optional<std::int64_t> KnownAnswers::process(xcb_window_t window) const {
  const auto found = facts_.find(window);
  return found == facts_.end() ? std::nullopt : found->second.pid;
}

void KnownAnswers::keep_process(xcb_window_t window, std::int64_t pid) {
  if (Facts* const facts = watch(window)) facts->pid = pid;
}

std::uint64_t KnownAnswers::stamp_of(xcb_window_t window) const {
  const auto found = facts_.find(window);
  return found == facts_.end() ? 0 : found->second.stamp;
}

// Returns the facts of a window unless an event of it was noted since the request was sent: the
// reply may be of an earlier moment than the event.
KnownAnswers::Facts* KnownAnswers::unchanged(xcb_window_t window, std::uint64_t stamp) {
  const auto found = facts_.find(window);
  return found == facts_.end() || found->second.stamp != stamp ? nullptr : &found->second;
}

void KnownAnswers::keep(xcb_window_t window, std::uint64_t stamp, xcb_atom_t,
                        KnownTree::Reply reply) {
  if (Facts* const facts = unchanged(window, stamp)) facts->tree = std::move(reply);
}

void KnownAnswers::keep(xcb_window_t window, std::uint64_t stamp, xcb_atom_t,
                        KnownGeometry::Reply reply) {
  if (Facts* const facts = unchanged(window, stamp)) facts->geometry = std::move(reply);
}

void KnownAnswers::keep(xcb_window_t window, std::uint64_t stamp, xcb_atom_t,
                        KnownAttributes::Reply reply) {
  if (Facts* const facts = unchanged(window, stamp)) facts->attributes = std::move(reply);
}

void KnownAnswers::keep(xcb_window_t window, std::uint64_t stamp, xcb_atom_t property,
                        KnownProperty::Reply reply) {
  if (Facts* const facts = unchanged(window, stamp)) facts->properties[property] = std::move(reply);
}

}  // namespace native::x11

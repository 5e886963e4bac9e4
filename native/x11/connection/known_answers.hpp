#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>

#include "native/x11/connection/event_masks.hpp"
#include "native/x11/connection/reply.hpp"

namespace native::x11 {

class KnownAnswers;

// An answer that is known, or a request whose reply is pending, like Ask.
template <auto Function>
class Known {
 public:
  using Reply = std::shared_ptr<const typename Ask<Function>::Value>;

  explicit Known(Reply reply) : reply_(std::move(reply)) {}
  // `keep`: where the reply is to be kept if it still holds; null: nowhere.
  Known(Ask<Function> asked, KnownAnswers* keep, xcb_window_t window, xcb_atom_t property)
      : asked_(std::move(asked)), keep_(keep), window_(window), property_(property) {
    if (keep_ != nullptr) stamp_ = stamp_of(*keep_, window_);
  }

  // Waits for the reply; returns null when the server answered with an X error. Any number of
  // times.
  Reply wait() {
    if (!asked_) return reply_;
    reply_ = Reply(asked_->wait());
    asked_.reset();
    if (keep_ != nullptr && reply_) keep(*keep_);
    return reply_;
  }

 private:
  static std::uint64_t stamp_of(const KnownAnswers& answers, xcb_window_t window);
  void keep(KnownAnswers& answers);

  Reply reply_;
  std::optional<Ask<Function>> asked_;
  KnownAnswers* keep_ = nullptr;
  xcb_window_t window_ = XCB_WINDOW_NONE;
  xcb_atom_t property_ = XCB_ATOM_NONE;
  std::uint64_t stamp_ = 0;
};

using KnownTree = Known<xcb_query_tree_reply>;
using KnownProperty = Known<xcb_get_property_reply>;
using KnownGeometry = Known<xcb_get_geometry_reply>;
using KnownAttributes = Known<xcb_get_window_attributes_reply>;

// Keeps what the server answered about windows for as long as it holds, which events tell. The
// server writes each reply to a local client by itself, so that asking about sixty windows anew
// takes half a millisecond. Answers are exact for the moment of the last reply before
// Connection::note_events(): on one connection, events come before the replies of later moments.
class KnownAnswers {
 public:
  // Events of windows about which answers are kept.
  static constexpr std::uint32_t kEvents = XCB_EVENT_MASK_PROPERTY_CHANGE |
                                           XCB_EVENT_MASK_STRUCTURE_NOTIFY |
                                           XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY;
  // About more windows than this, none is kept: each costs memory here, and events.
  static constexpr std::size_t kMaxWindows = 2048;

  KnownAnswers(xcb_connection_t* connection, EventMasks& masks)
      : connection_(connection), masks_(masks) {}

  // Counts a capture; answers are kept from the second one on, because many processes capture once.
  void count_capture() { keeping_ = ++captures_ > 1; }
  bool empty() const { return facts_.empty(); }
  // Forgets all, and selects no more events.
  void forget();
  // Forgets what an event says no longer holds.
  void note(const xcb_generic_event_t& event);

  // Each of these returns what is known, or sends the request without waiting.
  KnownTree tree(xcb_window_t window);
  KnownProperty property(xcb_window_t window, xcb_atom_t property, std::uint32_t bytes = 4096);
  KnownGeometry geometry(xcb_window_t window);
  // Of a child of the root, and only its class and map state: no event tells when others change.
  KnownAttributes class_and_map_state(xcb_window_t window);
  // Returns the process of a window, if keep_process() was called for it.
  std::optional<std::int64_t> process(xcb_window_t window) const;
  void keep_process(xcb_window_t window, std::int64_t pid);

 private:
  template <auto Function>
  friend class Known;

  struct Facts {
    KnownTree::Reply tree;
    KnownGeometry::Reply geometry;
    KnownAttributes::Reply attributes;
    std::map<xcb_atom_t, KnownProperty::Reply> properties;
    std::optional<std::int64_t> pid;
    std::uint64_t stamp = 0;  // differs after each change of the window
  };

  // Returns the facts about a window, whose events are selected; null when none are kept.
  Facts* watch(xcb_window_t window);
  Facts* changed(xcb_window_t window);
  void forget_tree(xcb_window_t window);
  void forget_window(xcb_window_t window);
  std::uint64_t stamp_of(xcb_window_t window) const;
  Facts* unchanged(xcb_window_t window, std::uint64_t stamp);
  void keep(xcb_window_t window, std::uint64_t stamp, xcb_atom_t, KnownTree::Reply reply);
  void keep(xcb_window_t window, std::uint64_t stamp, xcb_atom_t, KnownGeometry::Reply reply);
  void keep(xcb_window_t window, std::uint64_t stamp, xcb_atom_t, KnownAttributes::Reply reply);
  void keep(xcb_window_t window, std::uint64_t stamp, xcb_atom_t property,
            KnownProperty::Reply reply);

  xcb_connection_t* const connection_;
  EventMasks& masks_;
  int captures_ = 0;
  bool keeping_ = false;
  std::uint64_t stamp_ = 0;
  std::unordered_map<xcb_window_t, Facts> facts_;
};

template <auto Function>
std::uint64_t Known<Function>::stamp_of(const KnownAnswers& answers, xcb_window_t window) {
  return answers.stamp_of(window);
}

template <auto Function>
void Known<Function>::keep(KnownAnswers& answers) {
  answers.keep(window_, stamp_, property_, reply_);
}

}  // namespace native::x11

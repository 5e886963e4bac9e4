#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "native/atspi/program_calls.hpp"
#include "native/desktop/elements.hpp"

namespace native::atspi {

// An element as its program describes it, in the program's coordinates.
struct Node {
  Object object;
  int parent = -1;
  int depth = 1;
  std::uint32_t role = 0;
  std::uint64_t states = 0;
  std::string name;
  std::optional<std::string> value;
  std::optional<Rect> extents;
  std::vector<int> children;
  int left_out = 0;
  bool there = false;  // it was described
  bool shown = false;
  bool in_pop_up = false;  // see find_pop_ups()
  int unanswered = 0;
  int claimed = -1;  // number of children; -1: not known
};

// Reads the elements of a program: what its cache holds at once, the rest call by call. What
// programs claim is bounded and may be wrong: counts, cycles, children of other processes.
class TreeReader {
 public:
  // Decides whether elements of another program on the bus belong to this one.
  using Belongs = std::function<bool(const std::string& bus)>;

  TreeReader(ProgramCalls& calls, const Program& program, const ElementLimits& limits,
             Belongs belongs);

  // Reads the top-level elements and, within the limits, everything in them. Returns false when the
  // program did not answer everything; what it answered is there.
  bool read();
  // Reads one element alone, without what is in it. Returns like read(); it is the only node.
  bool read_one(const Object& object);

  // Nodes in the order in which they were found; parents before their children.
  const std::vector<Node>& nodes() const { return nodes_; }
  // Returns the places of the top-level elements.
  const std::vector<int>& frames() const { return root_.children; }
  // Returns whether the program did not get ready with its cache.
  bool waits_for_cache() const { return waits_for_cache_; }
  bool beyond_limits() const { return beyond_limits_; }
  // Returns whether there are elements of other processes that were not read.
  bool has_strangers() const { return has_strangers_; }
  // Returns whether extents are those of loses_padding().
  bool loses_padding() const { return loses_padding_; }

 private:
  struct Cached {
    std::uint32_t role = 0;
    std::uint64_t states = 0;
    std::string name;
    int claimed = -1;
    std::vector<std::pair<int, Object>> children;  // by index
  };
  static constexpr int kRoot = -1;

  Node& node(int place) { return place == kRoot ? root_ : nodes_[static_cast<std::size_t>(place)]; }
  void ask_toolkit();
  void ask_cache();
  void take_cache(dbus::Reply& reply);
  bool take_item(dbus::Reply& reply, bool has_counts);
  void visit(int place);
  void describe(int place);
  void ask_description(int place, std::function<void(dbus::Reply&)> take, const char* method,
                       const char* property);
  void described(int place);
  bool read_value(dbus::Reply& reply, std::string* text) const;
  void ask_extents(int place);
  void ask_extents_of_content(int place);
  void ask_value(int place);
  void ask_number(int place);
  void ask_text(int place);
  void ask_counted_text(int place);
  void find_children(int place);
  void ask_children(int place);
  void ask_children_at(int place, const std::vector<std::int32_t>& indices);
  std::vector<std::int32_t> first_indices() const;
  std::optional<Rect> holders_part(int place);
  void add_children(int place, const std::vector<Object>& children);
  void add_child(int parent, const Object& object);
  void leave_out(Node& node, int children);
  bool visit_strangers();

  ProgramCalls& calls_;
  const Program& program_;
  const ElementLimits& limits_;
  Belongs belongs_;
  Node root_;
  std::vector<Node> nodes_;
  std::unordered_map<std::string, Cached> cache_;  // by path
  std::unordered_set<std::string> known_;          // objects
  std::unordered_map<std::string, bool> others_;   // programs, whether they belong to this one
  std::vector<int> strangers_;                     // places whose program is not decided on
  bool beyond_limits_ = false;
  bool has_strangers_ = false;
  bool waits_for_cache_ = false;
  bool is_gtk4_ = false;
  bool loses_padding_ = false;
  bool is_java_ = false;
  bool reads_one_ = false;
};

// Reads an object, (so).
bool read_object(dbus::Reply& reply, Object* object);
// Reads extents, (iiii). Returns nothing for what cannot be a place.
std::optional<Rect> read_extents(dbus::Reply& reply);
// Reads states, au.
bool read_states(dbus::Reply& reply, std::uint64_t* states);

}  // namespace native::atspi

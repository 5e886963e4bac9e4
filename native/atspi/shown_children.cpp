#include "native/atspi/shown_children.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <utility>
#include "native/atspi/names.hpp"

#include "native/atspi/tree_reader.hpp"

namespace native::atspi {
namespace {

using dbus::Reply;

constexpr std::int32_t kInside = 2;  // pixels from a corner, past borders

// One question, until all of it is answered. Kept alive by the answers that it waits for.
class ShownChildren : public std::enable_shared_from_this<ShownChildren> {
 public:
  using Take = std::function<void(const std::vector<std::int32_t>&)>;

  ShownChildren(ProgramCalls& calls, Object object, std::int32_t count, std::size_t most,
                std::size_t most_in_line, Take take)
      : calls_(calls),
        object_(std::move(object)),
        count_(count),
        most_(most),
        most_in_line_(most_in_line),
        take_(std::move(take)) {}

  void ask(const std::optional<Rect>& within) {
    calls_.add(object_, kComponent, "GetExtents", {kScreenCoordinates},
               [self = shared_from_this(), within](Reply& reply) {
                 std::optional<Rect> shown = read_extents(reply);
                 if (shown && within) shown = intersection(*shown, *within);
                 if (shown && shown->width > 2 * kInside && shown->height > 2 * kInside)
                   self->ask_corners(*shown);
                 else
                   self->take_({});
               });
  }

 private:
  // A child at a corner. What is in a child is none.
  struct Corner {
    Object object;
    Object parent;
    std::int32_t index = -1;
  };

  void ask_corners(const Rect& shown) {
    shown_ = shown;
    waiting_ = 3;
    calls_.get(object_, "org.a11y.atspi.Table", "NColumns",
               [self = shared_from_this()](Reply& reply) {
                 if (reply && reply.enter('v', "i")) reply.read(&self->columns_);
                 self->finish_one();
               });
    ask_corner(0, shown.x + kInside, shown.y + kInside);
    ask_corner(1, shown.x + shown.width - 1 - kInside, shown.y + shown.height - 1 - kInside);
  }

  void ask_corner(std::size_t which, std::int32_t x, std::int32_t y) {
    calls_.add(object_, kComponent, "GetAccessibleAtPoint", {x, y, kScreenCoordinates},
               [self = shared_from_this(), which](Reply& reply) {
                 Corner& corner = self->corners_[which];
                 const bool found = reply && read_object(reply, &corner.object);
                 if (found && corner.object.bus == self->object_.bus) self->ask_index(which);
                 self->finish_one();
               });
  }

  void ask_index(std::size_t which) {
    waiting_ += 2;
    const Object object = corners_[which].object;
    calls_.get(object, kAccessible, "Parent", [self = shared_from_this(), which](Reply& reply) {
      if (reply && reply.enter('v', "(so)")) read_object(reply, &self->corners_[which].parent);
      self->finish_one();
    });
    calls_.add(object, kAccessible, "GetIndexInParent", {},
               [self = shared_from_this(), which](Reply& reply) {
                 if (reply) reply.read(&self->corners_[which].index);
                 self->finish_one();
               });
  }

  std::int32_t index_of(const Corner& corner) const {
    return corner.parent == object_ ? corner.index : -1;
  }

  void finish_one() {
    if (--waiting_ > 0) return;
    const std::int32_t first = index_of(corners_[0]);
    std::int32_t last = index_of(corners_[1]);
    // There is nothing behind the last row.
    constexpr std::int64_t kHighest = std::numeric_limits<std::int32_t>::max();
    if (last < first)
      last = static_cast<std::int32_t>(
          std::min(kHighest, std::int64_t{first} + static_cast<std::int64_t>(most_) - 1));
    if (first >= 0)
      take_(grid_indices(first, last, columns_, most_));
    else
      search(0, count_, shown_.y, [self = shared_from_this()](std::int32_t top) {
        self->search(top, self->count_, self->shown_.y + self->shown_.height,
                     [self, top](std::int32_t end) { self->take_between(top, end); });
      });
  }

  using Found = std::function<void(std::int32_t index)>;

  // Finds the first child in a range that ends below a height, if they stand below each other.
  void search(std::int32_t low, std::int32_t high, std::int32_t height, Found found) {
    if (low >= high) {
      found(low);
      return;
    }
    const std::int32_t middle = low + (high - low) / 2;
    calls_.add(object_, kAccessible, "GetChildAtIndex", {middle},
               [self = shared_from_this(), low, high, height, middle, found](Reply& reply) {
                 Object child;
                 if (reply && read_object(reply, &child) && child.bus == self->object_.bus)
                   self->ask_end(child, [=](std::int64_t end) {
                     const bool is_above = end <= height;
                     self->search(is_above ? middle + 1 : low, is_above ? high : middle, height,
                                  found);
                   });
                 else
                   self->take_({});
               });
  }

  // Asks how low on the screen a child ends, which may be further off than elements that show are.
  void ask_end(const Object& child, std::function<void(std::int64_t)> found) {
    calls_.add(child, kComponent, "GetExtents", {kScreenCoordinates},
               [self = shared_from_this(), found = std::move(found)](Reply& reply) {
                 Rect rect;
                 if (reply && reply.enter('r', "iiii") && reply.read(&rect.x) &&
                     reply.read(&rect.y) && reply.read(&rect.width) && reply.read(&rect.height))
                   found(std::int64_t{rect.y} + rect.height);
                 else
                   self->take_({});
               });
  }

  // The child that ends below the lower edge may begin above it.
  void take_between(std::int32_t first, std::int32_t last) {
    std::vector<std::int32_t> indices;
    for (std::int32_t i = first; i <= last && i < count_ && indices.size() < most_in_line_; ++i)
      indices.push_back(i);
    take_(indices);
  }

  ProgramCalls& calls_;
  Object object_;
  std::int32_t count_;
  std::size_t most_;
  std::size_t most_in_line_;
  Take take_;
  Rect shown_;
  std::array<Corner, 2> corners_;
  std::int32_t columns_ = 1;
  int waiting_ = 0;
};

}  // namespace

std::vector<std::int32_t> grid_indices(std::int32_t first, std::int32_t last, std::int32_t columns,
                                       std::size_t most) {
  columns = std::max(columns, 1);
  const std::int32_t left = std::min(first % columns, last % columns);
  const std::int32_t right = std::max(first % columns, last % columns);
  std::vector<std::int32_t> indices;
  for (std::int64_t row = first / columns; row <= last / columns; ++row)
    for (std::int64_t column = left; column <= right; ++column) {
      if (indices.size() >= most) return indices;
      indices.push_back(static_cast<std::int32_t>(row * columns + column));
    }
  return indices;
}

void ask_shown_children(ProgramCalls& calls, const Object& object, std::int32_t count,
                        const std::optional<Rect>& within, std::size_t most,
                        std::size_t most_in_line,
                        std::function<void(const std::vector<std::int32_t>&)> take) {
  std::make_shared<ShownChildren>(calls, object, count, most, most_in_line, std::move(take))
      ->ask(within);
}

}  // namespace native::atspi

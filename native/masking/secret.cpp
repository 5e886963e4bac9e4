#include "native/masking/secret.hpp"

#include <algorithm>
#include <cstddef>

namespace native {
namespace {

long long area_of(const Rect& rect) { return static_cast<long long>(rect.width) * rect.height; }

long long common_area(const LinePart& one, const LinePart& other) {
  return one.line == other.line ? area_of(intersection(one.area, other.area)) : 0;
}

// Neighbours are filled up to each other, and two readings of a word differ a little.
bool overlap(const LinePart& one, const LinePart& other) {
  return common_area(one, other) * 4 > std::min(area_of(one.area), area_of(other.area));
}

bool overlap(const Secret& one, const Secret& other) {
  return std::any_of(one.parts.begin(), one.parts.end(), [&](const LinePart& part) {
    return std::any_of(other.parts.begin(), other.parts.end(),
                       [&](const LinePart& each) { return overlap(part, each); });
  });
}

bool holds(const Secret& outer, const Secret& inner) {
  return std::all_of(inner.parts.begin(), inner.parts.end(), [&](const LinePart& part) {
    return std::any_of(outer.parts.begin(), outer.parts.end(), [&](const LinePart& each) {
      return common_area(part, each) * 4 >= area_of(part.area) * 3;
    });
  });
}

bool crosses_lines(const Secret& secret) {
  return std::any_of(secret.parts.begin(), secret.parts.end(),
                     [&](const LinePart& part) { return part.line != secret.parts.front().line; });
}

bool is_number(PiiKind kind) {
  return kind == PiiKind::kPhone || kind == PiiKind::kCreditCard || kind == PiiKind::kNationalId;
}

// Returns whether what was found alone is a part of a secret that holds it, not one beside others.
// Parts of keys and passwords often look like numbers; the check digits of an IBAN are no accident.
bool is_part(const Secret& secret, const Secret& alone, bool only) {
  const bool same = alone.kind == secret.kind;
  switch (secret.kind) {
    case PiiKind::kKey:
    case PiiKind::kPassword:
      return same || is_number(alone.kind) || !crosses_lines(secret);
    case PiiKind::kIban:
      return only || is_number(alone.kind);
    default:
      return only || secret.kind == PiiKind::kCustom;
  }
}

void add(Secret& secret, const LinePart& part) {
  const auto same = std::find_if(secret.parts.begin(), secret.parts.end(),
                                 [&](const LinePart& each) { return overlap(each, part); });
  if (same == secret.parts.end())
    secret.parts.push_back(part);
  else
    same->area = bounding(same->area, part.area);
}

void add_all(Secret& secret, const std::vector<LinePart>& parts) {
  for (const LinePart& part : parts) add(secret, part);
}

// Gives each part to the secret that it overlaps, and what overlaps none to the first of them.
void share_out(const std::vector<LinePart>& parts, const std::vector<Secret*>& among) {
  for (const LinePart& part : parts) {
    const auto owner = std::find_if(among.begin(), among.end(), [&](const Secret* each) {
      return std::any_of(each->parts.begin(), each->parts.end(),
                         [&](const LinePart& own) { return overlap(own, part); });
    });
    add(owner == among.end() ? *among.front() : **owner, part);
  }
}

}  // namespace

std::vector<Secret> combined(std::vector<Secret> alone, const std::vector<Secret>& together) {
  std::vector<Secret> all = std::move(alone);
  for (const Secret& secret : together) {
    std::vector<Secret*> known;
    for (Secret& each : all)
      if ((each.kind == PiiKind::kCustom) == (secret.kind == PiiKind::kCustom) &&
          overlap(each, secret))
        known.push_back(&each);
    const bool whole = std::all_of(known.begin(), known.end(), [&](const Secret* each) {
      return holds(secret, *each) && is_part(secret, *each, known.size() == 1);
    });
    if (known.empty()) {
      all.push_back(secret);
    } else if (whole) {
      Secret& first = *known.front();
      if (crosses_lines(secret)) first.kind = secret.kind;
      add_all(first, secret.parts);
      for (std::size_t i = known.size(); i-- > 1;) {
        add_all(first, known[i]->parts);
        all.erase(all.begin() + (known[i] - all.data()));
      }
    } else {
      share_out(secret.parts, known);
    }
  }
  return all;
}

}  // namespace native

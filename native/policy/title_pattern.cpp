#include "native/policy/title_pattern.hpp"

#include "native/policy/case_fold.hpp"
#include "native/policy/pattern_set.hpp"

namespace native {

std::vector<std::size_t> find_titles(std::string_view pattern,
                                     const std::vector<std::string>& titles) {
  PatternSet set;
  const Pattern wanted(pattern);
  set.add(wanted, 0, PatternUse::kTitle);
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < titles.size(); ++i)
    if (fold_case(titles[i]) == wanted.folded()) found.push_back(i);
  if (!found.empty()) return found;
  set.compile();
  for (std::size_t i = 0; i < titles.size(); ++i)
    if (set.find(titles[i])) found.push_back(i);
  return found;
}

}  // namespace native

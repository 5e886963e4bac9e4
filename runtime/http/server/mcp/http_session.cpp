#include "runtime/http/server/mcp/http_session.hpp"

#include <sys/random.h>

#include <charconv>

namespace runtime::http {

std::shared_ptr<ReplyStream> HttpSession::open_stream(bool resumable) {
  std::size_t over = 0;
  for (const auto& [number, stream] : streams) over += stream->finished() && !stream->attached();
  for (auto next = streams.begin(); next != streams.end() && over > kEndedStreams;) {
    const bool over_now = next->second->finished() && !next->second->attached();
    next = over_now ? streams.erase(next) : std::next(next);
    over -= over_now;
  }
  auto stream = std::make_shared<ReplyStream>(++last_stream_, resumable);
  if (resumable) streams.emplace(stream->id(), stream);
  return stream;
}

std::shared_ptr<ReplyStream> HttpSession::find_stream(std::uint64_t number) const {
  if (number == 0) return standing;
  const auto found = streams.find(number);
  return found == streams.end() ? nullptr : found->second;
}

void HttpSession::forget_old_streams() {
  std::erase_if(streams, [](const auto& entry) {
    const ReplyStream& stream = *entry.second;
    const std::chrono::duration<double> age = Clock::now() - stream.finished_at();
    return stream.finished() && !stream.attached() && age.count() > kStreamLife;
  });
}

namespace {

bool goes_before(const HttpSession& session, const HttpSession& other) {
  if (session.worked != other.worked) return other.worked;
  return session.used < other.used;
}

}  // namespace

std::shared_ptr<HttpSession> Sessions::begin(mcp::Owners& owners, const mcp::ServerInfo& info,
                                             Cancel& work) {
  if (sessions_.size() >= kMax) {
    std::shared_ptr<HttpSession> oldest;
    for (const auto& [id, session] : sessions_)
      if (session->idle() && (!oldest || goes_before(*session, *oldest))) oldest = session;
    if (!oldest) return nullptr;
    end(oldest->id);
  }
  auto session = std::make_shared<HttpSession>(random_id(), owners, info, work);
  sessions_.emplace(session->id, session);
  return session;
}

std::shared_ptr<HttpSession> Sessions::find(const std::string& id) const {
  const auto found = sessions_.find(id);
  return found == sessions_.end() ? nullptr : found->second;
}

void Sessions::end(const std::string& id) {
  const auto found = sessions_.find(id);
  if (found == sessions_.end()) return;
  const std::shared_ptr<HttpSession> session = found->second;
  sessions_.erase(found);
  session->ended = true;
  session->lease.reset();
  session->scope.fire();
  session->standing->finish();
}

void Sessions::end_idle(double seconds) {
  std::vector<std::string> over;
  for (const auto& [id, session] : sessions_) session->forget_old_streams();
  for (const auto& [id, session] : sessions_)
    if (session->idle() &&
        std::chrono::duration<double>(Clock::now() - session->used).count() > seconds)
      over.push_back(id);
  for (const std::string& id : over) end(id);
}

std::string random_id() {
  unsigned char bytes[16];
  if (getrandom(bytes, sizeof bytes, 0) != static_cast<ssize_t>(sizeof bytes))
    throw Error("INTERNAL_ERROR", "no random numbers available from the system");
  constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  for (const unsigned char byte : bytes) {
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
  return text;
}

std::string to_text(const EventPlace& place) {
  return std::to_string(place.stream) + "-" + std::to_string(place.number);
}

std::optional<EventPlace> parse_place(std::string_view text) {
  EventPlace place;
  const char* end = text.data() + text.size();
  const auto [dash, problem] = std::from_chars(text.data(), end, place.stream);
  if (problem != std::errc() || dash == end || *dash != '-') return std::nullopt;
  const auto [stopped, error] = std::from_chars(dash + 1, end, place.number);
  if (error != std::errc() || stopped != end) return std::nullopt;
  return place;
}

}  // namespace runtime::http

#include "schedulers/shepherd/shepherd_scheduler.hpp"

#include <algorithm>
#include <charconv>
#include <string>

#include <nuthatch/errors.hpp>

#include "base/assert.hpp"
#include "core/worker.hpp"
#include "schedulers/fairness.hpp"
#include "schedulers/shepherd/grouping.hpp"

namespace nuthatch::scheduling {

using core::lane;
using core::work;
using core::worker;
using trace::event;

namespace {

// The most works that an owner is asked for at a time in the name of those who look for some.
constexpr unsigned most_wanted = 8;

// A worker with mates looks for so long whether one of them spawns something before it steals from
// another shepherd: about as long as such a steal takes.
constexpr std::uint64_t waits_for_mates_ns = 1'000;

// A steal takes half of a queue at most; what that is where nothing else is said, so that there is
// room for it.
constexpr std::uint32_t most_of_half = 1024;

[[noreturn]] void fail_chunk(const std::string& text) {
  throw option_error("chunk: \"" + text + "\": right are a whole number from 1 to " +
                     std::to_string(max_workers) + ", or half");
}

std::uint32_t chunk_in(const std::string& text) {
  if (text == "half") {
    return most_of_half;
  }
  std::uint32_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, failure] = std::from_chars(text.data(), end, value);
  if (failure != std::errc() || stop != end || value == 0 || value > max_workers) {
    fail_chunk(text);
  }
  return value;
}

}  // namespace

shepherd_scheduler::shepherd_scheduler(core::team& of, const discipline& by)
    : team_(of),
      by_(by),
      front_(of.configuration().front),
      virtual_(of.is_virtual()),
      random_victims_(of.configuration().victims == "random") {
  form_shepherds();
  for (unsigned i = 0; i < of.size(); ++i) {
    of.at(i).any_demand_attention(front_ == 0 ? core::spawns_given : core::work_wanted);
  }
}

void shepherd_scheduler::form_shepherds() {
  const options& chosen = team_.configuration();
  const std::vector<unsigned> numbers =
      shepherds_of(chosen.shepherds.empty() ? by_.shepherds : std::string_view(chosen.shepherds),
                   team_.size(),
                   team_.neighbours());
  for (unsigned i = 0; i < team_.size(); ++i) {
    if (numbers[i] == shepherds_.size()) {
      shepherds_.push_back(std::make_unique<shepherd>());
    }
    shepherds_[numbers[i]]->workers.push_back(i);
    members_.push_back(std::make_unique<member>());
    members_.back()->next = numbers[i];
  }
  const std::uint32_t chunk = chosen.chunk.empty() ? 0 : chunk_in(chosen.chunk);
  for (const auto& each : shepherds_) {
    const auto workers = static_cast<std::uint32_t>(each->workers.size());
    for (const unsigned i : each->workers) {
      members_[i]->mine = each.get();
    }
    order_victims(*each);
    each->loot.resize(chunk == 0 ? workers : chunk);
    // Nobody else could want it where there is one worker.
    each->low_water = team_.size() == 1 ? 0 : chosen.low_water == 0 ? workers : chosen.low_water;
  }
}

/// The nearest first; those equally near by their numbers, beginning after its own.
void shepherd_scheduler::order_victims(shepherd& from) {
  const auto count = static_cast<unsigned>(shepherds_.size());
  const auto own = static_cast<unsigned>(
      std::ranges::find_if(shepherds_, [&](const auto& each) { return each.get() == &from; }) -
      shepherds_.begin());
  for (unsigned i = 1; i < count; ++i) {
    from.victims.push_back(shepherds_[(own + i) % count].get());
  }
  const core::neighbourhood& where = team_.neighbours();
  const auto distance = [&](const shepherd* each) {
    return where.machine().distance(where.cpu_of(from.workers.front()),
                                    where.cpu_of(each->workers.front()));
  };
  std::ranges::stable_sort(from.victims, {}, distance);
  for (std::size_t i = 1; i <= from.victims.size(); ++i) {
    if (i == from.victims.size() || distance(from.victims[i]) != distance(from.victims[i - 1])) {
      from.ends_of_equally_near.push_back(i);
    }
  }
}

// ---- what a worker has ----

/// Where a worker puts its next work.
shepherd& shepherd_scheduler::goes_to(member& from) noexcept {
  if (!by_.round_robin) {
    return *from.mine;
  }
  from.next = from.next + 1 < shepherds_.size() ? from.next + 1 : 0;
  return *shepherds_[from.next];
}

void shepherd_scheduler::owner_put(worker& self, lane in, work given) noexcept {
  member& from = of(self);
  shepherd& into = goes_to(from);
  use(self, into);
  const shared_deque::put done = into.queue.any_push(
      given,
      {.by = self.index(),
       .loose = in == lane::loose,
       .keeps_newer = front_ != 0 && in == lane::strict && !self.frames.empty()});
  if (done.waited) {
    self.counters().owner_note(event::queue_wait);
  }
  if (done.its == 0) {
    team_.any_inject(given, self.where());
    return;
  }
  if (&into == from.mine && !by_.first_in_first_out) {  // else it has its turn
    own(from, in).add(given, done.its);
  }
  static_cast<void>(wake_for(self, into));
}

/// One who may take from that queue; of the shepherd, if one of these sleeps. False if nobody does.
bool shepherd_scheduler::wake_for(worker& self, const shepherd& filled) noexcept {
  return team_.any_wake_one_among(self.where(), [&](unsigned i) { return filled.has(i); }) ||
         (by_.steals && team_.any_wake_one(self.where()));
}

work shepherd_scheduler::owner_newest(worker& self, lane in, work::kind /*kind*/) {
  self.require_team();  // as the next two: at a fork, somebody may have had the lock
  member& mine = of(self);
  own_works& there = own(mine, in);
  while (const own_works::one* const newest = there.newest()) {
    if (mine.mine->queue.any_has(newest->its)) {
      return newest->what;
    }
    there.drop_newest();
  }
  return {};
}

bool shepherd_scheduler::owner_take_back(worker& self, lane in, work wanted) {
  self.require_team();
  member& mine = of(self);
  const shared_deque::ticket its = own(mine, in).take(wanted);
  if (its == 0) {
    return false;
  }
  use(self, *mine.mine);
  return static_cast<bool>(
      note(self, *mine.mine, mine.mine->queue.any_take_back(its, self.index())));
}

work shepherd_scheduler::owner_take_child_of(worker& self,
                                             lane in,
                                             const detail::join_counter& home) {
  self.require_team();
  member& mine = of(self);
  own_works& there = own(mine, in);
  while (const own_works::one* const newest = there.newest()) {
    use(self, *mine.mine);
    bool here = false;
    const auto got = mine.mine->queue.any_take_back_if(
        newest->its, self.index(), here, [&](work each) { return each.home() == &home; });
    const work child = note(self, *mine.mine, got);
    if (child || !here) {
      there.drop_newest();
    }
    if (child || here) {
      return child;
    }
  }
  return {};
}

void shepherd_scheduler::owner_offer(worker& /*self*/) {}  // owner_put wakes who sleeps

/// Before a queue is used, in virtual time.
void shepherd_scheduler::use(worker& self, shepherd& which) noexcept {
  if (virtual_ && team_.threads().use_alone(self.index(), which.use)) {
    self.counters().owner_note(event::queue_wait);
  }
}

work shepherd_scheduler::note(worker& self,
                              shepherd& from,
                              const shared_deque::taken& got) noexcept {
  if (got.waited) {
    self.counters().owner_note(event::queue_wait);
  }
  if (got.what) {
    if (got.inverted) {
      self.counters().owner_note(event::inversion);
    }
    if (got.of_other && &from == of(self).mine) {
      self.counters().owner_note(event::shared_take);
    }
    if (front_ != 0 && from.queue.seems_to_have() < from.low_water) {
      ask(from);
    }
  }
  return got.what;
}

// ---- what others want of it ----

/// All who could fill a queue, where they keep works.
void shepherd_scheduler::ask(const shepherd& filled) noexcept {
  for (const unsigned i : filled.workers) {
    team_.at(i).any_demand_attention(core::work_wanted);
  }
}

core::demand shepherd_scheduler::owner_wanted(worker& self) {
  const shepherd& mine = *of(self).mine;
  const unsigned hungry = std::min(core::team::out_of_work_in(self.where()), most_wanted);
  if (front_ == 0) {
    // Of what is kept where stacks are scarce.
    return {.pieces = hungry, .siblings = 1, .sibling_pieces = hungry, .keeps_half = false};
  }
  const std::uint32_t there = mine.queue.seems_to_have();
  // In turn, what goes elsewhere is not for the workers of this queue, nor the reverse.
  const std::uint32_t for_others = by_.round_robin ? 0 : there;
  const bool some_wait = hungry > for_others;
  const unsigned pieces = std::max(some_wait ? hungry - for_others : 0,
                                   mine.low_water > there ? mine.low_water - there : 0);
  return {.pieces = pieces,
          .siblings = siblings_.piece_size(),
          .sibling_pieces = siblings_.pieces_for(pieces, team_.size()),
          .keeps_half = !siblings_.worth_ahead(),
          .takers = std::max(hungry, 1U),
          .few_siblings = siblings_.few_for(hungry),
          .keeps = some_wait ? 0 : front_};
}

bool shepherd_scheduler::owner_settle(worker& self, unsigned given) {
  if (front_ == 0) {
    return self.keeps_some();
  }
  // Who gave nothing since it has too little is asked again by the next who takes something.
  const shepherd& mine = *of(self).mine;
  return (given > 0 && mine.queue.seems_to_have() < mine.low_water) ||
         team_.has_sleeper_near(self.where());
}

void shepherd_scheduler::owner_ran(worker& /*self*/, std::uint32_t children, std::uint64_t ns) {
  if (front_ != 0) {
    static_cast<void>(siblings_.any_note(children, ns, 0));
  }
}

// ---- what it does next ----

core::look_result shepherd_scheduler::found(work next) const noexcept {
  return {.found = next,
          .then = {},
          .spreads = front_ != 0 &&
                     (next.what() != work::kind::siblings || !siblings_.siblings_are_short())};
}

work shepherd_scheduler::take_own(worker& self, member& mine) {
  shepherd& here = *mine.mine;
  if (!here.queue.any_filled()) {
    return {};
  }
  use(self, here);
  return note(self,
              here,
              by_.first_in_first_out ? here.queue.any_take_oldest(self.index())
                                     : here.queue.any_take_newest(self.index()));
}

/// Now and then what would otherwise wait for ever, since newer work comes without end.
work shepherd_scheduler::take_next(worker& self, member& mine) {
  if (++mine.acquisitions % fairness == 0) {
    if (const work injected = self.where().mail.any_take()) {
      return injected;
    }
    if (!by_.first_in_first_out && mine.mine->queue.any_filled()) {
      use(self, *mine.mine);
      const auto got = mine.mine->queue.any_take_oldest_under_loose(self.index());
      if (const work oldest = note(self, *mine.mine, got)) {
        return oldest;
      }
    }
  }
  return take_own(self, mine);
}

core::look_result shepherd_scheduler::look(worker& self, const core::search& now) {
  member& mine = of(self);
  if (const work own = now.step == 0 ? take_next(self, mine) : take_own(self, mine)) {
    return found(own);
  }
  if (now.step == 0) {
    self.begin_search();
    mine.since_ns = team_.threads().now_ns();
  }
  if (const work injected = self.where().mail.any_take()) {
    return found(injected);
  }
  if (front_ != 0) {
    ask(*mine.mine);
  }
  const std::uint64_t searched_ns = team_.threads().now_ns() - mine.since_ns;
  const std::uint64_t search_ns = team_.threads().search_ns();
  const bool has_mates = mine.mine->workers.size() > 1;
  if (by_.steals && (!has_mates || searched_ns >= std::min(waits_for_mates_ns, search_ns / 2))) {
    if (const work stolen = steal(self, *mine.mine)) {
      return found(stolen);
    }
  }
  if (const work sent = self.inbox().any_take()) {
    return found(sent);
  }
  NUTHATCH_ASSERT(!mine.mine->any_is_thief(self.index()), "T1");
  return {.found = {}, .then = searched_ns < search_ns ? core::pause::relax : core::pause::sleep};
}

/// What the first other shepherd has that has some; a part for each worker of this one.
work shepherd_scheduler::steal(worker& self, shepherd& mine) {
  if (mine.victims.empty() || !mine.any_become_thief(self.index())) {
    return {};
  }
  const haul got = random_victims_ ? steal_from_any(self, mine) : steal_from_nearest(self, mine);
  mine.thief_end(self.index());
  // Mates first. But what was on its way here, others have not seen in their last look either.
  for (unsigned i = 0; i < got.for_others && wake_for(self, mine); ++i) {
  }
  return got.newest;
}

/// From the first that has some, from a random one on.
shepherd_scheduler::haul shepherd_scheduler::steal_from_any(worker& self, shepherd& mine) {
  const auto victims = static_cast<unsigned>(mine.victims.size());
  const unsigned first = self.random().below(victims);
  for (unsigned i = 0; i < victims; ++i) {
    shepherd& victim = *mine.victims[(first + i) % victims];
    if (probe(self, victim) != 0) {
      if (const haul got = steal_from(self, mine, victim); got.newest) {
        return got;
      }
    }
  }
  return {};
}

/// From the nearest that have some; of those equally near, from the one that has the most.
shepherd_scheduler::haul shepherd_scheduler::steal_from_nearest(worker& self, shepherd& mine) {
  std::size_t next = 0;
  for (const std::size_t end : mine.ends_of_equally_near) {
    shepherd* fullest = nullptr;
    std::uint32_t most = 0;
    for (; next < end; ++next) {
      if (const std::uint32_t there = probe(self, *mine.victims[next]); there > most) {
        fullest = mine.victims[next];
        most = there;
      }
    }
    if (fullest != nullptr) {
      if (const haul got = steal_from(self, mine, *fullest); got.newest) {
        return got;
      }
    }
  }
  return {};
}

/// How much a victim seems to have. One that has nothing is asked to give what its workers keep.
std::uint32_t shepherd_scheduler::probe(worker& self, shepherd& victim) {
  team_.threads().spend(self.index(), platform::activity::probe, victim.workers.front());
  const std::uint32_t there = victim.queue.any_size();
  if (there == 0 && front_ != 0) {
    ask(victim);
  }
  return there;
}

shepherd_scheduler::haul shepherd_scheduler::steal_from(worker& self,
                                                        shepherd& mine,
                                                        shepherd& victim) {
  const unsigned of_theirs = victim.workers.front();
  use(self, victim);
  const shared_deque::bulk got =
      victim.queue.any_take_oldest(mine.loot.data(), static_cast<unsigned>(mine.loot.size()));
  if (got.waited) {
    self.counters().owner_note(event::queue_wait);
  }
  if (got.count == 0) {
    self.counters().owner_note(event::failed_steal);
    return {};
  }
  if (front_ != 0 && victim.queue.seems_to_have() < victim.low_water) {
    ask(victim);
  }
  mine.loot_is_loose = got.loose;
  std::uint64_t tasks = 0;
  for (unsigned i = 0; i < got.count; ++i) {
    tasks += mine.loot[i].tasks();
  }
  self.note_steal(of_theirs, tasks);
  team_.threads().spend(self.index(), platform::activity::steal, of_theirs);
  return {mine.loot[got.count - 1], store(self, mine, got.count - 1)};
}

/// Puts the oldest of the loot into the shepherd's queue. Returns how many are for its workers.
unsigned shepherd_scheduler::store(worker& self, shepherd& mine, unsigned count) noexcept {
  if (count == 0) {
    return 0;
  }
  use(self, mine);
  const shared_deque::put done = mine.queue.any_push_all(
      mine.loot.data(), count, {.by = self.index(), .loose = mine.loot_is_loose});
  if (done.waited) {
    self.counters().owner_note(event::queue_wait);
  }
  if (done.its == 0) {
    for (unsigned i = 0; i < count; ++i) {
      team_.any_inject(mine.loot[i], self.where());
    }
  }
  return count;
}

work shepherd_scheduler::take_waited(worker& self) {
  const auto waited = [](work each) {
    return each.what() == work::kind::continuation;
  };
  return first_among(self, of(self).mine->victims, waited);  // also where nobody steals else
}

work shepherd_scheduler::take_if(worker& self,
                                 bool (*wanted)(const void* of, work each) noexcept,
                                 const void* of) {
  const std::vector<shepherd*> nobody;
  return first_among(self, by_.steals ? this->of(self).mine->victims : nobody, [=](work each) {
    return wanted(of, each);
  });
}

/// The newest of the shepherd for which wanted(work) holds, else the oldest of one of the others.
template <class Wanted>
work shepherd_scheduler::first_among(worker& self,
                                     const std::vector<shepherd*>& others,
                                     Wanted&& wanted) {
  shepherd& mine = *of(self).mine;
  if (mine.queue.any_filled()) {
    if (const work own = note(self, mine, mine.queue.any_take_newest_if(self.index(), wanted))) {
      return own;
    }
  }
  for (shepherd* const victim : others) {
    if (!victim->queue.any_filled()) {
      continue;
    }
    if (const work got =
            note(self, *victim, victim->queue.any_take_oldest_if(self.index(), wanted))) {
      self.note_steal(victim->workers.front(), got.tasks());
      return got;
    }
  }
  return {};
}

bool shepherd_scheduler::has_work_for(const worker& self) const {
  const shepherd& mine = *members_[self.index()]->mine;
  return mine.queue.any_filled() ||
         (by_.steals && std::ranges::any_of(mine.victims, [](const shepherd* each) {
            return each->queue.any_filled();
          }));
}

}  // namespace nuthatch::scheduling

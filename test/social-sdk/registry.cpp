#include "registry.h"

#include <cstdlib>
#include <cstring>
#include <set>
#include <thread>

#include "faults.h"
#include "text.h"

namespace stand_in {
namespace {

struct Counts {
  std::map<uintptr_t, std::shared_ptr<Object>> objects;
  std::set<uintptr_t> dropped;
  std::set<void*> memory;
  std::set<void*> freed;
  std::map<std::string, int> live;
  std::map<std::string, int> created;
  std::map<std::string, int> calls;
  std::map<std::pair<std::string, std::string>, int> violations;
  int clients = 0;
  bool is_free_threaded = false;
  std::thread::id owner;
};

struct State : Counts {
  std::recursive_mutex calls_mutex;
  std::mutex mutex;
  uintptr_t next_handle = 0x1000;
};

/// Never destroyed, because operations may end while the process exits.
State& state() {
  static State* all = new State;
  return *all;
}

std::string counts_to_json(const std::map<std::string, int>& counts) {
  std::string json = "{";
  for (const auto& [name, number] : counts) {
    if (number == 0) continue;
    if (json.size() > 1) json += ",";
    json += quote(name) + ":" + std::to_string(number);
  }
  return json + "}";
}

void count_locked(const char* kind, int change) {
  state().live[kind] += change;
  if (change > 0) state().created[kind] += change;
}

}  // namespace

std::string Object::text(const std::string& name) const {
  const auto found = fields.find(name);
  const auto* value = found == fields.end() ? nullptr : std::get_if<std::string>(&found->second);
  return value ? *value : std::string();
}

int64_t Object::number(const std::string& name, int64_t otherwise) const {
  const auto found = fields.find(name);
  const auto* value = found == fields.end() ? nullptr : std::get_if<int64_t>(&found->second);
  return value ? *value : otherwise;
}

std::string to_json(const Object& object) {
  std::string json = "{";
  for (const auto& [name, value] : object.fields) {
    if (json.size() > 1) json += ",";
    json += quote(name) + ":";
    if (const auto* text = std::get_if<std::string>(&value)) {
      json += quote(*text);
    } else if (const auto* number = std::get_if<int64_t>(&value)) {
      json += std::to_string(*number);
    } else {
      json += to_json(*std::get<std::shared_ptr<Object>>(value));
    }
  }
  return json + "}";
}

Call::Call(const char* name_of_call) : name(name_of_call), lock_(state().calls_mutex) {
  const std::lock_guard lock(state().mutex);
  state().calls[name]++;
  const bool is_owned = state().clients > 0 && !state().is_free_threaded;
  if (is_owned && state().owner != std::this_thread::get_id()) state().violations[{"wrong-thread", name}]++;
}

void record_violation(const char* kind, const char* call) {
  const std::lock_guard lock(state().mutex);
  state().violations[{kind, call}]++;
}

void create(StandIn_Handle* handle, std::shared_ptr<Object> object) {
  const std::lock_guard lock(state().mutex);
  const uintptr_t id = state().next_handle += 0x10;
  count_locked(object->kind, 1);
  state().objects[id] = std::move(object);
  handle->opaque = reinterpret_cast<void*>(id);
}

namespace {

/// Returns the position in `objects`, or records a violation.
auto locate(const Call& call, const StandIn_Handle* handle, const char* kind, const char* after_drop) {
  const uintptr_t id = handle ? reinterpret_cast<uintptr_t>(handle->opaque) : 0;
  const auto found = state().objects.find(id);
  if (found == state().objects.end()) {
    state().violations[{state().dropped.contains(id) ? after_drop : "not-initialised", call.name}]++;
  } else if (std::strcmp(found->second->kind, kind) != 0) {
    state().violations[{"wrong-kind", call.name}]++;
    return state().objects.end();
  }
  return found;
}

}  // namespace

std::shared_ptr<Object> find(const Call& call, const StandIn_Handle* handle, const char* kind) {
  const std::lock_guard lock(state().mutex);
  const auto found = locate(call, handle, kind, "use-after-drop");
  return found == state().objects.end() ? std::make_shared<Object>(kind) : found->second;
}

std::shared_ptr<Object> drop(const Call& call, StandIn_Handle* handle, const char* kind) {
  const std::lock_guard lock(state().mutex);
  const auto found = locate(call, handle, kind, "double-drop");
  if (found == state().objects.end()) return nullptr;
  count_locked(kind, -1);
  state().dropped.insert(found->first);
  const auto object = found->second;
  state().objects.erase(found);
  return object;
}

Discord_String give(std::string_view text) {
  if (text.empty() && take_fault("empty-null")) return {nullptr, 0};
  void* memory = allocate(text.size());
  std::memcpy(memory, text.data(), text.size());
  return {static_cast<uint8_t*>(memory), text.size()};
}

void* allocate(size_t size) {
  void* memory = std::malloc(size + 1);
  const std::lock_guard lock(state().mutex);
  state().memory.insert(memory);
  state().freed.erase(memory);
  count_locked("String", 1);
  return memory;
}

void release(const Call& call, void* memory) {
  if (!memory) return;
  {
    const std::lock_guard lock(state().mutex);
    if (state().memory.erase(memory) == 0) {
      state().violations[{state().freed.contains(memory) ? "double-free" : "unknown-free", call.name}]++;
      return;
    }
    state().freed.insert(memory);
    count_locked("String", -1);
  }
  std::free(memory);
}

void count(const char* kind, int change) {
  const std::lock_guard lock(state().mutex);
  count_locked(kind, change);
}

void count_clients(int change) {
  const std::lock_guard lock(state().mutex);
  if (state().clients == 0) state().owner = std::this_thread::get_id();
  state().clients += change;
}

void allow_all_threads(const Call& call) {
  const std::lock_guard lock(state().mutex);
  if (state().clients > 0) state().violations[{"free-threaded-too-late", call.name}]++;
  state().is_free_threaded = true;
}

std::string report() {
  const std::lock_guard lock(state().mutex);
  std::string violations;
  for (const auto& [what, times] : state().violations) {
    if (!violations.empty()) violations += ",";
    violations += "{\"kind\":" + quote(what.first) + ",\"call\":" + quote(what.second) +
                  ",\"count\":" + std::to_string(times) + "}";
  }
  return "{\"live\":" + counts_to_json(state().live) + ",\"created\":" + counts_to_json(state().created) +
         ",\"violations\":[" + violations + "],\"calls\":" + counts_to_json(state().calls) + "}";
}

void forget_everything() {
  const std::lock_guard lock(state().mutex);
  for (void* memory : state().memory) std::free(memory);
  static_cast<Counts&>(state()) = Counts();
}

size_t write_out(const std::string& text, char* out, size_t size) {
  if (out && size > 0) {
    const size_t length = text.size() < size ? text.size() : size - 1;
    std::memcpy(out, text.data(), length);
    out[length] = '\0';
  }
  return text.size();
}

}  // namespace stand_in

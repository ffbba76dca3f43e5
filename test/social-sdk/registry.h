/// Counts all objects that the library returns and records the caller's mistakes.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <variant>

#include "stand_in.h"

namespace stand_in {

struct Object;
using Value = std::variant<int64_t, std::string, std::shared_ptr<Object>>;

/// The content of a handle: its fields by name.
struct Object {
  explicit Object(const char* kind_of_object, std::map<std::string, Value> given = {})
      : kind(kind_of_object), fields(std::move(given)) {}
  virtual ~Object() = default;

  const char* kind;
  std::map<std::string, Value> fields;

  std::string text(const std::string& name) const;
  int64_t number(const std::string& name, int64_t otherwise = 0) const;
  bool has(const std::string& name) const { return fields.contains(name); }
};

/// Serializes the fields in the order of their names.
std::string to_json(const Object& object);

/// Created by every library function. Counts the call, checks the thread and serializes calls.
class Call {
 public:
  explicit Call(const char* name);
  const char* name;

 private:
  std::unique_lock<std::recursive_mutex> lock_;
};

void record_violation(const char* kind, const char* call);

/// Creates a handle for the object, or for a copy.
void create(StandIn_Handle* handle, std::shared_ptr<Object> object);
inline void create(const Call&, StandIn_Handle* handle, const Object& object) {
  create(handle, std::make_shared<Object>(object));
}
/// Returns a substitute object of this kind after a violation, so that calls never crash.
std::shared_ptr<Object> find(const Call& call, const StandIn_Handle* handle, const char* kind);
/// Returns the object, or null after a violation.
std::shared_ptr<Object> drop(const Call& call, StandIn_Handle* handle, const char* kind);

/// Returns a string that the receiver must free.
Discord_String give(std::string_view text);
inline std::string copy(Discord_String text) {
  return text.size == 0 ? std::string() : std::string(reinterpret_cast<char*>(text.ptr), text.size);
}
/// Allocates memory that is counted as a string.
void* allocate(size_t size);
void release(const Call& call, void* memory);

/// Counts objects that are not handles, such as callbacks.
void count(const char* kind, int change);

/// The thread of the first client owns the library until the last client is dropped.
void count_clients(int change);
void allow_all_threads(const Call& call);

std::string report();
void forget_everything();
/// Implements the convention for hooks that return text.
size_t write_out(const std::string& text, char* out, size_t size);

}  // namespace stand_in

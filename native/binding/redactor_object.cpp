#include <span>
#include <string>
#include <vector>

#include "base/unicode.h"
#include "binding/arguments.h"
#include "binding/bound_function.h"
#include "binding/external_memory.h"
#include "redactor/redactor.h"
#include "redactor/stream_redactor.h"
#include "system/wiped_vector.h"

namespace slashpass::binding {
namespace {

// The estimated size of the object, its functions and their finalizers.
constexpr std::size_t size_of_objects = 4096;

// Buffers larger than this are freed when a later call does not need them.
constexpr std::size_t max_retained = 1 << 20;
constexpr std::size_t usual_size = 1024;

struct RedactorState {
  explicit RedactorState(Napi::BasicEnv env) : memory(env) { report_memory(); }

  void report_memory() {
    memory.set(size_of_objects + sizeof(RedactorState) + redactor.memory_size() + memory_of(units) + memory_of(bytes));
  }

  const std::vector<Span>& find(std::string_view text) {
    const std::vector<Span>& spans = redactor.find(text).spans;
    report_memory();
    return spans;
  }

  void drop_buffers() {
    std::u16string().swap(units);
    std::string().swap(bytes);
  }

  Redactor redactor;
  // Used within one call; kept to avoid reallocation.
  std::u16string units;
  std::string bytes;
  ExternalMemory memory;
};

struct StreamState {
  explicit StreamState(std::shared_ptr<RedactorState> owner) : owner(std::move(owner)), stream(this->owner->redactor) {}

  std::shared_ptr<RedactorState> owner;
  StreamRedactor stream;
};

std::u16string_view read_text(RedactorState& state, Napi::Value text) {
  const auto read = [&](char16_t* units, std::size_t capacity) {
    std::size_t size = 0;
    if (napi_get_value_string_utf16(text.Env(), text, units, capacity, &size) != napi_ok) {
      throw Napi::TypeError::New(text.Env(), "a string was expected");
    }
    return size;
  };
  // Most strings fit into the existing buffer, so a single read is enough.
  if (state.units.size() < usual_size) state.units.resize(usual_size);
  if (state.units.size() <= max_retained) {
    const std::size_t size = read(state.units.data(), state.units.size());
    if (size + 1 < state.units.size()) return {state.units.data(), size};
    // The buffer is about to be replaced and may contain part of a secret.
    wipe(state.units.data(), state.units.size() * sizeof(char16_t));
  }
  const std::size_t size = read(nullptr, 0);
  // Frees large buffers left over from an earlier call.
  if (size < max_retained && state.units.size() > max_retained) state.drop_buffers();
  if (state.units.size() <= size) state.units.resize(size + 1);
  read(state.units.data(), size + 1);
  return {state.units.data(), size};
}

// Wipes the buffers after the change, because they contain copies of the secret.
template <bool (Redactor::*change)(std::string_view)>
Napi::Value change_secret(RedactorState& state, const Napi::CallbackInfo& info) {
  const std::u16string_view units = read_text(state, info[0]);
  state.bytes.reserve(units.size() * 3);
  const bool done = write_utf8(units, state.bytes) && (state.redactor.*change)(state.bytes);
  wipe(state.units.data(), state.units.size() * sizeof(char16_t));
  wipe(state.bytes.data(), state.bytes.size());
  return Napi::Boolean::New(info.Env(), done);
}

Napi::Value mask_utf16(Napi::Env env, std::u16string_view units, std::string_view bytes, std::span<const Span> spans) {
  std::u16string masked;
  std::size_t done = 0;
  std::size_t unit = 0;
  for (const auto& [begin, end] : spans) {
    const std::size_t before = count_utf16_units(bytes.substr(done, begin - done));
    masked.append(units.substr(unit, before)).append(Redactor::mask.begin(), Redactor::mask.end());
    unit += before + count_utf16_units(bytes.substr(begin, end - begin));
    done = end;
  }
  return Napi::String::New(env, masked.append(units.substr(unit)));
}

Napi::Value redact(RedactorState& state, const Napi::CallbackInfo& info) {
  const std::u16string_view units = read_text(state, info[0]);
  const bool is_ascii = narrow_to_ascii(units, state.bytes);
  if (!is_ascii) write_utf8(units, state.bytes);
  const std::vector<Span>& spans = state.find(state.bytes);
  if (spans.empty()) return info[0];
  if (is_ascii) return Napi::String::New(info.Env(), mask_spans(state.bytes, spans));
  return mask_utf16(info.Env(), units, state.bytes, spans);
}

Napi::Value copy_bytes(Napi::Env env, const std::string& bytes) {
  return Napi::Buffer<char>::Copy(env, bytes.data(), bytes.size());
}

Napi::Value redact_bytes(RedactorState& state, const Napi::CallbackInfo& info) {
  const std::string_view bytes = bytes_argument(info, 0);
  const std::vector<Span>& spans = state.find(bytes);
  return spans.empty() ? info[0] : copy_bytes(info.Env(), mask_spans(bytes, spans));
}

Napi::Value push(StreamState& state, const Napi::CallbackInfo& info) {
  return copy_bytes(info.Env(), state.stream.push(bytes_argument(info, 0)));
}

Napi::Value finish(StreamState& state, const Napi::CallbackInfo& info) {
  return copy_bytes(info.Env(), state.stream.finish());
}

Napi::Value create_stream(std::shared_ptr<RedactorState>& owner, const Napi::CallbackInfo& info) {
  const auto state = std::make_shared<StreamState>(owner);
  auto object = Napi::Object::New(info.Env());
  object.Set("push", bound_function<StreamState, push>(info.Env(), "push", state));
  object.Set("finish", bound_function<StreamState, finish>(info.Env(), "finish", state));
  return object;
}

Napi::Value create_redactor(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  const auto state = std::make_shared<RedactorState>(env);
  using Owner = std::shared_ptr<RedactorState>;
  auto object = Napi::Object::New(env);
  object.Set("add", bound_function<RedactorState, change_secret<&Redactor::add>>(env, "add", state));
  object.Set("remove", bound_function<RedactorState, change_secret<&Redactor::remove>>(env, "remove", state));
  object.Set("redact", bound_function<RedactorState, redact>(env, "redact", state));
  object.Set("redactBytes", bound_function<RedactorState, redact_bytes>(env, "redactBytes", state));
  object.Set("createStream", bound_function<Owner, create_stream>(env, "createStream", std::make_shared<Owner>(state)));
  return object;
}

}  // namespace

void define_redactor(Napi::Env env, Napi::Object exports) {
  exports.Set("createRedactor", Napi::Function::New<create_redactor>(env, "createRedactor"));
}

}  // namespace slashpass::binding

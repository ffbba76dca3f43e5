#include <chrono>
#include <limits>
#include <memory>
#include <string>
#include <utility>

#include "base/open_file.h"
#include "binding/arguments.h"
#include "binding/bound_function.h"
#include "binding/status.h"
#include "log/log_file.h"

namespace slashpass::binding {
namespace {

class Closing : public Napi::AsyncWorker {
 public:
  Closing(Napi::Env env, std::shared_ptr<LogFile> file)
      : Napi::AsyncWorker(env, "slashpass.closeLog"),
        file_(std::move(file)),
        done_(Napi::Promise::Deferred::New(env)) {}

  Napi::Promise promise() const { return done_.Promise(); }

 protected:
  void Execute() override { file_->close(); }
  void OnOK() override { done_.Resolve(Env().Undefined()); }

 private:
  std::shared_ptr<LogFile> file_;
  Napi::Promise::Deferred done_;
};

Napi::Value take_problem(LogFile& file, const Napi::CallbackInfo& info) {
  const auto problem = file.take_problem();
  return problem ? Napi::Value(Napi::String::New(info.Env(), *problem)) : info.Env().Undefined();
}

Napi::Value write(LogFile& file, const Napi::CallbackInfo& info) {
  constexpr auto low = static_cast<int>(Severity::verbose);
  constexpr auto high = static_cast<int>(Severity::error);
  const auto severity = static_cast<Severity>(whole_argument(info, 0, low, high));
  file.write(severity, text_argument(info, 1));
  return take_problem(file, info);
}

Napi::Value flush(LogFile& file, const Napi::CallbackInfo& info) {
  file.flush(std::chrono::milliseconds(whole_argument(info, 0, 0, std::numeric_limits<int>::max())));
  return info.Env().Undefined();
}

Napi::Value close(std::shared_ptr<LogFile>& file, const Napi::CallbackInfo& info) {
  auto closing = std::make_unique<Closing>(info.Env(), file);
  const auto promise = closing->promise();
  closing->Queue();
  // The worker deletes itself when it is done.
  closing.release();
  return promise;
}

Napi::Value close_now(LogFile& file, const Napi::CallbackInfo& info) {
  file.close();
  return info.Env().Undefined();
}

// openLogFile(path) returns a JavaScript object.
Napi::Value open_log_file(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  std::shared_ptr<LogFile> file = value_or_throw(env, LogFile::open(path_named(name_argument(info, 0))));
  auto object = Napi::Object::New(env);
  object.Set("write", bound_function<LogFile, write>(env, "write", file));
  object.Set("takeProblem", bound_function<LogFile, take_problem>(env, "takeProblem", file));
  object.Set("flush", bound_function<LogFile, flush>(env, "flush", file));
  using Owner = std::shared_ptr<LogFile>;
  object.Set("close", bound_function<Owner, close>(env, "close", std::make_shared<Owner>(file)));
  object.Set("closeNow", bound_function<LogFile, close_now>(env, "closeNow", file));
  return object;
}

}  // namespace

void define_log_file(Napi::Env env, Napi::Object exports) {
  exports.Set("openLogFile", Napi::Function::New<open_log_file>(env, "openLogFile"));
}

}  // namespace slashpass::binding

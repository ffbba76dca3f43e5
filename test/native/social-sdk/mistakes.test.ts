import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { runProgram, type RunOptions } from "../../setup/child-process.ts";
import { buildHooks, buildLimitMs, buildStandIn, standInParts } from "../../setup/social-sdk/stand-in.ts";
import { needs } from "../../setup/system-parts.ts";
import { sharedFolder } from "../../setup/temporary-folder.ts";
import { buildAddon, type Edit } from "./build-addon.ts";

/** Leaves out a statement that occurs once at the start of a line. */
const omit = (file: string, statement: string): Edit => ({
  file: `social_sdk/${file}`,
  from: `\n  ${statement}`,
  to: `\n  if (!MISTAKE) ${statement}`,
});

/** Seeded mistakes. `MISTAKE` is true if the environment selects the mistake, so that one build contains all of them. */
const mistakes: Readonly<Record<string, Edit>> = {
  "a result is not dropped": omit("receiver.cpp", "api.result_drop(result);"),
  "a result is dropped twice": {
    file: "social_sdk/receiver.cpp",
    from: "event_.failure = failure_of(api, result);",
    to: "event_.failure = failure_of(api, result);\n  if (MISTAKE) api.result_drop(result);",
  },
  "a result is used after it was dropped": {
    file: "social_sdk/receiver.cpp",
    from: "  if (!api.result_successful(result))",
    to: "  if (MISTAKE) api.result_drop(result);\n  if (!api.result_successful(result))",
  },
  "a failure is treated as success": {
    file: "social_sdk/receiver.cpp",
    from: "!api.result_successful(result)",
    to: "(MISTAKE ? api.result_type(result) == 2 : !api.result_successful(result))",
  },
  "a missing result is treated as success": {
    file: "social_sdk/receiver.cpp",
    from: 'event_.failure = Failure{.reason = "no_result"};',
    to: 'if (!MISTAKE) event_.failure = Failure{.reason = "no_result"};',
  },
  "a string is not freed": {
    file: "social_sdk/owned.h",
    from: "if (text_.data != nullptr &&",
    to: "if (!MISTAKE && text_.data != nullptr &&",
  },
  "a string is freed twice": {
    file: "social_sdk/owned.h",
    from: "api_.free(text_.data);",
    to: "{ api_.free(text_.data); if (MISTAKE) api_.free(text_.data); }",
  },
  "a corrupt string is read": {
    file: "social_sdk/owned.h",
    from: "if (text_.size > longest_text ||",
    to: "if ((!MISTAKE && text_.size > longest_text) ||",
  },
  "an empty string is treated as corrupt": {
    file: "social_sdk/owned.h",
    from: "text_.data == nullptr && text_.size > 0",
    to: "text_.data == nullptr && (MISTAKE || text_.size > 0)",
  },
  "a handle is not dropped": {
    file: "social_sdk/owned.h",
    from: "{ drop_(&handle_); }",
    to: "{ if (!MISTAKE) drop_(&handle_); }",
  },
  "the client is not dropped": omit("client.cpp", "api().client_drop(&handle_);"),
  "the client is used before its initialization": {
    file: "social_sdk/client.cpp",
    from: "  if (call.has(0)) {",
    to: "  if (MISTAKE) api().set_application_id(&handle_, call.id(2));\n  if (call.has(0)) {",
  },
  "the client ignores operations that were queued before it was closed": {
    file: "social_sdk/client.cpp",
    from: "  if (is_initialized_) return;",
    to: "  if (is_initialized_ || MISTAKE) return;",
  },
  "calls are made on JavaScript's thread": {
    file: "social_sdk/runner.cpp",
    from: "void Runner::post(std::function<void()> task) {",
    to: "void Runner::post(std::function<void()> task) {\n  if (MISTAKE) return task();",
  },
  "callbacks do not run": {
    file: "social_sdk/runner.cpp",
    from: "    if (needed_ > 0) pump();",
    to: "    if (needed_ > 0 && !MISTAKE) pump();",
  },
  "a completed operation stays in the table": {
    file: "social_sdk/runner.cpp",
    from: "  if (waiting.name == nullptr) forget(number);",
    to: "  if (waiting.name == nullptr && !MISTAKE) forget(number);",
  },
  "the thread does not exit": {
    file: "social_sdk/runner.cpp",
    from: "is_ending_ = --clients_ == 0;",
    to: "is_ending_ = --clients_ == 0 && !MISTAKE;",
  },
  "a callback receives another operation's number": {
    file: "social_sdk/operations.cpp",
    from: "return user_data_of(number_);",
    to: "return user_data_of(number_ + (MISTAKE ? 1 : 0));",
  },
  "arguments are swapped": {
    file: "social_sdk/operations.cpp",
    from: "call.api.get_token(call.self, call.id(0), call.text(1), call.text(2)",
    to: "call.api.get_token(call.self, call.id(0), call.text(MISTAKE ? 2 : 1), call.text(MISTAKE ? 1 : 2)",
  },
  "an invite is not dropped": omit("presence.cpp", "api.invite_drop(invite);"),
  "an invite is kept without a copy": {
    file: "social_sdk/client.cpp",
    from: "api().invite_clone(join_requests_.emplace_back(api(), player).invite.get(), invite);",
    to: `Handle* const kept = join_requests_.emplace_back(api(), player).invite.get();
  if (MISTAKE) *kept = *invite; else api().invite_clone(kept, invite);`,
  },
  "events arrive after the client was closed": {
    file: "social_sdk_binding/event_queue.cpp",
    from: "      if (!queue->is_open_) return;",
    to: "      if (!queue->is_open_ && !MISTAKE) return;",
  },
  "a worker's clients stay open": {
    file: "social_sdk_binding/addon.cpp",
    from: "    connection->queue->close();\n    connection->client->close();",
    to: "    connection->queue->close();\n    if (!MISTAKE) connection->client->close();",
  },
};

const chosen = 'std::getenv("SLASHPASS_MISTAKE")';
const names = Object.keys(mistakes);
const edits = Object.values(mistakes).map((edit, index) => ({
  ...edit,
  to: edit.to.replaceAll("MISTAKE", `(${chosen} && std::atoi(${chosen}) == ${index + 1})`),
}));

describe("exercise.mjs", needs("SLASHPASS_LONG_PROPERTIES", ...standInParts), () => {
  const folder = sharedFolder();
  let args: string[];
  beforeAll(async () => {
    const exercise = join(import.meta.dirname, "exercise.mjs");
    args = [
      exercise,
      await buildAddon(folder, ["-include", "cstdlib"], edits),
      await buildStandIn(),
      await buildHooks(),
    ];
  }, buildLimitMs);

  const run = async (number: number, limits: Pick<RunOptions, "limitMs"> = {}) => {
    const env = { ...process.env, SLASHPASS_MISTAKE: String(number) };
    return (await runProgram(process.execPath, args, { env, ...limits })).stdout;
  };

  it("succeeds without a mistake", async () => {
    expect(await run(0)).toBe("clean\n");
  });

  it.concurrent.each(names)("fails or hangs if %s", async (name) => {
    const outcome = await run(names.indexOf(name) + 1, { limitMs: 20_000 }).catch(() => "killed");
    expect(outcome).not.toBe("clean\n");
  });
});

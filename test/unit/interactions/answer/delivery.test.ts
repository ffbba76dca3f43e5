import { describe, expect, it, test } from "vitest";
import { Delivery } from "../../../../src/interactions/answer/delivery.ts";
import type { SendServiceCall } from "../../../../src/interactions/answer/service-calls.ts";
import { createAnswerRules } from "../../../../src/interactions/messages/rules/answer-rules.ts";
import type { Problem } from "../../../../src/interactions/index.ts";
import { commandPayload, componentPayload } from "../../../setup/interactions/service.ts";

const message = { type: 4, data: { content: "Hello" } } as const;

function deliver(payload: unknown = commandPayload({ name: "play" }), send?: SendServiceCall) {
  const calls: { path: string; method: string; body: unknown; hasFiles: boolean }[] = [];
  const problems: Problem[] = [];
  const sending: SendServiceCall = (call) => {
    const path = call.path.replace(/^.*interaction-token/, "");
    calls.push({ path, method: call.method, body: call.body, hasFiles: (call.files ?? []).length > 0 });
    return send ? send(call) : Promise.resolve({ id: "9" });
  };
  const delivery = new Delivery(
    payload as never,
    sending,
    (problem) => void problems.push(problem),
    createAnswerRules(),
  );
  return { calls, problems, delivery, codes: () => problems.map(({ code }) => code) };
}

test("responds with an answer that is in time", async () => {
  const { delivery, calls } = deliver();
  await delivery.finish(message);
  expect(JSON.parse((await delivery.response).body ?? "")).toEqual(message);
  expect(calls).toEqual([]);
});

test("after a deferral, edits a command's message and sends a new message for a component", async () => {
  const command = deliver();
  await command.delivery.defer(64);
  await command.delivery.finish(message);
  expect(await command.delivery.response).toEqual({ status: 202 });
  expect(command.calls).toMatchObject([
    { path: "/callback?with_response=true", body: { type: 5, data: { flags: 64 } } },
    { method: "PATCH", body: message.data },
  ]);
  const component = deliver(componentPayload("vote"));
  await component.delivery.defer();
  await component.delivery.finish(message);
  expect(component.calls).toMatchObject([{ body: { type: 6 } }, { method: "POST", body: message.data }]);
  expect([...command.codes(), ...component.codes()]).toEqual([]);
});

test("responds with the deferral if it cannot be posted", async () => {
  const { delivery, codes } = deliver(undefined, () => Promise.reject(new Error("no network")));
  await delivery.defer();
  expect(await delivery.response).toMatchObject({ status: 200, body: '{"type":5,"data":{"flags":0}}' });
  expect(codes()).toEqual(["delivery_failed"]);
});

test("reports a form after a deferral, and sends an error message", async () => {
  const { delivery, calls, codes } = deliver();
  await delivery.defer();
  await delivery.finish({ type: 9, data: {} as never });
  expect(codes()).toEqual(["handler_too_late"]);
  expect(calls).toHaveLength(2);
});

test("drops and reports a second answer", async () => {
  const { delivery, codes } = deliver();
  await delivery.post({ type: 12 });
  await delivery.finish(message);
  expect(codes()).toEqual(["handler_too_late"]);
  await expect(delivery.post({ type: 12 })).rejects.toMatchObject({ code: "already_answered" });
});

test("accepts a missing answer only after an earlier one", async () => {
  const silent = deliver();
  await silent.delivery.finish(undefined);
  expect(silent.codes()).toEqual(["handler_gave_no_answer"]);
  expect((await silent.delivery.response).body).toContain("went wrong");
  const answered = deliver();
  await answered.delivery.post({ type: 12 });
  await answered.delivery.finish(undefined);
  expect(answered.codes()).toEqual([]);
});

test("reports an error message that cannot be delivered", async () => {
  const { delivery, codes } = deliver(undefined, (call) =>
    call.path.includes("callback") ? Promise.resolve({}) : Promise.reject(new Error("no network")),
  );
  await delivery.defer();
  await delivery.fail("handler_failed", "A handler failed.", new Error("of the game"));
  expect(codes()).toEqual(["handler_failed", "delivery_failed"]);
});

describe("an answer with files", () => {
  const files = (bytes: number) => [{ name: "map.png", data: new Uint8Array(bytes) }];
  const form = { custom_id: "f", title: "F", components: [] };

  it("is posted to the callback endpoint", async () => {
    const { delivery, calls, codes } = deliver();
    await delivery.finish({ ...message, files: files(9) });
    expect(await delivery.response).toEqual({ status: 202 });
    expect(calls).toMatchObject([{ path: "/callback?with_response=true", method: "POST", hasFiles: true }]);
    expect(codes()).toEqual([]);
  });

  it("is deferred first if the files are large or of unknown size", async () => {
    const large = deliver();
    await large.delivery.finish({ ...message, data: { ...message.data, flags: 64 }, files: files(300_000) });
    expect(large.calls).toMatchObject([
      { path: "/callback?with_response=true", body: { type: 5, data: { flags: 64 } }, hasFiles: false },
      { path: "/messages/@original", method: "PATCH", hasFiles: true },
    ]);
    const component = deliver(componentPayload("vote"));
    const stream = new Blob(["x"]).stream();
    await component.delivery.finish({ ...message, files: [{ name: "map.png", data: stream }] });
    expect(component.calls).toMatchObject([{ body: { type: 6 } }, { path: "?wait=true", hasFiles: true }]);
    expect([...large.codes(), ...component.codes()]).toEqual([]);
  });

  it("becomes an error message if it cannot be sent", async () => {
    const { delivery, problems } = deliver(undefined, () => Promise.reject(new Error("no network")));
    await delivery.finish({ ...message, files: files(9) });
    expect(JSON.parse((await delivery.response).body ?? "")).toMatchObject({ type: 4, data: { flags: 64 } });
    const modal = deliver();
    await modal.delivery.finish({ type: 9, data: form, files: files(9) });
    expect(JSON.parse((await modal.delivery.response).body ?? "")).toMatchObject({ type: 4 });
    expect([problems, modal.problems]).toMatchObject([
      [{ code: "delivery_failed" }],
      [{ code: "delivery_failed", error: { code: "invalid_answer" } }],
    ]);
  });
});

test("accepts deprecated input, and reports it once per handler", async () => {
  const rules = createAnswerRules();
  const problems: Problem[] = [];
  for (const _ of [1, 2]) {
    const send = () => Promise.resolve({});
    const delivery = new Delivery(
      commandPayload({ name: "play" }) as never,
      send,
      (one) => problems.push(one),
      rules,
    );
    await delivery.finish({ type: 10 });
    expect(await delivery.response).toEqual({ status: 200, body: '{"type":10}' });
  }
  expect(problems).toMatchObject([
    { code: "deprecated_input", message: expect.stringMatching(/^type: PREMIUM_REQUIRED .* premium button/) },
  ]);
});

import { describe, expect, it, test } from "vitest";
import { Delivery } from "../../../../src/interactions/answer/delivery.ts";
import type { SendServiceCall } from "../../../../src/interactions/answer/service-calls.ts";
import { createAnswerRules } from "../../../../src/interactions/messages/rules/messages.ts";
import type { Problem } from "../../../../src/interactions/index.ts";
import { commandPayload, componentPayload } from "../../../setup/interactions/service.ts";

const message = { type: 4, data: { content: "Hello" } } as const;

function deliver(
  payload: unknown = commandPayload({ name: "play" }),
  send?: SendServiceCall,
  rules = createAnswerRules(),
) {
  const calls: { path: string; method: string; body: unknown; hasFiles: boolean }[] = [];
  const problems: Problem[] = [];
  const sending: SendServiceCall = (call) => {
    const path = call.path.replace(/^.*interaction-token/, "");
    calls.push({ path, method: call.method, body: call.body, hasFiles: (call.files ?? []).length > 0 });
    return send ? send(call) : Promise.resolve({ id: "9" });
  };
  const delivery = new Delivery(payload as never, sending, (problem) => void problems.push(problem), rules);
  return { calls, problems, delivery, codes: () => problems.map(({ code }) => code) };
}

test("discards and reports a second answer", async () => {
  const { delivery, codes } = deliver();
  await delivery.post({ type: 12 });
  await delivery.finish(message);
  expect(codes()).toEqual(["handler_too_late"]);
  await expect(delivery.post({ type: 12 })).rejects.toMatchObject({ code: "already_answered" });
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

  it("is deferred first if the files are large or their size is unknown", async () => {
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

  it("is replaced by an error message if it cannot be sent", async () => {
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

test("accepts deprecated input and reports it once per handler", async () => {
  const rules = createAnswerRules();
  const given = [1, 2].map(() => deliver(undefined, undefined, rules));
  for (const { delivery } of given) {
    await delivery.finish({ type: 10 });
    expect(await delivery.response).toEqual({ status: 200, body: '{"type":10}' });
  }
  const advice = expect.stringMatching(/^type: PREMIUM_REQUIRED .* premium button/);
  expect(given.map(({ problems }) => problems)).toMatchObject([
    [{ code: "deprecated_input", message: advice }],
    [],
  ]);
});

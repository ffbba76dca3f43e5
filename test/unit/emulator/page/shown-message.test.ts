import { expect, it } from "vitest";
import type { ActivityWindow } from "../../../../src/emulator/activity/window.ts";
import { recordMessage, type RecordedMessage } from "../../../../src/emulator/activity/report.ts";
import { describeMessages } from "../../../../src/emulator/page/live.ts";

function describeOne(from: RecordedMessage["from"], message: unknown) {
  const messages = [recordMessage({ number: 4, from, at: 0 }, message)];
  return describeMessages({ ticket: "t", messages } as unknown as ActivityWindow, 3)[0];
}
const event = { cmd: "DISPATCH", evt: "READY", data: {} };
const refusal = { cmd: "AUTHORIZE", evt: "ERROR", data: { code: 4006, message: "No" } };
const handshake = { v: 1, client_id: "5" };

it.each([
  ["activity", [0, handshake], "HANDSHAKE", "handshake", "done"],
  ["activity", [1, { cmd: "SUBSCRIBE", evt: "ERROR" }], "SUBSCRIBE", "command", "done"],
  ["client", [1, event], "READY", "event", "done"],
  ["client", [1, { cmd: "GET_USER", evt: null, data: null }], "GET_USER", "answer", "done"],
  ["client", [1, refusal], "AUTHORIZE", "error 4006", "refused"],
  ["client", [2, { code: 4007, message: "No" }], "CLOSE", "close 4007", "refused"],
  ["client", [2, { code: 1000 }], "CLOSE", "close 1000", "done"],
  ["activity", [2, {}], "CLOSE", "close", "done"],
] as const)("describes a message from the %s: %j", (from, message, title, kind, outcome) => {
  expect(describeOne(from, message)).toEqual({
    window: "t",
    number: 4,
    from,
    title,
    kind,
    outcome,
    at: "1970-01-01T00:00:00.000Z",
    body: JSON.stringify(message[1], null, 2),
  });
});

it("truncates a long message, and shows an empty body if there is no data", () => {
  const long = { cmd: "CAPTURE_LOG", evt: "ERROR", data: "x".repeat(20_000) };
  expect(describeOne("client", [1, long])).toMatchObject({
    title: "CAPTURE_LOG",
    kind: "error",
    body: expect.stringMatching(/^\{"cmd":"CAPTURE_LOG".*x\n… 20\d{3} characters in all$/),
  });
  expect(describeOne("activity", [1])).toMatchObject({ kind: "command", body: "" });
});

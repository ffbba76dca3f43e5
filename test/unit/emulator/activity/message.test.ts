import { expect, it } from "vitest";
import { readMessage } from "../../../../src/emulator/activity/connection.ts";

it("copies the message", () => {
  const payload = { cmd: "AUTHORIZE" };
  const message = readMessage([1, payload]);
  expect(message).toEqual({ opcode: 1, payload });
  expect(message).not.toHaveProperty(
    "payload",
    expect.toSatisfy((one) => one === payload),
  );
  expect(readMessage([2])).toEqual({ opcode: 2, payload: {} });
});

const cyclic: unknown[] = [1];
cyclic.push(cyclic);

it.each<[unknown, number, string]>([
  [undefined, 4005, "A message must be JSON, and not nested too deep."],
  [cyclic, 4005, "A message must be JSON, and not nested too deep."],
  [{}, 4005, "A message must be [opcode, payload]."],
  [["1", {}], 4005, "A message must be [opcode, payload]."],
  [[1, "AUTHORIZE"], 4005, "A message must be [opcode, payload]."],
  [[3, {}], 1003, "The opcode must be one of 0, 1, 2."],
  [
    [1, { x: "x".repeat(1_048_576) }],
    4005,
    "A message of 1048588 characters is too long: 1048576 are allowed.",
  ],
])("rejects %j with code %i", (message, code, problem) => {
  expect(readMessage(message)).toEqual({ code, problem });
});

import { expect, test } from "vitest";
import {
  invalidResponse,
  parseCommand,
  parseCommandList,
  parseMessage,
} from "../../../../src/core/request/response.ts";
import { storedCommand } from "../../../setup/commands/samples.ts";

const command = storedCommand();
const refusal = expect.objectContaining({ code: "invalid_response" }) as unknown;

test("accepts commands with an id, a name and a version", () => {
  expect(parseCommand(command, "Getting")).toBe(command);
  expect(parseCommandList([command], "Listing")).toEqual([command]);
});

test.each([
  null,
  undefined,
  "ping",
  {},
  { ...command, id: 5 },
  { ...command, name: null },
  { ...command, version: 1 },
])("rejects %j as a command", (value) => {
  expect(() => parseCommand(value, "Getting")).toThrow(refusal);
  expect(() => parseCommandList([command, value], "Listing")).toThrow(refusal);
});

test("requires an id of a message", () => {
  const message = { id: "5", content: "Hi" };
  expect(parseMessage(message, "Sending")).toBe(message);
  for (const value of [null, "5", [], {}, { id: 5 }, { id: "x" }])
    expect(() => parseMessage(value, "Sending")).toThrow(refusal);
});

test("rejects a value that is not a list", () => {
  expect(() => parseCommandList({}, "Listing")).toThrow(refusal);
  expect(invalidResponse("Listing", "a list").message).toContain("Listing got a response that is not a list");
});

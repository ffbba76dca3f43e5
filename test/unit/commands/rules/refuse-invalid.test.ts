import { expect, test } from "vitest";
import { ApiError } from "../../../../src/core/request/api-error.ts";
import {
  checkedCommand,
  checkedSet,
  refuseInvalid,
  validateCommand,
} from "../../../../src/commands/rules/validate.ts";

const global = { scope: "global" } as const;
const ping = { name: "ping", description: "Pong" };

function errorOf(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    return error;
  }
}

test("warnings pass", () => {
  const command = { ...ping, dm_permission: false };
  const findings = validateCommand(command, global);
  expect(findings.map(({ severity }) => severity)).toEqual(["warning"]);
  expect(() => refuseInvalid(findings, "Creating", command)).not.toThrow();
});

test("an error says what was stopped, and every field", () => {
  const error = errorOf(() => checkedCommand({ ...ping, name: "Ping" }, global, "Creating a command"));
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({
    code: "invalid_command",
    message: expect.stringMatching(
      /^Creating a command was not sent, because the input breaks rules\.\n  Ping\.name: "Ping" /,
    ) as string,
    fieldErrors: [{ path: "Ping.name", command: "Ping", code: "name-lowercase" }],
  });
});

test("a missing field is named without a value", () => {
  const { description: _, ...nameless } = ping;
  const error = errorOf(() => checkedCommand(nameless as typeof ping, global, "Creating a command"));
  expect((error as Error).message).toContain("\n  ping.description: is missing. Say in");
});

test("of many errors ten are told, and all are there", () => {
  const options = Array.from({ length: 12 }, (_, index) => ({
    type: 3,
    name: `A${index}`,
    description: "d",
  }));
  const error = errorOf(() => checkedCommand({ ...ping, options }, global, "Creating")) as ApiError;
  expect(error.fieldErrors).toHaveLength(12);
  expect(error.message.split("\n")).toHaveLength(12);
  expect(error.message).toMatch(/\n  and 2 more$/);
});

test("what is wrong with the whole is told as such", () => {
  expect(() => checkedSet("none" as never, global, "The plan")).toThrow('the whole: "none" is not a list.');
});

test("what keeps every rule and cannot be copied is refused too", () => {
  const deep = { ...ping, own: {} as { below?: unknown } };
  deep.own.below = deep.own;
  const allowing = { ...global, allowUnknownFields: true };
  for (const check of [
    () => checkedCommand(deep, allowing, "Creating"),
    () => checkedSet([deep], allowing, "The plan"),
  ]) {
    expect(errorOf(check)).toMatchObject({
      code: "invalid_body",
    });
  }
});

test("what passed is a frozen copy", () => {
  const [checked] = checkedSet([ping], global, "The plan").proven;
  expect(checked).toEqual(ping);
  expect(Object.isFrozen(checked)).toBe(true);
  expect(checkedCommand(checked ?? ping, global, "Creating").proven).toBe(checked);
});

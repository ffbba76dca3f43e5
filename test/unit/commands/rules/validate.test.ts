import { expect, test, describe } from "vitest";
import { ApiError } from "../../../../src/core/request/api-error.ts";
import {
  checkedCommand,
  checkedSet,
  refuseInvalid,
  validateCommand,
  validatePermissions,
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

test("does not throw for a command with only warnings", () => {
  const command = { ...ping, dm_permission: false };
  const findings = validateCommand(command, global);
  expect(findings.map(({ severity }) => severity)).toEqual(["warning"]);
  expect(() => refuseInvalid(findings, "Creating", command)).not.toThrow();
});

test("names the operation and every field in the error", () => {
  const error = errorOf(() => checkedCommand({ ...ping, name: "Ping" }, global, "Creating a command"));
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({
    code: "invalid_command",
    message: expect.stringMatching(
      /^Creating a command was not attempted: the input is invalid\.\n  Ping\.name: "Ping" /,
    ) as string,
    fieldErrors: [{ path: "Ping.name", command: "Ping", code: "name-lowercase" }],
  });
});

test("names a missing field, but shows no value", () => {
  const { description: _, ...nameless } = ping;
  const error = errorOf(() => checkedCommand(nameless as typeof ping, global, "Creating a command"));
  expect((error as Error).message).toContain("\n  ping.description: is missing. Describe it in");
});

test("lists ten of many errors in the message and all of them in fieldErrors", () => {
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

test("reports that an error concerns the whole set", () => {
  expect(() => checkedSet("none" as never, global, "The plan")).toThrow('the whole: "none" is not a list.');
});

test("rejects a valid command that cannot be copied", () => {
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

describe("overwrites", () => {
  test("suggests copying a numeric id again as a string", () => {
    expect(validatePermissions([{ id: 5, type: 1, permission: true }])).toMatchObject([
      { rule: "overwrite-id", fix: "Copy it as a string: large numbers lose digits." },
    ]);
    expect(validatePermissions([{ id: "0", type: 1, permission: true }])).toMatchObject([
      { fix: "Copy the id." },
    ]);
  });
});

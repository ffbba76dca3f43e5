import { expect, it } from "vitest";
import {
  type ActivityCall,
  createCommand,
  findCommand,
  nameOf,
} from "../../../../src/emulator/activity/command.ts";
import { textOf } from "../../../../src/core/check/readers.ts";

const echo = createCommand([], textOf(), (_call, args) => args);

it("reads its arguments before it runs", () => {
  expect(echo.access).toEqual([]);
  expect(echo.run({} as ActivityCall, "hello")).toBe("hello");
  expect(() => echo.run({} as ActivityCall, 7)).toThrow("args is a number, but must be a string");
});

it("is found only by its exact name", () => {
  expect(findCommand({ ECHO: echo }, "ECHO")).toBe(echo);
  for (const unknown of ["toString", "echo", 7, undefined])
    expect(() => findCommand({ ECHO: echo }, unknown)).toThrow(
      expect.objectContaining({ code: 4002, message: `Invalid command: ${nameOf(unknown)} is not known.` }),
    );
});

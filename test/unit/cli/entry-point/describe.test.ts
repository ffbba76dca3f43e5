import { expect, it } from "vitest";
import { describeEntryPoint, describeHandler } from "../../../../src/cli/entry-point/entry-point.ts";

it("describes the handler of a launch", () => {
  expect([1, 2, undefined, 9].map(describeHandler)).toEqual([
    expect.stringContaining("your code"),
    expect.stringContaining("Discord launches"),
    expect.stringContaining("Discord launches"),
    "9",
  ]);
});

it("shows a missing description as `none`", () => {
  const command = { id: "1", application_id: "1", version: "1", name: "launch", description: "" };
  expect(describeEntryPoint(command)).toContainEqual(["description", "none"]);
});

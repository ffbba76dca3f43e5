import { expect, it } from "vitest";
import { readDesktopClient } from "../../../../../src/emulator/activity/desktop-client/init.ts";

it.each([true, false, {}, { folder: "/tmp/x", player: "Ada", answer: "accept", behavior: "closing" }])(
  "accepts %j",
  (init) => {
    expect(readDesktopClient(init, "desktopClient")).toEqual(init);
  },
);

it.each([
  ["yes", "invalid_argument"],
  [{ folder: "relative" }, "invalid_argument"],
  [{ folder: 7 }, "invalid_argument"],
  [{ answer: "maybe" }, "invalid_argument"],
  [{ behavior: "odd" }, "invalid_argument"],
  [{ mood: "good" }, "unknown_option"],
])("rejects %j", (init, code) => {
  expect(() => readDesktopClient(init, "desktopClient")).toThrow(expect.objectContaining({ code }));
});

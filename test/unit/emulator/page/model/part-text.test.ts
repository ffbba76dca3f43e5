import { expect, it } from "vitest";
import { partText } from "../../../../../src/emulator/page/model/exchanges.ts";

it.each([
  [{ body: '{"type":1}', bytes: 10, isWhole: true }, '{\n  "type": 1\n}'],
  [{ body: "pong", bytes: 4, isWhole: true }, "pong"],
  [{ body: '{"type":', bytes: 9_000, isWhole: false }, '{"type":\n… 9000 bytes in all'],
])("shows %j as %j", (part, text) => {
  expect(partText(part)).toBe(text);
});

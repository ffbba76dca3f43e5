import { expect, it } from "vitest";
import { checkSeverity, LoggingSeverity } from "../../../src/log/logger.ts";

it.each(Object.values(LoggingSeverity))("accepts %i", (value) => {
  expect(checkSeverity(value)).toBe(value);
});

it.each([0, 6, 1.5, "1", undefined])("rejects %j", (value) => {
  expect(() => checkSeverity(value as LoggingSeverity)).toThrow(
    expect.objectContaining({ type: 6, code: "invalid_severity" }),
  );
});

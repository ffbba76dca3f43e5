import { expect, test } from "vitest";
import { limits, resourceLimits, voiceStatusLength } from "../../../src/wire/limits.ts";
import { messageLimits } from "../../../src/wire/message-limits.ts";

test("the limits are those of the interface document's table", () => {
  expect(limits).toMatchObject({
    commandsByType: { 1: 100, 2: 15, 3: 15, 4: 1 },
    createsPerDay: 200,
    commandSize: 8000,
    nameLength: 32,
    textLength: 100,
    options: 25,
    choices: 25,
    optionTextLength: 6000,
    overwrites: 100,
  });
  expect(messageLimits).toMatchObject({ components: 40, fileBytes: 10 * 1024 * 1024 });
  expect(resourceLimits).toEqual({
    automaticModeration: { keywordRules: 6, keywordLength: 60, patternLength: 260 },
    applicationEmojis: 2000,
  });
  expect(voiceStatusLength).toBe(500);
});

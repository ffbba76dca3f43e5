import { expect, test } from "vitest";
import {
  changeSettings,
  describeOwnSettings,
  describeSettings,
} from "../../../../src/emulator/world/application-settings.ts";

const before = { tags: ["fish"], explicit_content_filter: 1, flags: 1 << 13 };

test("a change leaves what it does not name, and nothing else is a setting", () => {
  expect(changeSettings(before, { max_participants: 4, name: "Other", toString: 1 })).toEqual({
    ...before,
    max_participants: 4,
  });
  expect(changeSettings(before, { tags: null })).toEqual({ ...before, tags: undefined });
});

test("everybody sees one part, the application the other, nobody what is not there", () => {
  const settings = changeSettings(before, { custom_install_url: null });
  expect(describeSettings(settings)).toEqual({ tags: ["fish"], flags: 1 << 13 });
  expect(describeOwnSettings(settings)).toEqual({ explicit_content_filter: 1 });
});

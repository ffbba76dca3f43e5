import { expect, test } from "vitest";
import { hintOfStatus, knownRefusals, oauthErrors, wordsOfStatus } from "../../../src/api/known-refusals.ts";
import { JsonErrorCode } from "../../../src/wire/json-error-code.ts";

test("what is known has a word for programs and a sentence for people", () => {
  const codes: readonly number[] = Object.values(JsonErrorCode);
  for (const [code, known] of Object.entries(knownRefusals)) {
    expect(codes).toContain(Number(code));
    expect(known?.code).toMatch(/^[a-z]+(_[a-z]+)*$/);
    expect(known?.hint).toMatch(/^[A-Z2].*\.$/);
  }
  for (const word of [...Object.values(wordsOfStatus), ...oauthErrors]) expect(word).toMatch(/^[a-z_]+$/);
});

test.each([
  [429, "retryAfter"],
  [500, "try again later"],
  [503, "try again later"],
  [302, "Redirects"],
])("after %i the next step is known", (status, words) => {
  expect(hintOfStatus(status)).toContain(words);
});

test.each([200, 299, 400, 418])("after %i the status alone tells no next step", (status) => {
  expect(hintOfStatus(status)).toBeUndefined();
});

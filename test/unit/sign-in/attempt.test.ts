import { expect, it } from "vitest";
import { createAttempt } from "../../../src/sign-in/authorize-request.ts";

it("creates a new state, verifier and matching challenge for each attempt", () => {
  const attempts = [1, 2].map(() => createAttempt({ state: undefined, codeChallenge: undefined }));
  for (const { state, codeChallenge, verifier } of attempts) {
    expect(state).toMatch(/^[\w-]{43}$/);
    expect(codeChallenge).toBe(verifier?.Challenge().Challenge());
  }
  expect(new Set(attempts.map(({ state }) => state)).size).toBe(2);
  expect(new Set(attempts.map(({ codeChallenge }) => codeChallenge)).size).toBe(2);
});

it("uses the caller's state and challenge unchanged and creates no verifier", () => {
  const given = { state: "mine", codeChallenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM" };
  expect(createAttempt(given)).toEqual({ ...given, verifier: undefined });
});

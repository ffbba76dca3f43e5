import { expect, it } from "vitest";
import { findSignInProblem } from "../../../../src/emulator/activity/connection.ts";

it("reports a sign-in that the player denied", () => {
  const denied = {
    code: 5000,
    message: "OAuth2 Error: access_denied: The resource owner denied the request",
  };
  expect(findSignInProblem("AUTHORIZE", denied)).toEqual({
    message:
      "AUTHORIZE was refused: OAuth2 Error: access_denied: The resource owner denied the request (5000)",
    hint: "The player declined, or closed the question. Catch the rejection of authorize(), and let them try again.",
  });
});

it("reports a rejected token", () => {
  const expired = { code: 4009, message: "Invalid OAuth2 access token: it has expired." };
  expect(findSignInProblem("AUTHENTICATE", expired)).toEqual({
    message: "AUTHENTICATE was refused: Invalid OAuth2 access token: it has expired. (4009)",
    hint: "The promise of the command was rejected with this error: catch it, because the real client refuses the same.",
  });
});

it("ignores other commands", () => {
  expect(findSignInProblem("GET_CHANNEL", { code: 4006, message: "Not authenticated" })).toBeUndefined();
  expect(findSignInProblem(undefined, { code: 4002, message: "Invalid command" })).toBeUndefined();
});

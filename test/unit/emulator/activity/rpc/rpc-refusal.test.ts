import { expect, it } from "vitest";
import { oauthRefusal } from "../../../../../src/emulator/activity/rpc/rpc-refusal.ts";

it("An error of OAuth2 is passed on in the words that the desktop client has for it", () => {
  expect(oauthRefusal("access_denied", "The player said no")).toMatchObject({
    code: 5000,
    message: "OAuth2 Error: access_denied: The player said no",
  });
});

import { expect, it } from "vitest";
import { oauthRefusal } from "../../../../../src/emulator/activity/rpc/rpc-refusal.ts";

it("formats an OAuth2 error like the desktop client", () => {
  expect(oauthRefusal("access_denied", "The player said no")).toMatchObject({
    code: 5000,
    message: "OAuth2 Error: access_denied: The player said no",
  });
});

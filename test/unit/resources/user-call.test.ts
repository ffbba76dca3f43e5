import { expect, test } from "vitest";
import { userCall } from "../../../src/resources/role-connections.ts";

test("names the scope that the user's token needs", () => {
  const { access, hints } = userCall("guilds");
  expect(access).toEqual({ scope: "guilds" });
  expect(hints[50_001]).toContain("the scope guilds");
});

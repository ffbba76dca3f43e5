import { expect, test } from "vitest";
import { userCall } from "../../../src/resources/role-connections.ts";

test("a call with a user's token says which scope it needs", () => {
  const { access, hints } = userCall("guilds");
  expect(access).toEqual({ scope: "guilds" });
  expect(hints[50_001]).toContain("the scope guilds");
});

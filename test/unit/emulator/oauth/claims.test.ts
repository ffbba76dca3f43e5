import { OAuth2GetOpenIDConnectUserInfoResponseSchema } from "discord-api-spec/zod";
import { afterAll, expect, test } from "vitest";
import { startEmulator } from "../../../../src/emulator/index.ts";
import { describeClaims } from "../../../../src/emulator/oauth/provider.ts";
import { getAccessToken } from "../../../setup/emulator/players.ts";
import { send } from "../../../setup/emulator/requests.ts";

const emulator = await startEmulator();
afterAll(() => emulator.close());
const [ada] = emulator.players;

test.each([
  ["openid", {}],
  ["openid identify", { preferred_username: "ada", nickname: "Ada", locale: "en-US" }],
  ["openid email", { email: "ada@example.com", email_verified: true }],
])("returns the user info for %s", async (scope, claims) => {
  const authorization = `Bearer ${await getAccessToken(emulator, scope)}`;
  const { status, body } = await send(`${emulator.apiBase}/oauth2/userinfo`, { headers: { authorization } });
  expect([status, body]).toEqual([200, { sub: ada.id, ...claims }]);
});

test("uses the field names of the published API description", () => {
  const claims = describeClaims(ada);
  expect(Object.keys(OAuth2GetOpenIDConnectUserInfoResponseSchema.parse(claims)).sort()).toEqual(
    Object.keys(claims).sort(),
  );
});

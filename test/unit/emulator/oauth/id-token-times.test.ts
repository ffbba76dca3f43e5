import { generateKeyPairSync, sign, verify } from "node:crypto";
import { expect, test } from "vitest";
import { Clock } from "../../../../src/emulator/base/clock.ts";
import { keepIdTokensCurrent } from "../../../../src/emulator/oauth/provider.ts";
import { IdTokenKey } from "../../../../src/emulator/state/id-token-keys.ts";
import type { IdTokenUse, OidcProvider } from "../../../../src/emulator/oauth/oidc-provider.ts";

// A short key is fast to generate.
const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 1024 });
const seconds = 1_000_000_000;
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** A server whose tokens live for an hour. */
function createServer(clock: Clock) {
  const asked: IdTokenUse[] = [];
  class IdToken {
    scope = "openid";
    async issue(use: IdTokenUse): Promise<string> {
      asked.push(use);
      const claims = { sub: "player", iat: seconds, exp: use.expiresAt ?? seconds + 3600 };
      const text = `${encode({ alg: "RS256" })}.${encode(claims)}`;
      return `${text}.${sign("RSA-SHA256", Buffer.from(text), privateKey).toString("base64url")}`;
    }
  }
  keepIdTokensCurrent({ IdToken } as unknown as OidcProvider, clock, {
    current: () => new IdTokenKey(privateKey),
  });
  return { asked, idToken: new IdToken() };
}

function read(token: string): unknown {
  const [header = "", body = "", signature = ""] = token.split(".");
  const isSigned = verify(
    "RSA-SHA256",
    Buffer.from(`${header}.${body}`),
    publicKey,
    Buffer.from(signature, "base64url"),
  );
  expect(isSigned).toBe(true);
  return JSON.parse(Buffer.from(body, "base64url").toString());
}

test("dates ID tokens by the emulator's clock and signs them", async () => {
  const clock = new Clock();
  const { idToken, asked } = createServer(clock);
  expect(read(await idToken.issue({ use: "idtoken" }))).toEqual({
    sub: "player",
    iat: seconds,
    exp: seconds + 3600,
  });
  clock.advance(60_000);
  expect(read(await idToken.issue({ use: "idtoken" }))).toEqual({
    sub: "player",
    iat: seconds + 60,
    exp: seconds + 3660,
  });
  expect(read(await idToken.issue({ use: "idtoken", expiresAt: seconds + 100 }))).toMatchObject({
    exp: seconds + 100,
  });
  expect(asked.map(({ expiresAt }) => expiresAt)).toEqual([undefined, undefined, seconds + 40]);
});

import { createHmac } from "node:crypto";
import { inspect } from "node:util";
import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { type IdTokenKey, IdTokenKeys } from "../../../../src/emulator/state/id-token-keys.ts";
import { verifyIdToken } from "../../../../src/server/id-token/verify.ts";
import { findSecret } from "../../../setup/find-secret.ts";
import { IdTokenIssuer, strangeKey } from "../../../setup/id-token-issuer.ts";

let issuer: IdTokenIssuer;
let strange: IdTokenKey;
let published: IdTokenKey;
beforeAll(async () => {
  strange = await strangeKey();
  published = new IdTokenKeys().current();
});
beforeEach(async () => {
  issuer = await IdTokenIssuer.start();
});

const verify = (token: string, changed: object = {}) => {
  const { issuer: webBase, fetch } = issuer;
  return verifyIdToken(token, { audience: "9", nonce: "n", webBase, fetch, ...changed });
};
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
/** Returns the token with a different header and the signature from `sign`. */
const withHeader = (token: string, header: object, sign: (text: string) => string = () => "") => {
  const text = `${encode(header)}.${token.split(".")[1]}`;
  return `${text}.${sign(text)}`;
};

it("returns a valid token's claims", async () => {
  expect(await verify(await issuer.token({ locale: "de" }))).toMatchObject({
    sub: "5",
    aud: "9",
    nonce: "n",
    iss: issuer.issuer,
    locale: "de",
  });
});

it("accepts several audiences if the application is the authorized party (OpenID Connect Core §3.1.3.7 no. 4)", async () => {
  expect(await verify(await issuer.token({ aud: ["8", "9"], azp: "9" }))).toMatchObject({ aud: ["8", "9"] });
});

describe("an invalid token", () => {
  const now = Math.floor(Date.now() / 1000);
  const audience = /not for the application 9 \(aud\)/;
  it.each<[string, object, RegExp]>([
    ["another application as its audience", { aud: "8" }, audience],
    ["two applications but no authorized party", { aud: ["8", "9"] }, audience],
    ["another authorized party", { aud: ["8", "9"], azp: "8" }, /not for the application 9 \(azp\)/],
    ["an old nonce", { nonce: "old" }, /this sign-in's nonce/],
    ["no nonce", { nonce: undefined }, /not an ID token|nonce/],
    ["an expiry in the past", { exp: now - 31 }, /has expired/],
    ["a start in the future", { nbf: now + 600 }, /not yet valid/],
    ["another issuer", { iss: "https://other.example" }, /not issued by https:\/\/issuer\.example \(iss\)/],
    ["an issuer with a slash", { iss: "https://issuer.example/" }, /not issued by/],
    ["no expiry", { exp: undefined }, /not an ID token/],
    ["a string as the expiry", { exp: "9999999999" }, /not an ID token/],
    ["no player", { sub: undefined }, /not an ID token/],
    ["an invalid player id", { sub: "../5" }, /does not contain a player id/],
  ])("is rejected if it contains %s", async (_, claims, message) => {
    const token = await issuer.token(claims);
    await expect(verify(token)).rejects.toMatchObject({
      code: "invalid_id_token",
      type: 8,
      message: expect.stringMatching(message) as string,
    });
  });

  it("is rejected if it has a nonce but the sign-in had none", async () => {
    await expect(verify(await issuer.token(), { nonce: undefined })).rejects.toThrow(/nonce/);
    expect(await verify(await issuer.token({ nonce: undefined }), { nonce: undefined })).toMatchObject({
      sub: "5",
    });
  });

  it("is rejected if it is signed with another key, regardless of its key id", async () => {
    const foreign = strange.sign(issuer.claims());
    await expect(verify(foreign)).rejects.toThrow(/a key that https:\/\/issuer\.example does not publish/);
    const [, , signature = ""] = foreign.split(".");
    const renamed = withHeader(foreign, { alg: "RS256", kid: published.kid }, () => signature);
    await expect(verify(renamed)).rejects.toThrow(/an invalid signature/);
  });

  it("is rejected if it contains its own key (RFC 7515 §4.1.3)", async () => {
    const header = { alg: "RS256", jwk: strange.published, jku: "https://evil.example/keys" };
    await expect(verify(withHeader(strange.sign(issuer.claims()), header))).rejects.toThrow(/signature/);
    expect(issuer.requestedPaths().join()).not.toContain("evil");
  });

  it.each(["none", "None", "", "HS256", "RS512", "ES256", "EdDSA", undefined])(
    "is rejected if it selects the algorithm %s",
    async (alg) => {
      const token = await issuer.token();
      const { n } = published.published as { n: string };
      // Uses the published key as an HMAC secret.
      const sign = (text: string) =>
        alg === "HS256" ? createHmac("sha256", n).update(text).digest("base64url") : "";
      await expect(verify(withHeader(token, { alg, kid: published.kid }, sign))).rejects.toThrow(
        /not signed with RS256|not an ID token/,
      );
    },
  );

  it("is rejected if its claims have been changed", async () => {
    const [header, , signature] = (await issuer.token()).split(".");
    await expect(verify(`${header}.${encode(issuer.claims({ sub: "6" }))}.${signature}`)).rejects.toThrow(
      /signature/,
    );
  });

  it.each(["a", "a.b", "a.b.c", "a.b.c.d.e", "e30.e30.", "bnVsbA.bnVsbA.c", ".."])(
    "is rejected if it is malformed: %s",
    async (token) => {
      await expect(verify(token)).rejects.toMatchObject({ code: "invalid_id_token" });
      expect(issuer.requestedPaths()).toEqual([]);
    },
  );

  it("does not appear in the error", async () => {
    const token = strange.sign(issuer.claims({ nonce: "a-nonce-of-somebody" }));
    const errors = await Promise.all(
      [token, await issuer.token({ exp: 1 })].map((one) => verify(one).catch(String)),
    );
    const whole = await verify(token).catch((error: unknown) => error);
    const printed = inspect([errors, whole], { depth: 9, showHidden: true });
    for (const secret of [token, "a-nonce-of-somebody"]) expect(findSecret(printed, secret)).toEqual([]);
  });
});

const describes = (changed: Parameters<IdTokenIssuer["described"]>[0]) => (one: IdTokenIssuer) =>
  void (one.discovery = one.described(changed));

describe("the keys", () => {
  it("are fetched only once for many tokens", async () => {
    const token = await issuer.token();
    await Promise.all(Array.from({ length: 20 }, () => verify(token)));
    await verify(token);
    expect(issuer.requestedPaths()).toEqual(["/.well-known/openid-configuration", "/keys"]);
  });

  it("stay cached even if a program replaces the global fetch", async () => {
    onTestFinished(() => void vi.unstubAllGlobals());
    vi.stubGlobal("fetch", issuer.fetch);
    const token = await issuer.token();
    expect(await verify(token, { fetch: undefined })).toMatchObject({ sub: "5" });
    const replaced = vi.fn<typeof fetch>();
    vi.stubGlobal("fetch", replaced);
    expect(await verify(token, { fetch: undefined })).toMatchObject({ sub: "5" });
    expect(issuer.requestedPaths()).toEqual(["/.well-known/openid-configuration", "/keys"]);
    expect(replaced).not.toHaveBeenCalled();
  });

  it("are fetched again for a token signed with a new key, and the old key becomes invalid", async () => {
    const old = await issuer.token();
    await verify(old);
    issuer.publish(strange);
    expect(await verify(strange.sign(issuer.claims()))).toMatchObject({ sub: "5" });
    await expect(verify(old)).rejects.toThrow(/does not publish/);
  });

  it("are not fetched for a token with invalid claims", async () => {
    await expect(verify(await issuer.token({ aud: "8" }))).rejects.toThrow(/aud/);
    expect(issuer.requestedPaths()).toEqual([]);
  });

  it.each<[string, (issuer: IdTokenIssuer) => void, string]>([
    ["the network fails", (one) => (one.keys = new TypeError("away")), "network_error"],
    ["discovery fails", (one) => (one.discovery = new TypeError("away")), "network_error"],
    ["the key set is invalid", (one) => (one.keys = { keys: "none" }), "invalid_response"],
    ["a key is invalid", (one) => (one.keys = { keys: ["none"] }), "invalid_response"],
    ["discovery names another issuer", describes({ issuer: "https://other.example" }), "invalid_response"],
    ["their URL is unencrypted", describes({ jwks_uri: "http://issuer.example/keys" }), "invalid_response"],
    ["their URL is on this machine", describes({ jwks_uri: "https://127.0.0.1/keys" }), "invalid_response"],
  ])("reject every token if %s", async (_, breakIt, code) => {
    breakIt(issuer);
    await expect(verify(await issuer.token())).rejects.toMatchObject({ code });
  });

  it("are fetched for the other callers even if one caller aborts", async () => {
    const controller = new AbortController();
    const token = await issuer.token();
    const aborted = verify(token, { signal: controller.signal });
    const other = verify(token);
    controller.abort();
    await expect(aborted).rejects.toMatchObject({ code: "aborted" });
    expect(await other).toMatchObject({ sub: "5" });
  });
});

it.each<[string, unknown, object, string]>([
  ["a missing token", undefined, {}, "invalid_argument"],
  ["a long token", "a".repeat(16_385), {}, "invalid_argument"],
  ["a missing audience", "a.b.c", { audience: undefined }, "invalid_id"],
  ["an empty nonce", "a.b.c", { nonce: "" }, "invalid_argument"],
  ["an unencrypted issuer", "a.b.c", { webBase: "http://issuer.example" }, "invalid_base_url"],
  ["an unknown option", "a.b.c", { algorithms: ["none"] }, "unknown_option"],
])("rejects %s without a request", async (_, token, options, code) => {
  await expect(verify(token as string, options)).rejects.toMatchObject({ code, type: 6 });
  expect(issuer.requestedPaths()).toEqual([]);
});

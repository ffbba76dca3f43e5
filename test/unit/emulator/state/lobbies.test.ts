import { expect, test, describe, it } from "vitest";
import { ExternalAccounts, externalSubject } from "../../../../src/emulator/state/lobbies.ts";
import { Players } from "../../../../src/emulator/state/players.ts";

/** Creates a JSON Web Token like an identity provider's. */
function jwt(claims: unknown, signature: string): string {
  return ["{}", JSON.stringify(claims), signature]
    .map((part) => Buffer.from(part).toString("base64url"))
    .join(".");
}

test.each([
  ["a session ticket", "ticket", "ticket"],
  ["an identity provider's token", "somebody", jwt({ sub: "somebody" }, "x")],
])("for %s, returns the subject %s", (_what, subject, token) => {
  expect(externalSubject(token)).toBe(subject);
});

test.each([
  ["a numeric subject", jwt({ sub: 7 }, "x")],
  ["no subject", jwt({}, "x")],
  ["invalid JSON", "a.b.c"],
])("returns a token with %s unchanged", (_what, token) => {
  expect(externalSubject(token)).toBe(token);
});

describe("an external identity", () => {
  const proof = { clientId: "1", type: "OIDC", token: jwt({ sub: "somebody" }, "one") };
  const renewed = { ...proof, token: jwt({ sub: "somebody" }, "another") };

  it("has one provisional account, regardless of the token", () => {
    const accounts = new ExternalAccounts(new Players([], Date.now));
    const player = accounts.provisional(proof);
    expect(accounts.provisional(renewed)).toBe(player);
    expect(accounts.provisional({ ...proof, clientId: "2" })).not.toBe(player);
    expect(accounts.provisional({ ...proof, type: "STEAM_SESSION_TICKET" })).not.toBe(player);
  });

  it("is linked to an account until it is unlinked", () => {
    const accounts = new ExternalAccounts(new Players([], Date.now));
    expect(accounts.linked(proof)).toBeUndefined();
    accounts.link(proof, "7");
    expect(accounts.linked(renewed)).toBe("7");
    accounts.unlink(renewed);
    expect(accounts.linked(proof)).toBeUndefined();
  });
});
